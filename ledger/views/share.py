"""The result to send around: as text for a messenger, and as a card."""

import re
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ledger.access import settle_link, table_for
from ledger.http import base_url
from ledger.views.links import is_local, qr
from ledger.views.result import EveningResult, PayLine, Result, result_of


@require_safe
def share(request: HttpRequest, table_id: str) -> HttpResponse:
    table = table_for(request, table_id)
    base = base_url(request)
    text = result_text(result_of(table), settle_link(table, base))
    return render(request, "ledger/share.html", {"table": table, "text": text, "local": is_local(base)})


@require_safe
def card_page(request: HttpRequest, table_id: str) -> HttpResponse:
    """This evening alone, with the names of those that are settled with it."""
    table = table_for(request, table_id)
    found = result_of(table)
    link = settle_link(table, base_url(request))
    context = {
        "table": table,
        "evening": next(e for e in found.evenings if e.public_id == table.public_id),
        "others": [e.title for e in found.evenings if e.public_id != table.public_id],
        "result": found,
        "picture": qr(link),
    }
    return render(request, "ledger/result_card.html", context)


def result_text(found: Result, link: str) -> str:
    """The result as plain text, the link in a line of its own; nothing of ours in it is markup to a messenger."""
    blocks = [*map(_evening_text, found.evenings), *_together_text(found), *_pays_text(found), link]
    text = "\n\n".join(blocks)
    # A line that begins with a name in Hebrew or Arabic runs from the left all the same.
    return re.sub("^(?=.*\u2068)", "\u200e", text, flags=re.MULTILINE)


def _evening_text(evening: EveningResult) -> str:
    # "1." and "1)" would become lists in some messengers.
    lines = [f"{s.place} · {s.name} {s.points}" + (f" · {s.money}" if s.money else "") for s in evening.standings]
    return "\n".join([evening.title, *lines, *evening.notes])


def _together_text(found: Result) -> Iterator[str]:
    if found.together:
        yield "\n".join([gettext("All evenings together:"), *(f"{name} {amount}" for name, amount in found.together)])


def _pays_text(found: Result) -> Iterator[str]:
    lines = [_pay_text(pay) for pay in found.pays]
    if lines:
        lines.insert(0, gettext("Who pays whom:"))
    if found.said:
        lines.append(found.said)
    if lines:
        yield "\n".join(lines)


def _pay_text(pay: PayLine) -> str:
    line = f"{pay.payer} → {pay.payee} {pay.sum}"
    if pay.part:
        part = gettext("%(sum)s already paid") % {"sum": pay.part}
        return f"{line} ({part})"
    return f"{line} ✓" if pay.done else line
