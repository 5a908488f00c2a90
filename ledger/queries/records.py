"""The records of a club: highest deals, longest runs, largest kitties, the best and the worst evening."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import or_
from typing import Generic, TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet, Sum

from ledger.models import Club, Deal, DealPart, Evening, MonthTotal, Player, Table, TableTotal
from ledger.queries.months import month_of, whole_months
from ledger.queries.rows import variant_of
from ledger.queries.runs import FoundRun, longest_runs
from ledger.queries.seasons import ALWAYS, Span, closed_tables, day_in, played_in
from ledger.queries.standings import season_sums
from ledger.rules.cards import Suit
from ledger.rules.situation import Kind
from ledger.rules.standings import placed
from ledger.rules.variant import Variant

MOST, MOST_RUNS = 5, 3
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RecordDeal:
    """A deal that a record leads to."""

    table_id: str
    key: UUID
    day: date
    variant: Variant
    kind: Kind
    contract: str
    trump: Suit | None


@dataclass(frozen=True, slots=True)
class DealRecord:
    """What a player got in a deal, or what the kitty paid out there to the players. Points."""

    place: int
    points: int
    players: tuple[Player, ...]
    part: str
    """What he had to do with it, as `DealPart.Part`; empty of a kitty."""
    deal: RecordDeal


@dataclass(frozen=True, slots=True)
class RunRecord:
    """Contracts that a player made one after the other; `FoundRun` says more."""

    place: int
    player: Player
    run: FoundRun
    first: RecordDeal
    last: RecordDeal


@dataclass(frozen=True, slots=True)
class EveningRecord:
    """What a player made of an evening. Points."""

    points: int
    player: Player
    evening: Evening
    day: date


@dataclass(frozen=True, slots=True)
class Listed(Generic[T]):
    """The first of what was found."""

    rows: tuple[T, ...] = ()
    more: int = 0
    """How many more are equal to the last of them."""


@dataclass(frozen=True, slots=True)
class Records:
    """Of one game. `kitties` is None where it is played without one."""

    deals: Listed[DealRecord]
    runs: Listed[RunRecord]
    kitties: Listed[DealRecord] | None
    best: Listed[EveningRecord]
    worst: Listed[EveningRecord]


@dataclass(frozen=True, slots=True)
class _Found:
    """A record of a deal by keys."""

    deal: int
    points: int
    players: tuple[int, ...]
    part: str = ""


def club_records(club: Club, span: Span | None, variant: Variant) -> Records:
    """The records of a game in a span, None: of all times; as many queries however many evenings there are."""
    parts = _parts(club, span, variant.code)
    deals, more_deals = _highest(parts.filter(points__gt=0))
    kitties, more_kitties = _kitties(parts.filter(pot__gt=0)) if variant.kitty else ([], 0)
    runs, more_runs = longest_runs(club, variant.code, span, MOST_RUNS)
    best, worst = _best_and_worst(club, span or ALWAYS, variant.code)
    who = {pk for one in (*deals, *kitties) for pk in one.players} | {run.player for run in runs}
    players = Player.objects.in_bulk(who)
    known = _deals(
        club, {one.deal for one in (*deals, *kitties)} | {pk for run in runs for pk in (run.first, run.last)}
    )
    return Records(
        deals=Listed(_deal_records(deals, players, known), more_deals),
        runs=Listed(_run_records(runs, players, known), more_runs),
        kitties=Listed(_deal_records(kitties, players, known), more_kitties) if variant.kitty else None,
        best=best,
        worst=worst,
    )


def _parts(club: Club, span: Span | None, code: str) -> QuerySet[DealPart]:
    """What counts, the earliest first."""
    found = DealPart.objects.filter(club=club, rules_code=code, table__evening__counts=True)
    if span:
        found = found.filter(played_in(club, span, "table__evening__"))
    return found.annotate(day=day_in(club, "table__evening__"))


IN_ORDER = ("day", "table__evening__started_at", "table_id", "deal__order_key")


def _highest(parts: QuerySet[DealPart]) -> tuple[list[_Found], int]:
    """What single players got in a deal, and how many more got as much as the last of them."""
    rows = list(parts.order_by("-points", *IN_ORDER, "player_id")[:MOST])
    found = [_Found(row.deal_id, row.points, (row.player_id,), row.part) for row in rows]
    equal = parts.filter(points=found[-1].points).count() if found else 0
    return found, equal - sum(one.points == found[-1].points for one in found)


def _kitties(parts: QuerySet[DealPart]) -> tuple[list[_Found], int]:
    """What the kitty paid out in a deal, with all who had a share of it."""
    each = parts.order_by("-pot", *IN_ORDER).values_list("deal_id", "pot", *IN_ORDER).distinct()
    rows = [(row[0], row[1]) for row in each[:MOST]]
    shares: defaultdict[int, list[int]] = defaultdict(list)
    having = parts.filter(deal__in=[deal for deal, _ in rows]).order_by("player__folded")
    for deal, player in having.values_list("deal_id", "player_id"):
        shares[deal].append(player)
    found = [_Found(deal, pot, tuple(shares[deal])) for deal, pot in rows]
    equal = parts.filter(pot=found[-1].points).order_by().values("deal").distinct().count() if found else 0
    return found, equal - sum(one.points == found[-1].points for one in found)


def _deals(club: Club, keys: Iterable[int]) -> Mapping[int, RecordDeal]:
    found = Deal.objects.filter(pk__in=list(keys)).select_related("table__rules")
    return {
        deal.pk: RecordDeal(
            table_id=deal.table.public_id,
            key=deal.entry_key,
            day=deal.day,
            variant=variant_of(deal.table),
            kind=Kind(deal.kind),
            contract=deal.contract,
            trump=Suit(deal.trump) if deal.trump else None,
        )
        for deal in found.annotate(day=day_in(club, "table__evening__"))
    }


def _deal_records(
    found: list[_Found], players: Mapping[int, Player], known: Mapping[int, RecordDeal]
) -> tuple[DealRecord, ...]:
    places = placed([one.points for one in found])
    return tuple(
        DealRecord(place, one.points, tuple(players[pk] for pk in one.players), one.part, known[one.deal])
        for place, one in zip(places, found, strict=True)
    )


def _run_records(
    runs: list[FoundRun], players: Mapping[int, Player], known: Mapping[int, RecordDeal]
) -> tuple[RunRecord, ...]:
    places = placed([run.length for run in runs])
    return tuple(
        RunRecord(place, players[run.player], run, known[run.first], known[run.last])
        for place, run in zip(places, runs, strict=True)
    )


def _best_and_worst(club: Club, span: Span, code: str) -> tuple[Listed[EveningRecord], Listed[EveningRecord]]:
    """The evenings on which somebody made the most, and the least: the sums of the span know how much that is."""
    sums = season_sums(club, span, code)
    most, least = max((s.best for s in sums.values()), default=0), min((s.worst for s in sums.values()), default=0)
    return _evening_records(club, span, code, "best", most), _evening_records(club, span, code, "worst", least)


def _evening_records(club: Club, span: Span, code: str, column: str, points: int) -> Listed[EveningRecord]:
    """Who made so many points of an evening, the earliest first. Looked for only where the months say it happened."""
    each = TableTotal.objects.filter(table__in=_where_made(club, span, code, column, points)).order_by()
    sums = each.values("player_id", "table__evening_id").annotate(total=Sum("net")).filter(total=points)
    pairs = list(sums.values_list("player_id", "table__evening_id"))
    players = Player.objects.in_bulk({player for player, _ in pairs})
    evenings = Evening.objects.filter(pk__in={evening for _, evening in pairs}).annotate(day=day_in(club))
    known = evenings.in_bulk()
    found = [EveningRecord(points, players[player], known[evening], known[evening].day) for player, evening in pairs]
    found.sort(key=lambda one: (one.day, one.evening.started_at, one.player.folded))
    return Listed(tuple(found[:MOST]), len(found[MOST:]))


def _where_made(club: Club, span: Span, code: str, column: str, points: int) -> QuerySet[Table]:
    """The tables of the months in which somebody made so many points of an evening, and of the parts of months."""
    months, parts = whole_months(span)
    where = [played_in(club, part, "evening__") for part in parts]
    if months:
        totals = MonthTotal.objects.filter(club=club, rules_code=code, player__isnull=False, **{column: points})
        found = totals.filter(month__range=(months.starts, months.ends)).order_by("month")
        firsts = found.values_list("month", flat=True).distinct()
        where += [played_in(club, month_of(first), "evening__") for first in firsts]
    return closed_tables(club, span, code).filter(reduce(or_, where, Q(pk__in=[])))
