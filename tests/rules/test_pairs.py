"""Who won how much from whom: what everybody settles with everybody where it is done each with each."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.currencies import MINOR_UNITS
from ledger.rules.document import built_in_variant
from ledger.rules.events import EventFacts, EventKind
from ledger.rules.log import check_entry
from ledger.rules.pairs import pair_money, pair_points
from ledger.rules.postings import KITTY, Reason
from ledger.rules.settlement import Stake
from ledger.rules.sheet import Sheet, read_sheet
from ledger.rules.table import Entry, TableState, movements, open_table, score_next
from ledger.rules.variant import Variant
from tests.rules.strategies import CODES, deals, sheets

WITHOUT_KITTY = tuple(code for code in CODES if built_in_variant(code).kitty is None)
Log = list[tuple[TableState, Entry]]

GERMAN = {"contract": "8", "trump": "hearts", "declarer": 1, "tricks": 8}


def fold(variant: Variant, state: TableState, entries: Sequence[Entry]) -> tuple[Log, TableState]:
    """Each entry with the state before it, and the state after the last."""
    log: Log = []
    for entry in entries:
        log.append((state, entry))
        state = score_next(variant, state, entry).state
    return log, state


def opened(plain: dict[str, Any]) -> tuple[Sheet, TableState]:
    sheet = read_sheet(plain)
    assert isinstance(sheet, Sheet)
    return sheet, open_table(len(sheet.players), sheet.first_dealer, sheet.opening_kitty)


def rows(pairs: dict[tuple[int, int], int], people: int) -> list[int]:
    """What each has won from all others together."""
    won = [0] * people
    for (one, other), amount in pairs.items():
        won[one] += amount
        won[other] -= amount
    return won


def told(rules: str, *entries: dict[str, Any], seats: int = 4) -> dict[tuple[int, int], int]:
    """Who won how much from whom over these entries; Anna deals first."""
    variant, state = built_in_variant(rules), open_table(seats)
    log: Log = []
    for plain in entries:
        entry = check_entry(variant, state.situation, plain)
        assert not isinstance(entry, list), [(p.where, p.code) for p in entry]
        log.append((state, entry))
        state = score_next(variant, state, entry).state
    return pair_points(variant, log)


@given(sheets(codes=WITHOUT_KITTY, stakes=False))
def test_what_everybody_won_from_the_others_is_what_he_won(plain: dict[str, Any]) -> None:
    sheet, start = opened(plain)
    log, end = fold(sheet.variant, start, [deal.facts for deal in sheet.deals])
    pairs = pair_points(sheet.variant, log)
    assert rows(pairs, end.people) == list(end.net)
    assert all(one < other for one, other in pairs)
    assert all(pairs.values())


@st.composite
def moved_by_hand(draw: st.DrawFn, people: int, kitty: bool) -> EventFacts:
    giver, taker = draw(st.permutations(range(people)))[:2]
    if draw(st.booleans()):
        return EventFacts(EventKind.CASH_OUT, seat=giver, answers=taker)
    if kitty and draw(st.booleans()):
        taker = KITTY
    points = draw(st.integers(1, 99))
    return EventFacts(EventKind.ADJUSTMENT, giver=giver, taker=taker, points=points, reason="a revoke seen late")


@given(sheets(stakes=False), st.data())
def test_all_that_lacks_went_through_the_kitty_or_was_moved_by_hand(plain: dict[str, Any], data: st.DataObject) -> None:
    sheet, start = opened(plain)
    entries: list[Entry] = []
    for deal in sheet.deals:
        entries.append(deal.facts)
        if data.draw(st.integers(0, 3)) == 0:
            entries.append(data.draw(moved_by_hand(start.people, sheet.variant.kitty is not None)))
    log, end = fold(sheet.variant, start, entries)
    besides = [0] * end.people
    for state, entry in log:
        for moved in movements(sheet.variant, state, entry):
            if moved.reason is Reason.ADJUSTMENT or KITTY in (moved.giver, moved.taker):
                besides[moved.giver] -= moved.points if moved.giver != KITTY else 0
                besides[moved.taker] += moved.points if moved.taker != KITTY else 0
    won = rows(pair_points(sheet.variant, log), end.people)
    assert [pair + other for pair, other in zip(won, besides, strict=True)] == list(end.net)


@given(st.sampled_from(WITHOUT_KITTY), st.data())
def test_somebody_who_comes_later_has_won_from_those_he_played_with(code: str, data: st.DataObject) -> None:
    variant = built_in_variant(code)
    if variant.seating.most == 4:
        replaced = data.draw(st.integers(0, 3))
        come = EventFacts(EventKind.SUBSTITUTE, seat=replaced, player="Dina")
    else:
        come = EventFacts(EventKind.JOIN, player="Dina", after=data.draw(st.integers(0, 3)))
    log, state = fold(variant, open_table(4), [come])
    for _ in range(data.draw(st.integers(1, 6))):
        plain = data.draw(deals(variant, state.situation))
        entry = check_entry(variant, state.situation, plain)
        assert not isinstance(entry, list)
        more, state = fold(variant, state, [entry])
        log += more
    assert rows(pair_points(variant, log), 5) == list(state.net)


EVENINGS = {
    "nothing played": ("german", [], {}),
    "passed: nobody lost to anybody": ("german", [{"kind": "passed"}], {}),
    "with a bank: each has the difference of what they wrote down": (
        "classic",
        [
            {"contract": "7", "trump": "hearts", "turned": "hearts", "declarer": 2, "tricks": 7},
            {"contract": "5", "trump": "clubs", "turned": "clubs", "declarer": 0, "helper": 1, "tricks": 8},
        ],
        {(0, 1): 1, (0, 2): 2 - 8, (0, 3): 2, (1, 2): 1 - 8, (1, 3): 1, (2, 3): 8},
    ),
    "alone: from each of the three": ("german", [GERMAN], {(0, 1): -8, (1, 2): 8, (1, 3): 8}),
    "lost: to each of the three": ("german", [GERMAN | {"tricks": 7}], {(0, 1): 8, (1, 2): -8, (1, 3): -8}),
    "won and lost back: nobody owes anything": ("german", [GERMAN, GERMAN | {"tricks": 7}], {}),
    "with a kitty: only what opponents pay": (
        "kassa",
        [{"contract": "misere", "declarer": 2, "tricks": 0, "turned": "clubs"}],
        {(0, 2): -20, (1, 2): -20, (2, 3): 20},
    ),
    "with a helper: one opponent pays the declarer, the other the helper": (
        "kassa",
        [{"contract": "simple", "trump": "hearts", "turned": "hearts", "declarer": 1, "helper": 3, "tricks": 8}],
        {(1, 2): 6, (0, 3): -6},
    ),
    "all passed: the antes lie in the kitty": ("kassa", [{"kind": "passed", "turned": "clubs"}], {}),
    "moved by hand: settled besides": (
        "german",
        [{"kind": "adjustment", "from": 0, "to": 2, "points": 30, "reason": "revoke"}],
        {},
    ),
    "cashed out: settled besides": (
        "german",
        [GERMAN, {"kind": "cash_out", "seat": 1, "with": 0}],
        {(0, 1): -8, (1, 2): 8, (1, 3): 8},
    ),
}


@pytest.mark.parametrize(("rules", "entries", "pairs"), EVENINGS.values(), ids=EVENINGS)
def test_who_won_from_whom(rules: str, entries: list[dict[str, Any]], pairs: dict[tuple[int, int], int]) -> None:
    assert told(rules, *entries) == pairs


def test_who_sat_out_has_nothing_to_do_with_a_deal() -> None:
    seven = {"contract": "7", "trump": "hearts", "turned": "hearts", "declarer": 2, "tricks": 7}
    assert told("classic", seven, seats=5) == {(1, 2): -8, (2, 3): 8, (2, 4): 8}
    assert told("classic", seven | {"sitting_out": [1]}, seats=5) == {(0, 2): -8, (2, 3): 8, (2, 4): 8}


def test_the_pairs_do_not_depend_on_what_was_played_first() -> None:
    other = GERMAN | {"declarer": 2, "tricks": 5}
    assert list(told("german", GERMAN, other).items()) == list(told("german", other, GERMAN).items())


@given(
    st.dictionaries(st.tuples(st.integers(0, 5), st.integers(6, 9)), st.integers(-(10**6), 10**6)),
    st.integers(1, 1000),
    st.integers(0, 10**13 - 1),
    st.sampled_from(["EUR", "JPY", "KWD", "CLF"]),
)
def test_money_of_a_pair_is_less_than_a_unit_short_and_the_same_seen_from_the_other_side(
    points: dict[tuple[int, int], int], per: int, amount: int, currency: str
) -> None:
    stake = Stake(per, amount, currency)
    money = pair_money(points, stake)
    assert money.keys() == points.keys()
    for pair, won in points.items():
        exact = abs(won) * amount * 10 ** MINOR_UNITS[currency]  # in units of 1 / (per * 10**4)
        assert 0 <= exact - abs(money[pair]) * per * 10**4 < per * 10**4
        assert money[pair] * won >= 0
    turned = pair_money({pair: -won for pair, won in points.items()}, stake)
    assert turned == {pair: -minor for pair, minor in money.items()}


def test_a_fraction_of_a_cent_is_nobodys() -> None:
    third = Stake(3, 10_000, "JPY")
    assert pair_money({(0, 1): 5, (0, 2): -5, (1, 2): 2, (2, 3): 6}, third) == {
        (0, 1): 1,
        (0, 2): -1,
        (1, 2): 0,
        (2, 3): 2,
    }
