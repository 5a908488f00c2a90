"""Badges of a club's players: one or two letters, no two alike, and one of ten colours."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Final

COLOURS: Final = 10
"""Classes of colours; letters tell people apart where the eye does not."""

_JOINER, _KEYCAP = "\u200d", "\u20e3"


def colour_of(number: int) -> int:
    """The colour class, 0 to 9, of a player's own number, which never changes."""
    return number % COLOURS


def graphemes(text: str) -> list[str]:
    """What a reader takes for single signs: letters with their marks, joined emoji and flags whole."""
    found: list[str] = []
    for c in unicodedata.normalize("NFC", text):
        joined = found and (_extends(c) or found[-1].endswith(_JOINER) or _second_of_flag(found[-1], c))
        if joined:
            found[-1] += c
        elif unicodedata.category(c) != "Cf":
            found.append(c)
    return found


def _extends(c: str) -> bool:
    return c in (_JOINER, _KEYCAP) or unicodedata.category(c) in ("Mn", "Me", "Mc") or "\U0001f3fb" <= c <= "\U0001f3ff"


def _second_of_flag(before: str, c: str) -> bool:
    return len(before) == 1 and _is_flag(before) and _is_flag(c)


def _is_flag(c: str) -> bool:
    return "\U0001f1e6" <= c <= "\U0001f1ff"


def initials(names: Mapping[int, str]) -> dict[int, str]:
    """One or two signs for everybody, by number, different even without case. Who has a first letter for himself and a
    single name has that letter; of people who need more, the lower number chooses first."""
    words = {number: _words(name) for number, name in names.items()}
    firsts = [_alike(found[0][0]) for found in words.values()]
    taken: set[str] = set()
    found: dict[int, str] = {}
    for number in sorted(names):
        alone = len(words[number]) == 1 and firsts.count(_alike(words[number][0][0])) == 1
        first = _upper(words[number][0][0])
        found[number] = first if alone else next(p for p in _pairs(words[number]) if _alike(p) not in taken)
        taken.add(_alike(found[number]))
    return found


def _words(name: str) -> list[list[str]]:
    """The signs of each word; never nothing."""
    words: list[list[str]] = [[]]
    for sign in graphemes(name):
        if unicodedata.category(sign[0])[0] in "LN" or unicodedata.category(sign[0]) == "So":
            words[-1].append(sign)
        elif words[-1] and (sign.isspace() or sign in ".-"):
            words.append([])
    return [word for word in words if word] or [graphemes(name)[:1] or ["?"]]


def _pairs(words: Sequence[Sequence[str]]) -> Iterator[str]:
    """First letters of the first word and of another; then of the first word and a letter of it; then a figure."""
    first = _upper(words[0][0])
    yield from (first + _upper(word[0]) for word in words[1:])
    yield from (first + sign for word in words for sign in word[1:])
    yield from (first + str(number) for number in count(2))


def _upper(sign: str) -> str:
    """A capital, where that is one sign still."""
    return sign.upper() if len(graphemes(sign.upper())) == 1 else sign


def _alike(text: str) -> str:
    return unicodedata.normalize("NFC", text.casefold())
