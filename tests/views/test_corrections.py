"""Changing what was recorded: insert, move, restore, several corrections at one stroke; after closing too."""

import re
from html import unescape
from uuid import uuid4

import pytest

from ledger.access import Role
from ledger.services.deals import undo_deal
from ledger.services.tables import close_table
from tests.stories import PASSED, again, balances, differences, record, start
from tests.views.phones import htmx, phone
from tests.views.test_deals import HELPED, LONE, played
from tests.views.test_table import address, form, text

pytestmark = pytest.mark.django_db

MISERE = {"who": "2", "what": "misere", "tricks": "0"}


def keys(table):
    return [r.deal.entry_key for r in again(table).results.order_by("position")]


def test_a_forgotten_deal_is_inserted_and_later_ones_are_played_anew():
    table, (first, second) = played(LONE, {"contract": "solo", "trump": "spades", "declarer": 2, "tricks": 8})
    anna = phone(table, Role.SCORER)
    shown = anna.get(address("insert", table, second), form(who="passed", turned="clubs"), **htmx("entry"))
    assert "Later deals that change" in text(shown)
    assert "<del>" in shown.content.decode()

    fields = form(who="passed", turned="clubs", why="forgotten")
    for _ in range(2):
        assert anna.post(address("insert", table, second), fields).status_code == 302

    assert len(keys(table)) == 3
    assert (keys(table)[0], keys(table)[2]) == (first, second)
    assert not differences(table)


def test_what_is_missing_in_an_inserted_deal_is_said_at_its_row():
    table, (first,) = played(LONE)
    answer = phone(table, Role.SCORER).post(address("insert", table, first), form(who="1"))
    assert answer.status_code == 422
    assert 'id="fault-what"' in answer.content.decode()


def test_a_forgotten_arrival_before_a_deal():
    table, (_, second) = played(LONE, {"contract": "misere", "declarer": 0, "tricks": 0})
    answer = phone(table, Role.SCORER).post(
        address("insert_event", table, second, "join"), form(player="Dora", after="3")
    )
    assert answer.status_code == 302
    assert again(table).kept_state.order == (0, 1, 2, 3, 4)
    assert len(keys(table)) == 3


def test_a_deal_is_moved_with_what_it_changes_shown_first():
    table, (one, two, three) = played(LONE, PASSED, {"contract": "misere", "declarer": 2, "tricks": 0})
    anna = phone(table, Role.SCORER)
    shown = text(anna.get(address("move", table, three), form(before=str(two))))
    assert "Balances after the correction." in shown
    for _ in range(2):
        assert anna.post(address("move", table, three), form(before=str(two))).status_code in (302, 404)
    assert (keys(table)[0], keys(table)[2]) == (one, two)
    assert "misère" in text(anna.get(address("deal", table, three)))
    assert not differences(table)


def test_redo_stands_where_undo_stood_and_only_right_after_it():
    table, (_, last) = played(LONE, PASSED)
    anna, before = phone(table, Role.SCORER), balances(table)
    assert "redo" not in text(anna.get(address("table", table)))
    anna.post(address("undo", table, last))
    page = anna.get(address("table", table)).content.decode()
    assert f'action="{address("restore", table, last)}"' in page
    assert "redo" not in text(phone(table, Role.VIEWER).get(address("table", table)))
    for _ in range(2):
        assert anna.post(address("restore", table, last), {"entry_key": str(uuid4())}).status_code == 302
    assert balances(table) == before
    assert "redo" not in text(anna.get(address("table", table)))
    anna.post(address("undo", table, keys(table)[-1]))
    record(table, PASSED)
    assert "redo" not in text(anna.get(address("table", table)))


def test_an_undone_deal_is_restored_from_its_page_and_from_the_history():
    table, (first, _) = played(PASSED, PASSED)
    anna = phone(table, Role.SCORER)
    undo_deal(table_id=table.public_id, deal_key=first, by="Boris's phone", why="doubled")
    for name in ("deal", "history"):
        page = anna.get(address(name, table, *([first] if name == "deal" else []))).content.decode()
        assert address("restore", table, first) in page
        assert "<del>all passed" in page
        assert "doubled" in page
    assert "Restore this deal?" in text(anna.get(address("restore", table, first)))
    assert anna.get(address("restore", table, keys(table)[0])).status_code == 302


def test_what_a_correction_makes_impossible_is_corrected_together_with_it():
    table, (first, second) = played(LONE, HELPED)
    anna = phone(table, Role.SCORER)
    other = form(turned="spades", who="0", what="simple:senior", tricks="5", why="spades lay there")
    shown = anna.get(address("correct", table, first), other).content.decode()
    assert f'value="with:{second}"' in shown
    assert f'href="{address("deal", table, second)}"' in shown

    page = anna.post(address("correct", table, first), other | {"do": f"with:{second}"})
    body = page.content.decode()
    assert "1 change waits" in text(page)
    (waiting,) = re.findall(r'name="change" value="([^"]+)"', body)
    assert 'value="spades lay there"' in body
    (key,) = re.findall(r'name="entry_key" value="([^"]+)"', body)
    mine = form(key=key, turned="hearts", who="1", what="simple:junior", helper="2", tricks="7", part="2")
    mine["change"] = unescape(waiting)
    assert anna.get(address("correct", table, second), mine, **htmx("entry")).status_code == 200
    for _ in range(2):
        assert anna.post(address("correct", table, second), mine | {"why": "spades"}).status_code in (302, 409)

    facts = [(r.deal.turned, r.deal.trump) for r in again(table).results.order_by("position")]
    assert facts == [("spades", "spades"), ("hearts", "hearts")]
    assert not differences(table)
    assert "several changes at one stroke" in text(anna.get(address("history", table)))


@pytest.mark.parametrize("junk", ["", "{", "[]", "1", '{"do":"x"}', '{"do":"retire"}', '{"do":"retire","deal_key":1}'])
def test_junk_that_waits_is_refused_whole(junk):
    table, (first,) = played(LONE)
    anna = phone(table, Role.SCORER)
    for name in ("correct", "insert", "move", "undo"):
        assert anna.get(address(name, table, first), form(change=junk)).status_code == 400
    assert anna.post(address("correct", table, first), form(do="with:x", who="0")).status_code == 404


def test_a_deal_of_a_closed_evening_is_corrected_and_the_end_worked_out_anew():
    table, (first, _) = played(LONE, PASSED)
    close_table(table_id=table.public_id, kitty="divide", by="")
    anna = phone(table, Role.SCORER)
    lost = form(turned="hearts", who="0", what="simple:senior", tricks="4")
    assert anna.post(address("correct", table, first), lost).status_code == 302
    assert again(table).closing == "divide"
    assert "corrected after the evening was closed" in text(anna.get(address("history", table)))
    assert not differences(table)


def test_the_last_deal_of_a_closed_evening_is_undone_from_the_same_screen_and_opens_it():
    table, (_, last) = played(LONE, PASSED)
    close_table(table_id=table.public_id, kitty="divide", by="")
    anna = phone(table, Role.SCORER)
    for name in ("table", "settle"):
        assert address("undo", table, last) in anna.get(address(name, table)).content.decode()
    assert anna.post(address("undo", table, last)).status_code == 302
    assert again(table).closing is None
    assert "Record deal 2" in text(anna.get(address("table", table)))


def test_an_event_is_corrected_on_its_own_form():
    table = start()
    event = {"kind": "adjustment", "from": 1, "to": 2, "points": 5, "reason": "late"}
    key = record(table, event).deal.entry_key
    anna = phone(table, Role.SCORER)
    body = anna.get(address("correct", table, key)).content.decode()
    assert 'value="late"' in body
    assert 'id="giver-1" name="giver" value="1" checked' in body
    fields = form(giver="1", taker="3", points="7", reason="late")
    assert anna.post(address("correct", table, key), fields).status_code == 302
    assert again(table).kept_state.balances == (0, -7, 0, 7)


def test_the_history_tells_old_and_new_who_and_why_the_newest_first():
    table, (first,) = played(LONE)
    anna = phone(table, Role.SCORER)
    anna.post(
        address("correct", table, first),
        form(turned="hearts", who="0", what="simple:senior", tricks="7", why="miscounted"),
    )
    page = anna.get(address("history", table)).content.decode()
    found = text(anna.get(address("history", table)))
    assert re.search(r"<del>simple .*5 made</del> → simple .*7 made", page)
    assert found.index("corrected") < found.index("recorded") < found.index("the evening was started")
    assert "miscounted" in found
    assert "Anna&#x27;s phone" in found


def test_the_conflict_shows_both_deals_with_their_results_and_lets_choose():
    table = start()
    record(table, PASSED | {"turned": "hearts"}, by="Boris's phone")
    fields = form(**{"turned": "hearts", "who": "0", "what": "simple:senior", "tricks": "5"})
    answer = phone(table, Role.SCORER).post(address("table", table), fields, **htmx())
    page = text(answer)
    assert answer.status_code == 409
    assert "all passed ( Anna −10" in page
    assert "Yours was not saved: simple ♥" in page.replace("\ufe0e", "")
    assert "Take it, drop mine" in page
    assert "Enter mine as the next deal" in page


def test_mine_is_shown_as_it_was_meant_even_where_it_does_not_fit_as_the_next_deal():
    table = start(seats=5)
    record(table, PASSED | {"turned": "hearts"}, by="Boris's phone")
    fields = form(turned="hearts", who="4", what="simple:senior", tricks="5")
    page = text(phone(table, Role.SCORER).post(address("table", table), fields, **htmx()))
    assert "Yours was not saved: simple" in page
    assert "5 made" in page
