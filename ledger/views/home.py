"""The first page: what runs tonight, what was played, or how to begin."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.access import Role, known_clubs, known_tables, role_in, running_tables
from ledger.http import go_to
from ledger.queries.clubs import TableCard, cards
from ledger.rules.document import built_in, built_in_variant
from ledger.views.plans import open_words
from ledger.views.shown import shown_table
from ledger.words import signed

LAST_EVENINGS = 10


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The first page; the app on the home screen asks for the running table, and gets this where none runs."""
    running = running_tables(request)
    if running and request.GET.get("open") == "running":
        return go_to(request, "ledger:table", running[0].public_id)
    recent = [t for t in known_tables(request) if t.closing is not None][:LAST_EVENINGS]
    found = cards([*running, *recent])
    context = {
        "running": found[: len(running)],
        "recent": [(card, standing(card), open_words(card.open)) for card in found[len(running) :]],
        "clubs": [club for club in known_clubs(request, Role.VIEWER) if role_in(request, club)],
        "example": None if found else shown_table(),
        "variants": [built_in_variant(code) for code in built_in()],
    }
    return render(request, "ledger/home.html", context)


def standing(card: TableCard) -> list[tuple[str, str]]:
    """Who ended with what, the best first."""
    return [(name, points) for name, points, _ in ranked(card)]


def ranked(card: TableCard) -> list[tuple[str, str, str]]:
    """The same with the public id of each."""
    ordered = sorted(zip(card.net, card.players, card.people, strict=True), key=lambda one: -one[0])
    return [(name, signed(points), public_id) for points, name, public_id in ordered]
