"""What happens at a table between two deals: people come, go, change places; points are moved by hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from ledger.rules.points import Points
from ledger.rules.postings import KITTY, Account
from ledger.rules.problems import Problem, Reader, is_whole
from ledger.rules.situation import Situation
from ledger.rules.variant import Variant


class EventKind(StrEnum):
    """What happened."""

    JOIN = "join"
    """Somebody sits down, from the next deal on."""
    LEAVE = "leave"
    """Somebody gets up; what he has won or lost stays his."""
    SUBSTITUTE = "substitute"
    """Somebody takes another's place; each keeps his own points."""
    SWAP = "swap"
    """Two change places; the turn to deal stays with the place."""
    ADJUSTMENT = "adjustment"
    """Points moved by hand, with a reason."""
    CASH_OUT = "cash_out"
    """Somebody's result so far is settled in money with another, who answers for it at the end."""


@dataclass(frozen=True, slots=True)
class EventFacts:
    """One event. `seat` is whom it is about: who leaves, is replaced, cashes out, or sits down again."""

    kind: EventKind
    seat: int | None = None
    player: str | None = None
    """The name of somebody new."""
    number: int | None = None
    """The number that somebody new was given; None: the next one. A ledger keeps it, for undoing an earlier arrival
    must not change anybody's number; a sheet has no need of it."""
    by: int | None = None
    """Who takes the place, where he is no new one."""
    after: int | None = None
    """Clockwise after whom one sits down; None: after the last of the list."""
    seats: tuple[int, int] | None = None
    """Who change places."""
    giver: Account | None = None
    taker: Account | None = None
    points: Points | None = None
    reason: str | None = None
    answers: int | None = None
    """Who answers for the one who cashes out."""


KEYS: Final[Mapping[EventKind, tuple[str, ...]]] = {
    EventKind.JOIN: ("player", "seat", "after"),
    EventKind.LEAVE: ("seat",),
    EventKind.SUBSTITUTE: ("seat", "player", "by"),
    EventKind.SWAP: ("seats",),
    EventKind.ADJUSTMENT: ("from", "to", "points", "reason"),
    EventKind.CASH_OUT: ("seat", "with"),
}
"""The keys of each kind besides `kind`, in the order of the format."""
EVENT_KINDS: Final = tuple(k.value for k in EventKind)
EVENT_KEYS: Final = tuple(dict.fromkeys(key for keys in KEYS.values() for key in keys))
POINTS_MOST: Final = 1_000_000
REASON_LENGTH: Final = 500
KITTY_WORD: Final = "kitty"


def check_event(
    variant: Variant, situation: Situation, plain: Mapping[str, Any], besides: tuple[str, ...] = ()
) -> EventFacts | list[Problem]:
    """The event given as plain data of the sheet format, or all that is wrong with it. `besides` as in check_deal."""
    kind = EventKind(plain["kind"])
    r = Reader(plain, ("kind", *EVENT_KEYS, *besides))
    for key in EVENT_KEYS:
        if r.has(key) and key not in KEYS[kind]:
            r.fault(key, "not-in-variant", why=f"does not belong to {kind}")
    judge = _Judge(variant, situation, r)
    values: dict[str, Any] = {
        EventKind.JOIN: judge.join,
        EventKind.LEAVE: judge.leave,
        EventKind.SUBSTITUTE: judge.substitute,
        EventKind.SWAP: judge.swap,
        EventKind.ADJUSTMENT: judge.adjustment,
        EventKind.CASH_OUT: judge.cash_out,
    }[kind]()
    return r.problems() or EventFacts(kind, **values)


class _Judge:
    def __init__(self, variant: Variant, situation: Situation, r: Reader) -> None:
        self.variant, self.situation, self.r = variant, situation, r

    def join(self) -> dict[str, Any]:
        order = self.situation.order
        if order is not None and len(order) >= self.variant.seating.most:
            self.r.fault("kind", "table-full", most=self.variant.seating.most)
        values = {"after": self.person("after", at_table=True, required=False)}
        return values | self._comer("seat")

    def leave(self) -> dict[str, Any]:
        order = self.situation.order
        if order is not None and len(order) == 1:
            self.r.fault("kind", "last-at-table")
        return {"seat": self.person("seat", at_table=True)}

    def substitute(self) -> dict[str, Any]:
        return {"seat": self.person("seat", at_table=True)} | self._comer("by")

    def swap(self) -> dict[str, Any]:
        seats = self.r.items("seats")
        if seats is None:
            return {}
        order = self.situation.order
        if len(seats) != 2 or not all(is_whole(s) for s in seats):
            self.r.fault("seats", "wrong-type", wanted="two seats")
        elif order is not None and not all(s in order for s in seats):
            self.r.fault("seats", "not-at-table")
        elif seats[0] == seats[1]:
            self.r.fault("seats", "same-seat")
        return {"seats": tuple(seats[:2])}

    def adjustment(self) -> dict[str, Any]:
        giver, taker = self._account("from"), self._account("to")
        if giver is not None and giver == taker:
            self.r.fault("to", "same-seat")
        points = self.r.integer("points", 1, POINTS_MOST)
        kitty = self.situation.kitty
        if giver == KITTY and points is not None and kitty is not None and points > kitty:
            self.r.fault("points", "out-of-range", wanted=f"at most what lies in the kitty, {kitty}")
        return {"giver": giver, "taker": taker, "points": points, "reason": self.r.name("reason", 1, REASON_LENGTH)}

    def cash_out(self) -> dict[str, Any]:
        seat, answers = self.person("seat"), self.person("with")
        if seat is not None and seat == answers:
            self.r.fault("with", "same-seat")
        return {"seat": seat, "answers": answers}

    def _comer(self, key: str) -> dict[str, Any]:
        """Who sits down: somebody new by name, or one who is known and not at the table."""
        if self.r.has("player") and self.r.has(key):
            self.r.fault(key, "not-in-variant", why="somebody new or somebody known, not both")
            return {}
        if self.r.has(key):
            person = self.person(key)
            if person is not None and self.situation.order is not None and person in self.situation.order:
                self.r.fault(key, "at-table-already")
            return {key: person}
        name = self.r.name("player", 1, 50)
        names = self.situation.names
        if name is not None and names is not None and name.casefold() in {n.casefold() for n in names}:
            self.r.fault("player", "duplicate")
        return {"player": name}

    def person(self, key: str, *, at_table: bool = False, required: bool = True) -> int | None:
        """Somebody of this evening."""
        if not self.r.has(key) and not required:
            return None
        seat: int | None = self.r.typed(key, is_whole, "a seat, a whole number")
        met, order = self.situation.met, self.situation.order
        if seat is None or key in self.r.found:
            return None
        if seat < 0 or (met is not None and seat not in met):
            self.r.fault(key, "unknown-seat", last=max(met) if met else 5)
        elif at_table and order is not None and seat not in order:
            self.r.fault(key, "not-at-table")
        else:
            return seat
        return None

    def _account(self, key: str) -> Account | None:
        if self.r.plain.get(key) == KITTY_WORD:
            if self.variant.kitty is None:
                self.r.fault(key, "not-in-variant", why="these rules have no kitty")
            return KITTY
        return self.person(key)


def plain_event(event: EventFacts) -> dict[str, Any]:
    """The event as the plain data of the sheet format."""
    found: dict[str, Any] = {
        "kind": str(event.kind),
        "seat": event.seat,
        "player": event.player,
        "by": event.by,
        "after": event.after,
        "seats": list(event.seats) if event.seats else None,
        "from": KITTY_WORD if event.giver == KITTY else event.giver,
        "to": KITTY_WORD if event.taker == KITTY else event.taker,
        "points": event.points,
        "reason": event.reason,
        "with": event.answers,
    }
    return {key: value for key, value in found.items() if value is not None}
