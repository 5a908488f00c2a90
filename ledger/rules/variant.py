"""A variant of Boston as frozen data. Code knows these shapes, never the name of a variant."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from ledger.rules.cards import SuitScheme
from ledger.rules.kitty_shapes import Kitty, Passed
from ledger.rules.kitty_shapes import Revoke as Revoke
from ledger.rules.options import Option
from ledger.rules.points import Points
from ledger.rules.prices import Price
from ledger.rules.texts import Text as Text

Place = tuple[str, ...]
"""A place in a rules document, keys from the outside in; elements with names by their names."""


class Trump(StrEnum):
    """Which suits a contract may be played in."""

    NONE = "none"
    RANKED = "ranked"
    """Only the suits that have a rank of their own in this deal (senior and junior)."""
    ANY = "any"


class Payment(StrEnum):
    """Where the price comes from."""

    ACCOUNT = "account"
    """On the declaring side's own account, the bank being the other side; helped results are halved."""
    OPPONENTS = "opponents"
    """From or to each opponent; with a helper each opponent pays one of the two."""


class Settling(StrEnum):
    """What players have won from each other at the end."""

    BALANCES = "balances"
    PAIRWISE = "pairwise"
    """Every deal pairwise among those who played it: 4 x own change - sum of the four changes."""


class HelpedFailure(StrEnum):
    """What two who are short together pay to their opponents."""

    QUOTAS = "quotas"
    """Who is below his own part pays the price into the kitty and consolation to each; the kitty goes to them."""
    PAIRED = "paired"
    """Each pays the price to the opponent who would have paid it to him."""


class FirstDealer(StrEnum):
    """How the first dealer is found."""

    LOT = "lot"
    HIGHEST = "highest"
    """All draw a card, the highest deals; two of one rank and all draw again."""
    JACK_OF_DIAMONDS = "jack-of-diamonds"
    """Whoever draws the jack of diamonds."""


@dataclass(frozen=True, slots=True)
class Seating:
    """How many sit at the table, and which way the deal and the voice go (+1 clockwise, -1 against it)."""

    least: int
    most: int
    step: int
    by_lot: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """What an unplayed deal does to the turn, and whether a passed deal counts."""

    first_dealer: FirstDealer
    passed_deals_again: bool
    passed_counts: bool
    fault: bool
    """A misdeal can be the dealer's fault, and he can forfeit his ante."""


@dataclass(frozen=True, slots=True)
class Contract:
    """One contract: what must be won, in which suit, with whom, at what price."""

    code: str
    name: Text
    target: int
    """Tricks the declarer needs alone; in a null the most he may take, 0."""
    null: bool
    trump: Trump
    joint: int | None
    """Tricks needed together with a helper; None: nobody helps."""
    quotas: tuple[int, int] | None
    """Of the joint target: what declarer and helper each owe."""
    price: Price
    overtrick: Points
    most_tricks: int
    slam_alone: int | None
    slam_helped: int | None
    boston: bool
    """Whether the boston (the card) counts in it."""
    reconstructed: frozenset[str]
    exact: bool = False
    """Made with just the target, no trick more or less."""
    undertrick: Points = 0
    """What each trick below the target costs on top of the price."""
    wins_kitty: bool = True
    """Whether it takes the kitty where it is made."""

    def made(self, tricks: int, helped: bool) -> bool:
        """Whether the declaring side reached its target with so many tricks."""
        if self.exact:
            return tricks == self.goal(helped)
        if self.null:
            return tricks <= self.target
        return tricks >= self.goal(helped)

    def goal(self, helped: bool) -> int:
        """The tricks that are needed, alone or helped."""
        return self.joint if helped and self.joint is not None else self.target

    def over(self, tricks: int, helped: bool) -> int:
        """Tricks above the target, below zero: short of it; 0 where only the target itself matters."""
        if self.null or self.exact:
            return 0
        return tricks - self.goal(helped)

    def is_slam(self, tricks: int, helped: bool) -> bool:
        """Whether so many tricks are a slam."""
        least = self.slam_helped if helped else self.slam_alone
        return least is not None and tricks >= least


@dataclass(frozen=True, slots=True)
class Length:
    """How long the evening is: tours (one counted deal a player each) or a number of counted deals."""

    single: int
    double: int
    factor: int
    deals: int | None
    fixed: bool
    reconstructed: frozenset[str]

    def multiplier(self, tour: int) -> int:
        """What the amounts of a deal in this tour (from 1) are multiplied by."""
        return self.factor if self.single < tour <= self.single + self.double else 1

    @property
    def tours(self) -> int:
        """All tours, 0 where the length is not counted in tours."""
        return self.single + self.double

    def is_last(self, counted: int, tour: int, in_tour: int, seats: int) -> bool:
        """Whether the next deal that counts is the last one: so many deals counted before, so many of its tour."""
        if self.deals is not None:
            return counted + 1 == self.deals
        return tour == self.tours and in_tour + 1 >= seats


@dataclass(frozen=True)
class Variant:
    """A whole set of rules with everything agreed filled in: numbers, contracts in rank order, words."""

    code: str
    name: Text
    short: Text
    summary: Text
    dealing: tuple[Text, ...]
    notes: tuple[tuple[Text, bool], ...]
    """Further rules in words, each with whether it is a reconstruction."""
    sources: tuple[Text, ...]
    seating: Seating
    turn: Turn
    suits: SuitScheme
    ranks: Mapping[str, Text]
    payment: Payment
    settling: Settling
    slam_factor: int
    contracts: tuple[Contract, ...]
    withheld: frozenset[str]
    """Codes of contracts that were agreed off."""
    ladder: tuple[tuple[str, str | None], ...]
    """Contract and suit rank (None: whatever suit) from the lowest bid to the highest."""
    kitty: Kitty | None
    boston: Points | None
    """What the holder of the boston gets from each of the others; None: no such card."""
    revoke: Revoke | None
    length: Length
    options: tuple[Option, ...]
    reconstructed: frozenset[str]
    helped_failure: HelpedFailure = HelpedFailure.QUOTAS
    passed: Passed | None = None
    """How a deal that all passed is played out; None: it is not."""
    version: int | None = None
    """Of a club's own rules, which of their versions this is."""
    own: frozenset[Place] = frozenset()
    """Figures that a club changed: neither a source nor a reconstruction has them so."""
    copied_from: Text | None = None
    """What a club's own rules were copied from: a name."""

    @cached_property
    def by_code(self) -> Mapping[str, Contract]:
        """The contracts by their codes."""
        return {c.code: c for c in self.contracts}

    def is_own(self, *place: str) -> bool:
        """Whether a club changed the figure at a place, or what it is part of."""
        return bool(self.own) and any(place[:n] in self.own for n in range(1, len(place) + 1))

    @property
    def rank_order(self) -> tuple[str, ...]:
        """The suit ranks, lowest first."""
        return tuple(self.ranks)

    @property
    def deals_may_be_planned(self) -> bool:
        """Whether a table may agree on another number of deals: not where a deal is scored by its being the last."""
        return self.length.deals is not None and not (self.kitty and self.kitty.last_to_opponents)

    def owes_parts(self, contract: Contract) -> bool:
        """Whether it matters who of two who are short is below his own part."""
        return contract.quotas is not None and self.helped_failure is HelpedFailure.QUOTAS

    @property
    def score_only(self) -> bool:
        """Whether the sheet is kept against a bank."""
        return self.payment is Payment.ACCOUNT
