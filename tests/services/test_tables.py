import pytest

from ledger.models import Announcement, Deal
from ledger.queries.rows import facts_of
from ledger.queries.tables import table_picture
from ledger.rules.settlement import Stake
from ledger.services.errors import Conflict, Faulty, Stale, TableClosed, Unknown
from ledger.services.tables import announce, close_table, reopen_table, revoke_links, set_stake
from tests.stories import PASSED, SIMPLE, again, balances, differences, record, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    table = start()
    record(table, SIMPLE)
    return again(table)


def close(table, kitty):
    return close_table(table_id=table.public_id, kitty=kitty, by="Vera's phone")


def test_closing_is_logged_and_done_once(table):
    assert close(table, "divide").closing == "divide"
    assert close(table, "divide").version == table.version + 1
    (event,) = table.events.filter(kind="closed")
    assert (event.data, event.by) == ({"closing": "divide", "kitty": 0}, "Vera's phone")
    with pytest.raises(TableClosed):
        close(table, "carry")


def test_where_there_is_a_kitty_its_end_must_be_said_and_elsewhere_not(table):
    for kitty, code in ((None, "missing"), ("burn", "out-of-range")):
        with pytest.raises(Faulty) as faulty:
            close(table, kitty)
        assert [(p.where, p.code) for p in faulty.value.problems] == [("kitty", code)]
    german = start("german")
    with pytest.raises(Faulty) as faulty:
        close(german, "divide")
    assert [(p.where, p.code) for p in faulty.value.problems] == [("kitty", "not-in-variant")]
    assert close(german, None).closing == "plain"


def test_a_reopened_table_goes_on_where_it_stood(table):
    before = balances(table)
    close(table, "divide")
    assert reopen_table(table_id=table.public_id, by="").closing is None
    assert reopen_table(table_id=table.public_id, by="").version == table.version + 2
    assert table.events.filter(kind="reopened").count() == 1
    assert balances(table) == before
    assert record(table, PASSED).created
    assert differences(table) == []


def test_the_stake_can_be_set_changed_and_dropped_also_after_closing(table):
    close(table, "carry")
    stake = Stake(10, 5000, "EUR")
    assert set_stake(table_id=table.public_id, stake=stake, by="").stake == stake
    version = again(table).version
    assert set_stake(table_id=table.public_id, stake=stake, by="").version == version
    assert set_stake(table_id=table.public_id, stake=None, by="").stake is None
    assert [e.data["after"] for e in table.events.filter(kind="stake").order_by("id")] == [
        {"points": 10, "amount": 5000, "currency": "EUR"},
        None,
    ]


def test_a_stake_without_sense_is_refused_in_every_part(table):
    with pytest.raises(Faulty) as faulty:
        set_stake(table_id=table.public_id, stake=Stake(0, 0, "XXX"), by="")
    assert [p.where for p in faulty.value.problems] == ["stake.points", "stake.amount", "stake.currency"]


def say(table, facts, position=2):
    return announce(table_id=table.public_id, position=position, facts=facts, by="Gleb's phone")


def test_what_is_announced_stands_on_every_phone_until_the_deal_is_recorded(table):
    said = {"contract": "nine", "declarer": 0, "trump": "hearts"}
    assert say(table, {"contract": "nine"})
    assert say(table, {**said, "helper": None, "unclaimed": False})
    assert not say(table, said)
    picture = table_picture(again(table))
    assert (picture.announcement, picture.announced_by) == (said, "Gleb's phone")
    assert picture.version == table.version + 2
    record(table, PASSED)
    assert table_picture(again(table)).announcement is None
    assert Announcement.objects.count() == 2


def test_an_announcement_can_be_taken_back(table):
    assert not say(table, {})
    say(table, {"turned": "clubs"})
    assert say(table, {})
    assert table_picture(again(table)).announcement is None


@pytest.mark.parametrize(
    ("facts", "where"),
    [({"contract": "nine", "helper": 1}, "helper"), ({"declarer": 4}, "declarer"), ({"colour": "red"}, "colour")],
)
def test_an_announcement_that_cannot_become_a_deal_is_refused(table, facts, where):
    with pytest.raises(Faulty) as faulty:
        say(table, facts)
    assert [p.where for p in faulty.value.problems] == [where]


def test_an_announcement_for_a_recorded_deal_is_a_conflict(table):
    with pytest.raises(Conflict) as conflict:
        say(table, {"turned": "clubs"}, position=1)
    assert conflict.value.deal == table.deals.get()
    with pytest.raises(Stale):
        say(table, {"turned": "clubs"}, position=3)
    close(table, "carry")
    with pytest.raises(TableClosed):
        say(table, {"turned": "clubs"})


def test_revoked_links_are_of_another_generation(table):
    changed = revoke_links(table_id=table.public_id, role="viewer", by="")
    assert (changed.viewer_generation, changed.scorer_generation) == (2, 1)
    assert revoke_links(table_id=table.public_id, role="scorer", by="").scorer_generation == 2
    assert table.events.filter(kind="links").count() == 2


def test_a_table_that_is_not_there_is_unknown():
    with pytest.raises(Unknown):
        close_table(table_id="nowhere", kitty=None, by="")


def test_a_length_can_not_be_agreed_where_the_last_deal_is_scored_as_the_last():
    with pytest.raises(Faulty) as refused:
        start("fontainebleau", planned_deals=16)
    assert [(p.where, p.code) for p in refused.value.problems] == [("planned_deals", "not-in-variant")]
    assert start("american", planned_deals=16).planned_deals == 16


def test_the_tricks_of_a_passed_deal_are_kept():
    table = start("american", seats=5)
    record(table, {"kind": "passed", "seat_tricks": [0, 4, 4, 4, 1], "note": "late"})
    facts = facts_of(Deal.objects.get(table=table))
    assert (facts.seat_tricks, facts.note) == ((0, 4, 4, 4, 1), "late")
    assert differences(table) == []
