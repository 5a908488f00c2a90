"""The words of the game that a newcomer may not know, each in one sentence."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ledger.rules.cards import SuitScheme
from ledger.rules.variant import Variant
from ledger.words import Words


class Term(NamedTuple):
    """A word of the table, and what it means."""

    word: Words
    means: Words


TERMS: Mapping[str, Term] = {
    "contract": Term(
        _("contract"),
        _("A contract is what the declarer promises: so many tricks with his suit as trump, or none at all."),
    ),
    "helper": Term(
        pgettext_lazy("word of the game", "helper"),
        _("A helper plays with the declarer against the other two and shares what is won or lost."),
    ),
    "tricks": Term(
        _("tricks"),
        _("The tricks are the declarer's, with a helper those of both together."),
    ),
    "part": Term(_("the helper's part"), _("The helper's part is how many of the tricks he has to take himself.")),
    "kitty": Term(
        _("kitty"), _("The kitty lies in the middle of the table: players pay into it, and a made contract can win it.")
    ),
    "ante": Term(_("ante"), _("The ante is what is put into the kitty before a deal.")),
    "consolation": Term(
        _("consolation"), _("Consolation is the small sum that each opponent gets when a contract fails.")
    ),
    "boston": Term(
        _("boston"), _("The boston is the jack of diamonds, the highest trump; the others pay whoever held it.")
    ),
    "senior": Term(
        _("senior and junior suit"),
        _("The suit turned in the first deal is senior all evening, that of a later deal is junior; senior is dearer."),
    ),
    "colours": Term(
        _("first, second and third suit"),
        _("The turned card makes its suit the first, the other of its colour the second, and both others the third."),
    ),
    "tour": Term(
        _("tour"), _("A tour is over when everybody has dealt once; in a double tour every amount counts twice.")
    ),
    "revoke": Term(_("revoke"), _("To revoke is to play another suit although one could have followed; it is fined.")),
    "stake": Term(
        _("point value"),
        _("The point value says what a point is worth in money; left empty, you play for points alone."),
    ),
}
FIELDS: Mapping[str, str] = {
    "single_tours": "tour",
    "ante": "ante",
    "opening_kitty": "kitty",
}
"""Which word a newcomer meets first beside which field."""


def terms_of(variant: Variant) -> Iterator[Term]:
    """The words that these rules use."""
    kitty, contracts = variant.kitty, variant.contracts
    uses = {
        "helper": any(c.joint is not None for c in contracts),
        "tricks": any(c.joint is not None for c in contracts),
        "part": any(c.joint is not None and variant.owes_parts(c) for c in contracts),
        "kitty": kitty is not None,
        "ante": kitty is not None,
        "consolation": kitty is not None and kitty.consolation > 0,
        "boston": variant.boston is not None,
        "senior": variant.suits is SuitScheme.SENIOR,
        "colours": variant.suits is SuitScheme.COLOURS,
        "tour": bool(variant.length.tours),
        "revoke": variant.revoke is not None,
    }
    return (TERMS[key] for key, used in uses.items() if used)
