"""How much dearer is the engine than the plainest scorer with dataclasses? Evenings with a kitty, marks included.

usage: python tests/bench/bench_fold.py [--deals N] [--rounds N] [--reference SCRIPT]

Both are folded in turn in one run and the processor time of each is compared: the ratio holds on a busy machine.
Of SCRIPT (a benchmark that runs when it is imported) only its constants, functions and classes are taken: it must
have `make`, `fold_objects`, `Deal` and `OBJ`. Without one, the scorer of the same shape below is used.
Exit status 1 where the ratio is above the limit.
"""

import argparse
import ast
import gc
import random
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from ledger.rules.document import built_in_variant
from ledger.rules.facts import DealFacts, check_deal
from ledger.rules.table import open_table, replay

LIMIT = 3.0
EVENING = 40


@dataclass(frozen=True)
class Contract:
    need: int
    base: tuple
    over: int
    nullo: bool


@dataclass(frozen=True)
class Deal:
    who: int
    helper: int | None
    contract: Contract | None
    suit: int
    tricks: int


@dataclass(frozen=True)
class Posting:
    player: int
    amount: int


@dataclass
class State:
    balance: list = field(default_factory=lambda: [0, 0, 0, 0])
    kitty: int = 0


OBJ = [Contract(*c) for c in [(5, (4, 3, 2), 1, False), (6, (6, 5, 4), 1, False), (7, (8, 7, 6), 2, False)]]
OBJ += [Contract(0, (9, 9, 9), 0, True), Contract(9, (23, 22, 21), 2, False), Contract(13, (100, 90, 80), 0, False)]


def make(count):
    rnd = random.Random(7)
    found = []
    for _ in range(count):
        who, contract = rnd.randrange(4), rnd.choice([-1, *range(len(OBJ))])
        helper = (who + rnd.randrange(1, 4)) % 4 if contract in (0, 1) and rnd.random() < 0.5 else -1
        found.append((who, helper, contract, rnd.randrange(3), rnd.randrange(14)))
    return found


def score(deal, kitty):
    """Postings of the four, and the new kitty."""
    contract = deal.contract
    if contract is None:
        return [Posting(p, -1) for p in range(4)], kitty + 4
    side = [deal.who] if deal.helper is None else [deal.who, deal.helper]
    need = contract.need + 3 * (len(side) - 1)
    won = deal.tricks == 0 if contract.nullo else deal.tricks >= need
    value = contract.base[deal.suit] + (contract.over * (deal.tricks - need) if won and not contract.nullo else 0)
    rest = [p for p in range(4) if p not in side]
    sign = 1 if won else -1
    amounts = dict.fromkeys(rest, -sign * value * len(side)) | dict.fromkeys(side, sign * value * len(rest))
    amounts[deal.who] += kitty if won else -value
    return [Posting(p, amounts[p]) for p in sorted(amounts)], 0 if won else kitty + value


def fold_objects(deals):
    state = State()
    for deal in deals:
        postings, state.kitty = score(deal, state.kitty)
        for posting in postings:
            state.balance[posting.player] += posting.amount
    return state.balance, state.kitty


def reference_of(script, count):
    """The deals and the fold of another script, without running it."""
    names = dict(globals())
    if script:
        kept = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign)
        wanted = {"CONTRACTS", "OBJ", "rnd"}
        body = []
        for node in ast.parse(Path(script).read_text()).body:
            if isinstance(node, ast.Assign) and not {ast.unparse(t) for t in node.targets} & wanted:
                continue
            if isinstance(node, kept) and "benchlib" not in ast.unparse(node):
                body.append(node)
        names = {"__name__": __name__}
        exec(compile(ast.Module(body, []), script, "exec"), names)
    made, deal, contracts = names["make"](count), names["Deal"], names["OBJ"]
    deals = [deal(w, None if h < 0 else h, None if c < 0 else contracts[c], s, t) for w, h, c, s, t in made]
    return deals, names["fold_objects"]


def evenings(variant, count):
    """Random evenings of checked facts with helpers, marks, passed deals and misdeals."""
    rnd = random.Random(11)
    found = []
    for _ in range(count // EVENING):
        situation, facts = open_table(4).situation, []
        while len(facts) < EVENING:
            plain = random_deal(rnd, variant, str(situation.senior) if situation.senior else None)
            checked = check_deal(variant, situation, plain)
            assert isinstance(checked, DealFacts), checked
            facts.append(checked)
            situation = situation.after(variant, plain)
        found.append(facts)
    return found


def random_deal(rnd, variant, senior):
    turned = rnd.choice(["clubs", "diamonds", "hearts", "spades"])
    kind = rnd.random()
    if kind < 0.15:
        return (
            {"kind": "passed", "turned": turned} if kind < 0.12 else {"kind": "misdeal", "fault": True, "forfeit": True}
        )
    contract = rnd.choice(variant.contracts)
    declarer, tricks = rnd.randrange(4), rnd.randrange(14)
    plain = {"contract": contract.code, "declarer": declarer, "tricks": tricks, "turned": turned}
    if not contract.null:
        plain["trump"] = rnd.choice([senior or turned, turned])
    if contract.joint and rnd.random() < 0.5:
        plain |= {"helper": (declarer + rnd.randrange(1, 4)) % 4, "helper_tricks": rnd.randint(0, tricks)}
    if contract.boston and rnd.random() < 0.6:
        plain["boston_holder"] = rnd.randrange(4)
    if rnd.random() < 0.05:
        plain["revoke"] = rnd.randrange(4)
    return plain


def fold_engine(variant, all_facts):
    last = None
    for facts in all_facts:
        for last in replay(variant, open_table(4), facts):  # noqa: B007
            pass
    return last


def seconds(fold, *args):
    gc.collect()
    start = time.process_time()
    fold(*args)
    return time.process_time() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=40_000)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--reference")
    arguments = parser.parse_args()
    variant = built_in_variant("kassa")
    ours = evenings(variant, arguments.deals)
    deals, fold = reference_of(arguments.reference, arguments.deals)
    counts = sum(map(len, ours)), len(deals)
    times = [(seconds(fold_engine, variant, ours), seconds(fold, deals)) for _ in range(arguments.rounds)]
    engine, plain = (min(column) / n * 1e6 for column, n in zip(zip(*times, strict=True), counts, strict=True))
    ratio = statistics.median(a / counts[0] / (b / counts[1]) for a, b in times)
    print(f"engine {engine:.2f} us a deal, plain scorer {plain:.2f} us a deal, ratio {ratio:.2f} (limit {LIMIT})")
    sys.exit(ratio > LIMIT)


if __name__ == "__main__":
    main()
