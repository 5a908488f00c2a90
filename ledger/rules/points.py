"""Whole points and the only divisions there are; each function says where the odd point goes."""

Points = int
"""Whole points; there is no half point anywhere."""


def halves(whole: Points) -> tuple[Points, Points]:
    """A result halved between declarer and helper: (declarer, helper). The odd point falls to the declarer,
    won or lost (+5 is +3 and +2, -5 is -3 and -2)."""
    half = abs(whole) // 2
    odd = abs(whole) - half
    return (odd, half) if whole >= 0 else (-odd, -half)


def equal_shares(whole: Points, parts: int) -> tuple[Points, Points]:
    """(share of each, rest): the rest stays where it was. Raises ValueError for less than one part."""
    if parts < 1:
        raise ValueError("nobody to share among")
    return whole // parts, whole % parts


def towards_zero(numerator: int, denominator: int) -> int:
    """A fraction (denominator above zero) in whole units; the rest is dropped, won or lost (7/2 is 3, -7/2 is -3)."""
    whole = abs(numerator) // denominator
    return whole if numerator >= 0 else -whole


def nearest(numerator: int, denominator: int) -> int:
    """The whole number nearest to a fraction (denominator above zero); an exact half goes up (5/2 is 3, -5/2 is -2)."""
    return (2 * numerator + denominator) // (2 * denominator)


def percent(part: int, whole: int) -> int:
    """`part` of `whole` (above zero) in whole percent, the nearest, a half goes up; 0 is said only of none and 100
    only of all, so that one lost or made in three hundred still shows (1 of 300 is 1, 299 of 300 is 99)."""
    if part in (0, whole):
        return 100 if part else 0
    return min(max(nearest(100 * part, whole), 1), 99)


def largest_remainder(numerators: list[int], denominator: int) -> list[int]:
    """Fractions that sum to a whole number, rounded to whole numbers with the same sum.

    Every share is floored; the missing units go one each to the largest fractions, ties to the earlier one.
    Raises ValueError where the fractions do not sum to a whole number.
    """
    if sum(numerators) % denominator:
        raise ValueError("the fractions do not sum to a whole number")
    floors = [n // denominator for n in numerators]
    missing = sum(numerators) // denominator - sum(floors)
    by_fraction = sorted(range(len(numerators)), key=lambda i: (-(numerators[i] % denominator), i))
    for i in by_fraction[:missing]:
        floors[i] += 1
    return floors
