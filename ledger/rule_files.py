"""A rules document as a file: TOML, in which the built-in ones are written, or JSON; written, and read with what keeps
it from being one."""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import tomli_w
from django.utils.translation import gettext

SIZE_MOST = 200_000
"""Bytes; the largest built-in document has a tenth of that."""
DEPTH_MOST = 20
"""Objects and lists within each other; a document needs six."""
PARTS_MOST = 5_000
"""Values in all; the largest built-in document has a tenth of that. A file of one list could make a page of faults."""
LONG_KEY = re.compile(r"""(?<![\w-])(?:("[^"\n]*+"|'[^'\n]*+'|[\w-]++)\s*+\.\s*+){20}""")
"""A dotted key of TOML so long that it is none; reading one takes time that grows with the square of its length."""


ORDER = (
    "schema code key value version based_on kind shape scheme contract rank option name short summary en ru de fr"
    " dealing notes sources payment settling seating turn suits length kitty boston revoke slam contracts ladder"
    " options offered target null trump joint quotas price points default least most"
)
RANKS = {key: rank for rank, key in enumerate(ORDER.split())}
"""Where a key stands in its object; what is not named stands last."""


class Unreadable(ValueError):
    """Why a file holds no document, in the reader's words."""


def _ordered(value: Any) -> Any:
    """The same data with the keys of each object in the order in which they are read: a database keeps none."""
    if isinstance(value, list):
        return [_ordered(v) for v in value]
    if isinstance(value, Mapping):
        return {key: _ordered(value[key]) for key in sorted(value, key=lambda key: RANKS.get(key, len(RANKS)))}
    return value


def _json(document: Mapping[str, Any]) -> str:
    return json.dumps(_ordered(document), ensure_ascii=False, indent=2) + "\n"


def _toml(document: Mapping[str, Any]) -> str:
    return tomli_w.dumps(_ordered(document))


WRITERS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {"toml": _toml, "json": _json}
"""How a document is written, by the ending of the file. It must not hold null."""


def file_name(code: str, number: int, ending: str) -> str:
    """A name for the file that every system takes."""
    plain = code.isascii() and code.replace("-", "").isalnum()
    return f"{code if plain else 'rules'}-{number}.{ending}"


def parsed(raw: bytes) -> Any:
    """The plain data of a file, still to be judged as rules. Raises Unreadable."""
    if len(raw) > SIZE_MOST:
        raise Unreadable(gettext("This file is too large for rules."))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(gettext("This is no text file in UTF-8.")) from None
    try:
        plain = _from_json(text) if text.lstrip().startswith("{") else _from_toml(text)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as fault:
        raise Unreadable(gettext("This can't be read: %(why)s") % {"why": _place(fault, text)}) from None
    except Unreadable:
        raise
    except (RecursionError, ValueError):
        # Nested without end, or a number of thousands of digits.
        _no_rules()
    _check_whole(plain)
    return plain


def _place(fault: ValueError, text: str) -> str:
    """Where a file can't be read on; the parsers' own words are in English."""
    if isinstance(fault, json.JSONDecodeError):
        line, column = fault.lineno, fault.colno
    elif found := re.search(r"line (\d+), column (\d+)\)$", str(fault)):
        line, column = int(found[1]), int(found[2])
    else:
        before = text.rstrip().splitlines() or [""]
        line, column = len(before), len(before[-1]) + 1
    return gettext("line %(line)s, column %(column)s.") % {"line": line, "column": column}


def _no_rules() -> NoReturn:
    raise Unreadable(gettext("These are no rules."))


def _from_json(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)


def _from_toml(text: str) -> Any:
    if LONG_KEY.search(text):
        _no_rules()
    return tomllib.loads(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object none of whose keys is there twice: of two values a reader would see only one."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Unreadable(gettext("“%(key)s” is there twice in one object.") % {"key": shown(key)})
        found[key] = value
    return found


def _constant(word: str) -> NoReturn:
    raise Unreadable(gettext("%(word)s is no number of points.") % {"word": word})


def _check_whole(plain: Any) -> None:
    """Refuse what the rest would stumble over: a nesting without end, more than anybody reads, half characters."""
    level, parts = [plain], 0
    for _ in range(DEPTH_MOST):
        texts = [value for value in level if isinstance(value, str)]
        texts += [key for value in level if isinstance(value, dict) for key in value]
        if any("\ud800" <= char <= "\udfff" for text in texts for char in text):
            raise Unreadable(gettext("There is half a character in it: it was cut or written wrongly."))
        level = [inner for value in level for inner in _inside(value)]
        parts += len(level)
        if not level or parts > PARTS_MOST:
            break
    if level:
        _no_rules()


def _inside(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []


def shown(text: str, most: int = 80) -> str:
    """A key or place of a file as a page can show it, however long it is and whatever stands in it."""
    safe = "".join(char if char.isprintable() else "\ufffd" for char in text[: most + 1])
    return safe if len(safe) <= most else safe[:most] + "…"
