"""Changing what was recorded: correct, insert before, move, undo, restore; several at one stroke where they need it."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from ledger.access import Role, phone_of, table_for
from ledger.forms.draft import Draft, draft_of_plain, only_possible, plain_of_draft
from ledger.forms.events import event_draft, plain_of_event, read_event
from ledger.forms.known import known_person
from ledger.http import go_to, in_its_language, is_fragment, only_shown
from ledger.models import Table
from ledger.queries.changes import Insert, Move, NotStanding, NotThere, Replace, Restore, Retire
from ledger.queries.deals import DealView, deal_view, retired_view
from ledger.queries.places import names_at
from ledger.queries.replays import standing_entries, state_after_changes
from ledger.queries.rows import variant_of
from ledger.rules.events import EventFacts, EventKind
from ledger.rules.log import plain_entry
from ledger.rules.table import TableState
from ledger.services.deals import undo_deal
from ledger.services.errors import Faulty, Stale, TableClosed, Unknown
from ledger.views.changes import Page, Sent, answer, lost, sent_in, show
from ledger.views.outcomes import deal_line, gone_line
from ledger.views.screens import draft_in
from ledger.views.tables import recorded, whole


def found_deal(table: Table, deal_key: uuid.UUID) -> DealView:
    """The entry that stands. Raises Http404."""
    view = deal_view(table, deal_key)
    if view is None:
        raise Http404
    return view


def respond(page: Page) -> HttpResponse:
    """Show or save; or go on to another entry that is to be corrected together with this one."""
    does, _, other = page.sent.does.partition(":")
    if page.request.method != "POST" or does != "with":
        return answer(page)
    try:
        key = uuid.UUID(other)
    except ValueError as wrong:
        raise Http404 from wrong
    sent = Sent(QueryDict(""), uuid.uuid4(), page.changes, page.sent.why, "")
    return show(correcting(page.request, page.table, key, sent))


def address(table: Table, name: str, *more: Any) -> str:
    return reverse(f"ledger:{name}", args=[table.public_id, *more])


def words_of(table: Table, view: DealView, does: str) -> dict[str, Any]:
    """What the page says about the entry."""
    return {"does": does, "line": deal_line(variant_of(table), view.row, names_at(table))}


def state_for(table: Table, sent: Sent, view: DealView) -> TableState:
    """The state before the entry, with what waits to be saved already done."""
    if not sent.pending:
        return view.before
    try:
        return state_after_changes(table, sent.pending, view.row.deal_key) or view.before
    except (NotThere, NotStanding):
        return view.before


@require_http_methods(["GET", "POST"])
@in_its_language
def correct(request: HttpRequest, table_id: str, deal_key: uuid.UUID) -> HttpResponse:
    """The same form filled with the entry's own values; what changes later is shown before it is saved."""
    table = table_for(request, table_id, Role.SCORER)
    return respond(correcting(request, table, deal_key, sent_in(request, table)))


def correcting(request: HttpRequest, table: Table, deal_key: uuid.UUID, sent: Sent) -> Page:
    """The page that corrects an entry. It keeps the key of its address: a stale form must not win."""
    view = found_deal(table, deal_key)
    state, variant = state_for(table, sent, view), variant_of(table)
    words, where = words_of(table, view, "correct"), address(table, "correct", deal_key)
    if isinstance(view.facts, EventFacts):
        kind = view.facts.kind
        event = read_event(sent.data) if sent.filled else event_draft(view.facts)
        plain = plain_of_event(kind, known_person(kind, event, state, names_at(table)))
        change = Replace(deal_key, sent.entry_key, plain)
        return Page(request, table, sent, change, where, words, state, kind=kind, event=event)
    draft = draft_in(sent.data) if sent.filled else draft_of_plain(variant, plain_entry(view.facts), state)
    draft = draft if request.method == "POST" and sent.filled else only_possible(variant, draft, state)
    change = Replace(deal_key, sent.entry_key, plain_of_draft(variant, draft, state))
    return Page(request, table, sent, change, where, words, state, draft)


@require_http_methods(["GET", "POST"])
@in_its_language
def insert(request: HttpRequest, table_id: str, deal_key: uuid.UUID, kind: str = "") -> HttpResponse:
    """A forgotten deal or event, before an entry that stands: the same form upon what lay there then."""
    table = table_for(request, table_id, Role.SCORER)
    view, sent = found_deal(table, deal_key), sent_in(request, table)
    variant, state = variant_of(table), view.before
    words = words_of(table, view, "insert")
    if kind:
        asked = kind_of(kind)
        event = read_event(sent.data)
        plain = plain_of_event(asked, known_person(asked, event, state, names_at(table)))
        where, change = address(table, "insert_event", deal_key, kind), Insert(deal_key, sent.entry_key, plain)
        return respond(Page(request, table, sent, change, where, words, state, kind=asked, event=event))
    draft = draft_in(sent.data) if sent.filled else Draft()
    draft = draft if request.method == "POST" else only_possible(variant, draft, state)
    change = Insert(deal_key, sent.entry_key, plain_of_draft(variant, draft, state))
    return respond(Page(request, table, sent, change, address(table, "insert", deal_key), words, state, draft))


def kind_of(word: str) -> EventKind:
    """Raises Http404 for a word that is no kind of event."""
    try:
        return EventKind(word)
    except ValueError as wrong:
        raise Http404 from wrong


@require_http_methods(["GET", "POST"])
@in_its_language
def move(request: HttpRequest, table_id: str, deal_key: uuid.UUID) -> HttpResponse:
    """An entry that belongs elsewhere: before another one, or at the end."""
    table = table_for(request, table_id, Role.SCORER)
    view, sent = found_deal(table, deal_key), sent_in(request, table)
    places = [row for row in standing_entries(table) if row.deal_key != view.row.deal_key]
    asked = sent.data.get("before", "")
    before = next((row.deal_key for row in places if str(row.deal_key) == asked), None)
    variant, names = variant_of(table), names_at(table)
    more = {
        "places": [deal_line(variant, row, names) for row in places],
        "before": asked,
        "chosen": "before" in sent.data,
    }
    change = Move(deal_key, before, sent.entry_key)
    where, words = address(table, "move", deal_key), words_of(table, view, "move")
    # A place that is named and not there any more is never taken for "to the end".
    save = lost if asked and before is None else None
    return respond(Page(request, table, sent, change, where, words, view.before, more=more, save=save))


@require_http_methods(["GET", "POST"])
@in_its_language
def restore(request: HttpRequest, table_id: str, deal_key: uuid.UUID) -> HttpResponse:
    """An entry that was undone stands again where it stood."""
    table = table_for(request, table_id, Role.SCORER)
    gone = retired_view(table, deal_key)
    if gone is None:
        found_deal(table, deal_key)
        return go_to(request, "ledger:deal", table.public_id, str(deal_key))
    sent = sent_in(request, table)
    words = {"does": "restore", "line": gone_line(variant_of(table), gone, names_at(table))}
    change = Restore(deal_key, sent.entry_key)
    where = address(table, "restore", deal_key)
    return respond(Page(request, table, sent, change, where, words, table.kept_state))


@require_http_methods(["GET", "POST"])
@in_its_language
def undo(request: HttpRequest, table_id: str, deal_key: uuid.UUID) -> HttpResponse:
    """The second tap of undo, and the undoing; what it changes in later entries is shown first."""
    table = table_for(request, table_id, Role.SCORER)
    sent = sent_in(request, table)
    if request.method == "POST" and not (sent.pending or sent.does or only_shown(request)):
        return take_back(request, table, deal_key)
    view = found_deal(table, deal_key)
    words, where = words_of(table, view, "undo"), address(table, "undo", deal_key)
    if is_fragment(request):
        return render(request, "ledger/partials/undo.html", {"table": table, **words})
    return respond(Page(request, table, sent, Retire(deal_key), where, words, view.before))


def take_back(request: HttpRequest, table: Table, deal_key: uuid.UUID) -> HttpResponse:
    """Undo the entry; a second time does no harm."""
    why = request.POST.get("why", "").strip()[:500]
    try:
        undo_deal(table_id=table.public_id, deal_key=deal_key, by=phone_of(request).name, why=why)
    except Unknown:
        raise Http404 from None
    except Faulty:
        return go_to(request, "ledger:undo", table.public_id, str(deal_key))
    except (Stale, TableClosed) as moved:
        table.refresh_from_db()
        return whole(request, table, status=409, notice={"closed": isinstance(moved, TableClosed), "stale": True})
    return recorded(request, table)
