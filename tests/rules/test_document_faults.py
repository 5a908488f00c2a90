"""House rules with faults: the whole list, in the order of the document, and nothing that only follows from another."""

import json

import pytest

from ledger.rules.bids import bids
from ledger.rules.document import built_in, read_document
from ledger.rules.problems import Problem
from ledger.rules.sheet import score_bytes
from ledger.rules.variant import Payment, Settling, Variant
from tests.rules.wrong import HELPED, SIMPLE, STAKE, sheet


def document(code="kassa"):
    return json.loads(json.dumps(built_in()[code]))


def faults(plain):
    read = read_document(plain)
    return [] if isinstance(read, Variant) else [f"{p.where}: {p.code}" for p in read]


def with_parts(code, **parts):
    return {**document(code), **parts}


def with_contract(code, place, **keys):
    plain = document(code)
    plain["contracts"][place].update(keys)
    return plain


def test_faults_of_options_come_with_all_others_in_document_order():
    plain = document()
    plain["schema"] = 9
    plain["kitty"]["consolation"] = "2"
    plain["contracts"][2]["target"] = 14
    plain["options"][1]["default"] = 100
    plain["options"][4]["kind"] = "list"
    in_order = {key: plain[key] for key in ("options", *(k for k in plain if k != "options"))}
    assert faults(in_order) == [
        "options[1].default: out-of-range",
        "options[4].kind: out-of-range",
        "schema: out-of-range",
        "kitty.consolation: wrong-type",
        "contracts[2].target: out-of-range",
    ]


def test_what_is_bound_to_a_faulty_option_is_not_judged():
    plain = document("german")
    for option in plain["options"]:
        option["kind"] = 5
    plain["payment"] = {"option": "boston"}
    plain["notes"] = [{"option": "boston"}, 3]
    assert faults(plain) == ["notes[1]: wrong-type", *(f"options[{i}].kind: wrong-type" for i in range(4))]


def test_quotas_may_be_agreed():
    plain = with_contract("kassa", 0, quotas=[{"option": "own"}, 3])
    plain["options"].append({"key": "own", "kind": "integer", "default": 5, "name": {"en": "own part"}})
    assert faults(plain) == []
    assert read_document(plain).contracts[0].quotas == (5, 3)
    plain["options"][-1]["least"] = 6
    assert faults(plain) == ["options[5].default: out-of-range"]


def test_a_binding_to_an_option_that_is_not_there_is_of_the_wrong_type():
    assert faults(with_parts("kassa", boston={"points": {"option": "bostons"}})) == ["boston.points: wrong-type"]


OPTIONS = {
    "a key twice": ([1], {"key": "single_tours"}, ["options[1].key: duplicate"]),
    "a default above a most of 0": ([1], {"most": 0}, ["options[1].default: out-of-range"]),
    "following itself": ([3], {"follows": "dealer_ante"}, ["options[3].follows: out-of-range"]),
    "following one of another kind": ([3], {"follows": "lone_loss"}, ["options[3].follows: out-of-range"]),
    "two that follow nothing": (
        [2, 3],
        {"follows": "nobody"},
        ["options[2].follows: out-of-range", "options[3].follows: out-of-range"],
    ),
}


@pytest.mark.parametrize(("places", "keys", "expected"), OPTIONS.values(), ids=OPTIONS.keys())
def test_faults_of_options(places, keys, expected):
    plain = document()
    for place in places:
        plain["options"][place].update(keys)
    assert faults(plain) == expected


def test_an_option_may_follow_one_that_has_a_fault():
    plain = document()
    plain["options"][2]["default"] = -1
    assert faults(plain) == ["options[2].default: out-of-range"]


BASES = {
    "of the wrong type": (7, ["based_on: wrong-type"]),
    "unknown, and nothing is missing that it might have": ("whist", ["based_on: unknown-rules", "colour: unknown-key"]),
}


@pytest.mark.parametrize(("base", "expected"), BASES.values(), ids=BASES.keys())
def test_a_base(base, expected):
    plain = {"schema": 1, "code": "ours", "based_on": base}
    assert faults(plain if base == 7 else {**plain, "colour": "red"}) == expected


def test_the_bases_there_are_are_named():
    (problem,) = [p for p in read_document({"based_on": "whist"}) if isinstance(p, Problem)]
    assert "kassa" in problem.message


def test_null_over_a_base_is_as_no_key():
    assert read_document({"code": "ours", "based_on": "kassa", "kitty": None}).kitty is not None


CONTRACTS = {
    "each helper without quotas, whatever else is wrong": (
        lambda plain: [
            plain["contracts"][0].pop("quotas"),
            plain["contracts"][1].pop("quotas"),
            plain["contracts"][2].update(code="simple", target="8"),
        ],
        [
            "contracts[0].joint: not-in-variant",
            "contracts[1].joint: not-in-variant",
            "contracts[2].code: duplicate",
            "contracts[2].target: wrong-type",
        ],
    ),
    "a code twice, one of them agreed off": (
        lambda plain: plain["contracts"][4].update(code="simple", offered=False),
        ["contracts[4].code: duplicate"],
    ),
    "the place after one that is agreed off": (
        lambda plain: [
            plain["contracts"][0].update(offered=False),
            plain["contracts"][3].update(code="solo"),
        ],
        ["contracts[3].code: duplicate"],
    ),
    "quotas are not judged where the joint target has a fault": (
        lambda plain: plain["contracts"][0].update(joint=14),
        ["contracts[0].joint: out-of-range"],
    ),
    "three quotas": (
        lambda plain: plain["contracts"][0].update(quotas=[3, 3, 2]),
        ["contracts[0].quotas: out-of-range"],
    ),
    "each quota of the wrong type": (
        lambda plain: plain["contracts"][0].update(quotas=[True, None]),
        ["contracts[0].quotas[0]: wrong-type", "contracts[0].quotas[1]: wrong-type"],
    ),
    "a price is not judged where its shape has a fault": (
        lambda plain: plain["contracts"][0].update(price={"shape": 1, "junior": 2}),
        ["contracts[0].price.shape: wrong-type"],
    ),
    "nor by ranks that are not known": (
        lambda plain: plain["suits"].update(scheme="colors"),
        ["suits.scheme: out-of-range"],
    ),
    "a length is not judged where its shape has a fault": (
        lambda plain: plain.update(length={"shape": "hours"}),
        ["length.shape: out-of-range"],
    ),
    "a rank that the suits don't have, in the ladder": (
        lambda plain: plain["ladder"][0].update(rank="first"),
        ["ladder[0].rank: out-of-range"],
    ),
    "marks that are no texts, each at its place": (
        lambda plain: plain.update(reconstructed=["ladder", 1, None, "\ud800"]),
        ["reconstructed[1]: wrong-type", "reconstructed[2]: wrong-type", "reconstructed[3]: wrong-type"],
    ),
    "a settling that does not go with the payment": (
        lambda plain: plain.update(settling="pairwise"),
        ["settling: not-in-variant"],
    ),
}


@pytest.mark.parametrize(("change", "expected"), CONTRACTS.values(), ids=CONTRACTS.keys())
def test_faults_of_parts(change, expected):
    plain = document()
    change(plain)
    assert faults(plain) == expected


def test_a_score_only_sheet_is_settled_pairwise_or_its_money_would_not_sum_to_zero():
    assert faults(with_parts("classic", settling="balances")) == ["settling: not-in-variant"]


def test_a_score_only_sheet_has_no_kitty_and_no_boston_money():
    kassa = document()
    plain = with_parts("classic", kitty=kassa["kitty"], boston=kassa["boston"], revoke=kassa["revoke"])
    plain["options"] = kassa["options"]
    assert faults(plain) == ["kitty: not-in-variant", "boston: not-in-variant"]


def test_a_contract_that_the_ladder_does_not_name_can_still_be_bid():
    plain = document()
    plain["ladder"] = [{"contract": "misere"}, {"contract": "gone"}, {"contract": "simple", "rank": "senior"}]
    variant = read_document(plain)
    assert [code for code, _ in variant.ladder] == ["misere", "simple", "bought", "solo", "nine"]
    assert len(bids(variant, turned=None, senior=None)) == 5


# On a sheet


def problems(plain):
    result = score_bytes(json.dumps(plain).encode())
    assert isinstance(result, list)
    return [f"{p.where}: {p.code}" for p in result]


def result(plain):
    found = score_bytes(json.dumps(plain).encode())
    assert not isinstance(found, list), found
    return json.loads(json.dumps(found))


def test_a_sheet_names_the_faults_of_its_rules_where_they_stand():
    rules = with_contract("kassa", 4, target=-1)
    rules["options"][0]["key"] = ""
    assert problems(sheet(rules=rules, first_dealer=9)) == [
        "rules.contracts[4].target: out-of-range",
        "rules.options[0].key: out-of-range",
        "first_dealer: unknown-seat",
    ]


def test_changed_numbers_change_the_result():
    rules = document()
    rules["contracts"][0]["price"]["senior"] = 100
    rules["boston"]["points"] = 7
    rules["slam"]["factor"] = 3
    helped = {**HELPED, "boston_holder": 0}
    assert result(sheet(helped, rules=rules))["balances"] == [-10 - 100 + 21, -10 + 20 + 100 - 7, -117, 103]
    slam = result(sheet({**HELPED, "tricks": 13}, rules=rules, options={"ante": 1}))
    assert slam["balances"] == [-301, 301, -301, 301]


def test_an_option_of_their_own():
    rules = document()
    rules["boston"]["points"] = {"option": "boston_money"}
    rules["options"].append({"key": "boston_money", "kind": "integer", "default": 2, "name": {"en": "boston"}})
    plain = sheet({**SIMPLE, "boston_holder": 0}, rules=rules, options={"boston_money": 1000}, stake=STAKE)
    assert result(plain)["balances"][0] == -10 - 12 + 3000
    assert problems(sheet(rules=rules, options={"boston_money": 0})) == ["rules.boston.points: out-of-range"]


PARTS = [
    {"payment": payment, "settling": settling, "suits": suits, **dict.fromkeys(gone)}
    for payment in Payment
    for settling in Settling
    for suits in (built_in()[code]["suits"] for code in ("classic", "german", "kassa"))
    for gone in ((), ("kitty",), ("kitty", "revoke"), ("boston", "revoke", "slam"), ("kitty", "revoke", "boston"))
]


def test_whatever_is_put_together_is_refused_or_scored_with_its_money():
    flat = {"shape": "flat", "points": 3}
    alone = {"code": "alone", "name": {"en": "alone"}, "target": 6, "trump": "any", "price": flat, "overtrick": 2}
    helped = {**alone, "code": "helped", "joint": 8, "quotas": [5, 3]}
    deals = [
        {"contract": contract, "trump": "hearts", "declarer": 0, "tricks": tricks, **turned, **more}
        for turned in ({"turned": "hearts"}, {})
        for contract, more in (("alone", {}), ("helped", {"helper": 2, "helper_tricks": 1}))
        for tricks in (7, 9)
    ]
    scored = 0
    for parts in PARTS:
        rules = with_parts("kassa", contracts=[alone, helped], ladder=[], **parts)
        turns = parts["suits"]["scheme"] != "equal"
        ends = {"closing": {"kitty": "divide"}} if rules["kitty"] else {}
        plain = sheet(*[d for d in deals if ("turned" in d) == turns], rules=rules, stake=STAKE, **ends)
        found = score_bytes(json.dumps(plain).encode())
        if isinstance(found, list):
            assert all(p.where.startswith("rules.") for p in found), parts
            rules["contracts"] = [alone]
            plain["deals"] = [d for d in plain["deals"] if d["contract"] == "alone"]
            found = score_bytes(json.dumps(plain).encode())
        if not isinstance(found, list):
            assert sum(found["net"]) + found["kitty"] == 0, parts
            scored += 1
    assert scored > 10


def test_nobody_forfeits_an_ante_where_there_is_no_kitty():
    rules = with_parts("german", turn={**document("german")["turn"], "fault": True})
    assert result(sheet({"kind": "misdeal", "fault": True}, rules=rules))["next_dealer"] == 1
    assert problems(sheet({"kind": "misdeal", "fault": True, "forfeit": True}, rules=rules)) == [
        "deals[0].forfeit: not-in-variant"
    ]


def test_a_joint_target_of_no_tricks_allows_a_helper():
    null = {"target": 0, "null": True, "joint": 0, "quotas": [0, 0]}
    rules = with_contract("kassa", 4, **null)
    deal = {"contract": "misere", "declarer": 1, "helper": 3, "tricks": 0, "helper_tricks": 0, "turned": "hearts"}
    for contract in rules["contracts"][:2]:
        del contract["joint"], contract["quotas"]
    assert result(sheet(deal, rules=rules))["balances"] == [-30, 30, -30, 30]


# What nobody at a table could explain


def test_a_kitty_that_can_be_won_must_be_fed():
    plain = document()
    for contract in plain["contracts"]:
        contract.pop("joint", None)
        contract.pop("quotas", None)
    plain["kitty"] |= {"ante": 0, "dealer_ante": 0}
    assert faults(plain) == ["kitty.ante: out-of-range"]
    plain["kitty"]["dealer_ante"] = 5
    assert faults(plain) == []


def test_a_kitty_fed_by_those_who_are_short_needs_no_ante():
    plain = document()
    plain["kitty"] |= {"ante": 0, "dealer_ante": 0}
    assert faults(plain) == []


@pytest.mark.parametrize(
    ("steps", "wrong"),
    [
        ([("misere", None), ("misere", None)], [1]),
        ([("simple", "junior"), ("simple", "senior"), ("simple", "junior")], [2]),
        ([("simple", "junior"), ("misere", None), ("simple", None)], [2]),
        ([("simple", None), ("simple", "senior")], [1]),
        ([("simple", "junior"), ("misere", None), ("simple", "senior")], []),
    ],
)
def test_no_bid_has_two_ranks(steps, wrong):
    ladder = [{"contract": code, **({"rank": rank} if rank else {})} for code, rank in steps]
    assert faults(with_parts("kassa", ladder=ladder)) == [f"ladder[{i}]: duplicate" for i in wrong]


def test_two_contracts_are_told_apart_by_their_names_in_every_language():
    assert faults(with_contract("classic", 1, name={"en": "Six", "ru": " 5"})) == ["contracts[1].name: duplicate"]
    assert faults(with_contract("classic", 1, name={"en": "Six", "ru": "шесть"})) == []


def test_no_contract_asks_for_more_tricks_than_there_are_in_it():
    assert faults(with_contract("classic", 2, most_tricks=6)) == ["contracts[2].target: out-of-range"]
    rows = {"shape": "by-tricks", "made": [], "short": [1] * 13}
    plain = with_contract("american", 0, target=13, most_tricks=12, price=rows)
    assert faults(plain) == ["contracts[0].target: out-of-range"]
