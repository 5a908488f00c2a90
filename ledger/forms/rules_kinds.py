"""What a setting of a rules document is in a form: its place, its kind, how its value is written as text and read."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import pairwise
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from ledger.rules.reading_parts import LANGUAGES, POINTS_MOST
from ledger.words import Words

Path = tuple[str | int, ...]
Plain = Mapping[str, Any]
Texts = Mapping[str, str]

LANGUAGE_NAMES: Mapping[str, str] = dict(settings.LANGUAGES)
YES, NO = "yes", "no"
BOUND = "option:"
"""Begins the text of a value that is bound to an option, before the option's key."""
ANY = "*"
REQUIRED: Any = object()
"""Stands for the default of a key that has none."""
_WHOLE = re.compile(r"-?[0-9]+")
_DEEP = 3
_DIGITS = 30
"""Of a longer number nothing is judged but that it is too large."""


class Kind(Enum):
    """How a setting is asked for."""

    INTEGER = auto()
    NUMBERS = auto()
    """A row of whole numbers, or of words: a field each, `name.0`, or all in one text, a space between."""
    WORD = auto()
    SWITCH = auto()
    PRESENCE = auto()
    """Whether the object is there at all."""
    LINE = auto()
    PROSE = auto()


@dataclass(frozen=True, slots=True)
class When:
    """A setting only counts where another one says one of these words; a path with "/" in front begins outside."""

    path: str
    words: tuple[str, ...] = (ANY,)


@dataclass(frozen=True, slots=True)
class Setting:
    """One value of a document. `path` is relative to its object; a key without the value says `default`; what counts
    for the first time begins with `start`."""

    path: Path
    kind: Kind
    label: Words = ""
    words: Mapping[str, Words] | None = None
    default: Any = REQUIRED
    start: "str | Callable[[Plain], str]" = ""
    when: tuple[When, ...] = ()
    least: int = 0
    most: int = POINTS_MOST
    help: Words = ""
    language: str = ""
    rank: str = ""
    hidden: bool = False
    may_be_agreed: bool = False
    """Whether it can be left open until the evening."""
    for_all: "Callable[[Plain], bool] | None" = None
    """What one element of a list says can be given at once to all of which this holds."""
    among: str = ""
    """The list whose elements it names, one of them or none."""
    cells: "Callable[[Plain], tuple[str, ...]] | None" = None
    """What the fields of a row are called in its object; so many there are."""


def under(key: str, settings: tuple[Setting, ...], when: tuple[When, ...] = ()) -> tuple[Setting, ...]:
    """Settings of an object within the document."""
    return tuple(replace(s, path=(key, *s.path), when=(*when, *s.when)) for s in settings)


def number(path: str, label: Words, least: int = 0, most: int = 1_000_000, **more: Any) -> Setting:
    """A whole number."""
    return Setting((path,), Kind.INTEGER, label, least=least, most=most, **{"may_be_agreed": True, **more})


def row(path: str, label: Words, **more: Any) -> Setting:
    """Numbers or words one after the other."""
    return Setting((path,), Kind.NUMBERS, label, **more)


def word(path: str, label: Words, words: Mapping[str, Words], **more: Any) -> Setting:
    """One of some words."""
    return Setting((path,), Kind.WORD, label, words=words, may_be_agreed=True, **more)


def switch(path: str, label: Words, default: Any = False, **more: Any) -> Setting:
    """Yes or no."""
    return Setting((path,), Kind.SWITCH, label, default=default, may_be_agreed=True, **more)


def texts(path: Path, label: Words, kind: Kind = Kind.LINE, **more: Any) -> tuple[Setting, ...]:
    """Words in each language that documents speak, English being required."""
    return tuple(
        Setting((*path, x), kind, label, default=REQUIRED if x == "en" else None, language=x, **more) for x in LANGUAGES
    )


def value_at(plain: Any, path: Path) -> Any:
    """The value at a place; None where there is nothing."""
    for step in path:
        if isinstance(plain, Mapping) and isinstance(step, str):
            plain = plain.get(step)
        elif isinstance(plain, list) and isinstance(step, int) and step < len(plain):
            plain = plain[step]
        else:
            return None
    return plain


def put(plain: dict[str, Any], path: Path, value: Any) -> None:
    """Set the value at a place; objects and lists on the way to it are made where they are missing."""
    inner: Any = plain
    for step, after in pairwise(path):
        there = value_at(inner, (step,))
        fits = list if isinstance(after, int) else dict
        if not isinstance(there, fits):
            there = fits()
            _set(inner, step, there)
        inner = there
    _set(inner, path[-1], value)


def _set(inner: Any, step: str | int, value: Any) -> None:
    if isinstance(step, int):
        inner.extend([""] * (step + 1 - len(inner)))
    inner[step] = value


def drop(plain: dict[str, Any], path: Path) -> None:
    """Take the value at a place away; one of a list leaves an empty place, the last one of words takes them along."""
    inner = value_at(plain, path[:-1])
    if isinstance(inner, list) and isinstance(path[-1], int) and path[-1] < len(inner):
        inner[path[-1]] = ""
    elif isinstance(inner, dict):
        inner.pop(path[-1], None)
        if not inner and len(path) > _DEEP:
            drop(plain, path[:-1])


def written(value: Any) -> str:
    """A value as the form writes it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, str):
        return value.replace("\r\n", "\n").replace("\r", "\n")
    if isinstance(value, Mapping):
        return f"{BOUND}{value['option']}" if set(value) == {"option"} else YES
    if isinstance(value, list) and all(isinstance(v, int | str) for v in value):
        return " ".join(map(str, value))
    return json.dumps(value)


def text_of(setting: Setting, owner: Plain) -> str:
    """What the form shows of a setting in its object."""
    value = value_at(owner, setting.path)
    if setting.kind is Kind.PRESENCE:
        return NO if value is None else YES
    return written(setting.default) if value is None and setting.default is not REQUIRED else written(value)


BLANK = "–"
"""Stands in the text of a row for a field that was left empty among others."""


def typed(setting: Setting, owner: Plain, fields: Texts, name: str) -> str | None:
    """What was typed into the field of a name, or into those of a row, as many as its object needs; None: nothing."""
    if setting.kind is not Kind.NUMBERS or name in fields:
        return fields.get(name)
    most = len(setting.cells(owner)) if setting.cells else 0
    cells = [fields[f"{name}.{n}"] for n in range(most) if f"{name}.{n}" in fields]
    if not cells and f"{name}.0" not in fields:
        return None
    return " ".join("".join(cell.split()) or BLANK for cell in cells).rstrip(f"{BLANK} ")


def value_of(setting: Setting, text: str) -> Any:
    """The value that a text says; what can't be read stays as it was typed, for the reader of documents to refuse."""
    if setting.may_be_agreed and text.startswith(BOUND):
        return {"option": text.removeprefix(BOUND)}
    if setting.kind is Kind.SWITCH:
        return {YES: True, NO: False}.get(text, text)
    if setting.kind is Kind.INTEGER:
        return _number(text)
    if setting.kind is Kind.NUMBERS:
        return [_number(part) for part in text.replace(",", " ").split()]
    return text


def _number(text: str) -> int | str:
    return int(text[: _DIGITS + 1]) if _WHOLE.fullmatch(text) else text


def cleaned(text: str) -> str:
    """A text as it came in, with the line ends of documents and nothing around it."""
    return written(text).replace("\0", "").strip()


YES_NO: Mapping[str, Words] = {YES: _("yes"), NO: _("no")}
