"""The app on the phone's home screen: its manifest, and the worker that keeps the open table for when there is no
connection."""

import hashlib
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.utils.translation import get_language, gettext, override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag, require_safe
from rjsmin import jsmin

from boston_site.headers import content_policy
from ledger.http import packed, packed_answer, plain_json

SHELL = ("ledger/table.css", "ledger/boston.js")
"""What the page of a table is drawn with."""
WORKER = settings.BASE_DIR / "ledger" / "static" / "ledger" / "worker.js"
ICONS = (("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"), ("icon-maskable.png", 512, "maskable"))


@require_safe
@cache_control(private=True, max_age=24 * 60 * 60)
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to know to put Boston on its home screen; it opens at the running table."""
    icons = [
        {"src": static(f"ledger/{name}"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, size, purpose in ICONS
    ]
    said = {
        "id": "/",
        "name": "Boston",
        "short_name": "Boston",
        "description": gettext("Keeps the score of an evening of Boston"),
        "lang": get_language(),
        "start_url": "/?open=running",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f7f2e8",
        "theme_color": "#f7f2e8",
        "icons": icons,
    }
    return packed_answer(request, _packed(plain_json(said)), "application/manifest+json")


def worker_tag(request: HttpRequest) -> str:
    return f'"{hashlib.sha256(worker_script().encode()).hexdigest()[:16]}"'


@require_safe
@etag(worker_tag)
def worker(request: HttpRequest) -> HttpResponse:
    """The worker; where the site keeps nothing on phones, one that clears away what an earlier one kept."""
    # A browser asks for it anew at every visit, so that an update is found the same evening.
    response = packed_answer(request, _packed(worker_script()), "text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


_packed = lru_cache(maxsize=16)(packed)


def worker_script() -> str:
    return _script(settings.OFFLINE)


@lru_cache
def _script(keeps: bool) -> str:
    if not keeps:
        return WORKER.with_name("worker-gone.js").read_text("utf-8")
    # Not by what shortens names, too: it brings a runtime of its own, which a server that forks should not carry.
    return f"const SITE = {plain_json(site())};\n{jsmin(WORKER.read_text('utf-8'))}"


def site() -> dict[str, Any]:
    """What the worker knows of this version of the site; the same in every process that runs it."""
    shell = [static(name) for name in SHELL]
    return {
        "version": version(shell),
        "shell": shell,
        "policy": content_policy(),
        "words": {code: words(code) for code, _ in settings.LANGUAGES},
    }


def version(shell: list[str]) -> str:
    """A name for the files that the worker keeps, which bear their own fingerprints, and for the worker itself."""
    return hashlib.sha256("\0".join([*shell, WORKER.read_text("utf-8")]).encode()).hexdigest()[:16]


def words(code: str) -> list[str]:
    """What the page says that stands in for one that can't be had."""
    with override(code):
        return [
            gettext("No connection"),
            gettext("This page is not kept on the phone."),
            gettext("The table as it was last seen"),
            gettext("Try again"),
        ]
