"""Puts together what the table's screen shows: the board, the entry form with its result, the last deals."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, QueryDict

from ledger.access import Role, role_in, role_on
from ledger.deal_words import deal_short
from ledger.fault_words import fault_field
from ledger.forms.draft import NAMES, Draft, draft_of_plain, only_possible, plain_of_draft, read_draft
from ledger.forms.entry import Drawing, Entry
from ledger.forms.played_out import took_in
from ledger.models import Table
from ledger.queries.places import names_at
from ledger.queries.replays import last_undone
from ledger.queries.seconds import open_seconds
from ledger.queries.tables import TablePicture, table_picture
from ledger.queries.together import open_of
from ledger.rules.facts import DealFacts, check_deal
from ledger.rules.problems import Problem
from ledger.rules.situation import Kind
from ledger.rules.table import TableState
from ledger.rules.variant import Variant
from ledger.views.conflicts import both_of_each
from ledger.views.offline import outcomes_address, standing
from ledger.views.outcomes import HistoryLine, Outcome, deal_line, gone_line, outcome_of
from ledger.views.plans import sums_words
from ledger.words import signed


@dataclass(frozen=True, slots=True)
class Form:
    """The entry form: which deal it will be, its key, its rows, and the result so far."""

    position: int
    entry_key: str
    entry: Entry
    outcome: Outcome | None
    missing: tuple[str, ...]
    """What is still to be chosen, in words; empty while nothing has been tapped."""
    refused: bool = False
    """Whether it was to be recorded so, and was not."""
    standing: str = ""
    """How the table stands, for a phone that works the result out itself; empty where it does not."""
    outcomes: str = ""
    """Where it finds the table of outcomes."""


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
    lacking = [p for p in checked if p.code == "missing"] if isinstance(checked, list) and not draft.is_empty else []
    missing = tuple(fault_field(p) for p in lacking)
    return Form(position, entry_key or str(uuid.uuid4()), entry, outcome, missing, bool(problems))


def valid_key(text: str) -> str:
    """A key that came with a draft, or a fresh one."""
    try:
        return str(uuid.UUID(text))
    except ValueError:
        return str(uuid.uuid4())


def draft_in(query: QueryDict) -> Draft:
    """The draft in a query string or a posted form."""
    said = {name: query.get(name, "") for name in NAMES}
    return read_draft(said | {"out": "-".join(query.getlist("out")), "took": took_in(query.dict())})


def asked_draft(query: QueryDict, picture: TablePicture) -> Draft:
    """The draft of a page that is asked for: the one in its address, else what was announced, else empty."""
    if "position" in query:
        return draft_in(query)
    if picture.announcement:
        return draft_of_plain(picture.variant, picture.announcement, picture.state)
    return Draft()


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
    names = people_names(picture)
    may_score = role_on(request, table) == Role.SCORER
    if draft is None:
        draft = asked_draft(request.GET, picture) if request.method == "GET" else Draft()
    form = next_form(picture, names, draft, entry_key, problems) if may_score else None
    money = open_of([table]).get(table.pk)
    return {
        "picture": picture,
        "table": table,
        "names": names,
        "may_score": may_score,
        "in_club": role_in(request, table.evening.club) is not None,
        "form": form,
        "announced": announced_words(picture, names),
        "deals": [deal_line(picture.variant, row, names) for row in picture.last],
        "undone": undone_line(table, picture, names) if may_score else None,
        "redo_key": uuid.uuid4(),
        "notice": notice,
        "seconds": both_of_each(table, open_seconds(table)),
        "widest": max(len(signed(seat.balance)) for seat in picture.seats),
        "double_ante": double_ante(picture.variant),
        "settled": money == {},
        "still": sums_words(money or {}),
        "chips": picture.variant.kitty.chips if picture.variant.kitty and "chips" in request.GET else None,
    }


def next_form(
    picture: TablePicture, names: list[str], draft: Draft, key: str, problems: Sequence[Problem] | None
) -> Form | None:
    """The entry form of the next deal; None where there is none: the evening is closed, or too few are there."""
    if picture.closing or picture.paused:
        return None
    variant, state = picture.variant, picture.state
    form = form_for(variant, state, names, draft, position=picture.position, entry_key=key, problems=problems)
    return replace(form, standing=standing(picture, names), outcomes=outcomes_address(picture.table))


def people_names(picture: TablePicture) -> list[str]:
    """Everybody's name by number; nobody of the standing log has a number that is missing here."""
    known = {seat.number: seat.name for seat in picture.seats} | {one.number: one.name for one in picture.left}
    return [known.get(number, "") for number in range(max(known) + 1)]


def undone_line(table: Table, picture: TablePicture, names: Sequence[str]) -> HistoryLine | None:
    """What can be redone: the entry at the end whose undoing was the last thing that happened."""
    gone = last_undone(table)
    last = picture.last[0] if picture.last else None
    if gone is None or (last and (last.recorded_at > gone.retired_at or last.order_key > gone.order_key)):
        return None
    known = [*names, *names_at(table)[len(names) :]]
    return gone_line(picture.variant, gone, known)
