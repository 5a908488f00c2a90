"""What changes to the log would do, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from ledger.deal_words import entry_words
from ledger.fault_words import fault_field, fault_words
from ledger.queries.changes import Change, Insert
from ledger.queries.previews import ChangesPreview, LaterChange
from ledger.rules.problems import Problem
from ledger.rules.table import Entry
from ledger.rules.variant import Variant
from ledger.words import initials, signed


@dataclass(frozen=True, slots=True)
class LaterLine:
    """A later entry that changes, or becomes faulty."""

    change: LaterChange
    words: SafeString
    cells: tuple[tuple[str, str], ...]
    """What each gains in it, before and after ("" where it can't be known)."""
    faults: tuple[tuple[str, str], ...]
    """Field and fault."""
    dealer: tuple[str, str] | None
    """Who dealt it and who will, where that changes."""


@dataclass(frozen=True, slots=True)
class ReplayView:
    """The table before and after, in words."""

    names: tuple[str, ...]
    later: tuple[LaterLine, ...]
    totals: tuple[tuple[str, str, str], ...]
    """Name, balance before, balance after."""
    kitty: tuple[int, int] | None
    dealers: bool
    """Whether somebody else deals a later deal."""
    possible: bool
    is_same: bool
    first_fault: str
    """The key of the first later entry that becomes faulty."""
    waiting: tuple[tuple[str, str, str], ...]
    """What is wrong with other changes that are saved together with this one: the entry's key, field and fault."""


def replay_view(
    found: ChangesPreview,
    names: Sequence[str],
    variant: Variant,
    own: int = 0,
    changes: Sequence[Change] = (),
    corrected: Sequence[LaterChange] = (),
) -> ReplayView:
    """The replay in words; `own` is the place of the page's own change, whose faults stand at their fields;
    `corrected` are entries that are corrected together with it."""
    before, after = found.state_before, found.state_after
    people = sorted({*before.met, *(after.met if after else ())})
    later = tuple(_later_lines(found, corrected, people, names, variant))
    return ReplayView(
        names=tuple(names[s] for s in people),
        later=later,
        totals=tuple((names[s], *_balances(found, s)) for s in people),
        kitty=(before.kitty, after.kitty) if variant.kitty and after else None,
        dealers=any(line.dealer for line in later),
        possible=after is not None,
        is_same=after == before and not later,
        first_fault=next((str(c.deal_key) for c in found.later if c.problems), ""),
        waiting=tuple(_waiting(p, changes) for p in found.given if p.path[1] != own),
    )


def _dealers(change: LaterChange, short: Sequence[str]) -> tuple[str, str] | None:
    before, after = change.dealer_before, change.dealer_after
    return None if after is None or before == after else (short[before], short[after])


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


def _later_lines(
    found: ChangesPreview,
    corrected: Sequence[LaterChange],
    people: Sequence[int],
    names: Sequence[str],
    variant: Variant,
) -> Iterator[LaterLine]:
    entries = {slot.key: slot.entry for slot in found.plan.slots}
    for change in sorted((*found.later, *corrected), key=lambda change: change.position):
        yield _later(change, people, names, variant, entries.get(change.deal_key))


def _later(
    change: LaterChange, people: Sequence[int], names: Sequence[str], variant: Variant, entry: Entry | None
) -> LaterLine:
    after = change.deltas_after
    return LaterLine(
        change=change,
        words=entry_words(variant, entry, names) if entry else SafeString(),
        cells=tuple((_at(change.deltas_before, s), "" if after is None else _at(after, s)) for s in people),
        faults=tuple((fault_field(p), fault_words(p)) for p in change.problems),
        dealer=_dealers(change, initials(names)),
    )
