"""What a club changed in rules that it copied is its own: neither from a source nor a reconstruction."""

import copy

import pytest

from ledger.rules.document import built_in, fingerprint, read_document
from ledger.rules.own import as_own, with_marks_of
from ledger.rules.writing import write_document


def document(code):
    return copy.deepcopy(dict(built_in()[code]))


def own(found):
    return sorted(".".join(place) for place in found.get("own", []))


@pytest.mark.parametrize("code", built_in())
def test_rules_that_were_only_copied_have_nothing_of_their_own_and_keep_their_fingerprint(code):
    found = as_own(built_in()[code], with_marks_of(built_in()[code], document(code)))
    assert fingerprint(found) == fingerprint(built_in()[code])


def test_every_figure_that_was_changed_is_the_clubs_own_and_no_reconstruction():
    before, after = document("kassa"), document("kassa")
    after["kitty"]["chips"] = 50
    after["revoke"]["fine"] = 9
    after["length"]["double"] = 3
    after["options"][2]["default"] = 25
    after["contracts"][0]["overtrick"] = 4
    after["ladder"].insert(0, after["ladder"].pop())
    after["notes"][0]["en"] = "Ours."
    found = as_own(before, after)
    assert own(found) == [
        "contracts.simple.overtrick",
        "kitty.ante",
        "kitty.chips",
        "ladder",
        "length.double",
        "revoke.fine",
    ]
    assert "chips" not in found["kitty"]["reconstructed"]
    assert "opponent" not in found["revoke"]["reconstructed"]
    assert found["length"]["reconstructed"] == []
    assert "ladder" not in found["reconstructed"]


def test_of_a_row_of_prices_only_the_cells_that_were_changed_are_the_clubs_own():
    before, after = document("american"), document("american")
    after["contracts"][0]["price"]["made"][1] += 1
    after["contracts"][0]["price"]["short"][0] += 1
    found = as_own(before, after)
    code = after["contracts"][0]["code"]
    assert own(found) == [f"contracts.{code}.price.made.1", f"contracts.{code}.price.short.0"]
    assert found["contracts"][0]["reconstructed"] == ["price.made"]


def test_what_is_put_back_is_again_what_it_was():
    before, changed = document("kassa"), document("kassa")
    changed["kitty"]["chips"] = 50
    changed["contracts"][3]["price"]["junior"] = 1
    between = as_own(before, with_marks_of(before, changed))
    back = copy.deepcopy(between)
    back["kitty"]["chips"] = before["kitty"]["chips"]
    back["contracts"][3]["price"]["junior"] = before["contracts"][3]["price"]["junior"]
    assert as_own(before, with_marks_of(before, back)) == before


def test_words_that_are_all_new_are_the_clubs_own_some_of_them_are_not():
    before, after = document("classic"), document("classic")
    after["notes"][0]["en"] = "Ours."
    assert own(as_own(before, after)) == []
    after["notes"] = [{"en": "All ours."}]
    assert own(as_own(before, after)) == ["notes"]


def test_what_a_copy_of_a_clubs_own_rules_came_with_stays_the_clubs_own():
    first, again = document("kassa"), document("kassa")
    first["own"] = again["own"] = [["kitty", "ante"]]
    again["boston"] = {"points": 9}
    assert own(as_own(first, again)) == ["boston.points", "kitty.ante"]


def test_the_places_and_the_name_of_what_was_copied_are_read_and_written():
    plain = document("kassa") | {"own": [["kitty", "ante"], ["contracts", "solo"]], "copied_from": {"en": "Kassa"}}
    variant = read_document(plain)
    assert variant.is_own("contracts", "solo", "price", "junior")
    assert not variant.is_own("contracts", "nine")
    assert read_document(write_document(variant)) == variant


@pytest.mark.parametrize("said", [["ante"], [[]], [["kitty", 1]], "kitty"])
def test_a_place_that_is_no_list_of_texts_is_a_fault_there(said):
    faults = read_document(document("kassa") | {"own": said})
    assert {fault.where.partition("[")[0] for fault in faults} == {"own"}
