"""The fold: turn, number, tour and senior suit travel from deal to deal."""

import pytest

from ledger.rules.document import built_in_variant
from ledger.rules.facts import DealFacts, check_deal
from ledger.rules.seating import first_voice, next_seat
from ledger.rules.table import (
    divided,
    dump_state,
    is_over,
    load_state,
    next_multiplier,
    open_table,
    replay,
    score_next,
    sitters,
)

PASSED = {"kind": "passed"}
CARD = {"kind": "passed", "turned": "clubs"}
MISDEAL = {"kind": "misdeal"}
FAULT = {"kind": "misdeal", "fault": True}
SEVEN = {"contract": "7", "trump": "hearts", "turned": "hearts", "declarer": 2, "tricks": 7}


def play(rules, *deals, seats=4, first_dealer=0, **options):
    """Each deal checked upon the state before it, and scored."""
    variant = built_in_variant(rules, tuple(sorted(options.items())))
    state, scored = open_table(seats, first_dealer), []
    for plain in deals:
        facts = check_deal(variant, state.situation, plain)
        assert isinstance(facts, DealFacts), [(p.where, p.code) for p in facts]
        scored.append(score_next(variant, state, facts))
        state = scored[-1].state
    return scored


@pytest.mark.parametrize(
    ("rules", "deals", "dealers", "numbers"),
    [
        pytest.param("classic", [SEVEN, PASSED, PASSED], [0, 1, 2, 3], [1, 2, 3], id="section 1: the left neighbour"),
        pytest.param("classic", [MISDEAL, PASSED], [0, 0, 1], [None, 1], id="section 5: a misdeal, he deals again"),
        pytest.param("german", [PASSED, PASSED], [0, 0, 0], [None, None], id="section 3: all passed, the same again"),
        pytest.param("kassa", [CARD, PASSED], [0, 3, 2], [1, 2], id="section 4: the right neighbour, also if passed"),
        pytest.param("kassa", [MISDEAL, CARD], [0, 0, 3], [None, 1], id="section 4: not his fault, he deals again"),
        pytest.param("kassa", [FAULT, CARD], [0, 3, 2], [None, 1], id="section 4: his fault, the next one deals"),
        pytest.param("kassa", [{**CARD, "dealer": 1}, PASSED], [1, 0, 3], [1, 2], id="section 5: on from him"),
    ],
)
def test_who_deals_and_what_counts(rules, deals, dealers, numbers):
    scored = play(rules, *deals)
    assert [s.dealer for s in scored] + [scored[-1].state.dealer] == dealers
    assert [s.number for s in scored] == numbers


@pytest.mark.parametrize(
    ("seats", "doubles"),
    [
        pytest.param(4, range(5, 9), id="section 4: a tour is four deals at four"),
        pytest.param(5, range(6, 11), id="section 4: a tour is five deals at five"),
        pytest.param(6, range(7, 13), id="section 4: a tour is six deals at six"),
    ],
)
def test_the_double_tours_and_single_deals_after_the_last(seats, doubles):
    scored = play("kassa", CARD, *[PASSED] * 14, seats=seats, single_tours=1, double_tours=1)
    assert [s.number for s in scored if s.multiplier == 2] == [n for n in doubles if n <= 15]


def test_section_4_a_misdeal_has_the_multiplier_of_the_next_deal_that_counts():
    scored = play("kassa", *[CARD, PASSED, PASSED, PASSED], {**FAULT, "forfeit": True}, single_tours=1)
    assert (scored[-1].multiplier, scored[-1].kitty_change) == (2, 20)
    assert next_multiplier(built_in_variant("kassa", (("single_tours", 1),)), scored[-1].state) == 2


def test_section_4_the_senior_suit_is_that_of_the_first_deal_that_counts():
    scored = play("kassa", {**MISDEAL, "turned": "spades"}, CARD, {**PASSED, "turned": "hearts"})
    assert [s.state.senior for s in scored] == [None, "clubs", "clubs"]


@pytest.mark.parametrize(
    ("seats", "dealer", "out", "voice"),
    [
        pytest.param(4, 1, (), 2, id="section 5: at four nobody"),
        pytest.param(5, 1, (1,), 2, id="section 5: at five the dealer"),
        pytest.param(6, 1, (1, 4), 2, id="section 5: at six he and the one three seats further"),
        pytest.param(6, 5, (2, 5), 0, id="section 5: at six over the end of the list"),
    ],
)
def test_who_sits_out(seats, dealer, out, voice):
    assert sitters(open_table(seats, dealer)) == out
    assert first_voice(tuple(range(seats)), dealer, 1) == voice
    assert next_seat(tuple(range(seats)), dealer, 1) == (dealer + 1) % seats


def test_section_5_who_sits_out_neither_antes_nor_pays():
    (scored,) = play("kassa", {"contract": "misere", "declarer": 1, "tricks": 0, "turned": "clubs"}, seats=6)
    assert scored.deltas == (0, 90, -30, 0, -30, -30)


def test_section_1_settling_is_pairwise_among_the_four_who_played():
    (scored,) = play("classic", SEVEN, seats=5)
    assert scored.deltas == (0, 0, 8, 0, 0)
    assert scored.state.net == (0, -8, 24, -8, -8)


def test_section_4_the_odd_chips_go_counter_clockwise_from_the_next_dealers_right_neighbour():
    scored = play("kassa", CARD)
    state = scored[-1].state._replace(kitty=43)
    assert [e - b for e, b in zip(divided(state).balances, state.balances, strict=True)] == [11, 11, 11, 10]
    assert divided(state).kitty == 0


def test_the_length_of_an_evening():
    kassa, german = built_in_variant("kassa", (("single_tours", 1), ("double_tours", 0))), built_in_variant("german")
    assert not is_over(kassa, open_table(5)._replace(counted=4, in_tour=4))
    assert is_over(kassa, open_table(5)._replace(counted=5, tour=2))
    assert not is_over(german, open_table(4)._replace(counted=11))
    assert is_over(german, open_table(4)._replace(counted=12))
    assert not is_over(german, open_table(4)._replace(counted=12), 16)


def test_a_kept_state_goes_on_where_it_was_left():
    scored = play("kassa", CARD, PASSED, PASSED)
    variant, facts = built_in_variant("kassa"), [s.facts for s in scored]
    kept = load_state(dump_state(scored[0].state))
    assert kept == scored[0].state
    assert list(replay(variant, kept, facts[1:])) == scored[1:]
    assert load_state(dump_state(open_table(4))) == open_table(4)
