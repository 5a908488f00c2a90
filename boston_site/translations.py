"""Compiled translations are not kept in git; they are made where they are needed, without gettext."""

import os
from pathlib import Path

import polib


def compile_translations(folder: Path) -> None:
    for source in folder.glob("*/LC_MESSAGES/*.po"):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        # Written aside and moved, for another process may be reading the old one.
        fresh = target.with_suffix(f".mo.{os.getpid()}")
        polib.pofile(str(source)).save_as_mofile(str(fresh))
        fresh.replace(target)
