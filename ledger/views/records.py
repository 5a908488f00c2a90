"""The records of a club."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from ledger.access import club_for
from ledger.deal_words import called_words, unplayed_words
from ledger.forms.seasons import RecordsForm
from ledger.models import DealPart
from ledger.queries.games import game_rules
from ledger.queries.records import DealRecord, RecordDeal, Records, RunRecord, club_records
from ledger.queries.seasons import find_span, spans_of
from ledger.queries.standings import games_ever
from ledger.rules.situation import Kind
from ledger.words import Words

PARTS: Mapping[str, Words] = {
    DealPart.Part.DECLARED: _("as declarer"),
    DealPart.Part.HELPED: _("as helper"),
    DealPart.Part.OPPOSED: _("as opponent"),
}


@require_safe
def records(request: HttpRequest, club_id: str) -> HttpResponse:
    """Of one game, in a season or always."""
    club = club_for(request, club_id)
    said = RecordsForm(request.GET).said()
    games = games_ever(club)
    game = next((game for game in games if game.code == said["variant"]), games[0])
    span = find_span(club, said["season"]) if said["season"] else None
    found = club_records(club, span, game_rules(club, game.code).newest)
    context = {
        "club": club,
        "games": games,
        "game": game,
        "spans": spans_of(club),
        "span": span,
        "found": found,
        "has_records": bool(found.best.rows),
        **in_words(found),
        "query": urlencode({"variant": game.code}),
    }
    return render(request, "ledger/records.html", context)


def in_words(found: Records) -> dict[str, Any]:
    """The deals and runs as they are read."""
    kitties = found.kitties
    return {
        "deals": [_deal(record) for record in found.deals.rows],
        "kitties": [_deal(record) for record in kitties.rows] if kitties else [],
        "runs": [_run(record) for record in found.runs.rows],
    }


def _deal(record: DealRecord) -> dict[str, Any]:
    return {"record": record, "words": deal_words(record.deal), "part": PARTS.get(record.part, "")}


def _run(record: RunRecord) -> dict[str, Any]:
    return {"record": record, "first": deal_words(record.first), "last": deal_words(record.last)}


def deal_words(deal: RecordDeal) -> SafeString:
    """The contract with its trump, or what else became of the deal."""
    if deal.kind is Kind.PLAYED:
        return called_words(deal.variant, deal.contract, deal.trump)
    return format_html("{}", unplayed_words(deal.kind))
