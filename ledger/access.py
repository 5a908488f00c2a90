"""Who is asking, and what may they. A phone is known by a signed cookie; rights travel by links.

A link's token is derived from the secret key, the role and the table's generation of that role: nothing secret lies in
the database, and raising the generation kills the old links and the rights they gave at once.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Literal

from django.conf import settings
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from ledger.models import BY_LENGTH, Club, Table

COOKIE = "boston_phone"
YEAR = 365 * 24 * 60 * 60
TOKEN_LENGTH = 22
MOST_TABLES = 40
MOST_CLUBS = 8
"""A cookie holds 4096 bytes: so many tables and clubs always fit."""

_SALT = "boston-phone"


class Role(IntEnum):
    """What somebody may do at a table; a higher role may all that a lower one may."""

    VIEWER = 10
    SCORER = 20

    @property
    def word(self) -> Literal["scorer", "viewer"]:
        return "scorer" if self is Role.SCORER else "viewer"


class LooksOn(PermissionDenied):
    """The phone may follow this table, but not write."""


@dataclass(frozen=True, slots=True)
class Phone:
    """One phone: a number of its own, the name it gave itself, and the rights it was given, the newest last."""

    id: str
    name: str = ""
    tables: Mapping[str, tuple[Role, int]] = field(default_factory=dict)
    clubs: tuple[str, ...] = ()

    @property
    def known(self) -> bool:
        return bool(self.name or self.tables or self.clubs)


@dataclass(frozen=True, slots=True)
class Links:
    """The two addresses that let others in."""

    scorer: str
    viewer: str


def phone_of(request: HttpRequest) -> Phone:
    """The phone that asks; one that is not known, or whose cookie was tampered with, is a new one."""
    kept: Phone | None = getattr(request, "_phone", None)
    if kept is None:
        kept = _read(request.COOKIES.get(COOKIE, "")) or Phone(secrets.token_urlsafe(12))
        request._phone = kept  # type: ignore[attr-defined]
    return kept


def remember(response: HttpResponse, request: HttpRequest, phone: Phone) -> None:
    """Let the phone keep what it is now."""
    request._phone = phone  # type: ignore[attr-defined]
    response.set_cookie(
        COOKIE, _written(phone), max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure()
    )


def forget(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, samesite="Lax")


def named(phone: Phone, name: str) -> Phone:
    return replace(phone, name=name[:BY_LENGTH])


def grant(response: HttpResponse, request: HttpRequest, table: Table, role: Role) -> None:
    """Give this phone a right at the table; a better one it has already stays. Needs `table.evening.club`."""
    phone = phone_of(request)
    best = max(role, role_on(request, table) or role)
    tables = {k: v for k, v in phone.tables.items() if k != table.public_id}
    tables[table.public_id] = (best, generation(table, best))
    clubs = phone.clubs
    if best >= Role.SCORER:
        own = table.evening.club.public_id
        clubs = (*(c for c in clubs if c != own), own)[-MOST_CLUBS:]
    kept = dict(list(tables.items())[-MOST_TABLES:])
    remember(response, request, replace(phone, tables=kept, clubs=clubs))


def role_on(request: HttpRequest, table: Table) -> Role | None:
    """What the asking phone may do at the table now."""
    return role_of(phone_of(request), table.public_id, table.scorer_generation, table.viewer_generation)


def role_of(phone: Phone, public_id: str, scorer_generation: int, viewer_generation: int) -> Role | None:
    """The phone's right at a table of which only these columns were read."""
    role, given = phone.tables.get(public_id, (None, 0))
    now = scorer_generation if role is Role.SCORER else viewer_generation
    return role if given == now else None


def table_for(request: HttpRequest, table_id: str, need: Role = Role.VIEWER) -> Table:
    """The table, if the asking phone may do there what it wants to.

    Raises Http404 for a table that is not there and PermissionDenied (`LooksOn` for a follower) without the right.
    """
    table = find_table(table_id)
    role = role_on(request, table)
    if role is None:
        raise PermissionDenied
    if role < need:
        raise LooksOn("looks-on")
    return table


def find_table(table_id: str) -> Table:
    """The table with evening, club and rules, whoever asks. Raises Http404."""
    # PostgreSQL refuses to look for a text with a NUL in it.
    found = Table.objects.none() if "\0" in table_id else Table.objects.filter(public_id=table_id)
    table = found.select_related("evening__club", "rules", "settlement__banker").first()
    if table is None:
        raise Http404
    return table


def known_tables(request: HttpRequest) -> list[Table]:
    """The tables this phone may look at, the latest evening first, with all that a card of theirs shows."""
    phone = phone_of(request)
    found = Table.objects.filter(public_id__in=phone.tables).select_related("rules", "evening__club")
    ordered = found.prefetch_related("seats__player").order_by("-evening__started_at", "-id")
    return [table for table in ordered if role_on(request, table)]


def scored_tables(request: HttpRequest) -> list[str]:
    """The public ids of the tables this phone may score now."""
    phone = phone_of(request)
    found = Table.objects.filter(public_id__in=phone.tables)
    columns = found.values_list("public_id", "scorer_generation", "viewer_generation")
    return [one for one, *now in columns if role_of(phone, one, *now) == Role.SCORER]


def seen_tables(request: HttpRequest, table: Table) -> frozenset[int] | None:
    """Keys of the tables whose money a phone at this one may count; None: who keeps the score sees all of the club."""
    if role_on(request, table) == Role.SCORER:
        return None
    return frozenset(known.pk for known in known_tables(request))


def known_clubs(request: HttpRequest) -> list[Club]:
    """The clubs this phone has scored for, the latest first; none where every right it was given was revoked."""
    phone = phone_of(request)
    given = Table.objects.filter(public_id__in=phone.tables, evening__club__public_id__in=phone.clubs)
    columns = given.values_list("evening__club__public_id", "public_id", "scorer_generation", "viewer_generation")
    rights: dict[str, set[Role | None]] = {}
    for club, table, scorer_generation, viewer_generation in columns:
        rights.setdefault(club, set()).add(role_of(phone, table, scorer_generation, viewer_generation))
    # A club whose tables are all forgotten by now, for a cookie holds only so many, stays known.
    ids = [club for club in phone.clubs if Role.SCORER in rights.get(club, {Role.SCORER})]
    return sorted(Club.objects.filter(public_id__in=ids), key=lambda club: -ids.index(club.public_id))


def generation(table: Table, role: Role) -> int:
    return table.scorer_generation if role is Role.SCORER else table.viewer_generation


def token(table: Table, role: Role) -> str:
    """The token of the link that gives this role at this table now."""
    text = f"boston-link|{role.word}|{table.public_id}|{generation(table, role)}"
    digest = hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).decode()[:TOKEN_LENGTH]


def role_of_token(table: Table, given: str) -> Role | None:
    """The role a token stands for, if any; takes the same time for every wrong one."""
    found = [role for role in Role if hmac.compare_digest(token(table, role).encode(), given.encode())]
    return found[0] if found else None


def links_for(table: Table, base: str) -> Links:
    """The addresses to follow and to score; `base` is the site's address without a closing slash."""
    found = {r: reverse("ledger:open", args=[table.public_id, token(table, r)]) for r in Role}
    return Links(scorer=base + found[Role.SCORER], viewer=base + found[Role.VIEWER])


def settle_link(table: Table, base: str) -> str:
    """The address that shows the settlement to whoever has it: to follow, never to score."""
    return base + reverse("ledger:open_settle", args=[table.public_id, token(table, Role.VIEWER)])


def _written(phone: Phone) -> str:
    tables = {k: f"{role.word[0]}{given}" for k, (role, given) in phone.tables.items()}
    plain = {"i": phone.id, "n": phone.name, "t": tables, "c": list(phone.clubs)}
    return signing.dumps(plain, salt=_SALT, compress=True)


def _read(cookie: str) -> Phone | None:
    roles = {role.word[0]: role for role in Role}
    try:
        plain = signing.loads(cookie, salt=_SALT, max_age=YEAR)
        tables = {k: (roles[v[0]], int(v[1:])) for k, v in plain["t"].items()}
        return Phone(plain["i"], plain["n"], tables, tuple(plain["c"]))
    except (signing.BadSignature, KeyError, ValueError, TypeError, AttributeError):
        return None
