"""What is done to a club: rename it, say where it plays, take its links back."""

from typing import Any, Literal

from django.db import transaction

from ledger.models import Club, ClubEvent
from ledger.queries.clubs import time_zones
from ledger.rules.problems import Problem, clean_name, name_fault
from ledger.rules.sheet_reading import TITLE_MOST
from ledger.services.errors import Faulty, Unknown
from ledger.services.rows import signed
from ledger.services.totals import refold_club

ClubRole = Literal["keeper", "scorer", "viewer"]


def locked_club(club_id: str) -> Club:
    """The club, its row locked until the transaction ends. Raises Unknown."""
    club = Club.objects.select_for_update(no_key=True).filter(public_id=club_id).first()
    if club is None:
        raise Unknown(f"no club {club_id}")
    return club


def log_club(club: Club, kind: str, data: dict[str, Any], by: str) -> None:
    """Add a line to the club's log."""
    ClubEvent.objects.create(club=club, kind=kind, data=data, by=signed(by))


@transaction.atomic
def change_club(*, club_id: str, name: str, time_zone: str, by: str) -> Club:
    """Rename the club, and say in which time zone it plays (empty: where the server stands). Raises Unknown, Faulty
    with everything that is wrong."""
    club = locked_club(club_id)
    name, problems = clean_name(name), []
    fault = name_fault(name, least=1, most=TITLE_MOST)
    if fault:
        problems.append(Problem(("name",), "out-of-range", {"wanted": fault}))
    if time_zone and time_zone not in time_zones():
        problems.append(Problem(("time_zone",), "out-of-range", {"wanted": "a time zone such as Europe/Berlin"}))
    if problems:
        raise Faulty(problems)
    before = {"name": club.name, "time_zone": club.time_zone}
    after = {"name": name, "time_zone": time_zone}
    if after != before:
        club.name, club.time_zone = name, time_zone
        club.save(update_fields=["name", "time_zone"])
        if after["time_zone"] != before["time_zone"] and club.evenings.filter(date=None).exists():
            refold_club(club)
        log_club(club, "renamed", {"before": before, "after": after}, by)
    return club


@transaction.atomic
def revoke_club_link(*, club_id: str, role: ClubRole, by: str) -> Club:
    """Take back every link of a role that was given out: links of the next generation differ. Raises Unknown."""
    club = locked_club(club_id)
    field = f"{role}_generation"
    setattr(club, field, getattr(club, field) + 1)
    club.save(update_fields=[field])
    log_club(club, "links", {"role": role, "generation": getattr(club, field)}, by)
    return club
