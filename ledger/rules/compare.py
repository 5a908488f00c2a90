"""An evening counted under other rules: the same facts told to them, deal by deal, and why some can't be counted."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from ledger.rules.events import EventKind, check_event, plain_event
from ledger.rules.facts import DealFacts, check_deal, plain_facts
from ledger.rules.points import Points
from ledger.rules.problems import Problem
from ledger.rules.state import Entry, ScoredDeal, TableState
from ledger.rules.table import divided, score_next
from ledger.rules.variant import Contract, Trump, Variant

Contracts = Mapping[str, str]
"""Codes of contracts that the other rules lack, and the codes of theirs that they are counted as."""
LEFT_ASIDE: Final = (
    "turned", "helper_tricks", "boston_holder", "revoke", "unclaimed", "fault", "forfeit", "seat_tricks",
)  # fmt: skip
"""Facts that may be unknown to the other rules: a deal counts without them. Any other that they don't know keeps it
from counting."""


class Sums(NamedTuple):
    """Where everybody stands, by number, and what lies in the kitty. Points."""

    balances: tuple[Points, ...]
    net: tuple[Points, ...]
    """What people have won from each other."""
    kitty: Points

    def plus(self, before: TableState, after: TableState) -> "Sums":
        """With what changed between two states, the later of which may know more people."""
        return Sums(
            _moved(self.balances, before.balances, after.balances),
            _moved(self.net, before.net, after.net),
            self.kitty + after.kitty - before.kitty,
        )


@dataclass(frozen=True, slots=True)
class Compared:
    """One entry of the log under both rules."""

    entry: Entry
    played: ScoredDeal
    """As it was."""
    there: ScoredDeal | None
    """Under the other rules; None: it can't be counted there."""
    problems: tuple[Problem, ...]
    """What keeps it from counting."""
    aside: tuple[str, ...]
    """Facts that mean nothing to the other rules, by their keys."""
    sums: Sums
    """As it was after this entry, but only of what counts under both."""
    sums_there: Sums


@dataclass(frozen=True, slots=True)
class Comparison:
    """A whole evening under both rules. `sums` and `sums_there` leave out what can't be counted under both."""

    lines: tuple[Compared, ...]
    whole: Sums
    """Everything, as it was."""
    sums: Sums
    sums_there: Sums

    @property
    def deals(self) -> tuple[Compared, ...]:
        """The deals, without what happened between them."""
        return tuple(line for line in self.lines if isinstance(line.entry, DealFacts))

    @property
    def counted(self) -> tuple[Compared, ...]:
        """The deals that count under both."""
        return tuple(line for line in self.deals if line.there)

    @property
    def complete(self) -> bool:
        """Whether nothing was left out."""
        return all(line.there for line in self.lines)


def compare(
    played: Variant, there: Variant, opening: TableState, log: Iterable[Entry], contracts: Contracts, *, divide: bool
) -> Comparison:
    """The log of a table under the rules it was played by and under others. Who dealt and who sat out is what it was.
    `divide`: the kitty was divided at the end. The log must have been checked under the rules it was played by."""
    fold = _Fold(played, there, opening, contracts)
    lines = tuple([fold.line(entry) for entry in log])
    state = fold.state
    kept = state._replace(balances=fold.sums.balances, net=fold.sums.net, kitty=fold.sums.kitty)
    return Comparison(lines, *(_ended(s, divide=divide) for s in (state, kept, fold.state_there)))


class _Fold:
    def __init__(self, played: Variant, there: Variant, opening: TableState, contracts: Contracts) -> None:
        self.played, self.there, self.contracts = played, there, contracts
        self.state = opening
        self.state_there = opening if there.kitty else opening._replace(kitty=0)
        self.sums = _sums(opening)

    def line(self, entry: Entry) -> Compared:
        before, played = self.state, score_next(self.played, self.state, entry)
        self.state = played.state
        told, problems, aside = self._told(entry, played.dealer)
        scored = None
        if told is not None:
            scored = score_next(self.there, self.state_there, told)
            self.state_there = scored.state
            self.sums = self.sums.plus(before, played.state)
        return Compared(entry, played, scored, problems, aside, self.sums, _sums(self.state_there))

    def _told(self, entry: Entry, dealer: int) -> tuple[Entry | None, tuple[Problem, ...], tuple[str, ...]]:
        """The entry as the other rules take it, what is wrong with it there, and what they leave aside."""
        if isinstance(entry, DealFacts):
            return self._told_deal(entry, dealer)
        if entry.kind is not EventKind.ADJUSTMENT:
            # Who came and went did so, however many may sit at a table there.
            return entry, (), ()
        checked = check_event(self.there, self.state_there.situation, plain_event(entry))
        return (None, tuple(checked), ()) if isinstance(checked, list) else (entry, (), ())

    def _told_deal(self, deal: DealFacts, dealer: int) -> tuple[Entry | None, tuple[Problem, ...], tuple[str, ...]]:
        situation = self.state_there.situation
        plain = {key: value for key, value in plain_facts(deal).items() if key != "note"} | {"dealer": dealer}
        if deal.contract is not None and deal.contract not in self.there.by_code:
            plain["contract"] = self.contracts.get(deal.contract, deal.contract)
        checked = check_deal(self.there, situation, plain)
        alien = {p.path[0] for p in checked if p.code == "not-in-variant"} if isinstance(checked, list) else set()
        aside = tuple(key for key in LEFT_ASIDE if key in alien)
        if aside:
            plain = {key: value for key, value in plain.items() if key not in aside}
            checked = check_deal(self.there, situation, plain)
        if isinstance(checked, list):
            self._pass_over(plain)
            return None, tuple(checked), aside
        return checked, (), aside

    def _pass_over(self, plain: Mapping[str, Any]) -> None:
        """A deal that can't be counted changes nothing but whose turn it is."""
        dealer = self.state_there.situation.after(self.there, plain).dealer
        if dealer is not None:
            self.state_there = self.state_there._replace(dealer=dealer)


def _moved(sums: tuple[Points, ...], before: tuple[Points, ...], after: tuple[Points, ...]) -> tuple[Points, ...]:
    more = (0,) * (len(after) - len(before))
    return tuple([s + a - b for s, a, b in zip(sums + more, after, before + more, strict=True)])


def _sums(state: TableState) -> Sums:
    return Sums(state.balances, state.net, state.kitty)


def _ended(state: TableState, *, divide: bool) -> Sums:
    """At the end. What deals that were left out took from a kitty may be more than the others put in: such a debt is
    not divided."""
    return _sums(divided(state) if divide and state.kitty > 0 else state)


def lacking(played: Variant, there: Variant, log: Iterable[Entry]) -> tuple[Contract, ...]:
    """The contracts of these entries that the other rules don't have, in the order of their own."""
    codes = {entry.contract for entry in log if isinstance(entry, DealFacts)}
    return tuple(c for c in played.contracts if c.code in codes and c.code not in there.by_code)


def proposal(contract: Contract, there: Variant) -> str | None:
    """The code of the contract there that is most like this one: as many tricks, or none, with a trump or without;
    None where there is no such one."""
    alike = [c for c in there.contracts if _kind(c) == _kind(contract)]
    return min(alike, key=lambda c: _differences(c, contract)).code if alike else None


def _kind(contract: Contract) -> tuple[bool, int, bool]:
    return contract.null, contract.target, contract.trump is Trump.NONE


def _differences(one: Contract, other: Contract) -> tuple[bool, ...]:
    """What tells two contracts of a kind apart, the weightiest first."""
    helped = (one.joint is None) != (other.joint is None)
    return helped, one.most_tricks != other.most_tricks, one.joint != other.joint, one.trump != other.trump


def unrecorded(played: Variant, there: Variant, found: Comparison) -> tuple[str, ...]:
    """Keys of facts that would move points in deals that were counted there, and that nobody was asked for."""
    keys = []
    if any(_boston_unknown(played, there, line) for line in found.counted):
        keys.append("boston_holder")
    if there.revoke is not None and played.revoke is None and found.counted:
        keys.append("revoke")
    return tuple(keys)


def _boston_unknown(played: Variant, there: Variant, line: Compared) -> bool:
    if there.boston is None or line.there is None or not isinstance(line.entry, DealFacts):
        return False
    told = line.there.facts
    if not isinstance(told, DealFacts) or told.contract is None or not there.by_code[told.contract].boston:
        return False
    return played.boston is None or not played.by_code[line.entry.contract or ""].boston
