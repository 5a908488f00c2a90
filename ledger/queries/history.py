"""How a table came to be as it is: every change in time order, with who, when and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from ledger.models import Deal, DealRetired, Payment, Table, TableEvent
from ledger.queries.rows import facts_of
from ledger.rules.table import Entry


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One change."""

    at: datetime
    by: str
    kind: str
    """Of an entry of the log: `recorded`, `corrected`, `undone`, `restored`, `inserted`, `moved`, `merged`; else the
    kind of the table's own log: `started`, `imported`, `closed`, `reopened`, `stake`, `links`, `phone`, `setup`,
    `changed` (several at one stroke, its batch in `data`), `corrected` (after closing), `merged`."""
    why: str = ""
    deal_key: UUID | None = None
    """Of the row that stands after the change; of the one that was undone."""
    before: Entry | None = None
    """What was written before: of a correction, an undoing, a move."""
    after: Entry | None = None
    """What is written now; None: undone."""
    position: int | None = None
    """Where the entry stands now; None where it does not."""
    batch: UUID | None = None
    """The same for all that was changed at one stroke."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """What the table's own log says: old and new values."""


def history(table: Table) -> tuple[HistoryEntry, ...]:
    """Every change to the table, oldest first: five queries, however many there are."""
    deals = list(Deal.objects.filter(table=table).select_related("result").prefetch_related("marks"))
    facts = {deal.pk: facts_of(deal) for deal in deals}
    undone = DealRetired.objects.filter(deal__table=table, replaced_by__isnull=True).select_related("deal")
    found = [_of_deal(deal, facts) for deal in deals]
    found += [_of_undoing(retired, facts) for retired in undone]
    found += _of_payments(table)
    found += [_of_event(event) for event in TableEvent.objects.filter(table=table).order_by("at", "id")]
    return tuple(sorted(found, key=lambda entry: entry.at))


def _of_deal(deal: Deal, facts: Mapping[int, Entry]) -> HistoryEntry:
    result = getattr(deal, "result", None)
    return HistoryEntry(
        at=deal.recorded_at,
        by=deal.recorded_by,
        kind=deal.how,
        why=deal.why,
        deal_key=deal.entry_key,
        before=facts.get(deal.came_from_id) if deal.came_from_id else None,
        after=facts[deal.pk],
        position=result.position if result else None,
        batch=deal.batch,
    )


def _of_undoing(retired: DealRetired, facts: Mapping[int, Entry]) -> HistoryEntry:
    return HistoryEntry(
        at=retired.at,
        by=retired.by,
        kind="undone",
        why=retired.why,
        deal_key=retired.deal.entry_key,
        before=facts[retired.deal_id],
        batch=retired.batch,
    )


def _of_payments(table: Table) -> list[HistoryEntry]:
    """What was paid on the table's page, and what of it was taken back."""
    found = []
    for paid in Payment.objects.filter(table=table).select_related("payer", "payee", "undone"):
        data = {
            "payer": paid.payer.called,
            "payee": paid.payee.called,
            "currency": paid.currency,
            "amount": paid.amount,
        }
        found.append(HistoryEntry(at=paid.at, by=paid.by, kind="paid", data=data))
        if undone := getattr(paid, "undone", None):
            found.append(HistoryEntry(at=undone.at, by=undone.by, kind="unpaid", data=data))
    return found


def _of_event(event: TableEvent) -> HistoryEntry:
    batch = event.data.get("batch")
    return HistoryEntry(
        at=event.at, by=event.by, kind=event.kind, why=event.why, batch=UUID(batch) if batch else None, data=event.data
    )
