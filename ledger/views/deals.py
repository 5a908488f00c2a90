"""One entry of the log from near: why it came to what it did, what stood there before, and what can be done with it."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from ledger.access import Role, role_on, table_for
from ledger.models import Table
from ledger.queries.deals import deal_view, is_uncounted, retired_view
from ledger.queries.places import names_shown
from ledger.queries.rows import variant_of
from ledger.rules.events import EventFacts
from ledger.views.outcomes import deal_line, gone_line, history_lines, outcome_of
from ledger.views.titles import WAYS


@require_GET
def deal(request: HttpRequest, table_id: str, deal_key: uuid.UUID) -> HttpResponse:
    """Why: every movement of the entry, and what stood there before."""
    table = table_for(request, table_id)
    view = deal_view(table, deal_key)
    if view is None:
        return gone(request, table, deal_key)
    names, variant = names_shown(table), variant_of(table)
    line = deal_line(variant, view.row, names)
    context = {
        "table": table,
        "variant": variant,
        "names": names,
        "line": line,
        "is_event": isinstance(view.facts, EventFacts),
        "dealer": names[view.row.dealer],
        "outcome": outcome_of(variant, view.before, view.facts, names),
        "history": history_lines(variant, view.history[:-1], names),
        "uncounted": is_uncounted(table, view.row.deal_key),
        "may_score": role_on(request, table) == Role.SCORER,
        "ways": [(str(kind), *words) for kind, words in WAYS.items()],
    }
    return render(request, "ledger/deal.html", context)


def gone(request: HttpRequest, table: Table, deal_key: uuid.UUID) -> HttpResponse:
    """An entry that was undone: what it was, and the way to restore it. Raises Http404."""
    row = retired_view(table, deal_key)
    if row is None:
        raise Http404
    line = gone_line(variant_of(table), row, names_shown(table))
    context = {"table": table, "old": line, "may_score": role_on(request, table) == Role.SCORER}
    return render(request, "ledger/deal_gone.html", context)
