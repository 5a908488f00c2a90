"""Which settlements of a club count in accounts: closed to the last table, and seen whole by who asks."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Q

from ledger.models import Table


@dataclass(frozen=True, slots=True)
class Counted:
    """The latest evening first."""

    ways: Mapping[int, str]
    """Those that count, by their keys, and how they are settled."""
    playing: tuple[int, ...]
    """Those that do not yet, for a table is being played on."""
    hidden: int
    """How many are left out, for not all their tables are visible."""


def counted(club_id: int, which: Q, visible: Collection[int] | None) -> Counted:
    """The settlements of such tables, as far as all their tables (keys) are visible; None: all are. One query."""
    found = Table.objects.filter(which, evening__club=club_id).order_by("-evening__started_at", "-id")
    ways: dict[int, str] = {}
    playing: dict[int, None] = {}
    hidden: set[int] = set()
    for table, closing, settlement, way in found.values_list("pk", "closing", "settlement", "settlement__way"):
        ways.setdefault(settlement, way)
        if closing is None:
            playing[settlement] = None
        if visible is not None and table not in visible:
            hidden.add(settlement)
    return Counted(
        ways={pk: way for pk, way in ways.items() if pk not in hidden and pk not in playing},
        playing=tuple(pk for pk in playing if pk not in hidden),
        hidden=len(hidden),
    )
