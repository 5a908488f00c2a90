"""The sheet of an evening: to read, to print, to take along as a file."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from ledger.access import Role, role_on, table_for
from ledger.queries.clubs import day_of
from ledger.queries.sheet import SheetView, everybody, export_sheet, sheet_view
from ledger.queries.tables import length_of, minutes_a_deal
from ledger.rules.variant import Settling
from ledger.views.paper import agreed_words, paper_lines, prices_note
from ledger.words import signed


@require_safe
def sheet(request: HttpRequest, table_id: str) -> HttpResponse:
    table = table_for(request, table_id)
    context = {
        "table": table,
        **_paper(sheet_view(table)),
        "may_score": role_on(request, table) == Role.SCORER,
    }
    return render(request, "ledger/sheet.html", context)


def _paper(view: SheetView) -> dict[str, Any]:
    """Everything that stands on the paper."""
    table, variant, state = view.table, view.variant, view.table.kept_state
    pairwise = variant.settling is Settling.PAIRWISE
    people = everybody(table)
    deltas = view.closing_deltas or ()
    return {
        "variant": variant,
        "names": [view.names[n] for n in people],
        "lines": paper_lines(variant, view.names, view.rows, people),
        "date": table.evening.date,
        "title": table.evening.name,
        "has_kitty": variant.kitty is not None,
        "closing": [signed(deltas[n]) if any(deltas) else "" for n in people],
        "divided": any(deltas),
        "closed": table.closing,
        "totals": [signed(view.totals[n]) for n in people],
        "net": [signed(view.net[n]) for n in people] if pairwise else [],
        "kitty": view.kitty,
        "counted": state.counted,
        "length": _length(view),
        "senior": state.senior,
        "opening": table.opening_kitty,
        "agreed": agreed_words(variant, table.options["values"]),
        "prices": prices_note(variant),
        "minutes": minutes_a_deal(table),
    }


def _length(view: SheetView) -> dict[str, int]:
    """Where the evening stands: the tour it is in, or the deals played of those planned."""
    table, state = view.table, view.table.kept_state
    length = view.variant.length
    if length.tours:
        return {"tour": state.tour - (state.in_tour == 0 and state.tour > 1), "tours": length.tours}
    return {"deals": length_of(table, view.variant)}


@require_safe
def export(request: HttpRequest, table_id: str) -> HttpResponse:
    table = table_for(request, table_id)
    text = json.dumps(export_sheet(table), ensure_ascii=False, indent=2)
    name = f"boston-{slugify(table.rules.code) or 'evening'}-{day_of(table.evening)}.json"
    return HttpResponse(
        text + "\n", content_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
