"""Joins the scripts and the styles of the table into one file each: a phone asks for fewer files.

A finder, so that `collectstatic`, which makes them lean, and the development server take them like any other file.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

from boston_site.htmx_cuts import without_unused

SOURCE = Path(settings.BASE_DIR) / "ledger" / "static" / "ledger"
NOT_AT_THE_TABLE = "/* Not at the table. */"
"""What stands in app.css below this line is no use there."""
SCRIPTS = (
    "htmx.min.js",
    "app.js",
    "form.js",
    "store.js",
    "outbox.js",
    "waiting.js",
    "ahead.js",
    "phone.js",
    "outcomes.js",
    "rows.js",
    "preview.js",
)


def bundles() -> dict[str, str]:
    """What each joined file holds, by its name."""
    table, rest = read("app.css").split(NOT_AT_THE_TABLE)
    return {
        "ledger/boston.js": "\n".join(without_unused(read(name)) for name in SCRIPTS),
        "ledger/table.css": table,
        "ledger/rest.css": rest,
    }


def read(name: str) -> str:
    return (SOURCE / name).read_text("utf-8")


def write(folder: Path) -> dict[str, Path]:
    """The files, written where they differ from what lies there."""
    made = {}
    for name, text in bundles().items():
        made[name] = folder / name
        if not made[name].exists() or made[name].read_text("utf-8") != text:
            made[name].parent.mkdir(parents=True, exist_ok=True)
            # Another start may read it at the same time: it finds the old file or the new one.
            half = made[name].with_suffix(f".{os.getpid()}")
            half.write_text(text, "utf-8")
            half.replace(made[name])
    return made


class Bundles(BaseFinder):
    """Finds the joined files."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.folder = Path(settings.DATA_DIR) / "bundles"

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        found = write(self.folder).get(path) if path in bundles() else None
        return ([str(found)] if found else []) if find_all else str(found) if found else None

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        storage = FileSystemStorage(location=self.folder)
        return iter([(name, storage) for name in write(self.folder)])
