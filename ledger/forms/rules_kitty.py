"""The settings of a kitty, of a revoke's fines and of a deal that all passed."""

from collections.abc import Mapping
from typing import cast

from django.utils.translation import gettext_lazy as _

from ledger.card_kitty import LONE_LOSS
from ledger.forms.rules_kinds import Kind, Setting, When, number, switch, word
from ledger.words import Words

LONE_LOSS_WORDS: Mapping[str, Words] = {str(key): cast(Words, words) for key, words in LONE_LOSS.items()}
FEEDING: Mapping[str, Words] = {
    "every-deal": _("before every deal"),
    "when-won": _("in the first deal, and after it was won"),
}
KITTY = (
    number("ante", _("ante of each"), start="10"),
    number("dealer_ante", _("ante of the dealer"), start="10"),
    number("consolation", _("consolation to each opponent"), start="2"),
    word("lone_loss", _("a lone declarer fails: the kitty"), LONE_LOSS_WORDS, start="stays"),
    number("chips", _("chips each starts with"), start="120"),
    word("fed", _("the antes are due"), FEEDING, default="every-deal"),
    switch("sitters_ante", _("who sits out puts in, too")),
    Setting(("won_from",), Kind.WORD, _("taken from this contract on"), default=None, among="contracts"),
    number("most", _("a doubling makes it at most"), default=None, help=_("Empty: no limit.")),
    switch("last_to_opponents", _("after a failure in the last deal the opponents divide it")),
)
REVOKE = (
    number("fine", _("fine of a revoke to each opponent"), start="2"),
    number("joint_kitty", _("revoke and short together: into the kitty"), start="4"),
    number("lone_kitty", _("revoke and short alone: into the kitty"), start="2"),
)
HELPED_FAILURE: Mapping[str, Words] = {
    "quotas": _("who is below his own part pays"),
    "paired": _("each pays one opponent"),
}
PASSED = (
    word(
        "play",
        _("it is played for"),
        {
            "most-pays": _("points: who has most tricks pays each of the others"),
            "fewest-takes-kitty": _("the kitty: who has fewest tricks takes it"),
        },
        start="most-pays",
    ),
    number(
        "points", _("points for each trick of difference"), 1, start="10", when=(When("passed.play", ("most-pays",)),)
    ),
)
