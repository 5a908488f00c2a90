"""An evening side by side under the rules it was played by and under others."""

from collections import Counter
from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ledger.access import table_for
from ledger.compare_words import UNRECORDED
from ledger.forms.compare import read_agreed, read_choice, read_picked
from ledger.queries.compare import Elsewhere, choices, elsewhere, first_choice
from ledger.queries.sheet import everybody
from ledger.rules.document import agreed_values
from ledger.views.compare_lines import Columns, Line, Row, compared_lines, totals
from ledger.views.house_versions import labelled
from ledger.views.paper import agreed_words

FIT = 21
"""Letters of figures that stand beside each other on the smallest phone, apart from the words in front."""


@require_safe
def compare(request: HttpRequest, table_id: str) -> HttpResponse:
    """The rules, and what contracts that they lack count as, stand in the address, so that it can be sent around."""
    table = table_for(request, table_id)
    offered = choices(table)
    choice = read_choice(request.GET, offered, first_choice(table, offered))
    if choice is None:
        raise Http404
    form = read_agreed(request.GET, choice)
    chosen = form.chosen() if form.is_valid() else {}
    evening = elsewhere(table, choice.agreed(chosen), read_picked(request.GET, choice))
    columns = Columns(evening, everybody(table))
    lines, summed = compared_lines(columns), totals(columns)
    context = {
        "table": table,
        "choices": labelled(offered),
        "choice": choice,
        "evening": evening,
        "form": form,
        "agreed": agreed_words(evening.there, agreed_values(evening.there.options, chosen)),
        "names": [evening.names[number] for number in columns.people],
        "has_kitty": columns.kitty,
        "totals": summed,
        "lines": lines,
        "left_out": left_out(lines),
        "notes": notes(evening, table.places, table.closing),
        "asks": any(code == "" for _, code in evening.lacking),
        "fits": fits(lines, summed, len(columns.people) + columns.kitty),
    }
    return render(request, "ledger/compare.html", context)


def left_out(lines: Sequence[Line]) -> list[tuple[str, int]]:
    """What keeps entries from counting, each with how many."""
    return Counter(why for line in lines for why in line.why).most_common()


def fits(lines: Sequence[Line], summed: Sequence[tuple[str, Sequence[Row]]], columns: int) -> bool:
    """Whether all columns stand beside each other on the smallest phone; else the table scrolls."""
    cells = [cell for line in lines for cell in (*line.played, *line.there)]
    figures = [figure for cell in cells for figure in (cell.change, cell.total)]
    figures += [figure for _, rows in summed for row in rows for figure in row.points]
    return columns * max(map(len, figures), default=0) <= FIT


def notes(evening: Elsewhere, places: int, closing: str | None) -> list[str]:
    """What else is to be known of the whole evening."""
    found = [*kitty_notes(evening), *(str(UNRECORDED[key]) for key in evening.unrecorded)]
    most = max([places, *(len(line.played.state.order) for line in evening.found.lines)])
    if most > evening.there.seating.most:
        words = gettext("At most %(n)s sit at a table there; the four who played a deal are counted all the same.")
        found.append(words % {"n": evening.there.seating.most})
    if closing == "divide":
        found.append(gettext("The kitty is divided at the end, on both sides."))
    return found


def kitty_notes(evening: Elsewhere) -> list[str]:
    """What becomes of a kitty that is not there, or that deals fed which are left out."""
    found = []
    if evening.played.kitty and not evening.there.kitty:
        words = gettext("There is no kitty there: nothing is put in, and none is won.")
        if evening.carried:
            words = gettext("There is no kitty there: nothing is put in, and the %(n)s that lay in it stay out.")
        found.append(words % {"n": evening.carried})
    if evening.fed_by_others:
        words = gettext("Deals that are left out had put %(n)s into the kitty which deals that count won.")
        found.append(words % {"n": evening.fed_by_others})
    return found
