"""What one deal moves: price and payers, the kitty, the marks, in the order of the rules."""

from typing import NamedTuple

from ledger.rules import kitty as kitties
from ledger.rules import marks
from ledger.rules.cards import Suit, suit_rank
from ledger.rules.facts import DealFacts
from ledger.rules.kitty_shapes import Kitty, LoneLoss, Passed, PassedPlay
from ledger.rules.points import Points, halves
from ledger.rules.postings import BANK, KITTY, Reason, Split, Tally
from ledger.rules.seating import after_declarer
from ledger.rules.situation import Kind
from ledger.rules.variant import Contract, HelpedFailure, Payment, Variant


class Seen(NamedTuple):
    """A deal with what the table's state adds to its facts."""

    facts: DealFacts
    dealer: int
    four: tuple[int, ...]
    """Who plays, clockwise."""
    multiplier: int
    senior: Suit | None
    kitty: Points
    """What lay in the kitty before the antes."""
    payers: tuple[int, ...] = ()
    """Who owes an ante in this deal."""
    last: bool = False
    """Whether the opponents divide the kitty after a failure, because it is the last deal of the length."""


class Play(NamedTuple):
    """A played deal taken apart: sides, target, price."""

    contract: Contract
    declarer: int
    helper: int | None
    opponents: tuple[int, ...]
    tricks: int
    made: bool
    price: Points
    m: int
    over: int
    """Tricks above the target, below zero: short of it; 0 where only the target itself matters."""


def score_deal(variant: Variant, seen: Seen, tally: Tally) -> None:
    """Enter every movement of the deal into the tally: antes, the contract, boston money, late fines."""
    facts, kitty = seen.facts, variant.kitty
    if facts.kind is Kind.MISDEAL:
        if facts.forfeit and kitty:
            ante = kitty.dealer_ante
            tally.move(seen.dealer, KITTY, ante * seen.multiplier, Reason.FORFEIT, ante, seen.multiplier)
        return
    four = seen.four
    if kitty:
        kitties.pay_antes(tally, kitty, seen.payers, seen.dealer, seen.multiplier)
    if facts.kind is Kind.PASSED:
        if variant.passed and facts.seat_tricks:
            _passed(tally, variant.passed, seen, facts.seat_tricks)
        return
    play = play_of(variant, seen)
    if variant.payment is Payment.ACCOUNT:
        _on_account(tally, play)
        return
    late_fine = _between_players(tally, variant, seen, play)
    if variant.boston is not None and facts.boston_holder is not None:
        marks.pay_boston(tally, variant.boston, facts.boston_holder, four, play.m)
    if late_fine and variant.revoke and facts.revoke is not None:
        _fine_late(tally, variant, play, facts.revoke)


def play_of(variant: Variant, seen: Seen) -> Play:
    """Sides, target and price of a played deal. Raises KeyError for facts that check_deal() would refuse."""
    facts = seen.facts
    contract = variant.by_code[facts.contract or ""]
    declarer, tricks, helper = facts.declarer or 0, facts.tricks or 0, facts.helper
    rank = None
    if facts.trump is not None:
        rank = suit_rank(variant.suits, facts.trump, turned=facts.turned, senior=seen.senior)
    opponents = after_declarer(seen.four, declarer, helper)
    helped = helper is not None
    made, over = contract.made(tricks, helped), contract.over(tricks, helped)
    price = contract.price.of(rank, contract.target, over)
    return Play(contract, declarer, helper, opponents, tricks, made, price, seen.multiplier, over)


def _passed(tally: Tally, passed: Passed, seen: Seen, tricks: tuple[int, ...]) -> None:
    """A deal that all passed, played out: for the differences, or for the kitty."""
    four, m = seen.four, seen.multiplier
    if passed.play is PassedPlay.FEWEST_TAKES_KITTY:
        fewest = min(tricks[s] for s in four)
        kitties.to_fewest(tally, seen.kitty + tally.sums[KITTY], tuple(s for s in four if tricks[s] == fewest))
        return
    most = max(tricks[s] for s in four)
    having = [s for s in four if tricks[s] == most]
    for seat in four if len(having) == 1 else ():
        more = most - tricks[seat]
        tally.move(having[0], seat, more * passed.points * m, Reason.MOST_PAYS, more, passed.points, m)


def _on_account(tally: Tally, play: Play) -> None:
    """Score-only: the price and the tricks over or short on the declaring side's account, halved with a helper."""
    contract, m = play.contract, play.m
    each = contract.overtrick if play.made else contract.undertrick
    apart = abs(play.over) if each else 0
    if play.helper is None:
        giver, taker = (BANK, play.declarer) if play.made else (play.declarer, BANK)
        reason = Reason.PRICE if play.made else Reason.LOST_PRICE
        tally.move(giver, taker, play.price * m, reason, play.price, m)
        reason = Reason.OVERTRICKS if play.made else Reason.UNDERTRICKS
        tally.move(giver, taker, apart * each * m, reason, apart, each, m)
        return
    whole = (play.price + apart * each) * m
    parts = halves(whole)
    for seat, part in zip((play.declarer, play.helper), parts, strict=True):
        how = Split(whole, parts, 0, (play.price, apart, each))
        giver, taker = (BANK, seat) if play.made else (seat, BANK)
        tally.move(giver, taker, part, Reason.SHARED_RESULT, how)


def _between_players(tally: Tally, variant: Variant, seen: Seen, play: Play) -> bool:
    """The contract between the players. True where a revoke is still to be fined after the boston money."""
    facts, revoke = seen.facts, variant.revoke
    culprit = facts.revoke if revoke else None
    if revoke is None or culprit is None or culprit in play.opponents:
        _result(tally, variant, seen, play)
        return culprit is not None
    if play.made:
        marks.fine_each(tally, revoke.fine, culprit, play.opponents, play.m)
        return False
    if play.helper is not None:
        unclaimed = facts.unclaimed
        marks.short_together(tally, revoke, culprit, play.opponents, play.m, seen.kitty, unclaimed=unclaimed)
        return False
    _result(tally, variant, seen, play)
    return True


def _fine_late(tally: Tally, variant: Variant, play: Play, culprit: int) -> None:
    """Last of all: the fines of an opponent's revoke, or of a lone declarer who is short."""
    revoke = variant.revoke
    if revoke is None:
        return
    if culprit in play.opponents:
        side = (play.declarer,) if play.helper is None else (play.declarer, play.helper)
        marks.fine_each(tally, revoke.fine, culprit, side, play.m, Reason.REVOKE_OPPONENT)
    else:
        marks.short_alone(tally, revoke, culprit, play.opponents, play.m)


def _result(tally: Tally, variant: Variant, seen: Seen, play: Play) -> None:
    if play.made:
        _made(tally, variant, seen, play)
    elif play.helper is None or variant.helped_failure is HelpedFailure.PAIRED:
        _failed(tally, variant, seen, play)
    elif variant.kitty:
        _failed_together(tally, variant.kitty, seen, play, play.helper)


def _pairs(play: Play) -> list[tuple[tuple[int, ...], int]]:
    """Which opponents stand against whom: all against a lone declarer; else the first opponent clockwise from the
    declarer against him, the other against the helper."""
    if play.helper is None:
        return [(play.opponents, play.declarer)]
    return [(play.opponents[:1], play.declarer), (play.opponents[1:], play.helper)]


def _made(tally: Tally, variant: Variant, seen: Seen, play: Play) -> None:
    """The kitty to the side where the contract takes it, and the price from each opponent."""
    if variant.kitty and play.contract.wins_kitty and not seen.facts.unclaimed:
        kitties.win(tally, seen.kitty + tally.sums[KITTY], play.declarer, play.helper)
    slam = variant.slam_factor if play.contract.is_slam(play.tricks, play.helper is not None) else 1
    each, m = play.contract.overtrick, play.m
    for givers, taker in _pairs(play):
        tally.collect(givers, taker, play.price * m * slam, Reason.PRICE, play.price, m, slam)
        if each and play.over:
            tally.collect(givers, taker, play.over * each * m, Reason.OVERTRICKS, play.over, each, m)


def _failed(tally: Tally, variant: Variant, seen: Seen, play: Play) -> None:
    """The price to each opponent from who stands against him; then what becomes of the kitty."""
    each, m, short = play.contract.undertrick, play.m, -play.over
    for takers, giver in _pairs(play):
        tally.hand_out(giver, takers, play.price * m, Reason.LOST_PRICE, play.price, m)
        if each and short:
            tally.hand_out(giver, takers, short * each * m, Reason.UNDERTRICKS, short, each, m)
    kitty = variant.kitty
    if kitty is None:
        return
    losers = (play.declarer,) if play.helper is None else (play.declarer, play.helper)
    if kitty.lone_loss is LoneLoss.MATCHED:
        kitties.match(tally, losers, play.price, short, each, m)
    elif kitty.lone_loss is LoneLoss.DOUBLED:
        kitties.double(tally, kitty, seen.kitty + tally.sums[KITTY], losers)
    if (seen.last or kitty.lone_loss is LoneLoss.OPPONENTS) and not seen.facts.unclaimed:
        kitties.to_opponents(tally, seen.kitty + tally.sums[KITTY], play.opponents)


def _failed_together(tally: Tally, kitty: Kitty, seen: Seen, play: Play, helper: int) -> None:
    """Who is below his own quota pays the price into the kitty and consolation to each opponent; then the
    kitty goes to the opponents."""
    own, helped = play.contract.quotas or (0, 0)
    helper_tricks = seen.facts.helper_tricks or 0
    short = ((play.declarer, play.tricks - helper_tricks < own), (helper, helper_tricks < helped))
    for seat, is_short in short:
        if is_short:
            tally.move(seat, KITTY, play.price * play.m, Reason.QUOTA, play.price, play.m)
            each = kitty.consolation
            tally.hand_out(seat, play.opponents, each * play.m, Reason.CONSOLATION, each, play.m)
    if not seen.facts.unclaimed:
        kitties.to_opponents(tally, seen.kitty + tally.sums[KITTY], play.opponents)
