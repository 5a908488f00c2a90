"""What a club changed in rules that it copied: its own figures, which neither a source nor a reconstruction has so."""

from collections.abc import Iterator, Mapping
from typing import Any

from ledger.rules.differences import (
    Difference,
    Plain,
    differences,
    named,
    order_differs,
    proposed,
    without_lost_marks,
)
from ledger.rules.reading_parts import LANGUAGES
from ledger.rules.variant import Place

WRITTEN = frozenset({"name", "short", "summary", "notes", "dealing", "sources"})
"""Keys of words for people; what stands in them is no figure, nor are the names of contracts and ranks."""
ORDER: Place = ("ladder",)
PROSE = ("summary", "notes", "dealing")
"""Words that tell of figures."""


def as_own(first: Plain, after: Plain) -> dict[str, Any]:
    """The later document as a club's own rules that were made from the first: what differs is named in `own`, and is no
    reconstruction any more."""
    found = without_lost_marks(first, after)
    said = {tuple(map(str, p)) for p in after.get("own") or () if isinstance(p, list)}
    kept = [p for p in first.get("own") or () if tuple(map(str, p)) in said]
    places = {*map(tuple, kept), *changed_places(first, after), *_rewritten(first, after)}
    found.pop("own", None)
    return {**found, "own": sorted(map(list, places))} if places else found


def changed_places(first: Plain, after: Plain) -> tuple[Place, ...]:
    """The places of the figures that differ; cells of a row one by one; `ladder` for another order of the bids."""
    places = [place for one in figures_changed(first, after) for place in _cells(one)]
    return (*places, *([ORDER] if order_differs(first, after) else []))


def figures_changed(first: Plain, after: Plain) -> tuple[Difference, ...]:
    """What differs besides words and the order of the bids, with what is proposed where something is left open."""
    found = differences(proposed(first), proposed(after))
    return tuple(one for one in found if one.path not in (ORDER, ("contracts",)) and not _is_words(one.path))


def _is_words(path: Place) -> bool:
    return path[0] in WRITTEN or bool({"name", "names"} & set(path[1:]))


def _cells(one: Difference) -> Iterator[Place]:
    before, after = one.before, one.after
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        yield from ((*one.path, str(n)) for n, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)
    elif len(one.path) != 2 or one.path[0] != "contracts" or after is not None:
        yield one.path


def _rewritten(first: Plain, after: Plain) -> Iterator[Place]:
    """Words of which nothing is as it was copied."""
    for key in PROSE:
        old, new = (value if isinstance(value, list) else [value] for value in (first.get(key), after.get(key)))
        if any(old) and not any(_words(one) in map(_words, old) for one in new):
            yield (key,)


def _words(text: Any) -> Any:
    return {k: v for k, v in text.items() if k in LANGUAGES} if isinstance(text, Mapping) else text


def with_marks_of(first: Plain, after: Plain) -> dict[str, Any]:
    """The later document with the marks of the first in every object that both have: a figure that is again what it
    was is again what it was called."""
    found = {key: _marked(key, first.get(key), value) for key, value in after.items() if key != "reconstructed"}
    marks = first.get("reconstructed"), after.get("reconstructed")
    if isinstance(marks[0], list):
        keys = {str(mark).partition(".")[0] for mark in marks[0]}
        added = [mark for mark in marks[1] or () if str(mark).partition(".")[0] not in keys]
        return {**found, "reconstructed": [*marks[0], *added]}
    return {**found, **({} if marks[1] is None else {"reconstructed": marks[1]})}


def _marked(key: str, before: Any, value: Any) -> Any:
    if isinstance(before, Mapping) and isinstance(value, Mapping) and "option" not in value:
        return with_marks_of(before, value)
    if key in ("contracts", "options"):
        known = named(before, key)
        return [_like(known.get(name), e) for e in value for name in [_name(key, e)]] if known else value
    if key == "notes" and isinstance(before, list):
        marked = [one for one in before if isinstance(one, Mapping) and one.get("reconstructed")]
        return [next((m for m in marked if _words(m) == _words(note)), note) for note in value]
    return value


def _name(key: str, element: Any) -> str:
    return next((n for n in named([element], key)), "")


def _like(before: Plain | None, element: Any) -> Any:
    """An option has a mark of its default, other objects have marks of their keys."""
    if before is None or not isinstance(element, Mapping):
        return element
    if before.get("reconstructed") is True and before.get("default") == element.get("default"):
        return {**element, "reconstructed": True}
    return with_marks_of(before, element)
