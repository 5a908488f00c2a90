"""What a draft of rules would mean: its price card, what a few deals would pay, what differs from earlier versions."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from ledger.forms.rules_words import difference_words
from ledger.queries.house import HouseCard, VersionRow
from ledger.rules.differences import order_differs
from ledger.rules.document import read_document
from ledger.rules.own import PROSE, figures_changed
from ledger.views.house_payoffs import payoffs
from ledger.views.house_versions import changes_between
from ledger.views.rules import card_of

Plain = Mapping[str, Any]
SECTIONS = {"summary": "names", "notes": "notes", "dealing": "dealing"}
"""Where the form asks for words that tell of figures."""


def preview_context(
    card: HouseCard, document: Plain, before: VersionRow | None = None, base: VersionRow | None = None
) -> dict[str, Any]:
    """All that stands beside the form. `before` and `base` where another version came in between."""
    newest, oldest = card.newest, card.versions[-1]
    found: dict[str, Any] = {
        "changes": changes_between(newest.document, document),
        "since": newest,
        "all_changes": changes_between(oldest.document, document) if oldest.number != newest.number else [],
        "oldest": oldest,
    }
    if before is not None and base is not None:
        found["theirs"] = changes_between(before.document, base.document)
    read = read_document(document)
    if isinstance(read, list):
        return found | {"unreadable": len(read)}
    return found | card_of(read) | {"payoffs": payoffs(read)}


def copied_context(card: HouseCard, document: Plain) -> dict[str, Any]:
    """Which words are as they were copied, by the key of their section, and which figures were changed since."""
    first = card.first.document
    changes = difference_words(figures_changed(first, document), first, document)
    if order_differs(first, document):
        changes.append(gettext("the order of the bids"))
    own = [tuple(place) for place in document.get("own") or ()]
    copied = {SECTIONS[key] for key in PROSE if first.get(key) and (key,) not in own} if changes else set()
    return {"copied": copied, "copied_changes": changes, "copied_from": first.get("copied_from")}
