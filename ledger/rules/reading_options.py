"""Reads what a rules document leaves open until the evening."""

from collections.abc import Mapping
from typing import Any

from ledger.rules.options import Option
from ledger.rules.problems import Problem, Reader, clean_name, is_text
from ledger.rules.reading_parts import LANGUAGES, POINTS_MOST, inner, list_of, text
from ledger.rules.variant import Text

OPTION_KEYS = "key kind default follows least most words name reconstructed".split()
WORD_KEYS = ["value", *LANGUAGES]


def read_options(plain: Mapping[str, Any]) -> tuple[tuple[Option, ...], list[Problem]]:
    """The options of a document that are without fault, in its order, and the faults with paths from the document."""
    reader = Reader({"options": plain.get("options")}, ["options"])
    kinds = _kinds(plain.get("options"))
    keys: set[str] = set()
    found = list_of(reader, "options", lambda r: _option(r, kinds, keys), OPTION_KEYS, default=())
    return tuple(found), reader.problems()


def _kinds(options: Any) -> dict[str, Any]:
    """The kind of each option, faulty or not, as it stands: what `follows` may name."""
    stands = [o for o in options if isinstance(o, Mapping)] if isinstance(options, list) else []
    return {clean_name(o["key"]): o.get("kind") for o in stands if is_text(o.get("key"))}


def _option(r: Reader, kinds: Mapping[str, Any], keys: set[str]) -> Option:
    """An option. `kinds` are those of all options, for `follows`; `keys` are the keys before it."""
    key = r.name("key", 1, 50) or ""
    if key in keys:
        r.fault("key", "duplicate")
    keys |= {key} if key else set()
    kind = r.word("kind", ("integer", "word", "switch"))
    words = dict(list_of(r, "words", _word, WORD_KEYS, default=()))
    least, most = r.integer("least", 0, POINTS_MOST, 0), r.integer("most", 0, POINTS_MOST, POINTS_MOST)
    follows = r.text("follows", None)
    if follows is not None and (follows == key or follows not in kinds or (kind and kinds[follows] != kind)):
        r.fault("follows", "out-of-range", wanted="another option of the same kind")
    default: Any = None
    if kind == "integer":
        default = r.integer("default", least or 0, POINTS_MOST if most is None else most)
    elif kind == "word":
        default = r.text("default") if "words" in r.found else r.word("default", words)
    elif kind == "switch":
        default = r.switch("default")
    return Option(
        key=key,
        kind=kind or "integer",
        default=default,
        follows=follows,
        least=least or 0,
        most=most or 0,
        words=words,
        name=inner(r, "name", text, LANGUAGES) or {},
        reconstructed=bool(r.switch("reconstructed", False)),
    )


def _word(r: Reader) -> tuple[str, Text]:
    return r.name("value", 1, 50) or "", text(r)
