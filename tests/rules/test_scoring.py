"""What single deals move: the price tables and the rows of the rules, one by one. The ids name the rules' sections."""

import pytest

from ledger.rules.document import built_in_variant
from ledger.rules.facts import DealFacts, check_deal
from ledger.rules.table import movements, open_table, score_next

HEARTS = {"turned": "hearts", "trump": "hearts"}


def score(rules, plain, *, kitty=0, before=0, senior=None, **options):
    """Changes of the seats and the kitty's after one deal; Anna deals. `before` deals have counted."""
    variant = built_in_variant(rules, tuple(sorted(options.items())))
    state = open_table(4, 0, kitty)._replace(counted=before, senior=senior)
    facts = check_deal(variant, state.situation, plain)
    assert isinstance(facts, DealFacts), [(p.where, p.code) for p in facts]
    scored = score_next(variant, state, facts)
    return list(scored.deltas), scored.state.kitty


LADDER = {
    "5": (1, 2, 3),
    "6": (3, 4, 5),
    "7": (6, 7, 8),
    "8": (15, 16, 17),
    "9": (21, 22, 23),
    "slam": (55, 56, 57),
}
TURNED = ("clubs", "diamonds", "hearts")
NULLS = {"little-null": 10, "big-null": 28, "little-open-null": 36, "big-open-null": 45}


@pytest.mark.parametrize("rules", ["classic", "russian"])
@pytest.mark.parametrize(
    ("contract", "turned", "price"),
    [
        pytest.param(contract, turned, price, id=f"section 1: {contract} in the {rank} suit is {price}")
        for contract, prices in LADDER.items()
        for turned, price, rank in zip(TURNED, prices, ("third", "second", "first"), strict=True)
    ],
)
def test_the_price_table_of_the_classical_game(rules, contract, turned, price):
    goal = 13 if contract == "slam" else int(contract)
    deal = {"contract": contract, "declarer": 2, "tricks": goal, "trump": "hearts", "turned": turned}
    assert score(rules, deal) == ([0, 0, price, 0], 0)
    assert score(rules, {**deal, "tricks": goal - 1}) == ([0, 0, -price, 0], 0)
    assert score(rules, {**deal, "tricks": 0}) == ([0, 0, -price, 0], 0)
    assert score(rules, {**deal, "tricks": 13}) == ([0, 0, price + 2 * (13 - goal), 0], 0)


@pytest.mark.parametrize(("contract", "price"), NULLS.items(), ids=[f"section 1: {c} is {p}" for c, p in NULLS.items()])
def test_the_nulls_of_the_classical_game(contract, price):
    deal = {"contract": contract, "declarer": 1, "tricks": 0}
    assert score("classic", deal) == ([0, price, 0, 0], 0)
    assert score("classic", {**deal, "tricks": 1}) == ([0, -price, 0, 0], 0)
    assert score("classic", {**deal, "tricks": 12}) == ([0, -price, 0, 0], 0)


@pytest.mark.parametrize(
    ("contract", "tricks", "changes"),
    [
        pytest.param("5", 8, [2, 1, 0, 0], id="section 1: five made together with 8"),
        pytest.param("5", 7, [-2, -1, 0, 0], id="section 1: five is short with 7"),
        pytest.param("5", 10, [4, 3, 0, 0], id="section 1: overtricks above the joint target"),
        pytest.param("6", 9, [3, 2, 0, 0], id="section 1: six made together with 9"),
        pytest.param("6", 8, [-3, -2, 0, 0], id="section 1: six is short with 8"),
    ],
)
def test_a_helped_result_is_halved(contract, tricks, changes):
    deal = {**HEARTS, "contract": contract, "declarer": 0, "helper": 1, "tricks": tricks}
    assert score("classic", deal) == (changes, 0)


@pytest.mark.parametrize(
    ("contract", "goal", "price"),
    [pytest.param(str(n), n, n, id=f"section 3: {n} tricks bid") for n in range(5, 14)]
    + [pytest.param("boston", 13, 26, id="section 3: boston is 26")],
)
def test_the_german_prices(contract, goal, price):
    deal = {"contract": contract, "declarer": 0, "tricks": goal, "trump": "clubs"}
    assert score("german", deal) == ([3 * price, -price, -price, -price], 0)
    assert score("german", {**deal, "tricks": goal - 1}) == ([-3 * price, price, price, price], 0)
    assert score("german", {**deal, "tricks": 13}) == ([3 * price, -price, -price, -price], 0)


def test_the_german_prices_that_were_agreed():
    deal = {"contract": "7", "declarer": 0, "tricks": 7, "trump": "clubs"}
    assert score("german", deal, price_per_trick=3) == ([63, -21, -21, -21], 0)
    null = {"contract": "misere", "declarer": 0, "tricks": 0}
    assert score("german", null) == ([30, -10, -10, -10], 0)
    assert score("german", null, misere_price=15) == ([45, -15, -15, -15], 0)
    boston = {"contract": "boston", "declarer": 0, "tricks": 13, "trump": "clubs"}
    assert score("german", boston, boston_price=50) == ([150, -50, -50, -50], 0)


TARIFF = {"simple": (4, 6, 5), "bought": (6, 8, 5), "solo": (10, 12, 8), "nine": (14, 16, 9)}


@pytest.mark.parametrize(
    ("contract", "trump", "tariff", "goal"),
    [
        pytest.param(contract, trump, tariff, goal, id=f"section 4: {contract} {rank} is {tariff}")
        for contract, (junior, senior, goal) in TARIFF.items()
        for trump, tariff, rank in (("hearts", junior, "junior"), ("clubs", senior, "senior"))
    ],
)
def test_the_tariff_with_a_kitty(contract, trump, tariff, goal):
    deal = {"contract": contract, "declarer": 0, "tricks": goal, "trump": trump, "turned": "hearts"}
    kept = {"before": 1, "senior": "clubs"}
    assert score("kassa", deal, **kept) == ([30 + 3 * tariff, *[-10 - tariff] * 3], 0)
    assert score("kassa", {**deal, "tricks": goal - 1}, **kept) == ([-10 - 3 * tariff, *[tariff - 10] * 3], 40)


ROWS = {
    "helped, 8 or more together: halves, the odd chip to the declarer": ({"tricks": 8}, 1, [17, -16, 16, -16], 0),
    "helped, all 13: the tariff twice": ({"tricks": 13}, 0, [22, -22, 22, -22], 0),
    "helped, both short: kitty 40 + 12 to the opponents": ({"tricks": 6, "helper_tricks": 2}, 0, [-20, 20, -20, 20], 0),
    "helped, only the declarer short": ({"tricks": 7, "helper_tricks": 3}, 0, [-20, 15, -10, 15], 0),
    "helped, only the helper short": ({"tricks": 7, "helper_tricks": 2}, 0, [-10, 15, -20, 15], 0),
    "helped and short: an odd chip stays in": ({"tricks": 7, "helper_tricks": 3}, 1, [-20, 15, -10, 15], 1),
    "helped, short, unclaimed: the payments stand": (
        {"tricks": 7, "helper_tricks": 3, "unclaimed": True},
        0,
        [-20, -8, -10, -8],
        46,
    ),
    "helped, made, unclaimed": ({"tricks": 8, "unclaimed": True}, 0, [-4, -16, -4, -16], 40),
    "revoke by the declarer, target reached": ({"tricks": 8, "revoke": 0}, 0, [-14, -8, -10, -8], 40),
    "revoke by the helper, target reached": ({"tricks": 13, "revoke": 2}, 0, [-10, -8, -14, -8], 40),
    "revoke by the helper, fewer than 8": ({"tricks": 7, "revoke": 2}, 0, [-10, 14, -18, 14], 0),
    "revoke by the declarer, fewer than 8, unclaimed": (
        {"tricks": 7, "revoke": 0, "unclaimed": True},
        0,
        [-18, -8, -10, -8],
        44,
    ),
    "revoke by an opponent": ({"tricks": 8, "revoke": 1}, 0, [18, -20, 18, -16], 0),
    "boston money": ({"tricks": 8, "boston_holder": 3}, 0, [14, -18, 14, -10], 0),
    "alone, made": ({"helper": None, "tricks": 5}, 0, [48, -16, -16, -16], 0),
    "alone, 8 or more is a slam": ({"helper": None, "tricks": 8}, 0, [66, -22, -22, -22], 0),
    "alone, failed, the kitty stays": ({"helper": None, "tricks": 4}, 5, [-28, -4, -4, -4], 45),
    "revoke by a lone declarer, target reached": ({"helper": None, "tricks": 5, "revoke": 0}, 0, [-16, -8, -8, -8], 40),
    "revoke by a lone declarer, target missed": ({"helper": None, "tricks": 4, "revoke": 0}, 0, [-36, -2, -2, -2], 42),
    "alone, made, unclaimed": ({"helper": None, "tricks": 5, "unclaimed": True}, 0, [8, -16, -16, -16], 40),
}


@pytest.mark.parametrize(("keys", "kitty", "changes", "left"), ROWS.values(), ids=[f"section 4: {r}" for r in ROWS])
def test_what_a_deal_with_a_kitty_moves(keys, kitty, changes, left):
    deal = {**HEARTS, "contract": "simple", "declarer": 0, "helper": 2, **keys}
    assert score("kassa", deal, kitty=kitty) == (changes, left)


LONE = {
    "stays": ([-58, 6, 6, 6], 41),
    "opponents": ([-58, 19, 19, 19], 2),
    "doubled": ([-99, 6, 6, 6], 82),
}


@pytest.mark.parametrize("lone_loss", LONE, ids=[f"section 4: lone_loss {word}" for word in LONE])
def test_what_becomes_of_the_kitty_when_a_lone_declarer_fails(lone_loss):
    deal = {**HEARTS, "contract": "nine", "declarer": 0, "tricks": 8}
    assert score("kassa", deal, kitty=1, lone_loss=lone_loss) == LONE[lone_loss]


def test_section_4_in_a_double_tour_every_amount_counts_twice_but_not_the_kitty():
    deal = {**HEARTS, "contract": "simple", "declarer": 0, "helper": 2, "tricks": 8, "boston_holder": 1, "revoke": 3}
    single, double = score("kassa", deal), score("kassa", deal, single_tours=0, double_tours=1)
    assert double == ([2 * change for change in single[0]], 0)
    with_kitty = score("kassa", deal, kitty=6, single_tours=0, double_tours=1)
    assert with_kitty == ([c + (3 if s in (0, 2) else 0) for s, c in enumerate(double[0])], 0)


def test_section_4_a_suit_that_is_neither_senior_nor_junior_pays_as_junior_in_a_solo():
    deal = {"contract": "solo", "declarer": 0, "tricks": 8, "trump": "spades", "turned": "hearts"}
    assert score("kassa", deal, before=1, senior="clubs") == ([60, -20, -20, -20], 0)


def test_section_4_a_misere_has_one_price_and_no_slam():
    deal = {"contract": "misere", "declarer": 0, "tricks": 0, "turned": "hearts"}
    assert score("kassa", deal) == ([90, -30, -30, -30], 0)


@pytest.mark.parametrize(
    ("keys", "changes"),
    [
        pytest.param({}, [0, 0, 0, 0], id="section 4: not the dealer's fault, nothing moves"),
        pytest.param({"fault": True}, [0, 0, 0, 0], id="section 4: his fault, nothing moves"),
        pytest.param({"fault": True, "forfeit": True}, [-8, 0, 0, 0], id="section 4: forfeit, he pays his ante"),
        pytest.param({"fault": True, "forfeit": True, "dealer": 2}, [0, 0, -8, 0], id="section 4: who dealt pays"),
    ],
)
def test_a_misdeal(keys, changes):
    assert score("kassa", {"kind": "misdeal", **keys}, dealer_ante=8) == (changes, -sum(changes))


def test_section_4_helped_and_made_the_first_opponent_clockwise_pays_the_declarer_and_the_other_the_helper():
    variant, state = built_in_variant("kassa"), open_table(4)
    facts = check_deal(
        variant,
        open_table(4).situation,
        {**HEARTS, "contract": "simple", "declarer": 2, "helper": 0, "tricks": 9},
    )
    assert isinstance(facts, DealFacts)
    prices = [(m.giver, m.taker, m.points) for m in movements(variant, state, facts) if m.reason == "price"]
    assert prices == [(3, 2, 6), (1, 0, 6)]
