"""Two spellings of one person merged, and split again."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
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
from ledger.queries.sitting import who_sat
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
Opening = tuple[int, str, int]
"""Key of the season, code of the variant, points."""


@transaction.atomic
def merge_players(*, club_id: str, into: str, other: str, by: str) -> Player:
    """`other` is another spelling of `into` (public ids): all that is his becomes the other's, and his name finds
    that one. Twice is once. Raises Unknown, Faulty (they sat at the same table, or money passed between the two)."""
    if into == other:
        raise Faulty([Problem(("other",), "duplicate")])
    if done := _merged_before(club_id, into, other):
        return done
    club, (person, spelling) = locked_persons(club_id, into, other)
    _refuse_two_people(person, spelling)
    added = _add_openings(person, spelling)
    tables = list(Seat.objects.filter(who_sat(), player=spelling).values_list("table", flat=True))
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


def _merged_before(club_id: str, into: str, other: str) -> Player | None:
    if "\0" in into + other:
        return None
    known = Player.objects.filter(club__public_id=club_id, public_id=other, merged_into__public_id=into)
    spelling = known.select_related("merged_into").first()
    return _person(spelling) if spelling else None


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
    both = Seat.objects.filter(who_sat(), player=one).values("table")
    if Seat.objects.filter(who_sat(), player=other, table__in=both).exists():
        faults.append(Problem(("other", "seats"), "duplicate"))
    # One that was taken back too: it can't be from somebody to himself.
    if Payment.objects.filter(Q(payer=one, payee=other) | Q(payer=other, payee=one)).exists():
        faults.append(Problem(("other", "payments"), "duplicate"))
    if faults:
        raise Faulty(faults)


def _add_openings(person: Player, spelling: Player) -> list[dict[str, Any]]:
    """The points with which a spelling begins seasons are added to the person's; what those were. Told as points and
    not as rows: rows are added up, and written anew with the season."""
    added = []
    for row in OpeningBalance.objects.filter(player=spelling):
        where = {"season_id": row.season_id, "rules_code": row.rules_code}
        added.append({"season": row.season_id, "rules_code": row.rules_code, "points": row.points})
        row.delete()
        own, _ = OpeningBalance.objects.get_or_create(player=person, **where, defaults={"points": 0})
        own.points += row.points
        own.save(update_fields=["points"])
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
    merging = _merging_of(spelling)
    data = merging.data
    spelling.merged_into = None
    spelling.save(update_fields=["merged_into"])
    seats = Seat.objects.filter(pk__in=data["seats"], player=person)
    tables = list(seats.filter(who_sat()).values_list("table", flat=True))
    for what, (model, field) in HELD.items():
        _moved(model, field, {"pk__in": data[what], field: person}, spelling)
    _move_totals(person, spelling, tables)
    taken = _take_openings(person, spelling, _openings_left(merging))
    _rename_arrivals(person, spelling, data["arrivals"])
    rebook_all([person, spelling])
    refold_club(club)
    tell_tables(spelling)
    log_club(club, "player", {"what": "split", "from": person.public_id, "other": other, "taken": taken}, by)
    return spelling


def _merged(club_id: str, other: str) -> Player:
    if "\0" in other:
        raise Unknown("no spelling has a NUL in its id")
    found = Player.objects.filter(club__public_id=club_id, public_id=other, merged_into__isnull=False)
    spelling = found.select_related("merged_into").first()
    if spelling is None:
        raise Unknown(f"{other} is no spelling of anybody")
    return spelling


def _person(spelling: Player) -> Player:
    assert spelling.merged_into is not None
    return spelling.merged_into


def _merging_of(spelling: Player) -> ClubEvent:
    """The line of the log of his last merging."""
    events = ClubEvent.objects.filter(club=spelling.club_id, kind="player").order_by("-id")
    return next(e for e in events if e.data["what"] == "merged" and e.data["other"] == spelling.public_id)


def _openings_left(merging: ClubEvent) -> Iterator[Opening]:
    """What a merging added to the points of seasons, less what spellings that came along with him took away since."""
    left = Counter({(one["season"], one["rules_code"]): one["points"] for one in merging.data["added"]})
    inside = set(Player.objects.filter(pk__in=merging.data["spellings"]).values_list("public_id", flat=True))
    gone: set[str] = set()
    for event in ClubEvent.objects.filter(club=merging.club_id, kind="player", pk__gt=merging.pk).order_by("pk"):
        said = event.data
        # Once he is out, or with another of them who is out, he takes nothing of these any more.
        if said["what"] == "split" and said["other"] in inside - gone and said["from"] not in inside:
            gone.add(said["other"])
            left.subtract({(season, code): points for season, code, points in said.get("taken", ())})
    return ((season, code, points) for (season, code), points in left.items())


def _take_openings(person: Player, spelling: Player, own: Iterable[Opening]) -> list[Opening]:
    """Give him back his points, unless the season was written anew without them; what he got. A row of 0 stays: others
    may still be split from it."""
    taken = []
    for season, code, points in own:
        row = OpeningBalance.objects.filter(player=person, season=season, rules_code=code).first()
        if row is None:
            continue
        row.points -= points
        row.save(update_fields=["points"])
        OpeningBalance.objects.create(player=spelling, season_id=season, rules_code=code, points=points)
        taken.append((season, code, points))
    return taken


def _rename_arrivals(person: Player, spelling: Player, keys: Iterable[int]) -> None:
    rows = [d for d in Deal.objects.filter(pk__in=keys) if folded_name(d.data.get("player") or "") == person.folded]
    for deal in rows:
        deal.data = {**deal.data, "player": spelling.name}
    Deal.objects.bulk_update(rows, ["data"], batch_size=200)
