"""Balances to settle, in every shape, and the plain way to count the fewest payments."""

import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import itemgetter

from hypothesis import strategies as st

from ledger.rules.settlement import Payment

MOST = 14  # people that can be counted plainly


@cache
def without_one() -> list[Callable[[Sequence[int]], Sequence[int]]]:
    """For every set of two people or more, by its bits: picks what belongs to the sets with one of them less."""
    sets = range(1 << MOST)
    return [
        itemgetter(*[chosen ^ 1 << at for at in range(MOST) if chosen >> at & 1])
        for chosen in sets
        if chosen.bit_count() > 1
    ]


def fewest(balances: Sequence[int]) -> int:
    """The fewest payments, the plain way: the most groups of sum zero over all sets of people."""
    values = [balance for balance in balances if balance]
    sums = [0]
    for value in values:
        sums += [total + value for total in sums]
    groups: list[int] = []
    pick = iter(without_one())
    for chosen, total in enumerate(sums):
        # Nobody, and anybody alone, is no group: no balance is zero.
        groups.append(max(next(pick)(groups)) + (not total) if chosen & chosen - 1 else 0)
    return len(values) - groups[-1]


def after(balances: Sequence[int], payments: Iterable[Payment]) -> list[int]:
    left = list(balances)
    for payer, payee, amount in payments:
        left[payer] += amount
        left[payee] -= amount
    return left


Shape = Callable[[random.Random, int], list[int]]


def evening(rnd: random.Random, people: int, most: int) -> list[int]:
    balances = [rnd.randint(-most, most) for _ in range(people - 1)]
    return [*balances, -sum(balances)]


def played(rnd: random.Random, people: int) -> list[int]:
    """Deals of four at a time (or all, where there are fewer): one wins from the others or loses to them."""
    balances = [0] * people
    for _ in range(2 * people):
        declarer, *others = rnd.sample(range(people), min(4, people))
        price = rnd.choice((-12, -9, -6, -4, -3, 2, 3, 5, 8, 12))
        for other in others:
            balances[declarer] += price
            balances[other] -= price
    return balances


def wide(rnd: random.Random, people: int) -> list[int]:
    """Hardly anybody cancels out."""
    return evening(rnd, people, 10**6)


def hidden(rnd: random.Random, people: int) -> list[int]:
    """Wide amounts in which groups of two to five that cancel out are hidden."""
    balances: list[int] = []
    while len(balances) < people:
        left = people - len(balances)
        size = rnd.randint(2, min(5, left))
        balances += wide(rnd, left if left - size == 1 else size)
    rnd.shuffle(balances)
    return balances


def equal(rnd: random.Random, people: int) -> list[int]:
    """Many owe, or are owed, the same."""
    amounts = rnd.sample([-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 7], 3)
    balances = rnd.choices(amounts, k=people - 1)
    return [*balances, -sum(balances)]


SHAPES: tuple[Shape, ...] = (played, wide, hidden, equal)


def zero_sum(least: int = 0, most: int = 8, largest: int = 30) -> st.SearchStrategy[list[int]]:
    some = st.lists(st.integers(-largest, largest), min_size=least, max_size=most - 1)
    return some.map(lambda balances: [*balances, -sum(balances)])
