"""What people read about a movement: who or what gave it, why, and the same in a few words."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from ledger.rules.postings import BANK, KITTY, Account, Reason
from ledger.words import Words

REASONS: Mapping[Reason, Words] = {
    Reason.ANTE: _("ante"),
    Reason.DEALER_ANTE: _("ante of the dealer"),
    Reason.PRICE: _("price of the contract"),
    Reason.OVERTRICKS: _("overtricks"),
    Reason.UNDERTRICKS: _("tricks short"),
    Reason.SHARED_RESULT: _("half of the result, an odd point to the declarer"),
    Reason.LOST_PRICE: _("price of the failed contract"),
    Reason.KITTY_WON: _("the kitty, won alone"),
    Reason.KITTY_HALF: _("half of the kitty, an odd chip to the declarer"),
    Reason.QUOTA: _("below his own part: the price into the kitty"),
    Reason.CONSOLATION: _("consolation"),
    Reason.KITTY_TO_OPPONENTS: _("the kitty shared by the opponents, an odd chip stays"),
    Reason.KITTY_DOUBLED: _("a lone failure doubles the kitty"),
    Reason.KITTY_MATCHED: _("a failure: the same once more into the kitty"),
    Reason.MOST_PAYS: _("most tricks where all passed: for the difference"),
    Reason.FEWEST_TAKE: _("fewest tricks where all passed: the kitty"),
    Reason.BOSTON: _("boston money"),
    Reason.REVOKE: _("fine for the revoke"),
    Reason.REVOKE_INTO_KITTY: _("fine for the revoke, into the kitty"),
    Reason.REVOKE_OPPONENT: _("fine for an opponent's revoke"),
    Reason.FORFEIT: _("forfeited ante"),
    Reason.DIVIDED: _("the kitty divided by consent"),
    Reason.ADJUSTMENT: _("adjustment by hand"),
}
IN_SHORT: Mapping[Reason, Words] = {
    Reason.PRICE: _("%(points)s from each opponent"),
    Reason.OVERTRICKS: _("overtricks %(points)s"),
    Reason.UNDERTRICKS: _("tricks short %(points)s"),
    Reason.SHARED_RESULT: _("the result in halves"),
    Reason.LOST_PRICE: _("%(points)s to each opponent"),
    Reason.KITTY_WON: _("the kitty"),
    Reason.KITTY_HALF: _("the kitty in halves"),
    Reason.QUOTA: _("%(points)s into the kitty"),
    Reason.CONSOLATION: _("consolation %(points)s"),
    Reason.KITTY_TO_OPPONENTS: _("the kitty to the opponents"),
    Reason.KITTY_DOUBLED: _("the kitty doubled"),
    Reason.KITTY_MATCHED: _("%(points)s once more into the kitty"),
    Reason.MOST_PAYS: _("for the difference in tricks"),
    Reason.FEWEST_TAKE: _("the kitty to the fewest tricks"),
    Reason.BOSTON: _("boston %(points)s"),
    Reason.REVOKE: _("revoke %(points)s to each"),
    Reason.REVOKE_INTO_KITTY: _("revoke %(points)s into the kitty"),
    Reason.REVOKE_OPPONENT: _("opponent's revoke %(points)s"),
    Reason.FORFEIT: _("forfeited ante %(points)s"),
}
"""One movement of a kind in a few words, for the sentence under the entry form."""
ON_ACCOUNT: Mapping[Reason, Words] = {
    Reason.PRICE: _("price %(points)s"),
    Reason.LOST_PRICE: _("price %(points)s"),
}
"""The same on a score-only sheet, where no opponent pays."""


def in_short(reason: Reason, points: int, *, score_only: bool) -> str:
    """One movement in a few words."""
    words = ON_ACCOUNT.get(reason) if score_only else None
    return str(words or IN_SHORT[reason]) % {"points": points}


def account_name(account: Account, names: Sequence[str]) -> str:
    """A player's name, the kitty, or the bank."""
    if account == KITTY:
        return gettext("kitty")
    if account == BANK:
        return pgettext("account", "bank")
    return names[account]
