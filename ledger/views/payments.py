"""Who pays whom: the list everybody follows, ticks, parts, payments typed in, and how it is paid."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.access import Role, phone_of, role_on, table_for
from ledger.forms.payments import PaymentForm, TickForm, new_key, write_minor
from ledger.http import is_fragment
from ledger.models import Table
from ledger.money import money
from ledger.queries.payments import PlanRow, SettlementPicture, settlement_picture
from ledger.services.errors import Faulty, NotOpen, Stale, Unknown
from ledger.services.settling import choose_plan, name_keeper, pay, undo_payment
from ledger.views.plans import pays_context, seen_version, who_pays


@require_safe
def payments(request: HttpRequest, table_id: str) -> HttpResponse:
    """The list alone, for phones that follow; nothing where it is as they have it."""
    table = table_for(request, table_id)
    seen, now = request.GET.get("seen", ""), seen_version(table)
    if seen == now:
        return HttpResponse(status=204)
    if seen.rpartition("-")[2] != str(table.version) or table.closing is None:
        # More than the payments has changed: whoever follows sees all of it anew, who writes is told.
        if role_on(request, table) != Role.SCORER:
            return HttpResponse(status=204, headers={"HX-Refresh": "true"})
        return _pays(request, table, notice=True)
    return _pays(request, table)


@require_http_methods(["GET", "POST"])
def payment(request: HttpRequest, table_id: str) -> HttpResponse:
    """One pair: what is open, what was paid and when; a part of it, or a payment of one's own, is typed here."""
    if request.method != "POST":
        return _payment_page(request, table_for(request, table_id))
    table = table_for(request, table_id, Role.SCORER)
    if "typed" in request.POST:
        return _typed(request, table)
    return _ticked(request, table)


@require_POST
def undo(request: HttpRequest, table_id: str, key: UUID) -> HttpResponse:
    table = table_for(request, table_id, Role.SCORER)
    try:
        undo_payment(table_id=table_id, key=key, by=phone_of(request).name)
    except Unknown:
        return _pays(request, table, fault=gettext("This payment is not there any more."), status=409)
    return _pays(request, table)


@require_POST
def plan(request: HttpRequest, table_id: str) -> HttpResponse:
    """How it is paid, and rounded to what: each a button of its own."""
    table_for(request, table_id, Role.SCORER)
    way, _, banker = request.POST.get("way", "").partition(":")
    unit = request.POST.get("round", "")
    table = table_for(request, table_id, Role.SCORER)
    settlement = table.settlement
    if not way:
        way, banker = settlement.way, settlement.banker.public_id if settlement.banker else ""
    rounding = int(unit) if unit.isascii() and unit.isdigit() and len(unit) < 9 else None
    try:
        choose_plan(table_id=table_id, way=way, banker=banker or None, rounding=rounding, by=phone_of(request).name)
    except Faulty:
        return _to_settlement(table_id, "how")
    return _to_settlement(table_id, "how")


@require_POST
def keeper(request: HttpRequest, table_id: str) -> HttpResponse:
    table = table_for(request, table_id, Role.SCORER)
    # The evening before may be out of this phone's reach; its kitty lies here.
    before = Table.objects.filter(carried_to=table).first() if "before" in request.POST else None
    try:
        name_keeper(
            table_id=(before or table).public_id, keeper=request.POST.get("keeper") or None, by=phone_of(request).name
        )
    except Faulty:
        return _to_settlement(table_id, "kitty")
    return _to_settlement(table_id, "kitty")


def _ticked(request: HttpRequest, table: Table) -> HttpResponse:
    form = TickForm(request.POST)
    if not form.is_valid():
        return _pays(request, table, fault=gettext("The plan has changed; here it is as it stands."), status=422)
    found = form.cleaned_data
    try:
        pay(table_id=table.public_id, **found, seen=found["amount"], by=phone_of(request).name)
    except NotOpen as changed:
        return _pays(request, table, fault=taken_words(changed), status=409)
    except (Faulty, Stale, Unknown):
        return _pays(request, table, fault=gettext("The plan has changed; here it is as it stands."), status=409)
    return _pays(request, table)


def taken_words(changed: NotOpen) -> str:
    """Why a tick was refused."""
    if changed.at is None:
        return gettext("The plan has changed; here it is as it stands.")
    if changed.by:
        return gettext("%(name)s has ticked this already, as the list shows.") % {"name": changed.by}
    return gettext("Another phone has ticked this already, as the list shows.")


def _typed(request: HttpRequest, table: Table) -> HttpResponse:
    picture = settlement_picture(table.settlement)
    form = payment_form(picture, request.POST)
    if not form.is_valid():
        return _payment_page(request, table, form, status=422)
    found = form.cleaned_data
    try:
        pay(table_id=table.public_id, **found, by=phone_of(request).name)
    except NotOpen as changed:
        # What was open between the two is gone: the list shows what is asked for now.
        return _pays(request, table, fault=taken_words(changed), status=409)
    except Unknown:
        return _pays(request, table, fault=gettext("This page was used for another payment: begin anew."), status=409)
    except Stale:
        form.add_error("amount", gettext("This can't be recorded now: a table is being played on."))
        return _payment_page(request, table, form, status=409)
    except Faulty:
        return _pays(request, table, fault=gettext("The plan has changed; here it is as it stands."), status=409)
    return _to_settlement(table.public_id, "pays")


def payment_form(picture: SettlementPicture, data: Mapping[str, Any] | None) -> PaymentForm:
    people = [(p.public_id, p.name) for p in picture.people]
    return PaymentForm(people, [c.currency for c in picture.currencies], data)


def _payment_page(
    request: HttpRequest, table: Table, form: PaymentForm | None = None, *, status: int = 200
) -> HttpResponse:
    picture = settlement_picture(table.settlement)
    asked = request.POST if request.method == "POST" else request.GET
    row, currency = _row(picture, asked)
    values = {name: asked.get(name, "") for name in ("payer", "payee", "currency", "amount")}
    if form is None and row and row.open:
        values["amount"] = write_minor(row.open, currency)
    context = {
        "table": table,
        "row": row and who_pays(row, currency, key=new_key()),
        "paid": [(p, money(p.amount, p.currency)) for p in (_between(picture, asked) if row else picture.payments)],
        "people": picture.people,
        "currencies": [c.currency for c in picture.currencies],
        "values": values | {"currency": values["currency"] or currency},
        "key": asked.get("key") or new_key(),
        "faults": form.errors if form else {},
        "may_score": role_on(request, table) == Role.SCORER,
        "playing": picture.playing,
    }
    return render(request, "ledger/payment.html", context, status=status)


def _row(picture: SettlementPicture, asked: Mapping[str, Any]) -> tuple[PlanRow | None, str]:
    """The line that is meant, and its currency; the first currency where none is."""
    wanted = asked.get("payer"), asked.get("payee"), asked.get("currency")
    for found in picture.currencies:
        for row in found.rows:
            if (row.payer.public_id, row.payee.public_id, found.currency) == wanted:
                return row, found.currency
    return None, picture.currencies[0].currency if picture.currencies else ""


def _between(picture: SettlementPicture, asked: Mapping[str, Any]) -> list[Any]:
    wanted = {asked.get("payer"), asked.get("payee")}
    currency = asked.get("currency")
    return [p for p in picture.payments if {p.payer.public_id, p.payee.public_id} == wanted and p.currency == currency]


def _pays(
    request: HttpRequest, table: Table, *, fault: str = "", notice: bool = False, status: int = 200
) -> HttpResponse:
    """The list as it stands now; without a script the whole page."""
    if not is_fragment(request) and not fault:
        return _to_settlement(table.public_id, "pays")
    fresh = table_for(request, table.public_id)
    context = pays_context(request, fresh) | {"pay_fault": fault, "changed": notice}
    name = "ledger/partials/pays.html" if is_fragment(request) else "ledger/pays.html"
    response = render(request, name, context, status=status)
    response["Vary"] = "HX-Request"
    return response


def _to_settlement(table_id: str, part: str) -> HttpResponse:
    return HttpResponseRedirect(reverse("ledger:settle", args=[table_id]) + f"#{part}")
