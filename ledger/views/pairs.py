"""Who plays with whom in a season."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.access import club_for
from ledger.forms.seasons import StandingsForm
from ledger.models import Player
from ledger.queries.games import game_rules
from ledger.queries.season_pairs import LEAST_DEALS, Helped, Pair, season_pairs
from ledger.rules.points import percent
from ledger.rules.standings import hundredths
from ledger.views.seasons import game_links, part_of, query_of, signed_hundredths, span_for


@require_safe
def pairs(request: HttpRequest, club_id: str, key: str) -> HttpResponse:
    """Every two of whom one helped the other: how often, how well, what it brought."""
    club = club_for(request, club_id)
    whole = span_for(club, key)
    form = StandingsForm(request.GET)
    span, games, game = part_of(club, whole, form)
    guests = form.asked().guests
    found = season_pairs(club, span, game.code, guests=guests) if game else None
    shown = found.pairs if found else ()
    context = {
        "club": club,
        "whole": whole,
        "span": span,
        "is_part": (span.starts, span.ends) != (whole.starts, whole.ends),
        "game": game,
        "game_links": game_links(request, games, game),
        "said": form.said(),
        "guests": guests,
        "left_out": found.guests if found else 0,
        "pairs": [_pair(pair) for pair in shown],
        "matrix": _matrix(shown),
        "least": LEAST_DEALS,
        "alone": game is not None and not shown and not game_rules(club, game.code).has_helpers,
        "query": query_of(request),
    }
    return render(request, "ledger/season_pairs.html", context)


def _pair(pair: Pair) -> dict[str, Any]:
    """Two of them as they are read: together, each of them, and who helped whom."""
    each = [(player, _average(pair, pair.points_of(player))) for player in (pair.one, pair.other)]
    return {
        "pair": pair,
        "percent": percent(pair.made, pair.deals),
        "average": _average(pair, pair.points),
        "each": each if each[0][1] else [],
        "directions": [_direction(d) for d in pair.directions],
    }


def _direction(helped: Helped) -> dict[str, Any]:
    return {"of": helped, "percent": percent(helped.made, helped.deals), "average": _average(helped, helped.points)}


def _average(of: Pair | Helped, points: int) -> str:
    """Empty where there were too few deals."""
    average: Fraction | None = of.average(points)
    return "" if average is None else signed_hundredths(hundredths(average))


def _matrix(shown: Sequence[Pair]) -> dict[str, Any]:
    """Rows of helpers, columns of declarers; None where they never played so, and where both are one."""
    directions = [d for pair in shown for d in pair.directions]
    cells = {(d.helper.pk, d.declarer.pk): _direction(d) for d in directions}
    declarers, helpers = _sorted({d.declarer for d in directions}), _sorted({d.helper for d in directions})
    rows = [(helper, [cells.get((helper.pk, one.pk)) for one in declarers]) for helper in helpers]
    return {"declarers": declarers, "rows": rows}


def _sorted(players: set[Player]) -> list[Player]:
    return sorted(players, key=lambda player: player.folded)
