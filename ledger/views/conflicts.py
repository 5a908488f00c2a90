"""A deal whose place another phone took: both in words, side by side."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from ledger.deal_words import entry_words, result_words
from ledger.forms.draft import NAMES, Draft, plain_of_draft
from ledger.models import Deal, Table
from ledger.queries.fold import state_before
from ledger.queries.places import deal_at, names_at, next_position
from ledger.queries.rows import facts_of, variant_of
from ledger.queries.seconds import Second
from ledger.rules.facts import DealFacts, check_deal
from ledger.rules.table import TableState
from ledger.rules.variant import Variant
from ledger.views.outcomes import outcome_of
from ledger.words import signed


def draft_address(draft: Draft, position: int) -> str:
    """The query string that brings a draft back, with a new key."""
    said = {name: value for name in NAMES if (value := getattr(draft, name))}
    return urlencode({"position": position, **said})


def conflict_notice(table: Table, deal: Deal, draft: Draft, position: int) -> dict[str, Any]:
    """The deal that took the place, and the address under which this phone's own goes on as the next one."""
    # Mine as it was meant: upon what lay there before the other's deal.
    before = state_before(table, deal.result.position)
    mine = plain_of_draft(variant_of(table), draft, before)
    return beside(table, deal, mine, before) | {
        "taken": True,
        "next": "" if draft.is_empty else draft_address(draft, position),
    }


def beside(table: Table, deal: Deal, second: Mapping[str, Any], before: TableState) -> dict[str, Any]:
    """A deal in words, and beside it another one that was meant for the same place (its plain facts)."""
    names, facts, variant = names_at(table), facts_of(deal), variant_of(table)
    mine = check_deal(variant, before.situation, second)
    points = dict(deal.result.postings.filter(account__gte=0).values_list("account", "points"))
    return {
        "words": entry_words(variant, facts, names),
        "result": result_words(variant, facts),
        "changes": [(names[s], signed(points[s])) for s in sorted(points) if points[s]],
        "by": deal.recorded_by,
        "number": deal.result.number,
        "mine": my_words(variant, mine, names, before) if isinstance(mine, DealFacts) else None,
    }


def both_of(table: Table, second: Second) -> dict[str, Any]:
    """A second deal beside the one that stands in its place; where that was undone since, the second alone."""
    deal, free = deal_at(table, second.position), next_position(table)
    before = state_before(table, min(second.position, free))
    told = {"key": second.key, "second_by": second.by}
    if deal is not None:
        return told | beside(table, deal, second.facts, before)
    mine = check_deal(variant_of(table), before.situation, second.facts)
    return told | {
        "mine": my_words(variant_of(table), mine, names_at(table), before) if isinstance(mine, DealFacts) else None
    }


def my_words(variant: Variant, facts: DealFacts, names: Sequence[str], state: TableState) -> dict[str, Any]:
    """This phone's own deal beside the other's, with what it would have come to."""
    outcome = outcome_of(variant, state, facts, names)
    return {
        "words": entry_words(variant, facts, names),
        "result": result_words(variant, facts),
        "changes": [(change.name, change.points) for change in outcome.changes if change.points != "0"],
    }
