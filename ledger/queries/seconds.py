"""Deals that a phone recorded without a connection for a place that another phone had taken: nobody has decided yet."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from ledger.models import Deal, Table, TableEvent

SECOND, KEPT, DROPPED = "second", "second-kept", "second-dropped"
"""What the table's log says of such a deal: it came, it was recorded as well, it was dropped."""


@dataclass(frozen=True, slots=True)
class Second:
    """A second deal for a place, as it was recorded."""

    key: UUID
    position: int
    facts: Mapping[str, Any]
    """Plain facts, for `check_deal` upon what lay there before."""
    by: str


def log_of_seconds(table: Table) -> list[TableEvent]:
    """All that the table's log says of them, in order."""
    found = TableEvent.objects.filter(table=table, kind="changed", data__what__in=(SECOND, KEPT, DROPPED))
    return list(found.order_by("id"))


def open_seconds(table: Table) -> tuple[Second, ...]:
    """Those that wait for a decision, in the order in which they came."""
    events = log_of_seconds(table)
    decided = {event.data["key"] for event in events if event.data["what"] != SECOND}
    waiting = [
        second_of(event) for event in events if event.data["what"] == SECOND and event.data["key"] not in decided
    ]
    if not waiting:
        return ()
    recorded = set(
        Deal.objects.filter(table=table, entry_key__in=[s.key for s in waiting]).values_list("entry_key", flat=True)
    )
    return tuple(second for second in waiting if second.key not in recorded)


def was_second(table: Table, key: UUID) -> bool:
    """Whether a deal of this key came second for its place, decided or not."""
    return TableEvent.objects.filter(table=table, kind="changed", data__what=SECOND, data__key=str(key)).exists()


def was_dropped(table: Table, key: UUID) -> bool:
    """Whether somebody decided that the deal of this key is none."""
    return TableEvent.objects.filter(table=table, kind="changed", data__what=DROPPED, data__key=str(key)).exists()


def second_of(event: TableEvent) -> Second:
    """The deal that the log keeps."""
    return Second(UUID(event.data["key"]), event.data["position"], event.data["facts"], event.by)
