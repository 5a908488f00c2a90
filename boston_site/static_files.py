"""Collects static files only when one of them has changed: compressing them is the slow part of a start."""

import hashlib
from importlib.metadata import version
from pathlib import Path

from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def collect(root: Path) -> bool:
    """True when there was something to do."""
    mark, wanted = root / ".collected", fingerprint()
    if mark.exists() and mark.read_text() == wanted:
        return False
    call_command("collectstatic", interactive=False, verbosity=0)
    mark.write_text(wanted)
    return True


def fingerprint() -> str:
    # What turns the files into what is served counts like the files themselves.
    digest = hashlib.sha256(f"{version('django')} {version('whitenoise')} {version('brotli')}".encode())
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda entry: entry[0]):
            with storage.open(path) as file:
                digest.update(f"\0{path}\0{file.size}\0".encode() + file.read())
    return digest.hexdigest()
