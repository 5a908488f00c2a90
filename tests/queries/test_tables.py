from uuid import UUID

import pytest

from ledger.queries.clubs import carried_kitty, home
from ledger.queries.players import players_of
from ledger.queries.settlement import settlement_view
from ledger.queries.sheet import sheet_view
from ledger.queries.tables import get_table, table_picture
from ledger.services.deals import correct_deal, undo_deal
from ledger.services.tables import announce, close_table
from tests.stories import ANNA, BORIS, GLEB, MISERE, PASSED, SIMPLE, VERA, again, record, record_some, start

pytestmark = pytest.mark.django_db


def picture(table):
    return table_picture(again(table))


def test_the_board_before_the_first_deal():
    seen = picture(start(first_dealer=BORIS))
    assert [s.name for s in seen.seats] == ["Anna", "Boris", "Vera", "Gleb"]
    assert [s.is_dealer for s in seen.seats] == [False, True, False, False]
    assert [s.is_first_voice for s in seen.seats] == [True, False, False, False]
    assert {(s.balance, s.last_change) for s in seen.seats} == {(0, None)}
    assert (seen.position, seen.number, seen.tour, seen.tours, seen.length) == (1, 1, 1, 10, 40)
    assert (seen.kitty, seen.kitty_before, seen.multiplier) == (40, 0, 1)
    assert (seen.last, seen.announcement, seen.notices, seen.over) == ((), None, (), False)
    assert seen.scorer == "Anna's phone"


def test_the_board_after_some_deals_shows_the_last_five_newest_first():
    table = start()
    record(table, SIMPLE)
    record(table, {"kind": "misdeal"})
    for _ in range(5):
        record(table, PASSED, by="Vera's phone")
    seen = picture(table)
    assert [row.position for row in seen.last] == [7, 6, 5, 4, 3]
    assert [row.number for row in seen.last] == [6, 5, 4, 3, 2]
    assert {s.last_change for s in seen.seats} == {-10}
    assert seen.last[0].deltas == (-10, -10, -10, -10)
    assert tuple(s.balance for s in seen.seats) == seen.last[0].balances
    assert (seen.kitty_before, seen.kitty, seen.scorer) == (200, 240, "Vera's phone")


def test_a_corrected_row_carries_what_it_replaced():
    table = start()
    deal = record(table, {**SIMPLE, "boston_holder": GLEB}).deal
    new = correct_deal(
        table_id=table.public_id,
        deal_key=deal.entry_key,
        entry_key=UUID(int=1),
        facts=PASSED,
        by="Vera's phone",
        why="all passed",
    ).deal
    (row,) = picture(table).last
    assert row.deal_key == new.entry_key
    (gone,) = row.replaces
    assert (gone.deal_key, gone.facts.boston_holder, gone.retired_by, gone.why, gone.undone) == (
        deal.entry_key, GLEB, "Vera's phone", "all passed", False,
    )  # fmt: skip


def test_who_sits_out_has_no_last_change_and_no_voice():
    table = start("german", 6)
    record(table, {"contract": "7", "trump": "clubs", "declarer": BORIS, "tricks": 7})
    seen = picture(table)
    assert [s.last_change for s in seen.seats] == [None, 21, -7, None, -7, -7]
    assert [s.sits_out for s in seen.seats] == [False, True, False, False, True, False]
    assert seen.first_voice == VERA


def test_another_dealer_who_is_announced_is_shown_at_once():
    table = start("german", 5)
    announce(table_id=table.public_id, position=1, facts={"dealer": GLEB}, by="")
    seen = picture(table)
    assert (seen.dealer, seen.seats[GLEB].sits_out, seen.seats[ANNA].sits_out) == (GLEB, True, False)


def test_notices_come_in_time():
    table = start(options={"single_tours": 1, "double_tours": 2})
    said = {}
    for position in range(1, 15):
        said[position] = picture(table).notices
        record(table, PASSED)
    assert {n: s for n, s in said.items() if s} == {
        5: ("double-begins",),
        9: ("last-tour",),
        12: ("last-deal",),
        13: ("length-reached",),
        14: ("length-reached",),
    }
    assert picture(table).multiplier == 1


def test_a_length_agreed_in_deals_is_the_tables_own():
    table = start("german", planned_deals=1)
    assert picture(table).notices == ("last-deal",)
    assert (picture(table).tour, picture(table).length) == (None, 1)
    record(table, {"kind": "passed"})
    assert not picture(table).over
    record(table, {"contract": "7", "trump": "clubs", "declarer": BORIS, "tricks": 7})
    assert picture(table).over


def test_a_closed_board_shows_the_divided_kitty():
    table = start()
    record(table, PASSED)
    close_table(table_id=table.public_id, kitty="divide", by="")
    seen = picture(table)
    assert (seen.closing, seen.kitty, seen.kitty_before) == ("divide", 0, 0)
    assert [s.balance for s in seen.seats] == [0, 0, 0, 0]


def test_an_unknown_table_is_none():
    assert get_table("nowhere") is None


def test_the_sheet_shows_corrected_and_undone_deals_in_their_places():
    table = start()
    first, second, third = (record(table, facts).deal for facts in (SIMPLE, PASSED, MISERE))
    key = UUID(int=1)
    correct_deal(
        table_id=table.public_id, deal_key=first.entry_key, entry_key=key, facts={**SIMPLE, "tricks": 10}, by=""
    )
    undo_deal(table_id=table.public_id, deal_key=second.entry_key, by="Boris's phone")
    seen = sheet_view(again(table))
    assert [(r.deal_key, r.is_live) for r in seen.rows] == [
        (first.entry_key, False), (key, True), (second.entry_key, False), (third.entry_key, True),
    ]  # fmt: skip
    assert seen.rows[2].undone
    assert (seen.closing_deltas, seen.totals) == (None, seen.rows[3].balances)
    close_table(table_id=table.public_id, kitty="divide", by="")
    closed = sheet_view(again(table))
    assert sum(closed.closing_deltas) == seen.kitty
    assert closed.kitty == 0


def test_the_settlement_says_ties_and_what_a_closing_would_do():
    table = start()
    record(table, {**SIMPLE, "boston_holder": ANNA})
    record(table, PASSED)
    open_view = settlement_view(again(table))
    assert [s.place for s in open_view.seats] == [3, 1, 4, 1]
    assert [s.name for s in open_view.winners] == ["Boris", "Gleb"]
    assert (open_view.kitty, open_view.kitty_money) == (40, None)
    divided = settlement_view(again(table), closing="divide")
    assert [s.kitty_share for s in divided.seats] == [10] * 4
    assert (divided.kitty, divided.kitty_change) == (0, 0)


def test_home_knows_running_tables_last_evenings_and_players():
    table = start()
    club = table.evening.club
    closed = start("german", club=club, players=("Anna", "Boris", "Vera", "Zoya"))
    record(table, PASSED)
    close_table(table_id=closed.public_id, kitty=None, by="")
    start(club_name="strangers")
    seen = home([club.public_id, "nowhere"])
    assert [c.name for c in seen.clubs] == ["Saturday"]
    assert [(t.public_id, t.position, t.players[0]) for t in seen.running] == [(table.public_id, 2, "Anna")]
    assert [t.public_id for t in seen.recent] == [closed.public_id]
    assert [p.name for p in players_of(club)] == ["Anna", "Boris", "Vera", "Zoya", "Gleb"]
    assert home([]).running == ()


def test_a_carried_kitty_waits_for_the_next_evening_of_the_same_variant():
    table = start()
    club = table.evening.club
    assert carried_kitty(club, "kassa") == 0
    record(table, PASSED)
    close_table(table_id=table.public_id, kitty="carry", by="")
    assert (carried_kitty(club, "kassa"), carried_kitty(club, "german")) == (40, 0)
    start(club=club, opening_kitty=40)
    assert carried_kitty(club, "kassa") == 0


@pytest.mark.long
@pytest.mark.parametrize("deals", [6, 18])
@pytest.mark.parametrize(
    ("query", "most"),
    [(table_picture, 7), (sheet_view, 7), (settlement_view, 1)],
    ids=lambda q: getattr(q, "__name__", q),
)
def test_the_number_of_queries_does_not_grow_with_the_deals(django_assert_num_queries, query, most, deals):
    table = start()
    record(table, SIMPLE)
    undone, corrected = (record(table, facts).deal for facts in (PASSED, MISERE))
    record_some(table, deals)
    undo_deal(table_id=table.public_id, deal_key=undone.entry_key, by="")
    correct_deal(table_id=table.public_id, deal_key=corrected.entry_key, entry_key=UUID(int=1), facts=PASSED, by="")
    table = again(table)
    with django_assert_num_queries(most):
        query(table)


@pytest.mark.parametrize("tables", [1, 4])
def test_home_asks_as_often_for_many_tables_as_for_one(django_assert_num_queries, tables):
    club = start().evening.club
    for _ in range(tables - 1):
        start(club=club)
    with django_assert_num_queries(5):
        home([club.public_id])
