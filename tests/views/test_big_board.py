"""The table on the screen on the shelf: what stands there, and how it stays current."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.access import Role
from ledger.services.tables import announce, close_table
from tests.stories import PASSED, SIMPLE, again, record, record_some, start
from tests.views.doors import let_in

pytestmark = pytest.mark.django_db


def where(table):
    return f"/t/{table.public_id}/big/"


def seen(table, **headers):
    answer = let_in(table, Role.VIEWER).get(where(table), **headers)
    return " ".join(re.sub("<[^>]+>", " ", answer.content.decode()).split())


@pytest.fixture
def table():
    table = start()
    record(table, PASSED)
    record(table, SIMPLE)
    return again(table)


def test_it_shows_names_balances_kitty_and_the_last_deal(table):
    found = seen(table)
    for name, balance in zip(("Anna", "Boris", "Vera", "Gleb"), table.kept_state.balances, strict=True):
        sign = "+" if balance > 0 else "−"
        assert re.search(rf"{name} .*?{re.escape(sign)}{abs(balance)} last", found), name
    assert "Deal 3" in found
    assert "kitty with the antes 40" in found
    assert re.search(r"2 simple ♥\S* B\+G , 9 made", found), found


def test_what_is_announced_stands_there_while_the_cards_are_played(table):
    said = {"contract": "misere", "declarer": 2}
    announce(table_id=table.public_id, position=3, facts=said, by="")
    assert "misère Vera · no trick · Boris leads" in seen(table)


def test_it_asks_and_hears_nothing_until_something_was_recorded(table):
    client = let_in(table, Role.VIEWER)
    asked = re.search('hx-get="([^"]+)"', client.get(where(table)).content.decode())[1]
    nothing = client.get(asked, headers={"HX-Request": "true"})
    assert (nothing.status_code, nothing.content) == (204, b"")
    record(table, PASSED)
    news = client.get(asked, headers={"HX-Request": "true"}).content.decode()
    assert "Deal 4" in news
    assert news.lstrip().startswith('<div class="bigboard')


def test_a_closed_evening_stays_on_the_screen(table):
    close_table(table_id=table.public_id, kitty="carry", by="")
    found = seen(table)
    assert "Closed evening" in found
    assert "dealer" not in found


def test_the_table_leads_to_it(table):
    assert f'href="{where(table)}"' in let_in(table, Role.VIEWER).get(f"/t/{table.public_id}/").content.decode()


def test_the_number_of_queries_does_not_grow_with_the_deals(table):
    client, counts = let_in(table, Role.VIEWER), []
    for more in (0, 20):
        record_some(table, more)
        with CaptureQueriesContext(connection) as asked:
            client.get(where(table))
        counts.append(len(asked))
    assert counts[0] == counts[1]
