"""Puts together what the table's screen shows: the board, the entry form with its result, the last deals."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.access import Role, role_on
from ledger.forms.draft import NAMES, Draft, draft_of_plain, only_possible, plain_of_draft, read_draft
from ledger.forms.entry import Drawing, Entry
from ledger.models import Deal, Table
from ledger.queries.deals import Correction, LaterChange
from ledger.queries.places import names_at
from ledger.queries.rows import DealRow, RetiredRow, facts_of, variant_of
from ledger.queries.tables import TablePicture, table_picture
from ledger.rules.breakdown import Line, lines
from ledger.rules.facts import DealFacts, Kind, check_deal
from ledger.rules.postings import Reason
from ledger.rules.problems import Problem
from ledger.rules.table import ScoredDeal, TableState, movements, score_next, seen_deal
from ledger.rules.variant import Variant, sitting_out
from ledger.words import (
    REASONS,
    account_name,
    deal_short,
    fault_field,
    fault_words,
    in_short,
    initials,
    mark_words,
    result_words,
    signed,
)

QUIET = (Reason.ANTE, Reason.DEALER_ANTE)


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


@dataclass(frozen=True, slots=True)
class Form:
    """The entry form: which deal it will be, its key, its rows, and the result so far."""

    position: int
    entry_key: str
    entry: Entry
    outcome: Outcome | None


def outcome_of(
    variant: Variant, state: TableState, facts: DealFacts, names: Sequence[str], scored: ScoredDeal | None = None
) -> Outcome:
    """The result of a deal upon the state before it, with its breakdown in words."""
    scored = scored or score_next(variant, state, facts)
    why = lines(variant, seen_deal(variant, state, facts), movements(variant, state, facts))
    antes = sum(line.points for line in why if line.reason in QUIET)
    out = sitting_out(state.seats, scored.dealer)
    four = [s for s in range(state.seats) if s not in out or scored.deltas[s]]
    return Outcome(
        changes=tuple(Change(names[s], signed(scored.deltas[s])) for s in four),
        kitty_before=state.kitty + antes,
        kitty_after=scored.state.kitty,
        because=_because(variant, facts, names, why),
        why=tuple(why_line(line, names) for line in why),
        reconstructed=any(line.reconstructed for line in why),
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
    head = [deal_short(variant, facts, initials(names)), result_words(variant, facts)]
    moved = [in_short(reason, points, score_only=variant.score_only) for reason, points in said.items()]
    ours = gettext("reconstruction") if any(line.reconstructed for line in why) else ""
    return format_html(
        "{}{}{}{}",
        format_html_join(", ", "{}", ((h,) for h in head if h)),
        ": " if moved else "",
        ", ".join(moved),
        f" ({ours})" if ours else "",
    )


def deal_line(variant: Variant, row: DealRow, names: Sequence[str]) -> DealLine:
    """A recorded deal in words."""
    return DealLine(
        row=row,
        words=deal_short(variant, row.facts, initials(names)),
        result=result_words(variant, row.facts),
        marks=tuple(mark_words(row.facts, names)),
        changes=tuple(signed(d) for d in row.deltas),
    )


def form_for(
    variant: Variant,
    state: TableState,
    names: Sequence[str],
    draft: Draft,
    *,
    position: int,
    entry_key: str = "",
    problems: Sequence[Problem] | None = None,
) -> Form:
    """The entry form for a draft; `problems` are those of a refused attempt, which are shown at their rows."""
    draft = only_possible(variant, draft, state)
    checked = check_deal(variant, state.situation, plain_of_draft(variant, draft, state))
    facts = checked if isinstance(checked, DealFacts) else None
    entry = Drawing(variant, state, names, draft, problems or ()).entry()
    outcome = outcome_of(variant, state, facts, names) if facts else None
    return Form(position, entry_key or str(uuid.uuid4()), entry, outcome)


def valid_key(text: str) -> str:
    """A key that came with a draft, or a fresh one."""
    try:
        return str(uuid.UUID(text))
    except ValueError:
        return str(uuid.uuid4())


def draft_in(query: QueryDict) -> Draft:
    """The draft in a query string or a posted form."""
    return read_draft({name: query.get(name, "") for name in NAMES})


def asked_draft(query: QueryDict, picture: TablePicture) -> Draft:
    """The draft of a page that is asked for: the one in its address, else what was announced, else empty."""
    if "position" in query:
        return draft_in(query)
    if picture.announcement:
        return draft_of_plain(picture.variant, picture.announcement, picture.state)
    return Draft()


def draft_address(draft: Draft, position: int) -> str:
    """The query string that brings a draft back, with a new key."""
    said = {name: value for name in NAMES if (value := getattr(draft, name))}
    return urlencode({"position": position, **said})


def announced_words(picture: TablePicture, names: Sequence[str]) -> Mapping[str, Any] | None:
    """What stands on the board while the cards are played: contract, sides, target, first lead."""
    said = picture.announcement
    if not said:
        return None
    contract = picture.variant.by_code.get(str(said.get("contract")))
    facts = DealFacts(
        kind=Kind.PLAYED,
        contract=contract.code if contract else None,
        declarer=said.get("declarer"),
        helper=said.get("helper"),
        trump=said.get("trump"),
    )
    return {
        "words": deal_short(picture.variant, facts, names),
        "target": contract.goal(facts.helper is not None) if contract else None,
        "null": bool(contract and contract.null),
        "lead": names[picture.first_voice],
        "by": picture.announced_by,
    }


def double_ante(variant: Variant) -> int:
    """What each puts in before a deal of a double tour."""
    return variant.kitty.ante * variant.length.factor if variant.kitty else 0


def table_context(
    request: HttpRequest,
    table: Table,
    *,
    draft: Draft | None = None,
    entry_key: str = "",
    problems: Sequence[Problem] | None = None,
    notice: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Everything the table's page and each of its fragments need."""
    picture = table_picture(table)
    names = [seat.name for seat in picture.seats]
    may_score = role_on(request, table) == Role.SCORER
    open_form = may_score and not picture.closing
    if draft is None:
        draft = asked_draft(request.GET, picture) if request.method == "GET" else Draft()
    form = None
    if open_form:
        form = form_for(
            picture.variant,
            picture.state,
            names,
            draft,
            position=picture.position,
            entry_key=entry_key,
            problems=problems,
        )
    return {
        "picture": picture,
        "table": table,
        "names": names,
        "may_score": may_score,
        "form": form,
        "announced": announced_words(picture, names),
        "deals": [deal_line(picture.variant, row, names) for row in picture.last],
        "notice": notice,
        "double_ante": double_ante(picture.variant),
        "chips": picture.variant.kitty.chips if picture.variant.kitty and "chips" in request.GET else None,
    }


def conflict_notice(table: Table, deal: Deal, draft: Draft, position: int) -> dict[str, Any]:
    """The deal that took the place, and the address under which this phone's own goes on as the next one."""
    names, facts, variant = names_at(table), facts_of(deal), variant_of(table)
    return {
        "taken": True,
        "words": deal_short(variant, facts, initials(names)),
        "result": result_words(variant, facts),
        "by": deal.recorded_by,
        "number": deal.result.number,
        "next": "" if draft.is_empty else draft_address(draft, position),
    }


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A deal that stood here before: in words, who recorded it, who took it back, when, why."""

    words: SafeString
    result: str
    row: RetiredRow


def history_lines(
    variant: Variant, rows: Sequence[RetiredRow | DealRow], names: Sequence[str]
) -> tuple[HistoryLine, ...]:
    """What stood at a place before, oldest first."""
    return tuple(
        HistoryLine(deal_short(variant, row.facts, initials(names)), result_words(variant, row.facts), row)
        for row in rows
        if isinstance(row, RetiredRow)
    )


@dataclass(frozen=True, slots=True)
class LaterLine:
    """A later deal that a correction changes, in words."""

    change: LaterChange
    changes: tuple[tuple[str, str], ...]
    """Change of each seat, before and after ("" where it can't be known)."""
    faults: tuple[tuple[str, str], ...]
    """Field and fault."""


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """What a correction would change, in words."""

    correction: Correction
    later: tuple[LaterLine, ...]
    totals: tuple[tuple[str, str, str], ...]
    """Name, balance before, balance after."""
    is_same: bool


def correction_view(found: Correction, names: Sequence[str]) -> CorrectionView:
    """What a correction would change, in words."""
    later = tuple(
        LaterLine(
            change,
            tuple(
                (signed(before), signed(change.deltas_after[i]) if change.deltas_after else "")
                for i, before in enumerate(change.deltas_before)
            ),
            tuple((fault_field(p), fault_words(p)) for p in change.problems),
        )
        for change in found.later
    )
    after = found.balances_after
    totals = tuple(
        (name, signed(before), signed(after[i]) if after else "")
        for i, (name, before) in enumerate(zip(names, found.balances_before, strict=True))
    )
    is_same = found.after is not None and found.after.facts == found.before.facts
    return CorrectionView(found, later, totals, is_same)
