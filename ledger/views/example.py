"""An evening to look at, scored by the rules from a sheet that comes with the program; nothing is stored."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from importlib import resources
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, pgettext_lazy
from django.views.decorators.http import require_safe

from ledger.money import all_whole, money
from ledger.queries.rows import DealRow
from ledger.rules.document import agreed_values
from ledger.rules.settlement import fewest_payments, minor_shares
from ledger.rules.sheet import close, parse_sheet
from ledger.rules.sheet_reading import read_sheet
from ledger.rules.sheet_shapes import Sheet
from ledger.rules.table import TableState, open_table, replay
from ledger.views.paper import agreed_words, paper_lines, prices_note
from ledger.words import Words, signed

NAMES: Mapping[str, Words] = {
    "Anna": pgettext_lazy("player of the example", "Anna"),
    "Boris": pgettext_lazy("player of the example", "Boris"),
    "Vera": pgettext_lazy("player of the example", "Vera"),
    "Gleb": pgettext_lazy("player of the example", "Gleb"),
}


@require_safe
def example(request: HttpRequest) -> HttpResponse:
    sheet, rows, before, after = played()
    names = names_shown(sheet)
    gained = [a - b for a, b in zip(after.balances, before.balances, strict=True)]
    context = {
        "variant": sheet.variant,
        "names": names,
        "lines": paper_lines(sheet.variant, names, rows),
        "date": sheet.date,
        "title": gettext("Thursday at Anna’s"),
        "has_kitty": sheet.variant.kitty is not None,
        "closing": [signed(points) for points in gained],
        "divided": any(gained),
        "closed": True,
        "totals": [signed(points) for points in after.balances],
        "kitty": after.kitty,
        "counted": after.counted,
        "senior": after.senior,
        "agreed": agreed_words(sheet.variant, agreed_values(sheet.variant.options, sheet.options)),
        "prices": prices_note(sheet.variant),
        "payments": payments(sheet, after),
    }
    return render(request, "ledger/example.html", context)


def names_shown(sheet: Sheet) -> list[str]:
    """The players' names as the reader writes them."""
    return [str(NAMES.get(name, name)) for name in sheet.players]


@lru_cache(maxsize=1)
def played() -> tuple[Sheet, tuple[DealRow, ...], TableState, TableState]:
    """The sheet, its deals scored, and the table before and after it was closed."""
    plain = parse_sheet((resources.files("ledger") / "example.json").read_bytes())
    sheet = read_sheet(plain)
    if not isinstance(sheet, Sheet) or sheet.closing is None:
        raise ValueError(f"the example is no closed sheet: {sheet}")
    rows = tuple(_rows(sheet))
    *_, last = replay(sheet.variant, opened(sheet), [deal.facts for deal in sheet.deals])
    return sheet, rows, last.state, close(last.state, sheet.closing)


def opened(sheet: Sheet) -> TableState:
    """The table before the first deal."""
    return open_table(len(sheet.players), sheet.first_dealer, sheet.opening_kitty)


def _rows(sheet: Sheet) -> Iterator[DealRow]:
    deals = replay(sheet.variant, opened(sheet), [deal.facts for deal in sheet.deals])
    for position, scored in enumerate(deals, start=1):
        yield DealRow(
            deal_key=UUID(int=position),
            order_key=position,
            position=position,
            number=scored.number,
            facts=scored.facts,
            dealer=scored.dealer,
            multiplier=scored.multiplier,
            deltas=scored.deltas,
            balances=scored.state.balances,
            kitty=scored.state.kitty,
            kitty_change=scored.kitty_change,
            sat_out=frozenset(),
            recorded_by="",
            recorded_at=datetime.min.replace(tzinfo=UTC),
        )


def payments(sheet: Sheet, after: TableState) -> list[dict[str, Any]]:
    """Who pays whom in the end; an empty name is the kitty."""
    stake = sheet.stake
    if stake is None:
        return []
    seats, kitty = minor_shares(after.net, after.kitty - sheet.opening_kitty, stake)
    plan = fewest_payments([*seats, kitty])
    whole = all_whole((p.amount for p in plan.payments), stake.currency)
    names = [*names_shown(sheet), ""]
    return [
        {"payer": names[p.payer], "payee": names[p.payee], "sum": money(p.amount, stake.currency, whole=whole)}
        for p in plan.payments
    ]
