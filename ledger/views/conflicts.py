"""A deal whose place another phone took: both in words, side by side."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from ledger.deal_words import entry_words, result_words
from ledger.forms.draft import NAMES, Draft, plain_of_draft
from ledger.models import Deal, Table
from ledger.queries.fold import state_before, states_before
from ledger.queries.places import deals_at, names_at
from ledger.queries.rows import facts_of, variant_of
from ledger.queries.seconds import Second
from ledger.rules.facts import DealFacts, check_deal
from ledger.rules.table import TableState
from ledger.views.outcomes import outcome_of
from ledger.words import signed


def draft_address(draft: Draft, position: int) -> str:
    """The query string that brings a draft back, with a new key."""
    said = {name: value for name in NAMES if (value := getattr(draft, name))}
    return urlencode({"position": position, **said})


def conflict_notice(
    table: Table, deal: Deal, draft: Draft, position: int, meant: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The deal that took the place, and the address under which this phone's own goes on as the next one; `meant`: the
    plain facts of one's own where they are more than the draft says."""
    # Mine as it was meant: upon what lay there before the other's deal.
    before = state_before(table, deal.result.position)
    mine = plain_of_draft(variant_of(table), draft, before) if meant is None else meant
    names = names_at(table)
    words = as_meant(table, mine, names, before)
    return (
        stands(table, deal, names)
        | {"mine": words, "half": words is None and is_half_made(table, mine, before)}
        | {"taken": True, "next": "" if draft.is_empty else draft_address(draft, position)}
    )


def stands(table: Table, deal: Deal, names: Sequence[str]) -> dict[str, Any]:
    """A deal in words, with what it changed."""
    facts, variant = facts_of(deal), variant_of(table)
    points = {p.account: p.points for p in deal.result.postings.all() if p.account >= 0}
    return {
        "words": entry_words(variant, facts, names),
        "result": result_words(variant, facts),
        "changes": [(names[s], signed(points[s])) for s in sorted(points) if points[s]],
        "by": deal.recorded_by,
        "number": deal.result.number,
    }


def as_meant(table: Table, plain: Mapping[str, Any], names: Sequence[str], before: TableState) -> dict[str, Any] | None:
    """A deal that does not stand, with what it would have come to upon that state; None where it does not fit."""
    variant = variant_of(table)
    facts = check_deal(variant, before.situation, plain)
    if not isinstance(facts, DealFacts):
        return None
    outcome = outcome_of(variant, before, facts, names)
    return {
        "words": entry_words(variant, facts, names),
        "result": result_words(variant, facts),
        "changes": [(change.name, change.points) for change in outcome.changes if change.points != "0"],
    }


def is_half_made(table: Table, plain: Mapping[str, Any], before: TableState) -> bool:
    """Whether something was still to be chosen; a whole deal may not fit for other reasons."""
    found = check_deal(variant_of(table), before.situation, plain)
    return not isinstance(found, DealFacts) and any(problem.code == "missing" for problem in found)


def both_of_each(table: Table, seconds: Sequence[Second]) -> list[dict[str, Any]]:
    """Second deals beside those that stand in their places; where one was undone since, the second alone. The same few
    queries, however many there are."""
    if not seconds:
        return []
    names, positions = names_at(table), {second.position for second in seconds}
    deals, states = deals_at(table, positions), states_before(table, positions)
    return [
        {"key": second.key, "second_by": second.by}
        | (stands(table, deals[second.position], names) if second.position in deals else {})
        | {"mine": as_meant(table, second.facts, names, states[second.position])}
        for second in seconds
    ]
