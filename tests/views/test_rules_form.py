"""Rules documents as the flat fields of a form, and back."""

import copy

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.forms.rules_changes import changed
from ledger.forms.rules_faults import read_faults
from ledger.forms.rules_fields import LISTS, SETTINGS
from ledger.forms.rules_flat import flatten, unflatten
from ledger.forms.rules_kinds import Kind, Setting, put, text_of, value_at, value_of
from ledger.forms.rules_page import Page
from ledger.forms.rules_words import difference_words
from ledger.rules.differences import differences, without_lost_marks
from ledger.rules.document import built_in, read_document
from ledger.rules.reading import read_variant
from ledger.rules.typical import typical_deals


@pytest.fixture(autouse=True)
def english():
    with override("en"):
        yield


CODES = sorted(built_in())
FLAT = {code: flatten(built_in()[code]) for code in CODES}


@pytest.mark.parametrize("code", CODES)
def test_flat_fields_make_the_same_document_again(code):
    document = built_in()[code]
    assert unflatten(document, FLAT[code]) == document
    assert unflatten(document, {}) == document
    assert unflatten(document, {k: v.replace("\n", "\r\n") for k, v in FLAT[code].items()}) == document


def unmarked(value):
    """Plain data without the marks of reconstructions, which no field shows."""
    if isinstance(value, list):
        return [unmarked(v) for v in value]
    if not isinstance(value, dict):
        return value
    return {k: unmarked(v) for k, v in value.items() if k != "reconstructed" or ("kind" not in value and v is True)}


@pytest.mark.parametrize("code", CODES)
def test_fields_alone_say_all_of_the_rules(code):
    """Upon an empty document nothing is carried over: what would be missing no field knows."""
    made = unflatten({}, FLAT[code])
    document = built_in()[code]
    plain = {**made, "schema": 1, "code": code}
    assert read_document(plain) == read_document(unmarked(document))


TYPED = st.one_of(
    st.sampled_from(["", "0", "7", "13", "yes", "no", "any", "flat", "by-rank", "option:ante", "listed", "none", "-3"]),
    st.text(max_size=8),
)
BUTTONS = st.sampled_from(["add", "remove", "up", "down", "fix", "agree", "own-order", "no-order", "nothing"])


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whatever_is_typed_and_pressed_is_read_judged_and_shown(data):
    code = data.draw(st.sampled_from(CODES))
    fields, names = dict(FLAT[code]), sorted(FLAT[code])
    for name in data.draw(st.lists(st.sampled_from(names), max_size=6)):
        fields[name] = data.draw(TYPED)
    for name in data.draw(st.lists(st.sampled_from(names), max_size=3)):
        fields.pop(name, None)
    draft = unflatten(built_in()[code], fields)
    for button in data.draw(st.lists(BUTTONS, max_size=3)):
        draft = changed(draft, f"{button}:{data.draw(st.sampled_from(names)).rsplit('.', 1)[0]}")
    base, saved = built_in()[code], without_lost_marks(built_in()[code], draft)
    read, faults = read_document(saved), read_faults(saved)
    assert len(faults.found) == (len(read) if isinstance(read, list) else 0)
    assert Page(draft, faults.by_field).parts()
    assert bool(difference_words(differences(base, draft), base, draft)) == bool(differences(base, draft))
    assert isinstance(read, list) or typical_deals(read)
    assert unflatten(draft, flatten(draft)) == draft


def test_a_row_of_numbers_is_typed_one_after_the_other():
    row = Setting(("price", "made"), Kind.NUMBERS)
    draft = {}
    put(draft, row.path, value_of(row, "10 12,14 x"))
    assert value_at(draft, row.path) == [10, 12, 14, "x"]
    assert text_of(row, draft) == "10 12 14 x"


def test_every_word_of_a_choice_is_one_that_the_engine_reads():
    wrong = set()
    for setting in [*SETTINGS, *(s for listing in LISTS for s in listing.settings)]:
        for word in setting.words or {}:
            plain = copy.deepcopy(dict(built_in()["kassa"]))
            owner = plain if setting in SETTINGS else plain["contracts"][0]
            put(owner, setting.path, word)
            read = read_variant(plain, (), [], ())
            faults = read if isinstance(read, list) else []
            wrong |= {p.where for p in faults if p.path[-len(setting.path) :] == setting.path and "one of" in p.message}
    assert wrong == set()


def shown(draft):
    """Every field of the page by its name."""
    found = {}
    for part in Page(draft).parts():
        rows = [*part.rows, *(row for x in part.lists for e in x.elements for row in e.rows)]
        found |= {f.name: f for row in rows for f in (*row.fields, *row.others)}
    return found


def test_the_contract_that_takes_the_kitty_is_chosen_by_its_name():
    base = built_in()["american"]
    field = shown(base)["kitty.won_from"]
    assert field.shape == "choice"
    assert dict(field.choices)["little-misere"] == "little misère"
    later = unflatten(base, FLAT["american"] | {"kitty.won_from": "little-misere"})
    assert "taken from this contract on: 7 → little misère" in said_between(base, later)
    every = unflatten(base, FLAT["american"] | {"kitty.won_from": ""})
    assert "won_from" not in every["kitty"]
    gone = changed(copy.deepcopy(dict(base)), "remove:contracts.2")
    assert "won_from" not in gone["kitty"]


def said_between(before, after):
    return " | ".join(difference_words(differences(before, after), before, after))


def test_prices_by_tricks_have_a_field_for_each_number_of_tricks():
    base = built_in()["american"]
    field = shown(base)["contracts.1.price.short"]
    assert [(name, label) for name, label, _ in field.cells][:2] == [
        ("contracts.1.price.short.0", "−1"),
        ("contracts.1.price.short.1", "−2"),
    ]
    assert [int(value) for _, _, value in field.cells] == base["contracts"][1]["price"]["short"]
    fields = {k: v for k, v in FLAT["american"].items() if not k.startswith("contracts.1.price.short")}
    fields |= {name: value for name, _, value in field.cells} | {"contracts.1.price.short.1": "99"}
    after = unflatten(base, fields)
    assert after["contracts"][1]["price"]["short"][:3] == [15, 99, 35]
    assert "(−2) 25 → 99" in said_between(base, after)
    blank = unflatten(base, fields | {"contracts.1.price.short.1": ""})
    assert shown(blank)["contracts.1.price.short"].cells[1][2] == ""
    assert "contracts.1.price.short" in read_faults(blank).by_field


def test_another_target_takes_as_many_prices_as_it_needs():
    base = built_in()["american"]
    fields = {k: v for k, v in FLAT["american"].items() if not k.startswith("contracts.0.price")}
    fields["contracts.0.price.shape"] = "by-tricks"
    page = shown(base)
    for row in ("made", "short"):
        fields |= {name: value for name, _, value in page[f"contracts.0.price.{row}"].cells}
    fewer = unflatten(base, fields | {"contracts.0.target": "4"})["contracts"][0]["price"]
    assert (len(fewer["made"]), len(fewer["short"])) == (9, 4)
    more = unflatten(base, fields | {"contracts.0.target": "6"})
    assert len(more["contracts"][0]["price"]["made"]) == 8
    assert [value for _, _, value in shown(more)["contracts.0.price.short"].cells] == [
        *map(str, base["contracts"][0]["price"]["short"]),
        "",
    ]


def test_the_order_of_the_suits_is_chosen_suit_by_suit():
    base = built_in()["fontainebleau"]
    field = shown(base)["suits.order"]
    assert [value for _, _, value in field.cells] == base["suits"]["order"]
    assert dict(field.choices)["clubs"] == "clubs"
    fields = {k: v for k, v in FLAT["fontainebleau"].items() if k != "suits.order"}
    turned = unflatten(base, fields | {f"suits.order.{n}": s for n, s in enumerate(reversed(base["suits"]["order"]))})
    assert turned["suits"]["order"] == base["suits"]["order"][::-1]


def test_every_field_of_a_contract_is_explained():
    helps = {f.label: f.help for name, f in shown(built_in()["kassa"]).items() if name.startswith("contracts.0.")}
    assert [label for label, words in helps.items() if not words] == []
