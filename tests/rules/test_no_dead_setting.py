"""Every setting of every built-in document matters: another value changes a result, or what people are offered."""

import json
import random
from enum import StrEnum
from itertools import product

import pytest

from ledger import price_card
from ledger.rules import variant as shapes
from ledger.rules.bids import bids
from ledger.rules.cards import Suit, SuitScheme
from ledger.rules.chips import chips_of
from ledger.rules.document import built_in, read_document
from ledger.rules.drawing import draw_first_dealer
from ledger.rules.log import check_entry
from ledger.rules.reading import LANGUAGES
from ledger.rules.table import is_over, open_table, score_next
from ledger.rules.variant import Trump, Variant
from ledger.services.demo import random_facts

WORDS_ONLY = {"code", "schema", "name", "short", "summary", "dealing", "notes", "sources", "names", "reconstructed"}
"""Keys of what is only read by people, or names the document."""
ENUMS = [e for e in vars(shapes).values() if isinstance(e, type) and issubclass(e, StrEnum)]
WORDS = sorted({str(word) for enum in (*ENUMS, SuitScheme) for word in enum} | {
    "next", "same", "tours", "deals", "clockwise", "counter-clockwise", "flat", "per-trick", "by-rank",
})  # fmt: skip


def settings(value, path=()):
    """The places of all settings of a document."""
    if isinstance(value, dict):
        if set(value) == {"option"}:
            return
        for key, inner in value.items():
            if key not in WORDS_ONLY:
                yield from settings(inner, (*path, key))
    elif isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        for i, inner in enumerate(value):
            yield from settings(inner, (*path, i))
    elif path[-1] not in ("key", "value", *LANGUAGES):
        yield path


def others(document, path, value):
    """Other values that a setting could have."""
    if path[-1] == "contract":
        return [contract["code"] for contract in document["contracts"] if contract["code"] != value]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [n for n in (value + 1, value - 1, value + 2, 0, 1, 2 * value + 3, 500) if n != value and n >= 0]
    if isinstance(value, list):
        return [[value[0] + 1, value[1] - 1], [value[0] - 1, value[1] + 1]]
    return [word for word in WORDS if word != value]


def changed(document, path, value):
    copy = json.loads(json.dumps(document))
    place = copy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return copy


def grid(variant):
    """Every contract in every suit with every number of tricks, alone and with a helper."""
    state = open_table(4, 0, 5)
    turned = {"turned": "hearts"} if variant.suits.turns_a_card else {}
    found = []
    for contract in variant.contracts:
        suits = [{"trump": str(suit)} for suit in Suit] if contract.trump is not Trump.NONE else [{}]
        sides = [{}, {"helper": 2}] if contract.joint is not None else [{}]
        for suit, side, tricks in product(suits, sides, range(contract.most_tricks + 1)):
            parts = [{"helper_tricks": n} for n in (0, 3) if n <= tricks] if side else [{}]
            plains = [
                {"contract": contract.code, "declarer": 1, "tricks": tricks, **turned, **suit, **side, **p}
                for p in parts
            ]
            found += [plain for plain in plains if not isinstance(check_entry(variant, state.situation, plain), list)]
    return found


def evenings(variant):
    """Deals as they could have been played, at tables of every size."""
    found = [(4, grid(variant))]
    for seats, seed in product(range(variant.seating.least, variant.seating.most + 1), range(3)):
        rng, state, deals = random.Random(seed), open_table(seats, 0, 5), []
        while len(deals) < 45:
            plain = random_facts(rng, variant, state)
            deals.append(plain)
            state = score_next(variant, state, check_entry(variant, state.situation, plain)).state
        found.append((seats, deals))
    return found


def results(variant, played):
    """What becomes of the deals, or why they can't be."""
    found = []
    for seats, deals in played:
        state = open_table(seats, 0, 5)
        for plain in deals:
            facts = check_entry(variant, state.situation, plain)
            if isinstance(facts, list):
                found.append([(p.where, p.code) for p in facts])
                continue
            scored = score_next(variant, state, facts)
            state = scored.state
            found.append((scored.deltas, scored.kitty_change, scored.number, scored.dealer, state.net))
            found.append(is_over(variant, state))
    return found


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
        found[code] = (played, results(variant, played), offered(variant))
    return found


CASES = [(code, path) for code, document in built_in().items() for path in settings(document)]


@pytest.mark.parametrize(("code", "path"), CASES, ids=[f"{c}:{'.'.join(map(str, p))}" for c, p in CASES])
def test_another_value_changes_a_result_or_an_offer(known, code, path):
    document = built_in()[code]
    value = document
    for step in path:
        value = value[step]
    played, before, seen = known[code]
    right = [
        v
        for v in (read_document(changed(document, path, other)) for other in others(document, path, value))
        if isinstance(v, Variant)
    ]
    # Where no other value is right, the document itself settles it.
    assert not right or any(offered(v) != seen or results(v, played) != before for v in right)
