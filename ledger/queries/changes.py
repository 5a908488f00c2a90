"""Changes to the log of a table: what each one is, and the log as it would stand after several of them at one stroke.

Nothing is written here: services store a plan, previews show it.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from uuid import UUID

from ledger.models import ORDER_STEP, Deal, DealResult, DealRetired, Table
from ledger.queries.fold import live_deals, state_before
from ledger.queries.naming import known_by_name
from ledger.queries.refold import Ground, Line, ground_of, refold
from ledger.queries.rows import facts_of
from ledger.rules.log import plain_entry
from ledger.rules.problems import Problem
from ledger.rules.table import Entry, TableState

Plain = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Replace:
    """Other facts in the place of an entry: a correction."""

    deal_key: UUID
    entry_key: UUID
    facts: Plain


@dataclass(frozen=True, slots=True)
class Retire:
    """An entry is taken out: dropped, undone."""

    deal_key: UUID


@dataclass(frozen=True, slots=True)
class Insert:
    """A forgotten entry, before one that stands; None: after the last one."""

    before: UUID | None
    entry_key: UUID
    facts: Plain


@dataclass(frozen=True, slots=True)
class Move:
    """An entry at another place, before one that stands; None: after the last. `entry_key` is that of the new row."""

    deal_key: UUID
    before: UUID | None
    entry_key: UUID


@dataclass(frozen=True, slots=True)
class Restore:
    """An entry that was undone stands again at its place."""

    deal_key: UUID
    entry_key: UUID


Change = Replace | Retire | Insert | Move | Restore


class NotThere(LookupError):
    """The table has no entry of this key."""


class NotStanding(LookupError):
    """The entry of this key was corrected, moved or undone (or, to be restored, it was not)."""


@dataclass(slots=True)
class Slot:
    """A place in the log as it would stand."""

    key: UUID
    order_key: Fraction
    entry: Entry | None
    """None: new facts, which are judged in the plan."""
    plain: Plain
    deal: Deal | None = None
    """The row that stands there already; None: a new one."""
    how: str = Deal.How.RECORDED
    came_from: Deal | None = None
    change: int | None = None
    """The place of the change in the list that makes this row."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The log as it would stand after the changes."""

    ground: Ground
    slots: tuple[Slot, ...]
    first: int
    """The index of the first slot that differs from the log as it stands; entries before it are not touched."""
    lines: tuple[Line, ...]
    """What each slot from the first one on comes to."""
    retired: tuple[tuple[Deal, UUID | None], ...]
    """Rows that would not stand any more, each with the key of what replaces it."""
    state_before: TableState
    """The table as it stands."""
    state_after: TableState | None
    """The table as it would stand; None where something is faulty."""

    def line_of(self, change: int) -> Line | None:
        """What the entry that a change makes comes to; None for one that only takes out."""
        for index, slot in enumerate(self.slots):
            if slot.change == change:
                return self.lines[index - self.first]
        return None

    def given_faults(self) -> dict[int, list[Problem]]:
        """What is wrong with the new facts, by the place of the change."""
        pairs = zip(self.slots[self.first :], self.lines, strict=True)
        return {s.change: line.problems for s, line in pairs if line.problems and s.change is not None}

    def later_faults(self) -> dict[int, list[Problem]]:
        """What is wrong with entries that stay, by the position at which they stand now."""
        pairs = zip(self.slots[self.first :], self.lines, strict=True)
        faulty = {s.deal.pk: line.problems for s, line in pairs if line.problems and s.deal}
        found = DealResult.objects.filter(deal__in=list(faulty)).values_list("deal_id", "position")
        return {position: faulty[pk] for pk, position in sorted(found, key=lambda pair: pair[1])}


def plan(table: Table, changes: Sequence[Change], ground: Ground | None = None) -> Plan:
    """The log after the changes, each applied to what the ones before it left. `ground`: another set-up to play on.

    Raises NotThere and NotStanding for keys of entries that can't be changed so.
    """
    draft = _Draft(table)
    for number, change in enumerate(changes):
        draft.apply(change, number)
    first = 0 if ground else draft.first_that_differs()
    ground = ground or ground_of(table)
    try:
        state = ground.opening if first == 0 else state_before(table, first + 1)
    except DealResult.DoesNotExist:
        # Another phone shortened the log between two questions: as if the entry had been gone before.
        raise NotStanding(f"nothing stands at {first}") from None
    changed = draft.slots[first:]
    sources = [(s.entry, s.plain, facts_of(s.came_from) if s.came_from else None) for s in changed]
    lines = refold(ground, state, sources)
    whole = not any(line.problems for line in lines)
    last = lines[-1].scored if lines else None
    return Plan(
        ground=ground,
        slots=tuple(draft.slots),
        first=first,
        lines=lines,
        retired=tuple(draft.retired),
        state_before=table.kept_state,
        state_after=(last.state if last else state) if whole else None,
    )


class _Draft:
    """The log in memory while changes are applied to it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.before = live_deals(table)
        self.slots = [_standing(deal) for deal in self.before]
        keys = Deal.objects.filter(table=table).order_by("order_key").values_list("order_key", flat=True)
        self.used = [Fraction(key) for key in keys]
        self.retired: list[tuple[Deal, UUID | None]] = []

    def apply(self, change: Change, number: int) -> None:
        if isinstance(change, Insert):
            at = self._index_before(change.before)
            self._put(at, Slot(change.entry_key, self._between(at), None, change.facts, change=number), "inserted")
        elif isinstance(change, Restore):
            self._restore(change, number)
        else:
            self._change_standing(change, number)

    def _change_standing(self, change: Replace | Retire | Move, number: int) -> None:
        at = self._index(change.deal_key)
        slot = self.slots.pop(at)
        source = slot.deal or slot.came_from
        if slot.deal:
            self.retired.append((slot.deal, None if isinstance(change, Retire) else change.entry_key))
        if isinstance(change, Replace):
            new = Slot(change.entry_key, slot.order_key, None, change.facts, None, slot.how, source, number)
            self._put(at, new, "corrected")
        elif isinstance(change, Move):
            at = self._index_before(change.before)
            new = Slot(change.entry_key, self._between(at), slot.entry, slot.plain, None, slot.how, source, number)
            self._put(at, new, "moved")

    def _restore(self, change: Restore, number: int) -> None:
        source = Deal.objects.filter(table=self.table, entry_key=change.deal_key).first()
        if source is None:
            raise NotThere(str(change.deal_key))
        gone = DealRetired.objects.filter(deal=source).first()
        if gone is None or gone.replaced_by_id is not None or self._stands_at(source):
            raise NotStanding(str(change.deal_key))
        facts, key = facts_of(source), Fraction(source.order_key)
        at = bisect_left([s.order_key for s in self.slots], key)
        new = Slot(change.entry_key, key, facts, plain_entry(facts), came_from=source, change=number)
        self._put(at, new, "restored")

    def _stands_at(self, source: Deal) -> bool:
        return any(s.order_key == source.order_key for s in self.slots)

    def _put(self, at: int, slot: Slot, how: str) -> None:
        slot.how = Deal.How(how)
        slot.plain = slot.plain if slot.entry else known_by_name(self.table.evening.club_id, slot.plain)
        self.slots.insert(at, slot)

    def _index(self, key: UUID) -> int:
        for index, slot in enumerate(self.slots):
            if slot.key == key:
                return index
        known = Deal.objects.filter(table=self.table, entry_key=key).exists()
        raise NotStanding(str(key)) if known else NotThere(str(key))

    def _index_before(self, before: UUID | None) -> int:
        return len(self.slots) if before is None else self._index(before)

    def _between(self, at: int) -> Fraction:
        """An order key before a slot, behind every other that was ever used there."""
        if at == len(self.slots):
            key = (self.used[-1] if self.used else Fraction(0)) + ORDER_STEP
        else:
            upper = self.slots[at].order_key
            place = bisect_left(self.used, upper)
            lower = self.used[place - 1] if place else Fraction(0)
            middle = (lower + upper) / 2
            # Whole where there is room; a fraction tells the services to make some.
            key = Fraction(int(middle)) if lower < int(middle) else middle
        self.used.insert(bisect_left(self.used, key), key)
        return key

    def first_that_differs(self) -> int:
        for index, slot in enumerate(self.slots):
            if slot.deal is None or index >= len(self.before) or slot.deal.pk != self.before[index].pk:
                return index
        return len(self.slots)


def _standing(deal: Deal) -> Slot:
    facts = facts_of(deal)
    return Slot(deal.entry_key, Fraction(deal.order_key), facts, plain_entry(facts), deal)
