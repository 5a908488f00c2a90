"""Two rules documents side by side: what they say differently, and which marks of a reconstruction an edit takes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Plain = Mapping[str, Any]

NAMED: Mapping[str, str] = {"contracts": "code", "options": "key", "words": "value"}
"""Lists whose elements have names: they are the same ones wherever they stand."""
UNSAID = frozenset({"code", "version", "reconstructed", "own", "copied_from"})
ORDER_MARKS = frozenset({"ladder", "rank_order", "suits", "missing_bids"})


class Difference(NamedTuple):
    """One place where two documents differ: keys from the outside in, elements of named lists by their names; the
    values there, None where there is nothing. At a named list itself: the two orders of its names."""

    path: tuple[str, ...]
    before: Any
    after: Any


def differences(before: Plain, after: Plain) -> tuple[Difference, ...]:
    """All that two documents say differently, in the order of the later one."""
    return tuple(_of_objects((), before, after))


def _of_objects(path: tuple[str, ...], before: Plain, after: Plain) -> Iterator[Difference]:
    for key in dict.fromkeys([*after, *before]):
        if key not in UNSAID and before.get(key) != after.get(key):
            yield from _of_values((*path, key), before.get(key), after.get(key))


def _of_values(path: tuple[str, ...], before: Any, after: Any) -> Iterator[Difference]:
    if isinstance(before, Mapping) and isinstance(after, Mapping) and "option" not in {*before, *after}:
        yield from _of_objects(path, before, after)
    elif path[-1] in NAMED and isinstance(before, list | None) and isinstance(after, list | None):
        yield from _of_named(path, named(before, path[-1]), named(after, path[-1]))
    else:
        yield Difference(path, before, after)


def named(elements: Any, key: str) -> dict[str, Plain]:
    """The objects of a named list by their names, in their order."""
    found = elements if isinstance(elements, list) else []
    return {e[NAMED[key]]: e for e in found if isinstance(e, Mapping) and isinstance(e.get(NAMED[key]), str)}


def _of_named(path: tuple[str, ...], before: Mapping[str, Plain], after: Mapping[str, Plain]) -> Iterator[Difference]:
    for name in dict.fromkeys([*after, *before]):
        if name in before and name in after:
            yield from _of_objects((*path, name), before[name], after[name])
        else:
            yield Difference((*path, name), before.get(name), after.get(name))
    orders = [name for name in before if name in after], [name for name in after if name in before]
    if orders[0] != orders[1]:
        yield Difference(path, *orders)


def proposed(document: Plain) -> Any:
    """The document with the default of its option in each place that is bound to one."""
    defaults = {key: option.get("default") for key, option in named(document.get("options"), "options").items()}
    return _with_defaults({key: value for key, value in document.items() if key != "options"}, defaults)


def _with_defaults(value: Any, defaults: Mapping[str, Any]) -> Any:
    if isinstance(value, list):
        return [_with_defaults(v, defaults) for v in value]
    if not isinstance(value, Mapping):
        return value
    if set(value) == {"option"}:
        return defaults.get(str(value["option"]))
    return {key: _with_defaults(v, defaults) for key, v in value.items()}


def without_lost_marks(before: Plain, after: Plain) -> dict[str, Any]:
    """The later document, in which figures that differ from those before are no reconstruction any more."""
    left = _unmarked(proposed(before), proposed(after), after)
    if "options" in left:
        left["options"] = [_own_default(named(before.get("options"), "options"), o) for o in left["options"]]
    if "notes" in left:
        known = [n for n in before.get("notes") or () if isinstance(n, Mapping)]
        left["notes"] = [n if n in known else _plain_note(n) for n in left["notes"]]
    marks = left.get("reconstructed")
    if isinstance(marks, list) and order_differs(before, after):
        left["reconstructed"] = [m for m in marks if m not in ORDER_MARKS]
    return left


def _unmarked(before: Any, figures: Any, after: Plain) -> dict[str, Any]:
    """An object of the later document, whose figures are `figures`, without the marks of those that differ."""
    found = dict(after)
    for key, value in found.items():
        inner = before.get(key), figures.get(key)
        if isinstance(value, Mapping) and all(isinstance(i, Mapping) for i in inner):
            found[key] = _unmarked(*inner, value)
        elif key == "contracts" and isinstance(value, list):
            known, told = named(inner[0], key), named(inner[1], key)
            found[key] = [_of_known(known, told, element) for element in value]
    marks = found.get("reconstructed")
    if isinstance(marks, list):
        found["reconstructed"] = [kept for mark in marks for kept in _kept(str(mark), before, figures)]
    return found


def _of_known(known: Mapping[str, Plain], told: Mapping[str, Plain], element: Any) -> Any:
    name = str(element.get("code")) if isinstance(element, Mapping) else ""
    return _unmarked(known[name], told[name], element) if name in known and name in told else element


def _kept(mark: str, before: Plain, figures: Plain) -> list[str]:
    """What is left of a mark: the whole price may be ours no more, and yet some of its cells."""
    key, _, cell = mark.partition(".")
    # The fine of a revoke by an opponent is the fine.
    key = "fine" if key == "opponent" else key
    old, new = before.get(key), figures.get(key)
    if key in ORDER_MARKS or old == new:
        return [mark]
    if key != "price" or not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return []
    same = [k for k in new if k != "shape" and old.get("shape") == new.get("shape") and _partly(old.get(k), new[k])]
    return [f"price.{k}" for k in same if cell in ("", k)]


def _partly(old: Any, new: Any) -> bool:
    """The same figure, or a row of as many figures, some of which are the same."""
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and any(a == b for a, b in zip(old, new, strict=True))
    return bool(old == new)


def _own_default(known: Mapping[str, Plain], option: Any) -> Any:
    before = known.get(str(option.get("key"))) if isinstance(option, Mapping) else None
    if before is None or before.get("default") == option.get("default"):
        return option
    return {key: value for key, value in option.items() if key != "reconstructed"}


def _plain_note(note: Any) -> Any:
    return {k: v for k, v in note.items() if k != "reconstructed"} if isinstance(note, Mapping) else note


def order_differs(before: Plain, after: Plain) -> bool:
    """Whether the bids that both have beat each other otherwise, or the suits have other ranks."""
    return _order(before, after) != _order(after, before)


def _order(document: Plain, other: Plain) -> Sequence[Any]:
    """The order of the bids that both documents have, and what ranks their suits."""
    common = named(document.get("contracts"), "contracts").keys() & named(other.get("contracts"), "contracts").keys()
    steps = [(s.get("contract"), s.get("rank")) for s in document.get("ladder") or () if isinstance(s, Mapping)]
    codes = [code for code in named(document.get("contracts"), "contracts") if code in common]
    scheme = (document.get("suits") or {}).get("scheme")
    return [[s for s in steps if s[0] in common], codes, scheme]
