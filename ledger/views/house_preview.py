"""What a draft of rules would mean: its price card, what a few deals would pay, what differs from earlier versions."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.deal_words import called_words, result_words
from ledger.forms.rules_words import difference_words
from ledger.queries.house import HouseCard, VersionRow
from ledger.rules.differences import order_differs
from ledger.rules.document import read_document
from ledger.rules.own import PROSE, figures_changed
from ledger.rules.typical import Example, typical_deals
from ledger.rules.variant import Variant
from ledger.views.house_versions import changes_between
from ledger.views.rules import card_of

Plain = Mapping[str, Any]
SECTIONS = {"summary": "names", "notes": "notes", "dealing": "dealing"}
"""Where the form asks for words that tell of figures."""


class Payoff(NamedTuple):
    """A deal in words, with the change of each of the four, by what they were in it, and of the kitty."""

    title: SafeString
    result: str
    changes: list[tuple[str, int]]
    kitty: tuple[int, int] | None
    """What lies in the kitty before and after it; None without a kitty."""


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
    return found | card_of(read) | {"payoffs": [_payoff(read, example) for example in typical_deals(read)]}


def copied_context(card: HouseCard, document: Plain) -> dict[str, Any]:
    """Which words are as they were copied, by the key of their section, and which figures were changed since."""
    first = card.first.document
    changes = difference_words(figures_changed(first, document), first, document)
    if order_differs(first, document):
        changes.append(gettext("the order of the bids"))
    own = [tuple(place) for place in document.get("own") or ()]
    copied = {SECTIONS[key] for key in PROSE if first.get(key) and (key,) not in own} if changes else set()
    return {"copied": copied, "copied_changes": changes, "copied_from": first.get("copied_from")}


def _payoff(variant: Variant, example: Example) -> Payoff:
    facts = example.facts
    roles = [gettext("opponent")] * len(example.deltas)
    if facts.declarer is None:
        roles = [gettext("dealer") if n == example.dealer else gettext("player") for n in range(len(roles))]
    else:
        roles[facts.declarer] = gettext("declarer")
    if facts.helper is not None:
        roles[facts.helper] = gettext("helper")
    kitty = (example.lay, example.lay + example.kitty_change) if variant.kitty else None
    changes = list(zip(roles, example.deltas, strict=True))
    return Payoff(_title(variant, example), result_words(variant, facts), changes, kitty)


def _title(variant: Variant, example: Example) -> SafeString:
    facts = example.facts
    if facts.contract is None:
        return format_html("{}", gettext("all passed"))
    who = gettext("with a helper") if facts.helper is not None else gettext("alone")
    return format_html("{} {}", called_words(variant, facts.contract, facts.trump), who)
