"""The stored log of a table: its entries in order, the states between them, and what is stored of a scored one."""

from collections.abc import Iterable, Mapping

from ledger.models import Deal, DealResult, Table
from ledger.rules.postings import BANK, KITTY
from ledger.rules.table import ScoredDeal, TableState, divided, load_state
from ledger.rules.variant import Variant

CHUNK = 1000


def state_before(table: Table, position: int) -> TableState:
    """The state upon which the deal at a position was played."""
    if position <= 1:
        return table.opening_state
    return load_state(DealResult.objects.values_list("state", flat=True).get(table=table, position=position - 1))


def states_before(table: Table, positions: Iterable[int]) -> Mapping[int, TableState]:
    """The states upon which deals at these positions are played; after the last one, the table as it stands. One
    query."""
    wanted = set(positions)
    rows = DealResult.objects.filter(table=table, position__in=[p - 1 for p in wanted])
    found = {position + 1: load_state(state) for position, state in rows.values_list("position", "state")}
    return {p: table.opening_state if p <= 1 else found.get(p, table.kept_state) for p in wanted}


def ended_state(table: Table, closing: str | None) -> TableState:
    """The table after it was closed so: the kitty divided, or as it lies there."""
    return divided(table.kept_state) if closing == "divide" else table.kept_state


def live_deals(table: Table, position: int = 1) -> list[Deal]:
    """The deals that stand, in order, from a position on, with their marks."""
    deals = Deal.objects.filter(table=table, retired__isnull=True).order_by("order_key", "id")
    # In chunks: one list of all their numbers can be too long for a database.
    return list(deals.prefetch_related("marks")[max(position - 1, 0) :].iterator(chunk_size=CHUNK))


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
