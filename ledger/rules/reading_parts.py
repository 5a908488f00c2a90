"""Reads what stands within a rules document: objects, lists of them, words for people, marks of reconstruction."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

from ledger.rules.problems import UNJUDGED, Problem, Reader, is_text
from ledger.rules.variant import Place, Text

T = TypeVar("T")

POINTS_MOST = 1_000_000
TEXT_MOST = 2000
LANGUAGES = ("en", "ru", "de", "fr")
NOTE_KEYS = [*LANGUAGES, "reconstructed"]


def inner(
    r: Reader, key: str, read: Callable[[Reader], T], known: Collection[str], *, optional: bool = False
) -> T | None:
    """The object behind a key, which knows the keys `known`; None where it is absent or has faults."""
    plain = r.table(key, None) if optional else r.table(key)
    if plain is None:
        return None
    within = Reader(plain, known)
    value = read(within)
    r.faults_under(key, within.problems())
    return None if within.problems() else value


def list_of(r: Reader, key: str, read: Callable[[Reader], T], known: Collection[str], default: Any = ...) -> list[T]:
    """The list of objects behind a key, each knowing the keys `known`; elements with faults are left out and
    reported."""
    plain = r.items(key) if default is ... else r.items(key, default)
    found: list[T] = []
    problems: list[Problem] = []
    for i, element in enumerate(plain or ()):
        if element is UNJUDGED:
            continue
        if not isinstance(element, Mapping):
            problems.append(Problem((i,), "wrong-type", {"wanted": "an object"}))
            continue
        within = Reader(element, known)
        value = read(within)
        problems += [p.under(i) for p in within.problems()]
        if not within.problems():
            found.append(value)
    r.faults_under(key, problems)
    return found


def marks(r: Reader) -> frozenset[str]:
    """The keys of an object whose figures are our own reconstruction."""
    said = r.items("reconstructed", ()) or ()
    r.faults_under("reconstructed", wrong_elements(said, is_text, "a text"))
    return frozenset(m for m in said if is_text(m))


def own_places(r: Reader) -> frozenset[Place]:
    """The places of figures that a club changed: each a list of keys from the outside in."""
    said = r.items("own", ()) or ()
    r.faults_under("own", wrong_elements(said, _is_place, "a list of texts"))
    return frozenset(tuple(place) for place in said if _is_place(place))


def _is_place(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(is_text(step) for step in value)


def wrong_elements(elements: Iterable[Any], right: Callable[[object], bool], wanted: str) -> list[Problem]:
    """A fault for each element of a list that is of another type."""
    return [
        Problem((i,), "wrong-type", {"wanted": wanted})
        for i, element in enumerate(elements)
        if not right(element) and element is not UNJUDGED
    ]


def text(r: Reader) -> Text:
    """Words by language, English among them."""
    for language in LANGUAGES:
        words = r.text(language) if language == "en" else r.text(language, None)
        if words is not None and len(words) > TEXT_MOST:
            r.fault(language, "out-of-range", wanted=f"at most {TEXT_MOST} characters")
    return {k: v for k, v in r.plain.items() if k in LANGUAGES}


def note(r: Reader) -> tuple[Text, bool]:
    """A rule in words, and whether it is a reconstruction."""
    return text(r), bool(r.switch("reconstructed", False))
