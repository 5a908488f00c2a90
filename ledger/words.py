"""What people read: a variant's own words in their language, suits, points, names and their beginnings."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext
from django.utils.translation import gettext_lazy as _

from ledger.rules.cards import Suit
from ledger.rules.variant import Text, Variant

Words = str | Promise
SUIT_SIGNS: Mapping[Suit, str] = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
SUIT_NAMES: Mapping[Suit, Words] = {
    Suit.CLUBS: _("clubs"),
    Suit.DIAMONDS: _("diamonds"),
    Suit.HEARTS: _("hearts"),
    Suit.SPADES: _("spades"),
}
TEXT_STYLE = "\ufe0e"
"""Asks for the sign as text: without it phones draw a coloured picture."""


def in_language(text: Text) -> str:
    """A variant's words in the reader's language, else in English, else in whatever there is."""
    language = (get_language() or "en").split("-")[0]
    return text.get(language) or text.get("en") or next(iter(text.values()), "")


def title_of(variant: Variant, name: Text) -> str:
    """A name of rules, of a club's own with their version."""
    return versioned(in_language(name), variant.version)


def versioned(name: str, version: int | None) -> str:
    """A name of rules with their version; None: built in."""
    return name if version is None else gettext("%(name)s, version %(n)s") % {"name": name, "n": version}


def signed(points: int) -> str:
    """+34, −14 with a true minus, 0."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def isolated(name: str) -> str:
    """A name within plain words: one that reads from the right does not turn round what stands beside it."""
    turns = any(unicodedata.bidirectional(char) in ("R", "AL") for char in name)
    return f"\u2068{name}\u2069" if turns else name


LONG_WORD = re.compile(r"\w{8,}")
VOWELS = "aeiouyäöüáéíóúàèùâêîôûаеёиоуыэюя"
VOWEL = re.compile(f"[{VOWELS}]", re.IGNORECASE)
SYLLABLE = re.compile(rf"(?<=\w\w)(sch|[cpst]h|[^\W\d_{VOWELS}ьъй])(?=[{VOWELS}]\w)", re.IGNORECASE)


def breakable(name: str, most: int = 0) -> str:
    """A name for a narrow key: its long words, of more than `most` letters, may break before a syllable, with a hyphen.
    No phone hyphenates a name of another language than the page's."""
    return LONG_WORD.sub(lambda word: _hyphenated(word[0]) if len(word[0]) > most else word[0], name)


def _hyphenated(word: str) -> str:
    # Nothing is left alone that has no vowel.
    first = VOWEL.search(word)
    start = first.end() if first else len(word)
    return SYLLABLE.sub(lambda found: f"\u00ad{found[0]}" if found.start() >= start else found[0], word)


def listed(names: Iterable[str]) -> str:
    """Names one after the other, as they sit."""
    return ", ".join(map(isolated, names))


def colon() -> str:
    """The colon that stands behind a word, with the space that French sets before it."""
    return pgettext("after a word", ":")


def apart(told: Iterable[str]) -> str:
    """Statements one after the other, which may have commas of their own."""
    # Not within an f-string: there xgettext sees no message.
    mark = pgettext("after a word", ";")
    return f"{mark} ".join(told)


def percent_words(percent: int) -> str:
    """50%, as the reader's language writes it."""
    return gettext("%(n)s%%") % {"n": percent}


def suit_sign(suit: Suit | str) -> SafeString:
    """The suit's sign with its colour and its accessible name."""
    suit = Suit(suit)
    return format_html(
        '<span class="suit{}" role="img" aria-label="{}">{}</span>',
        " red" if suit.is_red else "",
        SUIT_NAMES[suit],
        SUIT_SIGNS[suit] + TEXT_STYLE,
    )


def letters(name: str) -> list[str]:
    """The letters a reader sees: marks, joined emoji and flags stay in one piece."""
    found: list[str] = []
    for char in name:
        if found and (_joins(char) or found[-1].endswith("\u200d") or _completes_flag(found[-1], char)):
            found[-1] += char
        else:
            found.append(char)
    return found


def _joins(char: str) -> bool:
    is_tone = "\U0001f3fb" <= char <= "\U0001f3ff"
    return is_tone or char in "\u200d\ufe0e\ufe0f" or unicodedata.category(char).startswith("M")


def _completes_flag(before: str, char: str) -> bool:
    return len(before) == 1 and all("\U0001f1e6" <= c <= "\U0001f1ff" for c in (before, char))


def initials(names: Sequence[str]) -> list[str]:
    """The shortest beginnings that tell the players of a table apart; a full name where one begins with another."""
    split = [letters(n) for n in names]
    found = []
    for i, own in enumerate(split):
        others = [o for j, o in enumerate(split) if j != i]
        size = next((k for k in range(1, len(own) + 1) if all(own[:k] != o[:k] for o in others)), len(own))
        found.append("".join(own[:size]).strip())
    return found
