"""Who won how much from whom over an evening, for settling each with each."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from ledger.rules.facts import DealFacts
from ledger.rules.points import Points, towards_zero
from ledger.rules.postings import Account, Book
from ledger.rules.scoring import score_deal
from ledger.rules.settlement import Stake
from ledger.rules.table import Entry, TableState, seen_deal
from ledger.rules.variant import Settling, Variant

Pair = tuple[int, int]
"""Two people of the evening, the smaller number first."""


def pair_points(variant: Variant, scored: Iterable[tuple[TableState, Entry]]) -> dict[Pair, Points]:
    """What the first of each two won from the second (below zero: lost to him) over entries with the state before.

    What goes through the kitty is between no two people; adjustments and cash-outs stay out as well. No pair at 0.
    """
    won: Counter[Pair] = Counter()
    for state, entry in scored:
        if isinstance(entry, DealFacts):
            for giver, taker, points in _given(variant, state, entry):
                if taker < giver:
                    won[taker, giver] += points
                else:
                    won[giver, taker] -= points
    return {pair: points for pair, points in sorted(won.items()) if points}


def _given(variant: Variant, state: TableState, facts: DealFacts) -> Iterator[tuple[Account, Account, Points]]:
    """What people gave people in a deal: their differences where it settles by them, else what moved."""
    seen, book = seen_deal(variant, state, facts), Book(state.people)
    score_deal(variant, seen, book)
    if variant.settling is Settling.PAIRWISE:
        own = book.sums
        for one, other in combinations(seen.four, 2):
            yield other, one, own[one] - own[other]
        return
    for moved in book.movements:
        if min(moved.giver, moved.taker) >= 0:
            yield moved.giver, moved.taker, moved.points


def pair_money(points: Mapping[Pair, Points], stake: Stake) -> dict[Pair, int]:
    """Minor units of each pair for its points, the fraction dropped: turned round it is the same amount."""
    price, per = stake.rate
    return {pair: towards_zero(won * price, per) for pair, won in points.items()}
