"""What contradicts the rules in one deal: the rows of the fault table that concern a deal, and what hides what."""

import pytest

from tests.rules.wrong import GERMAN, GONE, HELPED, PASSED, SEVEN, SIMPLE, SIX, by_id, deal, faults, sheet

IN_KASSA = {
    "missing: what a played deal owes": (
        {},
        ["contract: missing", "declarer: missing", "tricks: missing", "turned: missing"],
    ),
    "missing: trump and turned": (deal(SIMPLE, trump=GONE, turned=None), ["trump: missing", "turned: missing"]),
    "missing: turned in the first deal, also in a solo": (
        deal(SIMPLE, contract="solo", turned=GONE),
        ["turned: missing"],
    ),
    "missing: turned in the first deal, also in a misere": (
        {"contract": "misere", "declarer": 0, "tricks": 0},
        ["turned: missing"],
    ),
    "missing: turned in the first deal, also in a passed one": ({"kind": "passed"}, ["turned: missing"]),
    "missing: helper_tricks where the two took fewer than eight": (deal(HELPED, tricks=7), ["helper_tricks: missing"]),
    "missing: helper_tricks where an opponent revoked": (deal(HELPED, tricks=7, revoke=0), ["helper_tricks: missing"]),
    "helper_tricks: not owed where one of the two revoked": (deal(HELPED, tricks=7, revoke=3), []),
    "helper_tricks: optional where the two made it": (deal(HELPED, helper_tricks=13, tricks=13), []),
    "out-of-range: kind": (deal(SIMPLE, kind="redealt"), ["kind: out-of-range"]),
    "wrong-type: kind": (deal(SIMPLE, kind=["played"]), ["kind: wrong-type"]),
    "unknown-seat: the dealer even where the kind is not known": (
        {"kind": "?", "dealer": 4, "turned": "stars", "x": 1},
        ["kind: out-of-range", "dealer: unknown-seat", "turned: out-of-range", "x: unknown-key"],
    ),
    "wrong-type: contract": (deal(SIMPLE, contract=7), ["contract: wrong-type"]),
    "unknown-contract": (deal(SIMPLE, contract="slam"), ["contract: unknown-contract"]),
    "wrong-type: numbers": (
        deal(HELPED, declarer="1", helper=True, tricks=7.0, helper_tricks=[]),
        ["declarer: wrong-type", "tricks: wrong-type", "helper: wrong-type", "helper_tricks: wrong-type"],
    ),
    "out-of-range: tricks": (deal(SIMPLE, tricks=14), ["tricks: out-of-range"]),
    "out-of-range: tricks below zero": (
        deal(HELPED, tricks=-1, helper_tricks=14),
        ["tricks: out-of-range", "helper_tricks: out-of-range"],
    ),
    "out-of-range: suits": (deal(SIMPLE, trump="Hearts", turned=""), ["turned: out-of-range", "trump: out-of-range"]),
    "wrong-type: suits": (deal(SIMPLE, trump=1, turned=["hearts"]), ["turned: wrong-type", "trump: wrong-type"]),
    "unknown-seat": (
        deal(HELPED, dealer=4, declarer=-1, helper=9, boston_holder=4, revoke=4),
        [f"{k}: unknown-seat" for k in ("declarer", "helper", "dealer", "boston_holder", "revoke")],
    ),
    "same-seat": (deal(HELPED, helper=1), ["helper: same-seat"]),
    "helper-not-allowed": (deal(HELPED, contract="solo"), ["helper: helper-not-allowed"]),
    "not-in-variant: helper_tricks without a helper": (
        deal(SIMPLE, helper_tricks=3),
        ["helper_tricks: not-in-variant"],
    ),
    "not-in-variant: helper_tricks where the helper is null": (
        deal(SIMPLE, helper=None, helper_tricks="x"),
        ["helper_tricks: not-in-variant"],
    ),
    "not-in-variant: helper_tricks without an allowed helper": (
        deal(HELPED, contract="nine", helper_tricks=3),
        ["helper: helper-not-allowed", "helper_tricks: not-in-variant"],
    ),
    "unknown-seat: before helper-not-allowed": (deal(HELPED, contract="solo", helper=4), ["helper: unknown-seat"]),
    "helper-tricks-over-tricks": (deal(HELPED, helper_tricks=10), ["helper_tricks: helper-tricks-over-tricks"]),
    "trump-not-allowed: neither senior nor turned": (deal(SIMPLE, trump="clubs"), ["trump: trump-not-allowed"]),
    "trump-not-allowed: a misere": (
        deal(SIMPLE, contract="misere"),
        ["trump: trump-not-allowed"],
    ),
    "wrong-type: trump in a misere, the earlier row": (deal(SIMPLE, contract="misere", trump=1), ["trump: wrong-type"]),
    "solo: any suit": (deal(SIMPLE, contract="solo", trump="clubs"), []),
    "not-in-variant: boston_holder in misere": (
        deal(SIMPLE, contract="misere", trump=GONE, boston_holder=7),
        ["boston_holder: not-in-variant"],
    ),
    "wrong-type: unclaimed": (deal(SIMPLE, unclaimed=1), ["unclaimed: wrong-type"]),
    "not-in-variant: what only a played deal has, in a passed one": (
        {**HELPED, "kind": "passed", "helper_tricks": 3, "boston_holder": 0, "revoke": 0, "unclaimed": True},
        [
            f"{k}: not-in-variant"
            for k in (
                "contract",
                "trump",
                "declarer",
                "tricks",
                "helper",
                "helper_tricks",
                "boston_holder",
                "revoke",
                "unclaimed",
            )
        ],
    ),
    "not-in-variant: fault and forfeit in a played deal, whatever they hold": (
        deal(SIMPLE, fault="x", forfeit=1),
        ["fault: not-in-variant", "forfeit: not-in-variant"],
    ),
    "not-in-variant: forfeit without fault": ({"kind": "misdeal", "forfeit": "x"}, ["forfeit: not-in-variant"]),
    "not-in-variant: forfeit where fault is false": (
        {"kind": "misdeal", "fault": False, "forfeit": True},
        ["forfeit: not-in-variant"],
    ),
    "wrong-type: fault": ({"kind": "misdeal", "fault": 0, "forfeit": True}, ["fault: wrong-type"]),
    "out-of-range: turned in a misdeal, though it is ignored": (
        {"kind": "misdeal", "turned": "x"},
        ["turned: out-of-range"],
    ),
    "false is no key, even where it does not belong": (
        {**PASSED, "unclaimed": False, "fault": False, "forfeit": False},
        [],
    ),
    "false is no key only for a deal's switches": ({**PASSED, "helper": False}, ["helper: not-in-variant"]),
    "null is no key, even where it does not belong": ({**PASSED, "contract": None, "revoke": None, "colour": None}, []),
}

IN_CLASSIC = {
    "not-in-variant: what only the game with a kitty has": (
        deal(SEVEN, boston_holder=0, revoke="x", unclaimed=True, fault=True, forfeit=True),
        [f"{k}: not-in-variant" for k in ("boston_holder", "revoke", "unclaimed", "fault", "forfeit")],
    ),
    "not-in-variant: the fault of a misdeal": ({"kind": "misdeal", "fault": True}, ["fault: not-in-variant"]),
    "missing: turned in a deal with a trump": (deal(SEVEN, turned=GONE), ["turned: missing"]),
    "turned: optional in a null": ({"contract": "big-null", "declarer": 0, "tricks": 13}, []),
    "out-of-range: tricks of a little null": (
        {"contract": "little-null", "declarer": 0, "tricks": 13},
        ["tricks: out-of-range"],
    ),
    "little null: twelve tricks": ({"contract": "little-null", "declarer": 0, "tricks": 12}, []),
    "helper-not-allowed: seven is played alone": (deal(SEVEN, helper=0), ["helper: helper-not-allowed"]),
    "helper_tricks: optional": (deal(SEVEN, contract="6", helper=0, helper_tricks=7), []),
    "unknown-contract: ten can't be bid": (deal(SEVEN, contract="10"), ["contract: unknown-contract"]),
}

IN_GERMAN = {
    "not-in-variant: nothing is turned": (deal(GERMAN, turned="hearts"), ["turned: not-in-variant"]),
    "not-in-variant: nothing is turned in a passed deal either": (
        {"kind": "passed", "turned": 1},
        ["turned: not-in-variant"],
    ),
    "helper-not-allowed: never": (deal(GERMAN, helper=0), ["helper: helper-not-allowed"]),
    "not-in-variant: helper_tricks": (
        deal(GERMAN, helper=0, helper_tricks=99),
        ["helper: helper-not-allowed", "helper_tricks: not-in-variant"],
    ),
    "trump-not-allowed: misere": (deal(GERMAN, contract="misere"), ["trump: trump-not-allowed"]),
}


@pytest.mark.parametrize(("plain", "expected"), by_id(IN_KASSA))
def test_a_first_deal_with_a_kitty(plain, expected):
    assert faults(sheet(plain)) == [f"deals[0].{fault}" for fault in expected]


@pytest.mark.parametrize(("plain", "expected"), by_id(IN_CLASSIC))
def test_a_classical_deal(plain, expected):
    assert faults(sheet(plain, rules="classic")) == [f"deals[0].{fault}" for fault in expected]


@pytest.mark.parametrize(("plain", "expected"), by_id(IN_GERMAN))
def test_a_german_deal(plain, expected):
    assert faults(sheet(plain, rules="german")) == [f"deals[0].{fault}" for fault in expected]


def test_not_in_variant_the_contract_boston_where_it_was_agreed_off():
    boston = deal(GERMAN, contract="boston")
    assert faults(sheet(boston, rules="german", options={"boston": False})) == ["deals[0].contract: not-in-variant"]
    assert faults(sheet(boston, rules="german", options={"boston": True})) == []


def test_seat_sits_out_at_five_and_six():
    wrong = deal(HELPED, declarer=0, helper=3, revoke=0, boston_holder=3)
    assert faults(sheet(wrong, players=SIX)) == [
        f"deals[0].{k}: seat-sits-out" for k in ("declarer", "helper", "revoke", "boston_holder")
    ]
    assert faults(sheet(deal(SIMPLE, declarer=0), players=SIX[:5])) == ["deals[0].declarer: seat-sits-out"]
    assert faults(sheet(deal(SIMPLE, declarer=0, dealer=1), players=SIX[:5])) == []


def test_seat_sits_out_follows_the_turn_over_passed_deals_and_misdeals():
    misdeals = [{"kind": "misdeal"}, {"kind": "misdeal", "fault": True}]
    assert faults(sheet(*misdeals, deal(SIMPLE, declarer=4), players=SIX[:5])) == ["deals[2].declarer: seat-sits-out"]
    german = [{"kind": "passed"}, deal(GERMAN, declarer=0)]
    assert faults(sheet(*german, rules="german", players=SIX[:5])) == ["deals[1].declarer: seat-sits-out"]
    classic = [{"kind": "passed"}, SEVEN]
    assert faults(sheet(*classic, rules="classic", players=SIX[:5])) == ["deals[1].declarer: seat-sits-out"]


def test_the_turned_card_of_a_later_deal_is_owed_only_where_the_trump_is_not_senior():
    bare = deal(SIMPLE, turned=GONE)
    assert faults(sheet(PASSED, bare)) == ["deals[1].turned: missing"]
    assert faults(sheet(PASSED, deal(bare, trump="clubs"))) == []
    assert faults(sheet(PASSED, deal(bare, contract="solo"))) == []
    assert faults(sheet(PASSED, deal(bare, trump="spades", turned="diamonds"))) == ["deals[1].trump: trump-not-allowed"]
    assert faults(sheet({"kind": "misdeal", "turned": "clubs"}, bare)) == ["deals[1].turned: missing"]


def test_what_an_earlier_fault_hides_is_left_unjudged():
    bare = deal(SIMPLE, turned=GONE, declarer=0)
    assert faults(sheet({"kind": "?"}, bare, players=SIX)) == ["deals[0].kind: out-of-range"]
    assert faults(sheet({**PASSED, "dealer": 6}, deal(SIMPLE, declarer=5), players=SIX)) == [
        "deals[0].dealer: unknown-seat"
    ]
    assert faults(sheet({"kind": "passed"}, bare)) == ["deals[0].turned: missing"]
    assert faults(sheet(deal(SIMPLE, declarer=6), players=[*SIX, "Zoya"], first_dealer=6)) == ["players: out-of-range"]


def test_every_fault_of_a_deal_is_judged_apart_from_the_deals_before_it():
    found = faults(sheet(deal(SIMPLE, tricks=14), deal(PASSED, dealer=2, x=1), deal(SIMPLE, declarer=9)))
    assert found == ["deals[0].tricks: out-of-range", "deals[1].x: unknown-key", "deals[2].declarer: unknown-seat"]
