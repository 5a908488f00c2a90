"""The rules on one page: price card, who beats whom, how to deal."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger import card_own, price_card
from ledger.access import Role, known_clubs, role_in, table_for
from ledger.card_tables import in_order, order_words, trick_tables
from ledger.queries.tables import table_picture
from ledger.rules.bids import Bid
from ledger.rules.bids import bids as ladder
from ledger.rules.cards import Suit, SuitScheme, is_suit
from ledger.rules.document import built_in, built_in_variant
from ledger.rules.variant import Variant


@require_safe
def card(request: HttpRequest, code: str) -> HttpResponse:
    """A built-in variant as it is proposed."""
    if code not in built_in():
        raise Http404
    keeps = [club for club in known_clubs(request) if role_in(request, club) == Role.KEEPER]
    return _show(request, built_in_variant(code), turned=None, senior=None, keeps=keeps)


@require_safe
def table_card(request: HttpRequest, table_id: str) -> HttpResponse:
    """The rules of one evening with all that was agreed; the suit that lies open now is picked already."""
    table = table_for(request, table_id)
    picture = table_picture(table)
    turned = (picture.announcement or {}).get("turned")
    return _show(
        request,
        picture.variant,
        turned=Suit(str(turned)) if is_suit(turned) else None,
        senior=picture.state.senior,
        table=table,
        planned=table.planned_deals,
    )


def _show(
    request: HttpRequest,
    variant: Variant,
    *,
    turned: Suit | None,
    senior: Suit | None,
    planned: int | None = None,
    **more: Any,
) -> HttpResponse:
    context = card_context(request, variant, turned=turned, senior=senior, planned=planned, **more)
    return render(request, "ledger/card.html", context)


def card_context(
    request: HttpRequest,
    variant: Variant,
    *,
    turned: Suit | None,
    senior: Suit | None,
    planned: int | None = None,
    **more: Any,
) -> dict[str, Any]:
    """All that a price card shows; the suits that were asked for are picked."""
    asked, asked_senior = request.GET.get("turned"), request.GET.get("senior")
    turned = Suit(asked) if asked and is_suit(asked) else turned
    senior = senior or (Suit(asked_senior) if asked_senior and is_suit(asked_senior) else None)
    if variant.suits is SuitScheme.SENIOR and "table" in more and senior is None:
        # Before the first deal counts, the card that is turned makes its suit the senior one.
        senior = turned
    bids = _possible(variant, turned, senior)
    return {
        **card_of(variant, planned),
        "asks_senior": variant.suits is SuitScheme.SENIOR and "table" not in more,
        "bids": bids,
        "lines": in_order(variant, bids),
        "order": order_words(variant),
        "suits": list(Suit),
        "turned": turned,
        "senior": senior,
        **more,
    }


def card_of(variant: Variant, planned: int | None = None) -> dict[str, Any]:
    """Everything on the card that no card on the table changes."""
    return {
        "variant": variant,
        "ranks": price_card.rank_names(variant),
        "steps": price_card.steps(variant),
        "tables": trick_tables(variant),
        "figures": price_card.figures(variant, planned),
        "helper": price_card.helper_words(variant),
        "bold": price_card.bold_words(variant),
        "order_ours": card_own.order_is_reconstructed(variant),
        "order_own": card_own.order_is_own(variant),
        "copied": card_own.copied_words(variant),
        "asks": price_card.has_ranks_to_ask(variant),
    }


def _possible(variant: Variant, turned: Suit | None, senior: Suit | None) -> list[Bid]:
    """The ladder without the bids that these cards leave no suit for."""
    found = ladder(variant, turned=turned, senior=senior)
    return [bid for bid in found if bid.suits or bid.rank is None or not (turned and senior)]
