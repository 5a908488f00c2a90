"""States and entries of a log that would be changed, for the forms that are drawn upon them."""

from collections.abc import Sequence
from uuid import UUID

from ledger.models import DealResult, DealRetired, Table
from ledger.queries.changes import Change, Plan, Replace, plan
from ledger.queries.fold import state_before
from ledger.queries.previews import ChangesPreview, LaterChange, later_change, stored_rows
from ledger.queries.rows import DealRow, RetiredRow, deal_rows, retired_row
from ledger.rules.table import TableState


def standing_entries(table: Table) -> tuple[DealRow, ...]:
    """All entries that stand, in order: three queries."""
    results = DealResult.objects.filter(table=table).select_related("deal").order_by("position")
    return deal_rows(table, list(results))


def corrected_rows(table: Table, found: ChangesPreview, changes: Sequence[Change], own: int) -> list[LaterChange]:
    """What entries come to that are corrected together with the change at `own`."""
    standing = {row.deal_key: row for row in stored_rows(table, found.plan)} if len(changes) > 1 else {}
    rows = []
    for n, change in enumerate(changes):
        line = found.plan.line_of(n)
        row = standing.get(change.deal_key) if isinstance(change, Replace) and n != own else None
        if row and line:
            rows.append(later_change(row, line, row.position))
    return rows


def last_key(table: Table) -> UUID | None:
    """The key of the last entry that stands."""
    results = DealResult.objects.filter(table=table).order_by("-position")
    return results.values_list("deal__entry_key", flat=True).first()


def numbers_by_position(table: Table) -> dict[int, int | None]:
    """The numbers of the entries that stand, by their places."""
    return dict(DealResult.objects.filter(table=table).values_list("position", "number"))


def last_undone(table: Table) -> RetiredRow | None:
    """The entry that was taken back last, where that was an undoing; None after a correction."""
    gone = DealRetired.objects.filter(deal__table=table).select_related("deal").order_by("-at", "-id").first()
    return retired_row(gone) if gone and gone.replaced_by_id is None else None


def state_after_changes(table: Table, changes: Sequence[Change], deal_key: UUID) -> TableState | None:
    """The state before an entry once the changes are made; None where it can't be known, or the entry is gone."""
    found = plan(table, changes)
    at = next((i for i, slot in enumerate(found.slots) if slot.key == deal_key), None)
    return None if at is None else _state_at(table, found, at)


def state_of_change(table: Table, found: Plan, number: int) -> TableState | None:
    """The state upon which what a change makes is judged; None where it can't be known, or it only takes out."""
    at = next((i for i, slot in enumerate(found.slots) if slot.change == number), None)
    return None if at is None else _state_at(table, found, at)


def _state_at(table: Table, found: Plan, at: int) -> TableState | None:
    if at == 0:
        return found.ground.opening
    if at <= found.first:
        return state_before(table, at + 1)
    scored = found.lines[at - found.first - 1].scored
    return scored.state if scored else None
