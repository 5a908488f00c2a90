"""Two seats were swapped and it is noticed later: the changes that put it right."""

from typing import Literal
from uuid import UUID, uuid5

from ledger.models import Table
from ledger.queries.changes import Change, Insert, Replace
from ledger.queries.fold import live_deals
from ledger.queries.rows import facts_of
from ledger.rules.log import plain_entry
from ledger.rules.people import renumbered

Results = Literal["stay", "go"]
"""`stay`: everybody keeps what was written to his name; `go`: each takes over what was written to the seat."""


def swap_changes(
    table: Table, *, since: UUID, seats: tuple[int, int], results: Results, entry_key: UUID
) -> list[Change]:
    """The swap before the entry of that key, and with `go` every later entry told of the other of the two."""
    one, other = seats
    changes: list[Change] = [Insert(since, entry_key, {"kind": "swap", "seats": [one, other]})]
    deals = live_deals(table)
    start = next((i for i, deal in enumerate(deals) if deal.entry_key == since), len(deals))
    if results == "go":
        for deal in deals[start:]:
            facts = facts_of(deal)
            told = renumbered(facts, {one: other, other: one})
            if told != facts:
                changes.append(Replace(deal.entry_key, uuid5(entry_key, str(deal.entry_key)), plain_entry(told)))
    return changes
