"""People come late, leave, change places; points are moved by hand: all in the log, undone like a deal."""

from unicodedata import normalize
from uuid import uuid4

import pytest

from ledger.models import Player, Seat
from ledger.queries.settlement import settlement_view
from ledger.queries.sheet import export_sheet, sheet_view
from ledger.queries.tables import table_picture
from ledger.rules.document import built_in
from ledger.rules.settlement import Stake
from ledger.rules.sheet import read_sheet, score_sheet
from ledger.services.deals import correct_deal, insert_deal, restore_deal, undo_deal
from ledger.services.errors import Conflict, Faulty
from ledger.services.sheets import import_sheet
from ledger.services.tables import announce, close_table
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
    start,
)

pytestmark = pytest.mark.django_db

DORA = {"kind": "join", "player": "Dora"}
LEAVE = {"kind": "leave", "seat": BORIS}
STAKE = Stake(10, 5000, "EUR")


@pytest.fixture
def table():
    table = start()
    record(table, SIMPLE)
    return table


def state(table):
    return again(table).kept_state


def names(table, by=""):
    return {"table_id": table.public_id, "by": by}


def undo(table, recorded, **more):
    return undo_deal(deal_key=recorded.deal.entry_key, **names(table), **more)


def restore(table, recorded):
    return restore_deal(deal_key=recorded.deal.entry_key, entry_key=uuid4(), **names(table))


def refused(table, facts):
    with pytest.raises(Faulty) as faulty:
        record(table, facts)
    return [(p.where, p.code) for p in faulty.value.problems]


def seated(table):
    return [s.name for s in table_picture(again(table)).seats]


def test_somebody_joins_from_the_next_deal_on_up_to_six(table):
    record(table, {**DORA, "after": ANNA})
    record(table, {"kind": "join", "player": "Egor"})
    assert seated(table) == ["Anna", "Dora", "Boris", "Vera", "Gleb", "Egor"]
    record(table, {"kind": "passed"})
    assert state(table).balances[4:] == (0, -10)
    assert refused(table, {"kind": "join", "player": "Zoya"}) == [("kind", "table-full")]
    assert differences(table) == []


def test_who_comes_is_somebody_of_the_club_found_by_the_folded_name(table):
    club = table.evening.club
    known = Player.objects.create(club=club, name="Dora", folded="dora")
    record(table, {"kind": "join", "player": " DORA "})
    assert Seat.objects.get(table=table, number=4).player == known
    assert Player.objects.filter(club=club).count() == 5


@pytest.mark.parametrize(
    "name", ["Иван П.", "אבי", "🃏Даша", "👨‍👩‍👧", "Anna-Maria von Ü.", "Ё" * 50, "e\u0301"], ids=repr
)
def test_every_name_comes_in_and_goes_out_whole(table, name):
    record(table, {"kind": "join", "player": name})
    record(table, {"kind": "join", "player": "Иван"})
    assert seated(table)[4:] == [normalize("NFC", name), "Иван"]
    sheet = read_sheet(export_sheet(again(table)))
    assert score_sheet(sheet)["players"][4:] == seated(table)[4:]


@pytest.mark.parametrize("name", ["anna", "DORA", "Dora ", ""])
def test_a_name_stands_once_at_a_table_also_of_one_who_left(table, name):
    joined = record(table, DORA)
    record(table, {"kind": "leave", "seat": 4})
    code = "duplicate" if name else "out-of-range"
    assert refused(table, {"kind": "join", "player": name}) == [("player", code)]
    assert joined.created


def test_an_arrival_that_was_undone_keeps_its_number_free_and_gives_it_back_to_the_same_name(table):
    dora = record(table, DORA)
    undo(table, dora)
    record(table, {"kind": "join", "player": "Egor"})
    assert state(table).order == (0, 1, 2, 3, 5)
    record(table, {"kind": "join", "player": "dora"})
    assert state(table).order == (0, 1, 2, 3, 5, 4)
    assert Seat.objects.filter(table=table).count() == 6
    assert differences(table) == []


def test_undoing_an_earlier_arrival_renumbers_nobody(table):
    dora, egor = record(table, DORA), record(table, {"kind": "join", "player": "Egor"})
    passed = record(table, {"kind": "passed", "sitting_out": [ANNA, 4]})
    gone = record(table, {"kind": "leave", "seat": VERA})
    before = state(table).balances[5]
    with pytest.raises(Faulty) as faulty:
        undo(table, dora)
    assert set(faulty.value.later) == {4}
    assert state(table).balances[5] == before == -10
    undo(table, passed)
    undo(table, dora)
    assert state(table).order == (ANNA, BORIS, GLEB, 5)
    assert egor.created
    assert gone.created


def test_a_name_that_was_misheard_is_corrected_and_everybody_keeps_his_number(table):
    dora = record(table, DORA)
    record(table, {**MISERE, "declarer": 4})
    correct_deal(deal_key=dora.deal.entry_key, entry_key=uuid4(), facts={**DORA, "player": "Dara"}, **names(table))
    assert seated(table)[4] == "Dara"
    assert state(table).balances[4] > 0
    assert differences(table) == []


def test_who_leaves_keeps_his_points_and_the_dealer_passes_the_deal_on(table):
    before = state(table).balances[GLEB]
    assert state(table).dealer == GLEB
    record(table, DORA)
    record(table, {"kind": "leave", "seat": GLEB})
    assert state(table).dealer == VERA
    picture = table_picture(again(table))
    assert [(gone.name, gone.balance) for gone in picture.left] == [("Gleb", before)]
    record(table, {"kind": "passed"})
    assert state(table).balances[GLEB] == before
    assert refused(table, {**MISERE, "declarer": GLEB}) == [("declarer", "not-at-table")]


def test_below_four_the_table_pauses_until_somebody_comes(table):
    record(table, LEAVE)
    picture = table_picture(again(table))
    assert (picture.paused, len(picture.seats)) == (True, 3)
    assert refused(table, PASSED) == [("kind", "table-paused")]
    record(table, {"kind": "join", "seat": BORIS, "after": ANNA})
    assert not table_picture(again(table)).paused
    assert record(table, PASSED).created


def test_the_last_one_stays():
    table = start()
    for seat in (ANNA, BORIS, VERA):
        record(table, {"kind": "leave", "seat": seat})
    assert refused(table, {"kind": "leave", "seat": GLEB}) == [("kind", "last-at-table")]
    assert table_picture(again(table)).first_voice == GLEB


def test_a_substitute_takes_over_the_seat_and_everybody_his_own_points(table):
    before = state(table)
    record(table, {"kind": "substitute", "seat": GLEB, "player": "Dora"})
    assert state(table).order == (ANNA, BORIS, VERA, 4)
    assert state(table).dealer == 4
    assert state(table).balances == (*before.balances, 0)
    record(table, {"kind": "substitute", "seat": 4, "by": GLEB})
    assert state(table).order == before.order


def test_events_are_undone_redone_and_inserted_like_deals(table):
    swap = record(table, {"kind": "swap", "seats": [ANNA, BORIS]})
    passed = record(table, PASSED)
    assert state(table).order[:2] == (BORIS, ANNA)
    undo(table, swap)
    assert state(table).order[:2] == (ANNA, BORIS)
    assert restore(table, swap).created
    assert state(table).order[:2] == (BORIS, ANNA)
    made = insert_deal(before=passed.deal.entry_key, entry_key=uuid4(), facts=DORA, **names(table))
    assert (made.result.position, state(table).order) == (3, (BORIS, ANNA, VERA, GLEB, 4))
    assert differences(table) == []


def test_an_event_sent_twice_is_one_and_of_two_phones_one_is_told(table):
    key = uuid4()
    assert record(table, DORA, key, position=2).created
    assert not record(table, DORA, key, position=2).created
    with pytest.raises(Conflict) as conflict:
        record(table, {"kind": "join", "player": "Egor"}, position=2)
    assert conflict.value.deal.entry_key == key


def test_the_table_says_who_sits_out_by_a_tap_also_announced():
    table = start(seats=5)
    announce(table_id=table.public_id, position=1, facts={"sitting_out": [BORIS]}, by="")
    assert [s.name for s in table_picture(again(table)).seats if s.sits_out] == ["Boris"]
    record(table, {**PASSED, "sitting_out": [BORIS], "note": "Boris fetches the tea"})
    assert state(table).balances == (-10, 0, -10, -10, -10)
    assert table_picture(again(table)).last[0].facts.note == "Boris fetches the tea"
    assert [s.last_change for s in table_picture(again(table)).seats][1] is None
    assert refused(table, {**PASSED, "note": "x" * 501}) == [("note", "out-of-range")]


@pytest.mark.parametrize("rules", sorted(built_in()))
def test_an_adjustment_by_hand_is_a_line_of_its_own_with_a_reason(rules):
    table = start(rules)
    record(table, {"kind": "adjustment", "from": GLEB, "to": ANNA, "points": 12, "reason": "a revoke"})
    assert balances(table)[0] == (12, 0, 0, -12)
    assert table_picture(again(table)).number == 1
    (row,) = sheet_view(again(table)).rows
    assert (row.number, row.facts.reason, row.deltas) == (None, "a revoke", (12, 0, 0, -12))


def test_an_adjustment_takes_no_more_out_of_the_kitty_than_lies_there(table):
    passed = record(table, PASSED)
    taken = {"kind": "adjustment", "from": "kitty", "to": ANNA, "points": 40, "reason": "miscounted"}
    assert refused(table, {**taken, "points": 41}) == [("points", "out-of-range")]
    record(table, taken)
    assert state(table).kitty == 0
    with pytest.raises(Faulty) as faulty:
        undo(table, passed)
    assert set(faulty.value.later) == {3}


def test_somebody_is_cashed_out_and_the_rest_play_on():
    table = start(stake=STAKE)
    record(table, SIMPLE)
    won = {s.name: s.money for s in settlement_view(again(table)).seats}
    record(table, {"kind": "cash_out", "seat": GLEB, "with": ANNA})
    record(table, {"kind": "substitute", "seat": GLEB, "player": "Dora"})
    view = settlement_view(again(table))
    money = {s.name: s.money for s in view.seats}
    assert money == {**won, "Gleb": 0, "Anna": won["Anna"] + won["Gleb"], "Dora": 0}
    assert [s.net for s in view.seats] == [*state(table).net]
    assert [(s.name, s.left) for s in view.seats if s.left] == [("Gleb", True)]
    record(table, {**MISERE, "declarer": 4})
    close_table(kitty="divide", **names(table))
    ended = settlement_view(again(table))
    assert sum(s.money for s in ended.seats) + ended.kitty_money == 0
    assert {s.name: s.money for s in ended.seats}["Gleb"] == 0


def test_the_kitty_is_divided_among_those_who_sit_there():
    table = start(seats=5)
    record(table, PASSED)
    record(table, LEAVE)
    close_table(kitty="divide", **names(table))
    assert [s.kitty_share for s in settlement_view(again(table)).seats] == [10, 0, 10, 10, 10]


def test_a_sheet_with_events_goes_out_and_comes_back_counting_people_as_they_came(table):
    undo(table, record(table, DORA))
    record(table, {"kind": "join", "player": "Egor", "after": ANNA})
    record(table, {**MISERE, "declarer": 5})
    record(table, {"kind": "cash_out", "seat": 5, "with": ANNA})
    plain = export_sheet(again(table))
    assert plain["deals"][2]["declarer"] == 4
    assert import_sheet(read_sheet(plain), club=None, by="") == (table, False)
    for entry in plain["deals"]:
        del entry["entry_key"]
    other, created = import_sheet(read_sheet(plain), club=None, by="")
    assert created
    assert differences(other) == []
    ours, theirs = (settlement_view(again(t)).seats for t in (table, other))
    assert [(s.name, s.net, s.cash) for s in ours] == [(s.name, s.net, s.cash) for s in theirs]
    assert seated(other) == seated(table)
    assert state(other).order == (0, 4, 1, 2, 3)
