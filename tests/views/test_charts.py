"""The pictures of a season and an evening: where everything stands, what they say in words, and the same as a table."""

import re
from itertools import groupby, pairwise
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from ledger.views.chart_axes import BOX, axis_for, thinned, words_under
from ledger.views.chart_bars import BarRow, bars, scale_of, sparkline
from ledger.views.charts import Series, line_chart
from ledger.words import signed

EVENINGS = ("8 Oct", "15 Oct", "29 Oct", "5 Nov", "12 Nov", "26 Nov")
ANNA = Series("Анна", (42, 6, 34, 19, 52, 151))
BORIS = Series("Борис", (-18, 39, -1, 47, 69, 56))
VERA = Series("Вера", (30, 42, 106, 34, -27, -177))
GLEB = Series("Глеб", (-54, -33, -15, 24, -8, 56))
DINA = Series("Дина", (None, -54, -124, -124, -86, -86))
HOSTILE = '</title><script>alert("1")</script>&\''

points = st.integers(-(10**9), 10**9) | st.integers(-300, 300)
maybe = st.none() | points


@st.composite
def charts(draw):
    """Series for up to a hundred labels, and the labels."""
    size, times = draw(st.integers(1, 10)), draw(st.sampled_from([1, 10]))
    values = draw(st.lists(st.lists(maybe, min_size=size, max_size=size), max_size=9))
    return [Series(f"player {i}", v * times) for i, v in enumerate(values)], [str(i + 1) for i in range(size * times)]


def drawn(series, labels=EVENINGS, title="The season’s lines"):
    return line_chart(series, labels, title=title)


def page(template, **context):
    """The fragment, read strictly: what is not escaped does not parse."""
    return ElementTree.fromstring(render_to_string(f"ledger/partials/{template}.html", context))


def words_of(element):
    return " ".join("".join(element.itertext()).split())


def table_of(root):
    """The cells of the table, line by line."""
    (table,) = root.iter("table")
    return [[words_of(cell) for cell in row] for row in table.iter("tr")]


# Gridlines.


@given(st.lists(points, max_size=20))
def test_gridlines_hold_everything_and_zero_in_round_steps_and_are_few(values):
    axis = axis_for(values)
    lines = axis.values
    assert 0 in lines
    assert lines[0] >= max(values, default=0)
    assert lines[-1] <= min(values, default=0)
    assert 2 <= len(lines) <= 6
    assert {above - below for above, below in pairwise(lines)} == {axis.step}
    assert re.fullmatch("[125]0*", str(axis.step))


@given(st.lists(points, max_size=20))
def test_gridlines_reach_no_further_than_one_step_beyond(values):
    axis = axis_for([*values, 1])
    assert axis.highest - axis.step < max([*values, 1])
    assert axis.lowest + axis.step > min([*values, 0])


@pytest.mark.parametrize(
    ("values", "lines"),
    [
        pytest.param([151, -177], (200, 100, 0, -100, -200), id="a season"),
        pytest.param([-10, -10, 30], (30, 20, 10, 0, -10), id="one deal"),
        pytest.param([7], (8, 6, 4, 2, 0), id="nobody lost"),
        pytest.param([-3, -1], (0, -1, -2, -3), id="nobody won"),
        pytest.param([0, 0], (1, 0, -1), id="all level"),
        pytest.param([], (1, 0, -1), id="nothing"),
        pytest.param([10**9, 1], (10**9, 8 * 10**8, 6 * 10**8, 4 * 10**8, 2 * 10**8, 0), id="huge"),
    ],
)
def test_the_steps_are_the_finest_with_six_lines(values, lines):
    assert axis_for(values).values == lines


def test_gridlines_stand_evenly_apart_from_edge_to_edge():
    chart = drawn([ANNA, VERA])
    assert [(g.value, g.y) for g in chart.gridlines] == [(200, 0), (100, 250), (0, 500), (-100, 750), (-200, 1000)]


# Lines.


@given(charts())
def test_every_point_lies_in_the_box_and_a_line_only_moves_on(given_chart):
    series, labels = given_chart
    for line in drawn(series, labels).lines:
        for runs in (line.runs, line.few):
            places = [point for run in runs for point in run]
            assert all(0 <= x <= BOX and 0 <= y <= BOX for x, y in places)
            assert all(before < after for (before, _), (after, _) in pairwise(places))


@given(charts())
def test_a_line_starts_at_zero_and_breaks_where_values_are_missing(given_chart):
    series, labels = given_chart
    chart = drawn(series, labels)
    (zero,) = (g.y for g in chart.gridlines if g.value == 0)
    for line in chart.lines:
        values = next(s.values for s in series if s.name == line.name)
        stretches = [len(list(run)) for there, run in groupby(values, lambda v: v is not None) if there]
        assert line.runs[0][0][1] == zero
        if len(values) <= 60:
            assert [len(run) for run in line.runs] == [stretches[0] + 1, *stretches[1:]]


@given(charts(), points)
def test_a_line_starts_with_what_was_had_before(given_chart, start):
    series, labels = given_chart
    for line in drawn([Series(s.name, s.values, start) for s in series], labels).lines:
        (x, y), *_ = line.runs[0]
        places = [point for run in line.runs for point in run[1:]]
        values = [v for s in series if s.name == line.name for v in s.values if v is not None]
        assert all(0 <= y <= BOX and x < other for other, _ in places)
        if len(values) <= 60 and values[0] > start:
            assert line.runs[0][1][1] <= y
        elif len(values) <= 60:
            assert line.runs[0][1][1] >= y


@given(charts())
def test_who_has_more_stands_higher(given_chart):
    series, labels = given_chart
    ends = [(line.last, line.runs[-1][-1][1]) for line in drawn(series, labels).lines]
    assert all(above <= below for (_, above), (_, below) in pairwise(ends))


@given(charts())
def test_the_legend_goes_from_the_highest_last_value_to_the_lowest_and_keeps_the_order_of_equal_ones(given_chart):
    series, labels = given_chart
    chart = drawn(series, labels)
    lasts = {s.name: [v for v in s.values if v is not None][-1] for s in series if any(v is not None for v in s.values)}
    assert [(line.name, line.last) for line in chart.lines] == sorted(
        ((name, last) for name, last in lasts.items() if name not in chart.left_out),
        key=lambda pair: (-pair[1], pair[0]),
    )


@given(charts())
def test_six_lines_at_most_are_drawn_each_with_a_dash_of_its_own_and_the_rest_is_named(given_chart):
    series, labels = given_chart
    chart = drawn(series, labels)
    assert len(chart.lines) == min(6, sum(any(v is not None for v in s.values) for s in series))
    assert {line.dash for line in chart.lines} == set(range(1, len(chart.lines) + 1))
    assert {line.name for line in chart.lines} | set(chart.left_out) == set(chart.names)
    assert len(chart.lines) + len(chart.left_out) == len(chart.names)


@given(charts())
def test_equal_input_gives_an_equal_picture(given_chart):
    series, labels = given_chart
    again = [Series(s.name, list(s.values)) for s in series]
    assert drawn(series, labels) == drawn(again, list(labels))


@given(charts())
def test_the_table_has_everybody_and_every_value(given_chart):
    series, labels = given_chart
    chart = drawn(series, labels)
    assert chart.names == tuple(s.name for s in series)
    assert [row.label for row in chart.rows] == labels
    for column, one in enumerate(series):
        assert [row.values[column] for row in chart.rows] == list(one.values)


def test_the_regulars_are_drawn_before_those_who_came_late():
    late = Series("late", (None, None, None, None, None, 500))
    regulars = [Series(f"regular {i}", (i,) * 6) for i in range(6)]
    assert drawn([late, *regulars]).left_out == ("late",)


def test_the_leader_stands_out_and_keeps_his_dash():
    chart = drawn([BORIS, ANNA, GLEB])
    assert [(line.name, line.dash, line.leads) for line in chart.lines] == [
        ("Анна", 2, True),
        ("Борис", 1, False),
        ("Глеб", 3, False),
    ]


def test_two_who_lead_together_both_stand_out_and_where_all_are_level_nobody_does():
    assert [line.leads for line in drawn([BORIS, GLEB, VERA]).lines] == [True, True, False]
    assert [line.leads for line in drawn([BORIS, GLEB]).lines] == [False, False]
    assert [line.leads for line in drawn([BORIS]).lines] == [True]


def test_a_line_ends_where_its_player_left():
    chart = drawn([ANNA, Series("Дина", (10, 20, None, None, None, None))])
    assert [(line.name, line.last) for line in chart.lines] == [("Анна", 151), ("Дина", 20)]
    assert chart.lines[1].end == ("33.3%", "90.0%")


def test_a_value_between_two_gaps_is_a_dot_and_no_line():
    (line,) = drawn([Series("Анна", (5, None, 10, None, 0, 0))]).lines
    assert line.path == "M0 1000L167 500M833 1000L1000 1000"
    assert line.alone == "M500 0h0"


def test_a_single_value_is_a_line_from_zero():
    (line,) = drawn([Series("Анна", (4,))], ["26 Nov"]).lines
    assert line.path == "M0 1000L1000 0"


def test_a_series_of_another_length_is_refused():
    with pytest.raises(ValueError, match="each label"):
        drawn([ANNA], EVENINGS[1:])


# Long evenings.

heights = st.lists(st.integers(0, BOX), min_size=1, max_size=600)


@given(heights, st.integers(4, 80))
def test_a_thinned_line_keeps_its_ends_its_highest_and_its_lowest_point(ys, most):
    full = tuple(enumerate(ys))
    kept = thinned(full, most)
    assert len(kept) <= most
    assert [p for p in full if p in set(kept)] == list(kept)
    assert (kept[0], kept[-1]) == (full[0], full[-1])
    assert (min(y for _, y in kept), max(y for _, y in kept)) == (min(ys), max(ys))


@pytest.mark.parametrize(("deals", "wide", "narrow"), [(60, 61, 61), (61, 62, 60), (400, 401, 60), (401, 400, 60)])
def test_a_phone_draws_sixty_deals_of_a_line_and_a_desktop_four_hundred(deals, wide, narrow):
    labels = [str(n + 1) for n in range(deals)]
    (line,) = drawn([Series("Анна", [n * 7 % 90 for n in range(deals)])], labels).lines
    assert sum(map(len, line.runs)) == wide
    assert sum(map(len, line.few or line.runs)) == narrow
    assert bool(line.few) == (deals > 60)


def test_a_long_line_is_on_the_page_twice_for_wide_and_for_narrow_pictures():
    labels = [str(n + 1) for n in range(400)]
    chart = drawn([Series("Анна", [n * 7 % 90 for n in range(400)])], labels)
    (group,) = page("chart_lines", chart=chart, id="evening").iter("g")
    points = {path.get("class"): len(re.findall("[ML]", path.get("d"))) for path in group}
    assert points == {"chart-line many": 401, "chart-line few": 60}


# Words under the picture.


@given(
    st.lists(st.text(st.characters(codec="utf-8", categories=("L", "N", "Zs")), max_size=40), min_size=1, max_size=90)
)
def test_words_under_the_picture_never_meet_and_never_leave_it(labels):
    words = words_under(labels)
    assert 1 <= len(words) <= 3
    assert all(left >= 0 and right <= BOX for left, right in (w.reach for w in words))
    assert all(one.reach[1] < other.reach[0] for one, other in pairwise(words))
    assert words[-1].at == BOX


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        pytest.param(EVENINGS, ["8 Oct", "29 Oct", "26 Nov"], id="first, middle, last"),
        pytest.param(["28 ноября", "5 декабря", "12 декабря"], ["28 ноября", "12 декабря"], id="no room in the middle"),
        pytest.param(["воскресенье, 1 марта", "суббота, 28 ноября"], ["суббота, 28 ноября"], id="room for one"),
        pytest.param(["1", "2"], ["1", "2"], id="no middle"),
        pytest.param(["x" * 30], ["x" * 21 + "…"], id="cut off"),
        pytest.param([], [], id="nothing"),
    ],
)
def test_first_middle_and_last_are_named_where_there_is_room(labels, said):
    assert [word.text for word in words_under(labels)] == said


# The picture on the page.


@pytest.mark.parametrize(
    ("language", "text", "table"),
    [
        ("en", "8 Oct – 26 Nov. At the end of each line: Анна +151, Борис +56, Вера −177.", "the same as a table"),
        ("ru", "8 Oct – 26 Nov. В конце каждой линии: Анна +151, Борис +56, Вера −177.", "то же таблицей"),
        (
            "fr",
            "8 Oct – 26 Nov. À la fin de chaque ligne\u00a0: Анна +151, Борис +56, Вера −177.",
            "la même chose en tableau",
        ),
        ("de", "8 Oct – 26 Nov. Am Ende jeder Linie: Анна +151, Борис +56, Вера −177.", "dasselbe als Tabelle"),
    ],
)
def test_the_picture_says_in_words_what_it_shows(language, text, table):
    with translation.override(language):
        root = page("chart_lines", chart=drawn([ANNA, BORIS, VERA]), id="season")
    (picture,) = (svg for svg in root.iter("svg") if svg.get("role") == "img")
    named = {e.get("id"): e.text for e in picture if e.get("id")}
    assert [named[i] for i in picture.get("aria-labelledby").split()] == ["The season’s lines", text]
    assert words_of(next(root.iter("summary"))) == table


def test_the_legend_and_the_lines_show_the_same_dashes():
    root = page("chart_lines", chart=drawn([ANNA, BORIS, VERA, GLEB]), id="season")
    legend, picture = next(root.iter("ul")), next(svg for svg in root.iter("svg") if svg.get("role") == "img")
    assert [words_of(item) for item in legend] == ["Анна +151", "Борис +56", "Глеб +56", "Вера −177"]
    dashes = [next(item.iter("path")).get("class").removeprefix("chart-line ") for item in legend]
    assert dashes == ["dash-1 leads", "dash-2", "dash-4", "dash-3"]
    # The leader is drawn last, over the others.
    assert [group.get("class") for group in picture.iter("g")] == dashes[::-1]


def test_the_table_beneath_has_the_same_figures():
    root = page("chart_lines", chart=drawn([ANNA, DINA]), id="season", corner="evening")
    header, *rows = table_of(root)
    assert header == ["evening", "Анна", "Дина"]
    assert rows[:2] == [["8 Oct", "+42", "·absent"], ["15 Oct", "+6", "−54"]]
    assert [row[1] for row in rows] == [signed(value) for value in ANNA.values]


def test_who_has_no_line_is_named_and_in_the_table():
    root = page("chart_lines", chart=drawn([ANNA, Series("Дина", (None,) * 6)]), id="season")
    assert words_of(root.find("p")) == "In the table only: Дина"
    assert table_of(root)[1] == ["8 Oct", "+42", "·absent"]


def test_a_hostile_name_stays_a_name():
    hostile = Series(HOSTILE, (1,) * 6)
    html = render_to_string(
        "ledger/partials/chart_lines.html", {"chart": drawn([hostile], [HOSTILE] * 6, HOSTILE), "id": "a"}
    )
    assert "<script" not in html
    root = ElementTree.fromstring(html)
    assert words_of(next(root.iter("li"))) == f"{HOSTILE} +1"
    assert next(root.iter("title")).text == HOSTILE
    spark = page("sparkline", spark=sparkline([1], title=HOSTILE))
    assert spark.find("title").text == f"{HOSTILE}: +1"
    assert words_of(next(page("chart_bars", bars=bars([BarRow(HOSTILE, 1, 2)])).iter("bdi"))) == HOSTILE


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_coordinates_are_plain_whole_numbers_in_every_language(language):
    with translation.override(language):
        html = render_to_string("ledger/partials/chart_lines.html", {"chart": drawn([ANNA, DINA]), "id": "a"})
    paths = re.findall(r' d="([^"]+)"', html)
    assert paths
    assert all(re.fullmatch(r"[MLHhvaz\d -]+", path) for path in paths)
    assert re.findall(r'viewBox="([^"]+)" preserve', html) == ["0 0 1000 1000"]
    assert "style=" not in html


@pytest.mark.parametrize("series", [[], [Series("Анна", ())]])
def test_where_there_is_nothing_to_draw_the_page_says_so(series):
    root = page("chart_lines", chart=drawn(series, []), id="season")
    assert words_of(root) == "Nothing to draw yet."


# Sparklines.


@given(st.lists(maybe, max_size=12), st.integers(1, 9), st.lists(st.lists(maybe, max_size=9), max_size=3))
def test_bars_lie_in_their_box_each_evening_in_a_place_of_its_own(values, last, others):
    spark = sparkline(values, title="Form", last=last, scale=scale_of(others, last))
    room = spark.width // last
    shown = [None] * (last - len(values[-last:])) + values[-last:]
    assert [bar.x // room for bar in spark.bars] == [i for i, value in enumerate(shown) if value is not None]
    for bar in spark.bars:
        assert bar.x // room == (bar.x + bar.width) // room
        assert bar.width > 0
        assert bar.height > 0
        assert 0 <= bar.y < bar.y + bar.height <= spark.height


@given(st.lists(points, min_size=1, max_size=6))
def test_won_evenings_stand_on_the_line_lost_ones_hang_from_it_and_zero_crosses_it(values):
    spark = sparkline(values, title="Form")
    for value, bar in zip(values, spark.bars, strict=True):
        if value > 0:
            assert (bar.kind, bar.y + bar.height) == ("up", spark.zero)
        elif value < 0:
            assert bar.kind == "down"
            assert bar.y > spark.zero
        else:
            assert bar.kind == "zero"
            assert bar.y < spark.zero < bar.y + bar.height


@given(st.lists(points.filter(bool), min_size=2, max_size=6))
def test_the_larger_result_never_has_the_lower_bar(values):
    by_size = sorted(zip(map(abs, values), sparkline(values, title="Form").bars, strict=True), key=lambda pair: pair[0])
    # A hollow bar's outline lies inside: half of it is missing on both sides.
    high = [bar.height + (10 if bar.kind == "down" else 0) for _, bar in by_size]
    assert high == sorted(high)


def test_only_the_newest_evening_is_marked_and_nothing_where_its_player_was_absent():
    assert [bar.now for bar in sparkline([5, -3, 7], title="Form").bars] == [False, False, True]
    assert [bar.now for bar in sparkline([5, -3, None], title="Form").bars] == [False, False]


def test_on_one_scale_players_can_be_compared():
    several = [[99, -36], [50, -150]]
    one, other = (sparkline(v, title="Form", scale=scale_of(several)) for v in several)
    assert one.zero == other.zero
    assert (one.bars[0].height, other.bars[0].height) == (119, 60)
    assert scale_of([[500, 1, 2]], last=2) == (0, 2)


@pytest.mark.parametrize(
    ("language", "values", "text"),
    [
        ("en", [5, -3, 0, None], "Form: +5, −3, 0, absent"),
        ("ru", [5, -3, 0, None], "Form: +5, −3, 0, без участия"),
        ("de", [5, -3, 0, None], "Form: +5, −3, 0, nicht dabei"),
        ("fr", [5, -3, 0, None], "Form\u00a0: +5, −3, 0, pas là"),
        ("en", [9, 1, 2, 3, 4, 5, 6], "Form: +1, +2, +3, +4, +5, +6"),
        ("en", [], "Form"),
    ],
)
def test_a_sparkline_is_read_out_evening_by_evening(language, values, text):
    with translation.override(language):
        root = page("sparkline", spark=sparkline(values, title="Form"))
    assert (root.get("role"), root.find("title").text) == ("img", text)


def test_a_loss_is_hollow_and_the_newest_evening_is_accented_on_the_page():
    root = page("sparkline", spark=sparkline([5, -3, 0, -1], title="Form"))
    assert [bar.get("class") for bar in root.iter("rect")] == ["spark-up", "spark-down", "spark-zero", "spark-down now"]


# Contracts by kind.


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 500)), max_size=8))
def test_a_bar_is_full_or_empty_only_where_all_or_none_were_made(counts):
    rows = [BarRow(f"kind {i}", made, made + lost) for i, (made, lost) in enumerate(counts)]
    shown = bars(rows)
    assert [(b.name, b.made, b.declared) for b in shown] == [(r.name, r.made, r.declared) for r in rows]
    for bar in shown:
        assert (bar.percent is None) == (bar.declared == 0)
        assert 0 <= bar.filled <= BOX
        if bar.declared:
            assert (bar.filled == 0) == (bar.made == 0)
            assert (bar.filled == BOX) == (bar.made == bar.declared)


@pytest.mark.parametrize(
    ("language", "cells"),
    [
        ("en", ["77%24 of 31", "100%7 of 7", "0%0 of 3", "99%299 of 300", "–0 of 0"]),
        ("ru", ["77 %24 из 31", "100 %7 из 7", "0 %0 из 3", "99 %299 из 300", "–0 из 0"]),
        ("fr", ["77 %24 sur 31", "100 %7 sur 7", "0 %0 sur 3", "99 %299 sur 300", "–0 sur 0"]),
        ("de", ["77 %24 von 31", "100 %7 von 7", "0 %0 von 3", "99 %299 von 300", "–0 von 0"]),
    ],
)
def test_every_bar_has_its_figures_beside_it(language, cells):
    rows = [BarRow("a", 24, 31), BarRow("b", 7, 7), BarRow("c", 0, 3), BarRow("d", 299, 300), BarRow("e", 0, 0)]
    with translation.override(language):
        root = page("chart_bars", bars=bars(rows))
    assert [(row[0], row[-1]) for row in table_of(root)[1:]] == list(zip("abcde", cells, strict=True))


def test_a_bar_shows_what_was_made_in_what_was_declared():
    root = page("chart_bars", bars=bars([BarRow("a", 3, 4), BarRow("b", 0, 4), BarRow("c", 0, 0)]))
    drawn_bars = [[path.get("d") for path in svg] for svg in root.iter("svg")]
    assert drawn_bars == [["M0 0h1000v12H0z", "M0 0h750v12H0z"], ["M0 0h1000v12H0z"], []]


def test_a_bar_has_points_and_small_words_where_they_are_given():
    rows = [BarRow("a", 3, 4, -12, ("alone: 1 of 2", "helped: 2 of 2")), BarRow("b", 0, 4, 0)]
    found = table_of(page("chart_bars", bars=bars(rows)))
    assert found[0] == ["contract", "made", "points"]
    assert [(row[0], row[-1]) for row in found[1:]] == [("aalone: 1 of 2helped: 2 of 2", "−12"), ("b", "0")]
    assert table_of(page("chart_bars", bars=bars([BarRow("a", 3, 4)])))[0] == ["contract", "made"]


def test_one_line_whose_table_stands_elsewhere_has_neither_legend_nor_table():
    root = page("chart_lines", chart=drawn([ANNA]), id="balance", alone=True)
    assert list(root.iter("table")) == list(root.iter("li")) == []
    assert len(list(root.iter("svg"))) > 1


# What stands aside.


def test_what_stands_aside_is_drawn_besides_the_players_and_never_leads():
    players = [Series(f"player {n}", (n, -n)) for n in range(9)]
    chart = line_chart([*players, Series("kitty", (50, 60), start=40, aside=True)], ("1", "2"), title="", most=7)
    assert len(chart.lines) == 8
    assert (chart.lines[-1].name, chart.lines[-1].leads, chart.lines[-1].dash) == ("kitty", False, 8)
    assert [line.name for line in chart.lines if line.leads] == ["player 0"]
    assert len({line.dash for line in chart.lines}) == len({line.end_shape for line in chart.lines}) + 1 == 8
    assert chart.left_out == ("player 7", "player 8")


def test_a_line_leaves_what_it_started_with():
    (line,) = line_chart([Series("kitty", (40, 40), start=40, aside=True)], ("1", "2"), title="").lines
    assert len({y for _, y in line.runs[0]}) == 1


def test_ticks_stand_under_the_picture_and_labels_in_the_table():
    chart = line_chart([ANNA], EVENINGS, title="", ticks=("1", "2", "2", "3", "4", "5"))
    assert [word.text for word in chart.words] == ["1", "2", "5"]
    assert [row.label for row in chart.rows] == list(EVENINGS)
