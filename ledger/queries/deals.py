"""One deal from near: why it came to what it did, and what a new or corrected one would do."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from ledger.models import Deal, DealResult, DealRetired, Table, Uncounted
from ledger.queries.changes import Replace, Retire, plan
from ledger.queries.fold import state_before
from ledger.queries.previews import LaterChange, later_changes
from ledger.queries.refold import named, names_by_number
from ledger.queries.rows import DealRow, RetiredRow, deal_rows, retired_row, variant_of
from ledger.rules.log import check_entry
from ledger.rules.postings import Movement
from ledger.rules.problems import Problem
from ledger.rules.table import Entry, ScoredDeal, TableState, load_state, movements, score_next

__all__ = [
    "Correction",
    "DealView",
    "LaterChange",
    "Preview",
    "deal_view",
    "is_uncounted",
    "live_result",
    "preview_correction",
    "preview_deal",
    "retired_view",
]


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal that stands, with every movement and everything that stood at its place before."""

    row: DealRow
    facts: Entry
    movements: tuple[Movement, ...]
    before: TableState
    after: TableState
    history: tuple[RetiredRow | DealRow, ...]
    """All deals that stood here, oldest first; the last is the one that stands."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What the next deal would do."""

    scored: ScoredDeal
    movements: tuple[Movement, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """What correcting a deal (undoing it, where there is nothing after) would change, before it is saved."""

    before: DealRow
    after: ScoredDeal | None
    """None: the deal is taken out."""
    movements: tuple[Movement, ...]
    later: tuple[LaterChange, ...]
    """Only deals that change or become faulty."""
    state_before: TableState
    """The table as it stands."""
    state_after: TableState | None
    """The table as it would stand; None where later deals become faulty."""

    @property
    def possible(self) -> bool:
        """Whether it can be saved."""
        return self.state_after is not None

    @property
    def balances_before(self) -> tuple[int, ...]:
        return self.state_before.balances

    @property
    def balances_after(self) -> tuple[int, ...] | None:
        return None if self.state_after is None else self.state_after.balances


def live_result(table: Table, deal_key: UUID) -> DealResult | None:
    """The result of the entry of that key, or of what stands where it stood or was moved to; None: nothing."""
    deal = Deal.objects.filter(table=table, entry_key=deal_key).select_related("retired__replaced_by").first()
    if deal is None:
        return None
    gone: DealRetired | None = getattr(deal, "retired", None)
    if gone and gone.replaced_by and gone.replaced_by.order_key != deal.order_key:
        return live_result(table, gone.replaced_by.entry_key)
    return DealResult.objects.filter(table=table, deal__order_key=deal.order_key).select_related("deal").first()


def deal_view(table: Table, deal_key: UUID) -> DealView | None:
    """A deal from near; of a corrected one, what stands in its place; None for one that is unknown or undone."""
    result = live_result(table, deal_key)
    if result is None:
        return None
    (row,) = deal_rows(table, [result])
    before = state_before(table, row.position)
    return DealView(
        row=row,
        facts=row.facts,
        movements=movements(variant_of(table), before, row.facts),
        before=before,
        after=load_state(result.state),
        history=(*row.replaces, row),
    )


def is_uncounted(table: Table, deal_key: UUID) -> bool:
    """Whether it was said that this entry does not count in the standings."""
    return Uncounted.objects.filter(deal__table=table, deal__entry_key=deal_key).exists()


def retired_view(table: Table, deal_key: UUID) -> RetiredRow | None:
    """A deal that does not stand any more, or None."""
    gone = DealRetired.objects.filter(deal__table=table, deal__entry_key=deal_key)
    found = gone.select_related("deal", "replaced_by").first()
    return None if found is None else retired_row(found)


def preview_deal(table: Table, facts: Mapping[str, Any]) -> Preview | list[Problem]:
    """What the next deal would do, or what is wrong with its plain facts."""
    variant, state = variant_of(table), table.kept_state
    # Only somebody new has a name that others may have already.
    names = names_by_number(table) if "player" in facts else {}
    checked = check_entry(variant, named(state, names), facts)
    if isinstance(checked, list):
        return checked
    return Preview(score_next(variant, state, checked), movements(variant, state, checked))


def preview_correction(
    table: Table, deal_key: UUID, facts: Mapping[str, Any] | None
) -> Correction | list[Problem] | None:
    """What other facts of a deal (None: undoing it) would change; the faults of the facts; None for an unknown deal."""
    result = DealResult.objects.filter(table=table, deal__entry_key=deal_key).first()
    if result is None:
        return None
    change = Retire(deal_key) if facts is None else Replace(deal_key, uuid4(), facts)
    found = plan(table, [change])
    own = found.line_of(0)
    if own and own.problems:
        return own.problems
    variant, state = found.ground.variant, state_before(table, result.position)
    before, *later = _rows_from(table, result.position)
    return Correction(
        before=before,
        after=own.scored if own else None,
        movements=movements(variant, state, own.entry) if own and own.entry else (),
        later=tuple(later_changes(found, later)),
        state_before=found.state_before,
        state_after=found.state_after,
    )


def _rows_from(table: Table, position: int) -> tuple[DealRow, ...]:
    results = DealResult.objects.filter(table=table, position__gte=position).select_related("deal")
    return deal_rows(table, list(results.order_by("position")))
