"""The kitty: what feeds it before a deal, who wins it, what a failure does to it, how it is divided at the end."""

from ledger.rules.points import Points, equal_shares, halves
from ledger.rules.postings import KITTY, Reason, Split, Tally
from ledger.rules.variant import Kitty, LoneLoss, Order


def pay_antes(tally: Tally, kitty: Kitty, four: tuple[int, ...], dealer: int, m: int) -> None:
    """Each of the four puts the ante in, the dealer, where he plays, his own (rules, section 4)."""
    others = four
    if dealer in four:
        others = tuple([seat for seat in four if seat != dealer])
        tally.move(dealer, KITTY, kitty.dealer_ante * m, Reason.DEALER_ANTE, kitty.dealer_ante, m)
    tally.collect(others, KITTY, kitty.ante * m, Reason.ANTE, kitty.ante, m)


def win(tally: Tally, lying: Points, declarer: int, helper: int | None) -> None:
    """The kitty goes to the declarer; with a helper in halves, an odd chip to the declarer."""
    if helper is None:
        tally.move(KITTY, declarer, lying, Reason.KITTY_WON)
        return
    parts = halves(lying)
    how = Split(lying, parts)
    tally.move(KITTY, declarer, parts[0], Reason.KITTY_HALF, how)
    tally.move(KITTY, helper, parts[1], Reason.KITTY_HALF, how)


def to_opponents(tally: Tally, lying: Points, opponents: tuple[int, ...]) -> None:
    """The whole kitty in equal shares to the opponents; what can't be shared stays in."""
    share, rest = equal_shares(lying, len(opponents))
    how = Split(lying, (share,) * len(opponents), rest)
    tally.hand_out(KITTY, opponents, share, Reason.KITTY_TO_OPPONENTS, how)


def lose_alone(
    tally: Tally, kitty: Kitty, lying: Points, declarer: int, opponents: tuple[int, ...], *, unclaimed: bool
) -> None:
    """What was agreed for a failed lone declarer: it stays, goes to the opponents, or he doubles it."""
    if kitty.lone_loss is LoneLoss.DOUBLED:
        tally.move(declarer, KITTY, lying, Reason.KITTY_DOUBLED)
    elif kitty.lone_loss is LoneLoss.OPPONENTS and not unclaimed:
        to_opponents(tally, lying, opponents)


def divide(tally: Tally, lying: Points, order: Order, next_dealer: int) -> None:
    """At the end, by consent: equal shares to all at the table; the chips left over go one each,
    counter-clockwise from the next dealer's right neighbour (ours)."""
    seats, at = len(order), order.index(next_dealer)
    share, rest = equal_shares(lying, seats)
    how = Split(lying, (share,) * seats, rest)
    for i in range(seats):
        tally.move(KITTY, order[(at - 1 - i) % seats], share + (i < rest), Reason.DIVIDED, how)
