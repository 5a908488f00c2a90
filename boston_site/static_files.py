"""Collects static files only when one of them has changed: compressing them is the slow part of a start."""

import hashlib
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.core.management import call_command
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage


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
    made_with = ("django", "whitenoise", "brotli", "rjsmin", "tdewolff-minify")
    digest = hashlib.sha256(" ".join(map(installed, made_with)).encode())
    digest.update(Path(__file__).read_bytes())
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda entry: entry[0]):
            with storage.open(path) as file:
                digest.update(f"\0{path}\0{file.size}\0".encode() + file.read())
    return digest.hexdigest()


def installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def lean(path: str, content: bytes) -> bytes:
    """Our scripts and styles without what only we read."""
    text = content.decode()
    return (lean_style(text) if path.endswith(".css") else lean_script(text)).encode()


def lean_style(text: str) -> str:
    """Without comments and indentation. What does more (rcssmin) takes the space out of `.a :is(.b)` in a layer."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s*([{};])\s*", r"\1", text)
    return re.sub(r"(?<=[{;])([\w-]+):\s+", r"\1:", text).replace(";}", "}").strip()


def lean_script(text: str) -> str:
    """With short names inside, where the library for it is installed; in any case without comments."""
    try:
        # Here alone: it brings a runtime of its own, which a server that forks should not carry.
        import minify
    except ImportError:
        return str(jsmin(text))
    return str(minify.string("application/javascript", text))


class _Lean:
    """A storage from which our scripts and styles are read lean."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def open(self, path: str) -> "ContentFile[bytes]":
        with self.storage.open(path) as file:
            content = file.read()
        return ContentFile(lean(path, content) if is_ours(path) else content)


def is_ours(path: str) -> bool:
    """Whether a file is written by us, to be read by browsers."""
    return path.endswith((".js", ".css")) and ".min." not in path


class LeanStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Serves hashed and compressed files, our own without what only we read."""

    def post_process(self, paths: dict[str, tuple[Storage, str]], *args: Any, **options: Any) -> Iterator[Any]:
        """Every file read lean before it is hashed and compressed."""
        read = {name: (_Lean(storage), path) for name, (storage, path) in paths.items()}
        yield from super().post_process(read, *args, **options)
