"""One page for every change of the log: its form, what it would change later, and the saving of it."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from ledger.access import phone_of
from ledger.fault_words import fault_field, fault_words
from ledger.forms.draft import Draft
from ledger.forms.events import EventDraft, EventForm
from ledger.forms.pending import read_changes, write_change
from ledger.http import go_to, is_fragment, only_shown, plain_json
from ledger.models import Table
from ledger.queries.changes import Change, NotStanding, NotThere, Retire
from ledger.queries.places import names_at, was_recorded
from ledger.queries.players import players_of
from ledger.queries.previews import ChangesPreview, preview_changes
from ledger.queries.replays import corrected_rows, state_of_change
from ledger.queries.rows import variant_of
from ledger.rules.events import EventFacts, EventKind
from ledger.rules.problems import Problem, folded_name
from ledger.rules.table import TableState
from ledger.services.errors import Conflict, Faulty, Stale, TableClosed, Unknown
from ledger.views.offline import outcomes_address, plain_standing
from ledger.views.outcomes import outcome_of
from ledger.views.people import seated
from ledger.views.replays import replay_view
from ledger.views.saving import save_change
from ledger.views.screens import Form, form_for, valid_key
from ledger.views.tables import whole
from ledger.views.titles import title_words


@dataclass(frozen=True, slots=True)
class Sent:
    """What came with the request: the key of the new row, what waits to be saved with it, why, and the button."""

    data: QueryDict
    entry_key: uuid.UUID
    pending: tuple[Change, ...]
    why: str
    does: str

    @property
    def filled(self) -> bool:
        """Whether the form was sent along; else it opens with what it is about."""
        return "entry_key" in self.data


def sent_in(request: HttpRequest, table: Table) -> Sent:
    """Reads a page's form from a post, or from the address in which it waits; one that was saved is over."""
    data = request.POST if request.method == "POST" else request.GET
    if request.method != "POST" and was_recorded(table, data.get("entry_key", "")):
        data = QueryDict("")
    key = uuid.UUID(valid_key(data.get("entry_key", "")))
    why = data.get("why", "").strip()[:500]
    pending = read_changes(data.getlist("change"))
    made = [key, *(c.entry_key for c in pending or () if not isinstance(c, Retire))]
    if pending is None or len(set(made)) < len(made):
        # All that waits is saved, or nothing: what can't be read whole is refused whole.
        raise BadRequest
    return Sent(data, key, pending, why, request.POST.get("do", ""))


@dataclass(frozen=True, slots=True)
class Page:
    """A page about one change: where it is, what it says, and what was filled in."""

    request: HttpRequest
    table: Table
    sent: Sent
    change: Change
    address: str
    words: dict[str, Any]
    """What the template says about it: `does` (correct, insert, move, undo, restore, add) and the entry in words."""
    state: TableState
    draft: Draft | None = None
    kind: EventKind | None = None
    event: EventDraft | None = None
    more: dict[str, Any] = field(default_factory=dict)
    """What else the template needs."""
    followers: tuple[Change, ...] = ()
    """What this change brings with it."""
    moved_on: "Callable[[], Page] | None" = None
    """The same page upon the table as it is now, for something new that found its place taken."""
    save: Callable[[], object] | None = None
    """Saves it, where it is more than this one change."""

    @property
    def changes(self) -> tuple[Change, ...]:
        return (*self.sent.pending, self.change, *self.followers)

    @property
    def number(self) -> int | None:
        """The number of the deal it is about."""
        line = self.words.get("line")
        return getattr(line.row, "number", None) if line else None

    @property
    def own(self) -> int:
        """The place of this page's change among all that are saved together."""
        return len(self.sent.pending)


def answer(page: Page) -> HttpResponse:
    """Show the page, or save what it says."""
    if page.request.method != "POST" or only_shown(page.request):
        return show(page)
    try:
        if page.save:
            page.save()
        else:
            by, why = phone_of(page.request).name, page.sent.why
            save_change(page.table, page.sent.pending, page.change, by, why, page.more.get("position", 0))
    except Faulty as refused:
        return show(page, refused.problems, status=422)
    except (Conflict, Stale) as moved_on:
        if page.moved_on is None:
            return refused_page(page, moved_on)
        return show(page.moved_on(), status=409)
    except (Unknown, TableClosed) as refused:
        return refused_page(page, refused)
    return go_to(page.request, "ledger:table", page.table.public_id)


def lost() -> None:
    """Saves nothing: what the page rests on is not there any more. Raises Stale."""
    raise Stale("the entry that was named does not stand any more")


def refused_page(page: Page, refused: Exception) -> HttpResponse:
    """What the page rests on is not so any more: the table as it is now, and nothing was saved."""
    page.table.refresh_from_db()
    notice = {"closed": isinstance(refused, TableClosed), "stale": True}
    return whole(page.request, page.table, status=409, notice=notice)


def show(page: Page, problems: Sequence[Problem] = (), *, status: int = 200) -> HttpResponse:
    """The form with what it would change."""
    names, found = list(names_at(page.table)), previewed(page)
    state = (found and state_of_change(page.table, found.plan, page.own)) or page.state
    problems = own_problems(problems, page.own)
    context: dict[str, Any] = {
        "table": page.table,
        "variant": variant_of(page.table),
        "address": page.address,
        "pending": [write_change(change) for change in page.sent.pending],
        "entry_key": page.sent.entry_key,
        "why": page.sent.why,
        "form": drawn_deal(page, state, names, problems),
        "event": drawn_event(page, state, names, problems),
        **page.words,
        **title_words(page.words["does"], page.kind, page.number),
        **page.more,
        **result(page, found, state, names),
    }
    fragment = is_fragment(page.request) and page.request.headers.get("HX-Target") == "entry"
    template = "ledger/partials/change.html" if fragment else "ledger/change.html"
    return render(page.request, template, context, status=status)


def own_problems(problems: Sequence[Problem], own: int) -> list[Problem]:
    """Faults of the entry on this page; of several changes saved together each stands under its own."""
    several = [p for p in problems if p.path[:1] == ("changes",)]
    mine = [Problem(p.path[2:], p.code, p.details) for p in several if p.path[1] == own]
    return mine if several else list(problems)


def previewed(page: Page) -> ChangesPreview | None:
    """What all the changes would do; None where what they rest on is gone."""
    try:
        return preview_changes(page.table, page.changes)
    except (NotThere, NotStanding):
        return None


def drawn_deal(page: Page, state: TableState, names: Sequence[str], problems: Sequence[Problem]) -> Form | None:
    """The entry form, where the change is about a deal."""
    if page.draft is None:
        return None
    key = str(page.sent.entry_key)
    variant = variant_of(page.table)
    # The field of the page says 1 where the place is told by the entry that is corrected.
    place = page.more.get("position") or 1
    form = form_for(variant, state, names, page.draft, position=place, entry_key=key, problems=problems)
    plain = plain_standing(variant, state, names, place)
    return replace(form, standing=plain_json(plain), outcomes=outcomes_address(page.table))


def drawn_event(page: Page, state: TableState, names: Sequence[str], problems: Sequence[Problem]) -> EventForm | None:
    """The small form, where the change is about people or points."""
    if page.event is None or page.kind is None:
        return None
    met = {folded_name(names[s]) for s in state.met}
    club = [p.name for p in players_of(page.table.evening.club) if folded_name(p.name) not in met]
    return EventForm(page.kind, variant_of(page.table), state, names, club, page.event, problems)


def result(page: Page, found: ChangesPreview | None, state: TableState, names: list[str]) -> dict[str, Any]:
    """What comes out: of the entry itself, in later entries, and who sits at the table then."""
    if found is None:
        return {"gone": True}
    scored, variant = found.made[page.own], variant_of(page.table)
    faults = found.plan.given_faults().get(page.own, [])
    bare = page.draft is None and page.event is None
    names = with_newcomers(names, found)
    corrected = corrected_rows(page.table, found, page.changes, page.own)
    replay = replay_view(found, names, variant, page.own, page.changes, corrected)
    context: dict[str, Any] = {"replay": replay, "names": names}
    if bare:
        # No row of this page could show them.
        context["refusals"] = [(fault_field(p), fault_words(p)) for p in faults]
    if scored:
        context["outcome"] = outcome_of(variant, state, scored.facts, names, scored)
    if scored and isinstance(scored.facts, EventFacts) and scored.state.order != state.order:
        context["then"] = seated(scored.state, names, state)
    return context


def with_newcomers(names: Sequence[str], found: ChangesPreview) -> list[str]:
    """The names by number with those of people who would come."""
    known = list(names)
    for scored in filter(None, found.made):
        event = scored.facts
        if isinstance(event, EventFacts) and event.player is not None and event.number is not None:
            known += [""] * (event.number + 1 - len(known))
            known[event.number] = event.player
    return known
