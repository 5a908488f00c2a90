"""The seasons of a club: its own, with dates, and the calendar years; and which evenings belong to one."""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from heapq import nlargest

from django.db.models import F, Max, Min, Q, QuerySet
from django.db.models.functions import Coalesce, TruncDate

from ledger.models import Club, Evening, Season, Table
from ledger.queries.clubs import day_of, today_of, zone_of
from ledger.rules.sheet_reading import FIRST_DAY, LAST_DAY

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Span:
    """A season, or a part of one: from one day to another, both included."""

    key: str
    """A year, or the public id of a season of the club's own."""
    name: str
    starts: date
    ends: date
    season: Season | None = None

    def cut(self, starts: date | None, ends: date | None) -> "Span":
        """The part of it between two days. One that lies outside of it, however far, is empty: its first day is just
        behind it or its last day just before it, so that the calendar goes on there."""
        first = min(max(self.starts, starts or self.starts), self.ends + DAY)
        last = max(min(self.ends, ends or self.ends), self.starts - DAY)
        return Span(self.key, self.name, first, last, self.season)


def year_span(year: int) -> Span:
    """A calendar year."""
    return Span(str(year), str(year), date(year, 1, 1), date(year, 12, 31))


ALWAYS = Span("always", "", FIRST_DAY, LAST_DAY)
"""All that a club has ever played, as one span; it has no opening balances."""


def season_span(season: Season) -> Span:
    """A season of the club's own."""
    return Span(season.public_id, season.name, season.starts, season.ends, season)


def find_span(club: Club, key: str) -> Span | None:
    """The season of a key; None where there is none."""
    if re.fullmatch(r"(19|2\d)\d\d", key, re.ASCII):
        return year_span(int(key))
    season = None if "\0" in key else Season.objects.filter(club=club, public_id=key).first()
    return season_span(season) if season else None


def span_of_day(club: Club, day: date) -> Span:
    """The season a day belongs to: the club's own, else the calendar year."""
    season = Season.objects.filter(club=club, starts__lte=day, ends__gte=day).first()
    return season_span(season) if season else year_span(day.year)


def current_span(club: Club) -> Span:
    """The season of today, where the club plays."""
    return span_of_day(club, today_of(club))


def spans_of(club: Club) -> tuple[Span, ...]:
    """The club's own seasons, and the calendar years from its first evening to its last; the latest first."""
    own = [season_span(season) for season in Season.objects.filter(club=club)]
    days = Evening.objects.filter(club=club).annotate(day=day_in(club)).aggregate(first=Min("day"), last=Max("day"))
    today = today_of(club)
    first, last = min(days["first"] or today, today), max(days["last"] or today, today)
    years = [year_span(year) for year in range(max(first.year, FIRST_DAY.year), min(last.year, LAST_DAY.year) + 1)]
    return tuple(sorted([*own, *years], key=lambda span: (span.starts, span.ends), reverse=True))


def played_in(club: Club, span: Span, path: str = "") -> Q:
    """Evenings of the season; `path` leads to them. One without a date has that on which it began where the club
    plays: as the moments between two midnights there, so that no evening is looked at alone."""
    first, after = moments_of(club, span)
    dated = {f"{path}date__range": (span.starts, span.ends)}
    undated = {f"{path}date": None, f"{path}started_at__gte": first, f"{path}started_at__lt": after}
    return Q(**{f"{path}club": club}) & (Q(**dated) | Q(**undated))


def moments_of(club: Club, span: Span) -> tuple[datetime, datetime]:
    """When the season begins where the club plays, and when it is over."""
    # Farther days have no moment in every zone; no evening began there, whatever date an old one was given.
    starts, after = (max(FIRST_DAY, min(day, LAST_DAY + DAY)) for day in (span.starts, min(span.ends, LAST_DAY) + DAY))
    return datetime.combine(starts, time.min, zone_of(club)), datetime.combine(after, time.min, zone_of(club))


def latest_of(club: Club, span: Span, evenings: QuerySet[Evening], most: int) -> list[tuple[date, Evening]]:
    """The latest of these evenings that count in the season, each with its day, the latest first."""
    ours = evenings.filter(club=club, counts=True)
    first, after = moments_of(club, span)
    dated = ours.filter(date__range=(span.starts, span.ends))
    return latest(club, dated, ours.filter(started_at__gte=first, started_at__lt=after), most)


def latest(club: Club, dated: QuerySet[Evening], undated: QuerySet[Evening], most: int) -> list[tuple[date, Evening]]:
    """The latest of evenings of a club by the day they were played, whenever they were entered: those with a date from
    the one set, those without from the other. Two questions: each is answered from an index, without a look at earlier
    evenings."""
    by_date = dated.filter(date__isnull=False).order_by("-date", "-started_at", "-pk")
    by_moment = undated.filter(date=None).order_by("-started_at", "-pk")
    found = [*by_date[:most], *by_moment[:most]]
    for evening in found:
        evening.club = club
    return nlargest(most, ((day_of(e), e) for e in found), key=lambda pair: (pair[0], pair[1].started_at, pair[1].pk))


def day_in(club: Club, path: str = "") -> Coalesce:
    """The day of an evening where the club plays."""
    return Coalesce(F(f"{path}date"), TruncDate(f"{path}started_at", tzinfo=zone_of(club)))


def closed_tables(club: Club, span: Span, variant: str = "") -> QuerySet[Table]:
    """Closed tables of the season's evenings that count; of one variant where it is said."""
    found = Table.objects.filter(played_in(club, span, "evening__"), evening__counts=True, closing__isnull=False)
    return found.filter(rules__code=variant) if variant else found


def openings_stored(season: Season) -> dict[str, int]:
    """Opening balances by code of the game and public id of the player, as `code:player`."""
    rows = season.openings.exclude(points=0).values_list("rules_code", "player__public_id", "points")
    return {f"{code}:{player}": points for code, player, points in rows}
