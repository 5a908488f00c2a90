"""A club between evenings: what runs, what was played, its links, its name."""

from collections.abc import Mapping
from typing import Any, Literal
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from ledger.access import Role, club_for, club_link, find_club, grant_club, phone_of, role_in, role_of_token
from ledger.forms.clubs import ClubForm, SearchForm
from ledger.http import base_url, go_to, in_its_language, left_as_it_was, only_shown
from ledger.models import Club
from ledger.queries.evenings import EveningCard, evening_card, played_count, played_evenings, running_evenings
from ledger.queries.players import names_of
from ledger.services.clubs import change_club, revoke_club_link
from ledger.views.home import ranked, standing
from ledger.views.lines import evening_charts
from ledger.views.links import is_local, qr

ROLES: Mapping[str, Literal["keeper", "scorer", "viewer"]] = {
    "viewer": "viewer",
    "scorer": "scorer",
    "keeper": "keeper",
}


@require_safe
def open_club(request: HttpRequest, club_id: str, token: str) -> HttpResponse:
    """Take the right that a club's link gives."""
    try:
        club = find_club(club_id)
    except Http404:
        return render(request, "ledger/dead_link.html", {"of": "club"}, status=404)
    role = role_of_token(club, token)
    if role is None:
        return render(request, "ledger/dead_link.html", {"of": "club"}, status=404)
    response = redirect("ledger:club", club_id)
    grant_club(response, request, club, role)
    return response


@require_safe
def club(request: HttpRequest, club_id: str) -> HttpResponse:
    """Tonight's tables first, then what was played, with a search."""
    found = club_for(request, club_id)
    form = SearchForm(request.GET)
    asked = form.asked()
    played = played_evenings(found, **asked)
    looked_for = {"player": asked["player"], "date": request.GET.get("date", "") if asked["on"] else ""}
    context = {
        "club": found,
        "role": role_in(request, found),
        "running": running_evenings(found) if not any(looked_for.values()) and played.page == 1 else (),
        "played": [(evening, standings(evening)) for evening in played.evenings],
        "page": played,
        "count": played_count(found) if any(looked_for.values()) else played.count,
        "search": looked_for,
        "query": urlencode({k: v for k, v in looked_for.items() if v}),
        "players": names_of(found),
        "keeps": role_in(request, found) == Role.KEEPER,
        "scores": (role_in(request, found) or 0) >= Role.SCORER,
    }
    return render(request, "ledger/club.html", context)


def standings(evening: EveningCard) -> list[dict[str, Any]]:
    """Each table of an evening: its game, who ended with what, the best first."""
    return [{"card": card, "standing": standing(card)} for card in evening.tables]


@require_safe
def evening(request: HttpRequest, club_id: str, evening_id: str) -> HttpResponse:
    found = club_for(request, club_id)
    card = evening_card(found, evening_id)
    if card is None:
        raise Http404
    keeps = role_in(request, found) == Role.KEEPER
    charts = evening_charts(card)
    tables = [
        table
        | {"ranked": ranked(table["card"]), "drawn": charts[table["card"].public_id], "drawing": f"lines-{number}"}
        for number, table in enumerate(standings(card), start=1)
    ]
    context = {"club": found, "evening": card, "tables": tables, "keeps": keeps}
    return render(request, "ledger/evening.html", context)


@require_http_methods(["GET", "POST"])
@in_its_language
def settings(request: HttpRequest, club_id: str) -> HttpResponse:
    """Its name and its time zone."""
    found = club_for(request, club_id, Role.KEEPER)
    changes = request.method == "POST" and not only_shown(request)
    initial = {"name": found.name, "time_zone": found.time_zone, **left_as_it_was(request)}
    form = ClubForm(request.POST if changes else None, initial=initial)
    if form.is_bound and form.is_valid():
        change_club(club_id=club_id, by=phone_of(request).name, **form.cleaned_data)
        return go_to(request, "ledger:club", club_id)
    context = {"club": found, "form": form}
    return render(request, "ledger/club_settings.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
def links(request: HttpRequest, club_id: str) -> HttpResponse:
    """The three links as codes; `do=ask:…` asks before revoking, `do=revoke:…` revokes."""
    found = club_for(request, club_id, Role.KEEPER)
    does, _, which = request.POST.get("do", "").partition(":")
    role = ROLES.get(which)
    if does == "revoke" and role:
        fresh = revoke_club_link(club_id=club_id, role=role, by=phone_of(request).name)
        response = go_to(request, "ledger:club_links", club_id)
        # Who revokes goes on.
        grant_club(response, request, fresh, Role.KEEPER)
        return response
    base = base_url(request)
    context = {"club": found, "links": _links(found, base), "asked": role or "", "local": is_local(base)}
    return render(request, "ledger/club_links.html", context)


def _links(found: Club, base: str) -> list[tuple[str, str, Any]]:
    given = [(role, club_link(found, role, base)) for role in (Role.VIEWER, Role.SCORER, Role.KEEPER)]
    return [(role.word, link, qr(link)) for role, link in given]
