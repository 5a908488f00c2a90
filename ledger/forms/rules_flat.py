"""A rules document as the flat fields of a form, and the fields as a document again. Names of fields are places."""

import copy
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ledger.forms.rules_fields import LISTS, SETTINGS, Listing
from ledger.forms.rules_kinds import (
    ANY,
    BOUND,
    REQUIRED,
    Kind,
    Path,
    Plain,
    Setting,
    Texts,
    When,
    cleaned,
    drop,
    put,
    text_of,
    typed,
    value_at,
    value_of,
    written,
)
from ledger.rules.differences import named

LISTED, UNLISTED = "listed", "none"


def dotted(path: Path) -> str:
    """The name of the field at a place."""
    return ".".join(map(str, path))


def counts(setting: Setting, document: Plain, owner: Plain) -> bool:
    """Whether a setting of an object has a meaning there, by what else is said."""
    return all(_holds(when, document, owner) for when in setting.when)


def _holds(when: When, document: Plain, owner: Plain) -> bool:
    outer = when.path.startswith("/")
    value = value_at(document if outer else owner, tuple(when.path.removeprefix("/").split(".")))
    text = written(value)
    if text.startswith(BOUND):
        text = written(named(document.get("options"), "options").get(text.removeprefix(BOUND), {}).get("default"))
    return bool(text) if when.words == (ANY,) else text in when.words


def flatten(document: Plain) -> dict[str, str]:
    """Every field of the form that shows the document, with its text."""
    found = dict(_settings_flat((), SETTINGS, document, document))
    for listing in LISTS:
        found |= _list_flat((), listing, document, document)
    return found


def _settings_flat(
    place: Path, settings: tuple[Setting, ...], document: Plain, owner: Plain
) -> Iterator[tuple[str, str]]:
    for setting in settings:
        if counts(setting, document, owner):
            yield dotted((*place, *setting.path)), text_of(setting, owner)


def _list_flat(place: Path, listing: Listing, document: Plain, owner: Plain) -> dict[str, str]:
    here, elements = (*place, *listing.path), value_at(owner, listing.path)
    found = {dotted(here): UNLISTED if elements is None else LISTED}
    for n, element in enumerate(elements or ()):
        found |= dict(_settings_flat((*here, n), listing.settings, document, element))
        for inner in listing.lists:
            found |= _list_flat((*here, n), inner, document, element)
    return found


def unflatten(base: Plain, fields: Texts) -> dict[str, Any]:
    """The document that the fields say, upon the one they were begun from: a field that is not there, or that says
    what the base says, leaves its place as it is, and so does what no field knows."""
    document: dict[str, Any] = copy.deepcopy(dict(base))
    _apply((), SETTINGS, base, document, fields, (base, document))
    if document.get("payment") != base.get("payment"):
        document["settling"] = "pairwise" if document.get("payment") == "account" else "balances"
    for listing in LISTS:
        _apply_list((), listing, base, document, fields, (base, document))
    return document


Roots = tuple[Plain, Plain]
"""The base and the document that is being made."""


def _apply(
    place: Path, settings: tuple[Setting, ...], base: Plain, owner: dict[str, Any], fields: Texts, roots: Roots
) -> None:
    for setting in settings:
        before, now = counts(setting, roots[0], base), counts(setting, roots[1], owner)
        if not now:
            if before and not _said_otherwise(setting, settings, roots[1], owner):
                drop(owner, setting.path)
            continue
        text = typed(setting, owner, fields, dotted((*place, *setting.path)))
        if text is None or (before and cleaned(text) == text_of(setting, base).strip()):
            continue
        _say(setting, owner, cleaned(text))
    quotas = owner.get("quotas")
    if isinstance(quotas, list) and quotas and all(q == "" for q in quotas):
        del owner["quotas"]


def _said_otherwise(setting: Setting, settings: tuple[Setting, ...], document: Plain, owner: Plain) -> bool:
    """Whether another kind of question asks for the same value."""
    return any(s.path == setting.path and counts(s, document, owner) for s in settings)


def _say(setting: Setting, owner: dict[str, Any], text: str) -> None:
    if setting.kind is Kind.PRESENCE:
        if text != "yes":
            drop(owner, setting.path)
        elif not isinstance(value_at(owner, setting.path), Mapping):
            put(owner, setting.path, {})
        return
    value = value_of(setting, text)
    is_default = setting.default is not REQUIRED and value == setting.default
    if is_default or (text == "" and setting.default in (REQUIRED, None)):
        drop(owner, setting.path)
    else:
        put(owner, setting.path, value)


def _apply_list(place: Path, listing: Listing, base: Plain, owner: dict[str, Any], fields: Texts, roots: Roots) -> None:
    here = (*place, *listing.path)
    listed = fields.get(dotted(here))
    if listed == UNLISTED:
        drop(owner, listing.path)
    if listed != LISTED:
        return
    before = value_at(base, listing.path) or []
    known = named(before, str(listing.path[-1])) if listing.name else {}
    elements: list[dict[str, Any]] = []
    for n in places(fields, here):
        was = known.get(fields.get(dotted((*here, n, listing.name)), ""), {}) if listing.name else _same(before, n)
        element = copy.deepcopy(dict(was))
        _apply((*here, n), listing.settings, was, element, fields, roots)
        for inner in listing.lists:
            _apply_list((*here, n), inner, was, element, fields, roots)
        elements.append(element)
    put(owner, listing.path, elements)


def _same(before: list[Any], n: int) -> Plain:
    """What stood there; every key of an element without a name is in the form."""
    return before[n] if n < len(before) and isinstance(before[n], Mapping) else {}


def places(fields: Texts, here: Path) -> list[int]:
    """The numbers of the elements that fields tell of."""
    pattern = re.compile(re.escape(dotted(here)) + r"\.([0-9]{1,4})\.")
    return sorted({int(found[1]) for name in fields if (found := pattern.match(name))})


def upon_newer(before: Plain, newer: Plain, mine: Plain) -> dict[str, Any]:
    """My draft, made from `before`, upon a version that came meanwhile: what I left as it was is as the newer one has
    it. A list in which one of us added, moved or took something out stays as I have it, if I changed it at all."""
    old, new, typed = flatten(before), flatten(newer), flatten(mine)
    apart = [x for x in LISTS if not _identity(before, x) == _identity(newer, x) == _identity(mine, x)]
    heads = {x.path[0] for x in apart}
    said = {name: text for name, text in typed.items() if name.split(".")[0] not in heads}
    merged = unflatten(newer, {n: new.get(n, text) if text == old.get(n) else text for n, text in said.items()})
    for listing in apart:
        own = value_at(mine, listing.path)
        if own == value_at(before, listing.path):
            continue
        if own is None:
            drop(merged, listing.path)
        else:
            put(merged, listing.path, copy.deepcopy(own))
    return merged


def _identity(document: Plain, listing: Listing) -> Any:
    """How long a list is, and the names in it."""
    found = value_at(document, listing.path)
    return [element.get(listing.name) for element in found] if found else found
