"""The deals that show what rules pay."""

import pytest

from ledger.rules.document import built_in, built_in_variant, read_document
from ledger.rules.situation import Kind
from ledger.rules.typical import typical_deals
from ledger.rules.variant import Payment


def told(code):
    return [
        (e.facts.contract, e.facts.helper is not None, e.facts.tricks, e.deltas, e.kitty_change)
        for e in typical_deals(built_in_variant(code))
    ]


def test_classic_shows_each_kind_of_result():
    assert told("classic") == [
        ("5", False, 5, (1, 0, 0, 0), 0),
        ("5", True, 8, (1, 0, 0, 0), 0),
        ("5", False, 4, (-1, 0, 0, 0), 0),
        ("5", True, 7, (-1, 0, 0, 0), 0),
        ("9", False, 10, (23, 0, 0, 0), 0),
        ("little-null", False, 0, (10, 0, 0, 0), 0),
        ("little-null", False, 1, (-10, 0, 0, 0), 0),
        (None, False, None, (0, 0, 0, 0), 0),
    ]


def test_a_kitty_lies_there_and_is_won_or_grows():
    found = typical_deals(built_in_variant("kassa"))
    assert {e.lay for e in found} == {40}
    assert found[0].deltas == (82, -14, -14, -14)
    assert found[0].kitty_change == -40
    assert found[-1].facts.kind is Kind.PASSED
    assert found[-1].kitty_change == 40


@pytest.mark.parametrize("code", built_in())
def test_what_moves_between_players_and_kitty_sums_to_zero(code):
    variant = built_in_variant(code)
    for example in typical_deals(variant):
        total = sum(example.deltas) + example.kitty_change
        assert total == 0 or variant.payment is Payment.ACCOUNT


def test_what_rules_do_not_have_is_left_out():
    document = built_in()["german"]
    tricky = {**document, "contracts": [c for c in document["contracts"] if not c.get("null")]}
    assert [e.facts.contract for e in typical_deals(read_document(tricky))] == ["5", "5", None]
    nulls = {**document, "contracts": [c for c in document["contracts"] if c.get("null")]}
    assert [e.facts.tricks for e in typical_deals(read_document(nulls))] == [0, 1, None]


@pytest.mark.parametrize(("code", "trump"), [("fontainebleau", "spades"), ("classic", "clubs"), ("kassa", "hearts")])
def test_prices_are_those_of_the_lowest_suit(code, trump):
    assert {str(deal.facts.trump) for deal in typical_deals(built_in_variant(code)) if deal.facts.trump} == {trump}
