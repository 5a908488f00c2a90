"""The words of the entry form's rows: what each asks, what is said beside its keys."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from ledger.rules.cards import Suit
from ledger.rules.variant import Variant
from ledger.words import Words, breakable, isolated, listed, suit_sign

LEGENDS: Final[Mapping[str, Words]] = {
    "turned": _("turned"),
    "who": _("who"),
    "what": pgettext_lazy("contract", "what"),
    "trump": _("trump"),
    "helper": _("helper"),
    "tricks": _("tricks"),
    "part": pgettext_lazy("of the helper", "of them"),
    "boston": _("boston"),
    "revoke": _("revoke"),
    "dealer": pgettext_lazy("another than whose turn it is", "dealt by"),
    "out": _("sits out"),
    "misdeal": _("misdeal"),
    "thrown": _("thrown in"),
    "unclaimed": _("kitty"),
}
PASSED_WORDS: Final = _("all passed")
ALONE_WORDS: Final = _("alone")
CLAIMED_WORDS: Final = (_("not claimed"), _("the next pack was cut before"))
"""The tick for a kitty that nobody claimed, and what is said beside it."""


def legend(name: str) -> str:
    """What a row asks."""
    return breakable(str(LEGENDS[name]))


def part_words(name: str) -> str:
    """Whose part of the tricks is asked."""
    return gettext("of them %(name)s took") % {"name": isolated(name)}


def boston_words(trump: str | None) -> SafeString:
    """The card whose holder is asked: the jack of diamonds, of hearts when diamonds are trump."""
    card = suit_sign(Suit.HEARTS if trump == Suit.DIAMONDS else Suit.DIAMONDS)
    return format_html('{} <span class="nowrap">{}{}</span>', gettext("who held the"), gettext("J"), card)


def usual_words(names: Sequence[str], wanting: int = 0) -> str:
    """Who usually sits out; or how many must be tapped where it is another number."""
    if wanting:
        return ngettext("tap %(n)s player", "tap %(n)s players", wanting) % {"n": wanting}
    return gettext("usually %(names)s") % {"names": listed(names)}


def misdeal_words(variant: Variant) -> dict[str, str]:
    """What can become of a deal that is not played, by the value of its key."""
    if not variant.turn.fault:
        return {"misdeal": gettext("thrown in")}
    return {
        "misdeal": gettext("misdeal"),
        "fault": gettext("dealer's fault"),
        "forfeit": gettext("fault, ante lost"),
    }
