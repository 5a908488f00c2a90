"""The newer settings of rules documents, each on rules that had nothing of the kind: any variant may use them."""

import json

import pytest

from ledger.rules.document import built_in, fingerprint, in_all_languages, read_document
from ledger.rules.facts import check_deal
from ledger.rules.state import dump_state, load_state
from ledger.rules.table import open_table, score_next
from ledger.rules.variant import Variant
from tests.rules.test_document_faults import document, faults, problems, result, with_parts
from tests.rules.wrong import GERMAN, HELPED, SEVEN, SIMPLE, sheet

FINGERPRINTS = {
    "classic": "f56d7beb26a1",
    "german": "d6f4e41c0d95",
    "kassa": "02ae62e76a63",
    "russian": "e6190e585ca5",
}


@pytest.mark.parametrize(("code", "start"), FINGERPRINTS.items(), ids=FINGERPRINTS)
def test_the_older_variants_are_what_tables_pinned(code, start):
    # As they were before French came: what was pinned then is these rules in fewer languages.
    pinned = in_fewer_languages(built_in()[code], {"fr"})
    assert fingerprint(pinned).startswith(start)
    assert in_all_languages(pinned) == built_in()[code]


def in_fewer_languages(value, missing):
    if isinstance(value, list):
        return [in_fewer_languages(v, missing) for v in value]
    if isinstance(value, dict):
        return {k: in_fewer_languages(v, missing) for k, v in value.items() if k not in missing}
    return value


def changed(code, contract, **keys):
    """A built-in document with one of its contracts changed."""
    plain = document(code)
    plain["contracts"] = [{**c, **keys} if c["code"] == contract else c for c in plain["contracts"]]
    return plain


def kitty(**keys):
    plain = document()
    return {**plain, "kitty": {**plain["kitty"], **keys}}


def deltas(*deals, rules, **keys):
    return [deal["deltas"] for deal in result(sheet(*deals, rules=rules, **keys))["deals"]]


TABLE = {"shape": "by-tricks", "made": [7, 8, 9, 10, 11, 12, 20], "short": [1, 2, 3, 4, 5, 6, 7]}


def test_a_price_by_tricks_on_a_sheet_against_the_bank():
    rules = changed("classic", "7", price=TABLE, overtrick=0, reconstructed=[])
    assert deltas({**SEVEN, "tricks": 9}, {**SEVEN, "tricks": 5}, rules=rules) == [[0, 9, 0, 0], [0, -2, 0, 0]]
    free = {k: v for k, v in SEVEN.items() if k != "turned"}
    assert deltas(free, rules=rules) == [[0, 7, 0, 0]]


def test_a_price_by_tricks_for_one_alone_and_for_two():
    price = {"shape": "by-tricks", "made": list(range(10, 19)), "short": list(range(1, 9))}
    rules = changed("classic", "5", price=price, overtrick=0, reconstructed=[])
    five = {**SEVEN, "contract": "5"}
    assert deltas({**five, "tricks": 5}, {**five, "tricks": 0}, rules=rules) == [[0, 10, 0, 0], [0, -5, 0, 0]]
    two = {**five, "helper": 2}
    assert deltas({**two, "tricks": 13}, {**two, "tricks": 0}, rules=rules) == [[0, 8, 7, 0], [0, -4, -4, 0]]


@pytest.mark.parametrize(("tricks", "change"), [(7, 7), (6, -7 - 3), (4, -7 - 9)])
def test_undertricks_cost_as_much_each_as_was_set(tricks, change):
    rules = changed("german", "7", undertrick=3)
    assert deltas({**GERMAN, "tricks": tricks}, rules=rules)[0][1] == 3 * change


def test_undertricks_of_two_against_the_bank_are_halved_with_the_price():
    rules = changed("classic", "5", undertrick=4)
    two = {**SEVEN, "contract": "5", "helper": 3, "tricks": 6}
    assert deltas(two, rules=rules) == [[0, -6, 0, -5]]


def test_an_exact_contract_is_made_with_just_its_tricks():
    rules = changed("german", "misere", null=False, exact=True, target=1)
    one = {"contract": "misere", "declarer": 1}
    found = [d[1] for d in deltas(*({**one, "tricks": n} for n in (0, 1, 2, 13)), rules=rules)]
    assert found == [-30, 30, -30, -30]


def test_a_fixed_order_of_suits_has_a_price_for_each():
    names = {suit: {"en": suit} for suit in ("clubs", "diamonds", "hearts", "spades")}
    prices = {"clubs": 3, "diamonds": 1, "hearts": 2, "spades": 4}
    rules = changed("german", "7", price={"shape": "by-rank", **prices})
    rules["suits"] = {"scheme": "fixed", "order": ["diamonds", "hearts", "clubs", "spades"], "names": names}
    assert [d[1] for d in deltas(*({**GERMAN, "trump": s} for s in prices), rules=rules)] == [9, 3, 6, 12]
    assert read_document(rules).rank_order == ("diamonds", "hearts", "clubs", "spades")


SHORT = {**HELPED, "tricks": 6}
PAIRED = {"helped_failure": "paired"}


def test_two_who_are_short_may_each_pay_an_opponent():
    assert deltas(SHORT, rules={**document(), **PAIRED}) == [[-4, -16, -4, -16]]
    assert "deals[0].helper_tricks: missing" in problems(sheet(SHORT, rules=document()))


@pytest.mark.parametrize(
    ("lone_loss", "opening", "changes", "left"),
    [
        pytest.param("stays", 1, [-4, -16, -4, -16], 41, id="stays"),
        pytest.param("doubled", 1, [-4, -37, -4, -36], 82, id="doubled in halves, the odd chip by the declarer"),
        pytest.param("matched", 1, [-4, -22, -4, -22], 53, id="each what he paid"),
        pytest.param("opponents", 1, [16, -16, 16, -16], 1, id="divided by the two opponents"),
    ],
)
def test_what_becomes_of_the_kitty_when_two_fail_paired(lone_loss, opening, changes, left):
    rules = {**document(), **PAIRED, "contracts": without_quotas()}
    plain = sheet(SHORT, rules=rules, options={"lone_loss": "stays"}, opening_kitty=opening)
    rules["kitty"] = {**rules["kitty"], "lone_loss": lone_loss}
    found = result(plain)
    assert (found["deals"][0]["deltas"], found["kitty"]) == (changes, left)


def without_quotas():
    return [{k: v for k, v in c.items() if k != "quotas"} for c in document()["contracts"]]


def test_two_who_pay_in_pairs_need_no_parts_of_their_own_and_no_kitty():
    gone = {"kitty": None, "revoke": None, "options": []}
    rules = {**document(), **PAIRED, **gone, "contracts": without_quotas(), "length": document("german")["length"]}
    assert deltas(SHORT, rules=rules) == [[6, -6, 6, -6]]


def test_a_lone_declarer_may_put_in_what_he_paid_in_a_double_tour_too():
    rules = kitty(lone_loss="matched")
    found = result(sheet({**SIMPLE, "tricks": 4}, rules=rules, options={"single_tours": 0, "double_tours": 1}))
    assert (found["deals"][0]["deltas"][1], found["kitty"]) == (-20 - 4 * 12, 80 + 12)


def test_a_limit_holds_for_two_who_double_together():
    rules = {**kitty(lone_loss="doubled", most=53), **PAIRED}
    assert deltas(SHORT, rules=rules) == [[-4, -16 - 7, -4, -16 - 6]]


def test_the_last_deal_of_the_last_tour_gives_the_kitty_to_the_opponents():
    rules = kitty(last_to_opponents=True)
    passed = {"kind": "passed", "turned": "hearts"}
    lost = {**SIMPLE, "tricks": 4}
    tours = {"options": {"single_tours": 1, "double_tours": 0, "ante": 2}, "rules": rules}
    assert deltas(passed, passed, lost, passed, **tours)[2] == [4, -20, 4, 4]
    assert deltas(passed, passed, passed, lost, **tours)[3] == [4 + 10, -20, 14, 14]
    assert result(sheet(passed, passed, passed, lost, **tours))["kitty"] == 2


def test_only_the_contracts_from_a_given_one_take_the_kitty():
    rules = kitty(won_from="solo")
    solo = {**SIMPLE, "contract": "solo"}
    assert [d["kitty"] for d in result(sheet(HELPED, {**SIMPLE, "tricks": 5}, solo, rules=rules))["deals"]] == [
        40,
        80,
        0,
    ]


def test_who_sits_out_may_owe_an_ante():
    five = ["Anna", "Boris", "Vera", "Gleb", "Dina"]
    rules, passed = kitty(sitters_ante=True), {"kind": "passed", "turned": "hearts"}
    agreed = {"options": {"ante": 3, "dealer_ante": 7}, "players": five}
    assert deltas(passed, rules=rules, **agreed) == [[-7, -3, -3, -3, -3]]
    assert deltas(passed, rules=document(), **agreed) == [[0, -3, -3, -3, -3]]


def test_a_kitty_may_be_fed_only_when_it_was_given_out():
    rules, passed = kitty(fed="when-won", lone_loss="opponents"), {"kind": "passed", "turned": "hearts"}
    lost = {**SIMPLE, "tricks": 4}
    kept = [d["kitty"] for d in result(sheet(passed, passed, lost, passed, SIMPLE, SIMPLE, rules=rules))["deals"]]
    assert kept == [40, 40, 1, 41, 0, 0]


def test_a_kept_state_knows_whether_the_kitty_is_to_be_fed_and_older_ones_are_kept_as_ever():
    rules = read_document(kitty(fed="when-won"))
    assert isinstance(rules, Variant)
    before = open_table(4)
    assert "fed" not in dump_state(before)
    facts = {"kind": "passed", "turned": "hearts"}
    after = score_next(rules, before, check_deal(rules, before.situation, facts)).state
    assert after.fed
    assert load_state(json.loads(json.dumps(dump_state(after)))) == after


def test_a_passed_deal_may_be_played_for_the_kitty_or_for_points():
    said = {"kind": "passed", "turned": "hearts", "seat_tricks": [6, 4, 0, 3]}
    rules = {**document(), "passed": {"play": "fewest-takes-kitty"}}
    assert deltas(said, rules=rules) == [[-10, -10, 30, -10]]
    rules["passed"] = {"play": "most-pays", "points": 2}
    double = {"options": {"single_tours": 0, "double_tours": 1, "ante": 0}}
    assert deltas(said, rules=rules, **double) == [[-4 * (2 + 6 + 3), 8, 24, 12]]


FAULTS = {
    "an order without a fixed scheme": (
        with_parts("german", suits={**document("german")["suits"], "order": []}),
        ["suits.order: not-in-variant"],
    ),
    "a fixed scheme without an order": (
        {**document("fontainebleau"), "suits": {**document("fontainebleau")["suits"], "order": None}},
        ["suits.order: missing"],
    ),
    "an order with a suit twice": (
        {
            **document("fontainebleau"),
            "suits": {**document("fontainebleau")["suits"], "order": ["clubs", "clubs", "hearts", "spades"]},
        },
        ["suits.order: out-of-range"],
    ),
    "rows too short and too long": (
        changed("german", "7", price={"shape": "by-tricks", "made": [1] * 8, "short": [1] * 6}),
        ["contracts[2].price.made: out-of-range", "contracts[2].price.short: out-of-range"],
    ),
    "rows of no points": (
        changed("german", "7", price={**TABLE, "made": [1, 2, 3, 4, 5, -1, "7"]}),
        ["contracts[2].price.made[5]: out-of-range", "contracts[2].price.made[6]: wrong-type"],
    ),
    "no rows": (
        changed("german", "7", price={"shape": "by-tricks"}),
        ["contracts[2].price.made: missing", "contracts[2].price.short: missing"],
    ),
    "a table for a null": (changed("german", "misere", price=TABLE), ["contracts[5].price: out-of-range"]),
    "an exact null": (changed("german", "misere", exact=True), ["contracts[5].exact: not-in-variant"]),
    "a kitty won from nowhere": (kitty(won_from="seven"), ["kitty.won_from: out-of-range"]),
    "a kitty fed by the moon": (kitty(fed="monthly"), ["kitty.fed: out-of-range"]),
    "passed for a kitty that is not there": (
        with_parts("german", passed={"play": "fewest-takes-kitty"}),
        ["passed: not-in-variant"],
    ),
    "passed for points on a score-only sheet": (
        with_parts("classic", passed={"play": "most-pays", "points": 1}),
        ["passed: not-in-variant"],
    ),
    "points where it is for the kitty": (
        {**document(), "passed": {"play": "fewest-takes-kitty", "points": 2}},
        ["passed.points: not-in-variant"],
    ),
    "no points": (with_parts("german", passed={"play": "most-pays"}), ["passed.points: missing"]),
    "an unknown way to fail together": ({**document(), "helped_failure": "alone"}, ["helped_failure: out-of-range"]),
}


@pytest.mark.parametrize(("plain", "expected"), FAULTS.values(), ids=FAULTS)
def test_every_fault_of_the_newer_settings_has_its_place(plain, expected):
    assert faults(plain) == expected
