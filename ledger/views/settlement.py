"""The end of an evening: last look, kitty, stake, who pays whom."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from ledger.access import Role, phone_of, role_in, role_on, scored_tables, table_for
from ledger.forms.settlement import Agreement, read_agreement
from ledger.forms.stakes import StakeForm, currency_groups, stake_values
from ledger.http import go_to, in_its_language, left_as_it_was, only_shown
from ledger.models import Payment, Table
from ledger.money import all_whole, currency_sign, signed_amount
from ledger.queries.payments import SettlementPicture, settlement_picture
from ledger.queries.replays import last_key
from ledger.queries.settlement import SettledSeat, SettlementView, settlement_view
from ledger.queries.tables import length_of
from ledger.queries.together import open_tables
from ledger.rules.table import divided, is_over
from ledger.rules.variant import Settling
from ledger.services.errors import TableClosed
from ledger.services.tables import close_table, reopen_table, set_stake
from ledger.views.kitties import kitty_context
from ledger.views.plans import how_context, makeup, pays_context, seen_version, table_words
from ledger.views.stakes import money_worth, stake_changes
from ledger.words import signed

Ends = dict[str, Literal["divide", "carry"]]
ENDS: Ends = {"divide": "divide", "carry": "carry"}


@require_http_methods(["GET", "POST"])
@in_its_language
def settle(request: HttpRequest, table_id: str) -> HttpResponse:
    if request.method != "POST":
        return _show(request, table_for(request, table_id))
    table = table_for(request, table_id, Role.SCORER)
    if only_shown(request):
        return _left(request, table)
    does = request.POST.get("do", "")
    if does == "stake":
        return _stake(request, table)
    if does in (*ENDS, "close"):
        return _close(request, table, does)
    return _show(request, table, asked=does == "ask")


def _left(request: HttpRequest, table: Table) -> HttpResponse:
    """The page with what was typed and ticked; what is asked before another stake is taken is asked still."""
    form, sent = StakeForm(initial=left_as_it_was(request)), StakeForm(request.POST)
    more: dict[str, Any] = {}
    if "sure" in request.POST and sent.is_valid():
        more = {"changes": stake_changes(table, sent.stake()), "sure": f"{sent.stake()}"}
    return _show(request, table, agreed=read_agreement(request.POST), form=form, **more)


@require_POST
def reopen(request: HttpRequest, table_id: str) -> HttpResponse:
    table_for(request, table_id, Role.SCORER)
    reopen_table(table_id=table_id, by=phone_of(request).name)
    return go_to(request, "ledger:table", table_id)


def _close(request: HttpRequest, table: Table, does: str) -> HttpResponse:
    view, agreed = settlement_view(table), read_agreement(request.POST)
    # Also where only "close" was offered: a deal may have filled the kitty since that page was drawn.
    asks = does != "carry" and view.kitty and table.closing is None
    fault = agreed.fault([s.name for s in view.seats if not s.left]) if asks else ""
    form = StakeForm(request.POST)
    if fault or not form.is_valid():
        return _show(request, table, agreed=agreed, form=form, fault=fault, status=422)
    # A point value that was typed is meant, though not saved by its own button; one that was only shown is not, for
    # another phone may have set another since.
    if f"{form.stake()}" != request.POST.get("shown", f"{form.stake()}") and table.closing is None:
        if asked := _asked(request, table, form, agreed):
            return asked
        _set(request, table, form)
    # An empty kitty needs nobody's consent: there is nothing to divide.
    kitty = ENDS.get(does, "divide") if view.variant.kitty else None
    try:
        close_table(table_id=table.public_id, kitty=kitty, by=phone_of(request).name)
    except TableClosed:
        fault = gettext("Another phone has closed the evening already, as this page shows.")
        return _show(request, table_for(request, table.public_id), fault=fault, status=409)
    return go_to(request, "ledger:settle", table.public_id)


def _stake(request: HttpRequest, table: Table) -> HttpResponse:
    form = StakeForm(request.POST)
    if not form.is_valid():
        return _show(request, table, form=form, status=422)
    if asked := _asked(request, table, form):
        return asked
    _set(request, table, form)
    return go_to(request, "ledger:settle", table.public_id)


def _asked(request: HttpRequest, table: Table, form: StakeForm, agreed: Agreement | None = None) -> HttpResponse | None:
    """What another stake changes is said before it is done, and anew where the amount was changed once more."""
    changes, said = stake_changes(table, form.stake()), f"{form.stake()}"
    if not changes or request.POST.get("sure") == said:
        return None
    return _show(request, table, form=form, agreed=agreed, changes=changes, sure=said)


def _set(request: HttpRequest, table: Table, form: StakeForm) -> None:
    set_stake(table_id=table.public_id, stake=form.stake(), by=phone_of(request).name)


def _show(
    request: HttpRequest,
    table: Table,
    *,
    agreed: Agreement | None = None,
    form: StakeForm | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    view = settlement_view(table)
    picture = settlement_picture(table.settlement) if table.closing else None
    context = {
        "table": table,
        "paid": Payment.objects.filter(settlement=table.settlement_id, undone=None).count(),
        "seen": seen_version(table),
        **_figures(view, picture),
        **(_paying(request, table, picture) if picture else {}),
        "counted": table.kept_state.counted,
        "length": length_of(table, view.variant),
        "over": is_over(view.variant, table.kept_state, table.planned_deals),
        "agreed": agreed.yes if agreed else (),
        "form": form or StakeForm(initial=stake_values(table.stake)),
        "shown": request.POST.get("shown", f"{table.stake}"),
        "currencies": currency_groups(),
        "may_score": role_on(request, table) == Role.SCORER,
        "in_club": role_in(request, table.evening.club) is not None,
        "last_key": last_key(table) if table.closing else None,
        **more,
    }
    return render(request, "ledger/settle.html", context, status=status)


def _paying(request: HttpRequest, table: Table, picture: SettlementPicture) -> dict[str, Any]:
    """Who pays whom, and how that is chosen."""
    several = len(picture.tables) > 1
    scores = role_on(request, table) == Role.SCORER
    return {
        **pays_context(request, table, picture),
        **how_context(picture),
        **kitty_context(table, picture, lambda other: role_on(request, other) is not None),
        "elsewhere": len(open_tables(table, scored_tables(request))) if scores else 0,
        "several": [
            (t.public_id, table_words(t), t.pk == table.pk, role_on(request, t) is not None) for t in picture.tables
        ]
        if several
        else [],
        "makeup": [makeup(c) for c in picture.currencies if several or any(p.kitty for p in c.people)],
    }


def _figures(view: SettlementView, picture: SettlementPicture | None) -> dict[str, Any]:
    """Everything that is read off the settlement."""
    return {
        "view": view,
        "rows": _rows(view, rounding_of(picture)),
        "together": _together(view),
        "best": signed(view.winners[0].net),
        "level": len({s.net for s in view.seats}) == 1,
        "shared": any(s.kitty_share for s in view.seats),
        "shares": _shares(view),
        "pairwise": view.variant.settling is Settling.PAIRWISE,
        "sign": currency_sign(view.stake.currency) if view.stake else "",
        "stake": money_worth(view),
        "rounded": bool(rounding_of(picture)),
        "kitty_points": signed(view.kitty_change) if view.kitty_change else "",
        "kitty_money": _kitty_money(view),
        "chips": bool(view.variant.kitty and view.variant.kitty.chips),
    }


def rounding_of(picture: SettlementPicture | None) -> dict[str, int]:
    """What rounding gave or took from each, where this table is settled alone."""
    if picture is None or len(picture.tables) > 1:
        return {}
    return {p.person.public_id: p.rounding for c in picture.currencies for p in c.people if p.rounding}


def _kitty_money(view: SettlementView) -> str:
    if view.stake is None or not view.kitty_change:
        return ""
    return signed_amount(view.kitty_money or 0, view.stake.currency, whole=_whole(view))


def _whole(view: SettlementView) -> bool:
    if view.stake is None:
        return True
    minors = [s.money or 0 for s in view.seats] + [view.kitty_money or 0]
    return all_whole(minors, view.stake.currency)


def _rows(view: SettlementView, rounding: Mapping[str, int]) -> list[dict[str, Any]]:
    """The players, the best first; equal ones as they sit."""
    whole, stake = _whole(view), view.stake
    return [
        {
            "name": s.name,
            "player": s.player_public_id,
            "place": s.place,
            "balance": signed(s.balance),
            "share": signed(s.kitty_share),
            "net": signed(s.net),
            "money": _rounded(s, rounding, stake.currency, whole=whole) if stake else "",
            "small": signed_amount(rounding.get(s.player_public_id, 0), stake.currency) if stake and rounding else "",
        }
        for s in sorted(view.seats, key=lambda s: s.place)
    ]


def _rounded(seat: SettledSeat, rounding: Mapping[str, int], currency: str, *, whole: bool) -> str:
    minor = (seat.money or 0) + rounding.get(seat.player_public_id, 0)
    return signed_amount(minor, currency, whole=whole or (bool(rounding) and all_whole([minor], currency)))


def _together(view: SettlementView) -> dict[str, str]:
    """The sums under the columns, the kitty with them: nothing is lost."""
    shared = any(s.kitty_share for s in view.seats)
    whole, stake = _whole(view), view.stake
    return {
        "balance": signed(sum(s.balance for s in view.seats) + (0 if shared else view.kitty_change)),
        "share": signed(sum(s.kitty_share for s in view.seats)),
        "net": signed(sum(s.net for s in view.seats) + view.kitty_change),
        "money": signed_amount(_all_money(view), stake.currency, whole=whole) if stake else "",
    }


def _all_money(view: SettlementView) -> int:
    """All that is settled, with the kitty: nothing is lost."""
    return sum(s.money or 0 for s in view.seats) + (view.kitty_money or 0)


def _shares(view: SettlementView) -> Sequence[tuple[str, str]]:
    """What each would get if the kitty were divided now."""
    if view.closing is not None or not view.kitty:
        return []
    after = divided(view.table.kept_state)
    return [(s.name, signed(after.balances[s.number] - s.balance)) for s in view.seats if not s.left]
