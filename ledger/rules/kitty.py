"""The kitty: what feeds it before a deal, who wins it, what a failure does to it, how it is divided at the end."""

from ledger.rules.kitty_shapes import Kitty
from ledger.rules.points import Points, equal_shares, halves
from ledger.rules.postings import KITTY, How, Limit, Reason, Split, Tally
from ledger.rules.seating import Order


def pay_antes(tally: Tally, kitty: Kitty, payers: tuple[int, ...], dealer: int, m: int) -> None:
    """Each of the payers puts the ante in, the dealer, where he is one, his own (rules, section 4)."""
    others = payers
    if dealer in payers:
        others = tuple([seat for seat in payers if seat != dealer])
        tally.move(dealer, KITTY, kitty.dealer_ante * m, Reason.DEALER_ANTE, kitty.dealer_ante, m)
    tally.collect(others, KITTY, kitty.ante * m, Reason.ANTE, kitty.ante, m)


def win(tally: Tally, lying: Points, declarer: int, helper: int | None) -> None:
    """The kitty goes to the declarer; with a helper in halves, an odd chip to the declarer."""
    tally.emptied = True
    if helper is None:
        tally.move(KITTY, declarer, lying, Reason.KITTY_WON)
        return
    parts = halves(lying)
    how = Split(lying, parts)
    tally.move(KITTY, declarer, parts[0], Reason.KITTY_HALF, how)
    tally.move(KITTY, helper, parts[1], Reason.KITTY_HALF, how)


def to_opponents(tally: Tally, lying: Points, opponents: tuple[int, ...]) -> None:
    """The whole kitty in equal shares to the opponents; what can't be shared stays in."""
    tally.emptied = True
    share, rest = equal_shares(lying, len(opponents))
    how = Split(lying, (share,) * len(opponents), rest)
    tally.hand_out(KITTY, opponents, share, Reason.KITTY_TO_OPPONENTS, how)


def to_fewest(tally: Tally, lying: Points, fewest: tuple[int, ...]) -> None:
    """The kitty to who has fewest tricks; several share it, what can't be shared stays in."""
    tally.emptied = True
    if len(fewest) == 1:
        tally.move(KITTY, fewest[0], lying, Reason.FEWEST_TAKE)
        return
    share, rest = equal_shares(lying, len(fewest))
    how = Split(lying, (share,) * len(fewest), rest)
    tally.hand_out(KITTY, fewest, share, Reason.FEWEST_TAKE, how)


def double(tally: Tally, kitty: Kitty, lying: Points, losers: tuple[int, ...]) -> None:
    """Who failed puts in as much as lies there, up to the limit; two of them in halves, an odd chip by the declarer."""
    due: Points = lying
    how: tuple[How, ...] = ()
    if kitty.most is not None and 2 * lying > kitty.most:
        due, how = max(kitty.most - lying, 0), (Limit(kitty.most, lying),)
    parts = halves(due) if len(losers) > 1 else (due,)
    for seat, part in zip(losers, parts, strict=True):
        tally.move(seat, KITTY, part, Reason.KITTY_DOUBLED, *how)


def match(tally: Tally, losers: tuple[int, ...], price: Points, short: int, each: Points, m: int) -> None:
    """Who failed puts in once more what he paid to each opponent: the price and the undertricks."""
    paid = price + short * each
    # The addition is told where it is all there is to it; a doubled amount stands for itself.
    how: tuple[How, ...] = (Split(paid, (), 0, (price, short, each)),) if m == 1 and each else (paid, m)
    for seat in losers:
        tally.move(seat, KITTY, paid * m, Reason.KITTY_MATCHED, *how)


def divide(tally: Tally, lying: Points, order: Order, next_dealer: int) -> None:
    """At the end, by consent: equal shares to all at the table; the chips left over go one each,
    counter-clockwise from the next dealer's right neighbour (ours)."""
    seats, at = len(order), order.index(next_dealer)
    share, rest = equal_shares(lying, seats)
    how = Split(lying, (share,) * seats, rest)
    for i in range(seats):
        tally.move(KITTY, order[(at - 1 - i) % seats], share + (i < rest), Reason.DIVIDED, how)
