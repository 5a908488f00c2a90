"""What a few typical deals would pay by a club's rules, and why."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.deal_words import called_words, result_words
from ledger.rules.typical import Example, typical_deals
from ledger.rules.variant import Variant
from ledger.views.outcomes import outcome_of
from ledger.words import colon


class Share(NamedTuple):
    """What somebody was in a deal, and what it changed for him."""

    role: str
    deals: bool
    points: int


class Payoff(NamedTuple):
    """A deal in words, with the change of each of the four, by what they were in it, and of the kitty, and why."""

    title: SafeString
    result: str
    changes: list[Share]
    kitty: tuple[int, int] | None
    """What lies in the kitty before and after it; None without a kitty."""
    why: list[str]
    """What moved, one line for all movements of a kind: `ante: 3 × 10, opponent → kitty`."""


def payoffs(variant: Variant) -> list[Payoff]:
    """What a few deals would pay by these rules."""
    return [_payoff(variant, example) for example in typical_deals(variant)]


def _payoff(variant: Variant, example: Example) -> Payoff:
    facts = example.facts
    roles = [gettext("opponent") if facts.declarer is not None else gettext("player")] * len(example.deltas)
    if facts.declarer is not None:
        roles[facts.declarer] = gettext("declarer")
    if facts.helper is not None:
        roles[facts.helper] = gettext("helper")
    kitty = (example.lay, example.lay + example.kitty_change) if variant.kitty else None
    each = enumerate(zip(roles, example.deltas, strict=True))
    changes = [Share(role, n == example.dealer, points) for n, (role, points) in each]
    return Payoff(_title(variant, example), result_words(variant, facts), changes, kitty, _why(variant, example, roles))


def _why(variant: Variant, example: Example, roles: Sequence[str]) -> list[str]:
    """Movements of a kind together, in the order in which they are made."""
    lines = outcome_of(variant, example.before, example.facts, roles).why
    counted = Counter((line.reason, line.points, line.giver, line.taker) for line in lines)
    return [
        f"{reason}{colon()} {f'{n} × ' if n > 1 else ''}{points}, {giver} → {taker}"
        for (reason, points, giver, taker), n in counted.items()
    ]


def _title(variant: Variant, example: Example) -> SafeString:
    facts = example.facts
    if facts.contract is None:
        return format_html("{}", gettext("all passed"))
    who = gettext("with a helper") if facts.helper is not None else gettext("alone")
    return format_html("{} {}", called_words(variant, facts.contract, facts.trump), who)
