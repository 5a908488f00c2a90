"""The words a phone draws the entry form with, where it does so itself: in the reader's language."""

from typing import Any

from django.utils.translation import gettext

from ledger.deal_words import contract_name
from ledger.fault_words import FIELDS
from ledger.forms.entry_prices import BESIDE, COLUMNS, key_price, prices_words
from ledger.forms.entry_words import (
    ALONE_WORDS,
    CLAIMED_WORDS,
    LEGENDS,
    PASSED_WORDS,
    boston_words,
    legend,
    misdeal_words,
    part_words,
    usual_words,
)
from ledger.rules.cards import Suit, SuitScheme
from ledger.rules.facts import TRICKS
from ledger.rules.seating import AT_PLAY
from ledger.rules.variant import Variant
from ledger.words import in_language, suit_sign

NAME = "{}"
"""Stands for a player's name, or several."""


def form_words(variant: Variant) -> dict[str, Any]:
    """What the rows say: texts, but suits and the boston card as HTML."""
    spare = range(1, variant.seating.most - AT_PLAY + 1)
    return {
        "suits": {suit.value[0]: suit_sign(suit) for suit in Suit},
        "ranks": {rank: in_language(name) for rank, name in variant.ranks.items()},
        "contracts": {c.code: contract_name(variant, c.code) for c in variant.contracts},
        "many": {c.code: key_price(variant, c, "", None, chosen=False) for c in variant.contracts},
        "room": [COLUMNS, BESIDE],
        "fold": variant.suits is SuitScheme.SENIOR,
        "prices": _prices(variant),
        "legends": {
            name: legend("thrown" if name == "misdeal" and not variant.turn.fault else name) for name in LEGENDS
        },
        "passed": str(PASSED_WORDS),
        "alone": str(ALONE_WORDS),
        "claimed": [str(words) for words in CLAIMED_WORDS],
        "part": part_words(NAME),
        "boston": [boston_words(None), boston_words(Suit.DIAMONDS)] if variant.boston is not None else [],
        "usual": [usual_words([NAME]), *(usual_words([], n) for n in spare)],
        "misdeals": misdeal_words(variant),
        "took": gettext("tricks of each, %(n)s together") % {"n": TRICKS},
        "target": gettext("target"),
        "still": gettext("Still to choose:"),
        "fields": {key: str(FIELDS[key]) for key in ASKED},
        "nothing": gettext("Nothing is saved before you record it."),
        "kitty": gettext("kitty"),
        **_head_words(),
    }


def _head_words() -> dict[str, str]:
    """What the head of the table says, above the deals that wait."""
    return {
        "deal": gettext("Deal %(number)s") % {"number": NAME},
        "record": gettext("Record deal %(number)s") % {"number": NAME},
        "tour": gettext("tour %(tour)s of %(tours)s") % {"tour": "{tour}", "tours": "{tours}"},
        "after": gettext("after the last tour"),
        "double": gettext("double"),
        "out": gettext("sits out"),
        "last": gettext("last"),
    }


ASKED = ("contract", "declarer", "tricks", "trump", "helper_tricks", "turned", "seat_tricks", "sitting_out")
"""What an entry can lack."""


def _prices(variant: Variant) -> dict[str, str]:
    """From whom the prices are, by the rank of the trump where it is said otherwise then."""
    usual = prices_words(variant, None)
    ranked = {rank: prices_words(variant, rank) for rank in variant.rank_order}
    return {"": usual} | {rank: words for rank, words in ranked.items() if words != usual}
