import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.points import equal_shares, halves, largest_remainder, nearest, percent, towards_zero

amounts = st.integers(-(10**6), 10**6)


@pytest.mark.parametrize(
    ("whole", "declarer", "helper"),
    [
        pytest.param(5, 3, 2, id="section 1: +5 is +3 and +2"),
        pytest.param(-5, -3, -2, id="section 1: -5 is -3 and -2"),
        pytest.param(4, 2, 2, id="an even result"),
        pytest.param(1, 1, 0, id="one point is the declarer's"),
        pytest.param(-1, -1, 0, id="one lost point is the declarer's"),
        pytest.param(0, 0, 0, id="nothing"),
    ],
)
def test_a_result_is_halved_and_the_odd_point_falls_to_the_declarer(whole, declarer, helper):
    assert halves(whole) == (declarer, helper)


@given(amounts)
def test_halves_add_up_and_differ_by_one_at_most(whole):
    declarer, helper = halves(whole)
    assert declarer + helper == whole
    assert abs(declarer) - abs(helper) in (0, 1)


@given(st.integers(0, 10**6), st.integers(1, 6))
def test_what_cannot_be_shared_equally_is_the_rest(whole, parts):
    share, rest = equal_shares(whole, parts)
    assert share * parts + rest == whole
    assert 0 <= rest < parts


def test_nothing_is_shared_among_nobody():
    with pytest.raises(ValueError, match="nobody"):
        equal_shares(3, 0)


@given(amounts, st.integers(1, 1000))
def test_a_dropped_rest_is_less_than_one_and_makes_nothing_larger(numerator, denominator):
    whole = towards_zero(numerator, denominator)
    assert 0 <= abs(numerator) - abs(whole) * denominator < denominator
    assert towards_zero(-numerator, denominator) == -whole
    assert whole * numerator >= 0


@given(st.lists(amounts, min_size=1, max_size=7), st.integers(1, 1000))
def test_rounded_fractions_keep_their_sum_and_stay_within_one(numerators, denominator):
    numerators[-1] -= sum(numerators) % denominator
    rounded = largest_remainder(numerators, denominator)
    assert sum(rounded) * denominator == sum(numerators)
    assert all(abs(r * denominator - n) < denominator for r, n in zip(rounded, numerators, strict=True))


def test_the_missing_unit_goes_to_the_largest_fraction_and_of_two_to_the_earlier():
    assert largest_remainder([5, 5, 10], 10) == [1, 0, 1]
    assert largest_remainder([3, 6, 1], 10) == [0, 1, 0]


def test_fractions_must_sum_to_a_whole_number():
    with pytest.raises(ValueError, match="whole number"):
        largest_remainder([1, 1], 3)


@given(amounts, st.integers(1, 1000))
def test_the_nearest_whole_number_is_half_a_unit_away_at_most(numerator, denominator):
    whole = nearest(numerator, denominator)
    assert 2 * abs(whole * denominator - numerator) <= denominator


@pytest.mark.parametrize(("numerator", "whole"), [(5, 3), (-5, -2), (1, 1), (-1, 0), (4, 2)])
def test_an_exact_half_goes_up(numerator, whole):
    assert nearest(numerator, 2) == whole


@pytest.mark.parametrize(
    ("part", "whole", "said"),
    [
        (41, 58, 71),
        (33, 52, 63),
        (1, 8, 13),
        (1, 3, 33),
        (2, 3, 67),
        (1, 300, 1),
        (299, 300, 99),
        (0, 7, 0),
        (7, 7, 100),
    ],
)
def test_percent_is_the_nearest_and_a_half_goes_up(part, whole, said):
    assert percent(part, whole) == said


@given(st.integers(1, 10**6), st.data())
def test_percent_says_all_and_none_only_where_it_is_so(whole, data):
    part = data.draw(st.integers(0, whole))
    said = percent(part, whole)
    assert 0 <= said <= 100
    assert (said == 100) == (part == whole)
    assert (said == 0) == (part == 0)
