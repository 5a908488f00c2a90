"""Two spellings of one person merged, and split again."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q

from ledger.models import (
    ClubEvent,
    Deal,
    DealPart,
    OpeningBalance,
    Payment,
    Player,
    Seat,
    Settlement,
    Table,
    TableTotal,
)
from ledger.rules.problems import Problem, folded_name
from ledger.services.clubs import locked_club, log_club
from ledger.services.errors import Faulty, Unknown
from ledger.services.persons import lock_tables, locked_persons, rebook_all, rewrite_arrivals, tell_tables
from ledger.services.totals import refold_club

HELD = {
    "seats": (Seat, "player"),
    "paid": (Payment, "payer"),
    "received": (Payment, "payee"),
    "keepers": (Table, "kitty_keeper"),
    "bankers": (Settlement, "banker"),
    "openings": (OpeningBalance, "player"),
    "spellings": (Player, "merged_into"),
}
"""What belongs to a player, by its name in the log; lines of money and totals follow from it."""


@transaction.atomic
def merge_players(*, club_id: str, into: str, other: str, by: str) -> Player:
    """`other` is another spelling of `into` (public ids): all that is his becomes the other's, and his name finds
    that one. Raises Unknown, Faulty (they sat at the same table, or money passed between the two)."""
    if into == other:
        raise Faulty([Problem(("other",), "duplicate")])
    club, (person, spelling) = locked_persons(club_id, into, other)
    _refuse_two_people(person, spelling)
    added = _add_openings(person, spelling)
    tables = list(Seat.objects.filter(player=spelling).values_list("table", flat=True))
    moved = {what: _moved(model, field, {field: spelling}, person) for what, (model, field) in HELD.items()}
    _move_totals(spelling, person, tables)
    arrivals = rewrite_arrivals(club, {spelling.folded}, person.name)
    spelling.merged_into = person
    spelling.save(update_fields=["merged_into"])
    rebook_all([person])
    refold_club(club)
    tell_tables(person)
    said = {"what": "merged", "into": into, "other": other, "added": added, "arrivals": arrivals}
    log_club(club, "player", said | moved, by)
    return person


def _moved(model: Any, field: str, which: Mapping[str, Any], to: Player) -> list[int]:
    """Rows of one player become another's; their keys."""
    found = model.objects.filter(**which)
    keys = sorted(found.values_list("pk", flat=True))
    model.objects.filter(pk__in=keys).update(**{field: to})
    return keys


def _move_totals(one: Player, to: Player, tables: Iterable[int]) -> None:
    """What was worked out of these tables is another's."""
    TableTotal.objects.filter(player=one, table__in=tables).update(player=to)
    parts = DealPart.objects.filter(table__in=tables)
    parts.filter(player=one).update(player=to)
    parts.filter(partner=one).update(partner=to)


def _refuse_two_people(one: Player, other: Player) -> None:
    """Who sat at one table or paid each other are two. Raises Faulty with all that speaks against it."""
    faults = []
    if Seat.objects.filter(player=other, table__seats__player=one).exists():
        faults.append(Problem(("other", "seats"), "duplicate"))
    # One that was taken back too: it can't be from somebody to himself.
    if Payment.objects.filter(Q(payer=one, payee=other) | Q(payer=other, payee=one)).exists():
        faults.append(Problem(("other", "payments"), "duplicate"))
    if faults:
        raise Faulty(faults)


def _add_openings(person: Player, spelling: Player) -> list[dict[str, Any]]:
    """Where both begin a season with points, they begin it with the sum."""
    added = []
    for row in OpeningBalance.objects.filter(player=spelling):
        own = OpeningBalance.objects.filter(player=person, season=row.season_id, rules_code=row.rules_code).first()
        if own is None:
            continue
        own.points += row.points
        own.save(update_fields=["points"])
        added.append({"season": row.season_id, "rules_code": row.rules_code, "points": row.points})
        row.delete()
    return added


@transaction.atomic
def split_player(*, club_id: str, other: str, by: str) -> Player:
    """A spelling is somebody of his own again: exactly what the merging moved comes back to him; what came later stays
    where it is. Raises Unknown (it is no merged spelling)."""
    spelling = _merged(club_id, other)
    lock_tables([_person(spelling)])
    club = locked_club(club_id)
    spelling = _merged(club_id, other)
    person = _person(spelling)
    data = _what_was_moved(spelling)
    spelling.merged_into = None
    spelling.save(update_fields=["merged_into"])
    seats = Seat.objects.filter(pk__in=data["seats"], player=person)
    tables = list(seats.values_list("table", flat=True))
    for what, (model, field) in HELD.items():
        _moved(model, field, {"pk__in": data[what], field: person}, spelling)
    _move_totals(person, spelling, tables)
    _take_openings(person, spelling, data["added"])
    _rename_arrivals(person, spelling, data["arrivals"])
    rebook_all([person, spelling])
    refold_club(club)
    tell_tables(spelling)
    log_club(club, "player", {"what": "split", "from": person.public_id, "other": other}, by)
    return spelling


def _merged(club_id: str, other: str) -> Player:
    found = Player.objects.filter(club__public_id=club_id, public_id=other, merged_into__isnull=False)
    spelling = found.select_related("merged_into").first()
    if spelling is None:
        raise Unknown(f"{other} is no spelling of anybody")
    return spelling


def _person(spelling: Player) -> Player:
    assert spelling.merged_into is not None
    return spelling.merged_into


def _what_was_moved(spelling: Player) -> Mapping[str, Any]:
    """The line of the log of his last merging."""
    events = ClubEvent.objects.filter(club=spelling.club_id, kind="player").order_by("-id")
    return next(e.data for e in events if e.data["what"] == "merged" and e.data["other"] == spelling.public_id)


def _take_openings(person: Player, spelling: Player, added: Iterable[Mapping[str, Any]]) -> None:
    for one in added:
        where = {"season_id": one["season"], "rules_code": one["rules_code"]}
        own = OpeningBalance.objects.filter(player=person, **where).first()
        if own is not None:
            own.points -= one["points"]
            own.save(update_fields=["points"])
            OpeningBalance.objects.create(player=spelling, points=one["points"], **where)


def _rename_arrivals(person: Player, spelling: Player, keys: Iterable[int]) -> None:
    rows = [d for d in Deal.objects.filter(pk__in=keys) if folded_name(d.data.get("player") or "") == person.folded]
    for deal in rows:
        deal.data = {**deal.data, "player": spelling.name}
    Deal.objects.bulk_update(rows, ["data"], batch_size=200)
