"""Who beats whom: every bid a variant knows, from the lowest to the highest, for the cards that are turned."""

from typing import NamedTuple

from ledger.rules.cards import Suit, suits_of_rank
from ledger.rules.points import Points
from ledger.rules.variant import Contract, Trump, Variant


class Bid(NamedTuple):
    """One step of the bidding. Bids in different suits of one step do not beat each other."""

    contract: Contract
    rank: str | None
    """The suit rank it is bound to; None: no trump, or any suit alike."""
    suits: tuple[Suit, ...]
    """Empty where nothing is trump, or the cards that decide it are not known."""
    price: Points | None
    """None where it depends on the suit."""


def bids(variant: Variant, *, turned: Suit | None, senior: Suit | None) -> tuple[Bid, ...]:
    """The whole ladder, lowest first."""
    found: list[Bid] = []
    for code, rank in variant.ladder:
        contract = variant.by_code[code]
        ranks = [rank] if rank else _ranks(variant, contract)
        found += [_bid(variant, contract, r, turned, senior) for r in ranks]
    return tuple(found)


def _ranks(variant: Variant, contract: Contract) -> list[str | None]:
    """A contract that stands once in the ladder: where every suit is ranked the better one beats the lesser one."""
    if contract.trump is Trump.NONE or not variant.suits.ranks_every_suit:
        return [None]
    return list(variant.rank_order)


def _bid(variant: Variant, contract: Contract, rank: str | None, turned: Suit | None, senior: Suit | None) -> Bid:
    if contract.trump is Trump.NONE:
        return Bid(contract, None, (), contract.price.of(None, contract.target))
    if rank is None:
        known = contract.price.known(contract.target)
        return Bid(contract, None, tuple(Suit), known[0] if len(set(known)) == 1 else None)
    suits = suits_of_rank(variant.suits, rank, turned=turned, senior=senior)
    return Bid(contract, rank, suits, contract.price.of(rank, contract.target))
