"""The key that signs cookies: made once, kept beside the data, readable by its owner only."""

import os
import time
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key


def secret_key(path: Path) -> str:
    """The key in that file, which is made where there is none."""
    try:
        return _secret_key(path)
    except OSError as error:
        raise ImproperlyConfigured(f"{path.parent} is no folder to keep data in: {error.strerror}.") from None
    except UnicodeError:
        raise ImproperlyConfigured(f"{path} holds no key; delete it and a new one will be made.") from None


def _secret_key(path: Path) -> str:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return existing_key(path)
    key = get_random_secret_key()
    with os.fdopen(handle, "w") as file:
        file.write(key)
    return key


def existing_key(path: Path) -> str:
    # Another process may have made the file a moment ago and not have written to it yet.
    for _ in range(40):
        key = path.read_text().strip()
        if key:
            return key
        time.sleep(0.05)
    raise ImproperlyConfigured(f"{path} is empty; delete it and a new key will be made.")
