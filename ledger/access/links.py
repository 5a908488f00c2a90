"""Links that carry rights to other phones.

A link's token is derived from the secret key, the role and the generation of that role at its table or club: nothing
secret lies in the database, and raising the generation kills the old links and the rights they gave at once.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse

from ledger.access.phone import Role
from ledger.models import Club, HouseVersion, Table

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
    return _signature(f"{kind}|{role.word}|{place.public_id}|{generation(place, role)}")


def _signature(text: str) -> str:
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


def rules_token(key: int, share_generation: int) -> str:
    """The token of the link that opens a version (by its key) of a club's own rules to anybody, until the links of
    this generation are withdrawn."""
    return f"{key}-{_signature(f'boston-rules|{key}|{share_generation}')}"


def rules_link(key: int, share_generation: int, base: str) -> str:
    """The address of a version for anybody who has it."""
    return base + reverse("ledger:shared_rules", args=[rules_token(key, share_generation)])


def shared_version(given: str) -> HouseVersion | None:
    """The version that a token opens, with its rules; None where it opens nothing, or nothing any more."""
    if not re.fullmatch(r"[0-9]{1,18}-[\w-]{22}", given, re.ASCII):
        return None
    found = HouseVersion.objects.select_related("house__club", "rules").filter(pk=int(given.split("-")[0])).first()
    right = rules_token(found.pk, found.house.share_generation) if found else ""
    return found if hmac.compare_digest(right, given) else None
