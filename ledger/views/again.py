"""Same table again: the start page as the evening before it had it."""

from typing import Any

from django.http import HttpRequest

from ledger.access import Role, reachable
from ledger.forms.evenings import option_values
from ledger.forms.stakes import stake_values
from ledger.models import Club
from ledger.queries.again import StartValues, last_stake, start_again
from ledger.rules.variant import Variant


def again_at(request: HttpRequest) -> StartValues | None:
    """What the evening named in the address would start with, where this phone scored it."""
    asked = request.GET.get("again", "") if request.method == "GET" else ""
    found = reachable(request, Role.SCORER).filter(public_id=asked.replace("\0", "")) if asked else None
    table = found.select_related("rules", "evening__club").first() if found else None
    return start_again(table) if table else None


def stake_of_club(club: Club | None) -> dict[str, Any]:
    """The fields of the stake as the club played last; after an evening for points alone the amount stays empty."""
    found = last_stake(club) if club else None
    if found is None:
        return stake_values(None)
    return stake_values(found.stake) | ({} if found.of_last else {"stake_amount": ""})


def again_values(variant: Variant, before: StartValues) -> dict[str, Any]:
    """The fields of the start page."""
    found: dict[str, Any] = {**option_values(variant, before.options), **stake_values(before.stake)}
    found |= {"club": before.club.public_id, "opening_kitty": before.opening_kitty}
    if before.planned_deals:
        found["planned_deals"] = before.planned_deals
    return found
