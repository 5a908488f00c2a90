"""A log replayed in memory: each entry checked and scored upon what the ones before it left, with names and numbers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ledger.models import Seat, Table
from ledger.queries.rows import variant_of
from ledger.rules.events import EventFacts
from ledger.rules.log import Plain, after_plain, check_entry
from ledger.rules.people import arrival
from ledger.rules.problems import Problem, folded_name
from ledger.rules.situation import Situation
from ledger.rules.table import Entry, ScoredDeal, TableState, score_next
from ledger.rules.variant import Variant

POINTS_MOST = 2**60
"""More than any evening; a column holds no more."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a log is played upon: the rules, the state before its first entry, and everybody's name by number."""

    variant: Variant
    opening: TableState
    names: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Line:
    """What an entry comes to. `entry` is None where its facts are faulty, `scored` also where an earlier one is."""

    entry: Entry | None
    scored: ScoredDeal | None
    problems: list[Problem] = field(default_factory=list)


Source = tuple[Entry | None, Plain, Entry | None]
"""An entry (None: still to be judged), its plain facts, and the entry whose place or facts it takes over."""


def ground_of(table: Table) -> Ground:
    """What the table is played upon as it was set up."""
    return Ground(variant_of(table), table.opening_state, names_by_number(table))


def names_by_number(table: Table) -> dict[int, str]:
    """Everybody who ever sat at the table, also by an arrival that was undone."""
    return dict(Seat.objects.filter(table=table).order_by("number").values_list("number", "player__name"))


def refold(ground: Ground, state: TableState, sources: Sequence[Source]) -> tuple[Line, ...]:
    """Check and score entries one after the other; behind a faulty one the rest is judged as far as can be."""
    folder = _Refold(ground, state, sources)
    return tuple(folder.line(*source) for source in sources)


class _Refold:
    def __init__(self, ground: Ground, state: TableState, sources: Iterable[Source]) -> None:
        self.variant, self.names, self.state = ground.variant, dict(ground.names), state
        self.whole, self.situation = True, named(state, self.names)
        # Numbers of arrivals that stay as they are.
        stay = [e for e, _, source in sources if source is None and isinstance(e, EventFacts)]
        self.taken = {e.number for e in stay if e.number is not None}

    def line(self, entry: Entry | None, plain: Plain, source: Entry | None) -> Line:
        checked = check_entry(self.variant, self.situation, plain)
        if isinstance(checked, list):
            self.whole = False
            self.situation = after_plain(self.variant, self.situation, plain)
            return Line(entry, None, checked)
        entry = entry if entry is not None and source is None else self._numbered(checked, source)
        if not self.whole:
            self.situation = after_plain(self.variant, self.situation, plain)
            return Line(entry, None)
        scored = score_next(self.variant, self.state, entry)
        if too_large(scored):
            self.whole = False
            return Line(entry, None, [Problem((), "out-of-range", {"wanted": "of amounts that can be kept"})])
        self.state = scored.state
        if isinstance(entry, EventFacts) and entry.player is not None and entry.number is not None:
            self.names[entry.number] = entry.player
        self.situation = named(self.state, self.names)
        return Line(entry, scored)

    def _numbered(self, entry: Entry, source: Entry | None) -> Entry:
        """Somebody new gets a number: that of the arrival it takes over, the one he had before, or the next."""
        if not isinstance(entry, EventFacts) or entry.player is None:
            return entry
        number = number_for(entry.player, source, self.names, {*self.taken, *self.state.met})
        self.taken.add(number)
        self.names[number] = entry.player
        return replace(entry, number=number)


def number_for(player: str, source: Entry | None, names: Mapping[int, str], taken: Iterable[int]) -> int:
    """The number of somebody new. `names` are those of all numbers so far, `taken` numbers that others have."""
    busy = set(taken)
    if arrival(source) is not None and isinstance(source, EventFacts) and source.number not in {None, *busy}:
        return int(source.number or 0)
    folded = folded_name(player)
    free = [n for n, name in names.items() if n not in busy and folded_name(name) == folded]
    return free[-1] if free else max([*names, *busy]) + 1


def named(state: TableState, names: Mapping[int, str]) -> Situation:
    """What a new entry is checked against, with the names of all who have sat at the table."""
    return replace(state.situation, names=tuple(names[n] for n in state.met if n in names))


def too_large(scored: ScoredDeal) -> bool:
    """Whether an amount is more than a column holds."""
    state = scored.state
    figures = (*scored.deltas, *state.balances, *state.net, *state.cash, state.kitty, scored.kitty_change)
    return max(map(abs, figures)) > POINTS_MOST
