"""Rules documents: plain data (TOML or JSON) in, a frozen `Variant` out, and the fingerprint that pins a version."""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

from ledger.rules.options import Option
from ledger.rules.problems import UNJUDGED, Problem
from ledger.rules.reading import read_variant
from ledger.rules.reading_options import read_options
from ledger.rules.reading_parts import LANGUAGES
from ledger.rules.variant import Variant

Plain = Mapping[str, Any]
Chosen = Mapping[str, int | str | bool]


@lru_cache(maxsize=1)
def built_in() -> Mapping[str, Plain]:
    """The built-in documents by code, in the order of the catalogue, each whole (what it is based on is filled in)."""
    folder = resources.files("ledger.rules") / "catalogue"
    texts = [f.read_text("utf-8") for f in folder.iterdir() if f.name.endswith(".toml")]
    raw = {doc["code"]: doc for doc in map(tomllib.loads, texts)}
    order = (folder / "order.txt").read_text("utf-8").split()
    return {code: whole_document(raw[code], raw) for code in order}


def whole_document(plain: Plain, known: Mapping[str, Plain]) -> Plain:
    """The document with what it is `based_on` filled in below it, top-level key by key; null is as no key.

    A base that is not known is left standing, for the reader to report.
    """
    base = plain.get("based_on")
    if not isinstance(base, str) or base not in known:
        return plain
    return {**known[base], **{k: v for k, v in plain.items() if k != "based_on" and v is not None}}


def in_all_languages(plain: Plain) -> Plain:
    """The built-in document where `plain` is just that in fewer languages, as a table pinned it before a translation
    came; else `plain` itself."""
    known = built_in().get(str(plain.get("code")))
    missing = set(LANGUAGES) - _keys(plain)
    return known if known is not None and _without(known, missing) == plain else plain


def _keys(value: Any) -> set[str]:
    """All keys of plain data, however deep."""
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return set(value if isinstance(value, Mapping) else ()).union(*map(_keys, inner))


def _without(value: Any, keys: set[str]) -> Any:
    """Plain data without some keys, however deep."""
    if isinstance(value, list):
        return [_without(v, keys) for v in value]
    if isinstance(value, Mapping):
        return {k: _without(v, keys) for k, v in value.items() if k not in keys}
    return value


def without_nulls(value: Any) -> Any:
    """Plain data without the keys that have null, however deep: to a reader they are not there."""
    if isinstance(value, list):
        return [without_nulls(v) for v in value]
    if isinstance(value, Mapping):
        return {k: without_nulls(v) for k, v in value.items() if v is not None}
    return value


def fingerprint(plain: Plain) -> str:
    """SHA-256 (hex) of the canonical JSON of a whole document; the order of its keys does not matter."""
    text = json.dumps(plain, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def agreed_values(options: tuple[Option, ...], chosen: Chosen) -> dict[str, int | str | bool]:
    """Every option's value: the chosen one, else that of the option it follows, else its default."""
    values: dict[str, int | str | bool] = {o.key: chosen.get(o.key, o.default) for o in options}
    for option in options:
        if option.follows in values and option.key not in chosen:
            values[option.key] = values[option.follows]
    return values


def can_be_agreed(options: tuple[Option, ...], chosen: Chosen) -> dict[str, int | str | bool]:
    """Of what was chosen under other rules, all that these options have and take."""
    known = {option.key: option for option in options}
    return {key: value for key, value in chosen.items() if key in known and known[key].takes(value)}


def still_agreed(options: tuple[Option, ...], chosen: Chosen) -> dict[str, int | str | bool]:
    """Of what was chosen under other rules, all that can be chosen with these options too, said otherwise than they
    propose."""
    known, kept = {option.key: option for option in options}, can_be_agreed(options, chosen)
    return {key: value for key, value in kept.items() if known[key].follows or value != known[key].default}


def read_document(plain: Any, chosen: Chosen | None = None) -> Variant | list[Problem]:
    """The variant with what was agreed filled in, or every fault of the document with its path."""
    if not isinstance(plain, Mapping):
        return [Problem((), "wrong-type", {"wanted": "an object"})]
    whole = whole_document(plain, built_in())
    options, faults = read_options(whole)
    values: dict[str, Any] = {} if not faults else dict.fromkeys(bound_options(whole), UNJUDGED)
    values |= agreed_values(options, chosen or {})
    changed = {o.key for o in options if chosen and o.key in chosen and chosen[o.key] != o.default}
    return read_variant(_filled(whole, values, changed)[0], options, faults, built_in())


def bound_options(value: Any) -> set[str]:
    """The names of all options that the document binds a value to, by `{option = key}`."""
    if isinstance(value, Mapping) and set(value) == {"option"} and isinstance(value["option"], str):
        return {value["option"]}
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return set().union(*map(bound_options, inner))


@lru_cache(maxsize=512)
def _pinned(document: str, chosen: str) -> Variant:
    variant = read_document(in_all_languages(json.loads(document)), json.loads(chosen))
    if isinstance(variant, list):
        raise ValueError("; ".join(f"{p.where}: {p.message}" for p in variant))
    return variant


def pinned_variant(plain: Plain, chosen: Chosen) -> Variant:
    """The variant of a document that was read without fault before; the same one for the same agreement. It speaks
    every language that the built-in one of the same rules speaks today.

    Raises ValueError for a document with faults.
    """
    return _pinned(json.dumps(plain, sort_keys=True), json.dumps(chosen, sort_keys=True))


@lru_cache(maxsize=512)
def built_in_variant(code: str, chosen: tuple[tuple[str, int | str | bool], ...] = ()) -> Variant:
    """A built-in variant with what was agreed. Raises KeyError for a code that is not built in."""
    return pinned_variant(built_in()[code], dict(chosen))


@lru_cache(maxsize=1)
def all_options() -> Mapping[str, Option]:
    """Every option that any built-in variant has, by its key."""
    return {o.key: o for code in built_in() for o in built_in_variant(code).options}


def _filled(value: Any, values: Mapping[str, Any], changed: set[str]) -> tuple[Any, bool]:
    """Plain data with `{option = key}` replaced by what was agreed, and whether any of it differs from the
    default: a figure the table chose itself is no reconstruction any more."""
    if isinstance(value, list):
        pairs = [_filled(v, values, changed) for v in value]
        return [p[0] for p in pairs], any(p[1] for p in pairs)
    if not isinstance(value, Mapping):
        return value, False
    if set(value) == {"option"} and isinstance(value["option"], str) and value["option"] in values:
        return values[value["option"]], value["option"] in changed
    pairs_by_key = {k: _filled(v, values, changed) for k, v in value.items()}
    filled = {k: p[0] for k, p in pairs_by_key.items()}
    own = {k for k, p in pairs_by_key.items() if p[1]}
    marks = filled.get("reconstructed")
    if own and isinstance(marks, list):
        filled["reconstructed"] = [m for m in marks if not (isinstance(m, str) and m.split(".")[0] in own)]
    return filled, bool(own)
