"""Readers of environment variables. A value that makes no sense stops the start and names its variable."""

import os
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUE, FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


def env_str(name: str, default: str) -> str:
    return os.environ.get(name, "").strip() or default


def env_bool(name: str, default: bool) -> bool:
    text = env_str(name, "").lower()
    if text and text not in TRUE + FALSE:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {text!r}.")
    return text in TRUE if text else default


def env_int(name: str, default: int) -> int:
    text = env_str(name, str(default))
    try:
        return int(text)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {text!r}.") from None


def env_list(name: str, default: list[str]) -> list[str]:
    parts = [part.strip() for part in env_str(name, "").split(",")]
    return [part for part in parts if part] or default


def env_url(name: str) -> str | None:
    """An address without its closing slash, so that a path can follow."""
    text = env_str(name, "").rstrip("/")
    if text and not text.startswith(("http://", "https://")):
        raise ImproperlyConfigured(f"{name} must begin with http:// or https://, not {text!r}.")
    try:
        host = urlsplit(text).hostname
    except ValueError:
        host = None
    if text and not host:
        raise ImproperlyConfigured(f"{name} must name a host, such as https://boston.example, not {text!r}.")
    return text or None
