"""Same table again: the start page as the evening before it had it."""

from typing import Any

from django.http import HttpRequest

from ledger.access import Role, known_tables, role_on
from ledger.forms.evenings import option_values
from ledger.forms.stakes import stake_values
from ledger.queries.again import StartValues, start_again
from ledger.rules.variant import Variant


def again_at(request: HttpRequest) -> StartValues | None:
    """What the evening named in the address would start with, where this phone scored it."""
    asked = request.GET.get("again", "") if request.method == "GET" else ""
    found = next((t for t in known_tables(request) if t.public_id == asked), None) if asked else None
    return start_again(found) if found and role_on(request, found) == Role.SCORER else None


def again_values(variant: Variant, before: StartValues) -> dict[str, Any]:
    """The fields of the start page."""
    found: dict[str, Any] = {**option_values(variant, before.options), **stake_values(before.stake)}
    found |= {"club": before.club.public_id, "opening_kitty": before.opening_kitty}
    if before.planned_deals:
        found["planned_deals"] = before.planned_deals
    return found
