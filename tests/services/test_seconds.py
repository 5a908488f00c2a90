"""A place for which two phones recorded a deal: both are kept until somebody decides, once."""

from uuid import uuid4

import pytest

from ledger.queries.audit import audit_table
from ledger.queries.seconds import open_seconds
from ledger.services.errors import TableClosed, Unknown
from ledger.services.seconds import decide_second, note_second
from ledger.services.tables import close_table
from tests.stories import PASSED, SIMPLE, again, record, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    found = start()
    record(found, SIMPLE)
    return found


@pytest.fixture
def key(table):
    key = uuid4()
    assert note_second(table_id=table.public_id, position=1, entry_key=key, facts=PASSED, by="Boris's phone")
    return key


def decide(table, key, record):
    decide_second(table_id=table.public_id, entry_key=key, record=record, by="Anna's phone")


def test_it_is_noted_once_changes_no_balance_and_tells_the_other_phones(table, key):
    version = again(table).version
    assert note_second(table_id=table.public_id, position=1, entry_key=key, facts=PASSED, by="Boris's phone")

    assert [(second.key, second.by) for second in open_seconds(table)] == [(key, "Boris's phone")]
    assert again(table).version == version > 2
    assert again(table).results.count() == 1


def test_recorded_as_the_next_it_bears_its_own_key_and_the_name_of_who_recorded_it(table, key):
    decide(table, key, record=True)
    decide(table, key, record=False)

    last = again(table).results.order_by("position").last().deal
    assert (last.entry_key, last.recorded_by) == (key, "Boris's phone")
    assert open_seconds(table) == ()
    assert list(audit_table(again(table))) == []


def test_dropped_it_stays_dropped_and_the_phone_that_has_it_is_told(table, key):
    decide(table, key, record=False)
    decide(table, key, record=True)

    assert again(table).results.count() == 1
    assert open_seconds(table) == ()
    assert not note_second(table_id=table.public_id, position=1, entry_key=key, facts=PASSED, by="")


def test_a_key_nobody_noted_and_a_closed_evening_change_nothing(table, key):
    with pytest.raises(Unknown):
        decide(table, uuid4(), record=True)
    close_table(table_id=table.public_id, kitty="carry", by="")
    with pytest.raises(TableClosed):
        decide(table, key, record=True)
    assert again(table).results.count() == 1
