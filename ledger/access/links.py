"""Links that carry rights to other phones.

A link's token is derived from the secret key, the role and the generation of that role at its table or club: nothing
secret lies in the database, and raising the generation kills the old links and the rights they gave at once.
"""

import base64
import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse

from ledger.access.phone import Role
from ledger.models import Club, Table

TOKEN_LENGTH = 22
AT_TABLE = (Role.VIEWER, Role.SCORER)


@dataclass(frozen=True, slots=True)
class Links:
    """The two addresses that let others in at a table."""

    scorer: str
    viewer: str


def generation(place: Table | Club, role: Role) -> int:
    return int(getattr(place, f"{role.word}_generation"))


def token(place: Table | Club, role: Role) -> str:
    """The token of the link that gives this role there now."""
    kind = "boston-link" if isinstance(place, Table) else "boston-club"
    text = f"{kind}|{role.word}|{place.public_id}|{generation(place, role)}"
    digest = hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).decode()[:TOKEN_LENGTH]


def role_of_token(place: Table | Club, given: str) -> Role | None:
    """The role a token stands for, if any; takes the same time for every wrong one."""
    roles: Iterable[Role] = AT_TABLE if isinstance(place, Table) else Role
    found = [role for role in roles if hmac.compare_digest(token(place, role).encode(), given.encode())]
    return found[0] if found else None


def links_for(table: Table, base: str) -> Links:
    """The addresses to follow and to score; `base` is the site's address without a closing slash."""
    found = {r: reverse("ledger:open", args=[table.public_id, token(table, r)]) for r in AT_TABLE}
    return Links(scorer=base + found[Role.SCORER], viewer=base + found[Role.VIEWER])


def settle_link(table: Table, base: str) -> str:
    """The address of a table's settlement for whoever follows: it never lets anybody write."""
    return base + reverse("ledger:open_settle", args=[table.public_id, token(table, Role.VIEWER)])


def club_link(club: Club, role: Role, base: str) -> str:
    """The address that gives a role in a club."""
    return base + reverse("ledger:open_club", args=[club.public_id, token(club, role)])
