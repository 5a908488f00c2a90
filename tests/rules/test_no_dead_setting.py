"""Every setting of every built-in document matters: another value changes a result, or what people are offered."""

import random
from itertools import chain, zip_longest

import pytest

from ledger import price_card
from ledger.rules.bids import bids
from ledger.rules.cards import Suit
from ledger.rules.chips import chips_of
from ledger.rules.document import built_in, read_document
from ledger.rules.drawing import draw_first_dealer
from ledger.rules.log import check_entry
from ledger.rules.table import is_over, open_table, score_next
from ledger.rules.variant import Variant
from tests.rules.changing import changed, evenings, others, settings, together


def results(variant, played):
    """What becomes of the deals, or why they can't be, one by one."""
    for seats, deals in played:
        state = open_table(seats, 0, 5)
        for plain in deals:
            facts = check_entry(variant, state.situation, plain)
            if isinstance(facts, list):
                yield [(p.where, p.code) for p in facts]
                continue
            scored = score_next(variant, state, facts)
            state = scored.state
            yield scored.deltas, scored.kitty_change, scored.number, scored.dealer, state.net, is_over(variant, state)


def offered(variant):
    """What people are shown and may choose."""
    suits = [(t, s) for t in Suit for s in (None, Suit.HEARTS)]
    return [
        [bids(variant, turned=turned, senior=senior) for turned, senior in suits],
        [(o.key, o.kind, o.default, o.least, o.most, sorted(o.words)) for o in variant.options],
        (variant.seating.least, variant.seating.most, variant.seating.by_lot),
        draw_first_dealer(variant.turn.first_dealer, 4, random.Random(1)),
        chips_of(variant.kitty.chips, open_table(4)) if variant.kitty else None,
        [figure.label for figure in price_card.figures(variant)],
    ]


@pytest.fixture(scope="module")
def known():
    """Each built-in variant, its evenings and what becomes of them: worked out once."""
    found = {}
    for code, document in built_in().items():
        variant = read_document(document)
        played = evenings(variant)
        found[code] = (played, list(results(variant, played)), offered(variant))
    return found


CASES = [(code, path) for code, document in built_in().items() for path in settings(document)]


@pytest.mark.parametrize(("code", "path"), CASES, ids=[f"{c}:{'.'.join(map(str, p))}" for c, p in CASES])
def test_another_value_changes_a_result_or_an_offer(known, code, path):
    document = built_in()[code]
    value = document
    for step in path:
        value = value[step]
    played, before, seen = known[code]

    def matters(variant):
        # The first deal that comes out otherwise is enough.
        return any(a != b for a, b in zip_longest(results(variant, played), before)) or offered(variant) != seen

    alone = (changed(document, path, other) for other in others(document, path, value))
    read = (read_document(plain) for plain in chain(together(document, path), alone))
    assert any(isinstance(variant, Variant) and matters(variant) for variant in read)
