"""A place for which two phones recorded a deal, not knowing of each other: everybody sees both until one decides."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from ledger.models import Deal
from ledger.queries.places import next_position
from ledger.queries.seconds import DROPPED, KEPT, SECOND, log_of_seconds, second_of, was_dropped
from ledger.services.deals import Recorded, record_deal
from ledger.services.errors import Unknown
from ledger.services.rows import locked_table, log, save_table


@transaction.atomic
def record_waited(
    *, table_id: str, position: int, entry_key: UUID, facts: Mapping[str, Any], by: str
) -> Recorded | None:
    """Record a deal that waited on a phone, and raise what `record_deal` raises; None where somebody decided meanwhile
    that another one is the deal."""
    # Held from the question on: a decision at the same moment comes before it or finds the deal recorded.
    if was_dropped(locked_table(table_id), entry_key):
        return None
    return record_deal(table_id=table_id, position=position, entry_key=entry_key, facts=facts, by=by)


@transaction.atomic
def note_second(*, table_id: str, position: int, entry_key: UUID, facts: Mapping[str, Any], by: str) -> bool:
    """Keep a deal whose place is taken, for everybody to see; once for each key. False where it was dropped by a
    decision: there is nothing left to do about it. Raises Unknown."""
    table = locked_table(table_id)
    said = [event.data["what"] for event in log_of_seconds(table) if event.data["key"] == str(entry_key)]
    if not said:
        kept = {name: value for name, value in facts.items() if value is not None}
        log(table, "changed", {"what": SECOND, "key": str(entry_key), "position": position, "facts": kept}, by)
        save_table(table)
    return DROPPED not in said


@transaction.atomic
def decide_second(*, table_id: str, entry_key: UUID, record: bool, by: str) -> None:
    """Record the second deal as the next one, or leave it at the first; the first decision stands.

    Raises Unknown, TableClosed and Faulty (it does not fit what was recorded since)."""
    table = locked_table(table_id)
    events = [event for event in log_of_seconds(table) if event.data["key"] == str(entry_key)]
    if not events:
        raise Unknown(f"no second deal {entry_key}")
    if len(events) > 1 or Deal.objects.filter(table=table, entry_key=entry_key).exists():
        return
    if record:
        second = second_of(events[0])
        place = next_position(table)
        record_deal(table_id=table_id, position=place, entry_key=entry_key, facts=second.facts, by=second.by)
        table.refresh_from_db()
    log(table, "changed", {"what": KEPT if record else DROPPED, "key": str(entry_key)}, by)
    save_table(table)
