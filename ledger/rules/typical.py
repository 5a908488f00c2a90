"""A few deals that show what rules pay: chosen from the rules themselves, scored by the engine."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ledger.rules.cards import Suit, SuitScheme, suits_of_rank
from ledger.rules.deal_facts import DealFacts
from ledger.rules.facts import check_deal
from ledger.rules.points import Points
from ledger.rules.seating import AT_PLAY, next_seat
from ledger.rules.table import TableState, open_table, score_next
from ledger.rules.variant import Contract, Trump, Variant

SENIOR, TURNED = Suit.SPADES, Suit.HEARTS


class Example(NamedTuple):
    """A deal and what it changes: for each seat, clockwise from the declarer, and for the kitty; `before` is the table
    it was dealt at."""

    facts: DealFacts
    dealer: int
    deltas: tuple[Points, ...]
    kitty_change: Points
    before: TableState

    @property
    def lay(self) -> Points:
        """What lay in the kitty before the deal."""
        return self.before.kitty


def typical_deals(variant: Variant) -> tuple[Example, ...]:
    """The lowest contract made alone, made with a helper, failed by one; the highest one with an overtrick; a null made
    and lost; a deal that all passed. What the rules do not have is left out."""
    state = _begun(variant)
    found = []
    for plain in dict.fromkeys(tuple(p.items()) for p in _plain_deals(variant)):
        facts = check_deal(variant, state.situation, dict(plain))
        if isinstance(facts, DealFacts):
            scored = score_next(variant, state, facts)
            found.append(Example(facts, scored.dealer, scored.deltas, scored.kitty_change, state))
    return tuple(found)


def _begun(variant: Variant) -> TableState:
    """A table in the middle of its first tour: a senior suit is known, and a passed deal has fed the kitty. The seat
    beside the declarer deals, so that the declarer speaks first."""
    order = tuple(range(AT_PLAY))
    dealer = next_seat(order, 0, -variant.seating.step)
    state = open_table(AT_PLAY, dealer)
    senior = SENIOR if variant.suits is SuitScheme.SENIOR else None
    passed = check_deal(variant, state.situation, {"kind": "passed", **_turned(variant)})
    lay = score_next(variant, state, passed).state.kitty if isinstance(passed, DealFacts) else 0
    return state._replace(counted=1, in_tour=1, senior=senior, kitty=lay)


def _turned(variant: Variant) -> dict[str, str]:
    return {"turned": str(TURNED)} if variant.suits.turns_a_card else {}


def _plain_deals(variant: Variant) -> Iterator[Mapping[str, Any]]:
    tricky = [c for c in variant.contracts if not c.null]
    helped = next((c for c in tricky if c.joint is not None), None)
    null = next((c for c in variant.contracts if c.null), None)
    if tricky:
        lowest, highest = tricky[0], _with_room(tricky)
        yield _played(variant, lowest, lowest.target)
        if helped is not None:
            yield {**_played(variant, helped, helped.goal(helped=True)), "helper": 2}
        yield _played(variant, lowest, lowest.target - 1)
        if helped is not None:
            short = helped.goal(helped=True) - 1
            part = {"helper_tricks": max(0, helped.quotas[1] - 1)} if helped.quotas else {}
            yield {**_played(variant, helped, short), "helper": 2, **part}
        yield _played(variant, highest, highest.target + 1)
    if null is not None:
        yield _played(variant, null, null.target)
        yield _played(variant, null, null.target + 1)
    yield {"kind": "passed", **_turned(variant)}


def _with_room(tricky: list[Contract]) -> Contract:
    """The highest contract that an overtrick is possible in."""
    return next((c for c in reversed(tricky) if c.target < c.most_tricks and c.overtrick), tricky[-1])


def _played(variant: Variant, contract: Contract, tricks: int) -> dict[str, Any]:
    """The contract in the lowest suit that it can be played in."""
    facts = {"contract": contract.code, "declarer": 0, "tricks": tricks, **_turned(variant)}
    if contract.trump is not Trump.NONE:
        facts["trump"] = str(_lowest_suit(variant))
    return facts


def _lowest_suit(variant: Variant) -> Suit:
    """A suit of the lowest rank, with the card that is turned here."""
    lowest = variant.rank_order[0]
    return suits_of_rank(variant.suits, lowest, turned=TURNED, senior=SENIOR)[0]
