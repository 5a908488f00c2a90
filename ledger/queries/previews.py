"""What changes to the log would do, before anything is saved: later entries, the kitty's chain, faults, balances."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from ledger.models import DealResult, Table
from ledger.queries.changes import Change, Plan, plan
from ledger.queries.refold import Ground, Line
from ledger.queries.rows import DealRow, deal_rows
from ledger.rules.problems import Problem
from ledger.rules.table import ScoredDeal, TableState


@dataclass(frozen=True, slots=True)
class LaterChange:
    """What a change does to an entry that stays. The `_after`s are None where that can't be known for a fault."""

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
class ChangesPreview:
    """What several changes at one stroke would do."""

    plan: Plan
    made: tuple[ScoredDeal | None, ...]
    """What the entry that each change makes comes to; None where it takes out, or can't be known for a fault."""
    given: tuple[Problem, ...]
    """What is wrong with new facts, under `changes[n]`."""
    later: tuple[LaterChange, ...]
    """Only entries that stay and change or become faulty."""
    state_before: TableState
    """The table as it stands."""
    state_after: TableState | None
    """The table as it would stand; None where something is faulty."""

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


def preview_changes(table: Table, changes: Sequence[Change], ground: Ground | None = None) -> ChangesPreview:
    """What these changes would do, each applied to what the ones before it left; `ground`: another set-up.

    Raises NotThere, NotStanding.
    """
    found = plan(table, changes, ground)
    lines = [found.line_of(n) for n in range(len(changes))]
    return ChangesPreview(
        plan=found,
        made=tuple(line.scored if line else None for line in lines),
        given=tuple(p.under("changes", n) for n, problems in found.given_faults().items() for p in problems),
        later=tuple(later_changes(found, stored_rows(table, found))),
        state_before=found.state_before,
        state_after=found.state_after,
    )


def stored_rows(table: Table, found: Plan) -> tuple[DealRow, ...]:
    """The entries as they stand from the first place on that the plan touches."""
    results = DealResult.objects.filter(table=table, position__gt=found.first).select_related("deal")
    return deal_rows(table, list(results.order_by("position")))


def later_changes(found: Plan, rows: Iterable[DealRow]) -> list[LaterChange]:
    """The entries that stay and change or become faulty."""
    standing = {row.deal_key: row for row in rows}
    changes = [
        later_change(standing[slot.key], line, index)
        for index, (slot, line) in enumerate(
            zip(found.slots[found.first :], found.lines, strict=True), start=found.first + 1
        )
        if slot.deal
    ]
    return [c for c in changes if _differs(c)]


def _differs(c: LaterChange) -> bool:
    before = (c.number, c.kitty_before, c.dealer_before, c.multiplier_before)
    after = (c.number_after, c.kitty_after, c.dealer_after, c.multiplier_after)
    if c.deltas_after is None:
        return bool(c.problems)
    return bool(c.problems) or before != after or _without_end(c.deltas_before) != _without_end(c.deltas_after)


def _without_end(deltas: tuple[int, ...]) -> tuple[int, ...]:
    """Somebody who came or did not come before this has nothing in it: no difference."""
    size = max((i for i, d in enumerate(deltas, start=1) if d), default=0)
    return deltas[:size]


def later_change(row: DealRow, line: Line, position: int) -> LaterChange:
    scored = line.scored
    return LaterChange(
        deal_key=row.deal_key,
        position=row.position,
        position_after=position,
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
        problems=tuple(line.problems),
    )
