"""A player's page, for everybody with the club's link."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext, pgettext_lazy
from django.views.decorators.http import require_safe

from ledger.access import Role, club_for, role_in
from ledger.deal_words import unplayed_words
from ledger.forms.seasons import PlayerPageForm
from ledger.models import Club, DealPart
from ledger.queries.clubs import get_player
from ledger.queries.player_deals import BigDeal, ContractLine
from ledger.queries.player_page import GamePage, PlayerEvenings, PlayerPage, player_page
from ledger.queries.seasons import ALWAYS, Span, spans_of
from ledger.rules.points import percent
from ledger.rules.standings import Standing, hundredths
from ledger.templatetags.boston import written
from ledger.views.chart_bars import BarRow, SuccessBar, bars
from ledger.views.charts import LineChart, Series, line_chart
from ledger.views.seasons import signed_hundredths, span_for
from ledger.words import Words, in_language, percent_words, signed

PARTS: Mapping[str, Words] = {
    DealPart.Part.DECLARED: pgettext_lazy("part in a deal", "declared"),
    DealPart.Part.HELPED: pgettext_lazy("part in a deal", "helped"),
    DealPart.Part.OPPOSED: pgettext_lazy("part in a deal", "opposed"),
}


@require_safe
def player(request: HttpRequest, club_id: str, player_id: str) -> HttpResponse:
    """One season of a player in one game, that of today unless `season` says another, or `always`."""
    club = club_for(request, club_id)
    person = get_player(club, player_id)
    if person is None:
        raise Http404
    if person.public_id != player_id:
        query = f"?{request.GET.urlencode()}" if request.GET else ""
        return redirect(resolve_url("ledger:player", club_id, person.public_id) + query)
    said = PlayerPageForm(request.GET).said()
    span = _span(club, said.get("season", ""))
    found = player_page(club, person, span, said.get("variant", ""), said.get("page", 1))
    context = {
        "club": club,
        "found": found,
        "span": span,
        "is_always": span == ALWAYS,
        "spans": _choice(spans_of(club), span),
        "query": urlencode({name: value for name, value in said.items() if name != "page"}),
        "keeps": role_in(request, club) == Role.KEEPER,
        **(_in_words(found, found.page) if found.page else {}),
    }
    return render(request, "ledger/player.html", context)


def _span(club: Club, key: str) -> Span:
    """Raises Http404."""
    return ALWAYS if key == ALWAYS.key else span_for(club, key)


def _choice(spans: tuple[Span, ...], shown: Span) -> list[tuple[str, str]]:
    """Keys and names of the seasons to choose from, the one that is shown among them."""
    choice = {span.key: span.name for span in spans}
    if shown != ALWAYS:
        choice.setdefault(shown.key, shown.name)
    return [*choice.items(), (ALWAYS.key, gettext("always"))]


def _in_words(found: PlayerPage, page: GamePage) -> dict[str, Any]:
    return {
        "page": page,
        "figures": _figures(page),
        "chart": _chart(found.view.name, page.evenings),
        "latest_first": page.evenings.lines[::-1],
        "contracts": _bars(page.contracts),
        "parts": _parts(page),
        "deals": [
            ("highest", gettext("Most won in a deal"), _deals(page.highest)),
            ("lowest", gettext("Most lost in a deal"), _deals(page.lowest)),
        ],
    }


def _figures(page: GamePage) -> list[tuple[str, str, str]]:
    """Key figures: what, how much, and small words with it."""
    one, average = page.one, page.one.average
    of_declared = {"made": one.made, "declared": one.declared}
    made = percent_words(percent(one.made, one.declared)) if one.declared else "–"
    rank = gettext("%(rank)s of %(count)s") % {"rank": page.rank, "count": page.ranked}
    return [
        (gettext("points"), signed(one.points), ""),
        *([(gettext("rank"), rank, "")] if page.rank else []),
        (gettext("points a deal"), "–" if average is None else signed_hundredths(hundredths(average)), ""),
        (gettext("evenings won"), str(one.won), ""),
        (gettext("contracts made"), made, gettext("%(made)s of %(declared)s") % of_declared if one.declared else ""),
        *([(gettext("as helper"), str(one.helped), "")] if page.has_helpers or one.helped else []),
    ]


def _chart(name: str, evenings: PlayerEvenings) -> LineChart:
    line = Series(name, [evening.balance for evening in evenings.lines], evenings.before)
    labels = [written(evening.day, "short") for evening in evenings.lines]
    return line_chart([line], labels, title=gettext("Balance evening by evening"))


def _bars(lines: Iterable[ContractLine]) -> tuple[SuccessBar, ...]:
    return bars([BarRow(in_language(c.name), c.made, c.declared, c.points, tuple(_apart(c))) for c in lines])


def _apart(line: ContractLine) -> Iterable[str]:
    """What was declared alone and what with a helper, where the contract knows both."""
    if not line.can_be_helped:
        return
    if line.alone:
        yield gettext("alone: %(made)s of %(declared)s") % {"made": line.alone_made, "declared": line.alone}
    if line.helped:
        yield gettext("helped: %(made)s of %(declared)s") % {"made": line.helped_made, "declared": line.helped}


def _parts(page: GamePage) -> list[tuple[Words, str, int, str]]:
    """His part in deals: points won from the others, deals, points a deal."""
    one: Standing = page.one
    rows = [
        (DealPart.Part.DECLARED, one.declared_net, one.declared),
        *([(DealPart.Part.HELPED, one.helped_net, one.helped)] if page.has_helpers or one.helped else []),
        (DealPart.Part.OPPOSED, one.opposed_net, one.opposed),
    ]
    return [
        (PARTS[part], signed(net), deals, signed_hundredths(hundredths(Fraction(net, deals))) if deals else "–")
        for part, net, deals in rows
    ]


def _deals(deals: Iterable[BigDeal]) -> list[dict[str, Any]]:
    return [
        {
            "deal": deal,
            "name": in_language(deal.contract) if deal.contract else unplayed_words(deal.kind),
            "part": PARTS.get(deal.part, ""),
        }
        for deal in deals
    ]
