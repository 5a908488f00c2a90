"""People come, go, change places, points are moved by hand: the small forms, and the plain facts they mean."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from ledger.fault_words import fault_words
from ledger.forms.keys import Ask, Key, Text
from ledger.rules.events import KITTY_WORD, REASON_LENGTH, EventFacts, EventKind, plain_event
from ledger.rules.problems import Problem, clean_name, is_text
from ledger.rules.table import TableState
from ledger.rules.variant import Variant
from ledger.words import breakable

Row = Ask | Text
SEAT, CLUB = "seat:", "club:"
"""What stands before the number of somebody known, and before the name of somebody of the club."""
CHIPS_MOST = 12
NAME_LENGTH = 50


@dataclass(frozen=True, slots=True)
class EventDraft:
    """A small form as it was filled in so far, every field as text."""

    seat: str = ""
    who: str = ""
    player: str = ""
    after: str = ""
    seats: tuple[str, ...] = ()
    giver: str = ""
    taker: str = ""
    points: str = ""
    reason: str = ""
    answers: str = ""


def read_event(data: QueryDict) -> EventDraft:
    """The form in a query string or as it was posted."""
    names = ("seat", "who", "after", "giver", "taker", "points", "answers")
    said = {name: data.get(name, "") for name in names}
    texts = {name: clean_name(data.get(name, "")) for name in ("player", "reason") if is_text(data.get(name, ""))}
    return EventDraft(**said, **texts, seats=tuple(dict.fromkeys(data.getlist("seats"))))


def event_draft(event: EventFacts) -> EventDraft:
    """The form that would say this event."""
    plain = {k: str(v) for k, v in plain_event(event).items() if not isinstance(v, list)}
    known = event.seat if event.kind is EventKind.JOIN else event.by
    return EventDraft(
        seat="" if event.kind is EventKind.JOIN else plain.get("seat", ""),
        who=f"{SEAT}{known}" if known is not None else "",
        player=event.player or "",
        after=plain.get("after", ""),
        seats=tuple(map(str, event.seats or ())),
        giver=plain.get("from", ""),
        taker=plain.get("to", ""),
        points=plain.get("points", ""),
        reason=event.reason or "",
        answers=plain.get("with", ""),
    )


def plain_of_event(kind: EventKind, draft: EventDraft) -> dict[str, Any]:
    """The plain facts the form means; what can't be read stays as it is, to be refused at its field."""
    said: dict[EventKind, dict[str, Any]] = {
        EventKind.JOIN: {**_comer(draft, "seat"), "after": _number(draft.after)},
        EventKind.LEAVE: {"seat": _number(draft.seat)},
        EventKind.SUBSTITUTE: {"seat": _number(draft.seat), **_comer(draft, "by")},
        EventKind.SWAP: {"seats": [_number(s) for s in draft.seats] or None},
        EventKind.ADJUSTMENT: {
            "from": _account(draft.giver),
            "to": _account(draft.taker),
            "points": _number(draft.points.strip()),
            "reason": draft.reason or None,
        },
        EventKind.CASH_OUT: {"seat": _number(draft.seat), "with": _number(draft.answers)},
    }
    return {"kind": str(kind)} | {key: value for key, value in said[kind].items() if value is not None}


def _comer(draft: EventDraft, key: str) -> dict[str, Any]:
    """Who sits down. A name that was written wins over a key that was tapped."""
    if draft.player:
        return {"player": draft.player}
    if draft.who.startswith(SEAT):
        return {key: _number(draft.who.removeprefix(SEAT))}
    return {"player": draft.who.removeprefix(CLUB) or None}


def _number(text: str) -> Any:
    if text == "":
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def _account(text: str) -> Any:
    return text if text == KITTY_WORD else _number(text)


@dataclass(frozen=True)
class EventForm:
    """Draws one small form for one table, state and draft."""

    kind: EventKind
    variant: Variant
    state: TableState
    names: Sequence[str]
    club: Sequence[str]
    """Players of the club who have not sat at this table."""
    draft: EventDraft
    problems: Sequence[Problem] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """The questions of this form, in order."""
        drawn: Mapping[EventKind, Any] = {
            EventKind.JOIN: self._join,
            EventKind.LEAVE: self._leave,
            EventKind.SUBSTITUTE: self._substitute,
            EventKind.SWAP: self._swap,
            EventKind.ADJUSTMENT: self._adjustment,
            EventKind.CASH_OUT: self._cash_out,
        }
        return tuple(drawn[self.kind]())

    @property
    def faults(self) -> tuple[str, ...]:
        """Faults that have no row of their own."""
        drawn = {row.name for row in self.rows}
        return tuple(fault_words(p) for p in self.problems if self._field(p) not in drawn)

    def _join(self) -> Iterator[Row]:
        yield from self._comer_rows()
        keys = self._people("after", self.state.order, self.draft.after)
        yield self._ask("after", gettext("sits after"), keys, gettext("clockwise, on his left"))

    def _leave(self) -> Iterator[Row]:
        yield self._ask("seat", gettext("who"), self._people("seat", self.state.order, self.draft.seat))

    def _substitute(self) -> Iterator[Row]:
        yield self._ask("seat", gettext("whose place"), self._people("seat", self.state.order, self.draft.seat))
        yield from self._comer_rows()

    def _swap(self) -> Iterator[Row]:
        keys = self._people("seats", self.state.order, *self.draft.seats, kind="checkbox")
        yield self._ask("seats", gettext("tap two"), keys)

    def _adjustment(self) -> Iterator[Row]:
        yield self._ask("giver", gettext("from"), self._accounts("giver", self.draft.giver))
        yield self._ask("taker", gettext("to"), self._accounts("taker", self.draft.taker))
        yield self._text("points", gettext("points"), self.draft.points, mode="numeric", most=7)
        yield self._text("reason", gettext("reason"), self.draft.reason, most=REASON_LENGTH)

    def _cash_out(self) -> Iterator[Row]:
        yield self._ask("seat", gettext("who"), self._people("seat", self.state.met, self.draft.seat))
        keys = self._people("answers", self.state.met, self.draft.answers)
        yield self._ask(
            "answers",
            gettext("with"),
            keys,
            gettext("pays or is paid in money now, and answers for the points at the end"),
        )

    def _comer_rows(self) -> Iterator[Row]:
        gone = [s for s in self.state.met if s not in self.state.order]
        known = [(f"{SEAT}{s}", self.names[s]) for s in gone]
        known += [(f"{CLUB}{name}", name) for name in self.club[:CHIPS_MOST]]
        chosen = "" if self.draft.player else self.draft.who
        if known:
            keys = tuple(Key("who", value, breakable(name), chosen == value) for value, name in known)
            yield self._ask("who", gettext("comes"), keys)
        words = gettext("or new") if known else gettext("name")
        yield self._text("player", words, self.draft.player, most=NAME_LENGTH)

    def _people(self, name: str, people: Sequence[int], *chosen: str, kind: str = "radio") -> tuple[Key, ...]:
        return tuple(Key(name, str(s), breakable(self.names[s]), str(s) in chosen, kind=kind) for s in people)

    def _accounts(self, name: str, chosen: str) -> tuple[Key, ...]:
        keys = self._people(name, self.state.met, chosen)
        if self.variant.kitty is None:
            return keys
        return (*keys, Key(name, KITTY_WORD, gettext("kitty"), chosen == KITTY_WORD))

    def _ask(self, name: str, legend: str, keys: tuple[Key, ...], aside: str = "") -> Ask:
        return Ask(name, legend, keys, aside, "full" if aside else "", self._error(name))

    def _text(self, name: str, legend: str, value: str, *, mode: str = "text", most: int) -> Text:
        return Text(name, legend, value, mode, most, self._error(name))

    def _error(self, name: str) -> str:
        return next((fault_words(p) for p in self.problems if self._field(p) == name), "")

    def _field(self, problem: Problem) -> str:
        key = str(problem.path[0]) if problem.path else ""
        if key == "by" or (key == "seat" and self.kind is EventKind.JOIN):
            key = "player"
        return {"from": "giver", "to": "taker", "with": "answers"}.get(key, key)


def with_default(kind: EventKind, draft: EventDraft, state: TableState) -> EventDraft:
    """The draft with what stands chosen before anybody taps: a newcomer sits after the last of the list."""
    if kind is EventKind.JOIN and not draft.after:
        return replace(draft, after=str(state.order[-1]))
    return draft
