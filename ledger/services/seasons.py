"""A club's own seasons: dates, name, and with how many points players begin."""

import datetime
from collections.abc import Mapping

from django.db import transaction

from ledger.models import Club, OpeningBalance, Player, Season
from ledger.rules.problems import Problem, clean_name, name_fault
from ledger.rules.sheet_reading import FIRST_DAY, LAST_DAY, TITLE_MOST
from ledger.services.clubs import locked_club, log_club
from ledger.services.errors import Faulty, Unknown

Openings = Mapping[str, Mapping[str, int]]
"""Points by code of the variant and public id of the player."""
OPENING_MOST = 10**9


@transaction.atomic
def save_season(
    *,
    club_id: str,
    season_id: str | None,
    name: str,
    starts: datetime.date,
    ends: datetime.date,
    openings: Openings,
    by: str,
) -> Season:
    """Add a season (`season_id` None) or change one; its opening balances are those given, each variant's sum zero.
    Added twice, as by a double tap, it is one.

    Raises Unknown, Faulty with everything that is wrong: `name`, `starts`, `ends`, `openings.<code>`."""
    club = locked_club(club_id)
    name = clean_name(name)
    known = Season.objects.filter(club=club, name=name, starts=starts, ends=ends).first() if season_id is None else None
    if known and _openings_of(known) == _without_zeros(openings):
        return known
    season = Season(club=club) if season_id is None else _season(club, season_id)
    # A spelling that was merged begins with nothing of its own.
    players = {p.public_id: p for p in Player.objects.filter(club=club, merged_into=None)}
    problems = [*_faults(season, name, starts, ends), *_opening_faults(openings, players)]
    if problems:
        raise Faulty(problems)
    season.name, season.starts, season.ends = name, starts, ends
    season.save()
    season.openings.all().delete()
    OpeningBalance.objects.bulk_create(
        OpeningBalance(season=season, player=players[who], rules_code=code, points=points)
        for code, balances in openings.items()
        for who, points in balances.items()
        if points
    )
    data = {"season": season.public_id, "name": name, "starts": starts.isoformat(), "ends": ends.isoformat()}
    log_club(club, "season", data | {"openings": {code: dict(found) for code, found in openings.items()}}, by)
    return season


@transaction.atomic
def delete_season(*, club_id: str, season_id: str, by: str) -> None:
    """Take a season away; its evenings stay in their calendar years. Raises Unknown."""
    club = locked_club(club_id)
    season = _season(club, season_id)
    log_club(club, "season", {"season": season.public_id, "name": season.name, "deleted": True}, by)
    season.delete()


def _season(club: Club, season_id: str) -> Season:
    season = Season.objects.filter(club=club, public_id=season_id).first()
    if season is None:
        raise Unknown(f"no season {season_id}")
    return season


def _openings_of(season: Season) -> set[tuple[str, str, int]]:
    return set(season.openings.exclude(points=0).values_list("rules_code", "player__public_id", "points"))


def _without_zeros(openings: Openings) -> set[tuple[str, str, int]]:
    given = {(code, who, points) for code, balances in openings.items() for who, points in balances.items()}
    return {one for one in given if one[2]}


def _faults(season: Season, name: str, starts: datetime.date, ends: datetime.date) -> list[Problem]:
    problems = []
    wanted = name_fault(name, least=1, most=TITLE_MOST)
    if wanted:
        problems.append(Problem(("name",), "out-of-range", {"wanted": wanted}))
    for field, day in (("starts", starts), ("ends", ends)):
        if not FIRST_DAY <= day <= LAST_DAY:
            problems.append(Problem((field,), "out-of-range", {"wanted": f"from {FIRST_DAY} to {LAST_DAY}"}))
    if ends < starts:
        problems.append(Problem(("ends",), "out-of-range", {"wanted": "not before it starts"}))
    others = Season.objects.filter(club=season.club, starts__lte=ends, ends__gte=starts).exclude(pk=season.pk)
    if other := others.first():
        problems.append(Problem(("starts",), "duplicate", {"season": other.name}))
    return problems


def _opening_faults(openings: Openings, players: Mapping[str, Player]) -> list[Problem]:
    problems = []
    for code, balances in openings.items():
        if any(who not in players for who in balances):
            problems.append(Problem(("openings", code), "missing"))
        if any(abs(points) > OPENING_MOST for points in balances.values()):
            problems.append(Problem(("openings", code), "out-of-range", {"wanted": f"at most {OPENING_MOST}"}))
        if total := sum(balances.values()):
            problems.append(Problem(("openings", code), "out-of-range", {"wanted": "0 in all", "total": total}))
    return problems
