"""One deal: why it came to what it did, correcting it, undoing it."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_http_methods

from ledger.access import Role, phone_of, role_on, table_for
from ledger.forms.draft import Draft, draft_of_plain, only_possible, plain_of_draft
from ledger.http import go_to, is_fragment
from ledger.models import Table
from ledger.queries.deals import Correction, DealView, deal_view, preview_correction, retired_view
from ledger.queries.places import names_at
from ledger.queries.rows import variant_of
from ledger.rules.log import plain_entry
from ledger.rules.problems import Problem
from ledger.services.deals import correct_deal, undo_deal
from ledger.services.errors import Conflict, Faulty, Stale, TableClosed, Unknown
from ledger.views.outcomes import correction_view, deal_line, history_lines, outcome_of
from ledger.views.screens import Form, draft_in, form_for, valid_key
from ledger.views.tables import recorded, whole


def found_deal(table: Table, deal_key: uuid.UUID) -> DealView:
    """The deal that stands. Raises Http404."""
    view = deal_view(table, deal_key)
    if view is None:
        raise Http404
    return view


@require_GET
def deal(request: HttpRequest, table_id: str, deal_key: uuid.UUID) -> HttpResponse:
    """Why: every movement of the deal, and what stood there before."""
    table = table_for(request, table_id)
    names, variant = names_at(table), variant_of(table)
    view = deal_view(table, deal_key)
    if view is None:
        gone = retired_view(table, deal_key)
        if gone is None:
            raise Http404
        context = {"table": table, "names": names, "history": history_lines(variant, (gone,), names)}
        return render(request, "ledger/deal_gone.html", context)
    context = {
        "table": table,
        "variant": variant,
        "names": names,
        "line": deal_line(variant, view.row, names),
        "dealer": names[view.row.dealer],
        "outcome": outcome_of(variant, view.before, view.facts, names),
        "history": history_lines(variant, view.history[:-1], names),
        "may_score": role_on(request, table) == Role.SCORER and not table.closing,
    }
    return render(request, "ledger/deal.html", context)


@require_http_methods(["GET", "POST"])
def correct(request: HttpRequest, table_id: str, deal_key: uuid.UUID) -> HttpResponse:
    """The same form filled with the deal's own values; what changes later is shown before it is saved."""
    table = table_for(request, table_id, Role.SCORER)
    view = found_deal(table, deal_key)
    variant = variant_of(table)
    if request.method == "POST":
        draft = draft_in(request.POST)
        # The key of the address, not of what stands there now: a stale form must not win.
        return save(request, table, view, deal_key, draft)
    if "position" in request.GET:
        draft = only_possible(variant, draft_in(request.GET), view.before)
    else:
        draft = draft_of_plain(variant, plain_entry(view.facts), view.before)
    return correction_page(request, table, view, draft, key=request.GET.get("entry_key", ""))


def save(request: HttpRequest, table: Table, view: DealView, deal_key: uuid.UUID, draft: Draft) -> HttpResponse:
    """Save the correction, or show the form again with what is wrong, here or in later deals."""
    key, by = valid_key(request.POST.get("entry_key", "")), phone_of(request).name
    try:
        correct_deal(
            table_id=table.public_id,
            deal_key=deal_key,
            entry_key=uuid.UUID(key),
            facts=plain_of_draft(variant_of(table), draft, view.before),
            by=by,
            why=request.POST.get("why", "").strip()[:500],
        )
    except Faulty as refused:
        return correction_page(request, table, view, draft, key=key, problems=refused.problems, status=422)
    except (Conflict, Stale, TableClosed) as moved:
        table.refresh_from_db()
        return whole(request, table, status=409, notice={"closed": isinstance(moved, TableClosed), "stale": True})
    return go_to(request, "ledger:table", table.public_id)


def correction_page(
    request: HttpRequest,
    table: Table,
    view: DealView,
    draft: Draft,
    *,
    key: str,
    problems: list[Problem] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The form of a deal that stands already, with what it would change."""
    names, variant = names_at(table), variant_of(table)
    form: Form = form_for(
        variant, view.before, names, draft, position=view.row.position, entry_key=valid_key(key), problems=problems
    )
    plain = plain_of_draft(variant, form.entry.draft, view.before)
    found = preview_correction(table, view.row.deal_key, plain)
    context = {
        "table": table,
        "variant": variant,
        "names": names,
        "line": deal_line(variant, view.row, names),
        "form": form,
        "correction": correction_view(found, names) if isinstance(found, Correction) else None,
        "why": request.POST.get("why", ""),
    }
    fragment = is_fragment(request) and request.headers.get("HX-Target") == "entry"
    return render(request, f"ledger/{'partials/correct' if fragment else 'correct'}.html", context, status=status)


@require_http_methods(["GET", "POST"])
def undo(request: HttpRequest, table_id: str, deal_key: uuid.UUID) -> HttpResponse:
    """The second tap of undo, and the undoing; what it changes in later deals is shown first."""
    table = table_for(request, table_id, Role.SCORER)
    if request.method == "POST":
        return take_back(request, table, deal_key)
    view, names = found_deal(table, deal_key), names_at(table)
    found = preview_correction(table, view.row.deal_key, None)
    context = {
        "table": table,
        "variant": variant_of(table),
        "line": deal_line(variant_of(table), view.row, names),
        "names": names,
        "correction": correction_view(found, names) if isinstance(found, Correction) else None,
    }
    return render(request, f"ledger/{'partials/undo' if is_fragment(request) else 'undo'}.html", context)


def take_back(request: HttpRequest, table: Table, deal_key: uuid.UUID) -> HttpResponse:
    """Undo the deal; a second time does no harm."""
    try:
        undo_deal(table_id=table.public_id, deal_key=deal_key, by=phone_of(request).name)
    except Unknown:
        raise Http404 from None
    except Faulty:
        return go_to(request, "ledger:undo", table.public_id, str(deal_key))
    except (Stale, TableClosed) as moved:
        table.refresh_from_db()
        return whole(request, table, status=409, notice={"closed": isinstance(moved, TableClosed), "stale": True})
    return recorded(request, table)
