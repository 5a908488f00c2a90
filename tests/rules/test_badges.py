"""Letters and colours that tell players apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.badges import COLOURS, colour_of, graphemes, initials

CLUBS = {
    "each a letter": (["Anna", "Boris", "Vera", "Gleb"], ["A", "B", "V", "G"]),
    "two Ivans": (["Иван П.", "Иван К."], ["ИП", "ИК"]),
    "one with and one without": (["Иван", "Иван П."], ["Ив", "ИП"]),
    "same first letter": (["Anna", "Andrei"], ["An", "Ad"]),
    "three of a letter": (["Anna", "Andrei", "Anton"], ["An", "Ad", "At"]),
    "one letter inside the other": (["A", "Anna"], ["A2", "An"]),
    "same two initials": (["Иван Петров", "Игорь Павлов"], ["ИП", "Иг"]),
    "small letters": (["иван", "пётр"], ["И", "П"]),
    "case is no difference": (["Иван Петров", "Ипполит"], ["ИП", "Ио"]),
    "combining mark": (["Й\u0301ан", "И\u0306ван П"], ["Й\u0301", "ЙП"]),
    "sharp s": (["ßeta", "Anna"], ["ß", "A"]),
    "emoji": (["🦊", "🐺 Wolf"], ["🦊", "🐺W"]),
    "joined emoji": (["👨\u200d👩\u200d👧", "👩🏽"], ["👨\u200d👩\u200d👧", "👩🏽"]),
    "flags": (["🇷🇺🇩🇪", "🇷🇸"], ["🇷🇺", "🇷🇸"]),
    "quotation marks": (["«Анна»", "'Boris'"], ["А", "B"]),
    "hyphen": (["Анна-Мария", "Борис"], ["АМ", "Б"]),
    "nothing but signs": (["!!!", "..."], ["!", "."]),
    "figures": (["7", "77"], ["72", "77"]),
}


@pytest.mark.parametrize(("names", "wanted"), CLUBS.values(), ids=CLUBS)
def test_letters_of_a_club(names, wanted):
    assert list(initials(dict(enumerate(names))).values()) == wanted


@given(st.lists(st.text(min_size=1, max_size=8) | st.text("Aa n", min_size=1, max_size=4), max_size=30))
def test_no_two_of_a_club_have_the_same_letters(names):
    found = list(initials(dict(enumerate(names))).values())
    assert len({letters.casefold() for letters in found}) == len(names)
    assert all(found)


def test_a_big_club_still_has_letters_for_everybody():
    found = initials(dict.fromkeys(range(60), "A"))
    assert len(set(found.values())) == 60
    assert max(len(graphemes(letters)) for letters in found.values()) <= 3


def test_colours_come_round_and_stay():
    assert [colour_of(n) for n in range(COLOURS + 1)] == [*range(COLOURS), 0]
