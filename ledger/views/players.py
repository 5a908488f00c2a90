"""The players of a club: the list, and what its keeper changes of each."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from ledger.access import Role, club_for, phone_of, role_in
from ledger.forms.players import NewPlayerForm, PlayerForm, player_faults
from ledger.http import go_to, in_its_language, left_as_it_was, only_shown
from ledger.models import Club
from ledger.queries.clubs import get_player
from ledger.queries.players import PlayerCard, player_cards
from ledger.services.errors import Faulty, Unknown
from ledger.services.players import (
    add_player,
    bring_back_player,
    erase_player,
    rename_player,
    retire_player,
    set_guest,
)
from ledger.services.spellings import merge_players, split_player


@require_http_methods(["GET", "POST"])
@in_its_language
def players(request: HttpRequest, club_id: str) -> HttpResponse:
    """Everybody of the club; who keeps it adds somebody new."""
    found = club_for(request, club_id, Role.KEEPER if request.method == "POST" else Role.VIEWER)
    adds = request.method == "POST" and not only_shown(request)
    form = NewPlayerForm(request.POST if adds else None, initial=left_as_it_was(request))
    if form.is_bound and form.is_valid():
        try:
            add_player(club_id=club_id, by=phone_of(request).name, **form.cleaned_data)
        except Faulty as refused:
            for words in player_faults(refused.problems):
                form.add_error("name", words)
        else:
            return go_to(request, "ledger:players", club_id)
    context = {
        "club": found,
        "players": player_cards(found),
        "keeps": role_in(request, found) == Role.KEEPER,
        "form": form,
        "key": uuid4(),
    }
    return render(request, "ledger/players.html", context, status=422 if form.errors else 200)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be done to a player."""

    card: PlayerCard
    told: Mapping[str, Any]
    """Club and phone, as services are told."""
    form: PlayerForm
    other: str

    @property
    def player(self) -> Mapping[str, Any]:
        return {**self.told, "player_id": self.card.view.public_id}


DOES: Mapping[str, Callable[[Asked], object]] = {
    "rename": lambda a: rename_player(name=a.form.cleaned_data["name"], **a.player),
    "guest": lambda a: set_guest(guest=True, **a.player),
    "regular": lambda a: set_guest(guest=False, **a.player),
    "retire": lambda a: retire_player(**a.player),
    "back": lambda a: bring_back_player(**a.player),
    "merge": lambda a: merge_players(into=a.card.view.public_id, other=a.other, **a.told),
    "split": lambda a: split_player(other=a.other, **a.told),
}


@require_http_methods(["GET", "POST"])
@in_its_language
def edit(request: HttpRequest, club_id: str, player_id: str) -> HttpResponse:
    """One player, for who keeps the club: name, guest, retired, another spelling of somebody, erase."""
    found = club_for(request, club_id, Role.KEEPER)
    cards = player_cards(found)
    card = _card(found, cards, player_id)
    if card.view.public_id != player_id and request.method == "GET":
        return go_to(request, "ledger:player_edit", club_id, card.view.public_id)
    does, _, other = request.POST.get("do", "").partition(":")
    initial = {"name": card.view.name, **left_as_it_was(request)}
    form = PlayerForm(request.POST if does == "rename" else None, initial=initial)
    faults: list[str] = []
    if does in DOES and (not form.is_bound or form.is_valid()):
        told = {"club_id": club_id, "by": phone_of(request).name}
        faults = _done(does, Asked(card, told, form, other or request.POST.get("other", "")))
        if not faults:
            return go_to(request, "ledger:player_edit", club_id, card.view.public_id)
    if does == "rename":
        for words in faults:
            form.add_error("name", words)
    others = [c.view for c in cards if c is not card and not c.erased]
    context = {"club": found, "player": card, "form": form, "others": others, "faults": faults, "does": does}
    status = 422 if faults or form.errors else 200
    return render(request, "ledger/player_edit.html", context, status=status)


def _card(club: Club, cards: tuple[PlayerCard, ...], player_id: str) -> PlayerCard:
    """The person a public id means. Raises Http404."""
    person = get_player(club, player_id)
    card = next((c for c in cards if person and c.view.public_id == person.public_id), None)
    if card is None:
        raise Http404
    return card


def _done(does: str, asked: Asked) -> list[str]:
    """What was refused, in words; nothing: it is done. What is not there any more changes nothing. Raises Http404."""
    try:
        DOES[does](asked)
    except Faulty as refused:
        return player_faults(refused.problems)
    except Unknown:
        if does in ("merge", "split"):
            return [gettext("Choose another player.")]
        raise Http404 from None
    return []


@require_http_methods(["GET", "POST"])
def erase(request: HttpRequest, club_id: str, player_id: str) -> HttpResponse:
    """Asks, and then erases the name for good."""
    found = club_for(request, club_id, Role.KEEPER)
    card = _card(found, player_cards(found), player_id)
    if request.method == "POST":
        who, words = card.view.public_id, gettext("former player")
        # Erased already, by the first of two taps or on another phone: it is done.
        with suppress(Unknown):
            erase_player(club_id=club_id, player_id=who, words=words, by=phone_of(request).name)
        return go_to(request, "ledger:players", club_id)
    if card.erased:
        raise Http404
    return render(request, "ledger/player_erase.html", {"club": found, "player": card})
