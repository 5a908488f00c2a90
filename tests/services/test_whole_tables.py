"""Tables whole: a trial is discarded, the same evening of two phones is joined, the same table starts again."""

import pytest

from ledger.models import ClubEvent, Deal, Evening, Player, Table
from ledger.queries.merging import preview_merge
from ledger.queries.refold import names_by_number
from ledger.queries.rows import facts_of
from ledger.services.deals import undo_deal
from ledger.services.errors import Faulty, TableClosed, Unknown
from ledger.services.tables import close_table
from ledger.services.whole_tables import discard_table, merge_tables
from tests.stories import ANNA, BORIS, FOUR, GLEB, MISERE, PASSED, SIMPLE, again, differences, record, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    table = start(name="trial")
    record(table, SIMPLE)
    return table


def merge(table, other):
    return again(merge_tables(table_id=table.public_id, from_id=other.public_id, by="Boris's phone"))


def test_a_trial_evening_goes_whole_and_the_club_knows(table):
    club = discard_table(table_id=table.public_id, by="Anna's phone")
    assert (Table.objects.count(), Deal.objects.count(), Evening.objects.count()) == (0, 0, 0)
    assert Player.objects.filter(club=club).count() == 4
    event = ClubEvent.objects.get(club=club)
    assert (event.kind, event.by) == ("discarded", "Anna's phone")
    assert event.data == {
        "table": table.public_id,
        "date": "2026-11-28",
        "name": "trial",
        "rules": "kassa",
        "players": list(FOUR),
        "entries": 1,
    }
    with pytest.raises(Unknown):
        discard_table(table_id=table.public_id, by="")


def test_the_same_evening_of_two_phones_becomes_one(table):
    other = start(club=table.evening.club, players=("Gleb", "Anna", "Boris", "Vera"), first_dealer=1)
    record(other, {**MISERE, "declarer": 0, "turned": "clubs"}, by="Gleb's phone")
    record(other, {"kind": "join", "player": "Dora"})
    record(other, {**PASSED, "dealer": 4})
    recorded = Deal.objects.filter(table=other).order_by("id").first()
    mistake = record(other, {**PASSED, "note": "too early"}).deal
    undo_deal(table_id=other.public_id, deal_key=mistake.entry_key, by="Gleb's phone", why="not yet")
    seen = preview_merge(again(table), again(other))
    merged = merge(table, other)
    assert merged.kept_state == seen.state_after
    deals = list(Deal.objects.filter(table=merged).order_by("order_key"))
    assert [d.kind for d in deals] == ["played", "played", "join", "passed"]
    assert [d.how for d in deals] == ["recorded", "merged", "merged", "merged"]
    assert (deals[1].declarer, deals[1].dealer, deals[3].dealer) == (GLEB, ANNA, 4)
    assert (deals[1].recorded_by, deals[1].recorded_at) == ("Gleb's phone", recorded.recorded_at)
    assert names_by_number(merged)[4] == "Dora"
    assert differences(merged) == []
    assert not Table.objects.filter(pk=other.pk).exists()
    said = merged.events.get(kind="merged").data
    assert (said["entries"], said["players"]) == (3, ["Gleb", "Anna", "Boris", "Vera", "Dora"])
    assert [(v["facts"]["note"], v["by"], v["why"]) for v in said["voided"]] == [
        ("too early", "Gleb's phone", "not yet")
    ]
    assert ClubEvent.objects.get().data["into"] == merged.public_id


def test_somebody_who_came_to_both_is_one(table):
    record(table, {"kind": "join", "player": "Dora"})
    other = start(club=table.evening.club)
    record(other, PASSED)
    record(other, {"kind": "substitute", "seat": BORIS, "player": "Egor"})
    record(table, {"kind": "leave", "seat": 4})
    record(other, {"kind": "join", "player": "dora"})
    merged = merge(table, other)
    last = Deal.objects.filter(table=merged).order_by("-order_key").first()
    assert facts_of(last).seat == 4
    assert merged.kept_state.order == (0, 5, 2, 3, 4)
    assert differences(merged) == []


def test_the_same_entry_on_both_is_there_once(table):
    deal = Deal.objects.get()
    other = start(club=table.evening.club)
    record(other, SIMPLE, deal.entry_key)
    record(other, PASSED)
    assert Deal.objects.filter(table=merge(table, other)).count() == 2


def test_what_does_not_fit_is_refused_with_its_faults(table):
    other = start(club=table.evening.club, players=("Anna", "Boris", "Vera", "Zoya"))
    with pytest.raises(Faulty) as faulty:
        merge(table, other)
    assert [(p.where, p.code) for p in faulty.value.problems] == [("players[3]", "not-at-table")]
    third = start(club=table.evening.club)
    record(third, {**SIMPLE, "turned": "clubs", "trump": "clubs"})
    record(third, {**SIMPLE, "turned": None, "trump": "clubs"})
    with pytest.raises(Faulty) as faulty:
        merge(table, third)
    assert [(p.where, p.code) for p in faulty.value.problems] == [("changes[1].turned", "missing")]
    assert Deal.objects.filter(table=third).count() == 2
    with pytest.raises(Unknown):
        merge(table, table)
    close_table(table_id=third.public_id, kitty="carry", by="")
    with pytest.raises(TableClosed):
        merge(table, third)
