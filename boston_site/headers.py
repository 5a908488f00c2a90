"""Headers that every answer carries, and addresses that lead nowhere."""

from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.templatetags.static import static

EMPTY = (204, 304)
PARTS = ("text/css", "text/javascript", "application/json", "application/manifest+json", "image/png")
FOR_PAGES = ("Cross-Origin-Opener-Policy", "Referrer-Policy", "X-Frame-Options", "Content-Language")
OF_A_BODY = ("Content-Type", "X-Content-Type-Options", "Vary")
"""What says nothing where there is no page; a phone at the table gets such an answer every few seconds."""
TO_COMPARE = ("ETag", "Last-Modified")
"""Of no use where a file's name changes with what is in it: nobody asks again."""

STYLES = "ledger/table.css"

View = Callable[[HttpRequest], HttpResponse]


def content_policy() -> str:
    """SECURE_CSP as a header says it."""
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in settings.SECURE_CSP.items())


def security_headers(get_response: View) -> View:
    """The policy of SECURE_CSP, written as Django 6 has it, so that its own middleware can take over."""
    policy = content_policy()

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        empty, kind = response.status_code in EMPTY, response.get("Content-Type", "").partition(";")[0]
        if empty or kind in PARTS:
            for name in (*FOR_PAGES, *(OF_A_BODY if empty else ())):
                del response[name]
        else:
            response.setdefault("Content-Security-Policy", policy)
            response.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
            if kind == "text/html" and "Location" not in response and "HX-Request" not in request.headers:
                # Nothing is painted before it is there: asked for before the page is read.
                response.setdefault("Link", f"<{static(STYLES)}>; rel=preload; as=style")
        kept = response.get("Cache-Control", "no-store")
        for name in TO_COMPARE if "immutable" in kept else ():
            del response[name]
        # Scores change from deal to deal, and a shared phone must not show another person's page.
        if "no-store" in kept:
            # All that Django says besides, for caches older than this word.
            response["Cache-Control"] = "no-store"
            del response["Expires"]
        return response

    return middleware


def no_nul_in_address(get_response: View) -> View:
    """Nothing has a NUL in its name, and PostgreSQL refuses to look for one: there is no such page."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path:
            raise Http404
        return get_response(request)

    return middleware
