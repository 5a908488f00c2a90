"""The rules of a club's own: the list, the card of each version, files to share them."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from ledger.access import Role, club_for, phone_of, role_in, rules_link
from ledger.forms.house import CopyForm, FileForm
from ledger.forms.numbers import number_in, whole_number
from ledger.forms.rules_words import language_first
from ledger.http import base_url, in_its_language, left_as_it_was
from ledger.models import Club
from ledger.queries.house import HouseCard, VersionRow, house_card, house_cards, rulebook
from ledger.rule_files import WRITERS, file_name
from ledger.rule_files import shown as shown_place
from ledger.rule_words import document_fault
from ledger.rules.document import built_in, pinned_variant
from ledger.rules.problems import Problem
from ledger.services.errors import Faulty
from ledger.services.house import copy_rules, lay_aside, save_rules, take_again, withdraw_rules
from ledger.views.house_versions import done_words, newest_change, told_done, version_lines
from ledger.views.links import is_local, qr
from ledger.views.rules import card_context

Faults = list[tuple[str, str]]
"""Place in the document, and what is wrong there."""


@require_http_methods(["GET", "POST"])
@in_its_language
def house(request: HttpRequest, club_id: str) -> HttpResponse:
    """All rules of the club's own; who keeps it copies built-in ones or takes some from a file."""
    writes = request.method == "POST"
    found = club_for(request, club_id, Role.KEEPER if writes else Role.VIEWER)
    does = request.POST.get("do", "")
    initial = {"source": request.GET.get("source", ""), **left_as_it_was(request)}
    copy = CopyForm(request.POST if does == "copy" else None, initial=initial)
    file = FileForm(request.POST, request.FILES) if does == "file" else FileForm()
    faults: Faults = []
    if does == "copy" and copy.is_valid():
        said = {"name": copy.cleaned_data["name"], "key": copy.cleaned_data["key"], "language": language_first()}
        version = copy_rules(**told(request, found), document=_source(found, copy), **said)
        return told_done(request, "ledger:house_edit", club_id, version.house.code, "copied")
    if does == "file" and file.is_valid():
        code, done, faults = saved(request, found, file.document, "taken")
        if not faults:
            return told_done(request, "ledger:house_rules", club_id, code, done)
    status = 422 if faults or copy.errors or file.errors else 200
    context = {
        "club": found,
        "cards": [(card, newest_change(card)) for card in house_cards(found)],
        "sources": [pinned_variant(document, {}) for document in rulebook(found).values()],
        "copy": copy,
        "copy_key": uuid4(),
        "file": file,
        "faults": faults,
        "keeps": role_in(request, found) == Role.KEEPER,
    }
    return render(request, "ledger/house.html", context, status=status)


def told(request: HttpRequest, club: Club) -> Mapping[str, Any]:
    """Which club a service works on, and who asks."""
    return {"club_id": club.public_id, "by": phone_of(request).name}


def _source(club: Club, form: CopyForm) -> Mapping[str, Any]:
    """What is copied; of a code that is not there the first of the built-in ones."""
    book = rulebook(club)
    return book.get(form.cleaned_data["source"]) or next(iter(built_in().values()))


def saved(request: HttpRequest, club: Club, document: Any, done: str) -> tuple[str, str, Faults]:
    """The code of the rules that were saved and what was `done`, or `same` where that was nothing; or all that is wrong
    with the document."""
    try:
        saved = save_rules(**told(request, club), document=document)
    except Faulty as refused:
        return "", "", [_fault(problem) for problem in refused.problems]
    return saved.version.house.code, done if saved.created else "same", []


def _fault(problem: Problem) -> tuple[str, str]:
    return shown_place(problem.where), document_fault(problem)


def _card(club: Club, code: str) -> HouseCard:
    card = house_card(club, code)
    if card is None:
        raise Http404
    return card


def _version(card: HouseCard, said: str) -> VersionRow:
    """The version that is asked for, without one the newest. Raises Http404."""
    number = whole_number(said)
    found = card.newest if not said else None if number is None else card.version(number)
    if found is None:
        raise Http404
    return found


@require_http_methods(["GET", "POST"])
def house_rules(request: HttpRequest, club_id: str, code: str) -> HttpResponse:
    """One of them: its price card in any version, and a link to share that; who keeps the club takes a new version
    from a file or from an earlier one, lays them aside, or withdraws the links (`do=ask` asks first)."""
    found = club_for(request, club_id, Role.KEEPER if request.method == "POST" else Role.VIEWER)
    card = _card(found, code)
    does = request.POST.get("do", "")
    file = FileForm(request.POST, request.FILES) if does == "file" else FileForm()
    faults: Faults = []
    done = _done(request, found, card)
    if does == "file" and file.is_valid():
        _, done, faults = saved(request, found, _under(file.document, code), "saved")
    if done:
        return told_done(request, "ledger:house_rules", club_id, code, done)
    shown = _version(card, request.GET.get("version", ""))
    context = {
        **card_context(request, shown.variant, turned=None, senior=None),
        **_share(request, card, shown),
        **{"club": found, "card": card, "shown": shown, "file": file, "version_lines": version_lines(card)},
        "done": done_words(request, card),
        "asked": does == "ask",
        "faults": faults,
        "keeps": role_in(request, found) == Role.KEEPER,
    }
    return render(request, "ledger/house_rules.html", context, status=422 if faults or file.errors else 200)


def _done(request: HttpRequest, club: Club, card: HouseCard) -> str:
    """Lay the rules aside, play by them again, take an earlier version again, withdraw their links: which of these was
    asked for, and done. Raises Http404 for a version that is not there."""
    code, does = card.code, request.POST.get("do", "")
    if does in ("aside", "back"):
        lay_aside(**told(request, club), code=code, aside=does == "aside")
        return does
    if does == "withdraw":
        withdraw_rules(**told(request, club), code=code)
        return "withdrawn"
    if does == "again":
        earlier = card.version(number_in(request.POST, "version") or 0)
        if earlier is None:
            raise Http404
        take_again(**told(request, club), code=code, number=earlier.number)
        return "again"
    return ""


def _under(document: Any, code: str) -> Any:
    """A file that is put in as another version of these rules has their code, whatever it says."""
    return {**document, "code": code} if isinstance(document, Mapping) else document


def _share(request: HttpRequest, card: HouseCard, shown: VersionRow) -> Mapping[str, Any]:
    """The link that opens the version to anybody."""
    base = base_url(request)
    link = rules_link(shown.key, card.share_generation, base)
    return {"link": link, "picture": qr(link), "local": is_local(base)}


@require_safe
def house_file(request: HttpRequest, club_id: str, code: str) -> HttpResponse:
    """A version as a file."""
    card = _card(club_for(request, club_id), code)
    shown = _version(card, request.GET.get("version", ""))
    return file_answer(request, code, shown.number, shown.document)


def file_answer(request: HttpRequest, code: str, number: int, document: Mapping[str, Any]) -> HttpResponse:
    """A version as a file, `as` TOML or JSON. Raises Http404 for anything else."""
    ending = request.GET.get("as", "json")
    if ending not in WRITERS:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{file_name(code, number, ending)}"'}
    return HttpResponse(WRITERS[ending](document), f"application/{ending}; charset=utf-8", headers=headers)
