"""How dear is a fewest plan with its payments against a search that only counts them?

usage: python tests/bench/bench_settlement.py [--cases N] [--rounds N] [--reference SCRIPT]

Both settle the same evenings in turn in one run and the processor time of each is compared: the ratio holds on a busy
machine. Of SCRIPT (a benchmark that runs when it is imported) only its functions are taken: it must have `evening` and
`exact_quick`. Without one, the plain search over all sets of people is used up to 12 people.
Exit status 1 where the ratio is above the limit.
"""

import argparse
import ast
import gc
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from ledger.rules.settlement import fewest_payments

LIMIT = 2.0
SIZES = (8, 12, 16, 20)
PLAIN_SIZES = (8, 12)

Count = Callable[[list[int]], int]
Evening = Callable[[random.Random, int], list[int]]


def count_plainly(balances: list[int]) -> int:
    """The fewest payments: the most groups of sum zero over all sets of people."""
    values = [balance for balance in balances if balance]
    sums = [0]
    for value in values:
        sums += [total + value for total in sums]
    groups = [0] * len(sums)
    for chosen in range(1, len(sums)):
        without = [groups[chosen ^ 1 << at] for at in range(len(values)) if chosen >> at & 1]
        groups[chosen] = max(without) + (sums[chosen] == 0)
    return len(values) - groups[-1]


def play(rnd: random.Random, people: int) -> list[int]:
    """24 deals of four at a time; one wins from three or loses to them."""
    balances = [0] * people
    for deal in range(24):
        price = rnd.choice((-12, -9, -6, -4, -3, 2, 3, 5, 8, 12))
        declarer = rnd.randrange(4)
        for seat in range(4):
            balances[(deal + seat) % people] += 3 * price if seat == declarer else -price
    return balances


def functions_of(script: Path) -> dict[str, Callable[..., object]]:
    tree = ast.parse(script.read_text(encoding="utf-8"))
    kept: list[ast.stmt] = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    names: dict[str, Callable[..., object]] = {}
    exec(compile(ast.Module(kept, []), str(script), "exec"), names)
    return names


def compare(evening: Evening, count: Count, people: int, cases: int, rounds: int) -> float:
    """Print and return processor time, ours by the reference's: the median of the rounds."""
    rnd = random.Random(people)
    evenings = [evening(rnd, people) for _ in range(cases)]
    for balances in evenings:
        plan = fewest_payments(balances)
        assert (len(plan.payments), plan.proven) == (count(balances), True), balances
    spent: tuple[list[int], list[int]] = ([], [])
    for _ in range(rounds):
        ours = theirs = 0
        for balances in evenings:
            start = time.process_time_ns()
            fewest_payments(balances)
            middle = time.process_time_ns()
            count(balances)
            ours += middle - start
            theirs += time.process_time_ns() - middle
        spent[0].append(ours)
        spent[1].append(theirs)
    ratio = statistics.median(ours / theirs for ours, theirs in zip(*spent, strict=True))
    ours_us, theirs_us = (statistics.median(times) / cases / 1000 for times in spent)
    print(f"{people:3} people: ours {ours_us:9.1f} us, reference {theirs_us:9.1f} us, ratio {ratio:.2f}")
    return ratio


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--reference", type=Path)
    options = parser.parse_args()
    evening: Evening = play
    count: Count = count_plainly
    if options.reference:
        names = functions_of(options.reference)
        evening, count = names["evening"], names["exact_quick"]  # type: ignore[assignment]
    gc.disable()
    sizes = SIZES if options.reference else PLAIN_SIZES
    ratios = [compare(evening, count, people, options.cases, options.rounds) for people in sizes]
    return int(max(ratios) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
