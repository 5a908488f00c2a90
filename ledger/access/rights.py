"""Who may do what: rights at tables and in clubs, checked where the thing is fetched."""

from collections.abc import Iterable
from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse

from ledger.access.links import generation
from ledger.access.phone import MOST_CLUBS, MOST_TABLES, Phone, Role, phone_of, remember
from ledger.models import Club, Table

NEWEST_TABLES = 40


class LooksOn(PermissionDenied):
    """The phone is let in, but may not do this: it only follows (`looks-on`), or does not keep the club (`keeper`)."""


def grant(response: HttpResponse, request: HttpRequest, table: Table, role: Role) -> None:
    """Give this phone a right at the table; a better one it has already stays. Needs `table.evening.club`."""
    phone = phone_of(request)
    best = max(role, _own_role(phone, table) or role)
    tables = {k: v for k, v in phone.tables.items() if k != table.public_id}
    tables[table.public_id] = (best, generation(table, best))
    clubs = phone.clubs
    if best >= Role.SCORER:
        own = table.evening.club.public_id
        clubs = (*(c for c in clubs if c != own), own)[-MOST_CLUBS:]
    kept = dict(list(tables.items())[-MOST_TABLES:])
    remember(response, request, replace(phone, tables=kept, clubs=clubs))


def grant_club(response: HttpResponse, request: HttpRequest, club: Club, role: Role) -> None:
    """Give this phone a right in a club; a better one it has already stays."""
    phone = phone_of(request)
    best = max(role, role_in(request, club) or role)
    rights = {k: v for k, v in phone.rights.items() if k != club.public_id}
    rights[club.public_id] = (best, generation(club, best))
    remember(response, request, replace(phone, rights=dict(list(rights.items())[-MOST_CLUBS:])))


def role_in(request: HttpRequest, club: Club) -> Role | None:
    """What the asking phone may do in the club now."""
    return _role_in(phone_of(request), club)


def _role_in(phone: Phone, club: Club) -> Role | None:
    role, given = phone.rights.get(club.public_id, (None, 0))
    return role if role is not None and given == generation(club, role) else None


def role_on(request: HttpRequest, table: Table) -> Role | None:
    """What the asking phone may do at the table now, by the table's link or the club's; at most score.

    Needs `table.evening.club`."""
    phone = phone_of(request)
    found = [r for r in (_own_role(phone, table), _role_in(phone, table.evening.club)) if r is not None]
    return min(max(found), Role.SCORER) if found else None


def _own_role(phone: Phone, table: Table) -> Role | None:
    return role_of(phone, table.public_id, table.scorer_generation, table.viewer_generation)


def role_of(phone: Phone, public_id: str, scorer_generation: int, viewer_generation: int) -> Role | None:
    """The phone's right by the link of a table of which only these columns were read."""
    role, given = phone.tables.get(public_id, (None, 0))
    now = scorer_generation if role is Role.SCORER else viewer_generation
    return role if given == now else None


def table_for(request: HttpRequest, table_id: str, need: Role = Role.VIEWER) -> Table:
    """The table, if the asking phone may do there what it wants to.

    Raises Http404 for a table that is not there and PermissionDenied (`LooksOn` for a follower) without the right.
    """
    table = find_table(table_id)
    _refuse(role_on(request, table), need, "")
    return table


def club_for(request: HttpRequest, club_id: str, need: Role = Role.VIEWER) -> Club:
    """The club, if the asking phone may do there what it wants to. Raises as `table_for`."""
    club = find_club(club_id)
    _refuse(role_in(request, club), need, "club")
    return club


def _refuse(role: Role | None, need: Role, place: str) -> None:
    """What the exception says is what the page of refusal goes by."""
    if role is None:
        raise PermissionDenied(place)
    if role < need:
        raise LooksOn("keeper" if need is Role.KEEPER else "looks-on")


def find_table(table_id: str) -> Table:
    """The table with evening, club and rules, whoever asks. Raises Http404."""
    # PostgreSQL refuses to look for a text with a NUL in it.
    found = Table.objects.none() if "\0" in table_id else Table.objects.filter(public_id=table_id)
    table = found.select_related("evening__club", "rules", "settlement__banker").first()
    if table is None:
        raise Http404
    return table


def find_club(club_id: str) -> Club:
    """The club, whoever asks. Raises Http404."""
    club = None if "\0" in club_id else Club.objects.filter(public_id=club_id).first()
    if club is None:
        raise Http404
    return club


def reachable(request: HttpRequest, least: Role = Role.VIEWER) -> QuerySet[Table]:
    """The tables at which this phone has that right or a better one now."""
    phone = phone_of(request)
    wanted = Q(pk__in=[])
    for public_id, (role, given) in phone.tables.items():
        if role >= least:
            wanted |= Q(**{"public_id": public_id, f"{role.word}_generation": given})
    for club_id, (role, given) in phone.rights.items():
        if role >= least:
            wanted |= Q(evening__club__public_id=club_id, **{f"evening__club__{role.word}_generation": given})
    return Table.objects.filter(wanted)


def known_tables(request: HttpRequest, least: Role = Role.VIEWER, most: int = NEWEST_TABLES) -> list[Table]:
    """The tables this phone may look at, the latest evening first, with all that a card of theirs shows."""
    found = reachable(request, least).select_related("rules", "evening__club")
    return list(found.order_by("-evening__started_at", "-id")[:most])


def running_tables(request: HttpRequest, least: Role = Role.VIEWER) -> list[Table]:
    """Those of them that are not closed."""
    found = reachable(request, least).filter(closing=None).select_related("rules", "evening__club")
    return list(found.order_by("-evening__started_at", "-id")[:NEWEST_TABLES])


def scored_tables(request: HttpRequest) -> list[str]:
    """The public ids of the tables this phone may score now."""
    return list(reachable(request, Role.SCORER).values_list("public_id", flat=True))


def seen_tables(request: HttpRequest, table: Table) -> frozenset[int] | None:
    """Keys of the tables whose money a phone at this one may count; None: who keeps the score, and who has the club's
    link, sees all of the club."""
    if role_on(request, table) == Role.SCORER or role_in(request, table.evening.club):
        return None
    return frozenset(reachable(request).values_list("pk", flat=True))


def known_clubs(request: HttpRequest, least: Role = Role.SCORER) -> list[Club]:
    """The clubs whose link this phone has, and those it has scored for by the link of a table, the latest first.

    None where every right it was given was revoked."""
    phone = phone_of(request)
    given = Table.objects.filter(public_id__in=phone.tables, evening__club__public_id__in=phone.clubs)
    columns = given.values_list("evening__club__public_id", "public_id", "scorer_generation", "viewer_generation")
    rights: dict[str, set[Role | None]] = {}
    for club, table, scorer_generation, viewer_generation in columns:
        rights.setdefault(club, set()).add(role_of(phone, table, scorer_generation, viewer_generation))
    # A club whose tables are all forgotten by now, for a cookie holds only so many, stays known.
    by_table = [club for club in phone.clubs if Role.SCORER in rights.get(club, {Role.SCORER})]
    return _latest_first(phone, [*phone.rights, *by_table], by_table, least)


def _latest_first(phone: Phone, ids: list[str], by_table: Iterable[str], least: Role) -> list[Club]:
    order = {club: at for at, club in enumerate(dict.fromkeys([*phone.clubs, *phone.rights]))}
    found = Club.objects.filter(public_id__in=ids)
    kept = [c for c in found if c.public_id in by_table or (_role_in(phone, c) or 0) >= least]
    return sorted(kept, key=lambda club: -order[club.public_id])
