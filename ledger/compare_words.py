"""Why a deal can't be counted under other rules, and what of it means nothing there, in the reader's words."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.deal_words import contract_name
from ledger.fault_words import fault_field, fault_words
from ledger.rules.cards import SuitScheme
from ledger.rules.compare import Compared
from ledger.rules.facts import DealFacts
from ledger.rules.problems import Problem
from ledger.rules.variant import Variant
from ledger.words import Words, colon

WHY: Mapping[tuple[str, str], Words] = {
    ("helper", "helper-not-allowed"): _("helper in a contract that is played alone there"),
    ("turned", "missing"): _("no turned suit was recorded: which rank the trump has there is not known"),
    ("trump", "missing"): _("no trump was recorded"),
    ("trump", "trump-not-allowed"): _("this contract can't be played in this suit there"),
    ("tricks", "out-of-range"): _("this contract has fewer tricks there"),
    ("helper_tricks", "missing"): _("how many of the tricks were the helper's was not recorded"),
    ("seat_tricks", "missing"): _("who took how many tricks was not recorded"),
    ("from", "not-in-variant"): _("there is no kitty there"),
    ("to", "not-in-variant"): _("there is no kitty there"),
    ("points", "out-of-range"): _("more than lies in the kitty there"),
}
ASIDE: Mapping[str, Words] = {
    "boston_holder": _("the boston brings nothing there"),
    "revoke": _("the revoke is not fined there"),
    "unclaimed": _("nothing stays unclaimed there"),
    "fault": _("the dealer's fault changes nothing there"),
    "forfeit": _("no ante is forfeited there"),
    "seat_tricks": _("the tricks of a passed deal cost nothing there"),
}
"""What is left aside without a word changes nothing that a reader would miss."""
UNRECORDED: Mapping[str, Words] = {
    "boston_holder": _("Who held the boston was not recorded: boston money is missing there."),
    "revoke": _("Revokes were not recorded: their fines are missing there."),
}


def why_words(played: Variant, there: Variant, line: Compared) -> list[str]:
    """What keeps an entry from counting there; of an event what comes first, for the rest follows from it."""
    problems = line.problems if isinstance(line.entry, DealFacts) else line.problems[:1]
    return list(dict.fromkeys(_why(played, there, line, problem) for problem in problems))


def _why(played: Variant, there: Variant, line: Compared, problem: Problem) -> str:
    key = str(problem.path[0]) if problem.path else ""
    if key == "contract" and isinstance(line.entry, DealFacts):
        name = contract_name(played, line.entry.contract or "")
        if line.entry.contract in there.withheld:
            return gettext("“%(contract)s” is not played there unless agreed") % {"contract": name}
        return gettext("“%(contract)s” is not there") % {"contract": name}
    known = WHY.get((key, problem.code))
    if key == "turned" and there.suits is SuitScheme.SENIOR:
        known = _("no turned suit was recorded: which suit is senior there is not known")
    return str(known) if known else f"{fault_field(problem)}{colon()} {fault_words(problem)}"


def aside_words(line: Compared) -> list[str]:
    """What was recorded and means nothing there."""
    return [str(ASIDE[key]) for key in line.aside if key in ASIDE]
