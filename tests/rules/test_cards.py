import pytest

from ledger.rules.cards import Suit, SuitScheme, suit_rank, suits_of_rank

CLUBS, DIAMONDS, HEARTS, SPADES = Suit
COLOURS, SENIOR, EQUAL = SuitScheme.COLOURS, SuitScheme.SENIOR, SuitScheme.EQUAL


@pytest.mark.parametrize(("suit", "mate"), [(CLUBS, SPADES), (SPADES, CLUBS), (HEARTS, DIAMONDS), (DIAMONDS, HEARTS)])
def test_the_mate_is_the_other_suit_of_the_colour(suit, mate):
    assert suit.mate is mate
    assert suit.is_red is mate.is_red


@pytest.mark.parametrize(
    ("suit", "rank"),
    [
        pytest.param(HEARTS, "first", id="section 1: first is the turned suit"),
        pytest.param(DIAMONDS, "second", id="section 1: second is the other of that colour"),
        pytest.param(CLUBS, "third", id="section 1: third is the other colour, clubs"),
        pytest.param(SPADES, "third", id="section 1: third is the other colour, spades"),
    ],
)
def test_the_turned_card_ranks_the_suits_by_colour(suit, rank):
    assert suit_rank(COLOURS, suit, turned=HEARTS, senior=None) == rank


@pytest.mark.parametrize(
    ("suit", "rank"),
    [
        pytest.param(CLUBS, "senior", id="section 4: senior is the suit of deal 1"),
        pytest.param(HEARTS, "junior", id="section 4: junior is the turned suit"),
        pytest.param(SPADES, "junior", id="section 4: neither pays as junior"),
    ],
)
def test_the_first_deal_makes_its_suit_senior(suit, rank):
    assert suit_rank(SENIOR, suit, turned=HEARTS, senior=CLUBS) == rank


def test_suits_of_a_rank():
    assert suits_of_rank(COLOURS, "third", turned=HEARTS, senior=None) == (CLUBS, SPADES)
    assert suits_of_rank(SENIOR, "senior", turned=HEARTS, senior=CLUBS) == (CLUBS,)
    assert suits_of_rank(SENIOR, "junior", turned=HEARTS, senior=CLUBS) == (HEARTS,)
    assert suits_of_rank(EQUAL, "equal", turned=None, senior=None) == tuple(Suit)


def test_where_the_senior_suit_is_turned_again_there_is_no_junior_one():
    assert suits_of_rank(SENIOR, "junior", turned=CLUBS, senior=CLUBS) == ()


def test_without_the_card_that_decides_there_is_no_rank():
    assert suit_rank(COLOURS, CLUBS, turned=None, senior=None) is None
    assert suit_rank(SENIOR, CLUBS, turned=CLUBS, senior=None) is None
    assert suit_rank(EQUAL, CLUBS, turned=None, senior=None) == "equal"


def test_only_equal_suits_turn_no_card():
    assert [scheme.turns_a_card for scheme in (COLOURS, SENIOR, EQUAL)] == [True, True, False]
