"""The evenings of a club: tonight's tables, and those that were played, a page at a time."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from ledger.models import Club, Evening, Seat, Table
from ledger.queries.clubs import TableCard, cards, day_of
from ledger.queries.seasons import Span, latest, played_in
from ledger.queries.sitting import who_sat
from ledger.rules.problems import folded_name
from ledger.rules.sheet_reading import FIRST_DAY, LAST_DAY

PAGE = 20
TABLES = Table.objects.filter(evening=OuterRef("pk"))
"""Of an evening that is asked for. So evenings are neither multiplied by their tables nor made distinct again."""


@dataclass(frozen=True, slots=True)
class EveningCard:
    """An evening as a line of the club's page."""

    public_id: str
    name: str
    day: datetime.date
    tables: tuple[TableCard, ...]
    counts: bool
    """Whether it counts in the standings."""


@dataclass(frozen=True, slots=True)
class EveningsPage:
    """Some of the evenings, the latest first."""

    evenings: tuple[EveningCard, ...]
    page: int
    pages: int
    count: int


def running_evenings(club: Club) -> tuple[EveningCard, ...]:
    """Evenings with a table that is not closed, the latest first."""
    found = Evening.objects.filter(Exists(TABLES.filter(closing=None)), club=club)
    return _cards(found.select_related("club").order_by("-started_at", "-id")[:PAGE])


def played_evenings(club: Club, *, player: str = "", on: datetime.date | None = None, page: int = 1) -> EveningsPage:
    """Evenings that are over, the latest first: of a date, with a player whose name has these letters in it."""
    found = _played(club)
    for letters in folded_name(player).split():
        named = Q(player__folded__contains=letters) | Q(player__spellings__folded__contains=letters)
        found = found.filter(Exists(Seat.objects.filter(named, who_sat(), table__evening=OuterRef("pk"))))
    if on:
        found = found.filter(played_in(club, Span("", "", on, on))) if FIRST_DAY <= on <= LAST_DAY else found.none()
    count = found.count()
    pages = max(1, -(-count // PAGE))
    page = min(max(page, 1), pages)
    shown = [evening for _, evening in latest(club, found, found, page * PAGE)]
    return EveningsPage(_cards(shown[(page - 1) * PAGE :]), page, pages, count)


def played_count(club: Club) -> int:
    """How many evenings of the club are over."""
    return _played(club).count()


def _played(club: Club) -> QuerySet[Evening]:
    return Evening.objects.filter(Exists(TABLES), ~Exists(TABLES.filter(closing=None)), club=club)


def evening_card(club: Club, public_id: str) -> EveningCard | None:
    """One evening of the club with its tables; None where there is none."""
    found = Evening.objects.filter(club=club, public_id=public_id) if "\0" not in public_id else Evening.objects.none()
    return next(iter(_cards(found.select_related("club"))), None)


def _cards(evenings: Iterable[Evening]) -> tuple[EveningCard, ...]:
    """Cards of evenings with their club."""
    found = list(evenings)
    tables = Table.objects.filter(evening__in=[e.pk for e in found]).select_related("evening__club")
    # Rules apart: many tables share a document, which would be read once for each.
    of_evening = _by_evening(tables.prefetch_related("rules").order_by("id"))
    return tuple(
        EveningCard(e.public_id, e.name, day_of(e), cards_of, e.counts)
        for e in found
        if (cards_of := of_evening.get(e.pk, ()))
    )


def _by_evening(tables: Iterable[Table]) -> dict[int, tuple[TableCard, ...]]:
    known = list(tables)
    found: defaultdict[int, list[TableCard]] = defaultdict(list)
    for table, card in zip(known, cards(known, money=False), strict=True):
        found[table.evening_id].append(card)
    return {evening: tuple(cards_of) for evening, cards_of in found.items()}
