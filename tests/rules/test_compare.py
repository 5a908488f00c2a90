"""An evening counted under other rules: what counts there, what does not and why, and what it comes to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.compare import compare, lacking, proposal, unrecorded
from ledger.rules.document import built_in, built_in_variant, read_document
from ledger.rules.facts import DealFacts
from ledger.rules.log import check_entry
from ledger.rules.table import divided, open_table, replay, score_next
from tests.rules.strategies import sheets
from tests.rules.test_properties import facts_of, opened, read

ALL = [(one, other) for one in built_in() for other in built_in()]
SIMPLE = {"contract": "simple", "trump": "hearts", "turned": "hearts", "declarer": 1, "helper": 3, "tricks": 9}
ALONE = {"contract": "simple", "trump": "hearts", "turned": "hearts", "declarer": 1, "tricks": 6}
PASSED = {"kind": "passed", "turned": "clubs"}
SEVEN = {"contract": "7", "trump": "hearts", "turned": "hearts", "declarer": 2, "tricks": 8}
JOIN = {"kind": "join", "player": "Dina"}


def log_of(rules, *entries, seats=4):
    """The entries as the rules read them, each upon the state before it."""
    variant, state, log = built_in_variant(rules), open_table(seats), []
    for plain in entries:
        entry = check_entry(variant, state.situation, plain)
        assert not isinstance(entry, list), [(p.where, p.code) for p in entry]
        log.append(entry)
        state = score_next(variant, state, entry).state
    return log


def compared(rules, there, *entries, contracts=None, seats=4, kitty=0, divide=False):
    played, other = (built_in_variant(r) if isinstance(r, str) else r for r in (rules, there))
    log = log_of(rules, *entries, seats=seats)
    if contracts is None:
        contracts = {c.code: proposal(c, other) or c.code for c in lacking(played, other, log)}
    return compare(played, other, open_table(seats, 0, kitty), log, contracts, divide=divide)


def faults(line):
    return [(p.where, p.code) for p in line.problems]


def changed(rules, **parts):
    """A built-in variant of which some parts are others."""
    variant = read_document({**built_in()[rules], **parts})
    assert not isinstance(variant, list), variant
    return variant


@given(sheets(), st.booleans())
def test_under_the_rules_it_was_played_by_an_evening_is_what_it_was(plain, divide):
    sheet = read(plain)
    found = compare(sheet.variant, sheet.variant, opened(sheet), facts_of(sheet), {}, divide=divide)
    states = [s.state for s in replay(sheet.variant, opened(sheet), facts_of(sheet))]
    assert found.complete
    assert [line.there.state for line in found.lines] == [line.played.state for line in found.lines] == states
    end = [opened(sheet), *states][-1]
    end = divided(end) if divide else end
    assert found.whole == found.sums == found.sums_there
    assert found.whole == (end.balances, end.net, end.kitty)


@given(sheets(least_deals=1), st.sampled_from(sorted(built_in())), st.booleans())
def test_what_counts_is_scored_as_the_other_rules_would_have_and_nothing_else_moves(plain, other, divide):
    sheet, there = read(plain), built_in_variant(other)
    log = facts_of(sheet)
    contracts = {c.code: proposal(c, there) or "" for c in lacking(sheet.variant, there, log)}
    found = compare(sheet.variant, there, opened(sheet), log, contracts, divide=divide)
    opening = opened(sheet) if there.kitty else opened(sheet)._replace(kitty=0)
    told = [line.there.facts for line in found.counted]
    alone = list(replay(there, opening, told))
    assert [s.deltas for s in alone] == [line.there.deltas for line in found.counted]
    assert [line.there is None for line in found.lines] == [bool(line.problems) for line in found.lines]
    assert [(f.declarer, f.tricks, f.helper) for f in told] == [
        (line.entry.declarer, line.entry.tricks, line.entry.helper) for line in found.counted
    ]
    for line in found.counted:
        assert line.there.dealer == line.played.dealer
    counted = [sum(line.played.deltas[p] for line in found.counted) for p in range(opening.people)]
    assert list(found.lines[-1].sums.balances) == counted
    for sums, lay in ((found.sums, sheet.opening_kitty), (found.sums_there, opening.kitty)):
        assert sum(sums.net) + sums.kitty == lay


@pytest.mark.parametrize(
    ("rules", "there", "deal", "why"),
    [
        ("kassa", "german", SIMPLE, [("helper", "helper-not-allowed")]),
        ("german", "classic", {k: v for k, v in SEVEN.items() if k != "turned"}, [("turned", "missing")]),
        ("german", "kassa", {"contract": "misere", "declarer": 2, "tricks": 0}, [("turned", "missing")]),
        (
            "german",
            "kassa",
            {"contract": "11", "trump": "clubs", "declarer": 2, "tricks": 9},
            [("contract", "unknown-contract"), ("turned", "missing")],
        ),
        ("classic", "kassa", {**SEVEN, "contract": "5", "helper": 0, "tricks": 7}, [("helper_tricks", "missing")]),
        ("classic", "kassa", {**SEVEN, "contract": "5", "trump": "clubs"}, [("trump", "trump-not-allowed")]),
    ],
    ids=["helped", "nothing turned", "no senior suit", "no such contract", "the helper's part", "no rank"],
)
def test_a_deal_whose_facts_do_not_do_is_left_out_and_says_why(rules, there, deal, why):
    found = compared(rules, there, deal)
    (line,) = found.lines
    assert faults(line) == why
    assert (line.there, found.counted, found.complete) == (None, (), False)
    assert not any(found.sums.balances)
    assert found.whole.balances == line.played.deltas


def test_a_deal_that_is_left_out_counts_on_neither_side_and_the_turn_goes_on():
    found = compared("kassa", "german", {**SIMPLE, "helper_tricks": 4}, ALONE, PASSED)
    assert [line.there is None for line in found.lines] == [True, False, False]
    assert found.lines[1].there.dealer == found.lines[1].played.dealer == 3
    assert found.lines[2].there.deltas == (0, 0, 0, 0)
    played = [line.played.deltas for line in found.lines]
    assert found.whole.balances == tuple(map(sum, zip(*played, strict=True)))
    assert found.sums.balances == tuple(map(sum, zip(*played[1:], strict=True)))
    # A point for each of the five tricks bid, from each of the others.
    assert found.sums_there.balances == (-5, 15, -5, -5)


@pytest.mark.parametrize(
    ("rules", "there", "deal", "aside"),
    [
        ("kassa", "german", {**ALONE, "boston_holder": 2}, ("turned", "boston_holder")),
        ("kassa", "classic", {**ALONE, "revoke": 2, "unclaimed": True}, ("revoke", "unclaimed")),
        ("kassa", "classic", {"kind": "misdeal", "fault": True, "forfeit": True}, ("fault", "forfeit")),
    ],
)
def test_facts_that_mean_nothing_there_are_left_aside_and_named(rules, there, deal, aside):
    (line,) = compared(rules, there, deal).lines
    assert line.there is not None
    assert line.aside == aside


def test_a_passed_deal_feeds_the_kitty_where_there_is_one_and_counts_where_it_counts():
    found = compared("kassa", "german", PASSED, kitty=7)
    (line,) = found.lines
    assert (line.played.number, line.there.number) == (1, None)
    assert (line.sums.kitty, line.sums_there.kitty) == (47, 0)


@pytest.mark.parametrize(
    ("rules", "code", "there", "proposed"),
    [
        ("kassa", "nine", "german", "9"),
        ("kassa", "simple", "classic", "5"),
        ("kassa", "misere", "classic", "big-null"),
        ("classic", "little-null", "german", "misere"),
        ("german", "boston", "classic", "slam"),
        ("german", "5", "kassa", "simple"),
        ("german", "8", "kassa", "solo"),
        ("german", "11", "kassa", None),
    ],
)
def test_a_contract_is_proposed_as_the_one_most_like_it(rules, code, there, proposed):
    played = built_in_variant(rules, (("boston", True),) if rules == "german" else ())
    assert proposal(played.by_code[code], built_in_variant(there)) == proposed


@pytest.mark.parametrize(("one", "other"), ALL)
def test_only_contracts_that_are_not_there_are_asked_about(one, other):
    played, there = built_in_variant(one), built_in_variant(other)
    log = [DealFacts(contract=code) for code in reversed(list(played.by_code))]
    missing = [c.code for c in lacking(played, there, log)]
    assert missing == [code for code in played.by_code if code not in there.by_code]


def test_a_contract_counts_as_the_one_that_was_picked():
    deal = {"contract": "misere", "declarer": 2, "tricks": 0}
    prices = []
    for code in ("little-null", "big-open-null"):
        (line,) = compared("german", "classic", deal, contracts={"misere": code}).lines
        prices.append(line.there.deltas[2])
        assert line.there.facts.contract == code
    assert prices == [10, 45]
    (left_out,) = compared("german", "classic", deal, contracts={"misere": ""}).lines
    assert faults(left_out) == [("contract", "unknown-contract")]


def test_a_contract_of_the_same_name_is_the_same_whatever_was_picked():
    (line,) = compared("german", "german", SEVEN | {"turned": None}, contracts={"7": "13"}).lines
    assert line.there.facts.contract == "7"


def test_who_comes_and_goes_does_so_there_too_and_the_dealer_sits_out():
    entries = (SIMPLE, JOIN, {**ALONE, "declarer": 0, "turned": "clubs"}, {"kind": "leave", "seat": 2}, PASSED)
    found = compared("kassa", "russian", *entries, contracts={"simple": "5"})
    assert found.complete
    assert [line.there.dealer for line in found.deals] == [line.played.dealer for line in found.deals]
    assert found.lines[-1].there.state.order == found.lines[-1].played.state.order == (0, 1, 3, 4)
    assert len(found.sums_there.balances) == 5
    assert found.sums_there.balances[4] == 0


def test_points_moved_by_hand_move_there_too_unless_a_kitty_is_missing():
    by_hand = {"kind": "adjustment", "from": 0, "to": 1, "points": 3, "reason": "a bet"}
    from_kitty = {**by_hand, "from": "kitty"}
    found = compared("kassa", "german", PASSED, by_hand, from_kitty)
    assert [faults(line)[:1] for line in found.lines] == [[], [], [("from", "not-in-variant")]]
    assert found.sums_there.balances == (-3, 3, 0, 0)
    assert found.sums.balances == (-13, -7, -10, -10)
    assert found.whole.balances == (-13, -4, -10, -10)
    assert len(found.deals) == len(found.counted) == 1


def test_a_kitty_that_was_divided_is_divided_on_both_sides():
    half = changed("kassa", kitty={**built_in()["kassa"]["kitty"], "ante": 5})
    found = compared("kassa", half, PASSED, divide=True)
    assert (found.whole.kitty, found.sums.kitty, found.sums_there.kitty) == (0, 0, 0)
    assert found.whole.balances == found.sums.balances
    assert sum(found.sums_there.balances) == 0


def test_a_debt_of_the_kitty_that_deals_left_out_had_fed_is_not_divided():
    nowhere = changed("kassa", contracts=built_in()["kassa"]["contracts"][1:])
    failed = {**ALONE, "tricks": 4}
    made = {"contract": "misere", "declarer": 2, "tricks": 0, "turned": "hearts"}
    found = compared("kassa", nowhere, failed, made, contracts={"simple": ""}, divide=True)
    assert [line.there is None for line in found.lines] == [True, False]
    assert (found.whole.kitty, found.sums.kitty, found.sums_there.kitty) == (0, -40, 0)
    assert sum(found.sums.balances) == 40


def test_what_nobody_was_asked_for_is_named_where_it_would_count():
    played, there = built_in_variant("classic"), built_in_variant("kassa")
    both = ("boston_holder", "revoke")
    for contracts, expected in (({"7": "solo"}, both), ({"7": ""}, ())):
        found = compared("classic", "kassa", SEVEN, contracts=contracts)
        assert unrecorded(played, there, found) == expected
    found = compared("classic", "kassa", {**PASSED, "turned": "clubs"})
    assert unrecorded(played, there, found) == ("revoke",)
    assert unrecorded(there, there, compared("kassa", "kassa", ALONE)) == ()
