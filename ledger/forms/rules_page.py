"""The rules form as a page shows it: sections, lists and fields, each with its fault, the reader's language first."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from django.utils.translation import gettext, ngettext

from ledger.forms.rules_changes import whole_order
from ledger.forms.rules_fields import SECTIONS, Listing, Section
from ledger.forms.rules_flat import LISTED, UNLISTED, counts, dotted
from ledger.forms.rules_kinds import (
    BLANK,
    BOUND,
    NO,
    REQUIRED,
    YES,
    YES_NO,
    Kind,
    Path,
    Plain,
    Setting,
    Texts,
    cleaned,
    text_of,
    typed,
    value_at,
    written,
)
from ledger.forms.rules_parts import Element, Field, Part, Row, Rows
from ledger.forms.rules_words import (
    NOTHING,
    element_words,
    label_words,
    language_first,
    names_among,
    proposal,
    rank_words,
    said_words,
    words_in,
)
from ledger.rules.differences import named

SHAPES: Mapping[Kind, str] = {
    Kind.INTEGER: "number",
    Kind.NUMBERS: "row",
    Kind.WORD: "choice",
    Kind.SWITCH: "tick",
    Kind.PRESENCE: "tick",
    Kind.LINE: "line",
    Kind.PROSE: "prose",
}


@dataclass
class Page:
    """Builds the form of a draft. `faults` are by names of fields; `opened` are the ids of parts that stay open; `left`
    is what its fields said, where those out of sight are to say it again."""

    draft: Plain
    faults: Mapping[str, str] = field(default_factory=dict)
    opened: frozenset[str] = frozenset()
    left: Texts = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)

    def parts(self) -> list[Part]:
        """All sections in order."""
        return [self._part(section) for section in SECTIONS]

    def _part(self, section: Section) -> Part:
        rows = self._rows((), section.settings, self.draft)
        lists = tuple(self._list((), listing, self.draft) for listing in section.lists)
        faulty = any(r.faulty for r in rows) or any(x.fault or any(e.open for e in x.elements) for x in lists)
        is_open = faulty or f"s.{section.key}" in self.opened
        return Part(section.key, str(section.title), self._summary(section), rows, lists, is_open)

    def _summary(self, section: Section) -> str:
        found = [self._said(s) for s in section.settings if s.kind is not Kind.PROSE and not s.rank]
        names = [element_words(x, e, n) for x in section.lists if x.name for n, e in self._elements(x)]
        sizes = [_many(len(list(self._elements(x)))) for x in section.lists if not x.name]
        return " · ".join(dict.fromkeys(w for w in [*found, *names, *sizes] if w))

    def _elements(self, listing: Listing) -> Iterable[tuple[int, Any]]:
        return enumerate(value_at(self.draft, listing.path) or ())

    def _said(self, setting: Setting) -> str:
        """A setting in a few words: what it is called, and what it says."""
        if not counts(setting, self.draft, self.draft) or setting.language not in ("", "en"):
            return ""
        if setting.language:
            return words_in(value_at(self.draft, setting.path[:-1]))
        value = value_at(self.draft, setting.path)
        said, label = said_words(setting, value, self.draft), label_words(self.draft, setting)
        if setting.kind in (Kind.SWITCH, Kind.PRESENCE):
            return label if said == str(YES_NO[YES]) else ""
        return said if setting.kind is Kind.WORD else f"{label} {said}"

    def _rows(self, place: Path, settings: Iterable[Setting], owner: Plain) -> tuple[Row, ...]:
        shown = [s for s in settings if not s.hidden]
        paths = [s.path for s in shown]
        # A value that is asked for in several ways is only asked for in the one that counts.
        shown = [s for s in shown if paths.count(s.path) == 1 or counts(s, self.draft, owner)]
        return tuple(self._row(place, list(same), owner) for _, same in groupby(shown, _question))

    def _row(self, place: Path, settings: list[Setting], owner: Plain) -> Row:
        fields = [self._field(place, s, owner) for s in settings]
        if len(fields) == 1:
            return Row(tuple(fields))
        own = language_first()
        first = [f for f in fields if f.language == own] or fields[:1]
        said = words_in({f.language: f.value for f in fields})
        # What stands there for lack of words in the reader's language.
        first = [replace(f, instead="" if f.value else said) for f in first]
        return Row(tuple(first), tuple(f for f in fields if f.name != first[0].name))

    def _field(self, place: Path, setting: Setting, owner: Plain) -> Field:
        name = dotted((*place, *setting.path))
        is_on = counts(setting, self.draft, owner)
        said = None if is_on else typed(setting, owner, self.left, name)
        text = text_of(setting, owner) if is_on else self._start(setting, owner) if said is None else cleaned(said)
        if setting.kind is Kind.NUMBERS and not text:
            text = self._start(setting, owner)
        bound = text.startswith(BOUND) and setting.may_be_agreed
        if is_on:
            self.seen.add(name)
        return Field(
            name,
            "bound" if bound else SHAPES[setting.kind],
            label_words(self.draft, setting),
            text,
            str(setting.help),
            self._choices(setting, owner, text),
            setting.language,
            self.faults.get(name, "") if is_on else "",
            _when(place, setting),
            not is_on,
            said_words(setting, proposal(self.draft, text.removeprefix(BOUND)), self.draft) if bound else "",
            self._option_field(text.removeprefix(BOUND)) if bound else "",
            setting.may_be_agreed,
            setting.for_all is not None,
            cells=_cells(setting, owner, name, text),
        )

    def _start(self, setting: Setting, owner: Plain) -> str:
        start = setting.start if isinstance(setting.start, str) else setting.start(owner)
        return start or ("" if setting.default is REQUIRED else written(setting.default))

    def _choices(self, setting: Setting, owner: Plain, text: str) -> tuple[tuple[str, str], ...]:
        words = {key: str(said) for key, said in (setting.words or {}).items()}
        if setting.kind is Kind.NUMBERS:
            return tuple(words.items())
        if setting.kind is not Kind.WORD:
            return ()
        if setting.among:
            return tuple({"": gettext("every one"), **names_among(setting, self.draft)}.items())
        if setting.words is None:
            words = {key: words_in(word) for key, word in named(owner.get("words"), "words").items()}
        return tuple((words if text in words else {text: text or NOTHING, **words}).items())

    def _option_field(self, key: str) -> str:
        keys = list(named(self.draft.get("options"), "options"))
        return f"f.options.{keys.index(key)}.default" if key in keys else ""

    def _list(self, place: Path, listing: Listing, owner: Plain) -> Rows:
        here, found = (*place, *listing.path), value_at(owner, listing.path)
        elements = [self._element(here, n, e, listing) for n, e in enumerate(found or ())]
        if here == ("ladder",) and found is not None:
            extra = whole_order(self.draft)[len(found) :]
            elements += [self._step(len(found) + n, step) for n, step in enumerate(extra)]
        name = dotted(here)
        self.seen.add(name)
        listed = UNLISTED if found is None else LISTED
        return Rows(name, str(listing.title), listed, tuple(elements), self.faults.get(name, ""))

    def _element(self, here: Path, n: int, element: Plain, listing: Listing) -> Element:
        place = (*here, n)
        rows = self._rows(place, listing.settings, element)
        hidden = tuple(self._field(place, s, element) for s in listing.settings if s.hidden)
        lists = tuple(self._list(place, inner, element) for inner in listing.lists)
        name = dotted(place)
        faulty = any(r.faulty for r in rows) or any(e.open for x in lists for e in x.elements)
        title = self._step_words(element) if here == ("ladder",) else element_words(listing, element, n)
        summary = " · ".join(self._in_short(element)) if "price" in element else ""
        return Element(name, n, title, summary, rows, hidden, lists, faulty or f"e.{name}" in self.opened)

    def _step(self, n: int, step: Plain) -> Element:
        return Element(f"ladder.{n}", n, self._step_words(step), "", (), (), extra=True)

    def _step_words(self, step: Plain) -> str:
        code = str(step.get("contract"))
        contract = named(self.draft.get("contracts"), "contracts").get(code, {})
        name = words_in(contract.get("name")) or code
        return f"{name}, {rank_words(self.draft, str(step['rank']))}" if step.get("rank") else name

    def _in_short(self, contract: Plain) -> Iterator[str]:
        """What a contract costs."""
        price = contract.get("price")
        for key, value in price.items() if isinstance(price, Mapping) else ():
            if key != "shape" and value != "":
                yield said_words(Setting((), Kind.INTEGER), value, self.draft)


def _cells(setting: Setting, owner: Plain, name: str, text: str) -> tuple[tuple[str, str, str], ...]:
    """The fields of a row, as many as its object needs."""
    said = ["" if cell == BLANK else cell for cell in text.split()]
    labels = setting.cells(owner) if setting.cells else ()
    return tuple((f"{name}.{n}", label, (said[n:] or [""])[0]) for n, label in enumerate(labels))


def _many(n: int) -> str:
    return ngettext("%(n)s entry", "%(n)s entries", n) % {"n": n} if n else gettext("none")


def _question(setting: Setting) -> object:
    """What is asked in several languages is one question."""
    return setting.path[:-1] if setting.language else setting.path


def _when(place: Path, setting: Setting) -> str:
    """What makes a setting count, for the script: names of fields with the words they must say."""
    found = []
    for when in setting.when:
        name = when.path[1:] if when.path.startswith("/") else ".".join([*map(str, place), when.path])
        found.append(f"{name}={'|'.join(w or NO for w in when.words)}")
    return " ".join(found)
