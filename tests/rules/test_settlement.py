"""Settling: points to money, and the fewest payments."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.currencies import MINOR_UNITS
from ledger.rules.settlement import Plan, Stake, fewest_payments, format_minor, minor_shares, parse_amount
from tests.rules.settling import SHAPES, Shape, after, evening, fewest, zero_sum

MONEY = [
    # net, kitty's change, points, amount, currency, money, kitty's money, fewest payments
    pytest.param([21, -7, -7, -7], 0, 10, "0.50", "EUR", "1.05 -0.35 -0.35 -0.35", "0.00", 3, id="even"),
    pytest.param(
        [7, 3, -5, -5], 0, 3, "0.10", "EUR", "0.24 0.10 -0.17 -0.17", "0.00", 3, id="ties to the earlier seat"
    ),
    pytest.param([21, 1, -23, 1], 0, 7, "10", "JPY", "30 2 -33 1", "0", 3, id="yen have no decimals"),
    pytest.param(
        [15, -5, -5, -5], 0, 7, "0.01", "KWD", "0.021 -0.007 -0.007 -0.007", "0.000", 3, id="dinars have three"
    ),
    pytest.param([-10] * 4, 40, 3, "0.05", "EUR", "-0.16 -0.17 -0.17 -0.17", "0.67", 4, id="a carried kitty is held"),
    pytest.param([83, -16, -16, -16], -35, 10, "0.50", "EUR", "4.15 -0.80 -0.80 -0.80", "-1.75", 4, id="a kitty won"),
    pytest.param(
        [-10, 14, -18, 14], 0, 10, "0.50", "EUR", "-0.50 0.70 -0.90 0.70", "0.00", 3, id="the sheet's example"
    ),
]


def check(balances: Sequence[int], plan: Plan) -> None:
    assert all(payment.amount > 0 for payment in plan.payments)
    assert not any(after(balances, plan.payments))
    assert len(plan.payments) <= max(0, sum(1 for balance in balances if balance) - 1)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("0.50", 5000), ("10", 100_000), ("0", 0), ("0.0001", 1), ("007.5", 75_000),
        ("999999999.9999", 9_999_999_999_999),
        ("", None), (".5", None), ("5.", None), ("1.23456", None), ("1234567890", None), ("-1", None), ("+1", None),
        ("1e3", None), ("1,5", None), (" 1", None), ("1\n", None), ("1_0", None), ("٣", None), ("1.٣", None),
    ],
)  # fmt: skip
def test_amount_of_a_stake(text: str, amount: int | None) -> None:
    assert parse_amount(text) == amount


@pytest.mark.parametrize(("net", "change", "points", "amount", "currency", "money", "kitty_money", "payments"), MONEY)
def test_money(
    net: list[int], change: int, points: int, amount: str, currency: str, money: str, kitty_money: str, payments: int
) -> None:
    parsed = parse_amount(amount)
    assert parsed is not None
    seats, kitty = minor_shares(net, change, Stake(points, parsed, currency))
    assert [format_minor(minor, currency) for minor in seats] == money.split()
    assert format_minor(kitty, currency) == kitty_money
    plan = fewest_payments([*seats, kitty])
    check([*seats, kitty], plan)
    assert (len(plan.payments), plan.proven) == (payments, True)


@given(
    zero_sum(least=2, largest=10**6),
    st.integers(1, 10**6),
    st.integers(1, 10**13 - 1),
    st.sampled_from(["EUR", "JPY", "KWD", "CLF"]),
)
def test_money_sums_to_zero_and_is_less_than_a_unit_off(
    points: list[int], per: int, amount: int, currency: str
) -> None:
    *net, change = points
    seats, kitty = minor_shares(net, change, Stake(per, amount, currency))
    assert sum(seats) + kitty == 0
    for minor, point in zip([*seats, kitty], points, strict=True):
        exact = point * amount * 10 ** MINOR_UNITS[currency]  # in units of 1 / (per * 10**4)
        assert abs(minor * per * 10**4 - exact) < per * 10**4


def test_missing_units_go_to_the_largest_fraction_and_on_a_tie_to_the_kitty_last() -> None:
    third = Stake(3, 10_000, "JPY")
    assert minor_shares([1, 1], -2, third) == ((1, 0), -1)
    assert minor_shares([-2, -2], 4, third) == ((0, -1), 1)
    assert minor_shares([-2, 0], 2, third) == ((-1, 0), 1)


def test_points_that_do_not_sum_to_zero_have_no_money() -> None:
    with pytest.raises(ValueError, match="sum to zero"):
        minor_shares([1, 2, 3, -5], 0, Stake(1, 10_000, "EUR"))


@pytest.mark.parametrize(
    ("minor", "currency", "text"),
    [(-90, "EUR", "-0.90"), (0, "EUR", "0.00"), (-33, "JPY", "-33"), (0, "JPY", "0"), (21, "KWD", "0.021"),
     (-1, "CLF", "-0.0001"), (123456, "EUR", "1234.56"), (-100, "EUR", "-1.00")],
)  # fmt: skip
def test_money_as_text(minor: int, currency: str, text: str) -> None:
    assert format_minor(minor, currency) == text


@given(zero_sum())
def test_the_fewest_payments_bring_every_balance_to_zero(balances: list[int]) -> None:
    plan = fewest_payments(balances)
    check(balances, plan)
    assert plan.proven
    assert len(plan.payments) == fewest(balances)


CASES = 2500  # of each shape; there are four
FEW_PEOPLE = [2, 3, 4, 5, 6, 7, 8, 9, 10]
SIZES = [*FEW_PEOPLE * 20, 11, 11, 11, 11, 11, 12, 12, 12, 12, 13, 13, 14]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_nobody_finds_fewer(shape: Shape) -> None:
    rnd = random.Random(shape.__name__)
    for case in range(CASES):
        people = SIZES[case % len(SIZES)]
        balances = shape(rnd, people)
        while sum(1 for balance in balances if balance) < people:
            balances = shape(rnd, people)
        plan = fewest_payments(balances)
        check(balances, plan)
        assert plan.proven
        assert len(plan.payments) == fewest(balances), balances


@pytest.mark.parametrize(
    ("balances", "payments"),
    [
        ([6, 5, -5, -3, -3], 3),
        ([], 0),
        ([0, 0], 0),
        ([5, -5], 1),
        ([7, 5, -5, 2, -7, -2], 3),
        ([2, 2, 2, 2, 2, -5, -5], 6),
        ([2] * 10 + [-5] * 4, 12),
        ([1, 2, -3] * 6, 12),
        ([3, 3, 3, -1, -1, -1, -1, -1, -4, 5, -10, 5], 9),
        ([1] * 12 + [-2] * 6, 12),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -11, -12, -13, -19], 10),
    ],
)
def test_known_evenings(balances: list[int], payments: int) -> None:
    plan = fewest_payments(balances)
    check(balances, plan)
    assert (len(plan.payments), plan.proven) == (payments, True)


@given(zero_sum(most=12, largest=12), st.randoms(use_true_random=False))
def test_the_order_of_players_only_permutes(balances: list[int], rnd: random.Random) -> None:
    order = list(range(len(balances)))
    rnd.shuffle(order)
    turned = [balances[who] for who in order]

    def between(table: Sequence[int]) -> Counter[tuple[int, int, int]]:
        return Counter((table[payer], table[payee], amount) for payer, payee, amount in fewest_payments(table).payments)

    assert between(turned) == between(balances)


@given(zero_sum(most=12, largest=12))
def test_with_different_balances_everybody_pays_the_same_people_in_any_order(balances: list[int]) -> None:
    kept = list(dict.fromkeys(balances))
    if sum(kept) == 0:
        turned = kept[::-1]
        last = len(kept) - 1
        mirrored = {(last - payer, last - payee, amount) for payer, payee, amount in fewest_payments(turned).payments}
        assert mirrored == set(fewest_payments(kept).payments)


@given(zero_sum(most=12), st.data())
def test_a_plan_without_the_payment_made_is_a_fewest_plan_for_the_rest(
    balances: list[int], data: st.DataObject
) -> None:
    plan = fewest_payments(balances)
    if plan.payments:
        made = data.draw(st.sampled_from(plan.payments))
        left = after(balances, [made])
        again = fewest_payments(left)
        assert len(again.payments) == len(plan.payments) - 1
        assert not any(after(left, [payment for payment in plan.payments if payment != made]))


@given(st.lists(st.integers(-99, 99).filter(bool), min_size=3, max_size=3, unique_by=abs), st.data())
def test_four_at_a_table_keep_their_plan_whoever_pays_first(balances: list[int], data: st.DataObject) -> None:
    table = [*balances, -sum(balances)]
    plan = fewest_payments(table)
    made = data.draw(st.sampled_from(plan.payments))
    again = fewest_payments(after(table, [made]))
    assert set(again.payments) == set(plan.payments) - {made}


def test_twenty_people_are_settled_for_certain() -> None:
    rnd = random.Random(20)
    for largest in (20, 300):
        balances = evening(rnd, 20, largest)
        plan = fewest_payments(balances)
        check(balances, plan)
        assert plan.proven


def test_a_hundred_people_are_settled_though_not_for_certain() -> None:
    balances = evening(random.Random(100), 100, 10**6)
    plan = fewest_payments(balances)
    check(balances, plan)
    assert not plan.proven


def test_a_hundred_people_in_pairs_are_settled_for_certain() -> None:
    plan = fewest_payments([*range(1, 51), *range(-50, 0)])
    assert (len(plan.payments), plan.proven) == (50, True)


def test_work_that_grows_too_much_is_left_with_the_best_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.rules.zero_groups.MOST_STEPS", 0)
    balances = [1, 2, -3, 5, 6, -11, 20, 24, -44]
    plan = fewest_payments(balances)
    check(balances, plan)
    assert not plan.proven


def test_balances_that_do_not_sum_to_zero_cannot_be_settled() -> None:
    with pytest.raises(ValueError, match="sum to zero"):
        fewest_payments([3, -2])
