"""What an evening came to, line by line, as it was and under other rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from ledger.compare_words import aside_words, why_words
from ledger.deal_words import contract_name, entry_words, mark_words, result_words
from ledger.queries.compare import Elsewhere
from ledger.rules.compare import Compared, Sums
from ledger.rules.events import EventFacts
from ledger.rules.facts import DealFacts
from ledger.rules.seating import sitting_out
from ledger.rules.state import ScoredDeal
from ledger.rules.variant import Settling
from ledger.words import signed


class Cell(NamedTuple):
    """What an entry changed for somebody or the kitty, and where that brought them; empty: nothing to say."""

    change: str = ""
    total: str = ""
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One entry. It has no cells where it moves no points, and none for `there` where it can't be counted."""

    number: str
    words: SafeString
    details: tuple[str, ...]
    why: tuple[str, ...]
    """What keeps it from counting there."""
    played: tuple[Cell, ...]
    there: tuple[Cell, ...]


class Row(NamedTuple):
    """A row of the totals."""

    name: str
    points: tuple[str, ...]
    strong: bool = False


@dataclass(frozen=True)
class Columns:
    """The evening and its columns: people by number, then the kitty where either rules have one."""

    evening: Elsewhere
    people: tuple[int, ...]

    @cached_property
    def kitty(self) -> bool:
        return self.evening.played.kitty is not None or self.evening.there.kitty is not None

    @cached_property
    def names(self) -> list[str]:
        """By number; an arrival that was undone keeps its number."""
        found = self.evening.names
        return [found.get(n, "") for n in range(max(found) + 1)]


def compared_lines(columns: Columns) -> list[Line]:
    """Every entry in order."""
    return [_line(columns, line) for line in columns.evening.found.lines]


def _line(columns: Columns, line: Compared) -> Line:
    played, there = columns.evening.played, columns.evening.there
    number = "" if isinstance(line.entry, EventFacts) else str(line.played.number or "–")
    words = entry_words(played, line.entry, columns.names)
    why = tuple(why_words(played, there, line))
    details = tuple(part for part in _details(columns, line) if part)
    ours: tuple[Cell, ...] = ()
    theirs: tuple[Cell, ...] = ()
    if isinstance(line.entry, DealFacts) or line.entry.points:
        ours = _cells(columns, line, line.played, line.sums if line.there else None, line.there)
        theirs = _cells(columns, line, line.there, line.sums_there, line.played) if line.there else ()
    return Line(number, words, details, why, ours, theirs)


def _details(columns: Columns, line: Compared) -> list[str]:
    """What the deal was, and what of it is another there."""
    if not isinstance(line.entry, DealFacts):
        return []
    found = [result_words(columns.evening.played, line.entry), *mark_words(line.entry, columns.names)]
    twice, there = line.played.multiplier > 1, line.there
    if there is None:
        return [*found, gettext("double") if twice else ""]
    if twice != (there.multiplier > 1):
        found.append(gettext("double as played") if twice else gettext("double there"))
    else:
        found.append(gettext("double") if twice else "")
    return [*found, _told_there(columns, line.entry, there), *aside_words(line)]


def _told_there(columns: Columns, deal: DealFacts, there: ScoredDeal) -> str:
    """What it counts as, and whether it was made by those rules, where that is another than it was."""
    rules, told = columns.evening.there, there.facts
    if not isinstance(told, DealFacts) or told.contract is None:
        return ""
    result = result_words(rules, told)
    if told.contract != deal.contract:
        values = {"contract": contract_name(rules, told.contract), "result": result}
        return gettext("there as %(contract)s: %(result)s") % values
    return (
        gettext("there: %(result)s") % {"result": result}
        if result != result_words(columns.evening.played, deal)
        else ""
    )


def _cells(
    columns: Columns, line: Compared, scored: ScoredDeal, sums: Sums | None, other: ScoredDeal | None
) -> tuple[Cell, ...]:
    """A row: everybody's change and total (none where it can't be counted on both sides), then the kitty's."""
    out: frozenset[int] = frozenset()
    if isinstance(line.entry, DealFacts):
        out = sitting_out(scored.state.order, scored.dealer, line.entry.sitting_out)
    cells = [_cell(person, scored, sums, other, idle=person in out) for person in columns.people]
    if columns.kitty:
        differs = other is not None and other.kitty_change != scored.kitty_change
        cells.append(Cell(signed(scored.kitty_change), "" if sums is None else str(max(0, sums.kitty)), differs))
    return tuple(cells)


def _cell(person: int, scored: ScoredDeal, sums: Sums | None, other: ScoredDeal | None, *, idle: bool) -> Cell:
    """Empty for somebody who was not there yet; without a change for who did not play."""
    if person >= len(scored.deltas):
        return Cell()
    delta = scored.deltas[person]
    differs = other is not None and other.deltas[person] != delta
    change = "" if not delta and (idle or person not in scored.state.order) else signed(delta)
    return Cell(change, "" if sums is None else signed(sums.balances[person]), differs)


def totals(columns: Columns) -> list[tuple[str, list[Row]]]:
    """The rows of the totals under a heading each: points, and, where either rules settle in pairs, what people have
    won from each other."""
    evening = columns.evening
    found = [(gettext("points"), _rows(columns, "balances"))]
    if Settling.PAIRWISE in (evening.played.settling, evening.there.settling):
        found.append((gettext("against each other"), _rows(columns, "net")))
    return found


def _rows(columns: Columns, what: str) -> list[Row]:
    found = columns.evening.found
    ours, theirs = _figures(columns, found.sums, what), _figures(columns, found.sums_there, what)
    rows = [Row(gettext("as it was"), _signed(columns, _figures(columns, found.whole, what)))]
    if not found.complete:
        rows.append(Row(gettext("what counts"), _signed(columns, ours)))
    rows.append(Row(pgettext("compared", "there"), _signed(columns, theirs)))
    differences = tuple(signed(b - a) for a, b in zip(ours, theirs, strict=True))
    return [*rows, Row(gettext("difference"), differences, strong=True)]


def _figures(columns: Columns, sums: Sums, what: str) -> list[int]:
    points: Sequence[int] = getattr(sums, what)
    # A kitty is never negative: what deals that are left out had put into it is told in words.
    return [*(points[person] for person in columns.people), *([max(0, sums.kitty)] if columns.kitty else [])]


def _signed(columns: Columns, figures: Sequence[int]) -> tuple[str, ...]:
    """What lies in a kitty has no sign."""
    people = len(columns.people)
    return (*map(signed, figures[:people]), *map(str, figures[people:]))
