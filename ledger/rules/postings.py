"""Movements of points between accounts: every one has a giver, a taker and a reason, so a deal sums to zero."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from ledger.rules.points import Points

Account = int
"""A person of the evening (from 0), the kitty or the bank."""

KITTY: Final = -2
"""The kitty's account; below zero, so that people may come as many as they like."""
BANK: Final = -1
"""The other side of a score-only sheet."""


class Reason(StrEnum):
    """Why points move; the words for it are in the screens."""

    ANTE = "ante"
    DEALER_ANTE = "dealer-ante"
    PRICE = "price"
    OVERTRICKS = "overtricks"
    UNDERTRICKS = "undertricks"
    SHARED_RESULT = "shared-result"
    LOST_PRICE = "lost-price"
    KITTY_WON = "kitty-won"
    KITTY_HALF = "kitty-half"
    QUOTA = "quota"
    CONSOLATION = "consolation"
    KITTY_TO_OPPONENTS = "kitty-to-opponents"
    KITTY_DOUBLED = "kitty-doubled"
    KITTY_MATCHED = "kitty-matched"
    MOST_PAYS = "most-pays"
    FEWEST_TAKE = "fewest-take"
    BOSTON = "boston"
    REVOKE = "revoke"
    REVOKE_INTO_KITTY = "revoke-into-kitty"
    REVOKE_OPPONENT = "revoke-opponent"
    FORFEIT = "forfeit"
    DIVIDED = "divided"
    ADJUSTMENT = "adjustment"


class Split(NamedTuple):
    """How a whole was divided: the parts given out and the rest that stayed; or, without parts, how it was added up."""

    whole: Points
    parts: tuple[Points, ...]
    rest: Points = 0
    terms: tuple[int, ...] = ()
    """Where the whole is itself price + tricks over or short: (price, tricks, points each)."""


class Limit(NamedTuple):
    """What was paid up to a limit: how much there may be at most, and how much there was."""

    most: Points
    lying: Points


How = int | Split | Limit
"""A factor of the product that the amount is, the division it comes from, or the limit that cut it."""


@dataclass(frozen=True, slots=True)
class Movement:
    """One movement of a deal as a player reads it: `points` from giver to taker, why, and the arithmetic."""

    giver: Account
    taker: Account
    points: Points
    reason: Reason
    how: tuple[How, ...]


class Tally:
    """Adds up movements; what one account gives another takes, so the sums are zero by construction."""

    __slots__ = ("emptied", "sums")

    def __init__(self, people: int) -> None:
        # The kitty and the bank stand at the end, where their numbers find them.
        self.sums = [0] * (people + 2)
        self.emptied = False
        """Whether the kitty was given out, also where nothing lay in it."""

    def move(self, giver: Account, taker: Account, points: Points, reason: Reason, *how: How) -> None:
        """Move points; `how` are the factors whose product they are, or the division they come from."""
        sums = self.sums
        sums[giver] -= points
        sums[taker] += points

    def collect(self, givers: Sequence[Account], taker: Account, points: Points, reason: Reason, *how: How) -> None:
        """Move so many points from each of the givers to one taker."""
        sums = self.sums
        for giver in givers:
            sums[giver] -= points
        sums[taker] += points * len(givers)

    def hand_out(self, giver: Account, takers: Sequence[Account], points: Points, reason: Reason, *how: How) -> None:
        """Move so many points from one giver to each of the takers."""
        sums = self.sums
        for taker in takers:
            sums[taker] += points
        sums[giver] -= points * len(takers)


class Book(Tally):
    """A tally that also writes down every movement, for those who ask why."""

    __slots__ = ("movements",)

    def __init__(self, people: int) -> None:
        super().__init__(people)
        self.movements: list[Movement] = []

    def move(self, giver: Account, taker: Account, points: Points, reason: Reason, *how: How) -> None:
        """Move points and note the movement; nothing is noted where nothing moves."""
        super().move(giver, taker, points, reason)
        if points:
            self.movements.append(Movement(giver, taker, points, reason, how))

    def collect(self, givers: Sequence[Account], taker: Account, points: Points, reason: Reason, *how: How) -> None:
        """A movement for each giver."""
        for giver in givers:
            self.move(giver, taker, points, reason, *how)

    def hand_out(self, giver: Account, takers: Sequence[Account], points: Points, reason: Reason, *how: How) -> None:
        """A movement for each taker."""
        for taker in takers:
            self.move(giver, taker, points, reason, *how)
