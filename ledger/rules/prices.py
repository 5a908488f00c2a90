"""The closed set of price shapes: what a contract costs, in points from each payer."""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.rules.points import Points


@dataclass(frozen=True, slots=True)
class Flat:
    """One price, whatever the suit."""

    points: Points

    def of(self, rank: str | None, target: int) -> Points:
        """The price in points."""
        return self.points

    def known(self, target: int) -> tuple[Points, ...]:
        """Every price this shape can give, lowest rank first."""
        return (self.points,)


@dataclass(frozen=True, slots=True)
class PerTrick:
    """So many points for each trick bid."""

    points: Points

    def of(self, rank: str | None, target: int) -> Points:
        """The price in points: points a trick times the tricks bid."""
        return self.points * target

    def known(self, target: int) -> tuple[Points, ...]:
        """Every price this shape can give, lowest rank first."""
        return (self.points * target,)


@dataclass(frozen=True, slots=True)
class ByRank:
    """A price for each suit rank."""

    points: Mapping[str, Points]

    def of(self, rank: str | None, target: int) -> Points:
        """The price in points. Raises KeyError for a rank the price has no cell for."""
        return self.points[rank or ""]

    def known(self, target: int) -> tuple[Points, ...]:
        """Every price this shape can give, lowest rank first."""
        return tuple(self.points.values())


Price = Flat | PerTrick | ByRank
