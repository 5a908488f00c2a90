"""Reads what a deal says of seats, suits and the table's own words, with every fault at its key."""

from collections.abc import Mapping
from typing import Any

from ledger.rules.cards import Suit
from ledger.rules.deal_facts import FACT_KEYS, NOTE_LENGTH, SUITS, SWITCHES, TRICKS
from ledger.rules.problems import Problem, Reader, is_whole
from ledger.rules.seating import AT_PLAY, sitting_out
from ledger.rules.situation import Kind, Situation
from ledger.rules.variant import Contract, Variant


class DealReader:
    """Reads one deal key by key. `ok[key]` holds a value that passed, so that later rules can rest on it."""

    def __init__(
        self, variant: Variant, situation: Situation, plain: Mapping[str, Any], besides: tuple[str, ...]
    ) -> None:
        said = {k: v for k, v in plain.items() if not (k in SWITCHES and v is False)}
        self.r = Reader(said, (*FACT_KEYS, *besides))
        self.variant, self.situation = variant, situation
        self.ok: dict[str, Any] = {}
        self.kind: Kind | None = None
        self.contract: Contract | None = None

    def open(self, key: str) -> bool:
        """Whether the key stands there and nothing is wrong with it yet."""
        return self.r.has(key) and key not in self.r.found

    def alien(self, key: str, why: str) -> None:
        """Note that a key that is there does not belong."""
        if self.r.has(key):
            self.r.fault(key, "not-in-variant", why=why)

    def suit(self, key: str) -> None:
        """Judge a suit."""
        if self.open(key):
            suit = self.r.word(key, SUITS)
            if suit is not None:
                self.ok[key] = Suit(suit)

    def ok_seat(self, key: str, *, plays: bool = True) -> None:
        """Judge a seat: its type, whether it is of this table, whether it plays this deal."""
        if not self.open(key):
            return
        seat = self.r.typed(key, is_whole, "a seat, a whole number")
        met, order = self.situation.met, self.situation.order
        if seat is None:
            return
        if seat < 0 or (met is not None and seat not in met):
            self.r.fault(key, "unknown-seat", last=max(met) if met else 5)
        elif order is not None and seat not in order:
            self.r.fault(key, "not-at-table")
        elif plays and self._sits_out(seat):
            self.r.fault(key, "seat-sits-out")
        else:
            self.ok[key] = seat

    def _sits_out(self, seat: int) -> bool:
        dealer = self.ok.get("dealer") if self.r.has("dealer") else self.situation.dealer
        order = self.situation.order
        if self.r.has("sitting_out"):
            return seat in self.ok.get("sitting_out", ())
        return dealer is not None and order is not None and seat in sitting_out(order, dealer)

    def sitting_out(self) -> None:
        """Who sits out by the table's own word: so many of those at the table that four are left."""
        if not self.open("sitting_out"):
            return
        said, order = self.r.items("sitting_out"), self.situation.order
        if said is None:
            return
        if not all(is_whole(s) for s in said):
            self.r.fault("sitting_out", "wrong-type", wanted="a list of seats")
        elif order is not None and not set(said) <= set(order):
            self.r.fault("sitting_out", "not-at-table")
        elif len(set(said)) != len(said) or (order is not None and len(said) != len(order) - AT_PLAY):
            self.r.fault("sitting_out", "out-of-range", wanted=f"so many that {AT_PLAY} are left")
        else:
            self.ok["sitting_out"] = tuple(said)

    def seat_tricks(self) -> None:
        """The tricks of everybody by number, 13 together, none for who does not play."""
        if not self.open("seat_tricks"):
            return
        said, met, order = self.r.items("seat_tricks"), self.situation.met, self.situation.order
        if said is None:
            return
        faults = [p for seat, tricks in enumerate(said) for p in self._seat_tricks_fault(seat, tricks)]
        # Who has left may be missing at the end; nobody who is there.
        if met and order and not max(order) < len(said) <= max(met) + 1:
            self.r.fault("seat_tricks", "out-of-range", wanted=f"{max(met) + 1} numbers, one for each by number")
        elif faults:
            self.r.faults_under("seat_tricks", faults)
        elif sum(said) != TRICKS:
            self.r.fault("seat_tricks", "out-of-range", wanted=f"{TRICKS} tricks together")
        else:
            self.ok["seat_tricks"] = tuple(said)

    def _seat_tricks_fault(self, seat: int, tricks: Any) -> list[Problem]:
        order = self.situation.order
        if not is_whole(tricks):
            return [Problem((seat,), "wrong-type", {"wanted": "a whole number"})]
        if not 0 <= tricks <= TRICKS:
            return [Problem((seat,), "out-of-range", {"wanted": f"from 0 to {TRICKS}"})]
        if tricks and order is not None and seat not in order:
            return [Problem((seat,), "not-at-table")]
        return [Problem((seat,), "seat-sits-out")] if tricks and self._sits_out(seat) else []

    def note(self) -> None:
        """Judge the note; an empty one is none."""
        note = self.r.name("note", 0, NOTE_LENGTH, None) if self.open("note") else None
        if note:
            self.ok["note"] = note
