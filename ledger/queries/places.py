"""The places in a table's list of deals: which is free, who sits in a taken one, whether an entry got there."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from ledger.models import Deal, DealResult, Seat, Table, called


def next_position(table: Table) -> int:
    """The place that the next deal will take."""
    return DealResult.objects.filter(table=table).count() + 1


def deal_at(table: Table, position: int) -> Deal | None:
    """The deal that stands at a place, with its result."""
    found = DealResult.objects.filter(table=table, position=position).select_related("deal").first()
    return found.deal if found else None


def deals_at(table: Table, positions: Iterable[int]) -> Mapping[int, Deal]:
    """The deals that stand at these places, with their results and postings: three queries."""
    found = DealResult.objects.filter(table=table, position__in=set(positions)).select_related("deal")
    return {result.position: result.deal for result in found.prefetch_related("postings", "deal__marks")}


def was_recorded(table: Table, entry_key: str) -> bool:
    """Whether an entry of this key got there, even if it was corrected or undone since."""
    try:
        key = UUID(entry_key)
    except ValueError:
        return False
    return Deal.objects.filter(table=table, entry_key=key).exists()


def names_at(table: Table) -> Sequence[str]:
    """The names of the table, by seat."""
    return list(Seat.objects.filter(table=table).order_by("number").values_list("player__name", flat=True))


def names_shown(table: Table) -> tuple[str, ...]:
    """The same as they are read; facts are written with those of `names_at`."""
    seats = Seat.objects.filter(table=table).order_by("number")
    return tuple(called(name, erased) for name, erased in seats.values_list("player__name", "player__erased_at"))
