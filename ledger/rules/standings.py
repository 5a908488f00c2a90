"""The order of a season: who stands where, and what the season comes to."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ledger.rules.points import Points, nearest

LEAST_DEALS = 24
"""Deals from which an average has a rank: about one evening."""
FORM = 5
"""Evenings that are shown as form."""


class By(StrEnum):
    """What a season is ranked by."""

    POINTS = "points"
    MONEY = "money"
    AVERAGE = "average"
    WON = "won"


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's season. All points are net: won from each other, as they are settled. Some of them by his part in the
    deal; `best` and `worst` of an evening; `money` in minor units."""

    player_id: int
    opening: Points = 0
    net: Points = 0
    evenings: int = 0
    deals: int = 0
    declared: int = 0
    made: int = 0
    helped: int = 0
    opposed: int = 0
    declared_net: Points = 0
    helped_net: Points = 0
    opposed_net: Points = 0
    won: int = 0
    best: Points = 0
    worst: Points = 0
    money: int = 0
    form: tuple[Points | None, ...] = ()
    """His points in the last evenings of the season, the latest at the end; None where he did not play."""

    @property
    def points(self) -> Points:
        """What he won, with his opening balance."""
        return self.opening + self.net

    @property
    def average(self) -> Fraction | None:
        """Points a deal without the opening balance; None without a deal."""
        return Fraction(self.net, self.deals) if self.deals else None

    def value(self, by: By) -> Fraction | None:
        """What he is ranked by; None: he has no rank."""
        if by is By.AVERAGE:
            return self.average if self.deals >= LEAST_DEALS else None
        return Fraction({By.POINTS: self.points, By.MONEY: self.money, By.WON: self.won}[by])


def ranked(standings: Sequence[Standing], by: By, names: Sequence[str]) -> list[tuple[int | None, Standing]]:
    """The standings in order, each with its rank: equal ones share it and the next are left out (1, 2, 2, 4).

    Those who share one stand by evenings won, then by contracts made, then by name. Without a value: last, unranked, in
    the order of their averages.
    """
    pairs = sorted(zip(standings, names, strict=True), key=lambda pair: _order(pair[0], pair[1], by))
    found: list[tuple[int | None, Standing]] = []
    for place, (one, _) in enumerate(pairs, start=1):
        value = one.value(by)
        same = found and value is not None and found[-1][1].value(by) == value
        found.append((found[-1][0] if same else None if value is None else place, one))
    return found


def _order(one: Standing, name: str, by: By) -> tuple[bool, Fraction, int, int, str]:
    value = one.value(by)
    unranked = one.average or Fraction(0)
    return value is None, -(unranked if value is None else value), -one.won, -one.made, name


def hundredths(fraction: Fraction) -> int:
    """A fraction in hundredths, the nearest; a half goes up."""
    return nearest(100 * fraction.numerator, fraction.denominator)


def placed(values: Sequence[int]) -> tuple[int, ...]:
    """The places of values in order: equal ones share one and the next are left out (1, 2, 2, 4)."""
    return tuple(values.index(value) + 1 for value in values)
