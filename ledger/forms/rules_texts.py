"""Words of a rules document that follow what is said elsewhere: English, which every document needs, the reader's
language, and the steps of dealing the direction."""

import copy
import re
from collections.abc import Iterable, Mapping
from typing import Any

from ledger.forms.rules_fields import LISTS, SETTINGS, Listing
from ledger.forms.rules_kinds import Plain, Setting, value_at
from ledger.rules.reading_parts import LANGUAGES

DIRECTIONS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "en": (("(?<!counter-)clockwise", "counter-clockwise"), ("beginning at the left", "beginning at the right")),
    "de": (("im Uhrzeigersinn", "gegen den Uhrzeigersinn"), ("links beginnend", "rechts beginnend")),
    "ru": (("по часовой стрелке", "против часовой стрелки"), ("начиная слева", "начиная справа")),
    "fr": (
        ("dans le sens des aiguilles d(?=.une montre)", "dans le sens inverse des aiguilles d"),
        ("dans le sens horaire", "dans le sens antihoraire"),
        ("en commençant à gauche", "en commençant à droite"),
        ("en commençant par la gauche", "en commençant par la droite"),
    ),
}
"""By language, patterns of going clockwise and what is said of the other way; `counter-clockwise` is no `clockwise`."""


def with_direction(base: Plain, draft: Plain) -> dict[str, Any]:
    """The draft whose steps of dealing go the way that it deals, where that was changed."""
    before, after = value_at(base, ("seating", "direction")), value_at(draft, ("seating", "direction"))
    steps = draft.get("dealing")
    if before == after or after not in ("clockwise", "counter-clockwise") or not isinstance(steps, list):
        return dict(draft)
    turned = [{key: _turned(key, words, after) for key, words in step.items()} for step in steps]
    return {**draft, "dealing": turned}


def _turned(language: str, words: Any, direction: str) -> Any:
    for clockwise, counter in DIRECTIONS.get(language, ()) if isinstance(words, str) else ():
        if direction == "clockwise":
            words = words.replace(counter, re.sub(r"\(\?.*?\)", "", clockwise))
        else:
            words = re.sub(clockwise, counter, words)
    return words


def with_english(base: Plain, draft: Plain, language: str) -> dict[str, Any]:
    """The draft with English words in every text that has any: where none are given, those of the reader's language,
    else of the first one; where they were the same in the base, those that are typed in the reader's language now."""
    document = copy.deepcopy(dict(draft))
    _complete(SETTINGS, [base], document, language)
    for listing in LISTS:
        _complete_list(listing, [base], document, language)
    return document


def _complete_list(listing: Listing, bases: Iterable[Any], owner: Plain, language: str) -> None:
    # Elements may have moved: the same words are looked for in all of them.
    known = [one for base in bases for one in value_at(base, listing.path) or ()]
    elements = value_at(owner, listing.path)
    for element in elements if isinstance(elements, list) else ():
        if isinstance(element, dict):
            _complete(listing.settings, known, element, language)
            for inner in listing.lists:
                _complete_list(inner, known, element, language)


def _complete(settings: Iterable[Setting], bases: list[Any], owner: dict[str, Any], language: str) -> None:
    for place in [s.path[:-1] for s in settings if s.language == "en"]:
        text = value_at(owner, place)
        if isinstance(text, dict):
            english = _english(text, [value_at(base, place) for base in bases], language)
            text.update({"en": english} if english else {})


def _english(text: Plain, before: list[Any], language: str) -> Any:
    own, english = text.get(language), text.get("en")
    if not english:
        return own or next((text[x] for x in LANGUAGES if text.get(x)), None)
    was_same = any(isinstance(b, Mapping) and b.get("en") == english == b.get(language) for b in before)
    return own if own and was_same else english
