import html
import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.access import Role
from ledger.rules.settlement import Stake
from ledger.rules.sheet_reading import read_sheet
from ledger.rules.sheet_shapes import Sheet
from ledger.services.deals import undo_deal
from ledger.services.tables import close_table, set_stake
from tests.stories import PASSED, SIMPLE, again, record, record_some, start
from tests.views.doors import let_in, phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    table = start()
    record(table, SIMPLE)
    record(table, PASSED)
    return again(table)


def settle(table, client=None, **data):
    return (client or let_in(table)).post(f"/t/{table.public_id}/settle/", data)


def page(table, name="settle/", client=None):
    return (client or let_in(table)).get(f"/t/{table.public_id}/{name}").content.decode()


def test_the_kitty_is_divided_when_everybody_says_yes(table):
    assert settle(table, do="divide", yes=["0", "1", "2", "3"]).status_code == 302

    assert again(table).closing == "divide"
    assert "The kitty was divided by consent" in page(table)


def test_one_who_is_silent_keeps_the_kitty_and_the_ticks_stay(table):
    answer = settle(table, do="divide", yes=["0", "2"])

    assert answer.status_code == 422
    assert "Still silent: Boris, Gleb." in answer.content.decode()
    assert answer.content.decode().count(" checked") == 2
    assert again(table).closing is None


def test_a_kitty_filled_since_the_page_was_drawn_is_not_divided_without_consent():
    table = start()
    assert 'value="close"' in page(table)
    record(table, PASSED)

    answer = settle(table, do="close")

    assert answer.status_code == 422
    assert "Everybody has to say yes" in answer.content.decode()
    assert again(table).closing is None


def test_the_kitty_can_be_carried_and_the_next_evening_offers_it(table):
    client = let_in(table)
    settle(table, client, do="carry")

    assert again(table).closing == "carry"
    assert 'name="opening_kitty" value="40"' in client.get("/start/").content.decode()


def test_without_a_kitty_one_tap_closes():
    table = start("german")
    assert "divide" not in page(table)
    assert settle(table, do="close").status_code == 302
    assert again(table).closing == "plain"


def test_a_closed_evening_says_who_won_and_without_a_stake_asks_for_one(table):
    settle(table, do="carry")

    found = page(table)
    assert "Boris" in found
    assert "Played for points alone" in found
    assert "pay-sum" not in found


def test_the_stake_can_be_set_after_the_end_and_then_people_pay(table):
    settle(table, do="carry")
    settle(table, do="stake", stake_points="1", stake_amount="0,50", stake_currency="EUR")

    found = page(table)
    assert again(table).stake == Stake(1, 5000, "EUR")
    assert "pay-sum" in found
    assert "the fewest that settle it" in found
    assert "€" in found
    assert "until the next evening" in found


def test_an_unclear_stake_is_refused_at_its_field(table):
    answer = settle(table, do="stake", stake_amount="1,000")

    assert answer.status_code == 422
    assert "stake-fault" in answer.content.decode()


def test_winners_who_are_level_are_all_named():
    table = start()
    record(table, SIMPLE)
    close_table(table_id=table.public_id, kitty="divide", by="")

    found = page(table)
    assert "Winners, level with each other:" in found
    assert "<bdi>Boris</bdi>, <bdi>Gleb</bdi>" in found


def test_nobody_owes_anybody_after_an_evening_without_deals():
    table = start("german", stake=Stake(1, 10_000, "EUR"))
    settle(table, do="close")

    assert "Nobody owes anybody" in page(table)
    assert "Nobody has won" in page(table)


def test_reopening_asks_first(table):
    settle(table, do="carry")
    assert "Yes, reopen" in settle(table, do="ask").content.decode()
    answer = let_in(table).post(f"/t/{table.public_id}/reopen/")

    assert answer.headers["Location"] == f"/t/{table.public_id}/"
    assert again(table).closing is None


def test_a_second_phone_that_closes_otherwise_is_told(table):
    client = let_in(table)
    settle(table, client, do="carry")

    answer = settle(table, client, do="divide", yes=["0", "1", "2", "3"])

    assert answer.status_code == 409
    assert "Another phone has closed" in answer.content.decode()


def test_a_follower_sees_the_end_without_its_buttons(table):
    found = page(table, client=let_in(table, Role.VIEWER))

    assert "<button" not in found.split("<main")[1].split("<footer")[0]


@pytest.mark.parametrize("rules", ["classic", "kassa", "german", "russian"])
def test_the_sheet_says_what_is_a_reconstruction(rules):
    table = start(rules)
    record_some(table, 5)

    assert "reconstruction" in page(table, "sheet/")


def test_a_point_value_that_was_typed_and_not_saved_is_kept_when_the_evening_is_closed():
    table = start()
    record(table, PASSED)
    typed = {"stake_points": "10", "stake_amount": "0.5", "stake_currency": "GBP", "shown": "None"}

    refused = settle(table, do="divide", **typed)
    assert refused.status_code == 422
    assert 'name="stake_amount" id="id_stake_amount" value="0.5"' in refused.content.decode()
    assert settle(table, do="carry", **typed | {"stake_amount": "x"}).status_code == 422
    assert again(table).closing is None
    assert settle(table, do="carry", **typed).status_code == 302
    assert (again(table).closing, again(table).stake) == ("carry", Stake(10, 5000, "GBP"))


def test_a_point_value_that_was_only_shown_when_the_evening_is_closed_changes_nothing(table):
    shown = page(table)
    fields = {"stake_points": "1", "stake_amount": "", "stake_currency": "EUR"}
    fields["shown"] = re.search('name="shown" value="([^"]*)"', shown)[1]
    set_stake(table_id=table.public_id, stake=Stake(1, 5000, "EUR"), by="another phone")
    assert settle(table, do="carry", **fields).status_code == 302
    assert (again(table).closing, again(table).stake) == ("carry", Stake(1, 5000, "EUR"))


def test_another_point_value_shows_whose_money_it_changes_before_the_evening_is_closed(table):
    set_stake(table_id=table.public_id, stake=Stake(1, 5000, "EUR"), by="")
    shown = html.unescape(re.search('name="shown" value="([^"]*)"', page(table))[1])
    typed = {"stake_points": "1", "stake_amount": "2", "stake_currency": "EUR", "shown": shown}
    asked = settle(table, do="carry", **typed)
    assert "This changes what everybody has won or lost" in asked.content.decode()
    assert (again(table).closing, again(table).stake) == (None, Stake(1, 5000, "EUR"))


def test_the_sheet_of_an_evening_that_ended_with_an_empty_kitty_has_a_whole_last_row(table):
    record(table, SIMPLE)
    close_table(table_id=table.public_id, kitty="divide", by="")
    row = page(table, "sheet/").split("the kitty was empty")[1].split("</tr>")[0]
    assert row.count("<td") == len(table.first_order) + 1


def test_the_sheet_keeps_what_was_undone(table):
    last = record(table, {"contract": "misere", "declarer": 2, "tricks": 0})
    undo_deal(table_id=table.public_id, deal_key=last.deal.entry_key, by="Vera's phone", why="not played")

    found = page(table, "sheet/")
    assert "<del>misère" in found
    assert "by Vera&#x27;s phone" in found
    assert "not played" in found


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_the_sheet_has_a_column_for_everybody(seats):
    table = start("classic", seats)
    record_some(table, 6)

    assert page(table, "sheet/").count('class="num name"') == seats


def test_the_classic_sheet_shows_what_is_won_from_each_other():
    table = start("classic")
    record_some(table, 4)

    assert "against each other" in page(table, "sheet/")


def test_the_export_is_a_sheet_that_can_be_read(table):
    answer = let_in(table).get(f"/t/{table.public_id}/export/")

    assert "boston-kassa-2026-11-28.json" in answer.headers["Content-Disposition"]
    assert isinstance(read_sheet(json.loads(answer.content)), Sheet)


def test_more_deals_need_no_more_queries(table):
    client = let_in(table)

    def queries(name):
        with CaptureQueriesContext(connection) as found:
            client.get(f"/t/{table.public_id}/{name}")
        return len(found)

    names = ("sheet/", "settle/", "rules/", "code/")
    few = {name: queries(name) for name in names}
    record_some(table, 8)
    assert {name: queries(name) for name in names} == few


def test_the_home_page_needs_as_many_queries_for_many_evenings_as_for_two():
    client = phone()

    def queries():
        with CaptureQueriesContext(connection) as found:
            assert client.get("/").status_code == 200
        return len(found)

    for _ in range(2):
        let_in(start(), client=client)
    few = queries()
    for _ in range(6):
        table = start("german")
        let_in(table, client=client)
        set_stake(table_id=table.public_id, stake=None, by="")
        close_table(table_id=table.public_id, kitty=None, by="")
    assert queries() <= few + 1
