"""Two small pictures: a player's last evenings as bars, and contracts by kind with how many were made."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext

from ledger.rules.points import nearest, percent
from ledger.words import colon, signed

Values = Sequence[int | None]

LAST = 6
"""Evenings in a sparkline."""
SLOT, BAR = 120, 80
"""Tenths of a pixel: the room of an evening, and its bar in the middle of it."""
HIGH, EDGE = 360, 30
"""The whole height, and what stays free above and below; a tick for 0 reaches as far on both sides of its line."""
LEAST = 30
"""A bar for a single point; lower it would not be seen, and a hollow one would look full."""
LINE = 10
"""The outline of a hollow bar. It lies inside the bar, so that full and hollow ones are equally wide."""


@dataclass(frozen=True, slots=True)
class SparkBar:
    """One evening, in tenths of a pixel."""

    kind: Literal["up", "down", "zero"]
    x: int
    y: int
    width: int
    height: int
    now: bool
    """The last evening of all."""


@dataclass(frozen=True, slots=True)
class Sparkline:
    """A player's last evenings, the newest on the right; who was absent has no bar."""

    text: str
    """The picture in words: `Form: +5, −3, 0`."""
    width: int
    height: int
    zero: int
    """How far from the top 0 lies."""
    bars: tuple[SparkBar, ...]


def sparkline(values: Values, *, title: str, last: int = LAST, scale: tuple[int, int] | None = None) -> Sparkline:
    """The `last` evenings as bars around 0, None where a player was absent.

    The width is the same however few evenings there are. To compare several players give all the same `scale`
    (`scale_of`); without it the bars use the whole height.
    """
    shown = values[-last:]
    low, high = scale_of([shown], last)
    if scale:
        low, high = min(low, *scale), max(high, *scale)
    zero = EDGE + nearest(high * (HIGH - 2 * EDGE), high - low) if high > low else HIGH - nearest(HIGH, 2)
    first = last - len(shown)
    bars = (
        _bar(value, (first + i) * SLOT + nearest(SLOT - BAR, 2), zero, high - low, now=i == len(shown) - 1)
        for i, value in enumerate(shown)
        if value is not None
    )
    return Sparkline(_spark_text(shown, title), last * SLOT, HIGH, zero, tuple(bars))


def scale_of(several: Iterable[Values], last: int = LAST) -> tuple[int, int]:
    """The lowest and the highest of the last evenings of several players, 0 among them."""
    known = [0, *(v for values in several for v in values[-last:] if v is not None)]
    return min(known), max(known)


def _bar(value: int, x: int, zero: int, reach: int, *, now: bool) -> SparkBar:
    if not value:
        return SparkBar("zero", x + nearest(BAR - LINE, 2), zero - EDGE, LINE, 2 * EDGE, now)
    high = max(LEAST, nearest(abs(value) * (HIGH - 2 * EDGE), reach))
    if value > 0:
        return SparkBar("up", x, zero - high, BAR, high, now)
    inset = nearest(LINE, 2)
    return SparkBar("down", x + inset, zero + inset, BAR - LINE, high - LINE, now)


def _spark_text(values: Values, title: str) -> str:
    told = ", ".join(gettext("absent") if v is None else signed(v) for v in values)
    return f"{title}{colon()} {told}" if told else title


@dataclass(frozen=True, slots=True)
class BarRow:
    """Contracts of one kind: how many were declared, and how many of those made."""

    name: str
    made: int
    declared: int
    points: int | None = None
    """What they brought; None: it is not shown."""
    notes: tuple[str, ...] = ()
    """Small words under the name."""


@dataclass(frozen=True, slots=True)
class SuccessBar:
    """The same with its share."""

    name: str
    made: int
    declared: int
    percent: int | None
    """Nothing where nothing was declared."""
    filled: int
    """How much of the bar is filled, of 1000."""
    points: int | None = None
    notes: tuple[str, ...] = ()


def bars(rows: Sequence[BarRow]) -> tuple[SuccessBar, ...]:
    """Each kind with its success in whole percent, in the order given: the nearest percent, a half goes up, and never
    100 where one was lost or 0 where one was made."""
    return tuple(_success(row) for row in rows)


def _success(row: BarRow) -> SuccessBar:
    share = percent(row.made, row.declared) if row.declared else None
    return SuccessBar(row.name, row.made, row.declared, share, 10 * (share or 0), row.points, row.notes)
