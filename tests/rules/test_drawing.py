from random import Random

import pytest

from ledger.rules.bids import bids
from ledger.rules.cards import Suit
from ledger.rules.document import built_in, built_in_variant
from ledger.rules.drawing import JACK_OF_DIAMONDS, RANKS, draw_first_dealer, draw_seats
from ledger.rules.variant import FirstDealer


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_the_highest_card_deals_after_no_two_are_of_a_rank(seats):
    for seed in range(200):
        draw = draw_first_dealer(FirstDealer.HIGHEST, seats, Random(seed))
        *before, last = [[RANKS.index(card.rank) for card in cards] for cards in draw.rounds]
        assert all(len(set(ranks)) < seats for ranks in before)
        assert len(set(last)) == seats
        assert last[draw.dealer] == max(last)


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_the_jack_of_diamonds_is_drawn_once_and_its_owner_deals(seats):
    for seed in range(50):
        draw = draw_first_dealer(FirstDealer.JACK_OF_DIAMONDS, seats, Random(seed))
        [cards] = draw.rounds
        assert len(set(cards)) == seats
        assert cards[draw.dealer] == JACK_OF_DIAMONDS


def test_lots_reach_everybody():
    found = {draw_first_dealer(FirstDealer.LOT, 4, Random(seed)).dealer for seed in range(60)}
    assert found == {0, 1, 2, 3}
    assert sorted(draw_seats(6, Random(1))) == list(range(6))


def test_in_classic_the_turned_suit_beats_its_mate_and_that_the_others():
    found = bids(built_in_variant("classic"), turned=Suit.HEARTS, senior=None)

    assert [(b.rank, b.suits, b.price) for b in found[:3]] == [
        ("third", (Suit.CLUBS, Suit.SPADES), 1),
        ("second", (Suit.DIAMONDS,), 2),
        ("first", (Suit.HEARTS,), 3),
    ]
    assert found[-1].contract.code == "slam"


def test_in_kassa_a_turned_senior_suit_leaves_no_junior_one():
    found = bids(built_in_variant("kassa"), turned=Suit.HEARTS, senior=Suit.HEARTS)

    assert [b.suits for b in found if b.rank == "junior"] == [(), (), ()]
    assert {b.suits for b in found if b.rank == "senior"} == {(Suit.HEARTS,)}


@pytest.mark.parametrize("code", built_in())
def test_every_contract_stands_in_the_ladder(code):
    variant = built_in_variant(code)
    assert {b.contract.code for b in bids(variant, turned=None, senior=None)} == set(variant.by_code)


def test_in_a_fixed_order_every_contract_is_bid_in_each_suit_the_lesser_first():
    found = bids(built_in_variant("fontainebleau"), turned=None, senior=None)
    first = [(bid.contract.code, *bid.suits, bid.price) for bid in found[:9]]
    assert first[:4] == [("5", "spades", 10), ("5", "clubs", 10), ("5", "hearts", 20), ("5", "diamonds", 30)]
    assert first[8] == ("little-misere", 75)


def test_a_turned_card_ranks_the_american_bids_and_changes_no_price():
    found = bids(built_in_variant("american"), turned=Suit.HEARTS, senior=None)
    assert [(bid.suits, bid.price) for bid in found[:3]] == [
        ((Suit.CLUBS, Suit.SPADES), 10),
        ((Suit.DIAMONDS,), 10),
        ((Suit.HEARTS,), 10),
    ]
