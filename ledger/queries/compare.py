"""An evening under other rules: which ones there are to choose from, and what it comes to under one of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ledger.models import HouseVersion, Table
from ledger.queries.fold import live_deals
from ledger.queries.places import names_shown
from ledger.queries.rows import facts_of, pinned_fingerprint, variant_of
from ledger.rules.compare import Comparison, Contracts, compare, lacking, proposal, unrecorded
from ledger.rules.document import Chosen, Plain, built_in, fingerprint, pinned_variant
from ledger.rules.points import Points
from ledger.rules.table import Entry
from ledger.rules.variant import Contract, Variant

PLAYED = "played"
"""The key of the rules it was played by, where they are none of the others."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Rules an evening can be counted under. `key` names them in an address."""

    key: str
    document: Plain
    house: bool
    """They are the club's own."""
    played: bool
    """It was played by just these."""

    @property
    def variant(self) -> Variant:
        """The rules with what they propose."""
        return pinned_variant(self.document, {})

    def agreed(self, chosen: Chosen) -> Variant:
        """The rules with what was chosen; as they propose where that can't be played."""
        try:
            return pinned_variant(self.document, chosen)
        except ValueError:
            return self.variant


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """An evening under the rules it was played by and under others. Names by number of the person."""

    played: Variant
    there: Variant
    names: Mapping[int, str]
    lacking: tuple[tuple[Contract, str], ...]
    """Contracts that are not there, each with the code of what it counts as; "": left out."""
    found: Comparison
    unrecorded: tuple[str, ...]
    """Keys of facts that would move points there, and that nobody was asked for."""
    carried: Points
    """What lay in the kitty when the evening began."""

    @property
    def fed_by_others(self) -> Points:
        """What deals that are left out had put into the kitty that was won in deals which count."""
        return max(0, -min((line.sums.kitty for line in self.found.lines), default=0))


def choices(table: Table) -> tuple[Choice, ...]:
    """The club's own rules in all their versions, those still played first and each the newest version first; the
    built-in ones; and those it was played by, where they are none of these: one query."""
    rows = HouseVersion.objects.filter(house__club=table.evening.club_id).select_related("house", "rules")
    ordered = sorted(rows, key=lambda row: (row.house.retired_at is not None, row.house_id, -row.number))
    pinned = pinned_fingerprint(table)
    found = [
        Choice(f"{row.house.code}.{row.number}", row.rules.document, True, row.rules.fingerprint == pinned)
        for row in ordered
    ]
    found += [Choice(code, document, False, fingerprint(document) == pinned) for code, document in built_in().items()]
    if not any(choice.played for choice in found):
        found.append(Choice(PLAYED, table.rules.document, False, True))
    return tuple(found)


def first_choice(table: Table, offered: Sequence[Choice]) -> Choice:
    """What is shown before anything was chosen: another version of the same rules, else other ones."""
    others = [choice for choice in offered if not choice.played]
    same = [choice for choice in others if choice.variant.code == table.rules.code]
    return (same or others)[0]


def elsewhere(table: Table, there: Variant, picked: Mapping[str, str]) -> Elsewhere:
    """The evening under other rules. `picked`: what contracts that are not there count as, by code ("" is left out);
    the others as is proposed. The facts are read once: three queries."""
    played = variant_of(table)
    log = [facts_of(deal) for deal in live_deals(table)]
    missing = _lacking(played, there, log, picked)
    contracts: Contracts = {contract.code: code for contract, code in missing}
    found = compare(played, there, table.opening_state, log, contracts, divide=table.closing == "divide")
    names = dict(enumerate(names_shown(table)))
    carried = table.opening_state.kitty
    return Elsewhere(played, there, names, missing, found, unrecorded(played, there, found), carried)


def _lacking(
    played: Variant, there: Variant, log: Iterable[Entry], picked: Mapping[str, str]
) -> tuple[tuple[Contract, str], ...]:
    pairs = []
    for contract in lacking(played, there, log):
        code = picked.get(contract.code)
        usable = code is not None and (code == "" or code in there.by_code)
        pairs.append((contract, code or "" if usable else proposal(contract, there) or ""))
    return tuple(pairs)
