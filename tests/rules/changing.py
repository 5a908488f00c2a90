"""Rules documents with other settings, and deals to try them on."""

import json
import random
from enum import StrEnum
from itertools import product

from ledger.rules import variant as shapes
from ledger.rules.cards import Suit, SuitScheme
from ledger.rules.log import check_entry
from ledger.rules.reading_parts import LANGUAGES
from ledger.rules.table import open_table, score_next
from ledger.rules.variant import Trump
from ledger.services.demo import random_facts

WORDS_ONLY = {"code", "schema", "name", "short", "summary", "dealing", "notes", "sources", "names", "reconstructed"}
"""Keys of what is only read by people, or names the document."""
ENUMS = [e for e in vars(shapes).values() if isinstance(e, type) and issubclass(e, StrEnum)]
WORDS = sorted({str(word) for enum in (*ENUMS, SuitScheme) for word in enum} | {
    "next", "same", "by-tricks", "tours", "deals", "clockwise", "counter-clockwise", "flat", "per-trick", "by-rank",
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
    if isinstance(value, list) and isinstance(value[0], int):
        moved = [[value[0] + 1, *value[1:-1], value[-1] - 1], [value[0] - 1, *value[1:-1], value[-1] + 1]]
        return [*moved, [n + 1 for n in value]]
    if isinstance(value, list):
        return [[*value[1:], value[0]]]
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
