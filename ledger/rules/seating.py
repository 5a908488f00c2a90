"""People come, go and change places: the order at the table and whose turn it is to deal."""

from ledger.rules.variant import Order, next_seat

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
