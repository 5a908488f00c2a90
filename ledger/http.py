"""The request as our views see it, and answers that are a page or a fragment of it."""

import gzip
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec

import brotli
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.views.i18n import set_language
from django_htmx.middleware import HtmxDetails

from boston_site.compression import accepts

Context = Mapping[str, Any]
P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
Packed = dict[str, bytes]
"""The same bytes by how they are compressed; "" not at all."""

_EVERY_TIME_ANOTHER = re.compile(rb'name="(?:csrfmiddlewaretoken|entry_key)" value="[^"]*"')
_STATE = b'<meta name="state" content="">'


def is_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of a page; a page restored from the history is asked for whole."""
    htmx: HtmxDetails | None = getattr(request, "htmx", None)
    return bool(htmx) and htmx is not None and not htmx.boosted and not htmx.history_restore_request


def page_or_fragment(
    request: HttpRequest, page: str, fragment: str, context: Context, *, status: int = 200
) -> HttpResponse:
    """The whole page, or for htmx only its fragment; the page includes the same fragment."""
    response = render(request, fragment if is_fragment(request) else page, dict(context), status=status)
    response["Vary"] = "HX-Request"
    return response


def unless_same(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The page with its state in it; 304 where the phone has that very page, the keys of its forms apart, and the
    secret that they go with."""
    digest = hashlib.sha256(_EVERY_TIME_ANOTHER.sub(b"", response.content))
    digest.update(request.META.get("CSRF_COOKIE", "").encode())
    state = digest.hexdigest()[:20]
    if request.headers.get("If-None-Match") == f'"{state}"':
        return HttpResponse(status=304)
    response.content = response.content.replace(_STATE, f'<meta name="state" content="{state}">'.encode(), 1)
    return response


def in_its_language(view: View[P]) -> View[P]:
    """A view whose form may be sent by a button that names a language: it is shown in it from then on, as it was filled
    in. The view does nothing else then (`only_shown`)."""

    @wraps(view)
    def shown(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        language = request.POST.get("language")
        if language not in dict(settings.LANGUAGES):
            return view(request, *args, **kwargs)
        translation.activate(language)
        response = view(request, *args, **kwargs)
        response.cookies.update(set_language(request).cookies)
        return response

    return shown


def only_shown(request: HttpRequest) -> bool:
    """Whether a form was sent for the sake of the language alone."""
    return "language" in request.POST


def left_as_it_was(request: HttpRequest) -> dict[str, str]:
    """The fields of a form that was sent for the sake of the language alone, to begin it with: nothing is wrong with
    them before they are sent in earnest."""
    return request.POST.dict() if only_shown(request) else {}


def go_to(request: HttpRequest, to: str, *args: str) -> HttpResponse:
    """Send the reader on: a plain redirect, or for htmx the header that makes the whole page move."""
    url = resolve_url(to, *args)
    if is_fragment(request):
        # A status that swaps nothing: what was tapped stays as it is until the next page is there.
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return HttpResponseRedirect(url)


def plain_json(value: Any) -> str:
    """As JSON without a blank."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def packed(text: str) -> Packed:
    """A text as small as it gets; slow, so to be kept."""
    plain = text.encode()
    return {"": plain, "br": brotli.compress(plain), "gzip": gzip.compress(plain, mtime=0)}


def packed_answer(request: HttpRequest, text: Packed, content_type: str) -> HttpResponse:
    """The text, compressed as the browser takes it."""
    coding = next((name for name in ("br", "gzip") if accepts(request, name)), "")
    response = HttpResponse(text[coding], content_type=content_type)
    if coding:
        response["Content-Encoding"] = coding
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def base_url(request: HttpRequest) -> str:
    """The address links carry, without a closing slash: the agreed public one, else the one this reader used."""
    return str(settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}")
