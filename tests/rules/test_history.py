"""The two historical variants: their tables and every example of their description. The ids name the sources."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.breakdown import lines
from ledger.rules.document import built_in_variant
from ledger.rules.facts import DealFacts, check_deal
from ledger.rules.sheet import score_sheet
from ledger.rules.table import movements, open_table, replay, score_next, seen_deal
from ledger.rules.variant import Trump
from tests.rules import reference_history
from tests.rules.strategies import sheets
from tests.rules.test_properties import facts_of, opened, read

FED = {"fed": True}


def facts_in(rules, state, plain):
    facts = check_deal(built_in_variant(rules), state.situation, plain)
    assert isinstance(facts, DealFacts), [(p.where, p.code) for p in facts]
    return facts


def score(rules, plain, *, kitty=0, seats=4, **state):
    """Changes of the seats and the kitty after one deal; Anna deals."""
    before = open_table(seats, 0, kitty)._replace(**state)
    scored = score_next(built_in_variant(rules), before, facts_in(rules, before, plain))
    return list(scored.deltas), scored.state.kitty


def why(rules, plain, *, kitty=0, **state):
    """The lines of a deal: why, how much, the arithmetic, whether it is a reconstruction."""
    variant, before = built_in_variant(rules), open_table(4, 0, kitty)._replace(**state)
    facts = facts_in(rules, before, plain)
    told = lines(variant, seen_deal(variant, before, facts), movements(variant, before, facts))
    return {(str(line.reason), line.points, line.arithmetic, line.reconstructed) for line in told}


SUCCESS = {
    "5": (10, 10, 10, 10, 15, 15, 15, 15, 15),
    "6": (15, 15, 15, 20, 20, 20, 20, 20),
    "7": (20, 20, 20, 20, 25, 25, 25),
    "8": (25, 25, 25, 30, 30, 30),
    "9": (35, 35, 35, 40, 40),
    "10": (45, 45, 50, 50),
    "11": (65, 70, 70),
    "12": (105, 115),
    "slam": (170,),
}
FAILURE = {
    "5": (10, 20, 30, 40, 50),
    "6": (15, 25, 35, 45, 55, 65),
    "7": (20, 30, 40, 50, 60, 70, 80),
    "8": (25, 35, 45, 55, 70, 85, 100, 115),
    "9": (35, 45, 55, 65, 80, 95, 110, 125, 140),
    "10": (45, 55, 70, 80, 95, 110, 125, 140, 155, 170),
    "11": (70, 80, 95, 110, 125, 140, 155, 170, 185, 200, 220),
    "12": (120, 130, 145, 160, 180, 200, 220, 240, 260, 280, 300, 320),
    "slam": (180, 200, 220, 240, 260, 280, 300, 320, 340, 360, 390, 420, 450),
}


def goal(contract):
    return 13 if contract.startswith("slam") else int(contract)


@pytest.mark.parametrize(
    ("contract", "tricks", "price"),
    [
        pytest.param(
            contract, goal(contract) + over, price, id=f"Foster and memory: {contract}, {over} over is {price}"
        )
        for contract, row in SUCCESS.items()
        for over, price in enumerate(row)
    ],
)
def test_the_american_table_of_success(contract, tricks, price):
    deal = {"contract": contract, "declarer": 1, "tricks": tricks, "trump": "spades"}
    assert score("american", deal, **FED) == ([-price, 3 * price, -price, -price], 0)


@pytest.mark.parametrize(
    ("contract", "tricks", "price"),
    [
        pytest.param(contract, goal(contract) - short, price, id=f"Foster: {contract}, {short} short is {price}")
        for contract, row in FAILURE.items()
        for short, price in enumerate(row, start=1)
    ],
)
def test_the_american_table_of_failure(contract, tricks, price):
    deal = {"contract": contract, "declarer": 1, "tricks": tricks, "trump": "spades", "turned": "hearts"}
    assert score("american", deal, **FED) == ([price, -3 * price, price, price], 0)


MISERES = {"little-misere": 20, "grand-misere": 40, "little-spread": 80, "grand-spread": 160}


@pytest.mark.parametrize(
    ("contract", "price"), [pytest.param(c, p, id=f"Foster: {c} is {p}") for c, p in MISERES.items()]
)
def test_the_american_miseres_cost_the_same_made_or_failed(contract, price):
    deal = {"contract": contract, "declarer": 0, "tricks": 0}
    assert score("american", deal, **FED) == ([3 * price, -price, -price, -price], 0)
    assert score("american", {**deal, "tricks": 1}, **FED) == ([-3 * price, price, price, price], 0)
    assert score("american", {**deal, "tricks": 12}, **FED) == ([-3 * price, price, price, price], 0)


@pytest.mark.parametrize("contract", ["little-misere", "little-spread"])
def test_foster_a_little_misere_is_played_with_twelve_cards(contract):
    faults = check_deal(
        built_in_variant("american"), open_table(4).situation, {"contract": contract, "declarer": 0, "tricks": 13}
    )
    assert [(p.where, p.code) for p in faults] == [("tricks", "out-of-range")]


FIVE = {"contract": "5", "declarer": 0, "tricks": 4, "trump": "clubs"}
SEVEN = {"contract": "7", "declarer": 0, "tricks": 7, "trump": "clubs"}
AMERICAN = {
    "Foster: 5 with 4 taken, and the kitty doubles from his account": (FIVE, 40, [-70, 10, 10, 10], 80),
    "Foster: 7 with 4": ({**SEVEN, "tricks": 4}, 0, [-120, 40, 40, 40], 0),
    "Foster: slam with 12": ({**SEVEN, "contract": "slam", "tricks": 12}, 0, [-540, 180, 180, 180], 0),
    "Foster: little misère made": ({"contract": "little-misere", "declarer": 0, "tricks": 0}, 0, [60, *[-20] * 3], 0),
    "Foster: misère partout 7-3-2-1": ({"kind": "passed", "seat_tricks": [7, 3, 2, 1]}, 90, [-150, 40, 50, 60], 90),
    "Foster: misère partout 4-3-3-3": ({"kind": "passed", "seat_tricks": [4, 3, 3, 3]}, 90, [-30, 10, 10, 10], 90),
    "ours: several with most, nobody pays": ({"kind": "passed", "seat_tricks": [5, 1, 2, 5]}, 90, [0, 0, 0, 0], 90),
    "memory: seven takes the kitty": (SEVEN, 90, [150, -20, -20, -20], 0),
    "memory: six leaves it": ({**SEVEN, "contract": "6", "tricks": 6}, 90, [45, -15, -15, -15], 90),
    "memory: a misère takes it": ({"contract": "little-misere", "declarer": 0, "tricks": 0}, 90, [150, *[-20] * 3], 0),
    "memory: a kitty of 125 doubles in whole": (FIVE, 125, [-155, 10, 10, 10], 250),
    "memory: a kitty of 126 grows to 250": (FIVE, 126, [-154, 10, 10, 10], 250),
    "memory: a kitty of 250 does not grow": (FIVE, 250, [-30, 10, 10, 10], 250),
    "memory: a kitty that is larger already stays": (FIVE, 300, [-30, 10, 10, 10], 300),
}


@pytest.mark.parametrize(("deal", "kitty", "changes", "left"), AMERICAN.values(), ids=AMERICAN)
def test_what_an_american_deal_moves(deal, kitty, changes, left):
    assert score("american", deal, kitty=kitty, **FED) == (changes, left)


def kitties(*deals, seats=4, **more):
    """The kitty after each deal of an American evening."""
    plain = {"format": "boston-sheet/1", "rules": "american", "players": ["A", "B", "C", "D", "E", "F"][:seats]}
    result = score_sheet(read({**plain, **more, "deals": list(deals)}))
    return [deal["kitty"] for deal in result["deals"]], [list(deal["deltas"]) for deal in result["deals"]]


PASSED = {"kind": "passed", "seat_tricks": [4, 3, 3, 3]}


def test_foster_the_kitty_is_fed_in_the_first_deal_and_again_in_the_one_after_it_was_won():
    after, deltas = kitties({"kind": "misdeal"}, PASSED, PASSED, SEVEN, {"kind": "misdeal"}, FIVE, FIVE)
    assert after == [0, 40, 40, 0, 0, 80, 160]
    assert deltas[1] == [-40, 0, 0, 0]
    assert deltas[3] == [100, -20, -20, -20]
    assert deltas[5] == [-10 - 30 - 40, 0, 0, 0]


def test_a_kitty_that_was_carried_is_fed_in_the_first_deal_and_won_with_it():
    assert kitties(SEVEN, SEVEN, opening_kitty=7) == ([0, 0], [[97, -30, -30, -30], [90, -30, -30, -30]])


def test_foster_each_player_at_the_table_puts_in_also_who_sits_out():
    assert kitties({**SEVEN, "declarer": 1}, seats=5) == ([0], [[-10, 50 + 60 - 10, -30, -30, -30]])
    assert kitties({**SEVEN, "declarer": 1}, seats=6)[1] == [[-10, 60 + 60 - 10, -30, -10, -30, -30]]


def test_the_kitty_that_nobody_claimed_was_not_won_and_is_not_fed():
    assert kitties({**SEVEN, "unclaimed": True}, PASSED)[0] == [40, 40]


PRICES = {
    "5": (10, 20, 30),
    "6": (30, 40, 50),
    "7": (50, 60, 70),
    "8": (70, 80, 90),
    "9": (90, 100, 110),
    "10": (110, 120, 130),
    "11": (130, 140, 150),
    "12": (150, 160, 170),
    "slam": (400, 450, 500),
    "slam-shown": (600, 700, 800),
}
TRUMPS = (("clubs", 0), ("spades", 0), ("hearts", 1), ("diamonds", 2))


@pytest.mark.parametrize(
    ("contract", "trump", "price"),
    [
        pytest.param(contract, trump, prices[column], id=f"memory: {contract} in {trump} is {prices[column]}")
        for contract, prices in PRICES.items()
        for trump, column in TRUMPS
    ],
)
def test_the_prices_of_fontainebleau(contract, trump, price):
    deal = {"contract": contract, "declarer": 1, "tricks": goal(contract), "trump": trump}
    assert score("fontainebleau", deal) == ([-5 - price, 3 * price + 5, -price, -price], 0)
    fine = price if goal(contract) == 13 else price + 5
    lost = {**deal, "tricks": goal(contract) - 1}
    assert score("fontainebleau", lost) == ([fine - 5, -4 * fine, fine, fine], fine + 5)


FLAT = {
    "little-misere": 75,
    "piccolissimo": 100,
    "grand-misere": 150,
    "little-misere-shown": 200,
    "grand-misere-shown": 250,
}


@pytest.mark.parametrize(("contract", "price"), FLAT.items(), ids=[f"memory: {c} is {p}" for c, p in FLAT.items()])
def test_the_miseres_of_fontainebleau(contract, price):
    deal = {"contract": contract, "declarer": 0, "tricks": 1 if contract == "piccolissimo" else 0}
    assert score("fontainebleau", deal) == ([3 * price, -price, -price, -price], 0)
    for tricks in {0, 1, 2, 12} - {deal["tricks"]}:
        failed = {**deal, "tricks": tricks}
        assert score("fontainebleau", failed) == ([-5 - 4 * price, price, price, price], price + 5)


HEARTS = {"contract": "7", "declarer": 1, "tricks": 8, "trump": "hearts"}
HELPED = {"contract": "5", "declarer": 1, "helper": 2, "tricks": 8, "trump": "diamonds"}
NINE = {"contract": "9", "declarer": 1, "tricks": 8, "trump": "diamonds"}
PLAYED_OUT = {"kind": "passed", "seat_tricks": [4, 3, 2, 4]}
FONTAINEBLEAU = {
    "memory: 5 in clubs made exactly, and the kitty": (
        {**HEARTS, "contract": "5", "tricks": 5, "trump": "clubs"},
        {"kitty": 20},
        [-15, 30 + 25, -10, -10],
        0,
    ),
    "memory: 7 in hearts with 8 is 65 from each": (HEARTS, {}, [-70, 3 * 65 + 5, -65, -65], 0),
    "memory: 9 in diamonds with 8 is 115 to each and into the kitty": (NINE, {}, [110, -460, 115, 115], 120),
    "memory: helped, each opponent pays one of the two, the first clockwise the declarer": (
        {**HELPED, "helper": 3},
        {"kitty": 2},
        [-5 - 30, 30 + 4, -30, 30 + 3],
        0,
    ),
    "memory: helped, 5 for each trick above the joint target": ({**HELPED, "tricks": 9}, {}, [-40, 38, 37, -35], 0),
    "memory: helped and short, each pays his opponent and the kitty": (
        {**HELPED, "tricks": 6},
        {"kitty": 3},
        [-5 + 40, -80, -80, 40],
        8 + 80,
    ),
    "ours: ten together is thirteen": (
        {**HELPED, "contract": "10", "tricks": 12},
        {},
        [-5 + 135, -270, -270, 135],
        5 + 270,
    ),
    "Foster: a failure in the eleventh deal": (NINE, {"counted": 10}, [110, -460, 115, 115], 120),
    "Foster: in the twelfth the opponents divide the kitty": (
        NINE,
        {"counted": 11, "kitty": 1},
        [-5 + 115 + 40, -460, 155, 155],
        1,
    ),
    "Foster: in the twelfth the opponents of two divide it, too": (
        {**HELPED, "tricks": 7},
        {"counted": 11},
        [-5 + 35 + 37, -70, -70, 35 + 37],
        1,
    ),
    "Foster: in a thirteenth they do not": (NINE, {"counted": 12}, [110, -460, 115, 115], 120),
    "Foster: a success in the twelfth takes it": (HEARTS, {"counted": 11}, [-70, 200, -65, -65], 0),
    "Foster: all pass, the fewest tricks take the kitty": (PLAYED_OUT, {"kitty": 6}, [-5, 0, 11, 0], 0),
    "ours: several share it, odd chips stay": (
        {"kind": "passed", "seat_tricks": [2, 2, 2, 7]},
        {"kitty": 6},
        [-2, 3, 3, 0],
        2,
    ),
}


@pytest.mark.parametrize(("deal", "before", "changes", "left"), FONTAINEBLEAU.values(), ids=FONTAINEBLEAU)
def test_what_a_deal_of_fontainebleau_moves(deal, before, changes, left):
    assert score("fontainebleau", deal, **before) == (changes, left)


def test_foster_the_dealer_puts_in_even_where_he_sits_out():
    deal = {"kind": "passed", "seat_tricks": [0, 4, 4, 4, 1]}
    assert score("fontainebleau", deal, seats=5, kitty=7) == ([-5, 0, 0, 0, 12], 0)


def test_the_ends_of_the_prices_are_what_the_source_prints():
    least = score("fontainebleau", {**HEARTS, "contract": "5", "tricks": 5, "trump": "spades"}, dealer=1)
    most = score("fontainebleau", {**HEARTS, "contract": "slam-shown", "tricks": 13, "trump": "diamonds"})
    assert least[0][1] == 3 * 10
    assert most[0][1] == 3 * 800 + 5


def test_foster_the_evening_has_twelve_deals_and_nothing_is_turned():
    variant = built_in_variant("fontainebleau")
    assert (variant.length.deals, variant.length.fixed, variant.deals_may_be_planned) == (12, True, False)
    assert variant.rank_order == ("spades", "clubs", "hearts", "diamonds")
    faults = check_deal(variant, open_table(4).situation, {**HEARTS, "turned": "clubs"})
    assert [(p.where, p.code) for p in faults] == [("turned", "not-in-variant")]


@pytest.mark.parametrize("rules", ["american", "fontainebleau"])
def test_no_contract_of_a_historical_variant_needs_a_turned_card(rules):
    for contract in built_in_variant(rules).contracts:
        trump = {} if contract.trump is Trump.NONE else {"trump": "clubs"}
        facts_in(rules, open_table(4), {"contract": contract.code, "declarer": 2, "tricks": contract.target, **trump})


def test_why_an_american_deal_moves_what_it_does():
    assert why("american", FIVE, kitty=130, fed=True) == {
        ("lost-price", 10, "", False),
        ("kitty-doubled", 120, "250 − 130 = 120", True),
    }
    assert why("american", FIVE, kitty=100, fed=True) == {
        ("lost-price", 10, "", False),
        ("kitty-doubled", 100, "", False),
    }
    assert why("american", SEVEN, kitty=90, fed=True) == {("price", 20, "", True), ("kitty-won", 90, "", True)}
    assert why("american", {"kind": "passed", "seat_tricks": [6, 4, 3, 0]}, fed=True) == {
        ("most-pays", 20, "2 × 10 = 20", False),
        ("most-pays", 30, "3 × 10 = 30", False),
        ("most-pays", 60, "6 × 10 = 60", False),
    }


def test_why_a_deal_of_fontainebleau_moves_what_it_does():
    assert why("fontainebleau", {**NINE, "tricks": 7}) == {
        ("dealer-ante", 5, "", False),
        ("lost-price", 110, "", True),
        ("undertricks", 10, "2 × 5 = 10", True),
        ("kitty-matched", 120, "110 + 2 × 5 = 120", True),
    }
    assert ("overtricks", 10, "2 × 5 = 10", True) in why("fontainebleau", {**HEARTS, "tricks": 9})
    shared = {"kind": "passed", "seat_tricks": [0, 6, 7, 0]}
    assert ("fewest-take", 7, "15 = 7 + 7 + 1", True) in why("fontainebleau", shared, kitty=10)
    alone = {"kind": "passed", "seat_tricks": [0, 6, 6, 1]}
    assert ("fewest-take", 15, "", False) in why("fontainebleau", alone, kitty=10)


TRICKS = {
    "nobody said them": (None, [("seat_tricks", "missing")]),
    "no list": (13, [("seat_tricks", "wrong-type")]),
    "one number too few": ([5, 4, 4], [("seat_tricks", "out-of-range")]),
    "one number too many": ([5, 4, 4, 0, 0], [("seat_tricks", "out-of-range")]),
    "twelve together": ([5, 4, 3, 0], [("seat_tricks", "out-of-range")]),
    "no number": ([5, 4, "3", 1], [("seat_tricks[2]", "wrong-type")]),
    "more than all, and less than none": ([14, 0, 0, -1], [(f"seat_tricks[{n}]", "out-of-range") for n in (0, 3)]),
}


@pytest.mark.parametrize(("said", "expected"), TRICKS.values(), ids=TRICKS)
@pytest.mark.parametrize("rules", ["american", "fontainebleau"])
def test_the_tricks_of_a_passed_deal_are_judged(rules, said, expected):
    faults = check_deal(built_in_variant(rules), open_table(4).situation, {"kind": "passed", "seat_tricks": said})
    assert [(p.where, p.code) for p in faults] == expected


def test_who_sits_out_or_left_has_no_tricks():
    variant, state = built_in_variant("american"), open_table(5)
    faults = check_deal(variant, state.situation, {"kind": "passed", "seat_tricks": [1, 3, 3, 3, 3]})
    assert [(p.where, p.code) for p in faults] == [("seat_tricks[0]", "seat-sits-out")]
    left = state._replace(order=(0, 1, 2, 4))
    faults = check_deal(variant, left.situation, {"kind": "passed", "seat_tricks": [3, 3, 3, 1, 3]})
    assert [(p.where, p.code) for p in faults] == [("seat_tricks[3]", "not-at-table")]
    facts_in("american", left, {"kind": "passed", "seat_tricks": [3, 3, 3, 0, 4]})


def test_the_tricks_of_all_belong_only_to_a_passed_deal_that_is_played_out():
    said = {"seat_tricks": [4, 3, 3, 3]}
    state = open_table(4)
    for rules, deal in (("american", FIVE), ("american", {"kind": "misdeal"}), ("german", {"kind": "passed"})):
        faults = check_deal(built_in_variant(rules), state.situation, {**deal, **said})
        assert [(p.where, p.code) for p in faults] == [("seat_tricks", "not-in-variant")]


@given(sheets(codes=("american", "fontainebleau"), most_deals=30, stakes=False))
def test_every_historical_evening_sums_to_zero_and_its_kitty_is_never_negative(plain):
    sheet = read(plain)
    for scored in replay(sheet.variant, opened(sheet), facts_of(sheet)):
        assert scored.state.kitty >= 0
        assert sum(scored.state.balances) + scored.state.kitty == sheet.opening_kitty


@given(sheets(codes=("american", "fontainebleau"), most_deals=30, stakes=False))
def test_a_second_scorer_written_from_the_description_says_the_same(plain):
    result = score_sheet(read(plain))
    second = reference_history.score(plain)
    assert [(d["number"], list(d["deltas"]), d["kitty"]) for d in result["deals"]] == second


@given(sheets(codes=("american",), most_deals=30, stakes=False), st.integers(0, 250))
def test_no_failure_makes_the_american_kitty_grow_beyond_its_limit(plain, opening):
    sheet = read({**plain, "opening_kitty": opening})
    before = opening
    for scored in replay(sheet.variant, opened(sheet), facts_of(sheet)):
        assert scored.state.kitty <= max(250, before + 10 * scored.state.seats)
        before = scored.state.kitty
