"""An evening as lines: everybody's balance deal by deal."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from ledger.access import table_for
from ledger.deal_words import unplayed_words
from ledger.queries.evenings import EveningCard
from ledger.queries.table_lines import Stop, TableLines, lines_at, lines_of
from ledger.views.charts import LineChart, Series, line_chart
from ledger.words import Words

STOPS: Mapping[str, Words] = {
    "adjustment": _("adjustment by hand"),
    "end": _("kitty divided"),
}
"""What is no deal."""
MOST_PEOPLE = 7


@dataclass(frozen=True, slots=True)
class Drawn:
    """The picture of a table; `shown` of `entries` where there were too many to draw them all."""

    chart: LineChart
    shown: int
    entries: int
    apart: bool

    @property
    def is_thinned(self) -> bool:
        return self.shown < self.entries


@require_safe
def table_lines(request: HttpRequest, table_id: str) -> HttpResponse:
    """The balances of one table, open or closed."""
    table = table_for(request, table_id)
    lines = lines_of([table])[table.pk]
    context = {"table": table, "variant": lines.variant, "drawn": drawn_of(lines)}
    return render(request, "ledger/table_lines.html", context)


def evening_charts(evening: EveningCard) -> Mapping[str, Drawn]:
    """The pictures of all tables of an evening, by their public ids."""
    found = lines_at(card.public_id for card in evening.tables)
    return {table: drawn_of(lines) for table, lines in found.items()}


def drawn_of(lines: TableLines) -> Drawn:
    """The picture of a table: a line a player, the kitty beside them."""
    series = [Series(line.name, line.values) for line in lines.lines]
    if lines.kitty is not None:
        series.append(Series(gettext("kitty"), lines.kitty, start=lines.opening, aside=True))
    labels = [_label(stop) for stop in lines.stops]
    ticks = [str(stop.counted) for stop in lines.stops]
    chart = line_chart(series, labels, title=gettext("Balances deal by deal"), most=MOST_PEOPLE, ticks=ticks)
    return Drawn(chart, len(lines.stops), lines.entries, lines.apart)


def _label(stop: Stop) -> str:
    """Its number on the score sheet, or what it was."""
    if stop.number is not None:
        return str(stop.number)
    return str(STOPS.get(stop.kind) or unplayed_words(stop.kind))
