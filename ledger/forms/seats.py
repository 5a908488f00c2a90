"""The rows of players at the start of an evening: names clockwise, moved and drawn, and who deals first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.translation import gettext, ngettext

from ledger.forms.numbers import number_in
from ledger.rules.problems import clean_name, folded_name, is_text, name_fault
from ledger.rules.variant import Seating

NAME_MOST = 50


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows as they stand in the form; `first` is the row that deals first."""

    names: tuple[str, ...]
    first: int | None = None

    @property
    def filled(self) -> tuple[int, ...]:
        """The rows with a name, in order."""
        return tuple(i for i, name in enumerate(self.names) if name)

    @property
    def players(self) -> list[str]:
        return [self.names[i] for i in self.filled]

    @property
    def first_seat(self) -> int | None:
        """The first dealer's seat among those who have a name."""
        return self.filled.index(self.first) if self.first in self.filled else None

    def fitted(self, seating: Seating) -> "Rows":
        """At least as many rows as the variant needs; empty ones above its most are dropped."""
        names = list(self.names)
        while len(names) > seating.most and "" in names:
            names.pop(len(names) - 1 - names[::-1].index(""))
        return replace(self, names=(*names, *[""] * (seating.least - len(names))))

    def moved(self, row: int, by: int) -> "Rows":
        """A row changes places with its neighbour round the table; the first dealer goes with his name."""
        other = (row + by) % len(self.names)
        names = list(self.names)
        names[row], names[other] = names[other], names[row]
        places = {row: other, other: row}
        first = self.first if self.first is None else places.get(self.first, self.first)
        return Rows(tuple(names), first)

    def added(self, name: str, seating: Seating) -> "Rows":
        """A name into the first empty row, or one more row where there is room."""
        if name and "" in self.names:
            row = self.names.index("")
            return replace(self, names=(*self.names[:row], name, *self.names[row + 1 :]))
        if len(self.names) < seating.most:
            return replace(self, names=(*self.names, name))
        return self

    def ordered(self, order: Sequence[int]) -> "Rows":
        """The players in a drawn order; who deals first is open again."""
        players = self.players
        names = [players[i] for i in order]
        return Rows((*names, *[""] * (len(self.names) - len(names))))


def read_rows(data: QueryDict) -> Rows:
    """The rows as they were sent."""
    names = tuple(clean_name(name) if is_text(name) else "" for name in data.getlist("player")[:6])
    first = number_in(data, "first_dealer")
    return Rows(names, first if first is not None and first < len(names) else None)


def row_faults(rows: Rows, seating: Seating) -> Mapping[str, str]:
    """What is wrong with the rows: `player-2`, `players`, `first_dealer`."""
    found: dict[str, str] = {}
    seen: set[str] = set()
    for i in rows.filled:
        folded = folded_name(rows.names[i])
        if folded in seen:
            found[f"player-{i}"] = gettext("This name is at the table already.")
        elif name_fault(rows.names[i], least=1, most=NAME_MOST):
            found[f"player-{i}"] = gettext("A name is 1 to 50 letters long.")
        seen.add(folded)
    if fault := _count_fault(len(rows.filled), seating):
        found["players"] = fault
    elif rows.first_seat is None:
        found["first_dealer"] = gettext("Tap D beside the first dealer, or draw.")
    return found


def _count_fault(count: int, seating: Seating) -> str | None:
    if count < seating.least:
        missing = seating.least - count
        words = ngettext("%(count)s name is still missing.", "%(count)s names are still missing.", missing)
        return words % {"count": missing}
    if count > seating.most:
        words = ngettext("Only %(most)s can play this.", "Only %(most)s can play this.", seating.most)
        return words % {"most": seating.most}
    return None
