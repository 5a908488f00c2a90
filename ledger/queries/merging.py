"""The same evening started on two phones: the entries of the other table, told by this one's numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from ledger.models import Deal, DealResult, Table
from ledger.queries.changes import Insert
from ledger.queries.fold import live_deals
from ledger.queries.previews import ChangesPreview, preview_changes
from ledger.queries.refold import named, names_by_number
from ledger.queries.rows import facts_of, variant_of
from ledger.rules.deal_facts import DealFacts
from ledger.rules.events import EventFacts, EventKind
from ledger.rules.log import check_entry, plain_entry
from ledger.rules.people import renumbered
from ledger.rules.problems import Problem, folded_name
from ledger.rules.table import Entry, TableState, score_next


@dataclass(frozen=True, slots=True)
class Merge:
    """The changes that append the other table's entries, and the rows they come from."""

    changes: tuple[Insert, ...]
    rows: Mapping[UUID, Deal]


def merge_changes(table: Table, other: Table) -> Merge | list[Problem]:
    """Every entry that stands at the other table, at the end of this one, by the names of the players; entries that are
    here already under their key are left out. A problem under `players[n]` for somebody who never sat here."""
    numbers = _numbers(table, other)
    if isinstance(numbers, list):
        return numbers
    known = set(Deal.objects.filter(table=table).values_list("entry_key", flat=True))
    dealers = dict(DealResult.objects.filter(table=other).values_list("deal_id", "dealer"))
    teller = _Teller(table, numbers)
    rows = [deal for deal in live_deals(other) if deal.entry_key not in known]
    changes = [
        Insert(None, deal.entry_key, teller.told(facts_of(deal), numbers.get(dealers[deal.pk], dealers[deal.pk])))
        for deal in rows
    ]
    return Merge(tuple(changes), {deal.entry_key: deal for deal in rows})


def preview_merge(table: Table, other: Table) -> ChangesPreview | list[Problem]:
    """What it would come to if the other table's entries were appended here."""
    merge = merge_changes(table, other)
    return merge if isinstance(merge, list) else preview_changes(table, merge.changes)


def _numbers(table: Table, other: Table) -> dict[int, int] | list[Problem]:
    """The numbers here of the people there. Who came there later is met by his arrival."""
    # Of two numbers of one name the one who sat there: the other is kept for an arrival that was undone.
    names, met = names_by_number(table), table.kept_state.met
    here = {folded_name(names[n]): n for n in sorted(names, key=lambda n: (n in met, n))}
    there = names_by_number(other)
    unknown = [n for n in range(other.places) if folded_name(there[n]) not in here]
    if unknown:
        return [Problem(("players", n), "not-at-table") for n in unknown]
    following, numbers = max(names) + 1, {}
    for n in other.kept_state.met:
        folded = folded_name(there[n])
        if folded not in here:
            here[folded] = following
            following += 1
        numbers[n] = here[folded]
    return numbers


class _Teller:
    """Tells entries of the other table in this one's numbers; where somebody else would deal, the dealer is said."""

    def __init__(self, table: Table, numbers: Mapping[int, int]) -> None:
        self.variant, self.state, self.numbers = variant_of(table), table.kept_state, numbers
        self.names = names_by_number(table)
        self.whole = True

    def told(self, facts: Entry, dealer: int) -> Mapping[str, Any]:
        entry = _known_arrival(renumbered(facts, self.numbers), self.state)
        if self.whole and isinstance(entry, DealFacts) and entry.dealer is None and dealer != self.state.dealer:
            entry = replace(entry, dealer=dealer)
        plain = plain_entry(entry)
        self.whole = self.whole and not isinstance(
            check_entry(self.variant, named(self.state, self.names), plain), list
        )
        if self.whole:
            self.state = score_next(self.variant, self.state, entry).state
        return plain


def _known_arrival(entry: Entry, state: TableState) -> Entry:
    """Who is new there and was met here sits down again."""
    if not isinstance(entry, EventFacts) or entry.player is None or entry.number not in state.met:
        return entry
    known = replace(entry, player=None, number=None)
    if entry.kind is EventKind.JOIN:
        return replace(known, seat=entry.number)
    return replace(known, by=entry.number)
