"""What the entry form offers, as data: bids in rank order, ranks of the suits, targets, prices, what must be said."""

from collections.abc import Callable
from itertools import product
from typing import Any

from ledger.rules.cards import Suit, suit_rank, suits_of_rank
from ledger.rules.deal_facts import TRICKS, DealFacts
from ledger.rules.facts import check_deal
from ledger.rules.outcome_cells import FOUR, SENIOR, ranks_of
from ledger.rules.situation import Situation
from ledger.rules.variant import Contract, Trump, Variant

Cards = tuple[Suit | None, Suit | None]
"""Turned and senior suit, None: not known."""


def form_table(variant: Variant) -> dict[str, Any]:
    """The rows of the form, and what decides what they show."""
    return {
        "ladder": [list(step) for step in variant.ladder],
        "contracts": {c.code: _contract(variant, c) for c in variant.contracts},
        "ranks": list(variant.rank_order),
        "turns": variant.suits.turns_a_card,
        "fault": variant.turn.fault,
        "kitty": variant.kitty is not None,
        "boston": variant.boston is not None,
        "revoke": variant.revoke is not None,
        "passed_owes": _owes_turned(variant, {"kind": "passed", "seat_tricks": [TRICKS, 0, 0, 0]}),
        "rank_of": _by_cards(lambda cards: "".join(_rank_letter(variant, s, cards) for s in Suit)),
        "suits_of": _by_cards(lambda cards: [_letters(variant, rank, cards) for rank in variant.rank_order]),
    }


def _contract(variant: Variant, contract: Contract) -> dict[str, Any]:
    """One contract: targets alone and helped, the most tricks, its prices by suit rank, what else it asks."""
    prices = {rank or "": contract.price.of(rank, contract.target) for rank in ranks_of(variant, contract)}
    played = {"contract": contract.code, "declarer": 0, "tricks": contract.target}
    trump = {} if contract.trump is Trump.NONE else {"trump": str(SENIOR)}
    return {
        "goals": [contract.target, contract.joint],
        "most": contract.most_tricks,
        "trump": str(contract.trump),
        "boston": contract.boston,
        "part": contract.quotas[1] if contract.quotas else 0,
        "prices": prices,
        "known": list(contract.price.known(contract.target)),
        "owes": _owes_turned(variant, played | trump),
    }


def _owes_turned(variant: Variant, plain: dict[str, Any]) -> list[bool]:
    """Whether the turned card must be said: in the first deal that counts, and later, in the senior suit."""
    if variant.passed is None:
        plain = {key: value for key, value in plain.items() if key != "seat_tricks"}
    found = []
    for counted, senior in ((0, None), (1, SENIOR)):
        situation = Situation(met=FOUR, order=FOUR, dealer=0, counted=counted, senior=senior)
        faults = check_deal(variant, situation, plain)
        found.append(not isinstance(faults, DealFacts) and any(f.path == ("turned",) for f in faults))
    return found


def _by_cards(told: Callable[[Cards], Any]) -> dict[str, Any]:
    """Something that depends on the turned and the senior suit, each as its first letter, `-` not known."""
    suits = (None, *Suit)
    return {_letter(turned) + _letter(senior): told((turned, senior)) for turned, senior in product(suits, suits)}


def _letter(suit: Suit | None) -> str:
    return suit.value[0] if suit else "-"


def _rank_letter(variant: Variant, suit: Suit, cards: Cards) -> str:
    """The place of the suit's rank in the order of the ranks, `-` while it is not known."""
    rank = suit_rank(variant.suits, suit, turned=cards[0], senior=cards[1])
    return "-" if rank is None else str(variant.rank_order.index(rank))


def _letters(variant: Variant, rank: str, cards: Cards) -> str:
    """The suits that have this rank."""
    return "".join(map(_letter, suits_of_rank(variant.suits, rank, turned=cards[0], senior=cards[1])))
