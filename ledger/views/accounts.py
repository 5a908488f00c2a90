"""What players owe and are owed over all evenings: everybody's account, and who has anything open."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from ledger.access import role_on, seen_tables, table_for
from ledger.forms.numbers import number_in
from ledger.models import SettlementLine
from ledger.money import all_whole, money, signed_money
from ledger.queries import accounts as books
from ledger.queries.accounts import PAID, RECEIVED, Account, AccountEntry, AccountLine
from ledger.queries.clubs import get_player
from ledger.queries.pictures import PlanRow
from ledger.views.plans import table_words
from ledger.words import Words

Kind = SettlementLine.Kind
FOR: Mapping[str, Words] = {
    Kind.RESULT: _("won at the table"),
    Kind.KITTY_IN: _("hands out the kitty"),
    Kind.KITTY_KEPT: _("keeps the kitty"),
    Kind.KITTY_SHARED: _("share of a kitty difference"),
    Kind.ROUNDING: _("rounding"),
}
OTHERWISE: Mapping[str, Words] = {
    Kind.RESULT: _("lost at the table"),
    Kind.KITTY_KEPT: _("hands out the kitty"),
}
"""What is said of a line below zero."""


@require_safe
def account(request: HttpRequest, table_id: str, player_id: str) -> HttpResponse:
    """One player: what he owes and is owed in all, what of it is open and with whom, and what was settled."""
    table = table_for(request, table_id)
    player = get_player(table.evening.club, player_id)
    if player is None:
        raise Http404
    seen = seen_tables(request, table)
    found = books.account(player, seen, number_in(request.GET, "page") or 1)
    context = {"table": table, "account": found, "limited": seen is not None, **_statement(request, found)}
    return render(request, "ledger/account.html", context)


@require_safe
def accounts(request: HttpRequest, table_id: str) -> HttpResponse:
    """Everybody of the club who has anything open."""
    table = table_for(request, table_id)
    seen = seen_tables(request, table)
    found = books.accounts(table.evening.club, seen)
    context = {
        "table": table,
        "accounts": found,
        "limited": seen is not None,
        "currencies": [(currency, _people(people, currency)) for currency, people in found.currencies],
    }
    return render(request, "ledger/accounts.html", context)


def _people(people: Iterable[tuple[Any, int]], currency: str) -> list[tuple[Any, str, str]]:
    """Who it is, whether he owes or is owed, and how much."""
    found = list(people)
    whole = all_whole([amount for _, amount in found], currency)
    return [(one, stands(amount), signed_money(amount, currency, whole=whole)) for one, amount in found]


def stands(amount: int) -> str:
    """How somebody stands who has so much to receive."""
    return gettext("is owed") if amount > 0 else gettext("owes") if amount < 0 else gettext("even in all")


def _statement(request: HttpRequest, found: Account) -> dict[str, Any]:
    """The account in words. What is open stands on the first page alone."""

    def written(entries: Iterable[AccountEntry]) -> list[dict[str, Any]]:
        return [_entry(request, entry, found.player.public_id) for entry in entries]

    return {
        "totals": [(stands(amount), _money(abs(amount), code)) for code, amount in found.totals.items()],
        "held": [_money(amount, code) for code, amount in found.held.items() if amount > 0],
        "lent": [_money(-amount, code) for code, amount in found.held.items() if amount < 0],
        "open": written(found.open) if found.page == 1 else [],
        "playing": written(found.playing) if found.page == 1 else [],
        "settled": written(found.settled),
        "newer": found.page - 1,
        "older": found.page + 1 if found.page < found.pages else 0,
    }


def _money(minor: int, currency: str) -> str:
    return money(minor, currency, whole=all_whole([minor], currency))


def _entry(request: HttpRequest, entry: AccountEntry, own: str) -> dict[str, Any]:
    """One settlement, every amount of a currency with as many digits as the others."""
    several = len(entry.tables) > 1
    together = ngettext("%(n)s evening together", "%(n)s evenings together", len(entry.tables))
    amounts: defaultdict[str, list[int]] = defaultdict(list)
    for currency, amount in [(line.currency, line.amount) for line in entry.lines]:
        amounts[currency].append(amount)
    for currency, row in entry.rows:
        amounts[currency].append(row.open)
    whole = {currency: all_whole(found, currency) for currency, found in amounts.items()}
    return {
        "words": together % {"n": len(entry.tables)} if several else table_words(entry.tables[0]),
        # Every table of a settlement leads to the same page.
        "link": next((t.public_id for t in entry.tables if role_on(request, t)), ""),
        "left": [signed_money(amount, code, whole=whole[code]) for code, amount in entry.left.items()],
        "booked": [signed_money(amount, code, whole=whole[code]) for code, amount in entry.booked.items()],
        "rows": [_row(row, own, money(row.open, code, whole=whole[code])) for code, row in entry.rows],
        "lines": [_line(line, several, whole[line.currency]) for line in entry.lines],
        "paid": [_line(line, several, whole[line.currency]) for line in entry.lines if line.other],
    }


def _row(row: PlanRow, own: str, amount: str) -> dict[str, Any]:
    pays = row.payer.public_id == own
    return {"pays": pays, "other": (row.payee if pays else row.payer).name, "sum": amount}


def _line(line: AccountLine, several: bool, whole: bool) -> dict[str, Any]:
    """What a line is for; where evenings are settled together, also which of them it belongs to."""
    return {
        "words": (line.amount < 0 and OTHERWISE.get(line.kind)) or FOR.get(line.kind, ""),
        "paid": line.kind == PAID,
        "received": line.kind == RECEIVED,
        "other": line.other.name if line.other else "",
        "at": line.at,
        "table": table_words(line.table) if several and line.table else "",
        "sum": signed_money(line.amount, line.currency, whole=whole),
    }
