from uuid import UUID, uuid4

import pytest

from ledger.queries.deals import deal_view, preview_correction, preview_deal, retired_view
from ledger.rules.facts import plain_facts
from ledger.services.deals import correct_deal, undo_deal
from tests.stories import ANNA, GLEB, MISERE, PASSED, SIMPLE, again, counts, record, record_some, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return start()


def test_a_deal_from_near_shows_every_movement_and_they_add_up(table):
    record(table, PASSED)
    deal = record(table, {**SIMPLE, "trump": "clubs", "boston_holder": ANNA}).deal
    seen = deal_view(again(table), deal.entry_key)
    assert (seen.row.position, seen.before.kitty, seen.after.kitty) == (2, 40, 0)
    moved = [0] * 4
    for m in seen.movements:
        for seat in range(4):
            moved[seat] += m.points * ((m.taker == seat) - (m.giver == seat))
    assert tuple(moved) == seen.row.deltas
    assert seen.history == (seen.row,)


def test_a_corrected_deal_leads_to_what_stands_in_its_place(table):
    deal = record(table, SIMPLE).deal
    new = correct_deal(table_id=table.public_id, deal_key=deal.entry_key, entry_key=uuid4(), facts=PASSED, by="").deal
    seen = deal_view(again(table), deal.entry_key)
    assert [h.deal_key for h in seen.history] == [deal.entry_key, new.entry_key]
    assert retired_view(table, deal.entry_key).facts.tricks == 9
    undo_deal(table_id=table.public_id, deal_key=new.entry_key, by="")
    assert deal_view(again(table), new.entry_key) is None
    assert retired_view(table, new.entry_key).undone
    assert deal_view(table, uuid4()) is retired_view(table, uuid4()) is None


def test_a_preview_says_what_recording_would_do_and_stores_nothing(table):
    before = counts()
    foreseen = preview_deal(table, {**SIMPLE, "boston_holder": ANNA})
    assert foreseen.scored.deltas == (-10, 14, -18, 14)
    assert foreseen.movements
    assert [p.where for p in preview_deal(table, {**SIMPLE, "tricks": 14})] == ["tricks"]
    assert counts() == before


def test_the_preview_of_a_correction_names_later_deals_that_change(table):
    first = record(table, PASSED).deal
    record(table, {"kind": "misdeal"})
    third = record(table, MISERE).deal
    record(table, PASSED)
    seen = preview_correction(again(table), first.entry_key, {**SIMPLE, "turned": "clubs", "trump": "clubs"})
    assert seen.possible
    assert seen.after.deltas == (-16, 16, -16, 16)
    (change,) = [c for c in seen.later if c.deltas_before != c.deltas_after]
    assert (change.deal_key, change.position, change.position_after, change.number_after) == (third.entry_key, 3, 3, 2)
    assert sum(change.deltas_before) - sum(change.deltas_after) == 40
    assert all(c.kitty_before != c.kitty_after or c.deltas_before != c.deltas_after for c in seen.later)
    assert seen.balances_before == again(table).kept_state.balances != seen.balances_after


def test_the_preview_of_an_undo_moves_later_deals_up(table):
    first = record(table, PASSED).deal
    record(table, {**MISERE, "turned": "clubs"})
    seen = preview_correction(again(table), first.entry_key, None)
    (change,) = seen.later
    assert (seen.after, change.position, change.position_after) == (None, 2, 1)
    assert (change.number, change.number_after, change.dealer_before, change.dealer_after) == (2, 1, GLEB, ANNA)


def test_a_correction_that_makes_a_later_deal_faulty_says_which_and_why(table):
    first = record(table, SIMPLE).deal
    record(table, {"contract": "nine", "trump": "hearts", "turned": "clubs", "declarer": ANNA, "tricks": 9})
    record(table, PASSED)
    seen = preview_correction(again(table), first.entry_key, {**SIMPLE, "trump": "spades", "turned": "spades"})
    assert not seen.possible
    assert (seen.state_after, seen.balances_after) == (None, None)
    assert [(c.position, [p.code for p in c.problems]) for c in seen.later] == [(2, ["trump-not-allowed"])]


def test_a_correction_with_faults_of_its_own_or_of_nothing_that_stands(table):
    deal = record(table, SIMPLE).deal
    assert [p.where for p in preview_correction(again(table), deal.entry_key, {**SIMPLE, "tricks": 14})] == ["tricks"]
    assert preview_correction(again(table), UUID(int=1), PASSED) is None
    same = preview_correction(again(table), deal.entry_key, plain_facts(deal_view(table, deal.entry_key).facts))
    assert (same.later, same.balances_before) == ((), same.balances_after)


@pytest.mark.parametrize("deals", [4, 12])
def test_previews_ask_as_often_for_many_deals_as_for_few(django_assert_num_queries, table, deals):
    first = record_some(table, deals)[0].deal
    seen = again(table)
    with django_assert_num_queries(9):
        preview_correction(seen, first.entry_key, None)
    with django_assert_num_queries(0):
        preview_deal(seen, PASSED)
