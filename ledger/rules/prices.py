"""The closed set of price shapes: what a contract costs, in points from each payer.

Each says what it costs after so many tricks over the target, below zero: short of it (`of`), and made exactly
(`known`); only a table by tricks has another price for another result.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.rules.points import Points


@dataclass(frozen=True, slots=True)
class Flat:
    """One price, whatever the suit."""

    points: Points

    def of(self, rank: str | None, target: int, over: int = 0) -> Points:
        """The price in points."""
        return self.points

    def known(self, target: int) -> tuple[Points, ...]:
        """Every price this shape can give, lowest rank first."""
        return (self.points,)


@dataclass(frozen=True, slots=True)
class PerTrick:
    """So many points for each trick bid."""

    points: Points

    def of(self, rank: str | None, target: int, over: int = 0) -> Points:
        """The price in points: points a trick times the tricks bid."""
        return self.points * target

    def known(self, target: int) -> tuple[Points, ...]:
        """Every price this shape can give, lowest rank first."""
        return (self.points * target,)


@dataclass(frozen=True, slots=True)
class ByRank:
    """A price for each suit rank."""

    points: Mapping[str, Points]

    def of(self, rank: str | None, target: int, over: int = 0) -> Points:
        """The price in points. Raises KeyError for a rank the price has no cell for."""
        return self.points[rank or ""]

    def known(self, target: int) -> tuple[Points, ...]:
        """Every price this shape can give, lowest rank first."""
        return tuple(self.points.values())


@dataclass(frozen=True, slots=True)
class ByTricks:
    """A price for each number of tricks taken, and one for each number of tricks short, whatever the suit."""

    made: tuple[Points, ...]
    """From exactly the target on, trick by trick."""
    short: tuple[Points, ...]
    """From one trick short on."""

    def of(self, rank: str | None, target: int, over: int = 0) -> Points:
        """The price in points."""
        return self.made[over] if over >= 0 else self.short[-over - 1]

    def known(self, target: int) -> tuple[Points, ...]:
        """The one price of the contract made exactly."""
        return self.made[:1]


Price = Flat | PerTrick | ByRank | ByTricks
