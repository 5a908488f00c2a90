"""Results in words: what an entry of the log changes and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.deal_words import deal_short, entry_words, mark_words, result_words
from ledger.movement_words import REASONS, account_name, in_short
from ledger.queries.rows import DealRow, RetiredRow
from ledger.rules.breakdown import Line, lines
from ledger.rules.events import EventFacts
from ledger.rules.facts import DealFacts
from ledger.rules.postings import Reason
from ledger.rules.seating import sitting_out
from ledger.rules.table import Entry, ScoredDeal, TableState, movements, score_next, seen_deal
from ledger.rules.variant import Variant
from ledger.words import colon, signed

QUIET = (Reason.ANTE, Reason.DEALER_ANTE)
"""Not said in the one sentence: they come before every deal."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one player gains or loses, in words."""

    name: str
    points: str


@dataclass(frozen=True, slots=True)
class WhyLine:
    """A line of the breakdown in words."""

    reason: str
    arithmetic: str
    giver: str
    taker: str
    points: int
    reconstructed: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """A deal's result, before or after it is recorded."""

    changes: tuple[Change, ...]
    kitty_before: int
    """With the antes of the deal in it."""
    kitty_after: int
    because: SafeString
    why: tuple[WhyLine, ...]
    reconstructed: bool


@dataclass(frozen=True, slots=True)
class DealLine:
    """A recorded deal in words."""

    row: DealRow
    words: SafeString
    result: str
    marks: tuple[str, ...]
    changes: tuple[str, ...]
    """Of those who sat at the table, in order of their numbers."""
    is_event: bool
    moves: tuple[tuple[str, str], ...]
    """Whose points it changes, for an event."""


def outcome_of(
    variant: Variant, state: TableState, facts: Entry, names: Sequence[str], scored: ScoredDeal | None = None
) -> Outcome:
    """The result of an entry upon the state before it, with its breakdown in words."""
    scored = scored or score_next(variant, state, facts)
    if isinstance(facts, EventFacts):
        return _event_outcome(variant, state, facts, names, scored)
    why = lines(variant, seen_deal(variant, state, facts), movements(variant, state, facts))
    antes = sum(line.points for line in why if line.reason in QUIET)
    out = sitting_out(state.order, scored.dealer, facts.sitting_out)
    four = [s for s in state.order if s not in out or scored.deltas[s]]
    return Outcome(
        changes=tuple(Change(names[s], signed(scored.deltas[s])) for s in four),
        kitty_before=state.kitty + antes,
        kitty_after=scored.state.kitty,
        because=_because(variant, facts, names, why),
        why=tuple(why_line(line, names) for line in why),
        reconstructed=any(line.reconstructed for line in why),
    )


def _event_outcome(
    variant: Variant, state: TableState, event: EventFacts, names: Sequence[str], scored: ScoredDeal
) -> Outcome:
    """What an event moves: for an adjustment just its own points, else nothing."""
    moved = movements(variant, state, event)
    why = [Line(m.giver, m.taker, m.points, m.reason, "", False) for m in moved]
    return Outcome(
        changes=tuple(Change(names[s], signed(d)) for s, d in enumerate(scored.deltas) if d),
        kitty_before=state.kitty,
        kitty_after=scored.state.kitty,
        because=deal_short(variant, event, names),
        why=tuple(why_line(line, names) for line in why),
        reconstructed=False,
    )


def why_line(line: Line, names: Sequence[str]) -> WhyLine:
    """One line of the breakdown in words."""
    giver, taker = account_name(line.giver, names), account_name(line.taker, names)
    return WhyLine(str(REASONS[line.reason]), line.arithmetic, giver, taker, line.points, line.reconstructed)


def _because(variant: Variant, facts: DealFacts, names: Sequence[str], why: Sequence[Line]) -> SafeString:
    """One sentence: the deal, and for each reason what one movement of it is."""
    said: dict[Reason, int] = {}
    for line in why:
        if line.reason not in QUIET:
            said.setdefault(line.reason, line.points)
    head = [entry_words(variant, facts, names), result_words(variant, facts)]
    moved = [in_short(reason, points, score_only=variant.score_only) for reason, points in said.items()]
    ours = gettext("reconstruction") if any(line.reconstructed for line in why) else ""
    return format_html(
        "{}{}{}{}",
        format_html_join(", ", "{}", ((h,) for h in head if h)),
        f"{colon()} " if moved else "",
        ", ".join(moved),
        f" ({ours})" if ours else "",
    )


def deal_line(variant: Variant, row: DealRow, names: Sequence[str]) -> DealLine:
    """A recorded deal in words."""
    return DealLine(
        row=row,
        words=entry_words(variant, row.facts, names),
        result=result_words(variant, row.facts),
        marks=tuple(mark_words(row.facts, names)),
        changes=tuple(signed(d) for d in row.deltas),
        is_event=isinstance(row.facts, EventFacts),
        moves=tuple((names[s], signed(d)) for s, d in enumerate(row.deltas) if d),
    )


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A deal that stood here before: in words, who recorded it, who took it back, when, why."""

    words: SafeString
    result: str
    row: RetiredRow
    marks: tuple[str, ...] = ()


def history_lines(
    variant: Variant, rows: Sequence[RetiredRow | DealRow], names: Sequence[str]
) -> tuple[HistoryLine, ...]:
    """What stood at a place before, oldest first."""
    return tuple(gone_line(variant, row, names) for row in rows if isinstance(row, RetiredRow))


def gone_line(variant: Variant, row: RetiredRow, names: Sequence[str]) -> HistoryLine:
    """An entry that does not stand any more, in words."""
    words = entry_words(variant, row.facts, names)
    return HistoryLine(words, result_words(variant, row.facts), row, tuple(mark_words(row.facts, names)))
