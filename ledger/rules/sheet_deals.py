"""Reads the log of a sheet, deals and events, each upon what those before it left, with their entry keys."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ledger.rules.events import EVENT_KINDS, EventFacts
from ledger.rules.log import ENTRY_KEYS, after_plain, check_entry
from ledger.rules.postings import KITTY
from ledger.rules.problems import Problem, Reader, in_document_order
from ledger.rules.situation import KINDS, Situation
from ledger.rules.table import Entry, TableState, score_next
from ledger.rules.variant import Variant

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class SheetDeal:
    """One deal or event of a sheet: its facts and the entry key (lower case) it was recorded under."""

    facts: Entry
    entry_key: str | None = None


def read_deals(r: Reader, variant: Variant | None, situation: Situation) -> tuple[SheetDeal, ...]:
    """The deals in order, each judged upon what the deals before it left; faults are noted in the reader."""
    deals: list[SheetDeal] = []
    problems: list[Problem] = []
    keys: set[str] = set()
    for i, plain in enumerate(r.items("deals") or ()):
        if not isinstance(plain, Mapping):
            problems.append(Problem((i,), "wrong-type", {"wanted": "an object"}))
            situation = situation.unread()
            continue
        read = _deal(variant, situation, plain, keys)
        if isinstance(read, SheetDeal):
            deals.append(read)
        else:
            problems += [p.under(i) for p in read]
        if variant:
            situation = after_plain(variant, situation, plain)
    r.faults_under("deals", problems)
    return tuple(deals)


def _deal(
    variant: Variant | None, situation: Situation, plain: Mapping[str, Any], keys: set[str]
) -> SheetDeal | list[Problem]:
    """One deal; `keys` are the entry keys so far. Of rules that are not known only what every deal has is judged."""
    if variant:
        read = check_entry(variant, situation, plain, ("entry_key",))
    else:
        blind = Reader(plain, (*ENTRY_KEYS, "entry_key"))
        blind.word("kind", (*KINDS, *EVENT_KINDS), None)
        read = blind.problems()
    key = plain.get("entry_key")
    fault = _entry_key_fault(key, keys)
    if fault is None and not isinstance(read, list):
        return SheetDeal(read, key.lower() if key else None)
    found = {"entry_key": [fault]} if fault else {}
    for problem in read if isinstance(read, list) else ():
        found.setdefault(str(problem.path[0]), []).append(problem)
    return in_document_order(found, [k for k, v in plain.items() if v is not None], ENTRY_KEYS)


def _entry_key_fault(key: Any, keys: set[str]) -> Problem | None:
    if key is None:
        return None
    if not isinstance(key, str) or not _UUID.fullmatch(key):
        return Problem(("entry_key",), "wrong-type", {"wanted": "a UUID"})
    if key.lower() in keys:
        return Problem(("entry_key",), "duplicate")
    keys.add(key.lower())
    return None


def kitty_faults(variant: Variant, state: TableState, deals: Sequence[SheetDeal]) -> list[Problem]:
    """Adjustments that take more out of the kitty than lies in it: only a replay of the whole log can tell."""
    problems: list[Problem] = []
    if not any(isinstance(d.facts, EventFacts) and d.facts.giver == KITTY for d in deals):
        return problems
    for i, deal in enumerate(deals):
        state = score_next(variant, state, deal.facts).state
        if state.kitty < 0:
            problems.append(
                Problem(("deals", i, "points"), "out-of-range", {"wanted": "at most what lies in the kitty"})
            )
            break
    return problems
