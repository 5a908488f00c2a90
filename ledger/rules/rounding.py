"""Rounding a settlement to what people have in their pockets: multiples of a coin that still sum to zero."""

from collections.abc import Sequence

from ledger.rules.points import largest_remainder


def rounded(shares: Sequence[int], unit: int) -> tuple[int, ...]:
    """Minor units that sum to zero as multiples of `unit` (1 or more) that do; each less than a unit off.

    Shares are floored; missing units go one each to the largest remainders, ties to the larger share, then the
    earlier one. Raises ValueError where the shares do not sum to zero or the unit is below 1.
    """
    if unit < 1:
        raise ValueError(f"a unit of {unit} rounds nothing")
    if sum(shares):
        raise ValueError(f"shares {list(shares)} do not sum to zero")
    order = sorted(range(len(shares)), key=lambda who: -shares[who])
    multiples = largest_remainder([shares[who] for who in order], unit)
    by_person = dict(zip(order, multiples, strict=True))
    return tuple([by_person[who] * unit for who in range(len(shares))])
