"""The figures of a price card about the kitty and about deals that all passed."""

from collections.abc import Mapping
from functools import partial
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
    """A figure or a word that was agreed: what it is, its value, whether it is a reconstruction, or a club's own."""

    label: str
    value: str
    reconstructed: bool
    own: bool = False
    term: str = ""
    """Of the word in it that a newcomer may not know."""


def figure(variant: Variant, label: str, value: object, *places: str, mark: bool = False, term: str = "") -> Figure:
    """A figure that stands at these places of the document (`kitty.ante`), changed by the club at one of them or not;
    `mark`: it is a reconstruction where it was not changed."""
    own = any(variant.is_own(*place.split(".")) for place in places)
    return Figure(label, str(value), mark and not own, own, term)


def kitty_figures(variant: Variant, kitty: Kitty) -> list[Figure]:
    """What feeds the kitty, who wins it, and what a failure does to it."""
    marks, one = kitty.reconstructed, partial(figure, variant)
    found = [*_antes(variant, kitty), *_winners(variant, kitty)]
    if any(variant.owes_parts(c) for c in variant.contracts):
        found.append(
            one(gettext("consolation to each opponent"), kitty.consolation, "kitty.consolation", term="consolation")
        )
    together = variant.helped_failure is HelpedFailure.PAIRED
    words = gettext("a failure: the kitty") if together else gettext("a lone declarer fails: the kitty")
    found.append(one(words, LONE_LOSS[kitty.lone_loss], "kitty.lone_loss", mark="lone_loss" in marks, term="kitty"))
    if kitty.most is not None:
        found.append(one(gettext("doubled, it grows at most to"), kitty.most, "kitty.most", mark="most" in marks))
    if kitty.last_to_opponents:
        words = gettext("a failure in the last deal: the kitty")
        found.append(one(words, gettext("is shared by the opponents"), "kitty.last_to_opponents"))
    if kitty.chips:
        found.append(one(gettext("chips each starts with"), kitty.chips, "kitty.chips", mark="chips" in marks))
    return found


def _antes(variant: Variant, kitty: Kitty) -> list[Figure]:
    """What everybody puts in, and when; the dealer's where it may differ."""
    marks, when_won, one = kitty.reconstructed, kitty.fed is Feeding.WHEN_WON, partial(figure, variant)
    words = gettext("ante of each before every deal")
    if when_won:
        words = gettext("ante of each in the first deal, and in the one after the kitty was won")
    mark = "ante" in marks or (when_won and "fed" in marks)
    found = [one(words, kitty.ante, "kitty.ante", "kitty.fed", mark=mark, term="ante")]
    if not (when_won and kitty.ante == kitty.dealer_ante):
        mark = "dealer_ante" in marks
        found.append(one(gettext("ante of the dealer"), kitty.dealer_ante, "kitty.dealer_ante", mark=mark))
    if kitty.sitters_ante:
        found.append(one(gettext("ante of who sits out"), gettext("as if he played"), "kitty.sitters_ante"))
    return found


def _winners(variant: Variant, kitty: Kitty) -> list[Figure]:
    """From which contract on the kitty is won, where not every one takes it."""
    if all(c.wins_kitty for c in variant.contracts):
        return []
    lowest = next((in_language(c.name) for c in variant.contracts if c.wins_kitty), "–")
    words = gettext("the lowest contract that takes the kitty")
    return [figure(variant, words, lowest, "kitty.won_from", mark="won_from" in kitty.reconstructed)]


def passed_figure(variant: Variant, passed: Passed) -> Figure:
    """What a deal that all passed is played for."""
    words = str(PASSED[passed.play])
    if passed.play is PassedPlay.MOST_PAYS:
        places = "passed.points", "passed.play"
        return figure(variant, words, passed.points, *places, mark="points" in passed.reconstructed)
    return figure(variant, words, gettext("takes the kitty"), "passed.play")
