"""One deal from near: why it came to what it did, and what a new or corrected one would do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from ledger.models import Deal, DealResult, DealRetired, Table
from ledger.queries.fold import Fold, fold, live_deals, state_before
from ledger.queries.rows import DealRow, RetiredRow, deal_rows, facts_of, retired_row, variant_of
from ledger.rules.log import check_entry
from ledger.rules.postings import Movement
from ledger.rules.problems import Problem
from ledger.rules.table import Entry, ScoredDeal, TableState, load_state, movements, score_next
from ledger.rules.variant import Variant


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
class LaterChange:
    """What a correction does to a later deal. The `_after`s are None where that can't be known for a fault."""

    deal_key: UUID
    position: int
    position_after: int
    number: int | None
    number_after: int | None
    deltas_before: tuple[int, ...]
    deltas_after: tuple[int, ...] | None
    kitty_before: int
    kitty_after: int | None
    dealer_before: int
    dealer_after: int | None
    multiplier_before: int
    multiplier_after: int | None
    problems: tuple[Problem, ...]


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
    """The result of the deal of that key, or of the one that stands where it stood; None when there is none."""
    deal = Deal.objects.filter(table=table, entry_key=deal_key).first()
    if deal is None:
        return None
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


def retired_view(table: Table, deal_key: UUID) -> RetiredRow | None:
    """A deal that does not stand any more, or None."""
    gone = DealRetired.objects.filter(deal__table=table, deal__entry_key=deal_key).select_related("deal").first()
    return None if gone is None else retired_row(gone)


def preview_deal(table: Table, facts: Mapping[str, Any]) -> Preview | list[Problem]:
    """What the next deal would do, or what is wrong with its plain facts."""
    variant, state = variant_of(table), table.kept_state
    checked = check_entry(variant, state.situation, facts)
    if isinstance(checked, list):
        return checked
    return Preview(score_next(variant, state, checked), movements(variant, state, checked))


def preview_correction(
    table: Table, deal_key: UUID, facts: Mapping[str, Any] | None
) -> Correction | list[Problem] | None:
    """What other facts of a deal (None: undoing it) would change; the faults of the facts; None for an unknown deal."""
    result = DealResult.objects.filter(table=table, deal__entry_key=deal_key).select_related("deal").first()
    if result is None:
        return None
    variant, state = variant_of(table), state_before(table, result.position)
    new: list[Entry] = []
    if facts is not None:
        checked = check_entry(variant, state.situation, facts)
        if isinstance(checked, list):
            return checked
        new = [checked]
    return _correction(table, variant, state, result, new)


def _correction(table: Table, variant: Variant, state: TableState, result: DealResult, new: list[Entry]) -> Correction:
    _, *rest = live_deals(table, result.position)
    found = fold(variant, state, [*new, *(facts_of(d) for d in rest)])
    stored = list(
        DealResult.objects.filter(table=table, position__gte=result.position)
        .select_related("deal")
        .order_by("position")
    )
    before, *later_rows = deal_rows(table, stored)
    final = found.scored[-1].state if found.scored else state
    return Correction(
        before=before,
        after=found.scored[0] if new else None,
        movements=movements(variant, state, new[0]) if new else (),
        later=tuple(_later(later_rows, found, len(new))),
        state_before=table.kept_state,
        state_after=None if found.faults else final,
    )


def _later(rows: Sequence[DealRow], found: Fold, shift: int) -> list[LaterChange]:
    changes = [
        _change(row, found.scored[i] if i < len(found.scored) else None, found.faults.get(i, []), shift)
        for i, row in enumerate(rows, start=shift)
    ]
    return [c for c in changes if _differs(c)]


def _differs(c: LaterChange) -> bool:
    before = (c.number, c.deltas_before, c.kitty_before, c.dealer_before, c.multiplier_before)
    after = (c.number_after, c.deltas_after, c.kitty_after, c.dealer_after, c.multiplier_after)
    return bool(c.problems) or (c.deltas_after is not None and before != after)


def _change(row: DealRow, scored: ScoredDeal | None, problems: Sequence[Problem], shift: int) -> LaterChange:
    return LaterChange(
        deal_key=row.deal_key,
        position=row.position,
        position_after=row.position - 1 + shift,
        number=row.number,
        number_after=scored.number if scored else None,
        deltas_before=row.deltas,
        deltas_after=scored.deltas if scored else None,
        kitty_before=row.kitty,
        kitty_after=scored.state.kitty if scored else None,
        dealer_before=row.dealer,
        dealer_after=scored.dealer if scored else None,
        multiplier_before=row.multiplier,
        multiplier_after=scored.multiplier if scored else None,
        problems=tuple(problems),
    )
