"""What two documents say differently, and which marks of a reconstruction a change takes."""

import copy

import pytest

from ledger.rules.differences import Difference, differences, without_lost_marks
from ledger.rules.document import built_in


def document(code):
    return copy.deepcopy(built_in()[code])


def marks(before, after):
    found = without_lost_marks(before, after)
    return {c["code"]: c.get("reconstructed", []) for c in found["contracts"]}


@pytest.mark.parametrize("code", built_in())
def test_the_same_rules_do_not_differ_and_lose_no_mark(code):
    assert differences(built_in()[code], document(code)) == ()
    assert without_lost_marks(built_in()[code], document(code)) == built_in()[code]


def test_contracts_are_the_same_ones_wherever_they_stand():
    before, after = document("classic"), document("classic")
    after["contracts"].insert(0, after["contracts"].pop())
    after["contracts"][1]["target"] = 4
    gone = after["contracts"].pop(4)
    codes = [c["code"] for c in before["contracts"] if c["code"] != gone["code"]]
    assert differences(before, after) == (
        Difference(("contracts", "5", "target"), 5, 4),
        Difference(("contracts", gone["code"]), gone, None),
        Difference(("contracts",), codes, [codes[-1], *codes[:-1]]),
    )


def test_what_was_fixed_and_is_agreed_now_differs_as_a_whole():
    before, after = document("german"), document("german")
    after["contracts"][0]["price"]["points"] = 2
    after["kitty"] = {"ante": 5}
    assert differences(before, after) == (
        Difference(("contracts", "5", "price", "points"), {"option": "price_per_trick"}, 2),
        Difference(("kitty",), None, {"ante": 5}),
    )


def test_a_price_loses_its_mark_cell_by_cell_or_with_its_shape():
    before, after = document("classic"), document("classic")
    after["contracts"][0]["price"]["second"] = 9
    after["contracts"][2]["price"]["third"] = 9
    after["contracts"][1]["price"] = {"shape": "flat", "points": 3}
    found = marks(before, after)
    assert found["5"] == ["price.third", "price.first"]
    assert found["6"] == []
    assert found["7"] == ["price.second"]
    assert found["8"] == ["price"]


def test_another_proposal_is_no_reconstruction_wherever_it_is_bound():
    before, after = document("german"), document("german")
    after["options"][1]["default"] = 12
    found = without_lost_marks(before, after)
    assert marks(before, after)["misere"] == []
    assert "reconstructed" not in found["options"][1]
    assert found["options"][2]["reconstructed"] is True


def test_the_same_figure_keeps_its_mark_when_it_is_fixed():
    before, after = document("german"), document("german")
    after["contracts"][5]["price"]["points"] = 10
    assert marks(before, after)["misere"] == ["price"]


def test_an_order_of_the_clubs_own_is_no_reconstruction():
    before, after = document("kassa"), document("kassa")
    after["ladder"][0], after["ladder"][1] = after["ladder"][1], after["ladder"][0]
    assert without_lost_marks(before, after)["reconstructed"] == ["slam"]
    after = document("kassa")
    del after["contracts"][4], after["ladder"][7]
    assert without_lost_marks(before, after)["reconstructed"] == ["ladder", "slam"]


def test_a_rule_that_is_worded_anew_is_no_reconstruction():
    before, after = document("kassa"), document("kassa")
    ours = [n for n, note in enumerate(before["notes"]) if note.get("reconstructed")]
    after["notes"][ours[0]]["en"] = "Ours."
    found = without_lost_marks(before, after)["notes"]
    assert [n for n, note in enumerate(found) if note.get("reconstructed")] == ours[1:]
