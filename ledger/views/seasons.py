"""The standings of a season."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from ledger.access import Role, club_for, role_in
from ledger.forms.seasons import StandingsForm
from ledger.models import Club
from ledger.money import all_whole, signed_money
from ledger.queries import proof as books
from ledger.queries.clubs import zone_of
from ledger.queries.season_lines import season_lines
from ledger.queries.seasons import Span, current_span, find_span
from ledger.queries.standings import Asked, Game, Row, Standings, chosen_game, games_of, openings_of, standings
from ledger.rules.points import percent
from ledger.rules.standings import FORM, LEAST_DEALS, By, hundredths
from ledger.templatetags.boston import written
from ledger.views.chart_bars import scale_of, sparkline
from ledger.views.charts import Series, line_chart
from ledger.words import Words, in_language, signed

WAYS: Mapping[By, Words] = {
    By.POINTS: _("points"),
    By.MONEY: _("money"),
    By.AVERAGE: _("points a deal"),
    By.WON: _("evenings won"),
}


def span_for(club: Club, key: str) -> Span:
    """The season of a key, "" for that of today. Raises Http404."""
    span = find_span(club, key) if key else current_span(club)
    if span is None:
        raise Http404
    return span


@require_safe
def season(request: HttpRequest, club_id: str, key: str = "") -> HttpResponse:
    """Who stands where, by points, money, average or evenings won."""
    club = club_for(request, club_id)
    whole = span_for(club, key)
    form = StandingsForm(request.GET)
    said, asked = form.said(), form.asked()
    span = whole.cut(said.get("since"), said.get("until"))
    found = standings(club, span, asked)
    context = {
        "club": club,
        "span": span,
        "whole": whole,
        "is_part": (span.starts, span.ends) != (whole.starts, whole.ends),
        "found": found,
        "by": asked.by,
        "value_word": WAYS[asked.by],
        "rows": rows_in_words(found, asked.by),
        "ways": [(by, words, query_of(request, by=by)) for by, words in WAYS.items()],
        "game_links": game_links(request, found.games, found.game, together=asked.by in (By.MONEY, By.WON)),
        "currency_links": [(code, query_of(request, currency=code)) for code in found.currencies],
        "asked": asked,
        "said": said,
        "query": query_of(request),
        "as_of": timezone.make_naive(timezone.now(), zone_of(club)),
        "least": LEAST_DEALS,
        "form_length": FORM,
        "has_opening": any(row.standing.opening for row in found.rows),
        "keeps": role_in(request, club) == Role.KEEPER,
    }
    return render(request, "ledger/season.html", context)


def query_of(request: HttpRequest, **changed: object) -> str:
    """What is asked, as the query of another page; empty and unreadable values are left out."""
    form = StandingsForm(request.GET)
    said = {form.add_prefix(name): value for name, value in form.said().items() if name != "page"} | changed
    return urlencode({name: "1" if value is True else str(value) for name, value in said.items() if value})


def rows_in_words(found: Standings, by: By) -> list[dict[str, Any]]:
    """Each line as it is read."""
    forms = [row.standing.form for row in found.rows]
    scale = scale_of(forms, FORM)
    whole = bool(found.currency) and all_whole([row.standing.money for row in found.rows], found.currency)
    return [
        {
            "rank": row.rank,
            "player": row.player,
            "one": row.standing,
            "spark": sparkline(row.standing.form, title=gettext("Form"), last=FORM, scale=scale),
            "percent": percent(row.standing.made, row.standing.declared) if row.standing.declared else None,
            "average": _average(row),
            "value": _value(row, by, found.currency, whole),
            "also": _also(row, found),
        }
        for row in found.rows
    ]


def _average(row: Row) -> str:
    average = row.standing.average
    return "" if average is None else signed_hundredths(hundredths(average))


def _value(row: Row, by: By, currency: str, whole: bool) -> str:
    one = row.standing
    if by is By.MONEY:
        return signed_money(one.money, currency, whole=whole) if currency else "–"
    if by is By.AVERAGE:
        return _average(row) or "–"
    return str(one.won) if by is By.WON else signed(one.points)


def _also(row: Row, found: Standings) -> list[str]:
    """What he won in the other currencies."""
    others = ((code, found.money[code].get(row.player.pk)) for code in found.currencies if code != found.currency)
    return [signed_money(minor, code) for code, minor in others if minor is not None]


def game_links(
    request: HttpRequest, games: tuple[Game, ...], game: Game | None, *, together: bool = False
) -> list[tuple[str, int | None, str, bool]]:
    """Each game of the season: its name, its evenings, the query of this page for it, whether it is the one shown.

    `together`: all of them come first, without a number."""
    links = [(in_language(g.name), g.evenings, query_of(request, variant=g.code), g == game) for g in games]
    every = (gettext("all games"), None, query_of(request, variant=""), game is None)
    return [every, *links] if together and len(games) > 1 else list(links)


def signed_hundredths(hundredths: int) -> str:
    """+0.73, −12.50, 0, with the reader's decimal sign."""
    if not hundredths:
        return "0"
    text = f"{abs(hundredths) // 100}.{abs(hundredths) % 100:02}"
    return ("+" if hundredths > 0 else "−") + str(number_format(text, decimal_pos=2))


@require_safe
def proof(request: HttpRequest, club_id: str, key: str) -> HttpResponse:
    """That all points of the season make 0, with the tables that do it."""
    club = club_for(request, club_id)
    whole = span_for(club, key)
    form = StandingsForm(request.GET)
    span, games, game = part_of(club, whole, form)
    context = {
        "club": club,
        "whole": whole,
        "span": span,
        "is_part": (span.starts, span.ends) != (whole.starts, whole.ends),
        "game": game,
        "game_links": game_links(request, games, game),
        "proof": books.proof(club, span, game.code, form.said().get("page", 1)) if game else None,
        "query": query_of(request),
    }
    return render(request, "ledger/season_proof.html", context)


@require_safe
def lines(request: HttpRequest, club_id: str, key: str) -> HttpResponse:
    """Points added up evening by evening, as lines and as a table."""
    club = club_for(request, club_id)
    whole = span_for(club, key)
    form = StandingsForm(request.GET)
    span, games, game = part_of(club, whole, form)
    code = game.code if game else ""
    found = season_lines(club, span, code, dict(openings_of(span, code)), guests=form.asked().guests)
    series = [Series(line.player.called, line.so_far) for line in found.lines]
    labels = [written(day, "short") for day in found.days]
    context = {
        "club": club,
        "whole": whole,
        "game": game,
        "game_links": game_links(request, games, game),
        "chart": line_chart(series, labels, title=gettext("The season’s lines")),
        "earlier": found.earlier,
        "query": query_of(request),
    }
    return render(request, "ledger/season_lines.html", context)


def part_of(club: Club, whole: Span, form: StandingsForm) -> tuple[Span, tuple[Game, ...], Game | None]:
    """The part of the season that is asked for, its games, and the one that is shown: their points are never added."""
    said = form.said()
    span = whole.cut(said.get("since"), said.get("until"))
    games = games_of(club, span)[1]
    return span, games, chosen_game(games, Asked(variant=said.get("variant", "")))
