"""Sheets whose passed deals are played out: read, written, renumbered, scored as a table for people."""

import json

import pytest

from ledger.management.printed_sheet import printed_sheet
from ledger.rules.deal_facts import DealFacts
from ledger.rules.people import renumbered
from ledger.rules.sheet import read_sheet, score_sheet, write_sheet
from ledger.rules.situation import Kind
from tests.rules.wrong import PASSED, PLAYERS, faults, sheet

PARTOUT = {"kind": "passed", "seat_tricks": [7, 3, 2, 1]}
DINA = {"kind": "join", "player": "Dina"}


def test_the_tricks_of_all_are_written_as_they_were_read():
    read = read_sheet(sheet({**PARTOUT, "note": "late"}, rules="american"))
    assert write_sheet(read)["deals"] == [{**PARTOUT, "note": "late"}]
    assert read_sheet(json.loads(json.dumps(write_sheet(read)))) == read


def test_the_table_for_people_says_who_took_how_many():
    read = read_sheet(sheet({**PARTOUT, "seat_tricks": [7, 0, 2, 4]}, rules="fontainebleau"))
    assert "all passed: Anna 7, Vera 2, Gleb 4" in printed_sheet(read, score_sheet(read))


WRONG = {
    "missing": (sheet({"kind": "passed"}, rules="american"), ["deals[0].seat_tricks: missing"]),
    "in rules that throw the deal in": (
        sheet({**PASSED, "seat_tricks": [7, 3, 2, 1]}),
        ["deals[0].seat_tricks: not-in-variant"],
    ),
    "of three": (
        sheet({**PARTOUT, "seat_tricks": [7, 3, 3]}, rules="american"),
        ["deals[0].seat_tricks: out-of-range"],
    ),
    "a fraction": (
        sheet({**PARTOUT, "seat_tricks": [7, 3, 2.0, 1]}, rules="american"),
        ["deals[0].seat_tricks[2]: wrong-type"],
    ),
    "fourteen together": (
        sheet({**PARTOUT, "seat_tricks": [7, 3, 3, 1]}, rules="american"),
        ["deals[0].seat_tricks: out-of-range"],
    ),
    "of who sits out": (
        sheet({**PARTOUT, "seat_tricks": [7, 3, 2, 1, 0]}, rules="american", players=[*PLAYERS, "Dina"]),
        ["deals[0].seat_tricks[0]: seat-sits-out"],
    ),
    "without who came": (sheet(DINA, PARTOUT, rules="american"), ["deals[1].seat_tricks: out-of-range"]),
    "of who left": (
        sheet(DINA, {"kind": "leave", "seat": 1}, PARTOUT, rules="american"),
        ["deals[2].seat_tricks: out-of-range"],
    ),
}


@pytest.mark.parametrize(("plain", "found"), WRONG.values(), ids=WRONG)
def test_tricks_that_can_not_be_are_refused_where_they_stand(plain, found):
    assert faults(plain) == found


def test_who_came_later_has_his_place_and_who_left_keeps_his():
    joined, left = [0, 3, 2, 1, 7], [7, 0, 2, 1, 3]
    events = (DINA, {**PARTOUT, "seat_tricks": joined}, {"kind": "leave", "seat": 1})
    result = score_sheet(read_sheet(sheet(*events, {**PARTOUT, "seat_tricks": left}, rules="american")))
    assert result["deals"][1]["deltas"] == (-10, 30, 40, 50, -160)
    assert result["deals"][3]["deltas"] == (-150, 0, 50, 60, 40)


@pytest.mark.parametrize(
    ("numbers", "tricks"),
    [
        ({0: 3, 1: 0, 2: 1, 3: 2}, (3, 2, 1, 7)),
        ({0: 1, 1: 0}, (3, 7, 2, 1)),
        ({1: 5, 5: 1}, (7, 0, 2, 1, 0, 3)),
        ({}, (7, 3, 2, 1)),
    ],
    ids=["all turned", "two changed", "one for somebody later", "nobody"],
)
def test_told_with_other_numbers_the_tricks_go_with_their_people(numbers, tricks):
    told = renumbered(DealFacts(kind=Kind.PASSED, seat_tricks=(7, 3, 2, 1)), numbers)
    assert told.seat_tricks == tricks


def test_a_number_that_nobody_has_leaves_no_gap_in_a_sheet():
    facts = DealFacts(kind=Kind.PASSED, seat_tricks=(7, 3, 2, 0, 0, 1))
    told = renumbered(facts, {0: 0, 1: 1, 2: 2, 3: 3, 5: 4})
    assert told.seat_tricks == (7, 3, 2, 0, 1)
