"""Pictures of the product for who sees it first: parts of its own pages, filled from the example evening."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ledger.forms.draft import draft_of_plain
from ledger.forms.entry import Drawing
from ledger.help_words import TERMS
from ledger.rules.deal_facts import DealFacts, plain_facts
from ledger.rules.seating import first_voice
from ledger.rules.table import ScoredDeal, replay
from ledger.views.charts import LineChart, Series, line_chart
from ledger.views.example import names_shown, opened, payments, played
from ledger.views.outcomes import deal_line, outcome_of
from ledger.words import signed

DEAL = 5
"""The deal of the example that is being recorded in the pictures."""


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A seat of the board, as the table's page has it."""

    name: str
    balance: int
    last_change: int
    is_dealer: bool
    is_first_voice: bool


@require_safe
def manual(request: HttpRequest) -> HttpResponse:
    """How it works, in a few words and pictures."""
    sheet, *_, after = played()
    context = {"terms": TERMS.values(), "payments": payments(sheet, after), "chart": _chart(), "example": shown_table()}
    return render(request, "ledger/help.html", context)


def shown_table() -> dict[str, Any]:
    """The table of the example in the middle of its evening: the board, a deal all tapped, and what it brings."""
    sheet, rows, *_ = played()
    variant, names = sheet.variant, names_shown(sheet)
    last, row = _deals()[DEAL - 2], rows[DEAL - 1]
    state, facts = last.state, row.facts
    if not isinstance(facts, DealFacts):
        raise ValueError(f"entry {DEAL} of the example is no deal: {facts}")
    voice = first_voice(state.order, row.dealer, variant.seating.step, None)
    outcome = outcome_of(variant, state, facts, names)
    return {
        "seats": [
            ShownSeat(name, state.balances[seat], last.deltas[seat], seat == row.dealer, seat == voice)
            for seat, name in enumerate(names)
        ],
        "widest": max(len(signed(points)) for points in state.balances),
        "number": row.number,
        "variant": variant,
        "kitty": outcome.kitty_before,
        "entry": Drawing(variant, state, names, draft_of_plain(variant, plain_facts(facts), state)).entry(),
        "outcome": outcome,
        "lines": [deal_line(variant, one, names) for one in rows[DEAL - 2 : DEAL - 4 : -1]],
    }


@lru_cache(maxsize=1)
def _deals() -> tuple[ScoredDeal, ...]:
    sheet, *_ = played()
    return tuple(replay(sheet.variant, opened(sheet), [deal.facts for deal in sheet.deals]))


def _chart() -> LineChart:
    """The balances of the example deal by deal."""
    sheet, rows, *_ = played()
    series = [Series(name, [row.balances[seat] for row in rows]) for seat, name in enumerate(names_shown(sheet))]
    labels = [str(row.number) for row in rows]
    return line_chart(series, labels, title=gettext("Balances deal by deal"))
