"""What changes to the log would do, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from ledger.queries.changes import Change, Insert
from ledger.queries.previews import ChangesPreview, LaterChange
from ledger.rules.problems import Problem
from ledger.rules.table import Entry
from ledger.rules.variant import Variant
from ledger.words import deal_short, fault_field, fault_words, initials, signed


@dataclass(frozen=True, slots=True)
class LaterLine:
    """A later entry that changes, or becomes faulty."""

    change: LaterChange
    words: SafeString
    cells: tuple[tuple[str, str], ...]
    """What each gains in it, before and after ("" where it can't be known)."""
    faults: tuple[tuple[str, str], ...]
    """Field and fault."""


@dataclass(frozen=True, slots=True)
class ReplayView:
    """The table before and after, in words."""

    names: tuple[str, ...]
    later: tuple[LaterLine, ...]
    totals: tuple[tuple[str, str, str], ...]
    """Name, balance before, balance after."""
    kitty: tuple[int, int] | None
    possible: bool
    is_same: bool
    first_fault: str
    """The key of the first later entry that becomes faulty."""
    waiting: tuple[tuple[str, str, str], ...]
    """What is wrong with other changes that are saved together with this one: the entry's key, field and fault."""


def replay_view(
    found: ChangesPreview, names: Sequence[str], variant: Variant, own: int = 0, changes: Sequence[Change] = ()
) -> ReplayView:
    """The replay in words; `own` is the place of the page's own change, whose faults stand at their fields."""
    before, after = found.state_before, found.state_after
    people = sorted({*before.met, *(after.met if after else ())})
    entries = {slot.key: slot.entry for slot in found.plan.slots}
    later = tuple(_later(c, people, names, variant, entries[c.deal_key]) for c in found.later)
    return ReplayView(
        names=tuple(names[s] for s in people),
        later=later,
        totals=tuple((names[s], *_balances(found, s)) for s in people),
        kitty=(before.kitty, after.kitty) if variant.kitty and after else None,
        possible=after is not None,
        is_same=after == before and not later,
        first_fault=next((str(line.change.deal_key) for line in later if line.faults), ""),
        waiting=tuple(_waiting(p, changes) for p in found.given if p.path[1] != own),
    )


def _waiting(problem: Problem, changes: Sequence[Change]) -> tuple[str, str, str]:
    change = changes[int(problem.path[1])]
    own = Problem(problem.path[2:], problem.code, problem.details)
    key = change.before if isinstance(change, Insert) else change.deal_key
    return str(key or ""), fault_field(own), fault_words(own)


def _balances(found: ChangesPreview, person: int) -> tuple[str, str]:
    after = found.state_after
    return _at(found.state_before.balances, person), _at(after.balances, person) if after else ""


def _at(points: Sequence[int], person: int) -> str:
    """Somebody who was not there yet has 0."""
    return signed(points[person] if person < len(points) else 0)


def _later(
    change: LaterChange, people: Sequence[int], names: Sequence[str], variant: Variant, entry: Entry | None
) -> LaterLine:
    after = change.deltas_after
    return LaterLine(
        change=change,
        words=deal_short(variant, entry, initials(names)) if entry else SafeString(),
        cells=tuple((_at(change.deltas_before, s), "" if after is None else _at(after, s)) for s in people),
        faults=tuple((fault_field(p), fault_words(p)) for p in change.problems),
    )
