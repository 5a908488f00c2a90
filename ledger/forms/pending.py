"""Changes to the log that wait in a form until all of them are saved at one stroke."""

import json
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from ledger.queries.changes import Change, Insert, Move, Replace, Restore, Retire

MOST = 40
LENGTH = 4000
_KINDS: dict[str, type[Change]] = {
    "replace": Replace,
    "retire": Retire,
    "insert": Insert,
    "move": Move,
    "restore": Restore,
}
_KEYS = ("deal_key", "before", "entry_key")


def write_change(change: Change) -> str:
    """The change as one hidden field holds it."""
    kind = next(word for word, made in _KINDS.items() if isinstance(change, made))
    said = {name: getattr(change, name) for name in (*_KEYS, "facts") if hasattr(change, name)}
    plain = {name: str(value) if isinstance(value, UUID) else value for name, value in said.items()}
    return json.dumps({"do": kind, **plain}, ensure_ascii=False, separators=(",", ":"))


def read_changes(texts: Iterable[str]) -> tuple[Change, ...] | None:
    """The changes that waited; None where they are too many, or one of them can't be read."""
    texts = list(texts)
    found = [_read(text) for text in texts if len(text) <= LENGTH]
    read = tuple(change for change in found if change is not None)
    return read if len(read) == len(texts) <= MOST else None


def _read(text: str) -> Change | None:
    try:
        plain: dict[str, Any] = json.loads(text)
        json.dumps(plain, ensure_ascii=False).encode()  # half a letter can't be written again
        made = _KINDS[plain.pop("do")]
        said: dict[str, Any] = {name: UUID(v) if name in _KEYS and v is not None else v for name, v in plain.items()}
        whole = isinstance(said.get("facts", {}), dict) and said.get("entry_key", text) is not None
        return made(**said) if whole else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
