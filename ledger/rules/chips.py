"""Chips: what each should hold at the table, and where two counts were swapped."""

from collections.abc import Sequence

from ledger.rules.points import Points
from ledger.rules.state import TableState


def chips_of(start: Points, state: TableState) -> tuple[Points, ...]:
    """The chips each person should hold, by number: those of the start and the balance; below zero he owes them.

    Who cashed out was paid in money: chips moved for him no more than points did."""
    return tuple(start + balance for balance in state.balances)


def cancelling(differences: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Places whose differences (counted less expected) cancel: (too many, as many too few), each place once."""
    left = list(differences)
    found = []
    for many, more in enumerate(left):
        if more > 0 and -more in left:
            few = left.index(-more)
            left[few] = 0
            found.append((many, few))
    return tuple(found)
