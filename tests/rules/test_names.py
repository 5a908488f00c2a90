"""When two names are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.problems import clean_name, folded_name

SAME = {
    "case": ("Anna", "aNNA"),
    "cyrillic case": ("Иван", "ИВАН"),
    "sharp s": ("Straße", "STRASSE"),
    "final sigma": ("Νίκος", "ΝΊΚΟΣ"),
    "composed": ("Ren\u00e9", "Rene\u0301"),
    "short i": ("Сергей", "Серге\u0438\u0306"),
    "zero-width space": ("Anna", "An\u200bna"),
    "zero-width joiner": ("Anna", "An\u200dna"),
    "soft hyphen": ("Anna", "An\u00adna"),
    "byte order mark": ("Anna", "\ufeffAnna"),
    "direction mark": ("Anna", "Anna\u200f"),
    "variation selector": ("Anna❤", "Anna❤\ufe0f"),
    "grapheme joiner": ("Anna", "An\u034fna"),
    "hangul filler": ("Anna", "Anna\u3164"),
    "full width": ("Anna", "\uff21\uff4e\uff4e\uff41"),
    "ligature": ("Fiona", "\ufb01ona"),
    "no-break space": ("Иван П.", "Иван\u00a0П."),
    "two spaces": ("Иван П.", " Иван  П. "),
}
OTHER = {
    "an accent": ("Rene", "René"),
    "yo": ("Алена", "Алёна"),
    "look-alike of another script": ("Anna", "\u0410nna"),
    "a letter": ("Иван П.", "Иван К."),
    "a stop": ("Иван П", "Иван П."),
    "emoji": ("Anna 🦊", "Anna 🐺"),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_spellings_of_one_name_fold_alike(one, other):
    assert folded_name(one) == folded_name(other) != ""


@pytest.mark.parametrize(("one", "other"), OTHER.values(), ids=OTHER)
def test_names_that_people_tell_apart_do_not(one, other):
    assert folded_name(one) != folded_name(other)


@given(st.text())
def test_folding_twice_is_folding_once(text):
    folded = folded_name(text)
    assert folded_name(folded) == folded == folded_name(clean_name(text))


@pytest.mark.parametrize("name", ["\u200b", "\u2060\u00ad", "\ufe0f"])
def test_a_name_of_which_nothing_can_be_seen_folds_to_nothing(name):
    assert folded_name(name) == ""


def test_no_folded_name_is_longer_than_its_column_holds():
    assert max(len(folded_name(chr(c))) for c in range(0x110000) if not 0xD800 <= c < 0xE000) * 50 <= 900
