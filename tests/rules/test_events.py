"""What happens between deals: who sits where, who deals next, what moves, and what is refused."""

import json
import re
from pathlib import Path

import pytest

from ledger.rules import sheet as sheet_module
from ledger.rules.document import built_in_variant
from ledger.rules.log import check_entry
from ledger.rules.people import renumbered
from ledger.rules.sheet import read_sheet, score_sheet, write_sheet
from ledger.rules.table import open_table, score_next
from tests.rules.wrong import GERMAN, PASSED, PLAYERS, SIX, STAKE, by_id, faults, sheet

CARD = PASSED
AGAIN = {"kind": "passed"}
MISDEAL = {"kind": "misdeal"}
JOIN = {"kind": "join", "player": "Dina"}
FIVE = SIX[:5]


def leave(seat):
    return {"kind": "leave", "seat": seat}


def swap(one, other):
    return {"kind": "swap", "seats": [one, other]}


def adjust(giver, taker, points=10, reason="revoke"):
    return {"kind": "adjustment", "from": giver, "to": taker, "points": points, "reason": reason}


def play(rules, *entries, seats=4, first_dealer=0):
    """Each entry checked upon the state before it, and scored."""
    variant, state, scored = built_in_variant(rules), open_table(seats, first_dealer), []
    for plain in entries:
        entry = check_entry(variant, state.situation, plain)
        assert not isinstance(entry, list), [(p.where, p.code) for p in entry]
        scored.append(score_next(variant, state, entry))
        state = scored[-1].state
    return scored


ORDERS = {
    "join: behind the last": ([JOIN], (0, 1, 2, 3, 4), 0),
    "join: clockwise behind somebody": ([{**JOIN, "after": 1}], (0, 1, 4, 2, 3), 0),
    "join: from four to five to six": ([JOIN, {**JOIN, "player": "Eva", "after": 0}], (0, 5, 1, 2, 3, 4), 0),
    "leave and come back": ([leave(1), {"kind": "join", "seat": 1, "after": 3}], (0, 2, 3, 1), 0),
    "leave: the dealer, the deal passes to the next present": ([leave(0)], (1, 2, 3), 3),
    "leave: dealer and the next": ([leave(0), leave(3)], (1, 2), 2),
    "substitute: the place and the turn": ([{"kind": "substitute", "seat": 0, "player": "Dina"}], (4, 1, 2, 3), 4),
    "substitute: by one who left": ([JOIN, leave(2), {"kind": "substitute", "seat": 4, "by": 2}], (0, 1, 3, 2), 0),
    "swap: the turn stays with the place": ([swap(0, 2)], (2, 1, 0, 3), 2),
    "swap: not the dealer": ([swap(1, 3)], (0, 3, 2, 1), 0),
    "adjustment and cash out: nobody moves": (
        [adjust(1, 2), {"kind": "cash_out", "seat": 1, "with": 3}],
        (0, 1, 2, 3),
        0,
    ),
}


@pytest.mark.parametrize(("entries", "order", "dealer"), by_id(ORDERS))
def test_who_sits_where_and_deals_next(entries, order, dealer):
    state = play("kassa", *entries)[-1].state
    assert (state.order, state.dealer) == (order, dealer)


def test_where_the_deal_goes_clockwise_the_left_neighbour_follows_the_dealer_who_left():
    assert play("german", leave(0))[-1].state.dealer == 1


def test_events_do_not_count_and_move_nothing():
    scored = play("kassa", CARD, JOIN, leave(1), swap(0, 2), {"kind": "substitute", "seat": 3, "by": 1})
    assert [s.number for s in scored] == [1, None, None, None, None]
    assert [s.multiplier for s in scored] == [1] * 5
    assert all(not any(s.deltas) and s.kitty_change == 0 for s in scored[1:])
    assert scored[-1].state.balances == (-10, -10, -10, -10, 0)


@pytest.mark.parametrize(
    ("rules", "dealers"),
    [
        ("kassa", [0, 3, 2, 2, 4, 1, 0, 0, 3, 2, 1, 0]),
        ("classic", [0, 1, 2, 2, 3, 0, 1, 1, 2, 3, 0, 1]),
    ],
)
def test_the_dealer_over_twelve_deals_with_passes_misdeals_a_newcomer_and_a_leaver(rules, dealers):
    """Dina sits down between Boris and Vera after two deals and leaves after nine: in both directions of play."""
    entries = [CARD, AGAIN, {**JOIN, "after": 1}, MISDEAL, AGAIN, AGAIN, AGAIN, MISDEAL, AGAIN, leave(4)]
    entries += [AGAIN] * 4
    dealt = [
        s.dealer for s, e in zip(play(rules, *entries), entries, strict=True) if e["kind"] in ("passed", "misdeal")
    ]
    assert dealt == dealers


def test_a_tour_is_as_many_deals_as_people_sit_there_and_full_when_some_leave():
    entries = [CARD, AGAIN, AGAIN, AGAIN, leave(4)]
    state = play("kassa", *entries, seats=5)[-1].state
    assert (state.counted, state.tour, state.in_tour) == (4, 2, 0)
    state = play("kassa", *entries[:3], JOIN, AGAIN, AGAIN)[-1].state
    assert (state.counted, state.tour, state.in_tour) == (5, 2, 0)


def test_from_six_back_to_four_everybody_plays_again():
    scored = play("kassa", CARD, leave(4), leave(5), AGAIN, seats=6)
    assert scored[0].deltas == (0, -10, -10, 0, -10, -10)
    assert scored[-1].deltas[4:] == (0, 0)
    assert scored[-1].kitty_change == 40


def test_the_table_says_who_sits_out():
    (scored,) = play("kassa", {**CARD, "sitting_out": [1]}, seats=5)
    assert scored.deltas == (-10, 0, -10, -10, -10)
    (scored,) = play("kassa", {**CARD, "sitting_out": [4, 5], "note": "both at the phone"}, seats=6)
    assert (scored.deltas, scored.facts.note) == ((-10, -10, -10, -10, 0, 0), "both at the phone")


def test_an_adjustment_moves_its_own_points_also_in_the_net():
    for rules in ("kassa", "classic", "german"):
        state = play(rules, adjust(0, 2, 30))[-1].state
        assert (state.balances, state.net) == ((-30, 0, 30, 0), (-30, 0, 30, 0))
    scored = play("kassa", CARD, adjust(1, "kitty", 5), adjust("kitty", 3, 45))
    assert [s.state.kitty for s in scored] == [40, 45, 0]
    assert scored[-1].deltas == (0, 0, 0, 45)


def test_who_cashes_out_has_only_what_comes_after_still_to_settle():
    result = score_sheet(
        read_sheet(
            sheet(
                GERMAN | {"tricks": 7},
                {"kind": "cash_out", "seat": 1, "with": 0},
                leave(1),
                {**JOIN},
                GERMAN | {"declarer": 2},
                rules="german",
                stake=STAKE,
            )
        )
    )
    assert sum(int(m.replace(".", "")) for m in result["money"]) == 0
    assert result["money"][1] == "0.00"
    assert result["players"] == [*PLAYERS, "Dina"]
    assert result["net"][1] > 0


TABLE = {
    "not-at-table: leave": (sheet(leave(1), leave(1)), ["deals[1].seat: not-at-table"]),
    "not-at-table: a deal's seat": (sheet(JOIN, leave(4), {**CARD, "dealer": 4}), ["deals[2].dealer: not-at-table"]),
    "not-at-table: after": (
        sheet(JOIN, leave(4), {**JOIN, "player": "Eva", "after": 4}),
        ["deals[2].after: not-at-table"],
    ),
    "not-at-table: seats": (sheet(swap(0, 4)), ["deals[0].seats: not-at-table"]),
    "not-at-table: sitting_out": (
        sheet({**CARD, "sitting_out": [7]}, players=FIVE),
        ["deals[0].sitting_out: not-at-table"],
    ),
    "at-table-already: join": (sheet({"kind": "join", "seat": 1}), ["deals[0].seat: at-table-already"]),
    "at-table-already: by": (sheet({"kind": "substitute", "seat": 0, "by": 1}), ["deals[0].by: at-table-already"]),
    "table-full": (sheet({**JOIN, "player": "Zoya"}, players=SIX), ["deals[0].kind: table-full"]),
    "table-full: where four is all": (sheet(JOIN, rules="russian"), ["deals[0].kind: table-full"]),
    "table-paused": (sheet(leave(1), CARD, {**JOIN}, CARD), ["deals[1].kind: table-paused"]),
    "last-at-table": (sheet(leave(0), leave(1), leave(2), leave(3)), ["deals[3].kind: last-at-table"]),
    "unknown-seat": (sheet(leave(4), adjust(9, 0)), ["deals[0].seat: unknown-seat"]),
    "seat-sits-out: by the table's own word": (
        sheet({"contract": "misere", "declarer": 1, "tricks": 0, "turned": "clubs", "sitting_out": [1]}, players=FIVE),
        ["deals[0].declarer: seat-sits-out"],
    ),
    "out-of-range: too many sit out": (
        sheet({**CARD, "sitting_out": [0, 1]}, players=FIVE),
        ["deals[0].sitting_out: out-of-range"],
    ),
    "out-of-range: one twice": (
        sheet({**CARD, "sitting_out": [1, 1]}, players=SIX),
        ["deals[0].sitting_out: out-of-range"],
    ),
    "wrong-type: sitting_out": (
        sheet({**CARD, "sitting_out": [True]}, players=FIVE),
        ["deals[0].sitting_out: wrong-type"],
    ),
    "out-of-range: a long note": (sheet({**CARD, "note": "x" * 501}), ["deals[0].note: out-of-range"]),
    "wrong-type: note": (sheet({**CARD, "note": 1}), ["deals[0].note: wrong-type"]),
    "same-seat": (
        sheet(swap(1, 1), adjust(2, 2), {"kind": "cash_out", "seat": 0, "with": 0}),
        ["deals[0].seats: same-seat", "deals[1].to: same-seat", "deals[2].with: same-seat"],
    ),
    "duplicate: also a name that left, however written": (
        sheet(leave(1), {**JOIN, "player": " BORIS "}),
        ["deals[1].player: duplicate"],
    ),
    "duplicate: of two who came": (sheet(JOIN, {**JOIN, "player": "dina"}), ["deals[1].player: duplicate"]),
    "out-of-range: player": (sheet({**JOIN, "player": " "}), ["deals[0].player: out-of-range"]),
    "out-of-range: points": (
        sheet(adjust(0, 1, 0), adjust(0, 1, 1_000_001)),
        ["deals[0].points: out-of-range", "deals[1].points: out-of-range"],
    ),
    "out-of-range: more than lies in the kitty": (
        sheet(CARD, adjust("kitty", 1, 41)),
        ["deals[1].points: out-of-range"],
    ),
    "out-of-range: reason": (sheet(adjust(0, 1, reason="")), ["deals[0].reason: out-of-range"]),
    "missing": (
        sheet({"kind": "join"}, {"kind": "leave"}, {"kind": "adjustment"}, {"kind": "cash_out"}),
        [
            "deals[0].player: missing",
            "deals[1].seat: missing",
            *(f"deals[2].{key}: missing" for key in ("from", "to", "points", "reason")),
            "deals[3].seat: missing",
            "deals[3].with: missing",
        ],
    ),
    "not-in-variant: the kitty": (sheet(adjust(0, "kitty"), rules="german"), ["deals[0].to: not-in-variant"]),
    "not-in-variant: keys of another kind": (
        sheet({**leave(1), "player": "Dina"}, {"kind": "join", "player": "Dina", "seat": 1}),
        ["deals[0].player: not-in-variant", "deals[1].seat: not-in-variant"],
    ),
    "unknown-key: facts of a deal in an event": (sheet({**leave(1), "tricks": 7}), ["deals[0].tricks: unknown-key"]),
    "not-in-variant: keys of events in a deal": (sheet({**CARD, "seats": [0, 1]}), ["deals[0].seats: unknown-key"]),
    "wrong-type: seats": (sheet(swap(0, "1")), ["deals[0].seats: wrong-type"]),
}


@pytest.mark.parametrize(("plain", "found"), by_id(TABLE))
def test_what_is_refused(plain, found):
    assert faults(plain) == found


def test_every_code_of_the_page_is_told_and_its_example_is_a_sheet():
    page = (Path(sheet_module.__file__).parent / "sheet.md").read_text("utf-8")
    told = set(re.findall(r"^\| `([a-z-]+)` \|", page.split("## Faults")[1], re.MULTILINE))
    assert told <= {case[1][0].split(": ")[1] for case in TABLE.values()}
    (example,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    read = read_sheet(json.loads(example))
    assert read_sheet(write_sheet(read)) == read
    assert score_sheet(read)["players"] == ["Анна", "Борис", "Вера", "Глеб", "Дора"]


@pytest.mark.parametrize(
    "entry", [JOIN, leave(1), swap(0, 2), adjust(0, "kitty"), {**CARD, "sitting_out": [], "note": "x"}]
)
def test_an_entry_told_with_other_numbers_and_back_is_the_same(entry):
    facts = check_entry(built_in_variant("kassa"), open_table(4)._replace(kitty=50).situation, entry)
    there = dict(enumerate([3, 0, 1, 2]))
    assert renumbered(renumbered(facts, there), {b: a for a, b in there.items()}) == facts
