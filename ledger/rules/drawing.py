"""Drawing lots before the first deal: who sits where, and who deals first."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from ledger.rules.cards import Suit
from ledger.rules.variant import FirstDealer

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Lowest first."""


class Card(NamedTuple):
    """One card of the pack of 52."""

    rank: str
    suit: Suit


JACK_OF_DIAMONDS = Card("J", Suit.DIAMONDS)
PACK = tuple(Card(rank, suit) for suit in Suit for rank in RANKS)


@dataclass(frozen=True, slots=True)
class Draw:
    """Who deals first, and the cards that say so: one a seat in every round; no round where lots decide."""

    dealer: int
    rounds: tuple[tuple[Card, ...], ...]


def draw_first_dealer(how: FirstDealer, seats: int, chance: Random) -> Draw:
    """Find the first dealer as the variant does it."""
    if how is FirstDealer.HIGHEST:
        return _highest(seats, chance)
    if how is FirstDealer.JACK_OF_DIAMONDS:
        return _jack(seats, chance)
    return Draw(chance.randrange(seats), ())


def draw_seats(seats: int, chance: Random) -> Sequence[int]:
    """A new order of the seats: who sat where before, clockwise from the first."""
    return chance.sample(range(seats), seats)


def _highest(seats: int, chance: Random) -> Draw:
    """The highest card deals; if any two drew the same rank, all draw again from the whole pack."""
    rounds: list[tuple[Card, ...]] = []
    while True:
        cards = tuple(chance.sample(PACK, seats))
        rounds.append(cards)
        ranks = [RANKS.index(card.rank) for card in cards]
        if len(set(ranks)) == seats:
            return Draw(ranks.index(max(ranks)), tuple(rounds))


def _jack(seats: int, chance: Random) -> Draw:
    """As many cards as players, the jack of diamonds among them: whoever draws it deals."""
    others = chance.sample([card for card in PACK if card != JACK_OF_DIAMONDS], seats - 1)
    cards = tuple(chance.sample([JACK_OF_DIAMONDS, *others], seats))
    return Draw(cards.index(JACK_OF_DIAMONDS), (cards,))
