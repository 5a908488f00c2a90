"""What a phone needs to show a deal's result by itself: the table of outcomes, and how the table stands."""

import gzip
import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import brotli
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from ledger import rules
from ledger.access import table_for
from ledger.forms.offline_words import form_words
from ledger.models import Table
from ledger.queries.rows import pinned_fingerprint, variant_of
from ledger.queries.tables import TablePicture
from ledger.rules.coming import coming
from ledger.rules.document import pinned_variant
from ledger.rules.outcomes import outcome_table

YEAR = 365 * 24 * 60 * 60
Packed = dict[str, bytes]
"""The same bytes by how they are compressed; "" not at all."""


@require_safe
def outcomes(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table of outcomes of the pinned rules. Under its whole address it never changes. Raises Http404."""
    table = table_for(request, table_id)
    language = request.GET.get("in", get_language() or "en")
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        wanted, packed = request.GET.get("v"), _packed(table)
        if wanted not in (None, _mark(table)):
            raise Http404
    accepted = request.headers.get("Accept-Encoding", "")
    coding = next((name for name in ("br", "gzip") if name in accepted), "")
    response = HttpResponse(packed[coding], content_type="application/json")
    if coding:
        response["Content-Encoding"] = coding
    patch_vary_headers(response, ["Accept-Encoding"])
    if wanted and "in" in request.GET:
        response["Cache-Control"] = f"private, max-age={YEAR}, immutable"
    return response


def outcomes_address(table: Table) -> str:
    """Where the table of outcomes is in the reader's language; another address once anything of it is another."""
    said = urlencode({"in": get_language() or "en", "v": _mark(table)})
    return f"{reverse('ledger:outcomes', args=[table.public_id])}?{said}"


def standing(picture: TablePicture, names: list[str]) -> str:
    """The table as it stands, as JSON, with the newest entry as it was saved."""
    plain = coming(picture.variant, picture.state)
    newest = picture.last[0] if picture.last else None
    saved = newest and {
        "key": str(newest.deal_key),
        "changes": {seat: points for seat, points in enumerate(newest.deltas) if points},
        "kitty": newest.kitty,
    }
    named = {"names": {str(seat): names[seat] for seat in picture.state.order}}
    return _plain({**plain, **named, "position": picture.position, "saved": saved})


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _mark(table: Table) -> str:
    """What the table of outcomes is made from, in short: what is pinned, the words, the rules themselves."""
    words = _plain(form_words(variant_of(table)))
    made_from = [pinned_fingerprint(table), _chosen(table), words, _code()]
    return hashlib.sha256("\0".join(made_from).encode()).hexdigest()[:16]


def _chosen(table: Table) -> str:
    return json.dumps(table.options["chosen"], sort_keys=True)


@lru_cache(maxsize=1)
def _code() -> str:
    """The modules of the rules, in short."""
    files = sorted(Path(rules.__path__[0]).glob("*.py"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def _packed(table: Table) -> Packed:
    document = json.dumps(table.rules.document, sort_keys=True)
    return _compressed(document, _chosen(table), get_language() or "en")


@lru_cache(maxsize=64)
def _compressed(document: str, chosen: str, language: str) -> Packed:
    """Made once in a process for each agreement and language."""
    variant = pinned_variant(json.loads(document), json.loads(chosen))
    text = _plain({**outcome_table(variant), "words": form_words(variant)}).encode()
    return {"": text, "br": brotli.compress(text), "gzip": gzip.compress(text, mtime=0)}
