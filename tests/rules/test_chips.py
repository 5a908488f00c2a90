"""What each should hold in chips, and counts that cancel."""

from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.chips import cancelling, chips_of
from ledger.rules.state import open_table


def test_chips_are_those_of_the_start_and_the_balance_and_may_be_owed():
    state = open_table(4)._replace(balances=(40, -130, 90, 0), cash=(-40, 40, 0, 0))

    assert chips_of(120, state) == (160, -10, 210, 120)


def test_two_that_cancel_are_found_and_each_is_named_once():
    assert cancelling([2, 0, -2, -2, 5, -5]) == ((0, 2), (4, 5))


def test_nothing_cancels_where_all_are_short():
    assert cancelling([-2, -2, 0, 3]) == ()


@given(st.lists(st.integers(-4, 4), max_size=8))
def test_what_cancels_is_as_much_too_many_as_too_few(differences):
    found = cancelling(differences)

    assert all(differences[many] == -differences[few] > 0 for many, few in found)
    places = [place for pair in found for place in pair]
    assert len(set(places)) == len(places)
