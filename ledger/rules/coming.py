"""The table as a phone keeps it that has no connection: who sits where, and what the next deals will be like."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from ledger.rules.deal_facts import DealFacts
from ledger.rules.outcome_cells import some_deal
from ledger.rules.seating import first_voice, next_seat, playing, sitting_out
from ledger.rules.table import TableState, next_multiplier, score_next, seen_deal
from ledger.rules.variant import Variant

AHEAD: Final = 24
"""So many deals that count are told ahead; after them a phone without connection gives no result."""


def coming(variant: Variant, state: TableState, ahead: int = AHEAD) -> dict[str, Any]:
    """The state as plain data (format: outcomes.md)."""
    step = variant.seating.step
    return {
        "order": list(state.order),
        "dealer": state.dealer,
        "number": state.counted + 1,
        "kitty": state.kitty,
        "fed": state.fed,
        "senior": state.senior.value[0] if state.senior else None,
        "first": state.counted == 0,
        "balances": {str(seat): state.balances[seat] for seat in state.order},
        "seats": {
            str(seat): {
                "next": next_seat(state.order, seat, step),
                "voice": first_voice(state.order, seat, step),
                "out": sorted(sitting_out(state.order, seat)),
            }
            for seat in state.order
        },
        "coming": list(_deals(variant, state, ahead)),
    }


def _deals(variant: Variant, state: TableState, ahead: int) -> Iterator[list[int]]:
    """Of each coming deal that counts: the multiplier, whether it is the last of the length for the rules, its tour."""
    for _ in range(ahead):
        facts = _counted(variant, state)
        yield [next_multiplier(variant, state), int(seen_deal(variant, state, facts).last), state.tour]
        state = score_next(variant, state, facts).state


def _counted(variant: Variant, state: TableState) -> DealFacts:
    """Some deal that counts."""
    declarer = playing(state.order, state.dealer)[0]
    return replace(some_deal(variant, variant.contracts[0]), declarer=declarer)
