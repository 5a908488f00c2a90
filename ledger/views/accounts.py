"""What players owe and are owed over all evenings: everybody's account, and the list; by a table or the club."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from ledger.access import club_for, role_on, seen_tables, table_for
from ledger.forms.numbers import number_in
from ledger.models import Club, SettlementLine
from ledger.money import all_whole, money, signed_money
from ledger.queries import accounts as books
from ledger.queries.accounts import PAID, RECEIVED, Account, AccountEntry, AccountLine
from ledger.queries.clubs import day_at, get_player
from ledger.queries.pictures import Person, PlanRow
from ledger.views.plans import table_words
from ledger.words import Words

Seen = Collection[int] | None
"""Keys of the tables whose money may be counted; None: all are."""
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
    context = {"table": table, "everybody": reverse("ledger:accounts", args=[table_id])}
    return _account(request, table.evening.club, player_id, seen_tables(request, table), context)


@require_safe
def club_account(request: HttpRequest, club_id: str, player_id: str) -> HttpResponse:
    """The same for who has the club's link, which shows all evenings."""
    club = club_for(request, club_id)
    context = {"club": club, "everybody": reverse("ledger:club_accounts", args=[club_id])}
    return _account(request, club, player_id, None, context)


@require_safe
def accounts(request: HttpRequest, table_id: str) -> HttpResponse:
    """Everybody of the club who won or lost money; who is even comes last."""
    table = table_for(request, table_id)
    leads = partial(_address, "ledger:account", table_id)
    return _accounts(request, table.evening.club, seen_tables(request, table), leads, {"table": table})


@require_safe
def club_accounts(request: HttpRequest, club_id: str) -> HttpResponse:
    """The same for who has the club's link, which shows all evenings."""
    club = club_for(request, club_id)
    return _accounts(request, club, None, partial(_address, "ledger:club_account", club_id), {"club": club})


def _address(name: str, place: str, player: str) -> str:
    return reverse(name, args=[place, player])


def _account(request: HttpRequest, club: Club, player_id: str, seen: Seen, context: dict[str, Any]) -> HttpResponse:
    player = get_player(club, player_id)
    if player is None:
        raise Http404
    found = books.account(player, seen, number_in(request.GET, "page") or 1)
    context |= {"account": found, "limited": seen is not None, **_statement(request, found, club)}
    return render(request, "ledger/account.html", context)


def _accounts(
    request: HttpRequest, club: Club, seen: Seen, leads: Callable[[str], str], context: dict[str, Any]
) -> HttpResponse:
    """`leads`: the address of a player's account."""
    found = books.accounts(club, seen)
    context |= {
        "accounts": found,
        "limited": seen is not None,
        "even": all(amount == 0 for _, people in found.currencies for _, amount in people),
        "currencies": [(currency, _people(people, currency, leads)) for currency, people in found.currencies],
    }
    return render(request, "ledger/accounts.html", context)


def _people(
    people: Iterable[tuple[Person, int]], currency: str, leads: Callable[[str], str]
) -> list[tuple[Person, str, str, str]]:
    """Who it is, where his account is, whether he owes or is owed, and how much."""
    found = list(people)
    whole = all_whole([amount for _, amount in found], currency)
    return [
        (
            one,
            leads(one.public_id) if one.public_id else "",
            stands(amount),
            signed_money(amount, currency, whole=whole),
        )
        for one, amount in found
    ]


def stands(amount: int) -> str:
    """How somebody stands who has so much to receive."""
    return gettext("is owed") if amount > 0 else gettext("owes") if amount < 0 else gettext("even in all")


def _statement(request: HttpRequest, found: Account, club: Club) -> dict[str, Any]:
    """The account in words. What is open stands on the first page alone."""

    def written(entries: Iterable[AccountEntry]) -> list[dict[str, Any]]:
        return [_entry(request, entry, found.player.public_id, club) for entry in entries]

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


def _entry(request: HttpRequest, entry: AccountEntry, own: str, club: Club) -> dict[str, Any]:
    """One settlement, every amount of a currency with as many digits as the others."""
    several = len(entry.tables) > 1
    together = ngettext("%(n)s evening together", "%(n)s evenings together", len(entry.tables))
    amounts: defaultdict[str, list[int]] = defaultdict(list)
    for currency, amount in [(line.currency, line.amount) for line in entry.lines]:
        amounts[currency].append(amount)
    for currency, row in entry.rows:
        amounts[currency].append(row.open)
    whole = {currency: all_whole(found, currency) for currency, found in amounts.items()}
    lines = [_line(line, several, whole[line.currency], club) for line in entry.lines]
    return {
        "words": together % {"n": len(entry.tables)} if several else table_words(entry.tables[0]),
        # Every table of a settlement leads to the same page.
        "link": next((t.public_id for t in entry.tables if role_on(request, t)), ""),
        "left": [signed_money(amount, code, whole=whole[code]) for code, amount in entry.left.items()],
        "booked": [signed_money(amount, code, whole=whole[code]) for code, amount in entry.booked.items()],
        "rows": [_row(row, own, money(row.open, code, whole=whole[code])) for code, row in entry.rows],
        "lines": lines,
        "paid": [line for line in lines if line["other"]],
    }


def _row(row: PlanRow, own: str, amount: str) -> dict[str, Any]:
    pays = row.payer.public_id == own
    return {"pays": pays, "other": (row.payee if pays else row.payer).name, "sum": amount}


def _line(line: AccountLine, several: bool, whole: bool, club: Club) -> dict[str, Any]:
    """What a line is for; where evenings are settled together, also which of them it belongs to."""
    return {
        "words": (line.amount < 0 and OTHERWISE.get(line.kind)) or FOR.get(line.kind, ""),
        "paid": line.kind == PAID,
        "received": line.kind == RECEIVED,
        "other": line.other.name if line.other else "",
        "day": day_at(line.at, club) if line.at else None,
        "table": table_words(line.table) if several and line.table else "",
        "sum": signed_money(line.amount, line.currency, whole=whole),
    }
