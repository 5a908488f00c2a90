"""What somebody chose for this phone alone, in cookies of their own: for which hand, and whether it keeps the table."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from ledger.access.phone import YEAR

CHOICES = {"hand": ("right", "left"), "offline": ("on", "off")}
"""By the name of the choice: what can be chosen, the usual first."""


def choices(request: HttpRequest) -> dict[str, bool]:
    """For every page: whether it is drawn for the left hand, and whether the phone is to keep the open table."""
    return {
        "left_handed": chosen(request, "hand") == "left",
        "keeps_offline": settings.OFFLINE and chosen(request, "offline") == "on",
    }


def chosen(request: HttpRequest, name: str) -> str:
    said = request.COOKIES.get(f"boston_{name}", "")
    return said if said in CHOICES[name] else CHOICES[name][0]


def choose(response: HttpResponse, request: HttpRequest, name: str, value: str) -> None:
    """Remember it for a year; what can't be chosen changes nothing."""
    if value in CHOICES[name]:
        cookie = f"boston_{name}"
        response.set_cookie(cookie, value, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure())
