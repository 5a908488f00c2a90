"""What a phone sees before it opens a table: its clubs, the running tables, the last evenings, the players."""

import zoneinfo
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache

from django.conf import settings
from django.db.models import Max, QuerySet
from django.utils import timezone

from ledger.models import Club, DealResult, Evening, Player, Seat, Table, called
from ledger.queries.fold import ended_state
from ledger.queries.naming import whole_person
from ledger.queries.rows import variant_of
from ledger.queries.together import open_of
from ledger.rules.table import TableState
from ledger.rules.variant import Variant

LAST_EVENINGS = 10


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table as a line of the home page."""

    public_id: str
    club_name: str
    variant: Variant
    players: tuple[str, ...]
    """Who sat there, by number; `balances` and `net` are theirs."""
    people: tuple[str, ...]
    """Their public ids."""
    day: date
    name: str
    position: int
    """The place the next deal takes."""
    number: int
    """The number of the next deal that counts."""
    closing: str | None
    balances: tuple[int, ...]
    net: tuple[int, ...]
    open: Mapping[str, int] | None
    """Minor units that are still to be paid, by currency; none: settled. None: no money is asked for."""


@dataclass(frozen=True, slots=True)
class ClubCard:
    """A club as a line of the home page."""

    public_id: str
    name: str


@dataclass(frozen=True, slots=True)
class Home:
    """What is known to this phone, newest first."""

    clubs: tuple[ClubCard, ...]
    running: tuple[TableCard, ...]
    recent: tuple[TableCard, ...]


def home(club_ids: Iterable[str]) -> Home:
    """The clubs of these public ids with their running tables and last evenings: a constant number of queries."""
    clubs = list(Club.objects.filter(public_id__in=list(club_ids)).order_by("name", "id"))
    tables = _tables(clubs)
    running = list(tables.filter(closing__isnull=True)[:LAST_EVENINGS])
    recent = list(tables.filter(closing__isnull=False)[:LAST_EVENINGS])
    return Home(
        clubs=tuple(ClubCard(c.public_id, c.name) for c in clubs),
        running=cards(running),
        recent=cards(recent),
    )


def _tables(clubs: Sequence[Club]) -> QuerySet[Table]:
    found = Table.objects.filter(evening__club__in=clubs).select_related("rules", "evening__club")
    return found.order_by("-evening__started_at", "-id")


def cards(tables: Sequence[Table], *, money: bool = True) -> tuple[TableCard, ...]:
    """Cards of tables that were read with rules, evening and club: two more queries, and three where money was played
    for and is asked for."""
    counts = DealResult.objects.filter(table__in=tables).values_list("table").annotate(Max("position"))
    deals = dict(counts.order_by())
    who: defaultdict[int, dict[int, tuple[str, str]]] = defaultdict(dict)
    seats = Seat.objects.filter(table__in=tables)
    columns = seats.values_list("table_id", "number", "player__name", "player__erased_at", "player__public_id")
    for table_id, number, name, erased_at, public_id in columns:
        who[table_id][number] = called(name, erased_at), public_id
    owed = open_of(tables) if money else {}
    known: dict[tuple[int, str], Variant] = {}
    return tuple(
        _card(table, _variant(table, known), who[table.pk], deals.get(table.pk) or 0, owed.get(table.pk))
        for table in tables
    )


def _variant(table: Table, known: dict[tuple[int, str], Variant]) -> Variant:
    """The rules of a table, looked up once for all that agreed on the same."""
    key = table.rules_id, repr(table.options["chosen"])
    if key not in known:
        known[key] = variant_of(table)
    return known[key]


def _card(
    table: Table, variant: Variant, who: Mapping[int, tuple[str, str]], deals: int, money: Mapping[str, int] | None
) -> TableCard:
    state: TableState = table.kept_state
    # A number that is kept for somebody whose arrival was undone is nobody's.
    people = sorted(state.met)
    ended = ended_state(table, table.closing)
    return TableCard(
        public_id=table.public_id,
        club_name=table.evening.club.name,
        variant=variant,
        players=tuple(who[number][0] for number in people),
        people=tuple(who[number][1] for number in people),
        day=day_of(table.evening),
        name=table.evening.name,
        position=deals + 1,
        number=state.counted + 1,
        closing=table.closing,
        balances=tuple(ended.balances[number] for number in people),
        net=tuple(ended.net[number] for number in people),
        open=money,
    )


def get_player(club: Club, public_id: str) -> Player | None:
    """The player of a public id, if he is of the club; a spelling that was merged is the person it was merged into."""
    # PostgreSQL refuses to look for a text with a NUL in it.
    found = Player.objects.none() if "\0" in public_id else Player.objects.filter(club=club, public_id=public_id)
    player = found.select_related("merged_into").first()
    return whole_person(player) if player else None


@cache
def time_zones() -> frozenset[str]:
    """The names of all time zones; read from several hundred files, so only once."""
    return frozenset(zoneinfo.available_timezones())


def zone_of(club: Club | None) -> zoneinfo.ZoneInfo:
    """Where the club plays; without one, and where nothing was said, where the server stands."""
    return zoneinfo.ZoneInfo(club.time_zone if club and club.time_zone else settings.TIME_ZONE)


def today_of(club: Club | None) -> date:
    """The date there now: an evening has the date on which it begins."""
    return timezone.localdate(timezone=zone_of(club))


def day_of(evening: Evening) -> date:
    """The day of an evening: as it was said, else that on which it began where its club plays. Needs its club."""
    return evening.date or day_at(evening.started_at, evening.club)


def day_at(moment: datetime, club: Club) -> date:
    """The date a moment has where the club plays."""
    return timezone.localdate(moment, zone_of(club))


def carrying_table(club: Club, rules_code: str) -> Table | None:
    """The last table of the variant whose kitty was carried on and has not been taken up by another evening yet."""
    found = Table.objects.filter(evening__club=club, rules__code=rules_code, closing="carry", carried_to=None)
    return found.select_related("kitty_keeper", "evening", "rules").order_by("-evening__started_at", "-id").first()


def carried_kitty(club: Club, rules_code: str) -> int:
    """What lies in the kitty that the next evening of the variant begins with; 0 where none was carried on."""
    table = carrying_table(club, rules_code)
    return table.kept_state.kitty if table else 0
