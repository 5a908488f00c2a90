"""The cells of the outcome table: every result of every contract, scored by the rules and told in roles."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Final

from ledger.rules.cards import Suit, SuitScheme, suit_rank
from ledger.rules.deal_facts import TRICKS, DealFacts
from ledger.rules.outcome_moves import Notes, Op, Run, ops_of
from ledger.rules.points import Points
from ledger.rules.postings import Reason
from ledger.rules.scoring import Seen, score_deal
from ledger.rules.situation import Kind
from ledger.rules.table import fed_after
from ledger.rules.variant import Contract, Trump, Variant

FOUR: Final = (0, 1, 2, 3)
ALONE: Final = {0: "d", 1: "1", 2: "2", 3: "3"}
HELPED: Final = {0: "d", 1: "h", 2: "1", 3: "2"}
"""Declarer, helper, and the opponents clockwise from the declarer."""
RANKED: Final = {0: "1", 1: "2", 2: "3", 3: "4"}
"""Of a deal that all passed: who has most tricks, second most …; of equal ones the first clockwise."""
TURNED: Final = Suit.HEARTS
SENIOR: Final = Suit.SPADES
KEPT: Final = 2
"""Whether an ante is due stays as it is."""


@dataclass
class Store:
    """Everything that is told more than once, each once: operations, programs (how the antes go on, and operations),
    rows (a program by tricks, or by tricks and the helper's part)."""

    ops: dict[Op, int] = field(default_factory=dict)
    programs: dict[tuple[int, ...], int] = field(default_factory=dict)
    sequence: list[tuple[int, ...]] = field(default_factory=list)
    """The programs by their number."""
    rows: dict[str, int] = field(default_factory=dict)
    lists: list[list[Any]] = field(default_factory=list)

    def program(self, found: tuple[Op, ...] | None, fed: int) -> int | None:
        """The number of a program; None where the rules moved something that no operation tells."""
        if found is None:
            return None
        numbers = (fed, *(self.ops.setdefault(op, len(self.ops)) for op in found))
        if numbers not in self.programs:
            self.programs[numbers] = len(self.sequence)
            self.sequence.append(numbers)
        return self.programs[numbers]

    def row(self, cells: list[Any]) -> int:
        """The number of a row."""
        key = repr(cells)
        if key not in self.rows:
            self.rows[key] = len(self.rows)
            self.lists.append(cells)
        return self.rows[key]

    def told(self, base: list[Any], cells: list[Any]) -> int | list[int]:
        """The number of the row; or that of the base, with the operations that each of its cells has more."""
        more = {self._more(*pair) for pair in zip(_flat(base), _flat(cells), strict=False)}
        extra = more.pop() if len(more) == 1 else None
        if not extra or list(map(type, base)) != list(map(type, cells)):
            return self.row(cells)
        return [self.row(base), *extra]

    def _more(self, base: int | None, other: int | None) -> tuple[int, ...] | None:
        """The operations that a program has after those of another; None: it does not begin with them."""
        if base is None or other is None:
            return None
        short, long = self.sequence[base], self.sequence[other]
        return long[len(short) :] if long[: len(short)] == short else None

    def plain(self) -> dict[str, Any]:
        """All of it as plain data."""
        reasons = list(dict.fromkeys(op.reason for op in self.ops))
        return {
            "reasons": list(map(str, reasons)),
            "ops": [[reasons.index(op.reason), op.kind, op.givers, op.takers, op.x] for op in self.ops],
            "programs": list(map(list, self.sequence)),
            "rows": self.lists,
        }


def without_idle(table: dict[str, Any]) -> dict[str, Any]:
    """The table without programs that are told as another with a few operations more, the others numbered anew."""
    parts = [table["rows"], list(table["unplayed"].values()), list((table["passed"] or {}).values())]
    used = sorted({n for part in parts for n in _numbers(part)})
    new = {old: n for n, old in enumerate(used)}
    anew = {key: _renumbered(table[key], new) for key in ("rows", "unplayed", "passed")}
    return {**table, **anew, "programs": [table["programs"][n] for n in used]}


def _numbers(value: Any) -> Iterator[int]:
    """All numbers in lists of lists."""
    if isinstance(value, list):
        for one in value:
            yield from _numbers(one)
    elif value is not None:
        yield value


def _renumbered(value: Any, new: dict[int, int]) -> Any:
    if isinstance(value, list):
        return [_renumbered(one, new) for one in value]
    if isinstance(value, dict):
        return {key: _renumbered(one, new) for key, one in value.items()}
    return value if value is None else new[value]


@dataclass(frozen=True)
class Cells:
    """Scores the deals of a variant on probes."""

    variant: Variant
    store: Store

    def probes(self) -> Iterator[tuple[Points, int]]:
        """Kitties and multipliers that tell the operations apart: odd ones, none, and around the kitty's limit."""
        yield from ((0, 1), (0, 2)) if self.variant.kitty is None else ((0, 1), (1, 2), (20, 1), (101, 3), (1000, 1))
        most = self.variant.kitty.most if self.variant.kitty else None
        yield from () if most is None else ((most // 2 + 3, 1), (max(most // 2 - 1, 0), 1), (most + 5, 2))

    def program(self, facts: DealFacts, roles: dict[int, str], *, last: bool = False) -> int | None:
        """The program of a deal among seats 0 to 3 dealt by seat 0, its antes apart."""
        runs, emptied = [], set()
        for kitty, m in self.probes():
            notes = Notes(len(FOUR), kitty)
            score_deal(self.variant, Seen(facts, 0, FOUR, m, SENIOR, kitty, (), last), notes)
            runs.append(Run(m, notes.noted))
            emptied.add(notes.emptied)
        if len(emptied) != 1:
            return None
        most = self.variant.kitty.most if self.variant.kitty else None
        return self.store.program(ops_of(runs, roles, most), self._fed(facts, emptied.pop()))

    def _fed(self, facts: DealFacts, emptied: bool) -> int:
        """Whether no ante is due after it, or that this stays as it is."""
        after = {fed_after(self.variant, facts.kind, emptied=emptied, before=b) for b in (False, True)}
        return KEPT if len(after) > 1 else int(after.pop())

    def contract(self, contract: Contract) -> list[Any]:
        """For alone and helped: by suit rank the rows by mode."""
        sides = (False,) if contract.joint is None else (False, True)
        return [
            {rank or "": self._modes(contract, rank, helped=helped) for rank in ranks_of(self.variant, contract)}
            for helped in sides
        ]

    def _modes(self, contract: Contract, rank: str | None, *, helped: bool) -> dict[str, Any]:
        """The row of each mode: `l` in the last deal where that matters, `u` kitty not claimed, who revoked."""
        kitty = self.variant.kitty
        lasts = (False, True) if kitty and kitty.last_to_opponents else (False,)
        unclaimed = (False, True) if kitty else (False,)
        culprits = (None, *FOUR) if self.variant.revoke else (None,)
        plain = replace(some_deal(self.variant, contract, rank), helper=1 if helped else None)
        found, bases = {}, dict[str, list[Any]]()
        for last, left, culprit in product(lasts, unclaimed, culprits):
            who = "" if culprit is None else (HELPED if helped else ALONE)[culprit]
            facts = replace(plain, revoke=culprit, unclaimed=left)
            cells = [self._cell(facts, contract, n, last=last) for n in range(contract.most_tricks + 1)]
            mode = "l" * last + "u" * left
            base = bases.setdefault(mode, cells)
            found[mode + who] = self.store.told(base, cells)
        return found

    def _cell(self, base: DealFacts, contract: Contract, tricks: int, *, last: bool) -> Any:
        """The program of a number of tricks, or the programs by the helper's part where it matters."""
        facts = replace(base, tricks=tricks)
        roles = ALONE if base.helper is None else HELPED
        short = base.helper is not None and not contract.made(tricks, helped=True)
        if not short or not self.variant.owes_parts(contract) or base.revoke in (0, 1):
            return self.program(facts, roles, last=last)
        return [self.program(replace(facts, helper_tricks=n), roles, last=last) for n in range(tricks + 1)]

    def passed(self) -> dict[str, int | None] | None:
        """The programs of a deal that all passed and played out, by the tricks from most to fewest in hexadecimal;
        None where it is not played out."""
        if self.variant.passed is None:
            return None
        found = {}
        for tricks in falling(TRICKS, len(FOUR)):
            facts = DealFacts(kind=Kind.PASSED, seat_tricks=tricks)
            found["".join(f"{n:x}" for n in tricks)] = self.program(facts, RANKED)
        return found

    def boston(self) -> dict[str, list[int]]:
        """By contract the operations of the boston money, from each other of the four (`e`) to the holder (`H`)."""
        found = {}
        for contract in self.variant.contracts if self.variant.boston is not None else ():
            facts = replace(some_deal(self.variant, contract), boston_holder=3)
            notes = Notes(len(FOUR), 0)
            score_deal(self.variant, Seen(facts, 0, FOUR, 1, SENIOR, 0), notes)
            paid = [n for n in notes.noted if n.reason is Reason.BOSTON and n.takers == (3,) and n.parts[0]]
            ops = [Op(n.reason, 0, "e", "H", n.parts[0]) for n in paid]
            if contract.boston:
                found[contract.code] = [self.store.ops.setdefault(op, len(self.store.ops)) for op in ops]
        return found


def _flat(cells: list[Any]) -> list[int | None]:
    """The programs of a row, one after the other."""
    return [one for cell in cells for one in (cell if isinstance(cell, list) else [cell])]


def ranks_of(variant: Variant, contract: Contract) -> list[str | None]:
    """The suit ranks that a contract can be played in; None where nothing is trump."""
    if contract.trump is Trump.NONE:
        return [None]
    bound = [rank for code, rank in variant.ladder if code == contract.code]
    return list(variant.rank_order) if None in bound or contract.trump is Trump.ANY else list(bound)


def some_deal(variant: Variant, contract: Contract, rank: str | None = None) -> DealFacts:
    """The contract made by seat 0 in a suit of this rank (None: of the lowest it can be played in), a card turned where
    one is; the senior suit is `SENIOR`."""
    rank = rank or ranks_of(variant, contract)[0]
    senior = SENIOR if variant.suits is SuitScheme.SENIOR else None
    suits = [s for s in Suit if rank and suit_rank(variant.suits, s, turned=TURNED, senior=senior) == rank]
    return DealFacts(
        contract=contract.code,
        declarer=0,
        tricks=contract.target,
        trump=suits[0] if suits else None,
        turned=TURNED if variant.suits.turns_a_card else None,
    )


def falling(whole: int, parts: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """Every way to share so many tricks, none of them larger than the one before."""
    if parts == 1:
        if most is None or whole <= most:
            yield (whole,)
        return
    for first in range(min(whole, whole if most is None else most), -1, -1):
        yield from ((first, *rest) for rest in falling(whole - first, parts - 1, first))
