"""The set-up corrected afterwards: everything that was recorded is played anew upon it, shown before it is saved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from ledger.access import Role, phone_of, table_for
from ledger.forms.evenings import AgreedForm, option_values
from ledger.forms.numbers import number_in, whole_number
from ledger.forms.setup import OWN, Places, read_places, read_rules
from ledger.http import go_to, in_its_language, page_or_fragment
from ledger.models import Table
from ledger.queries.house import HouseCard, book_of, house_cards
from ledger.queries.places import names_at
from ledger.queries.rows import pinned_fingerprint, variant_of
from ledger.queries.setups import preview_setup
from ledger.rules.document import Plain, can_be_agreed, fingerprint, pinned_variant, still_agreed
from ledger.rules.variant import Variant
from ledger.services.errors import Faulty, Stale
from ledger.services.setups import change_setup
from ledger.views.house_versions import changes_between, versions_told
from ledger.views.paper import agreed_words
from ledger.views.replays import replay_view


@dataclass(frozen=True, slots=True)
class Asked:
    """The set-up that is asked for."""

    table: Table
    cards: Sequence[HouseCard]
    """The club's own rules."""
    book: Mapping[str, Plain]
    """Rules that the table could have been played by instead, by code."""
    code: str
    """Of those, or `OWN`."""
    places: Places


@require_http_methods(["GET", "POST"])
@in_its_language
def setup(request: HttpRequest, table_id: str) -> HttpResponse:
    """First dealer, order, agreement, rules; `do` rearranges, else the replay is shown, `do=save` saves."""
    table = table_for(request, table_id, Role.SCORER)
    data = request.POST
    does, _, where = data.get("do", "").partition(":")
    places = read_places(data, table)
    place = whole_number(where)
    if does in ("up", "down") and place is not None and place < len(places.order):
        places = places.moved(place, -1 if does == "up" else 1)
    cards = house_cards(table.evening.club)
    book = others(table, cards)
    asked = Asked(table, cards, book, read_rules(data, book), places)
    mark = mark_of(asked)
    seen = data.get("shown", mark)
    picked = does == "rules" or (does == "save" and seen.partition(":")[0] != asked.code)
    form = agreed_form(request, asked, fresh=picked)
    if does != "save":
        return show(request, asked, form)
    if seen != mark:
        return show(request, asked, form, status=409, said=unseen_words(data, asked))
    return save(request, asked, form)


def save(request: HttpRequest, asked: Asked, form: AgreedForm) -> HttpResponse:
    """What was shown is saved, or the page says why it was not."""
    table = asked.table
    given, why = given_of(asked, form), request.POST.get("why", "").strip()[:500]
    if given is None:
        return show(request, asked, form, status=422)
    try:
        seen = number_in(request.POST, "version")
        change_setup(table_id=table.public_id, **given, by=phone_of(request).name, why=why, version=seen)
    except Faulty:
        return show(request, asked, form, status=422)
    except Stale:
        table.refresh_from_db()
        said = gettext("The table was changed on another phone meanwhile. Nothing was saved: look at it again.")
        return show(request, asked, form, status=409, said=said)
    return go_to(request, "ledger:table", table.public_id)


def mark_of(asked: Asked) -> str:
    """Which rules exactly a result was shown for: those of a club change under the same code."""
    own = asked.code == OWN
    return f"{asked.code}:{pinned_fingerprint(asked.table) if own else fingerprint(asked.book[asked.code])}"


def unseen_words(data: QueryDict, asked: Asked) -> str:
    """Why rules were not saved whose result nobody saw."""
    if asked.code == OWN and data.get("rules", OWN) != OWN:
        return gettext("These rules are not offered any more: choose others.")
    return gettext("The result that was shown is not that of these rules. Nothing was saved: look at it again.")


def agreed_form(request: HttpRequest, asked: Asked, *, fresh: bool) -> AgreedForm:
    """The options with what was sent; of rules that were just picked with what the table agreed, where they know it,
    else with what they propose."""
    chosen = asked.table.options["chosen"]
    own = asked.code == OWN
    variant = variant_of(asked.table) if own else pinned_variant(asked.book[asked.code], {})
    values = option_values(variant, chosen if own else still_agreed(variant.options, chosen))
    sent = request.method == "POST" and not fresh
    return AgreedForm(variant, {**values, **request.POST.dict()} if sent else values)


def given_of(asked: Asked, form: AgreedForm) -> dict[str, Any] | None:
    """What the service is told; None while a field is not right."""
    if not form.is_valid():
        return None
    rules = None if asked.code == OWN else asked.book[asked.code]
    places = asked.places
    return {"first_dealer": places.first, "order": places.order, "options": form.chosen(), "rules_code": rules}


def show(request: HttpRequest, asked: Asked, form: AgreedForm, *, status: int = 200, said: str = "") -> HttpResponse:
    """The page with what would change; `said` is why nothing was saved."""
    table, places = asked.table, asked.places
    names, given = list(names_at(table)), given_of(asked, form)
    found = preview_setup(table, **given) if given else None
    replay = None if found is None or isinstance(found, list) else replay_view(found, names, form.variant)
    context = {
        "table": table,
        "form": form,
        "variant": form.variant,
        "variants": choices(asked),
        "code": asked.code,
        "places": [(place, number, names[number]) for place, number in enumerate(places.order)],
        "first": places.first,
        "replay": replay,
        "refused": isinstance(found, list),
        "why": request.POST.get("why", ""),
        "does": "setup",
        "shown": mark_of(asked),
        "changes": changes_of(asked),
        "lost": lost_words(asked, form.variant),
        "said": said,
    }
    return page_or_fragment(request, "ledger/setup.html", "ledger/partials/setup_form.html", context, status=status)


def changes_of(asked: Asked) -> list[str]:
    """What another version of the table's own rules says differently."""
    pinned = asked.table.rules.document
    if asked.code == OWN or pinned.get("code") != asked.code:
        return []
    return changes_between(pinned, asked.book[asked.code])


def lost_words(asked: Asked, variant: Variant) -> list[str]:
    """What the table agreed and the rules that were picked do not know."""
    chosen = asked.table.options["chosen"]
    lost = {key: value for key, value in chosen.items() if key not in can_be_agreed(variant.options, chosen)}
    return agreed_words(variant_of(asked.table), lost, only_said=True) if asked.code != OWN else []


def choices(asked: Asked) -> list[tuple[str, Variant, str]]:
    """What can be picked: the table's rules and the others, a version of the club's own with what tells it apart."""
    told = versions_told(asked.cards, asked.table.evening.club)
    found = {OWN: asked.table.rules.document, **asked.book}
    variants = [(key, pinned_variant(plain, {})) for key, plain in found.items()]
    return [(key, one, told.get((one.code, one.version), "")) for key, one in variants]


def others(table: Table, cards: Sequence[HouseCard]) -> dict[str, Plain]:
    """Rules that the table could have been played by instead, by code: another version of its own ones among them."""
    pinned = pinned_fingerprint(table)
    return {code: plain for code, plain in book_of(cards).items() if fingerprint(plain) != pinned}
