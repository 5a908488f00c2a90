"""What is wrong with a rules document, in the reader's words; places stay as the document has them."""

import re
from collections.abc import Callable, Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.rules.problems import Problem
from ledger.words import Words

SENTENCES: Mapping[str, Words] = {
    "unknown-key": _("There is no such key here."),
    "missing": _("This is required."),
    "duplicate": _("This is there twice, or it is the name of rules that are built in."),
    "unknown-rules": _("There are no built-in rules of this name."),
    "unreadable": _("This can't be read."),
}
WANTED: Mapping[str, Words] = {
    "a whole number": _("a whole number"),
    "true or false": _("true or false"),
    "a text": _("a text"),
    "a list": _("a list"),
    "a list of texts": _("a list of texts"),
    "an object": _("an object"),
    "another option of the same kind": _("another option of the same kind"),
    "at least one contract": _("at least one contract"),
    "flat, as nothing is trump": _("one price, as nothing is trump"),
    "flat, as no trick more or less has another price": _("one price, as no trick more or less has another"),
    "the code of a contract": _("the code of a contract"),
    "each of the four suits once, lowest first": _("each of the four suits once, lowest first"),
    "letters, digits, _ and -": _("letters, digits, _ and -"),
    "two numbers": _("two numbers"),
    "two parts of the joint target": _("two parts of the joint target"),
    "without control characters": _("without control characters"),
    "above 0, as nothing else feeds it": _("above 0, as nothing else feeds the kitty"),
}
WHY: Mapping[str, Words] = {
    "account goes with pairwise, opponents with balances": _(
        "a sheet against a bank is settled in pairs, payment by opponents by the balances"
    ),
    "a null is made with the target or fewer": _("a null is made with so many tricks or fewer"),
    "it is played for the kitty": _("it is played for the kitty"),
    "only a fixed order is set": _("only a fixed order is set"),
    "its fines go into the kitty": _("its fines go into the kitty"),
    "needs a kitty and quotas": _("a helper needs a kitty and the part that each of the two owes"),
    "on a score-only sheet nothing goes from player to player": _(
        "on a sheet against a bank nothing goes from player to player"
    ),
    "the length is counted in deals": _("the length is counted in deals"),
    "the length is counted in tours": _("the length is counted in tours"),
}
PATTERNS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"from (\d+) to (\d+)", lambda m: gettext("from %(least)s to %(most)s") % {"least": m[1], "most": m[2]}),
    (
        r"(\d+) numbers, one for each number of tricks",
        lambda m: gettext("%(n)s numbers, one for each number of tricks") % {"n": m[1]},
    ),
    (r"at most (\d+) characters", lambda m: gettext("at most %(most)s characters long") % {"most": m[1]}),
    (
        r"(\d+) to (\d+) characters long",
        lambda m: gettext("%(least)s to %(most)s characters long") % {"least": m[1], "most": m[2]},
    ),
    (r"one of (.+)", lambda m: gettext("one of %(words)s") % {"words": m[1]}),
)


def document_fault(problem: Problem) -> str:
    """A sentence: what is wrong there, and what would be right."""
    if problem.code in ("wrong-type", "out-of-range"):
        return gettext("Must be %(wanted)s.") % {"wanted": wanted_words(str(problem.details.get("wanted", "")))}
    if problem.code == "not-in-variant":
        why = str(problem.details.get("why", ""))
        return gettext("Does not belong here: %(why)s.") % {"why": WHY.get(why, why)}
    return str(SENTENCES.get(problem.code, SENTENCES["unreadable"]))


def wanted_words(wanted: str) -> str:
    """What would be right."""
    if wanted in WANTED:
        return str(WANTED[wanted])
    for pattern, words in PATTERNS:
        if found := re.fullmatch(pattern, wanted):
            return words(found)
    return wanted
