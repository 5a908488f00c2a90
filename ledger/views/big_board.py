"""The table for a screen on the shelf: a tablet or a television that everybody reads from their seat."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ledger.access import table_for
from ledger.forms.numbers import number_in
from ledger.http import is_fragment, page_or_fragment
from ledger.models import Table
from ledger.queries.table_lines import lines_of
from ledger.queries.tables import table_picture
from ledger.views.lines import drawn_of
from ledger.views.outcomes import deal_line
from ledger.views.screens import announced_words, double_ante, people_names
from ledger.words import signed


@require_safe
def big_board(request: HttpRequest, table_id: str) -> HttpResponse:
    """The page, and to its own question every few seconds 204 while it shows the newest."""
    table = table_for(request, table_id)
    if is_fragment(request) and number_in(request.GET, "version") == table.version:
        return HttpResponse(status=204)
    return page_or_fragment(request, "ledger/big_board.html", "ledger/partials/big_board.html", big_context(table))


def big_context(table: Table) -> dict[str, Any]:
    """Everything that stands on the screen."""
    picture = table_picture(table)
    names = people_names(picture)
    last = next((row for row in picture.last if row.number is not None), None)
    return {
        "table": table,
        "picture": picture,
        "names": [seat.name for seat in picture.seats],
        "announced": announced_words(picture, names),
        "last": deal_line(picture.variant, last, names) if last else None,
        "drawn": drawn_of(lines_of([table])[table.pk]),
        "widest": max(len(signed(seat.balance)) for seat in picture.seats),
        "double_ante": double_ante(picture.variant),
    }
