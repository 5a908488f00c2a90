"""Where a picture's points and words go: round steps, places in a box, thinned lines. Whole numbers only."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from ledger.rules.points import equal_shares, nearest
from ledger.words import letters

BOX = 1000
"""Units a picture is wide and high; the page stretches the box to the room there is, and no stroke with it."""
MOST_GRIDLINES = 6
LETTER = 30
"""Units a letter takes in the narrowest picture, on a phone of 320 px: generous, for fonts differ."""
GAP = 20
"""Units between two words at least."""
LONGEST = 22
"""Letters of a word under the picture; the rest is cut off. So it fits wherever it stands."""

Point = tuple[int, int]
"""x from the left and y from the top, in units of the box."""
Run = tuple[Point, ...]
"""A stretch of a line without a gap."""


@dataclass(frozen=True, slots=True)
class Axis:
    """The values up the side: multiples of `step`, 0 among them."""

    lowest: int
    highest: int
    step: int

    @property
    def values(self) -> tuple[int, ...]:
        """What the gridlines stand for, from the top down."""
        return tuple(range(self.highest, self.lowest - 1, -self.step))

    def place(self, value: int) -> int:
        """How far from the top a value stands, to the nearest unit."""
        return nearest((self.highest - value) * BOX, self.highest - self.lowest)


def axis_for(values: Iterable[int]) -> Axis:
    """The finest axis of 1, 2, 5, 10, 20, 50, … a step that holds all values and 0 with six gridlines at most."""
    known = (0, *values)
    low, high = min(known), max(known)
    if low == high:
        return Axis(-1, 1, 1)
    for step in _steps():
        below, above = _times(-low, step), _times(high, step)
        if below + above < MOST_GRIDLINES:
            return Axis(-below * step, above * step, step)
    raise AssertionError("steps grow without end")


def _steps() -> Iterator[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def _times(reach: int, step: int) -> int:
    """Steps that cover a reach."""
    whole, rest = equal_shares(reach, step)
    return whole + 1 if rest else whole


@dataclass(frozen=True, slots=True)
class Word:
    """A word under the picture; its start, middle or end stands at `at`."""

    text: str
    at: int
    anchor: Literal["start", "middle", "end"]

    @property
    def x(self) -> str:
        return share_of_box(self.at)

    @property
    def reach(self) -> tuple[int, int]:
        """From where to where it is, at most."""
        wide = len(letters(self.text)) * LETTER
        left = self.at - {"start": 0, "middle": nearest(wide, 2), "end": wide}[self.anchor]
        return left, left + wide


def share_of_box(units: int) -> str:
    """A place in the box as SVG says it where nothing is stretched: 517 units are `51.7%`."""
    whole, tenths = equal_shares(units, 10)
    return f"{whole}.{tenths}%"


def words_under(labels: Sequence[str]) -> tuple[Word, ...]:
    """The last label, and the first and the middle one where they have room beside it; from left to right."""
    if not labels:
        return ()
    last = len(labels) - 1
    kept: list[Word] = []
    for index in dict.fromkeys((last, 0, equal_shares(last, 2)[0])):
        word = _word(labels[index], x_of(index, len(labels)))
        if all(_apart(word, other) for other in kept):
            kept.append(word)
    return tuple(sorted(kept, key=lambda w: w.at))


def x_of(index: int, places: int) -> int:
    """How far from the left the label of this index stands; the start of all lines, at 0, stands before the first."""
    return nearest((index + 1) * BOX, places)


def _word(text: str, at: int) -> Word:
    split = letters(text)
    text = "".join(split[: LONGEST - 1]) + "…" if len(split) > LONGEST else text
    middle = Word(text, at, "middle")
    left, right = middle.reach
    if right > BOX:
        return Word(text, at, "end")
    return Word(text, at, "start") if left < 0 else middle


def _apart(one: Word, other: Word) -> bool:
    (left, right), (start, end) = one.reach, other.reach
    return right + GAP <= start or end + GAP <= left


def thinned(points: Run, most: int) -> Run:
    """At most `most` points (four or more) of a line, in their order.

    The first and the last stay; what is between them is cut into equal stretches, and of each the highest and the
    lowest point stay (of equal ones the first), so that no peak and no valley is lost or moved.
    """
    if len(points) <= most:
        return points
    inner = points[1:-1]
    stretches = equal_shares(most - 2, 2)[0]
    edges = [equal_shares(k * len(inner), stretches)[0] for k in range(stretches + 1)]
    kept = [points[0]]
    for start, end in pairwise(edges):
        part = inner[start:end]
        kept.extend(sorted({min(part, key=lambda p: p[1]), max(part, key=lambda p: p[1])}))
    return (*kept, points[-1])


def thinned_runs(runs: Sequence[Run], most: int) -> tuple[Run, ...]:
    """The same for a line with gaps: each stretch between them gets its part of the points, four at least."""
    total = sum(map(len, runs))
    if total <= most:
        return tuple(runs)
    return tuple(thinned(run, max(4, equal_shares(most * len(run), total)[0])) for run in runs)
