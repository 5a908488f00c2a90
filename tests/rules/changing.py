"""Rules documents with other settings, and deals to try them on."""

import json
import random
from enum import StrEnum
from functools import partial
from itertools import product

from ledger.rules import kitty_shapes
from ledger.rules import variant as variant_shapes
from ledger.rules.cards import Suit, SuitScheme
from ledger.rules.log import check_entry
from ledger.rules.reading_parts import LANGUAGES
from ledger.rules.table import open_table, score_next
from ledger.rules.variant import Trump
from ledger.services.demo import random_facts

WORDS_ONLY = {"code", "schema", "name", "short", "summary", "dealing", "notes", "sources", "names", "reconstructed"}
"""Keys of what is only read by people, or names the document."""
ENUMS = [
    value
    for module in (variant_shapes, kitty_shapes)
    for value in vars(module).values()
    if isinstance(value, type) and issubclass(value, StrEnum)
]
WORDS = sorted({str(word) for enum in ENUMS for word in enum} | {
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
    # The kind of an option is that of the place which is bound to it.
    elif path[-1] not in ("key", "value", "kind", *LANGUAGES):
        yield path


def others(document, path, value):
    """Other values that a setting could have."""
    if path[-1] == "follows":
        return [option["key"] for option in document["options"] if option["key"] != value]
    if path[-1] in ("contract", "won_from"):
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
    akin = {str(word) for enum in ENUMS if value in {str(one) for one in enum} for word in enum}
    # What the setting may well be comes first, for the first that matters is enough.
    return sorted((word for word in WORDS if word != value), key=lambda word: word not in akin)


def changed(document, path, value):
    copy = json.loads(json.dumps(document))
    place = copy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return copy


def together(document, path):
    """Whole documents in which a setting that can't change alone is changed with what belongs to it."""
    contract = document["contracts"][path[1]] if path[0] == "contracts" else {}
    with_contract = partial(changed, document, path[:2])
    if path[-1] == "target" and contract["price"]["shape"] == "by-tricks":
        made, short = contract["price"]["made"], contract["price"]["short"]
        price = {**contract["price"], "made": [made[0], *made], "short": short[:-1]}
        return [with_contract({**contract, "target": contract["target"] - 1, "price": price})]
    if path[-1] == "shape" and contract:
        return [with_contract({**contract, "price": price}) for price in _prices(document, contract)]
    if path[-1] == "joint" and "quotas" in contract:
        first, second = contract["quotas"]
        return [with_contract({**contract, "joint": contract["joint"] - 1, "quotas": [first - 1, second]})]
    found = {
        ("length", "shape"): [{"length": length} for length in LENGTHS],
        ("payment",): [_on_account(document), _by_opponents(document)],
        ("settling",): [_on_account(document), _by_opponents(document)],
        ("suits", "scheme"): [_with_suits(document, scheme) for scheme in SuitScheme],
        ("passed", "play"): [
            {"passed": {"play": "most-pays", "points": 7}},
            {"passed": {"play": "fewest-takes-kitty"}},
        ],
        ("helped_failure",): [_with_quotas(document)],
        ("seating", "least"): [{"seating": {**document["seating"], "least": 5, "most": 6}}],
    }.get(path, [])
    if path[0] == "ladder":
        steps = document["ladder"]
        found = [{"ladder": [*steps[: path[1]], *steps[path[1] + 1 :], steps[path[1]]]}, {"ladder": steps[::-1]}]
    if path in (("payment",), ("settling",)):
        found = [part for part in found if part["payment"] != document["payment"]]
    return [{key: value for key, value in {**document, **part}.items() if value is not None} for part in found]


LENGTHS = [
    {"shape": "deals", "deals": 5},
    {"shape": "tours", "single": 1, "double": 1, "factor": 3},
]


def _prices(document, contract):
    """Prices of every other shape."""
    tricks = contract.get("most_tricks", 13)
    goals = [contract["target"], contract.get("joint", contract["target"])]
    rows = {"made": [3] * (tricks - min(goals) + 1), "short": [4] * max(goals)}
    ranks = document["suits"].get("order") or SuitScheme(document["suits"]["scheme"]).ranks
    every = [{"shape": "flat", "points": 77}, {"shape": "per-trick", "points": 19}, {"shape": "by-tricks", **rows}]
    if contract["trump"] != "none":
        every.append({"shape": "by-rank", **{rank: 60 + n for n, rank in enumerate(ranks)}})
    return [price for price in every if price["shape"] != contract["price"]["shape"]]


def _bare(document):
    """The contracts with nothing that needs a kitty or a rank of suits."""
    gone = ("joint", "quotas", "boston", "slam_alone", "slam_helped")
    return [{key: value for key, value in c.items() if key not in gone} for c in document["contracts"]]


def _on_account(document):
    away = dict.fromkeys(("kitty", "boston", "revoke", "slam", "passed"))
    return {**away, "payment": "account", "settling": "pairwise", "contracts": _bare(document)}


def _by_opponents(document):
    return {"payment": "opponents", "settling": "balances", "contracts": _bare(document)}


def _with_suits(document, scheme):
    order = {"order": [str(suit) for suit in reversed(Suit)]} if scheme is SuitScheme.FIXED else {}
    ranks = order.get("order") or scheme.ranks
    names = {rank: {"en": rank} for rank in ranks}
    contracts = [{**c, "price": {"shape": "flat", "points": 7}} for c in document["contracts"]]
    if scheme == document["suits"]["scheme"]:
        return {"suits": None}
    return {"suits": {"scheme": str(scheme), "names": names, **order}, "contracts": contracts, "ladder": None}


def _with_quotas(document):
    helped = [
        {**c, "quotas": [c["target"], c["joint"] - c["target"]]} if "joint" in c else c for c in document["contracts"]
    ]
    other = {"paired": "quotas"}.get(document.get("helped_failure"), "paired")
    return {"helped_failure": other, "contracts": helped}


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
