"""The figures of a price card about the kitty and about deals that all passed."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.rules.kitty_shapes import Feeding, Kitty, LoneLoss, Passed, PassedPlay
from ledger.rules.variant import HelpedFailure, Variant
from ledger.words import in_language

LONE_LOSS: Mapping[LoneLoss, object] = {
    LoneLoss.STAYS: _("stays"),
    LoneLoss.OPPONENTS: _("goes to the opponents in thirds, the rest stays"),
    LoneLoss.DOUBLED: _("is doubled by him"),
    LoneLoss.MATCHED: _("gets once more what each opponent was paid"),
}
PASSED: Mapping[PassedPlay, object] = {
    PassedPlay.MOST_PAYS: _("all passed: who has most tricks pays each, for each trick more"),
    PassedPlay.FEWEST_TAKES_KITTY: _("all passed: who has fewest tricks"),
}


class Figure(NamedTuple):
    """A figure or a word that was agreed: what it is, its value, whether it is ours."""

    label: str
    value: str
    reconstructed: bool
    term: str = ""
    """Of the word in it that a newcomer may not know."""


def kitty_figures(variant: Variant, kitty: Kitty) -> list[Figure]:
    """What feeds the kitty, who wins it, and what a failure does to it."""
    marks = kitty.reconstructed
    found = [*_antes(kitty), *_winners(variant, kitty)]
    if any(variant.owes_parts(c) for c in variant.contracts):
        found.append(Figure(gettext("consolation to each opponent"), str(kitty.consolation), False, "consolation"))
    together = variant.helped_failure is HelpedFailure.PAIRED
    words = gettext("a failure: the kitty") if together else gettext("a lone declarer fails: the kitty")
    found.append(Figure(words, str(LONE_LOSS[kitty.lone_loss]), "lone_loss" in marks, "kitty"))
    if kitty.most is not None:
        found.append(Figure(gettext("doubled, it grows at most to"), str(kitty.most), "most" in marks))
    if kitty.last_to_opponents:
        found.append(
            Figure(gettext("a failure in the last deal: the kitty"), gettext("is shared by the opponents"), False)
        )
    if kitty.chips:
        found.append(Figure(gettext("chips each starts with"), str(kitty.chips), "chips" in marks))
    return found


def _antes(kitty: Kitty) -> list[Figure]:
    """What everybody puts in, and when; the dealer's where it may differ."""
    marks, when_won = kitty.reconstructed, kitty.fed is Feeding.WHEN_WON
    words = gettext("ante of each before every deal")
    if when_won:
        words = gettext("ante of each in the first deal, and in the one after the kitty was won")
    found = [Figure(words, str(kitty.ante), "ante" in marks or (when_won and "fed" in marks), "ante")]
    if not (when_won and kitty.ante == kitty.dealer_ante):
        found.append(Figure(gettext("ante of the dealer"), str(kitty.dealer_ante), "dealer_ante" in marks))
    if kitty.sitters_ante:
        found.append(Figure(gettext("ante of who sits out"), gettext("as if he played"), False))
    return found


def _winners(variant: Variant, kitty: Kitty) -> list[Figure]:
    """From which contract on the kitty is won, where not every one takes it."""
    if all(c.wins_kitty for c in variant.contracts):
        return []
    lowest = next((in_language(c.name) for c in variant.contracts if c.wins_kitty), "–")
    words = gettext("the lowest contract that takes the kitty")
    return [Figure(words, lowest, "won_from" in kitty.reconstructed)]


def passed_figure(passed: Passed) -> Figure:
    """What a deal that all passed is played for."""
    if passed.play is PassedPlay.MOST_PAYS:
        return Figure(str(PASSED[passed.play]), str(passed.points), "points" in passed.reconstructed)
    return Figure(str(PASSED[passed.play]), gettext("takes the kitty"), False)
