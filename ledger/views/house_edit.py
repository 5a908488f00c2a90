"""The editor of a club's own rules: a draft upon a version, shown with what it pays, saved as the next version."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from ledger.access import Role, club_for
from ledger.forms.numbers import number_in
from ledger.forms.rules_changes import changed, opened_by, read_change
from ledger.forms.rules_faults import Faults, read_faults
from ledger.forms.rules_flat import unflatten, upon_newer
from ledger.forms.rules_kinds import Texts
from ledger.forms.rules_page import Page
from ledger.forms.rules_texts import with_direction, with_english
from ledger.forms.rules_words import language_first
from ledger.http import in_its_language, left_as_it_was
from ledger.models import Club
from ledger.queries.house import HouseCard, VersionRow, house_card
from ledger.rules.own import as_own, with_marks_of
from ledger.services.errors import Faulty, Stale
from ledger.services.house import save_rules
from ledger.views.house import told
from ledger.views.house_preview import copied_context, preview_context
from ledger.views.house_versions import done_words, told_done


@dataclass(frozen=True)
class Draft:
    """What is being edited: the club, the rules, the version it rests on, the document as it stands, parts that are
    open."""

    club: Club
    card: HouseCard
    base: VersionRow
    document: Mapping[str, Any]
    opened: frozenset[str] = frozenset()
    said: str = ""
    """What there is to say about it: `same` or `stale`."""
    faults: Faults | None = None
    before: VersionRow | None = None
    """The version that it rested on until another one came meanwhile."""

    @cached_property
    def marked(self) -> Mapping[str, Any]:
        """The document as it would be saved."""
        first = self.card.first.document
        whole = with_direction(self.base.document, self.document)
        whole = with_english(self.base.document, whole, language_first())
        return as_own(first, with_marks_of(first, whole))


@require_http_methods(["GET", "POST"])
@in_its_language
def edit(request: HttpRequest, club_id: str, code: str) -> HttpResponse:
    """Change rules of the club's own: everything is shown again until it is saved."""
    club = club_for(request, club_id, Role.KEEPER)
    card = house_card(club, code)
    if card is None:
        raise Http404
    draft = _draft(request, club, card)
    does = request.POST.get("do", "")
    if does == "preview":
        return render(request, "ledger/partials/rules_preview.html", preview_context(draft.card, draft.marked))
    if does == "save":
        return _save(request, draft)
    if ":" in does:
        what, where = read_change(request.POST)
        document = changed(dict(draft.document), f"{what}:{where}")
        opened = draft.opened | opened_by(what, where, document)
        return _show(request, replace(draft, document=document, opened=opened))
    return _show(request, _judged(draft) if request.method == "POST" else draft)


def _draft(request: HttpRequest, club: Club, card: HouseCard) -> Draft:
    """The draft as it was sent, upon the version it was begun from; without one, the newest as it is."""
    base = card.version(number_in(request.POST, "version") or 0) or card.newest
    document = unflatten(base.document, request.POST)
    return Draft(club, card, base, document, frozenset(request.POST.get("open", "").split()))


def _judged(draft: Draft) -> Draft:
    return replace(draft, faults=read_faults(draft.marked))


def _save(request: HttpRequest, draft: Draft) -> HttpResponse:
    """The next version; or what keeps it from being saved, with everything that was typed."""
    try:
        saved = save_rules(**told(request, draft.club), document=draft.marked, upon=draft.base.number)
    except Faulty as refused:
        refusal = replace(draft, faults=read_faults(draft.marked, refused.problems))
        return _show(request, refusal, status=422, left=request.POST.dict())
    except Stale:
        newest = house_card(draft.club, draft.card.code) or draft.card
        base = newest.newest
        document = upon_newer(draft.base.document, base.document, draft.document)
        stale = replace(draft, card=newest, base=base, document=document, before=draft.base, said="stale")
        return _show(request, stale, status=409)
    if saved.version.number == draft.base.number:
        return _show(request, replace(draft, said="same"))
    return told_done(request, "ledger:house_rules", draft.club.public_id, draft.card.code, "saved")


def _show(request: HttpRequest, draft: Draft, status: int = 200, left: Texts | None = None) -> HttpResponse:
    """`left`: what the fields said, where those out of sight are to say it again."""
    faults = draft.faults or Faults()
    page = Page(draft.document, faults.by_field, draft.opened, left or left_as_it_was(request))
    parts = page.parts()
    context = {
        **preview_context(draft.card, draft.marked, draft.before, draft.base),
        **copied_context(draft.card, draft.marked),
        "done": done_words(request, draft.card),
        "club": draft.club,
        "card": draft.card,
        "base": draft.base,
        "said": draft.said,
        "parts": parts,
        "faults": faults.list_for(page.seen),
        "here": reverse("ledger:house_edit", args=(draft.club.public_id, draft.card.code)),
    }
    return render(request, "ledger/house_edit.html", context, status=status)
