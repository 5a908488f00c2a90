"""Starting an evening: one page that is sent again and again until everything on it is right."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import SystemRandom
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_http_methods

from ledger.access import Role, grant, grant_club, known_clubs, known_tables, named, phone_of, remember
from ledger.forms.evenings import StartForm, first_values, variant_of
from ledger.forms.numbers import whole_number
from ledger.forms.seats import Rows, read_rows, row_faults
from ledger.forms.stakes import currency_groups
from ledger.http import go_to, in_its_language, page_or_fragment
from ledger.models import Club
from ledger.queries.again import StartValues
from ledger.queries.clubs import carried_kitty, carrying_table, today_of
from ledger.queries.house import HouseCard, book_of, house_cards
from ledger.queries.players import PlayerView, players_of
from ledger.rules.document import Plain
from ledger.rules.drawing import Card, Draw, draw_first_dealer, draw_seats
from ledger.rules.problems import Problem, folded_name
from ledger.rules.variant import Variant
from ledger.services.errors import Faulty
from ledger.services.evenings import start_evening
from ledger.views.again import again_at, again_values, stake_of_club
from ledger.views.house_versions import versions_told
from ledger.views.plans import table_words

CHANCE = SystemRandom()


@dataclass(frozen=True)
class Entry:
    """The page as it was filled in so far."""

    clubs: Sequence[Club]
    club: Club | None
    cards: Sequence[HouseCard]
    """Rules of its own."""
    book: Mapping[str, Plain]
    variant: Variant
    rows: Rows
    values: Mapping[str, Any]
    draw: Draw | None = None
    said: str = ""
    faults: Mapping[str, str] = field(default_factory=dict)

    @property
    def club_choices(self) -> list[tuple[str, str]]:
        return [(club.public_id, club.name) for club in self.clubs]


@require_http_methods(["GET", "POST"])
@in_its_language
def start(request: HttpRequest) -> HttpResponse:
    entry = _entry(request)
    does = request.POST.get("do", "")
    if does == "start":
        return _begin(request, entry)
    entry = _acted(entry, does)
    return _show(request, entry, StartForm(entry.variant, entry.club_choices, initial=dict(entry.values)))


def _entry(request: HttpRequest) -> Entry:
    clubs, sent = known_clubs(request), request.POST
    asked = sent.get("club", request.GET.get("club", clubs[0].public_id if clubs else ""))
    club = next((c for c in clubs if c.public_id == asked), None)
    cards = house_cards(club) if club else ()
    book = book_of(cards)
    variant = variant_of(sent.get("rules") or request.GET.get("rules") or _last_rules(request), book)
    today = {"date": today_of(club).isoformat(), "phone_name": phone_of(request).name, "club": asked}
    values: dict[str, Any] = {**first_values(variant), **today}
    if club and variant.kitty:
        values["opening_kitty"] = carried_kitty(club, variant.code)
    values |= {key: sent[key] for key in sent if key != "player"}
    if request.method == "GET" or sent.get("do") == "club":
        # Where nobody wrote a stake yet, or it was that of another club.
        values |= stake_of_club(club)
    entry = Entry(clubs, club, cards, book, variant, read_rows(sent).fitted(variant.seating), values)
    before = again_at(request)
    return _again(entry, before) if before else entry


def _again(entry: Entry, before: StartValues) -> Entry:
    """The page as the evening before had it: players, agreement, stake, whose turn it is."""
    club = next((club for club in entry.clubs if club == before.club), None)
    cards = house_cards(club) if club else ()
    book = book_of(cards)
    own = None if isinstance(before.rules_code, str) else str(before.rules_code.get("code"))
    variant = variant_of(own or str(before.rules_code), book)
    values = {**first_values(variant), **entry.values, **again_values(variant, before)}
    rows = Rows(before.players, before.first_dealer).fitted(variant.seating)
    gone = (own or str(before.rules_code)) not in book
    said = gettext("The rules of that evening are not offered any more: choose others.") if gone else ""
    return replace(entry, club=club, cards=cards, book=book, variant=variant, rows=rows, values=values, said=said)


def _last_rules(request: HttpRequest) -> str | None:
    """What this phone played last is likely to be played again."""
    return (
        next((table.rules.code for table in known_tables(request, most=1)), None) if request.method == "GET" else None
    )


def _acted(entry: Entry, does: str) -> Entry:
    """The page after one of its buttons that only rearrange it."""
    what, _, where = does.partition(":")
    rows, seating, row = entry.rows, entry.variant.seating, whole_number(where)
    if what in ("up", "down") and row is not None and row < len(rows.names):
        return replace(entry, rows=rows.moved(row, -1 if what == "up" else 1))
    if what == "add":
        return replace(entry, rows=rows.added(where, seating))
    if what in ("draw", "seats"):
        if not seating.least <= len(rows.filled) <= seating.most:
            return replace(
                entry, faults={"players": gettext("Write the names first; then there is something to draw for.")}
            )
        return _drawn_seats(entry) if what == "seats" else _drawn_dealer(entry)
    return entry


def _drawn_dealer(entry: Entry) -> Entry:
    rows = entry.rows
    draw = draw_first_dealer(entry.variant.turn.first_dealer, len(rows.filled), CHANCE)
    return replace(entry, rows=replace(rows, first=rows.filled[draw.dealer]), draw=draw)


def _drawn_seats(entry: Entry) -> Entry:
    order = draw_seats(len(entry.rows.filled), CHANCE)
    return replace(
        entry, rows=entry.rows.ordered(order), said=gettext("The lots have been drawn; sit in this order, clockwise.")
    )


def _begin(request: HttpRequest, entry: Entry) -> HttpResponse:
    form = StartForm(entry.variant, entry.club_choices, entry.values)
    entry = replace(entry, faults=row_faults(entry.rows, entry.variant.seating))
    phone = phone_of(request)
    if request.POST.get("rules", entry.variant.code) not in entry.book:
        form.add_error(None, gettext("These rules are not offered any more: choose others."))
    if not form.is_valid() or entry.faults:
        return _show(request, entry, form, status=422)
    name = form.cleaned_data["phone_name"] or phone.name
    try:
        table = start_evening(**_agreement(entry, form), by=name)
    except Faulty as refused:
        form.add_problems(p for p in refused.problems if p.path[0] != "players")
        return _show(request, replace(entry, faults=_twice(entry, refused.problems)), form, status=422)
    response = go_to(request, "ledger:table", table.public_id)
    remember(response, request, named(phone, name))
    grant(response, request, table, Role.SCORER)
    if entry.club is None:
        # Who made the club keeps it.
        grant_club(response, request, table.evening.club, Role.KEEPER)
    return response


def _twice(entry: Entry, problems: Iterable[Problem]) -> dict[str, str]:
    """By row, whom the club knows by another spelling at the table."""
    seats = [p.path[1] for p in problems if p.path[0] == "players" and len(p.path) > 1]
    said = gettext("This name is at the table already.")
    return {f"player-{entry.rows.filled[int(seat)]}": said for seat in seats}


def _agreement(entry: Entry, form: StartForm) -> dict[str, Any]:
    """What the service is told."""
    said, players = form.cleaned_data, entry.rows.players
    return {
        "club": entry.club,
        "club_name": "",
        "rules_code": entry.variant.code if entry.variant.version is None else entry.book[entry.variant.code],
        "options": form.chosen(),
        "players": players,
        "first_dealer": entry.rows.first_seat,
        "date": said["date"] or today_of(entry.club),
        "name": said["title"],
        "planned_deals": said.get("planned_deals"),
        "stake": form.stake(),
        "opening_kitty": said.get("opening_kitty") or 0,
        "time_zone": said["time_zone"],
    }


def _show(request: HttpRequest, entry: Entry, form: StartForm, *, status: int = 200) -> HttpResponse:
    rows, common = entry.rows, currency_groups()
    offered = [variant_of(code, entry.book) for code in entry.book]
    told = versions_told(entry.cards, entry.club)
    context = {
        "form": form,
        "variant": entry.variant,
        "variants": [(one, told.get((one.code, one.version), "")) for one in offered],
        "club": entry.club,
        "rows": [(i, name, entry.faults.get(f"player-{i}", "")) for i, name in enumerate(rows.names)],
        "rows_full": len(rows.names) >= entry.variant.seating.most,
        "first": rows.first,
        "chips": _chips(entry),
        "drawn": _drawn_words(entry),
        "said": entry.said,
        "faults": entry.faults,
        "faulty": status == 422,
        "currencies": common,
        "carried": _carried(entry),
    }
    return page_or_fragment(request, "ledger/start.html", "ledger/partials/start_form.html", context, status=status)


def _chips(entry: Entry) -> list[PlayerView]:
    """Players of the club who are not at the table yet."""
    at_table = {folded_name(name) for name in entry.rows.names}
    return [p for p in players_of(entry.club) if folded_name(p.name) not in at_table] if entry.club else []


def _carried(entry: Entry) -> dict[str, Any] | None:
    """The evening whose kitty lies here, and who keeps its money."""
    before = carrying_table(entry.club, entry.variant.code) if entry.club and entry.variant.kitty else None
    if before is None or not before.kept_state.kitty:
        return None
    keeper = before.kitty_keeper.name if before.kitty_keeper else ""
    return {"points": before.kept_state.kitty, "from": table_words(before), "keeper": keeper}


def _drawn_words(entry: Entry) -> dict[str, Any] | None:
    """Who drew what, for people."""
    draw, names = entry.draw, entry.rows.players
    if draw is None:
        return None
    rounds = [
        [(name, _rank(card), card.suit) for name, card in zip(names, cards, strict=True)] for cards in draw.rounds
    ]
    return {"dealer": names[draw.dealer], "rounds": rounds}


def _rank(card: Card) -> str:
    words = {
        "J": pgettext("card", "J"),
        "Q": pgettext("card", "Q"),
        "K": pgettext("card", "K"),
        "A": pgettext("card", "A"),
    }
    return words.get(card.rank, card.rank)
