"""What is wrong with a document, and a reader that finds all of it at once.

The codes, their order and the places are those of the sheet format.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

MISSING: Final = object()
UNJUDGED: Final = object()
"""Stands in a document for a value that another fault keeps from being known; nothing is wrong with its place."""

_MESSAGES: Final = {
    "unreadable": "this is not a readable sheet: {why}",
    "unknown-key": "there is no such key here",
    "not-in-variant": "does not belong here: {why}",
    "missing": "is required",
    "wrong-type": "must be {wanted}",
    "unknown-rules": "there are no rules of this name; known are {known}",
    "unknown-contract": "there is no such contract; these rules have {known}",
    "out-of-range": "must be {wanted}",
    "unknown-seat": "is not a seat of this table (0 to {last})",
    "seat-sits-out": "sits out in this deal",
    "helper-not-allowed": "this contract is played without a helper",
    "same-seat": "nobody helps himself: this is the declarer",
    "trump-not-allowed": "{why}",
    "helper-tricks-over-tricks": "the helper's part is more than the {tricks} tricks of the two",
    "duplicate": "is there twice",
    "not-at-table": "does not sit at the table now",
    "at-table-already": "sits at the table already",
    "table-full": "the table is full: at most {most} sit at it",
    "table-paused": "the table pauses: {least} are needed to play",
    "last-at-table": "somebody must stay at the table",
}
CODES: Final = tuple(_MESSAGES)


Path = tuple[str | int, ...]
"""A place in a document: keys and indices from the outside in; () is the whole."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault: its place, its code, and what the message needs to say."""

    path: Path
    code: str
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def where(self) -> str:
        """The place as the sheet format writes it: `deals[3].tricks`."""
        steps = (f"[{p}]" if isinstance(p, int) else f".{p}" if i else p for i, p in enumerate(self.path))
        return "".join(steps)

    @property
    def message(self) -> str:
        """The fault in an English sentence."""
        return _MESSAGES[self.code].format_map(_Blank(self.details))

    def under(self, *outer: str | int) -> "Problem":
        """The same fault seen from an outer object."""
        return Problem((*outer, *self.path), self.code, self.details)


class _Blank(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "…"


def in_document_order(found: Mapping[str, list[Problem]], keys: Iterable[str], known: Iterable[str]) -> list[Problem]:
    """The faults of one object: its keys as they stand, then the missing ones in the order of the format."""
    standing = dict.fromkeys(keys)
    order = [*standing, *(k for k in known if k not in standing)]
    return [p for key in order for p in found.get(key, ())]


WHITE_SPACE: Final = (
    "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""Unicode's White_Space; Python's own strip() would also take four control characters away."""


def clean_name(text: str) -> str:
    """A name as it is kept: trimmed of Unicode white space, NFC."""
    return unicodedata.normalize("NFC", text.strip(WHITE_SPACE))


_INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""What leaves no mark and yet is no format character to Unicode: joiners, fillers, selectors of variants."""


def folded_name(text: str) -> str:
    """What a name is compared by: NFKC, without case, white space run together, nothing in it that can't be seen;
    "" for a name of which nothing can be seen. Folding twice is folding once."""
    before, folded = "", text
    # What is dropped may bring together what composes, and what folds may fall apart: until it stays.
    while folded != before:
        before = folded
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", folded).casefold())
        folded = "".join(c for c in _INVISIBLE.sub("", folded) if unicodedata.category(c) != "Cf")
    return " ".join(folded.split())


def name_fault(text: str, *, least: int, most: int) -> str | None:
    """What a cleaned name must be and is not, in words, or None."""
    if not least <= len(text) <= most:
        return f"{least} to {most} characters long"
    if any(unicodedata.category(c) == "Cc" for c in text):
        return "without control characters"
    return None


_SURROGATES = re.compile("[\ud800-\udfff]")


def is_text(value: object) -> bool:
    """A string without a lone surrogate."""
    return isinstance(value, str) and (value.isascii() or not _SURROGATES.search(value))


def is_whole(value: object) -> bool:
    """A JSON integer; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


class Reader:
    """Reads one object of a document, key by key, and keeps every fault with its place.

    A key with null is as no key. `found` ends as a list of faults at most one a place, in the order of the format.
    """

    def __init__(self, plain: Mapping[str, Any], known: Collection[str]) -> None:
        self.plain = {k: v for k, v in plain.items() if v is not None}
        self.known = known
        self.found: dict[str, list[Problem]] = {}
        for key in self.plain:
            if key not in self.known:
                self.fault(key, "unknown-key")

    def fault(self, key: str, code: str, **details: Any) -> None:
        """Note a fault at a key, unless the key has one already."""
        if key not in self.found:
            self.found[key] = [Problem((key,), code, details)]

    def faults_under(self, key: str, problems: Iterable[Problem]) -> None:
        """Note the faults of the object or list behind a key."""
        inner = [p.under(key) for p in problems]
        if inner and key not in self.found:
            self.found[key] = inner

    def problems(self) -> list[Problem]:
        """All faults of the object, in order."""
        return in_document_order(self.found, self.plain, self.known) if self.found else []

    def has(self, key: str) -> bool:
        """Whether the key is there, with a value."""
        return key in self.plain

    def get(self, key: str, default: Any = MISSING) -> Any:
        """The raw value; a required key that is absent is noted as missing."""
        if key in self.plain:
            return self.plain[key]
        if default is MISSING:
            self.fault(key, "missing")
            return None
        return default

    def typed(self, key: str, right: Callable[[object], bool], wanted: str, default: Any = MISSING) -> Any:
        """The value if it is of the right type, else None and a fault."""
        if key not in self.plain:
            return self.get(key, default)
        value = self.plain[key]
        if value is UNJUDGED:
            return None
        if right(value):
            return value
        self.fault(key, "wrong-type", wanted=wanted)
        return None

    def integer(self, key: str, least: int, most: int, default: Any = MISSING) -> Any:
        """A whole number from least to most."""
        value = self.typed(key, is_whole, "a whole number", default)
        if key in self.plain and value is not None and not least <= value <= most:
            self.fault(key, "out-of-range", wanted=f"from {least} to {most}")
            return None
        return value

    def switch(self, key: str, default: Any = MISSING) -> Any:
        """true or false."""
        return self.typed(key, lambda v: isinstance(v, bool), "true or false", default)

    def text(self, key: str, default: Any = MISSING) -> Any:
        """A string, as it stands."""
        return self.typed(key, is_text, "a text", default)

    def word(self, key: str, words: Collection[str], default: Any = MISSING) -> Any:
        """One of the listed words."""
        value = self.text(key, default)
        if key in self.plain and value is not None and value not in words:
            self.fault(key, "out-of-range", wanted="one of " + ", ".join(words))
            return None
        return value

    def name(self, key: str, least: int, most: int, default: Any = MISSING) -> Any:
        """A name or title, cleaned."""
        value = self.text(key, default)
        if key not in self.plain or value is None:
            return value
        value = clean_name(value)
        wanted = name_fault(value, least=least, most=most)
        if wanted:
            self.fault(key, "out-of-range", wanted=wanted)
            return None
        return value

    def items(self, key: str, default: Any = MISSING) -> Any:
        """A list, as it stands."""
        return self.typed(key, lambda v: isinstance(v, list), "a list", default)

    def table(self, key: str, default: Any = MISSING) -> Any:
        """An object, as it stands."""
        return self.typed(key, lambda v: isinstance(v, Mapping), "an object", default)
