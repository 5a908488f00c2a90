"""What people read about a fault in a deal or an event, and the field it belongs to."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from ledger.rules.problems import Problem
from ledger.words import Words

FIELDS: Mapping[str, Words] = {
    "kind": _("what became of it"),
    "dealer": _("dealer"),
    "contract": _("what"),
    "declarer": _("who"),
    "tricks": _("tricks"),
    "trump": _("trump"),
    "turned": _("turned"),
    "helper": _("helper"),
    "helper_tricks": _("the helper's part"),
    "boston_holder": _("boston"),
    "revoke": _("revoke"),
    "unclaimed": _("kitty not claimed"),
    "fault": _("the dealer's fault"),
    "forfeit": _("forfeited ante"),
    "seat_tricks": _("tricks of each"),
    "sitting_out": _("sits out"),
    "seat": _("who"),
    "seats": _("places"),
    "player": _("name"),
    "by": _("who"),
    "after": _("sits after"),
    "points": _("points"),
    "reason": _("reason"),
    "from": _("from"),
    "to": _("to"),
    "with": _("with"),
}
_FAULTS: Mapping[str, Words] = {
    "missing": _("Still to be chosen."),
    "unknown-seat": _("This is not a seat of this table."),
    "seat-sits-out": _("This player sits out in this deal."),
    "helper-not-allowed": _("This contract is played without a helper."),
    "same-seat": _("This is the same person twice."),
    "trump-not-allowed": _("This contract can't be played in this suit."),
    "helper-tricks-over-tricks": _("The helper can't have taken more than both together."),
    "unknown-contract": _("These rules have no such contract."),
    "not-in-variant": _("This does not belong to such a deal."),
    "out-of-range": _("This number or choice is not possible here."),
    "wrong-type": _("This can't be read."),
    "duplicate": _("This is there twice."),
    "not-at-table": _("Not at the table then."),
    "at-table-already": _("At the table already."),
    "table-full": _("The table is full."),
    "table-paused": _("Fewer than four are at the table: nobody can play then."),
    "last-at-table": _("Somebody must stay at the table."),
}


def fault_words(problem: Problem) -> str:
    """A fault in the reader's language."""
    return str(_FAULTS.get(problem.code, _("This can't be read.")))


def fault_field(problem: Problem) -> str:
    """The field a fault belongs to, in the reader's words."""
    key: Any = problem.path[0] if problem.path else ""
    return str(FIELDS.get(key, key))
