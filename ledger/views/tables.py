"""The table: its page, the board that follows, recording a deal, announcing it."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from ledger.access import Role, phone_of, table_for
from ledger.forms.draft import Draft, draft_of_plain, plain_of_draft
from ledger.forms.numbers import number_in
from ledger.http import go_to, is_fragment, unless_same
from ledger.models import Deal, Table
from ledger.queries.fold import state_before
from ledger.queries.places import deal_at, next_position, was_recorded
from ledger.queries.rows import variant_of
from ledger.rules.cards import is_suit
from ledger.rules.table import TableState
from ledger.services.deals import record_deal
from ledger.services.errors import Conflict, Faulty, Stale, TableClosed
from ledger.services.seconds import note_second, record_waited
from ledger.services.tables import announce as announce_deal
from ledger.views.conflicts import conflict_notice
from ledger.views.screens import draft_in, table_context, valid_key

PAGE = "ledger/table.html"
WHOLE = "ledger/partials/table.html"
ENTRY = "ledger/partials/entry.html"


@require_http_methods(["GET", "POST"])
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table's page; what is posted there is the next deal."""
    if request.method == "POST":
        return record(request, table_for(request, table_id, Role.SCORER))
    found = table_for(request, table_id)
    more = overtaken(request, found)
    context = table_context(request, found, **more)
    if not is_fragment(request):
        return unless_same(request, render(request, PAGE, context))
    if request.headers.get("HX-Target") != "entry":
        return render(request, WHOLE, context)
    if context["form"] and "draft" not in more:
        return render(request, ENTRY, context)
    # The place was taken while a key was tapped: a form alone, empty and for the next deal, would hide that.
    response = whole(request, found, **more)
    response["HX-Retarget"], response["HX-Reswap"] = "#content", "innerHTML"
    return response


def overtaken(request: HttpRequest, found: Table) -> dict[str, Any]:
    """For a draft in the address whose place is not the free one: nothing of it if it was recorded, the deal that
    took its place, or the draft itself where a deal before it was undone."""
    position, key = number_in(request.GET, "position"), request.GET.get("entry_key", "")
    free = next_position(found) if position else 0
    if not position or (position == free and not was_recorded(found, key)):
        return {"entry_key": valid_key(key)}
    draft, other = draft_in(request.GET), deal_at(found, position)
    if was_recorded(found, key):
        # A page loaded again shows the deal in its list; a key tapped after a lost answer has to be told.
        if other is None or not is_fragment(request):
            return {"draft": Draft()}
        return {"draft": Draft(), "notice": conflict_notice(found, other, Draft(), free)}
    if draft.is_empty:
        return {"draft": Draft()}
    if other is None:
        return {"draft": draft, "notice": {"undone": True}}
    return {"draft": Draft(), "notice": conflict_notice(found, other, draft, free)}


def record(request: HttpRequest, found: Table) -> HttpResponse:
    """Record the deal: a new picture, or the same form with its faults, or the deal that was there first."""
    draft, key = draft_in(request.POST), valid_key(request.POST.get("entry_key", ""))
    position, by = number_in(request.POST, "position") or 0, phone_of(request).name
    facts = as_seen(request, plain_of_draft(variant_of(found), draft, state_for(found, position)))
    # Nothing comes of what waited where somebody decided meanwhile: the first decision stands.
    service = record_waited if "waited" in request.POST else record_deal
    try:
        service(table_id=found.public_id, position=position, entry_key=uuid.UUID(key), facts=facts, by=by)
    except Faulty as refused:
        context = table_context(request, found, draft=draft, entry_key=key, problems=refused.problems)
        return render(request, WHOLE if is_fragment(request) else PAGE, context, status=422)
    except Conflict as taken:
        return overtaken_deal(request, found, taken.deal, uuid.UUID(key), facts)
    except TableClosed:
        found.refresh_from_db()
        return whole(request, found, status=409, notice={"closed": True})
    except Stale:
        # A deal before it was undone meanwhile: the entry stays, for the place that is free now.
        found.refresh_from_db()
        return whole(request, found, status=409, draft=draft, notice={"undone": True})
    return recorded(request, found)


def as_seen(request: HttpRequest, facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """What waited on a phone has the trump that was seen there, should the senior suit be another one by now."""
    seen = request.POST.get("seen", "")
    return {**facts, "trump": seen} if "contract" in facts and is_suit(seen) else facts


def overtaken_deal(
    request: HttpRequest, found: Table, other: Deal, key: uuid.UUID, facts: Mapping[str, Any]
) -> HttpResponse:
    """The place is taken: the other's deal beside one's own. One that waited on a phone is noted for everybody."""
    draft, position = draft_in(request.POST), number_in(request.POST, "position") or 0
    by, noted = phone_of(request).name, "waited" in request.POST
    if noted and not note_second(table_id=found.public_id, position=position, entry_key=key, facts=facts, by=by):
        # Somebody decided meanwhile that the other one is the deal.
        return recorded(request, found)
    found.refresh_from_db()
    notice = conflict_notice(found, other, draft, next_position(found), facts)
    return whole(request, found, status=409, notice=notice)


def state_for(found: Table, position: int) -> TableState:
    """What a deal for that place is to be read upon; one that comes late, or again, upon what lay there before."""
    return state_before(found, position) if deal_at(found, position) else found.kept_state


def recorded(request: HttpRequest, found: Table) -> HttpResponse:
    """After a change: back to the table, or for htmx the new picture at once."""
    if not is_fragment(request):
        return go_to(request, "ledger:table", found.public_id)
    found.refresh_from_db()
    return whole(request, found)


def whole(request: HttpRequest, found: Table, *, status: int = 200, **more: Any) -> HttpResponse:
    """The complete new picture of the table, the address cleared of the draft."""
    context = table_context(request, found, **more)
    response = render(request, WHOLE if is_fragment(request) else PAGE, context, status=status)
    response["HX-Replace-Url"] = reverse("ledger:table", args=[found.public_id])
    return response


@require_GET
def board(request: HttpRequest, table_id: str) -> HttpResponse:
    """What the other phones ask for every few seconds: 204 while they have the newest."""
    found = table_for(request, table_id)
    if number_in(request.GET, "version") == found.version:
        return HttpResponse(status=204)
    context = table_context(request, found)
    known = number_in(request.GET, "position")
    if "version" in request.GET and bool(known) != context["may_score"]:
        # Only who scores has an entry, and its position: the page was drawn for another right, and has no place for
        # what this one shows.
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    context["overtaken"] = bool(known) and known != context["picture"].position
    return render(request, "ledger/partials/followed.html", context)


@require_POST
def announce(request: HttpRequest, table_id: str) -> HttpResponse:
    """Say contract, trump and sides before the play begins, or take it back."""
    found = table_for(request, table_id, Role.SCORER)
    variant, state = variant_of(found), found.kept_state
    draft = draft_in(request.POST)
    facts = {} if "withdraw" in request.POST else plain_of_draft(variant, draft, state)
    for unplayed in ("tricks", "helper_tricks", "revoke", "unclaimed"):
        facts.pop(unplayed, None)
    position = number_in(request.POST, "position") or 0
    try:
        announce_deal(table_id=found.public_id, position=position, facts=facts, by=phone_of(request).name)
    except Faulty as refused:
        context = table_context(request, found, draft=draft, problems=refused.problems)
        return render(request, WHOLE if is_fragment(request) else PAGE, context, status=422)
    except (Conflict, Stale, TableClosed):
        found.refresh_from_db()
        return whole(request, found, status=409, notice={"moved_on": True})
    if not is_fragment(request):
        return go_to(request, "ledger:table", found.public_id)
    found.refresh_from_db()
    return whole(request, found, draft=draft_of_plain(variant, facts, state))
