"""Check the chips: what each should hold, and where a count at the table differs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext, pgettext
from django.views.decorators.http import require_safe

from ledger.access import table_for
from ledger.forms.chips import Count, read_counts
from ledger.queries.chips import ChipsView, Holding, chips_view
from ledger.rules.chips import cancelling
from ledger.words import signed


@dataclass(frozen=True, slots=True)
class ChipRow:
    """What somebody should hold, what was counted, and how the two differ."""

    holding: Holding
    name: str
    count: Count

    @property
    def difference(self) -> int | None:
        """Counted less expected; None where nothing was counted. Who owes chips should hold none."""
        return None if self.count.number is None else self.count.number - self.holding.in_hand

    @property
    def words(self) -> str:
        """`+2 too many`, `−2 missing`; empty where nothing was counted."""
        if self.difference is None:
            return ""
        if not self.difference:
            return gettext("as it should be")
        values = {"n": signed(self.difference)}
        if self.difference > 0:
            return ngettext("%(n)s too many", "%(n)s too many", self.difference) % values
        return ngettext("%(n)s missing", "%(n)s missing", -self.difference) % values


@require_safe
def chips(request: HttpRequest, table_id: str) -> HttpResponse:
    """Nothing is stored: the counts stand in the address."""
    table = table_for(request, table_id)
    view = chips_view(table)
    if view is None:
        raise Http404
    rows = _rows(view, read_counts(request.GET, [h.key for h in view.holdings]))
    faulty = any(row.count.fault for row in rows)
    context = {
        "table": table,
        "view": view,
        "rows": rows,
        "owed": sum(row.holding.owed for row in rows),
        "counted": sum(row.count.number or 0 for row in rows) if any(row.words for row in rows) else None,
        "said": "" if faulty else _said(view, rows),
        "hints": _hints(rows),
    }
    return render(request, "ledger/chips.html", context, status=422 if faulty else 200)


def _rows(view: ChipsView, counts: Mapping[str, Count]) -> list[ChipRow]:
    kitty = pgettext("pays", "the kitty")
    return [ChipRow(h, h.name or kitty, counts[h.key]) for h in view.holdings]


def _said(view: ChipsView, rows: Sequence[ChipRow]) -> str:
    """What the counts come to; empty before there are any."""
    found = [row.difference for row in rows if row.difference is not None]
    if not found:
        return ""
    if len(found) < len(rows):
        return gettext("Counted: %(n)s of %(all)s.") % {"n": len(found), "all": len(rows)}
    total = sum(found)
    if total > 0:
        return _plural(ngettext("%(n)s chip too many.", "%(n)s chips too many.", total), total)
    if total < 0:
        return _missing(-total, sum(row.holding.owed for row in rows))
    if any(found):
        return gettext("All chips are there, but not where they should be.")
    return gettext("All chips are there, and each has his own.")


def _missing(total: int, owed: int) -> str:
    words = ngettext("%(n)s chip is missing from the table.", "%(n)s chips are missing from the table.", total)
    more = gettext("Just as many are owed.") if total == owed else ""
    return f"{_plural(words, total)} {more}".strip()


def _plural(words: str, count: int) -> str:
    return words % {"n": count}


def _hints(rows: Sequence[ChipRow]) -> list[tuple[ChipRow, ChipRow]]:
    """Two whose differences cancel: who has too many, and who as many too few."""
    return [(rows[many], rows[few]) for many, few in cancelling([row.difference or 0 for row in rows])]
