"""What moves in a deal, told so that it can be looked up: movements between roles, found by running the rules.

Nothing here knows a rule. A deal is scored with several kitties and multipliers, and each movement is described by the
one of four operations that gives the very points of all these runs; where none does, there is no description.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ledger.rules.points import Points, equal_shares
from ledger.rules.postings import BANK, KITTY, Account, How, Reason, Tally

EACH: Final = 0
"""Each giver pays each taker `x`, times the multiplier."""
SPLIT: Final = 1
"""`x` times the multiplier in equal parts, what can't be shared to the first."""
LYING: Final = 2
"""All that lies in the kitty in equal parts; what can't be shared stays (`x` 0) or goes to the first (1)."""
AS_MUCH: Final = 3
"""Into the kitty as much as lies there, together, so that it is not more than `x` then (None: no limit); in equal
parts, what can't be shared by the first."""
ROLE_OF: Final[Mapping[Account, str]] = {KITTY: "k", BANK: "b"}


class Op(NamedTuple):
    """One movement between roles, a letter a role."""

    reason: Reason
    kind: int
    givers: str
    takers: str
    x: Points | None


class Noted(NamedTuple):
    """Movements that belong together as they were made once: what each of one side paid or got."""

    reason: Reason
    givers: tuple[Account, ...]
    takers: tuple[Account, ...]
    parts: tuple[Points, ...]
    lying: Points
    """What lay in the kitty just before."""


class Notes(Tally):
    """A tally that notes every movement, also one of nothing, so that two runs of a deal can be laid side by side."""

    __slots__ = ("kitty", "noted")

    def __init__(self, people: int, kitty: Points) -> None:
        super().__init__(people)
        self.kitty = kitty
        self.noted: list[Noted] = []

    def move(self, giver: Account, taker: Account, points: Points, reason: Reason, *how: How) -> None:
        """Note one movement, together with the one before where the same kitty or bank gives or takes in both."""
        lying = self.kitty + self.sums[KITTY]
        super().move(giver, taker, points, reason)
        last = self.noted[-1] if self.noted else None
        if last and last.reason is reason and giver in ROLE_OF and last.givers == (giver,):
            self.noted[-1] = last._replace(takers=(*last.takers, taker), parts=(*last.parts, points))
        elif last and last.reason is reason and taker in ROLE_OF and last.takers == (taker,):
            self.noted[-1] = last._replace(givers=(*last.givers, giver), parts=(*last.parts, points))
        else:
            self.noted.append(Noted(reason, (giver,), (taker,), (points,), lying))

    def collect(self, givers: Sequence[Account], taker: Account, points: Points, reason: Reason, *how: How) -> None:
        """Note the givers together."""
        lying = self.kitty + self.sums[KITTY]
        super().collect(givers, taker, points, reason)
        if givers:
            self.noted.append(Noted(reason, tuple(givers), (taker,), (points,) * len(givers), lying))

    def hand_out(self, giver: Account, takers: Sequence[Account], points: Points, reason: Reason, *how: How) -> None:
        """Note the takers together."""
        lying = self.kitty + self.sums[KITTY]
        super().hand_out(giver, takers, points, reason)
        if takers:
            self.noted.append(Noted(reason, (giver,), tuple(takers), (points,) * len(takers), lying))


@dataclass(frozen=True, slots=True)
class Run:
    """One probe: the multiplier and what was noted."""

    multiplier: int
    noted: Sequence[Noted]


def ops_of(runs: Sequence[Run], roles: Mapping[Account, str], most: Points | None) -> tuple[Op, ...] | None:
    """The operations that give what was noted in every run; None where there are none. `roles` names the seats;
    `most` is a limit of the kitty that may play a part."""
    names = {**ROLE_OF, **roles}
    found = []
    if len({tuple((n.reason, n.givers, n.takers) for n in run.noted) for run in runs}) != 1:
        return None
    for at, first in enumerate(runs[0].noted):
        shape = _shape([(run.multiplier, run.noted[at]) for run in runs], most)
        if shape is None:
            return None
        kind, x = shape
        if (kind, x) != (EACH, 0):
            givers, takers = ("".join(names[a] for a in side) for side in (first.givers, first.takers))
            found.append(Op(first.reason, kind, givers, takers, x))
    return tuple(found)


def _shape(seen: Sequence[tuple[int, Noted]], most: Points | None) -> tuple[int, Points | None] | None:
    """The operation and its number that every probe agrees with."""
    m, first = seen[0]
    amount, whole = first.parts[0] // m, sum(first.parts) // m
    candidates: list[tuple[int, Points | None]] = [(EACH, amount), (SPLIT, whole)]
    if first.givers == (KITTY,):
        candidates += [(LYING, 0), (LYING, 1)]
    if first.takers == (KITTY,):
        candidates += [(AS_MUCH, None), (AS_MUCH, most)]
    return next((c for c in candidates if all(_parts(c, m, n) == n.parts for m, n in seen)), None)


def _parts(candidate: tuple[int, Points | None], m: int, noted: Noted) -> tuple[Points, ...]:
    """What each would have paid or got by the operation."""
    kind, x = candidate
    many = len(noted.parts)
    if kind == EACH:
        return ((x or 0) * m,) * many
    if kind == SPLIT:
        return _divided((x or 0) * m, many, odd_to_first=True)
    if kind == LYING:
        return _divided(noted.lying, many, odd_to_first=bool(x))
    due = noted.lying if x is None else min(noted.lying, max(x - noted.lying, 0))
    return _divided(due, many, odd_to_first=True)


def _divided(whole: Points, many: int, *, odd_to_first: bool) -> tuple[Points, ...]:
    share, rest = equal_shares(whole, many)
    return (share + (rest if odd_to_first else 0), *[share] * (many - 1))
