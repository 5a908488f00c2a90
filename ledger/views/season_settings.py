"""A club's seasons: the list, those of its own, and whether an evening or a deal counts."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.access import Role, club_for, phone_of, role_in, table_for
from ledger.forms.seasons import SeasonForm
from ledger.http import go_to, in_its_language, left_as_it_was, only_shown
from ledger.models import Club, Season
from ledger.queries.seasons import current_span, find_span, openings_stored, spans_of
from ledger.queries.standings import Game, games_ever
from ledger.rules.problems import Problem
from ledger.services.counting import count_deal, count_evening
from ledger.services.errors import Faulty, Unknown
from ledger.services.seasons import delete_season, save_season
from ledger.words import signed


@require_safe
def seasons(request: HttpRequest, club_id: str) -> HttpResponse:
    """Every season, the latest first."""
    club = club_for(request, club_id)
    context = {
        "club": club,
        "spans": spans_of(club),
        "now": current_span(club).key,
        "keeps": role_in(request, club) == Role.KEEPER,
    }
    return render(request, "ledger/seasons.html", context)


@require_http_methods(["GET", "POST"])
@in_its_language
def edit(request: HttpRequest, club_id: str, key: str = "") -> HttpResponse:
    """A new season of the club's own, or one that is there; `do=ask` asks before deleting, `do=delete` deletes."""
    club = club_for(request, club_id, Role.KEEPER)
    season = _season(club, key) if key else None
    does = request.POST.get("do", "")
    if does == "delete" and season:
        delete_season(club_id=club_id, season_id=season.public_id, by=phone_of(request).name)
        return go_to(request, "ledger:seasons", club_id)
    form = _form(request, club, season, bound=request.method == "POST" and does != "ask" and not only_shown(request))
    if form.is_bound and form.is_valid() and (saved := _saved(request, club, season, form)):
        return go_to(request, "ledger:season", club_id, saved.public_id)
    context = {
        "club": club,
        "season": season,
        "form": form,
        "games": [_openings(form, game) for game in games_ever(club)],
        "wrong": sum(len(faults) for faults in form.errors.values()),
        "asked": does == "ask",
    }
    return render(request, "ledger/season_edit.html", context, status=422 if form.errors else 200)


def _season(club: Club, key: str) -> Season:
    span = find_span(club, key)
    if span is None or span.season is None:
        raise Http404
    return span.season


def _form(request: HttpRequest, club: Club, season: Season | None, *, bound: bool) -> SeasonForm:
    initial: dict[str, Any] = {}
    if season:
        initial = {"name": season.name, "starts": season.starts, "ends": season.ends, **openings_stored(season)}
    initial |= left_as_it_was(request)
    players = list(club.players.filter(merged_into=None).order_by("folded"))
    return SeasonForm([g.code for g in games_ever(club)], players, request.POST if bound else None, initial)


def _saved(request: HttpRequest, club: Club, season: Season | None, form: SeasonForm) -> Season | None:
    """The season as it is stored; None where something is wrong, which the form says then."""
    said = {name: form.cleaned_data[name] for name in ("name", "starts", "ends")}
    try:
        return save_season(
            club_id=club.public_id,
            season_id=season.public_id if season else None,
            openings=form.openings(),
            by=phone_of(request).name,
            **said,
        )
    except Faulty as fault:
        for problem in fault.problems:
            form.add_error(str(problem.path[0]) if problem.path[0] != "openings" else None, _words(problem))
            if problem.path[0] == "openings":
                form.sum_faults.setdefault(str(problem.path[1]), []).append(_words(problem))
        return None


def _openings(form: SeasonForm, game: Game) -> dict[str, Any]:
    """The opening balances of a game; they are shown at once where something is wrong with them."""
    fields, faults = form.opening_fields(game.code), form.sum_faults.get(game.code, [])
    shown = bool(faults) or any(field.errors for _, field in fields)
    return {"game": game, "fields": fields, "faults": faults, "shown": shown}


def _words(problem: Problem) -> str:
    if "season" in problem.details:
        return gettext("These days belong to the season “%(name)s”.") % {"name": problem.details["season"]}
    if "total" in problem.details:
        return gettext("Together these make %(points)s and not 0.") % {"points": signed(problem.details["total"])}
    if problem.path == ("ends",) and problem.details.get("wanted") == "not before it starts":
        return gettext("It ends before it begins.")
    return gettext("This number or choice is not possible here.")


@require_POST
def evening_counts(request: HttpRequest, club_id: str, evening_id: str) -> HttpResponse:
    """Say whether an evening counts in the standings."""
    club_for(request, club_id, Role.KEEPER)
    counts = request.POST.get("counts") == "1"
    try:
        count_evening(club_id=club_id, evening_id=evening_id, counts=counts, by=phone_of(request).name)
    except Unknown:
        raise Http404 from None
    return go_to(request, "ledger:evening", club_id, evening_id)


@require_POST
def deal_counts(request: HttpRequest, table_id: str, deal_key: uuid.UUID) -> HttpResponse:
    """Say whether a deal counts in the standings."""
    table_for(request, table_id, Role.SCORER)
    counts = request.POST.get("counts") == "1"
    try:
        count_deal(table_id=table_id, deal_key=deal_key, counts=counts, by=phone_of(request).name)
    except Unknown:
        raise Http404 from None
    return go_to(request, "ledger:deal", table_id, str(deal_key))
