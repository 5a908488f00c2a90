"""Several tables or evenings settled together, and apart again."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from ledger.access import Role, phone_of, scored_tables, table_for
from ledger.http import go_to
from ledger.models import Table
from ledger.money import short_money
from ledger.queries.together import open_tables
from ledger.services.errors import ServiceError, Stale
from ledger.services.together import settle_apart, settle_together
from ledger.views.plans import table_words


@require_http_methods(["GET", "POST"])
def together(request: HttpRequest, table_id: str) -> HttpResponse:
    """Choose which other evenings with open money are settled in one with this one."""
    table = table_for(request, table_id, Role.SCORER)
    if request.method != "POST":
        return _show(request, table)
    mine = set(scored_tables(request))
    chosen = [one for one in request.POST.getlist("with") if one in mine]
    if not chosen:
        return _show(request, table, fault=gettext("Choose at least one evening."), status=422)
    try:
        settle_together(table_id=table_id, others=chosen, by=phone_of(request).name)
    except ServiceError:
        fault = gettext("One of these evenings is being played on: close it first.")
        return _show(request, table, fault=fault, status=409)
    return go_to(request, "ledger:settle", table_id)


@require_POST
def apart(request: HttpRequest, table_id: str) -> HttpResponse:
    """Take one of the tables out again."""
    table = table_for(request, table_id, Role.SCORER)
    which = table.settlement.tables.filter(public_id=request.POST.get("which", "")[:40].replace("\0", "")).first()
    try:
        if which:
            settle_apart(table_id=which.public_id, by=phone_of(request).name)
    except Stale:
        return render(request, "ledger/apart_refused.html", {"table": table}, status=409)
    return HttpResponseRedirect(reverse("ledger:settle", args=[table_id]) + "#together")


def _show(request: HttpRequest, table: Table, *, fault: str = "", status: int = 200) -> HttpResponse:
    found = open_tables(table, scored_tables(request))
    context = {
        "table": table,
        "here": table_words(table),
        "others": [
            (one.table.public_id, table_words(one.table), ", ".join(short_money(minor, c) for c, minor in one.open))
            for one in found
        ],
        "fault": fault,
    }
    return render(request, "ledger/together.html", context, status=status)
