"""A place for which two phones recorded a deal: what each is told, and the one decision."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.queries.seconds import open_seconds
from ledger.services.seconds import decide_second
from ledger.services.tables import close_table
from tests.stories import PASSED, SIMPLE, again, record, start
from tests.views.doors import let_in
from tests.views.test_table import text

pytestmark = pytest.mark.django_db

MEANT = {"turned": "hearts", "who": "2", "what": "misere", "tricks": "0"}


@pytest.fixture
def table():
    found = start()
    record(found, SIMPLE)
    return found


def wait(table, key=None, **fields):
    """A deal that waited on a phone arrives for the first place, which is taken."""
    sent = {"entry_key": key or uuid4(), "position": 1, "waited": "1", **MEANT, **fields}
    return let_in(table).post(f"/t/{table.public_id}/", sent)


def decide(table, key, **said):
    return let_in(table).post(f"/t/{table.public_id}/second/{key}/", said)


def words(answer):
    return " ".join(text(answer).split())


def seen(table, page=""):
    return words(let_in(table).get(f"/t/{table.public_id}/{page}"))


def test_both_are_told_everybody_in_the_words_that_the_phone_itself_was_told(table):
    told = wait(table)
    assert told.status_code == 409
    assert "misère V , no trick taken" in words(told)
    assert "Two phones recorded deal 1. It stands as simple" in seen(table)
    assert "The second one, not in the balances: misère V , no trick taken" in seen(table)


@pytest.mark.parametrize(
    ("said", "why"),
    [({"tricks": ""}, "it was half made."), ({"boston": "9"}, "it does not fit any more.")],
)
def test_one_that_can_not_be_is_told_for_what_it_is(table, said, why):
    assert f"Yours was not saved: {why}" in words(wait(table, **said))


def test_the_trump_that_was_seen_on_the_phone_is_told_and_recorded(table):
    record(table, PASSED)
    key = uuid4()
    # Spades were the senior suit on the phone; here hearts are, and spades lie turned.
    fields = {"turned": "spades", "who": "0", "what": "simple:senior", "helper": "1", "tricks": "8", "seen": "spades"}
    told = wait(table, key, position=2, **fields)
    assert "Yours was not saved: simple ♠" in words(told)
    assert "simple ♠" in seen(table).split("The second one")[1][:60]


@pytest.mark.parametrize("said", [{}, {"do": ""}, {"do": "both"}])
def test_what_says_nothing_decides_nothing(table, said):
    key = uuid4()
    wait(table, key)
    assert decide(table, key, **said).status_code == 422
    assert [second.key for second in open_seconds(table)] == [key]


def test_the_second_is_recorded_as_the_next_or_dropped_and_what_is_not_there_is_404(table):
    first, other = uuid4(), uuid4()
    wait(table, first)
    wait(table, other)
    assert decide(table, first, do="next").status_code == 302
    assert decide(table, other, do="drop").status_code == 302
    assert again(table).results.count() == 2
    assert open_seconds(table) == ()
    assert decide(table, uuid4(), do="drop").status_code == 404


def test_a_closed_evening_takes_no_second_deal(table):
    key = uuid4()
    wait(table, key)
    close_table(table_id=table.public_id, kitty="carry", by="")
    assert decide(table, key, do="next").status_code == 409
    assert again(table).results.count() == 1


def test_who_decided_first_is_not_overruled_by_the_phone_it_waited_on(table):
    key = uuid4()
    wait(table, key)
    decide_second(table_id=table.public_id, entry_key=key, record=False, by="Anna's phone")
    assert wait(table, key, position=2).status_code == 302
    assert again(table).results.count() == 1


def test_more_of_them_need_no_more_queries_at_the_table_and_in_the_history(table):
    client, counts = let_in(table), []
    for more in (1, 4):
        for _ in range(more):
            wait(table)
        for page in ("", "history/"):
            with CaptureQueriesContext(connection) as asked:
                client.get(f"/t/{table.public_id}/{page}")
            counts.append(len(asked))
    assert counts[:2] == counts[2:]


def test_the_history_tells_the_second_as_it_was_meant_whatever_came_since(table):
    wait(table)
    record(table, PASSED)
    history = seen(table, "history/")
    assert "recorded on a second phone as well" in history
    assert "misère V , no trick taken" in history
