"""Everything that can come of a deal as one table to look up, made by running the rules (format: outcomes.md)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ledger.rules.cards import Suit
from ledger.rules.deal_facts import TRICKS, DealFacts
from ledger.rules.facts import check_deal
from ledger.rules.outcome_cells import FOUR, Cells, Store, some_deal, without_idle
from ledger.rules.outcome_form import form_table
from ledger.rules.outcome_moves import Notes
from ledger.rules.scoring import score_deal
from ledger.rules.situation import Kind
from ledger.rules.table import open_table, score_next, seen_deal
from ledger.rules.variant import Variant

FORMAT: Final = "boston-outcomes/1"
UNPLAYED: Final[Mapping[str, DealFacts]] = {
    "passed": DealFacts(kind=Kind.PASSED, turned=Suit.HEARTS),
    "misdeal": DealFacts(kind=Kind.MISDEAL),
    "fault": DealFacts(kind=Kind.MISDEAL, fault=True),
    "forfeit": DealFacts(kind=Kind.MISDEAL, fault=True, forfeit=True),
}
SITTERS: Final = ((0, (1,)), (2, (1,)), (0, (0,)), (1, (1,)))
"""Of five, dealt by the first: the dealer who plays, another who plays, the dealer who sits out, another who does."""


def outcome_table(variant: Variant) -> dict[str, Any]:
    """The table of a variant with what was agreed, as plain data."""
    store = Store()
    cells = Cells(variant, store)
    played = {c.code: cells.contract(c) for c in variant.contracts}
    kinds = {code: facts for code, facts in UNPLAYED.items() if _possible(variant, facts)}
    unplayed = {code: cells.program(facts, {0: "D"}) for code, facts in kinds.items()}
    passed, boston = cells.passed(), cells.boston()
    table = {
        "format": FORMAT,
        "tricks": TRICKS,
        "played": played,
        "unplayed": unplayed,
        "passed": passed,
        "boston": boston,
        "antes": [_ante(variant, seat, out) for seat, out in SITTERS] if variant.kitty else None,
        "kinds": {code: _consequences(variant, facts) for code, facts in _kinds(variant).items()},
        "form": form_table(variant),
        **store.plain(),
    }
    return without_idle(table)


def _kinds(variant: Variant) -> dict[str, DealFacts]:
    """One deal of each kind that the rules know."""
    played = replace(some_deal(variant, variant.contracts[0]), turned=Suit.HEARTS)
    return {"played": played} | {code: facts for code, facts in UNPLAYED.items() if _possible(variant, facts)}


def _possible(variant: Variant, facts: DealFacts) -> bool:
    """Whether the rules know such an unplayed deal."""
    if facts.kind is Kind.PASSED:
        return True
    plain = {"kind": str(facts.kind), "fault": facts.fault, "forfeit": facts.forfeit}
    return isinstance(check_deal(variant, open_table(len(FOUR)).situation, plain), DealFacts)


def _ante(variant: Variant, seat: int, out: tuple[int, ...]) -> list[Any]:
    """What one of five puts in, and why: nothing is `[0, ""]`."""
    seen = seen_deal(variant, open_table(5), DealFacts(kind=Kind.PASSED, sitting_out=out))
    notes = Notes(5, 0)
    score_deal(variant, seen, notes)
    reason = next((str(n.reason) for n in notes.noted if seat in n.givers), "")
    return [-notes.sums[seat], reason]


def _consequences(variant: Variant, facts: DealFacts) -> list[bool]:
    """What such a deal does to the table: whether it counts, whether the next one deals, whether its turned card
    becomes the senior suit where none is known yet, whether antes are paid before it."""
    state, notes = open_table(len(FOUR)), Notes(len(FOUR), 0)
    scored = score_next(variant, state, facts, notes)
    fed = Notes(len(FOUR), 0)
    score_next(variant, state._replace(fed=True), facts, fed)
    senior = scored.state.senior is Suit.HEARTS
    return [scored.number is not None, scored.state.dealer != scored.dealer, senior, len(notes.noted) > len(fed.noted)]
