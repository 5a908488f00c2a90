"""A phone, known by a signed cookie: a number of its own, the name it gave itself, and the rights it was given."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse

from ledger.models import BY_LENGTH

COOKIE = "boston_phone"
YEAR = 365 * 24 * 60 * 60
MOST_TABLES = 40
MOST_CLUBS = 8
"""A cookie holds 4096 bytes: so many tables and clubs always fit."""

_SALT = "boston-phone"


class Role(IntEnum):
    """What somebody may do; a higher role may all that a lower one may. At a table nobody is more than a scorer."""

    VIEWER = 10
    SCORER = 20
    KEEPER = 30

    @property
    def word(self) -> str:
        return self.name.lower()


Right = tuple[Role, int]
"""A role, and the generation of the links that gave it."""


@dataclass(frozen=True, slots=True)
class Phone:
    """One phone: a number of its own, the name it gave itself, and the rights it was given, the newest last."""

    id: str
    name: str = ""
    tables: Mapping[str, Right] = field(default_factory=dict)
    clubs: tuple[str, ...] = ()
    """Clubs it has scored for by the link of a table."""
    rights: Mapping[str, Right] = field(default_factory=dict)
    """What the links of clubs gave it."""

    @property
    def known(self) -> bool:
        return bool(self.name or self.tables or self.clubs or self.rights)


def phone_of(request: HttpRequest) -> Phone:
    """The phone that asks; one that is not known, or whose cookie was tampered with, is a new one."""
    kept: Phone | None = getattr(request, "_phone", None)
    if kept is None:
        kept = read_cookie(request.COOKIES.get(COOKIE, "")) or Phone(secrets.token_urlsafe(12))
        request._phone = kept  # type: ignore[attr-defined]
    return kept


def remember(response: HttpResponse, request: HttpRequest, phone: Phone) -> None:
    """Let the phone keep what it is now."""
    request._phone = phone  # type: ignore[attr-defined]
    response.set_cookie(
        COOKIE, written_cookie(phone), max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure()
    )


def forget(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, samesite="Lax")


def named(phone: Phone, name: str) -> Phone:
    return replace(phone, name=name[:BY_LENGTH])


def written_cookie(phone: Phone) -> str:
    plain: dict[str, Any] = {"i": phone.id, "n": phone.name, "t": _plain(phone.tables), "c": list(phone.clubs)}
    if phone.rights:
        plain["r"] = _plain(phone.rights)
    return signing.dumps(plain, salt=_SALT, compress=True)


def read_cookie(cookie: str) -> Phone | None:
    """The phone of a cookie, None where it is none of ours."""
    try:
        plain = signing.loads(cookie, salt=_SALT, max_age=YEAR)
        rights = _rights(plain.get("r", {}))
        return Phone(plain["i"], plain["n"], _rights(plain["t"]), tuple(plain["c"]), rights)
    except (signing.BadSignature, KeyError, ValueError, TypeError, AttributeError):
        return None


def _plain(rights: Mapping[str, Right]) -> dict[str, str]:
    return {k: f"{role.word[0]}{given}" for k, (role, given) in rights.items()}


def _rights(plain: Mapping[str, str]) -> dict[str, Right]:
    roles = {role.word[0]: role for role in Role}
    return {k: (roles[v[0]], int(v[1:])) for k, v in plain.items()}
