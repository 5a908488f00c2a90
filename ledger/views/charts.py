"""The pictures of a season and of an evening, worked out to the last coordinate; the templates only draw them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from ledger.views.chart_axes import Axis, Point, Run, Word, axis_for, share_of_box, thinned_runs, words_under, x_of
from ledger.words import isolated, signed

MOST_LINES = 6
ON_A_PHONE, ON_A_DESKTOP = 61, 401
"""Points of one line that are drawn where the picture is narrow and where it is wide: 60 and 400 values, and 0."""
ENDS = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-4-4h8v8h-8z",
    "M0-5L5 4H-5z",
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M0-5L5 0L0 5L-5 0z",
    "M0 5L5-4H-5z",
    "M-4-4L4 4M-4 4L4-4",
    "M-6-2h12v4h-12z",
)
"""The mark at the end of a line of each dash, in pixels: disc, square, triangle, ring, diamond, pointed down, cross,
and a bar for what stands aside."""
ASIDE = 8
"""The dash of what stands aside."""


@dataclass(frozen=True, slots=True)
class Series:
    """What is added up for one player, label by label; None where he was not there."""

    name: str
    values: Sequence[int | None]
    start: int = 0
    """What was had before all labels: there the line begins."""
    aside: bool = False
    """No player but the kitty: it stands last and leads nobody."""


@dataclass(frozen=True, slots=True)
class Line:
    """One drawn line. It keeps its dash whoever leads; the leaders differ in weight and colour as well."""

    name: str
    last: int
    dash: int
    """From 1 to 8."""
    leads: bool
    runs: tuple[Run, ...]
    few: tuple[Run, ...]
    """The same in fewer points, for a narrow picture; empty where there are few enough."""

    @property
    def path(self) -> str:
        return path_of(self.runs)

    @property
    def few_path(self) -> str:
        return path_of(self.few)

    @property
    def alone(self) -> str:
        """Points with a gap on both sides: there is no line through them."""
        return "".join(f"M{x} {y}h0" for ((x, y), *more) in self.runs if not more)

    @property
    def end(self) -> tuple[str, str]:
        """Where the line ends, in parts of the picture."""
        x, y = self.runs[-1][-1]
        return share_of_box(x), share_of_box(y)

    @property
    def end_shape(self) -> str:
        return ENDS[self.dash - 1]


def path_of(runs: Iterable[Run]) -> str:
    """Stretches as SVG writes them; a single point is no stretch."""
    return "".join("M" + "L".join(f"{x} {y}" for x, y in run) for run in runs if len(run) > 1)


@dataclass(frozen=True, slots=True)
class Gridline:
    """A value up the side and how far from the top it stands."""

    value: int
    y: int


@dataclass(frozen=True, slots=True)
class TableRow:
    """One label and everybody's value there, None where he was not."""

    label: str
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class LineChart:
    """Points added up, a line a player."""

    title: str
    text: str
    """The picture in words, for those who don't see it."""
    gridlines: tuple[Gridline, ...]
    """Evenly apart, from the top down."""
    words: tuple[Word, ...]
    lines: tuple[Line, ...]
    """In the order of the legend: the highest last value first, of equal ones the first that was given."""
    left_out: tuple[str, ...]
    """Who stands in the table only."""
    names: tuple[str, ...]
    rows: tuple[TableRow, ...]


def line_chart(
    series: Sequence[Series],
    labels: Sequence[str],
    *,
    title: str,
    most: int = MOST_LINES,
    ticks: Sequence[str] | None = None,
) -> LineChart:
    """The picture of running totals, one value of every series at each label.

    Each line leaves its start one place before its first value, and breaks where values are missing. Of the players
    `most` are drawn (seven at most): those with the most values, then the first given; the table has all. A line of
    more than 60 values is thinned for a phone and one of more than 400 for a desktop (see `thinned`). Raises ValueError
    where a series does not have as many values as there are labels. `ticks` stand under the picture instead of labels.
    """
    if any(len(s.values) != len(labels) for s in series):
        raise ValueError("a series has one value for each label")
    drawn = _drawn(series, most)
    axis = axis_for(v for i in drawn for v in (series[i].start, *series[i].values) if v is not None)
    lines = _lines([series[i] for i in drawn], axis)
    below = labels if ticks is None else ticks
    return LineChart(
        title=title,
        text=_text(lines, below),
        gridlines=tuple(Gridline(value, axis.place(value)) for value in axis.values),
        words=words_under(below),
        lines=lines,
        left_out=tuple(s.name for i, s in enumerate(series) if i not in drawn),
        names=tuple(s.name for s in series),
        rows=tuple(TableRow(label, tuple(s.values[i] for s in series)) for i, label in enumerate(labels)),
    )


def _drawn(series: Sequence[Series], most: int) -> list[int]:
    """Which series get a line, in their order."""
    counts = [sum(v is not None for v in s.values) for s in series]
    by_count = sorted((i for i, n in enumerate(counts) if n), key=lambda i: -counts[i])
    players = [i for i in by_count if not series[i].aside][:most]
    return sorted([*players, *(i for i in by_count if series[i].aside)])


def _lines(series: Sequence[Series], axis: Axis) -> tuple[Line, ...]:
    lasts = [next(v for v in reversed(s.values) if v is not None) for s in series]
    players = [last for one, last in zip(series, lasts, strict=True) if not one.aside]
    # Where nobody is ahead of anybody, nobody leads.
    ahead = set(players) if len(players) == 1 else {max(players)} if len(set(players)) > 1 else set()
    found = []
    for place, (one, last) in enumerate(zip(series, lasts, strict=True), start=1):
        all_runs, dash = _runs(one, axis), ASIDE if one.aside else place
        runs, few = thinned_runs(all_runs, ON_A_DESKTOP), thinned_runs(all_runs, ON_A_PHONE)
        leads = last in ahead and not one.aside
        found.append(Line(one.name, last, dash, leads, runs, () if few == runs else few))
    return tuple(sorted(found, key=lambda line: (line.dash == ASIDE, -line.last)))


def _runs(one: Series, axis: Axis) -> tuple[Run, ...]:
    """The points of a line, in stretches without a gap."""
    values = one.values
    found: list[list[Point]] = []
    before: int | None = None
    for index, value in enumerate(values):
        if value is not None:
            if not found:
                found.append([(x_of(index - 1, len(values)), axis.place(one.start))])
            elif before is None:
                found.append([])
            found[-1].append((x_of(index, len(values)), axis.place(value)))
        before = value
    return tuple(map(tuple, found))


def _text(lines: Sequence[Line], labels: Sequence[str]) -> str:
    if not lines:
        return gettext("Nothing to draw yet.")
    values = {
        "first": labels[0],
        "last": labels[-1],
        "ends": ", ".join(f"{isolated(str(line.name))} {signed(line.last)}" for line in lines),
    }
    return gettext("%(first)s – %(last)s. At the end of each line: %(ends)s.") % values
