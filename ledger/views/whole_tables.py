"""Tables as a whole: a trial evening is deleted, the same evening of two phones is joined."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from ledger.access import Role, phone_of, running_tables, table_for
from ledger.fault_words import fault_words
from ledger.forms.numbers import number_in
from ledger.http import go_to
from ledger.models import Table
from ledger.queries.clubs import cards
from ledger.queries.merging import merge_changes, preview_merge
from ledger.queries.places import names_at
from ledger.queries.rows import variant_of
from ledger.queries.sitting import sitting_names
from ledger.services.errors import Faulty, Paid, Stale, TableClosed, Unknown
from ledger.services.whole_tables import discard_table, merge_tables
from ledger.views.changes import with_newcomers
from ledger.views.replays import replay_view


@require_http_methods(["GET", "POST"])
def discard(request: HttpRequest, table_id: str) -> HttpResponse:
    """Asks on a page of its own, then deletes the evening whole."""
    table = table_for(request, table_id, Role.SCORER)
    if request.method == "POST":
        try:
            seen = number_in(request.POST, "version")
            discard_table(table_id=table.public_id, by=phone_of(request).name, version=seen)
            return go_to(request, "ledger:home")
        except Stale:
            table.refresh_from_db()
        except Paid:
            return render(request, "ledger/discard_paid.html", {"table": table}, status=409)
    status = 409 if request.method == "POST" else 200
    context = {
        "table": table,
        "names": sitting_names(table),
        "entries": table.results.count(),
        "moved_on": status == 409,
    }
    return render(request, "ledger/discard.html", context, status=status)


def others(request: HttpRequest, table: Table) -> list[Table]:
    """The other running tables that this phone scores."""
    return [other for other in running_tables(request, Role.SCORER) if other != table]


@require_http_methods(["GET", "POST"])
def merge(request: HttpRequest, table_id: str) -> HttpResponse:
    """Pick the other table, see what it comes to, join it into this one."""
    table = table_for(request, table_id, Role.SCORER)
    data = request.POST if request.method == "POST" else request.GET
    known = others(request, table)
    other = next((t for t in known if t.public_id == data.get("from")), None)
    if request.method == "GET":
        return show(request, table, known, other)
    if other is None:
        # A second tap: it was joined already.
        return go_to(request, "ledger:table", table.public_id)
    try:
        merge_tables(table_id=table.public_id, from_id=other.public_id, by=phone_of(request).name)
    except (Faulty, TableClosed, Unknown):
        return show(request, table, known, other, status=409)
    return go_to(request, "ledger:table", table.public_id)


def show(
    request: HttpRequest, table: Table, known: list[Table], other: Table | None, *, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {"table": table, "others": cards(known), "other": other, "does": "merge"}
    context["variant"] = variant_of(table)
    if other:
        context |= joined(table, other)
    return render(request, "ledger/merge.html", context, status=status)


def joined(table: Table, other: Table) -> dict[str, Any]:
    """What it comes to, or why the two can't be joined."""
    found, made = preview_merge(table, other), merge_changes(table, other)
    if isinstance(found, list) or isinstance(made, list):
        faults = found if isinstance(found, list) else made if isinstance(made, list) else []
        people = names_at(other)
        strangers = [people[int(p.path[1])] for p in faults if p.path[:1] == ("players",)]
        return {"strangers": strangers, "faults": [fault_words(p) for p in faults]}
    names = with_newcomers(names_at(table), found)
    replay = replay_view(found, names, variant_of(table), -1, made.changes)
    return {"replay": replay, "entries": len(made.changes)}
