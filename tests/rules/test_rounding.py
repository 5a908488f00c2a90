"""Rounding a settlement to coins that people have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.rounding import rounded
from tests.rules.settling import zero_sum

shares = zero_sum(largest=10**4)
units = st.sampled_from([1, 2, 5, 10, 50, 100, 1000]) | st.integers(1, 10**5)


@given(shares, units)
def test_everybody_settles_in_coins_less_than_one_off_and_it_still_sums_to_zero(shares, unit):
    coins = rounded(shares, unit)
    assert sum(coins) == 0
    for coin, share in zip(coins, shares, strict=True):
        assert coin % unit == 0
        assert abs(coin - share) < unit


@given(shares, units)
def test_who_is_rounded_up_was_nearer_to_the_next_coin_than_who_is_rounded_down(shares, unit):
    coins = rounded(shares, unit)
    up = [share % unit for coin, share in zip(coins, shares, strict=True) if coin > share]
    down = [share % unit for coin, share in zip(coins, shares, strict=True) if coin < share]
    assert not up or not down or min(up) >= max(down)


@given(zero_sum(largest=60), st.integers(1, 20), st.randoms(use_true_random=False))
def test_the_order_of_people_with_different_shares_only_permutes(shares, unit, rnd):
    kept = list(dict.fromkeys(shares))
    while (missing := -sum(kept)) in kept:
        kept.remove(missing)
    people = [*kept, missing]
    turned = rnd.sample(people, len(people))
    assert dict(zip(turned, rounded(turned, unit), strict=True)) == dict(
        zip(people, rounded(people, unit), strict=True)
    )


@given(shares)
def test_a_unit_of_one_rounds_nothing(shares):
    assert rounded(shares, 1) == tuple(shares)


@pytest.mark.parametrize(
    ("shares", "unit", "coins"),
    [
        pytest.param([105, -35, -35, -35], 10, [110, -30, -40, -40], id="of equal shares the earlier is rounded up"),
        pytest.param([35, -25, -10], 10, [40, -30, -10], id="of equal remainders the larger share is rounded up"),
        pytest.param([-25, 35, -10], 10, [-30, 40, -10], id="wherever he sits"),
        pytest.param([13, 14, -27], 10, [10, 20, -30], id="the largest remainder is rounded up"),
        pytest.param([3, -2, -1], 100, [0, 0, 0], id="nobody pays where all owe less than a coin"),
        pytest.param([50, -50], 100, [100, -100], id="half a coin is a whole one to whom it is owed"),
        pytest.param([], 5, [], id="nobody"),
    ],
)
def test_who_gets_the_odd_coin(shares, unit, coins):
    assert list(rounded(shares, unit)) == coins


@pytest.mark.parametrize(
    ("shares", "unit", "why"), [([3, -2], 1, "sum to zero"), ([1, -1], 0, "unit"), ([], -5, "unit")]
)
def test_what_cannot_be_rounded(shares, unit, why):
    with pytest.raises(ValueError, match=why):
        rounded(shares, unit)
