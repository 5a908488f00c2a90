"""What is still to be paid: payments made are ticked off, in parts, twice, or nobody asked for them."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.open_plan import Way, after, open_each, open_fewest, open_through
from ledger.rules.settlement import Payment, Plan, fewest_payments
from tests.rules import settling
from tests.rules.settling import evening, fewest, zero_sum

ANNA, BORIS, VERA, GLEB = range(4)
Paid = Sequence[Payment]
Open = Callable[[Sequence[int], Paid], Plan]


@st.composite
def ways(draw: st.DrawFn, people: int) -> Open:
    """One of the three ways, with a banker, or with what pairs lost to each other (which need not fit the balances)."""
    way = draw(st.sampled_from(Way))
    if way is Way.FEWEST:
        return open_fewest
    if way is Way.BANKER:
        banker = draw(st.integers(0, people - 1))
        return lambda owed, paid: open_through(owed, paid, banker)
    pairs = [(i, j) for j in range(people) for i in range(j)]
    flows = {pair: draw(st.integers(-9, 9)) for pair in pairs if draw(st.booleans())}
    return lambda owed, paid: open_each(flows, owed, paid)


owing = zero_sum(least=1, largest=12)


@st.composite
def payment(draw: st.DrawFn, people: int, open_lines: Paid) -> Payment:
    """One of the open payments, a part of one, or one that nobody asked for."""
    kind = draw(st.sampled_from(["whole", "whole", "part", "strange"] if open_lines else ["strange"]))
    if kind == "strange":
        payer, payee = draw(st.lists(st.integers(0, people - 1), min_size=2, max_size=2, unique=True))
        return Payment(payer, payee, draw(st.integers(1, 15)))
    line = draw(st.sampled_from(open_lines))
    return line if kind == "whole" else line._replace(amount=draw(st.integers(1, line.amount)))


@given(owing, st.data())
def test_what_is_open_settles_exactly_what_is_left_whatever_was_paid(owed: list[int], data: st.DataObject) -> None:
    still_open = data.draw(ways(len(owed)))
    paid: list[Payment] = []
    for _ in range(data.draw(st.integers(0, 6))):
        paid.append(data.draw(payment(len(owed), still_open(owed, paid).payments)))
    plan = still_open(owed, paid)
    left = settling.after(owed, paid)
    assert list(after(owed, paid)) == left
    assert not any(settling.after(left, plan.payments))
    assert all(line.amount > 0 for line in plan.payments)
    assert len({frozenset(line[:2]) for line in plan.payments}) == len(plan.payments)


@given(owing, st.data())
def test_as_few_payments_as_can_be_are_open_whatever_was_paid(owed: list[int], data: st.DataObject) -> None:
    paid: list[Payment] = []
    for _ in range(data.draw(st.integers(0, 8))):
        paid.append(data.draw(payment(len(owed), open_fewest(owed, paid).payments)))
        plan = open_fewest(owed, paid)
        assert (len(plan.payments), plan.proven) == (fewest(settling.after(owed, paid)), True)


@given(owing, st.data())
def test_payments_that_are_ticked_are_gone_and_nothing_else_changes(owed: list[int], data: st.DataObject) -> None:
    still_open = data.draw(ways(len(owed)))
    paid: list[Payment] = []
    for _ in range(data.draw(st.integers(0, 3))):
        paid.append(data.draw(payment(len(owed), still_open(owed, paid).payments)))
    before = still_open(owed, paid).payments
    ticked = data.draw(st.permutations(before))[: data.draw(st.integers(0, len(before)))]
    for count in range(1, len(ticked) + 1):
        rest = tuple(line for line in before if line not in ticked[:count])
        assert still_open(owed, [*paid, *ticked[:count]]).payments == rest


@given(owing, st.data())
def test_a_tick_undone_later_brings_its_payment_back_in_its_place(owed: list[int], data: st.DataObject) -> None:
    still_open = data.draw(ways(len(owed)))
    before = still_open(owed, []).payments
    ticked = data.draw(st.permutations(before))
    undone = data.draw(st.sets(st.sampled_from(before))) if before else set()
    kept = [line for line in ticked if line not in undone]
    assert still_open(owed, kept).payments == tuple(line for line in before if line in undone)


@given(owing, owing, st.data())
def test_after_a_correction_only_the_difference_is_asked_for(
    owed: list[int], corrected: list[int], data: st.DataObject
) -> None:
    people = max(len(owed), len(corrected))
    owed, corrected = owed + [0] * (people - len(owed)), corrected + [0] * (people - len(corrected))
    paid = data.draw(ways(people))(owed, []).payments
    difference = [new - old for new, old in zip(corrected, owed, strict=True)]
    assert list(after(corrected, paid)) == difference
    assert len(open_fewest(corrected, paid).payments) == fewest(difference)
    still_open = data.draw(ways(people))
    assert not any(settling.after(difference, still_open(corrected, paid).payments))


@given(owing, st.data())
def test_through_a_banker_everybody_else_pays_or_is_paid_once_and_only_by_him(
    owed: list[int], data: st.DataObject
) -> None:
    banker = data.draw(st.integers(0, len(owed) - 1))
    payments = open_through(owed, [], banker).payments
    assert {(line.payer, line.amount) for line in payments if line.payee == banker} == {
        (who, -amount) for who, amount in enumerate(owed) if amount < 0 and who != banker
    }
    assert {(line.payee, line.amount) for line in payments if line.payer == banker} == {
        (who, amount) for who, amount in enumerate(owed) if amount > 0 and who != banker
    }
    assert all(banker in line[:2] for line in payments)


@given(st.dictionaries(st.sampled_from([(i, j) for j in range(6) for i in range(j)]), st.integers(-9, 9)))
def test_each_pays_each_what_he_lost_to_him_where_that_is_all(flows: dict[tuple[int, int], int]) -> None:
    lost = [Payment(j, i, amount) if amount > 0 else Payment(i, j, -amount) for (i, j), amount in flows.items()]
    owed = [-balance for balance in settling.after([0] * 6, lost)]
    assert sorted(open_each(flows, owed, []).payments) == sorted(line for line in lost if line.amount)


def test_the_plan_before_anybody_paid_is_the_fewest_payments_plan() -> None:
    owed = [6, 5, -5, -3, -3]
    assert open_fewest(owed, []) == fewest_payments(owed)


@given(owing, st.data())
def test_a_part_payment_leaves_its_rest_in_its_place_unless_that_saves_a_payment(
    owed: list[int], data: st.DataObject
) -> None:
    before = open_fewest(owed, []).payments
    at = data.draw(st.integers(0, max(0, len(before) - 1)))
    if before and before[at].amount > 1:
        part = data.draw(st.integers(1, before[at].amount - 1))
        rest = before[at]._replace(amount=before[at].amount - part)
        plan = open_fewest(owed, [before[at]._replace(amount=part)])
        assert len(plan.payments) < len(before) or plan.payments == (*before[:at], rest, *before[at + 1 :])


def test_a_part_payment_leaves_the_plan_also_where_another_is_as_short() -> None:
    owed = [10, 7, -9, -8]
    plan = open_fewest(owed, [Payment(VERA, ANNA, 5)])
    assert plan == Plan((Payment(VERA, ANNA, 4), Payment(GLEB, ANNA, 1), Payment(GLEB, BORIS, 7)), True)


def test_a_part_payment_that_makes_others_even_saves_a_payment() -> None:
    owed = [7, 4, -6, -5]
    assert Payment(VERA, ANNA, 6) in open_fewest(owed, []).payments
    plan = open_fewest(owed, [Payment(VERA, ANNA, 2)])
    assert plan == Plan((Payment(GLEB, ANNA, 5), Payment(VERA, BORIS, 4)), True)


def test_a_payment_nobody_asked_for_makes_a_new_plan() -> None:
    owed = [10, -10, 3, -3]
    assert open_fewest(owed, [Payment(GLEB, ANNA, 3)]).payments == (
        Payment(BORIS, ANNA, 7),
        Payment(BORIS, VERA, 3),
    )


def test_who_paid_too_much_gets_the_rest_back() -> None:
    too_much = [Payment(BORIS, ANNA, 12)]
    for plan in (
        open_fewest([10, -10], too_much),
        open_through([10, -10], too_much, ANNA),
        open_each({(ANNA, BORIS): 10}, [10, -10], too_much),
    ):
        assert plan.payments == (Payment(ANNA, BORIS, 2),)


def test_each_with_each_pays_also_in_a_ring_and_what_the_pairs_lack_on_top() -> None:
    ring = {(ANNA, BORIS): 5, (BORIS, VERA): 5, (ANNA, VERA): -5}
    assert open_each(ring, [0, 0, 0], []).payments == (
        Payment(ANNA, VERA, 5),
        Payment(BORIS, ANNA, 5),
        Payment(VERA, BORIS, 5),
    )
    assert open_each(ring, [2, 0, -2], []).payments == (
        Payment(BORIS, ANNA, 5),
        Payment(VERA, BORIS, 5),
        Payment(ANNA, VERA, 3),
    )


def test_the_largest_amount_comes_first_then_the_first_payer() -> None:
    assert open_through([9, -4, -4, -1], [], ANNA).payments == (
        Payment(BORIS, ANNA, 4),
        Payment(VERA, ANNA, 4),
        Payment(GLEB, ANNA, 1),
    )
    assert open_through([9, -4, -4, -1], [], GLEB).payments == (
        Payment(GLEB, ANNA, 9),
        Payment(BORIS, GLEB, 4),
        Payment(VERA, GLEB, 4),
    )


@pytest.mark.parametrize(
    "still_open", [open_fewest, lambda o, p: open_through(o, p, 0), lambda o, p: open_each({}, o, p)]
)
def test_amounts_may_be_of_any_size(still_open: Open) -> None:
    huge = 10**40
    plan = still_open([huge, -huge], [Payment(BORIS, ANNA, huge - 1)])
    assert plan.payments == (Payment(BORIS, ANNA, 1),)


def test_a_plan_is_called_proven_only_where_it_is() -> None:
    assert open_fewest([5, -5], []).proven
    assert not open_through([5, -5], [], ANNA).proven
    assert not open_each({}, [5, -5], []).proven
    assert open_through([0, 0], [], ANNA).proven
    assert open_each({(ANNA, BORIS): 5}, [5, -5], [Payment(BORIS, ANNA, 5)]).proven


def test_so_many_that_it_is_not_certain_tick_off_until_it_is() -> None:
    owed = evening(random.Random(100), 60, 10**6)
    plan = open_fewest(owed, [])
    assert not plan.proven
    paid: list[Payment] = []
    while not plan.proven:
        paid.append(plan.payments[0])
        rest = plan.payments[1:]
        plan = open_fewest(owed, paid)
        assert len(plan.payments) <= len(rest)
        assert not any(settling.after(settling.after(owed, paid), plan.payments))
    fresh = fewest_payments(settling.after(owed, paid))
    assert fresh.proven
    assert len(plan.payments) == len(fresh.payments) > 9


def test_a_tick_looks_for_no_new_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    owed = [7, 4, -6, -5, 12, -12]
    asked: list[Any] = []

    def counting(balances: Sequence[int]) -> Plan:
        asked.append(balances)
        return fewest_payments(balances)

    monkeypatch.setattr("ledger.rules.open_plan.fewest_payments", counting)
    assert open_fewest(owed, fewest_payments(owed).payments).payments == ()
    assert len(asked) == 1


def test_what_does_not_sum_to_zero_cannot_be_settled() -> None:
    for still_open in (open_fewest, lambda o, p: open_through(o, p, 0), lambda o, p: open_each({}, o, p), after):
        with pytest.raises(ValueError, match="sum to zero"):
            still_open([3, -2], [])


@pytest.mark.parametrize("banker", [-1, 2])
def test_a_banker_is_one_of_the_people(banker: int) -> None:
    with pytest.raises(ValueError, match="nobody"):
        open_through([1, -1], [], banker)
