"""Corrections of every kind: insert, drop, move, redo, several at one stroke; after closing, too."""

from uuid import UUID, uuid4

import pytest

from ledger.models import ORDER_STEP, Deal, DealRetired
from ledger.queries.changes import Insert, Move, Replace, Retire
from ledger.queries.deals import deal_view, live_result, retired_view
from ledger.queries.previews import preview_changes
from ledger.queries.settlement import settlement_view
from ledger.queries.sheet import sheet_view
from ledger.services.deals import (
    change_log,
    correct_deal,
    insert_deal,
    move_deal,
    record_deal,
    restore_deal,
    undo_deal,
)
from ledger.services.errors import Conflict, Faulty, Stale, TableClosed, Unknown
from ledger.services.swaps import swap_since
from ledger.services.tables import close_table
from tests.stories import (
    ANNA,
    BORIS,
    GLEB,
    MISERE,
    PASSED,
    SIMPLE,
    VERA,
    again,
    balances,
    differences,
    record,
    record_some,
    start,
)

pytestmark = pytest.mark.django_db

SEVEN = {"contract": "7", "trump": "hearts", "declarer": ANNA, "tricks": 7}


@pytest.fixture
def table():
    table = start()
    for facts in (SIMPLE, PASSED, MISERE):
        record(table, facts)
    return table


def names(table, by="Vera's phone"):
    return {"table_id": table.public_id, "by": by}


def keys(table):
    return [row.deal_key for row in sheet_view(again(table)).rows if row.is_live]


def kinds(table):
    return [row.facts.contract or str(row.facts.kind) for row in sheet_view(again(table)).rows if row.is_live]


def insert(table, before, facts, key: UUID | None = None, **more):
    return insert_deal(before=before, entry_key=key or uuid4(), facts=facts, **names(table), **more)


def restore(table, deal_key, key: UUID | None = None):
    return restore_deal(deal_key=deal_key, entry_key=key or uuid4(), **names(table))


def undo(table, deal_key, **more):
    return undo_deal(deal_key=deal_key, **names(table), **more)


def test_a_forgotten_deal_stands_where_it_was_played_and_nothing_else_is_touched(table):
    rows = list(Deal.objects.order_by("id").values())
    made = insert(table, keys(table)[1], {**PASSED, "turned": "spades"}, why="forgotten")
    assert (made.created, made.result.position, made.deal.how) == (True, 2, "inserted")
    assert kinds(table) == ["simple", "passed", "passed", "misere"]
    assert list(Deal.objects.order_by("id").values())[:3] == rows
    assert differences(table) == []


def test_the_same_insertion_twice_is_one(table):
    before, key = keys(table)[0], uuid4()
    first = insert(table, before, PASSED, key)
    version = again(table).version
    second = insert(table, before, PASSED, key)
    assert (second.deal, second.result, second.created) == (first.deal, first.result, False)
    assert again(table).version == version


def test_an_insertion_is_checked_like_a_new_entry_and_like_a_correction(table):
    first = keys(table)[0]
    with pytest.raises(Faulty) as faulty:
        insert(table, first, {**SIMPLE, "tricks": 14})
    assert [p.where for p in faulty.value.problems] == ["tricks"]
    with pytest.raises(Unknown):
        insert(table, uuid4(), PASSED)
    undo(table, first)
    with pytest.raises(Stale):
        insert(table, first, PASSED)


def test_forgotten_deals_find_room_again_and_again(table):
    last = keys(table)[2]
    for _ in range(ORDER_STEP.bit_length() + 3):
        insert(table, last, PASSED)
    assert kinds(table) == ["simple", *["passed"] * (ORDER_STEP.bit_length() + 4), "misere"]
    keys_in_order = list(Deal.objects.order_by("result__position").values_list("order_key", flat=True))
    assert keys_in_order == sorted(set(keys_in_order))
    assert differences(table) == []


def test_a_deal_moves_before_another_or_to_the_end(table):
    one, two, three = keys(table)
    moved = move_deal(deal_key=three, before=two, **names(table), why="order")
    assert kinds(table) == ["simple", "misere", "passed"]
    assert moved.deal.how == "moved"
    again_moved = move_deal(deal_key=three, before=two, **names(table))
    assert (again_moved.deal, again_moved.created) == (moved.deal, False)
    assert live_result(table, three).deal == moved.deal
    assert deal_view(again(table), three).row.deal_key == moved.deal.entry_key
    assert retired_view(table, three).moved
    move_deal(deal_key=moved.deal.entry_key, before=None, **names(table))
    assert kinds(table) == ["simple", "passed", "misere"]
    with pytest.raises(Stale):
        move_deal(deal_key=three, before=one, **names(table))
    assert differences(table) == []


def test_what_was_undone_is_redone_at_its_place(table):
    before = balances(table)
    one, two, three = keys(table)
    undo(table, two)
    undo(table, three)
    key = uuid4()
    made = restore(table, two, key)
    assert (made.created, made.result.position, made.deal.how) == (True, 2, "restored")
    assert restore(table, two, key).deal == made.deal
    assert restore(table, two).deal == made.deal
    restore(table, three)
    assert kinds(table) == ["simple", "passed", "misere"]
    assert balances(table) == before
    with pytest.raises(Stale):
        restore(table, one)
    with pytest.raises(Unknown):
        restore(table, uuid4())
    undo(table, made.deal.entry_key)
    with pytest.raises(Stale):
        correct_deal(deal_key=made.deal.entry_key, entry_key=uuid4(), facts=PASSED, **names(table))
    assert restore(table, made.deal.entry_key).created
    assert balances(table) == before


def test_redo_is_refused_where_the_deal_does_not_fit_any_more():
    table = start(seats=5)
    record(table, {**PASSED, "dealer": VERA})
    played = record(table, {**MISERE, "declarer": ANNA}).deal
    undo(table, played.entry_key)
    first = keys(table)[0]
    correct_deal(deal_key=first, entry_key=uuid4(), facts={**PASSED, "dealer": BORIS}, **names(table))
    with pytest.raises(Faulty) as faulty:
        restore(table, played.entry_key)
    assert [p.code for p in faulty.value.problems] == ["seat-sits-out"]


def test_a_correction_and_those_it_makes_necessary_are_one():
    table = start(seats=5)
    first = record(table, PASSED).deal
    second = record(table, {**MISERE, "declarer": VERA}).deal
    before = balances(table)
    changes = [Replace(first.entry_key, uuid4(), {**PASSED, "dealer": GLEB})]
    seen = preview_changes(again(table), changes)
    assert not seen.possible
    assert [(c.position, [p.code for p in c.problems]) for c in seen.later] == [(2, ["seat-sits-out"])]
    with pytest.raises(Faulty) as faulty:
        change_log(changes=changes, **names(table))
    assert set(faulty.value.later) == {2}
    assert balances(table) == before
    changes.append(Replace(second.entry_key, uuid4(), {**MISERE, "declarer": BORIS}))
    seen = preview_changes(again(table), changes)
    assert seen.possible
    change_log(changes=changes, **names(table), why="Gleb dealt")
    assert again(table).kept_state == seen.state_after
    version = again(table).version
    change_log(changes=changes, **names(table))
    assert again(table).version == version
    assert table.events.get(kind="changed").data["changes"] == 2
    assert len(set(Deal.objects.filter(how="corrected").values_list("batch"))) == 1
    assert differences(table) == []


def test_faults_of_several_changes_name_the_change(table):
    one, two, three = keys(table)
    changes = [Retire(three), Insert(two, uuid4(), {**MISERE, "tricks": 20}), Move(one, None, uuid4())]
    with pytest.raises(Faulty) as faulty:
        change_log(changes=changes, **names(table))
    assert "changes[1].tricks" in [p.where for p in faulty.value.problems]
    assert kinds(table) == ["simple", "passed", "misere"]


def test_a_later_change_may_build_on_an_earlier_one(table):
    three, new = keys(table)[2], uuid4()
    change_log(changes=[Insert(three, new, PASSED), Insert(new, uuid4(), {**MISERE, "declarer": ANNA})], **names(table))
    assert kinds(table) == ["simple", "passed", "misere", "passed", "misere"]


def test_dropping_a_deal_shows_the_chain_of_the_kitty(table):
    two = keys(table)[1]
    seen = preview_changes(again(table), [Retire(two)])
    assert [(c.position, c.position_after, c.kitty_before, c.kitty_after) for c in seen.later] == [(3, 2, 0, 0)]
    assert seen.later[0].deltas_before != seen.later[0].deltas_after
    undo(table, two)
    assert again(table).kept_state == seen.state_after


# Two seats were swapped, and it is noticed later.


def six_deals():
    table = start("german")
    for n in range(6):
        record(table, {**SEVEN, "declarer": n % 4})
    return table


def swapped(table, results, since=1):
    key = uuid4()
    swap_since(
        since=keys(table)[since], seats=(BORIS, VERA), results=results, entry_key=key, **names(table), why="oops"
    )
    version = again(table).version
    swap_since(since=key, seats=(BORIS, VERA), results=results, entry_key=key, **names(table))
    assert again(table).version == version
    return again(table).kept_state


def test_a_swap_noticed_later_leaves_everybody_his_own_results():
    table = six_deals()
    before = again(table).kept_state
    after = swapped(table, "stay")
    assert after.order == (ANNA, VERA, BORIS, GLEB)
    assert after.balances == before.balances
    assert differences(table) == []


def test_or_each_takes_over_the_results_of_the_seat():
    table = six_deals()
    record(table, {**SEVEN, "declarer": BORIS})
    before = again(table).kept_state
    one = again(table).results.get(position=1).state["balances"]
    after = swapped(table, "go")
    assert after.order == (ANNA, VERA, BORIS, GLEB)
    later = [b - a for a, b in zip(one, before.balances, strict=True)]
    later[BORIS], later[VERA] = later[VERA], later[BORIS]
    assert list(after.balances) == [a + b for a, b in zip(one, later, strict=True)]
    assert differences(table) == []
    assert DealRetired.objects.filter(why="oops").count() == Deal.objects.filter(how="corrected").count() == 4


def test_a_swap_that_makes_deals_faulty_is_refused_whole():
    table = start("german", seats=5)
    for n in range(3):
        record(table, {**SEVEN, "declarer": (n + 1) % 5})
    with pytest.raises(Faulty) as faulty:
        swap_since(since=keys(table)[1], seats=(BORIS, VERA), results="stay", entry_key=uuid4(), **names(table))
    assert set(faulty.value.later) == {2}
    assert Deal.objects.count() == 3
    with pytest.raises(Unknown):
        swap_since(since=uuid4(), seats=(0, 1), results="stay", entry_key=uuid4(), **names(table))


# After closing.


@pytest.fixture
def closed(table):
    record(table, PASSED)
    close_table(kitty="divide", **names(table))
    return again(table)


def test_undoing_the_very_last_deal_of_a_closed_evening_opens_it_again(closed):
    last = keys(closed)[-1]
    assert undo(closed, last, why="one more")
    assert again(closed).closing is None
    assert closed.events.get(kind="reopened").data == {"closing": "divide"}
    assert not undo(closed, last)
    assert record(closed, PASSED).created


def test_a_correction_after_closing_divides_anew_and_is_logged(closed):
    assert sum(s.kitty_share for s in settlement_view(closed).seats) == 40
    first = keys(closed)[0]
    correct_deal(deal_key=keys(closed)[2], entry_key=uuid4(), facts={"kind": "misdeal"}, **names(closed), why="late")
    table = again(closed)
    assert table.closing == "divide"
    assert sum(s.kitty_share for s in settlement_view(table).seats) == 80
    event = table.events.get(kind="corrected")
    assert (event.by, event.why, event.data["closing"]) == ("Vera's phone", "late", "divide")
    insert(table, first, {"kind": "misdeal"})
    assert again(table).closing == "divide"
    undo(table, keys(table)[1])
    assert again(table).closing == "divide"
    assert differences(table) == []


def test_a_closed_evening_takes_no_new_entry(closed):
    for facts in (PASSED, {"kind": "join", "player": "Dora"}):
        with pytest.raises(TableClosed):
            record(closed, facts)


# Stale pages and resent answers.


def test_a_resent_answer_is_the_same_whatever_happened_since(table):
    key = uuid4()
    first = record(table, PASSED, key)
    undo(table, key)
    second = record_deal(position=4, entry_key=key, facts=PASSED, **names(table))
    assert (second.deal, second.result, second.created) == (first.deal, None, False)
    with pytest.raises(Conflict):
        record_deal(position=3, entry_key=uuid4(), facts=PASSED, **names(table))


def test_dealer_and_balances_come_back_with_undo_and_redo_in_both_directions():
    for rules in ("kassa", "classic"):
        table, states = start(rules, seats=5), []
        made = record_some(table, 12, seed=3)
        states = [again(table).results.get(position=n).state for n in range(1, 13)]
        undo(table, made[11].deal.entry_key)
        undo(table, made[10].deal.entry_key)
        assert again(table).state == states[9]
        restore(table, made[10].deal.entry_key)
        restore(table, made[11].deal.entry_key)
        assert again(table).state == states[11]
        assert differences(table) == []
