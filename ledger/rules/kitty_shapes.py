"""The shapes of a kitty, of the fines of a revoke, and of a deal that all passed and was played out."""

from dataclasses import dataclass
from enum import StrEnum

from ledger.rules.points import Points


class LoneLoss(StrEnum):
    """What becomes of the kitty when a lone declarer fails."""

    STAYS = "stays"
    OPPONENTS = "opponents"
    DOUBLED = "doubled"
    MATCHED = "matched"
    """He puts in once more what he paid to each opponent."""


class Feeding(StrEnum):
    """In which deals the antes are due."""

    EVERY_DEAL = "every-deal"
    WHEN_WON = "when-won"
    """In the first deal, and in the one after a deal in which the kitty was given out."""


class PassedPlay(StrEnum):
    """How a deal that all passed is played out."""

    MOST_PAYS = "most-pays"
    """Who has most tricks pays each of the others for the difference; several with most: nobody pays."""
    FEWEST_TAKES_KITTY = "fewest-takes-kitty"
    """Who has fewest tricks takes the kitty; several share it, what can't be shared stays in."""


@dataclass(frozen=True, slots=True)
class Kitty:
    """The kitty: what feeds it, and what a failure does to it. Points of a single deal."""

    ante: Points
    dealer_ante: Points
    consolation: Points
    lone_loss: LoneLoss
    chips: Points
    """Chips each player starts with; balances count from 0."""
    reconstructed: frozenset[str]
    fed: Feeding = Feeding.EVERY_DEAL
    sitters_ante: bool = False
    """Who sits at the table and not in the deal puts in like the others."""
    most: Points | None = None
    """How large it can grow by being doubled; what would exceed it is not paid."""
    last_to_opponents: bool = False
    """After a failure in the last deal of the length the opponents divide it."""


@dataclass(frozen=True, slots=True)
class Passed:
    """How a deal that all passed is played out, and the points a trick of it is worth."""

    play: PassedPlay
    points: Points
    reconstructed: frozenset[str]


@dataclass(frozen=True, slots=True)
class Revoke:
    """The fines of a revoke, points of a single deal."""

    fine: Points
    """To each opponent (by an opponent: to each of the declaring side)."""
    joint_kitty: Points
    """Into the kitty by one of two who are short together."""
    lone_kitty: Points
    """Into the kitty by a lone declarer who is short."""
    reconstructed: frozenset[str]
