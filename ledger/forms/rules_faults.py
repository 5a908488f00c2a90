"""Faults of a draft of rules at the fields of its form, and those without a field by their places in words."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ledger.forms.rules_fields import LISTS, SETTINGS
from ledger.forms.rules_flat import counts, dotted
from ledger.forms.rules_kinds import Path, Plain, Setting
from ledger.forms.rules_words import element_at, language_first, place_words, setting_at
from ledger.rule_words import document_fault
from ledger.rules.document import read_document
from ledger.rules.problems import Problem


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: the field it is at, what that is called, what is wrong."""

    field: str
    place: str
    words: str


@dataclass(frozen=True, slots=True)
class Faults:
    """All faults of a draft."""

    found: tuple[Fault, ...] = ()
    by_field: Mapping[str, str] = field(default_factory=dict)

    def list_for(self, fields: Collection[str]) -> list[Fault]:
        """All of them, at no field where the page does not have it."""
        return [f if f.field in fields else Fault("", f.place, f.words) for f in self.found]


def read_faults(document: Plain, problems: Sequence[Problem] | None = None) -> Faults:
    """What is wrong with a draft, by the fields of its form; `problems` where they are known already."""
    if problems is None:
        read = read_document(document)
        problems = read if isinstance(read, list) else []
    found = tuple(_fault(document, problem) for problem in _without_echoes(problems))
    by_field: dict[str, str] = {}
    for fault in found:
        by_field[fault.field] = f"{by_field[fault.field]} {fault.words}" if fault.field in by_field else fault.words
    return Faults(found, by_field)


def _without_echoes(problems: Sequence[Problem]) -> list[Problem]:
    """English words that were taken over from the reader's language have the same faults."""
    own = {(*p.path[:-1], "en"): p.code for p in problems if p.path and p.path[-1] == language_first() != "en"}
    return [p for p in problems if own.get(p.path) != p.code]


def _fault(document: Plain, problem: Problem) -> Fault:
    """A fault at its field. Words that are missing are missing in the reader's language, and so is a name that is
    there twice."""
    path, name = problem.path, _field(document, problem.path)
    said_english = path[-1:] == ("en",)
    if name.endswith(".en") and (not said_english or problem.code == "missing"):
        name = f"{name.removesuffix('en')}{language_first()}"
        path = (*path[:-1], language_first()) if said_english else path
    return Fault(name, place_words(document, path), document_fault(problem))


def _field(document: Plain, path: Path) -> str:
    """The field that stands at a place, else the nearest one within or around it."""
    listing = next((x for x in LISTS if x.path == path[:1]), None)
    if listing is None:
        return _nearest((), SETTINGS, document, document, path)
    if len(path) < 3:
        return dotted(path) if len(path) == 1 else _first(path, listing.settings)
    element, _ = element_at(document, path)
    if not isinstance(element, Mapping):
        return dotted(path[:1])
    inner = next((x for x in listing.lists if x.path == path[2:3]), None)
    if inner is not None:
        return dotted(path) if len(path) == 5 else dotted(path[:3])
    return _nearest(path[:2], listing.settings, document, element, path[2:])


def _first(path: Path, settings: Sequence[Setting]) -> str:
    shown = next(s for s in settings if not s.hidden)
    return dotted((*path, *shown.path))


def _nearest(place: Path, settings: Sequence[Setting], document: Plain, owner: Any, path: Path) -> str:
    asked = tuple(s for s in settings if counts(s, document, owner) and not s.hidden)
    setting = setting_at(asked, path)
    return dotted((*place, *setting.path)) if setting else dotted((*place, *path))
