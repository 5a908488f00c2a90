"""Rules documents as the flat fields of a form, and back."""

import copy

import pytest
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
