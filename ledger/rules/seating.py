"""Who sits at the table and who plays: neighbours, who sits out, people who come, go and change places."""

from functools import lru_cache

from ledger.rules.kitty_shapes import Feeding as Feeding
from ledger.rules.kitty_shapes import Kitty as Kitty
from ledger.rules.kitty_shapes import LoneLoss as LoneLoss
from ledger.rules.kitty_shapes import Passed as Passed
from ledger.rules.kitty_shapes import PassedPlay as PassedPlay

Order = tuple[int, ...]
"""Who sits at the table, clockwise: numbers of people of the evening."""
AT_PLAY = 4
"""So many play a deal; with fewer at the table it pauses."""


@lru_cache(maxsize=1024)
def sitting_out(order: Order, dealer: int, said: tuple[int, ...] | None = None) -> frozenset[int]:
    """Who does not play: at five the dealer, at six the dealer and the player three seats further; or who the table
    said (`said`) for this deal."""
    if said is not None:
        return frozenset(said)
    if len(order) == 5:
        return frozenset({dealer})
    if len(order) == 6:
        return frozenset({dealer, order[(order.index(dealer) + 3) % 6]})
    return frozenset()


@lru_cache(maxsize=1024)
def playing(order: Order, dealer: int, said: tuple[int, ...] | None = None) -> tuple[int, ...]:
    """The four who play a deal, clockwise."""
    out = sitting_out(order, dealer, said)
    return tuple(s for s in order if s not in out)


def next_seat(order: Order, seat: int, step: int) -> int:
    """The neighbour in the direction of the deal, over all who sit at the table."""
    return order[(order.index(seat) + step) % len(order)]


def first_voice(order: Order, dealer: int, step: int, said: tuple[int, ...] | None = None) -> int:
    """Who speaks and leads first: the next in the direction of play who plays this deal."""
    out, seat = sitting_out(order, dealer, said), next_seat(order, dealer, step)
    while seat in out:
        seat = next_seat(order, seat, step)
    return seat


@lru_cache(maxsize=1024)
def after_declarer(four: tuple[int, ...], declarer: int, besides: int | None = None) -> tuple[int, ...]:
    """The opponents, clockwise from the declarer."""
    at = four.index(declarer)
    return tuple(s for s in four[at + 1 :] + four[:at] if s != besides)


Seated = tuple[Order, int]
"""The order at the table, clockwise, and whose turn it is to deal."""


def joined(seated: Seated, person: int, after: int | None) -> Seated:
    """Somebody sits down clockwise after another (None: after the last of the list)."""
    order, dealer = seated
    at = len(order) if after is None else order.index(after) + 1
    return (*order[:at], person, *order[at:]), dealer


def left(seated: Seated, person: int, step: int) -> Seated:
    """Somebody gets up; if it was his turn to deal, it passes to the next who is there."""
    order, dealer = seated
    if person == dealer and len(order) > 1:
        dealer = next_seat(order, person, step)
    return tuple(s for s in order if s != person), dealer


def substituted(seated: Seated, person: int, by: int) -> Seated:
    """Another takes the place, and the turn to deal with it."""
    order, dealer = seated
    return tuple(by if s == person else s for s in order), by if dealer == person else dealer


def swapped(seated: Seated, one: int, other: int) -> Seated:
    """Two change places; the turn to deal stays with the place."""
    order, dealer = seated
    change = {one: other, other: one}
    return tuple(change.get(s, s) for s in order), change.get(dealer, dealer)
