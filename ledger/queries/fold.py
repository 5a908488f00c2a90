"""The deals of a table replayed in memory from a kept state: for the services before they store, and for previews."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.models import Deal, DealResult, Table
from ledger.queries.rows import facts_of
from ledger.rules.log import after_entry, check_entry, plain_entry
from ledger.rules.postings import BANK, KITTY
from ledger.rules.problems import Problem
from ledger.rules.table import Entry, ScoredDeal, TableState, load_state, open_table, score_next
from ledger.rules.variant import Variant

CHUNK = 1000


@dataclass(frozen=True, slots=True)
class Fold:
    """Deals scored one after the other; where some are faulty, only those before the first of them are scored."""

    scored: tuple[ScoredDeal, ...]
    faults: Mapping[int, list[Problem]]
    """The faults of deals, by their index."""


def state_before(table: Table, position: int) -> TableState:
    """The state upon which the deal at a position was played."""
    if position <= 1:
        return open_table(table.places, table.first_dealer, table.opening_kitty)
    return load_state(DealResult.objects.values_list("state", flat=True).get(table=table, position=position - 1))


def live_deals(table: Table, position: int = 1) -> list[Deal]:
    """The deals that stand, in order, from a position on, with their marks."""
    deals = Deal.objects.filter(table=table, retired__isnull=True).order_by("order_key", "id")
    # In chunks: one list of all their numbers can be too long for a database.
    return list(deals.prefetch_related("marks")[max(position - 1, 0) :].iterator(chunk_size=CHUNK))


def fold(variant: Variant, state: TableState, deals: Sequence[Entry]) -> Fold:
    """Check and score the log upon a state. After a faulty entry the rest is checked as far as it can be judged."""
    scored: list[ScoredDeal] = []
    faults: dict[int, list[Problem]] = {}
    situation = state.situation
    for index, facts in enumerate(deals):
        checked = check_entry(variant, situation, plain_entry(facts))
        if isinstance(checked, list):
            faults[index] = checked
        if faults:
            situation = after_entry(variant, situation, facts)
            continue
        scored.append(score_next(variant, state, facts))
        state = scored[-1].state
        situation = state.situation
    return Fold(tuple(scored), faults)


def facts_from(deals: Sequence[Deal]) -> list[Entry]:
    """The entries of stored rows whose marks were read with them."""
    return [facts_of(deal) for deal in deals]


def postings_of(variant: Variant, scored: ScoredDeal) -> dict[int, tuple[int, int, int | None]]:
    """Points, balance and net by account: every seat, the kitty where there is one, the bank of a score-only sheet."""
    state = scored.state
    rows: dict[int, tuple[int, int, int | None]] = {
        seat: (delta, state.balances[seat], state.net[seat]) for seat, delta in enumerate(scored.deltas)
    }
    if variant.kitty:
        rows[KITTY] = (scored.kitty_change, state.kitty, None)
    if variant.score_only:
        rows[BANK] = (-sum(scored.deltas) - scored.kitty_change, -sum(state.balances), None)
    return rows
