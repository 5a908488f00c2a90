"""What a price card says of a club's own figures: which it changed, and that words were only copied beside them."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.rules.own import PROSE
from ledger.rules.variant import Contract, Variant
from ledger.words import Words, in_language

OWN_KEYS: Mapping[str, Words] = {
    "target": _("the tricks alone"),
    "joint": _("the helper"),
    "quotas": _("the parts of the two"),
    "trump": _("the trump"),
    "null": _("when it is made"),
    "exact": _("when it is made"),
    "overtrick": _("each overtrick"),
    "undertrick": _("each trick missing"),
    "most_tricks": _("how many tricks there are"),
    "slam_alone": _("slam alone"),
    "slam_helped": _("slam helped"),
    "boston": _("boston money"),
}
"""What a club may have changed in a contract, besides its price."""


def own_words(variant: Variant, contract: Contract, only: str | None) -> Iterator[str]:
    """What of a contract a club changed, in all suits or `only` in those of a rank."""
    place = "contracts", contract.code
    if variant.is_own(*place):
        yield gettext("the whole contract")
        return
    changed = {found[2:] for found in variant.own if found[:2] == place}
    ranks = [rank for rank in variant.ranks if ("price", rank) in changed]
    if ("price", "shape") not in changed and ranks and len(variant.ranks) > 1:
        if only is None:
            names = ", ".join(in_language(variant.ranks[rank]) for rank in ranks)
            yield gettext("price %(points)s") % {"points": names}
        elif only in ranks:
            yield gettext("price")
    elif any(found[0] == "price" and found[1:2] not in (("made",), ("short",)) for found in changed):
        # What changed in a row of prices by tricks has a mark in its table.
        yield gettext("price")
    yield from dict.fromkeys(str(OWN_KEYS[found[0]]) for found in sorted(changed) if found[0] in OWN_KEYS)


def order_is_own(variant: Variant) -> bool:
    """Whether a club changed the order of the ladder, or how the suits rank."""
    return any(variant.is_own(*place) for place in (("ladder",), ("suits", "scheme"), ("suits", "order")))


def order_is_reconstructed(variant: Variant) -> bool:
    """Whether the order of the ladder, or of the suits in it, is ours."""
    return not order_is_own(variant) and bool(variant.reconstructed & {"ladder", "rank_order", "suits", "missing_bids"})


def copied_words(variant: Variant) -> Mapping[str, str]:
    """Where words stand beside figures that a club changed and are not its own: that they were only copied, by their
    key."""
    figures = any(place[0] not in PROSE for place in variant.own)
    if not figures:
        return {}
    words = gettext("These words came with the rules as they were copied; where they differ, the figures count.")
    if variant.copied_from:
        name = in_language(variant.copied_from)
        words = gettext("These words are from “%(name)s”; where they differ, the figures count.") % {"name": name}
    return {key: words for key in PROSE if not variant.is_own(key)}
