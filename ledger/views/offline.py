"""What a phone needs to show a deal's result by itself: the table of outcomes, and how the table stands."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from ledger import rules
from ledger.access import table_for
from ledger.forms.offline_words import form_words
from ledger.http import Packed, packed, packed_answer, plain_json
from ledger.models import Table
from ledger.queries.tables import TablePicture
from ledger.rules.coming import coming
from ledger.rules.document import pinned_variant
from ledger.rules.outcomes import outcome_table
from ledger.rules.table import TableState
from ledger.rules.variant import Variant
from ledger.words import breakable

YEAR = 365 * 24 * 60 * 60


@dataclass(frozen=True)
class Pinned:
    """What a table of outcomes is made from; alike where fingerprint, agreement (as JSON) and language are."""

    fingerprint: str
    chosen: str
    language: str
    document: Any = field(compare=False, repr=False)

    @property
    def variant(self) -> Variant:
        """The rules with what was agreed."""
        return pinned_variant(self.document, json.loads(self.chosen))


@require_safe
def outcomes(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table of outcomes of the pinned rules. Under its whole address it never changes. Raises Http404."""
    table = table_for(request, table_id)
    pinned = _pinned(table, request.GET.get("in", get_language() or "en"))
    wanted = request.GET.get("v")
    if pinned.language not in dict(settings.LANGUAGES) or wanted not in (None, _mark(pinned)):
        raise Http404
    response = packed_answer(request, _packed(pinned), "application/json")
    if wanted and "in" in request.GET:
        response["Cache-Control"] = f"private, max-age={YEAR}, immutable"
    return response


def outcomes_address(table: Table) -> str:
    """Where the table of outcomes is in the reader's language; another address once anything of it is another."""
    pinned = _pinned(table, get_language() or "en")
    said = urlencode({"in": pinned.language, "v": _mark(pinned)})
    return f"{reverse('ledger:outcomes', args=[table.public_id])}?{said}"


def standing(picture: TablePicture, names: Sequence[str]) -> str:
    """The table as it stands, as JSON, with the newest entry as it was saved."""
    newest = picture.last[0] if picture.last else None
    saved = newest and {
        "key": str(newest.deal_key),
        "changes": {seat: points for seat, points in enumerate(newest.deltas) if points},
        "kitty": newest.kitty,
    }
    plain = plain_standing(picture.variant, picture.state, names, picture.position)
    return plain_json({**plain, "saved": saved, "tours": picture.tours})


def plain_standing(variant: Variant, state: TableState, names: Sequence[str], position: int) -> dict[str, Any]:
    """The table as it stands before an entry, as plain data: who plays, and what comes."""
    said = {str(seat): breakable(names[seat]) for seat in state.order}
    return {**coming(variant, state), "names": said, "position": position}


def _pinned(table: Table, language: str) -> Pinned:
    chosen = json.dumps(table.options["chosen"], sort_keys=True)
    return Pinned(table.rules.fingerprint, chosen, language, table.rules.document)


# Both are worked out once in a process for each agreement and language; another process finds the same.
@lru_cache(maxsize=256)
def _mark(pinned: Pinned) -> str:
    """What the table of outcomes is made from, in short: what is pinned, the words, the rules themselves."""
    with override(pinned.language):
        words = plain_json(form_words(pinned.variant))
    made_from = [pinned.fingerprint, pinned.chosen, words, _code()]
    return hashlib.sha256("\0".join(made_from).encode()).hexdigest()[:16]


@lru_cache(maxsize=64)
def _packed(pinned: Pinned) -> Packed:
    with override(pinned.language):
        words = form_words(pinned.variant)
    return packed(plain_json({**outcome_table(pinned.variant), "words": words}))


@lru_cache(maxsize=1)
def _code() -> str:
    """The modules of the rules, in short."""
    files = sorted(Path(rules.__path__[0]).glob("*.py"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()
