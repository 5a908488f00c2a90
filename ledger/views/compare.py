"""An evening side by side under the rules it was played by and under others."""

from collections import Counter
from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ledger.access import table_for
from ledger.compare_words import UNRECORDED
from ledger.forms.compare import read_choice, read_picked
from ledger.queries.compare import Elsewhere, choices, elsewhere, first_choice
from ledger.queries.sheet import everybody
from ledger.views.compare_lines import Columns, Line, compared_lines, totals
from ledger.views.house_versions import labelled
from ledger.views.paper import agreed_words

FIT_COLUMNS, FIT_FIGURES = 7, 5


@require_safe
def compare(request: HttpRequest, table_id: str) -> HttpResponse:
    """The rules, and what contracts that they lack count as, stand in the address, so that it can be sent around."""
    table = table_for(request, table_id)
    offered = choices(table)
    choice = read_choice(request.GET, offered, first_choice(table, offered))
    if choice is None:
        raise Http404
    evening = elsewhere(table, choice, read_picked(request.GET, choice))
    columns = Columns(evening, everybody(table))
    lines = compared_lines(columns)
    context = {
        "table": table,
        "choices": labelled(offered),
        "choice": choice,
        "evening": evening,
        "names": [evening.names[number] for number in columns.people],
        "has_kitty": columns.kitty,
        "totals": totals(columns),
        "lines": lines,
        "left_out": left_out(lines),
        "notes": notes(evening, table.places, table.closing),
        "asks": any(code == "" for _, code in evening.lacking),
        "fits": fits(lines, len(columns.people) + columns.kitty),
    }
    return render(request, "ledger/compare.html", context)


def left_out(lines: Sequence[Line]) -> list[tuple[str, int]]:
    """What keeps entries from counting, each with how many."""
    return Counter(why for line in lines for why in line.why).most_common()


def fits(lines: Sequence[Line], columns: int) -> bool:
    """Whether all columns stand beside each other on the smallest phone; else the table scrolls."""
    cells = [cell for line in lines for cell in (*line.played, *line.there)]
    return (
        columns <= FIT_COLUMNS and max((len(max(c.change, c.total, key=len)) for c in cells), default=0) <= FIT_FIGURES
    )


def notes(evening: Elsewhere, places: int, closing: str | None) -> list[str]:
    """What else is to be known of the whole evening."""
    found = [str(UNRECORDED[key]) for key in evening.unrecorded]
    most = max([places, *(len(line.played.state.order) for line in evening.found.lines)])
    if most > evening.there.seating.most:
        words = gettext("At most %(n)s sit at a table there; the four who played a deal are counted all the same.")
        found.append(words % {"n": evening.there.seating.most})
    if closing == "divide":
        found.append(gettext("The kitty is divided at the end, on both sides."))
    agreed = agreed_words(evening.there, {})
    if agreed:
        found.append(gettext("Counted as these rules propose: %(agreed)s.") % {"agreed": "; ".join(agreed)})
    return found
