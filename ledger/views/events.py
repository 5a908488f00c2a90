"""Something happens between two deals: the small forms, one page each."""

import uuid
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from ledger.access import Role, phone_of, table_for
from ledger.forms.events import EventDraft, plain_of_event, read_event, with_default
from ledger.forms.known import known_person
from ledger.forms.numbers import number_in, whole_number
from ledger.http import in_its_language
from ledger.models import Table
from ledger.queries.changes import Insert, NotStanding
from ledger.queries.places import names_at, next_position, was_recorded
from ledger.queries.replays import standing_entries
from ledger.queries.rows import variant_of
from ledger.queries.swaps import Results, swap_changes
from ledger.rules.events import EventKind
from ledger.services.swaps import swap_since
from ledger.views.changes import Page, Sent, answer, lost, sent_in
from ledger.views.corrections import address, kind_of
from ledger.views.outcomes import deal_line


@require_http_methods(["GET", "POST"])
@in_its_language
def event(request: HttpRequest, table_id: str, kind: str) -> HttpResponse:
    """One small form; what it changes is shown before it is saved."""
    asked = kind_of(kind)
    table = table_for(request, table_id, Role.SCORER)
    return answer(page_of(request, table, asked, sent_in(request, table)))


def page_of(request: HttpRequest, table: Table, kind: EventKind, sent: Sent) -> Page:
    """The page of a new event at the end of the log, or of a swap that was noticed later."""
    state, names = table.kept_state, names_at(table)
    draft = with_default(kind, read_event(sent.data), state)
    plain = plain_of_event(kind, known_person(kind, draft, state, names))
    page = Page(
        request=request,
        table=table,
        sent=sent,
        change=Insert(None, sent.entry_key, plain),
        address=address(table, "event", str(kind)),
        words={"does": "add"},
        state=state,
        kind=kind,
        event=draft,
        more={"position": number_in(sent.data, "position") or next_position(table)},
        moved_on=lambda: again(request, table, kind, sent),
    )
    return noticed_later(page, draft) if kind is EventKind.SWAP else page


def again(request: HttpRequest, table: Table, kind: EventKind, sent: Sent) -> Page:
    """The same form upon the table as it is now."""
    table.refresh_from_db()
    page = page_of(request, table, kind, sent)
    return replace(page, more={**page.more, "position": next_position(table), "moved_on": True})


def noticed_later(page: Page, draft: EventDraft) -> Page:
    """Two changed places some deals ago: since when, and whose the results are."""
    table, data = page.table, page.sent.data
    variant, names = variant_of(table), names_at(table)
    places = [deal_line(variant, row, names) for row in standing_entries(table)]
    since = next((p.row.deal_key for p in places if str(p.row.deal_key) == data.get("since")), None)
    results: Results = "go" if data.get("results") == "go" else "stay"
    asked: dict[str, Any] = {"since_places": places[::-1], "since": str(since or ""), "results": results}
    page = replace(page, more={**page.more, **asked, "asks_why": True})
    if since is None and data.get("since"):
        # "Noticed since that deal" is never taken for "from now on"; sent a second time it is done already.
        done = was_recorded(table, str(page.sent.entry_key))
        return replace(page, save=nothing if done else lost, moved_on=None)
    numbers = [n for n in map(whole_number, draft.seats) if n is not None]
    if since is None or len(draft.seats) != 2 or len(numbers) != 2:
        return page
    seats = numbers[0], numbers[1]
    try:
        first, *rest = swap_changes(table, since=since, seats=seats, results=results, entry_key=page.sent.entry_key)
    except NotStanding:
        return page
    return replace(page, change=first, followers=tuple(rest), save=saving(page, since, seats, results), moved_on=None)


def nothing() -> None:
    """Saves nothing, for it was saved before."""


def saving(page: Page, since: uuid.UUID, seats: tuple[int, int], results: Results) -> Any:
    """What saves such a swap."""
    by, why, key = phone_of(page.request).name, page.sent.why, page.sent.entry_key
    told: dict[str, Any] = {"table_id": page.table.public_id, "entry_key": key, "by": by, "why": why}
    return lambda: swap_since(**told, since=since, seats=seats, results=results)
