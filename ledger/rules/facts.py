"""The facts of one deal, as someone at the table saw them, and the check that finds all that contradicts the rules."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from ledger.rules.cards import Suit, SuitScheme, suits_of_rank
from ledger.rules.problems import Problem, Reader, is_whole
from ledger.rules.variant import Contract, Trump, Variant, is_suit, next_seat, sitting_out


class Kind(StrEnum):
    """What became of a deal."""

    PLAYED = "played"
    PASSED = "passed"
    MISDEAL = "misdeal"


@dataclass(frozen=True, slots=True)
class DealFacts:
    """One deal. Seats count from 0 clockwise; None is "not said". `tricks` are those of the declaring side."""

    kind: Kind = Kind.PLAYED
    dealer: int | None = None
    """Who dealt, where it was not the one whose turn it was."""
    contract: str | None = None
    declarer: int | None = None
    trump: Suit | None = None
    turned: Suit | None = None
    helper: int | None = None
    tricks: int | None = None
    helper_tricks: int | None = None
    boston_holder: int | None = None
    revoke: int | None = None
    unclaimed: bool = False
    fault: bool = False
    forfeit: bool = False


FACT_KEYS: Final = (
    "kind", "dealer", "contract", "declarer", "tricks", "trump", "turned", "helper", "helper_tricks",
    "boston_holder", "revoke", "unclaimed", "fault", "forfeit",
)  # fmt: skip
"""The keys of a deal in the order of the sheet format."""
KINDS: Final = tuple(k.value for k in Kind)
SUITS: Final = tuple(s.value for s in Suit)
SWITCHES: Final = ("unclaimed", "fault", "forfeit")
SEAT_KEYS: Final = ("dealer", "declarer", "helper", "boston_holder", "revoke")
PLAYED_ONLY: Final = (
    "contract", "declarer", "tricks", "trump", "helper", "helper_tricks", "boston_holder", "revoke", "unclaimed",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known before a deal. None: it can't be known, because an earlier deal is faulty."""

    seats: int | None
    dealer: int | None
    """Whose turn it is to deal."""
    counted: int | None
    """How many deals have counted so far."""
    senior: Suit | None = None
    """The senior suit, once the first deal that counts has turned it."""

    def lost(self) -> "Situation":
        """What is known after a deal of which nothing can be read."""
        return replace(self, dealer=None, counted=None)

    def after(self, variant: Variant, plain: Mapping[str, Any]) -> "Situation":
        """What is known after a deal of which only kind, dealer, fault and turned card are looked at."""
        plain = {k: v for k, v in plain.items() if v is not None}
        kind = plain.get("kind", Kind.PLAYED)
        if kind not in KINDS:
            return self.lost()
        counts = kind == Kind.PLAYED or (kind == Kind.PASSED and variant.turn.passed_counts)
        counted = self.counted if self.counted is None or not counts else self.counted + 1
        return Situation(self.seats, self._next(variant, kind, plain), counted, self._senior(variant, counts, plain))

    def _senior(self, variant: Variant, counts: bool, plain: Mapping[str, Any]) -> Suit | None:
        if variant.suits is not SuitScheme.SENIOR or not counts or self.counted != 0:
            return self.senior
        return Suit(plain["turned"]) if is_suit(plain.get("turned")) else None

    def _next(self, variant: Variant, kind: str, plain: Mapping[str, Any]) -> int | None:
        dealer = plain.get("dealer", self.dealer)
        if dealer is None or self.seats is None or not is_whole(dealer) or not 0 <= dealer < self.seats:
            return None
        if kind == Kind.MISDEAL:
            fault = plain.get("fault", False)
            if not isinstance(fault, bool):
                return None
            again = not (fault and variant.turn.fault)
        else:
            again = kind == Kind.PASSED and variant.turn.passed_deals_again
        return int(dealer) if again else next_seat(self.seats, dealer, variant.seating.step)


def check_deal(
    variant: Variant, situation: Situation, plain: Mapping[str, Any], besides: tuple[str, ...] = ()
) -> DealFacts | list[Problem]:
    """The facts of a deal given as plain data (the keys of the sheet format), or all that is wrong with them.

    A key with None is as no key, so is False for a switch. `besides` are keys that are not facts and not judged here.
    What can't be judged because of another fault is left unjudged.
    """
    judge = _Judge(variant, situation, plain, besides)
    judge.run()
    problems = judge.r.problems()
    return problems or judge.facts()


class _Judge:
    """Goes through one deal key by key. `_ok[key]` holds a value that passed, so that later rules can rest on it."""

    def __init__(
        self, variant: Variant, situation: Situation, plain: Mapping[str, Any], besides: tuple[str, ...]
    ) -> None:
        said = {k: v for k, v in plain.items() if not (k in SWITCHES and v is False)}
        self.r = Reader(said, (*FACT_KEYS, *besides))
        self.variant, self.situation = variant, situation
        self.ok: dict[str, Any] = {}
        self.kind: Kind | None = None
        self.contract: Contract | None = None

    def run(self) -> None:
        self._kind()
        self._keys_of_variant()
        self.ok_seat("dealer", plays=False)
        self._suit("turned")
        if self.kind is None:
            return
        self._keys_of_kind()
        self._contract()
        self._numbers()
        self._seats()
        self._helper()
        self._suit("trump")
        if self.contract and "trump" in self.ok:
            self._trump(self.contract)
        self._switches()
        self._missing()

    def facts(self) -> DealFacts:
        values = {k: self.ok[k] for k in FACT_KEYS if k in self.ok and k != "kind"}
        return DealFacts(kind=self.kind or Kind.PLAYED, **values)

    def open(self, key: str) -> bool:
        """Whether the key stands there and nothing is wrong with it yet."""
        return self.r.has(key) and key not in self.r.found

    def alien(self, key: str, why: str) -> None:
        if self.r.has(key):
            self.r.fault(key, "not-in-variant", why=why)

    def _kind(self) -> None:
        kind = self.r.word("kind", KINDS, Kind.PLAYED)
        self.kind = Kind(kind) if kind is not None else None

    def _keys_of_variant(self) -> None:
        v = self.variant
        absent = {
            "turned": not v.suits.turns_a_card,
            "boston_holder": v.boston is None,
            "revoke": v.revoke is None,
            "unclaimed": v.kitty is None,
            "fault": not v.turn.fault,
            "forfeit": not v.turn.fault or v.kitty is None,
        }
        for key, gone in absent.items():
            if gone:
                self.alien(key, "these rules don't know it")

    def _keys_of_kind(self) -> None:
        if self.kind is not Kind.PLAYED:
            for key in PLAYED_ONLY:
                self.alien(key, "only in a deal that was played")
        if self.kind is not Kind.MISDEAL:
            self.alien("fault", "only in a misdeal")
            self.alien("forfeit", "only in a misdeal")

    def _contract(self) -> None:
        if self.kind is not Kind.PLAYED or not self.open("contract"):
            return
        code = self.r.text("contract")
        if code in self.variant.by_code:
            self.contract = self.variant.by_code[code]
            self.ok["contract"] = code
        elif code in self.variant.withheld:
            self.alien("contract", "it was agreed not to play it")
        elif code is not None:
            self.r.fault("contract", "unknown-contract", known=", ".join(self.variant.by_code))

    def _numbers(self) -> None:
        most = {"tricks": self.contract.most_tricks if self.contract else 13, "helper_tricks": 13}
        for key, limit in most.items():
            if self.open(key):
                if key == "helper_tricks" and not self._may_have_helper_tricks():
                    self.alien(key, "only with a helper")
                    continue
                value = self.r.integer(key, 0, limit)
                if value is not None:
                    self.ok[key] = value
        if self.ok.get("helper_tricks", 0) > self.ok.get("tricks", 13):
            self.r.fault("helper_tricks", "helper-tricks-over-tricks", tricks=self.ok["tricks"])

    def _may_have_helper_tricks(self) -> bool:
        if all(c.joint is None for c in self.variant.contracts):
            return False
        return self.r.has("helper") and (self.contract is None or self.contract.joint is not None)

    def _seats(self) -> None:
        for key in ("declarer", "helper", "revoke"):
            self.ok_seat(key)
        if self.contract and not self.contract.boston and self.variant.boston is not None:
            self.alien("boston_holder", "the boston does not count in this contract")
        self.ok_seat("boston_holder")

    def ok_seat(self, key: str, *, plays: bool = True) -> None:
        """Judge a seat: its type, whether it is of this table, whether it plays this deal."""
        if not self.open(key):
            return
        seat = self.r.typed(key, is_whole, "a seat, a whole number")
        seats = self.situation.seats
        if seat is None:
            return
        if seat < 0 or (seats is not None and seat >= seats):
            self.r.fault(key, "unknown-seat", last=(seats or 6) - 1)
        elif plays and self._sits_out(seat):
            self.r.fault(key, "seat-sits-out")
        else:
            self.ok[key] = seat

    def _sits_out(self, seat: int) -> bool:
        dealer = self.ok.get("dealer") if self.r.has("dealer") else self.situation.dealer
        seats = self.situation.seats
        return dealer is not None and seats is not None and seat in sitting_out(seats, dealer)

    def _helper(self) -> None:
        if "helper" not in self.ok:
            return
        never = all(c.joint is None for c in self.variant.contracts)
        if never or (self.contract and self.contract.joint is None):
            self.r.fault("helper", "helper-not-allowed")
        elif self.ok["helper"] == self.ok.get("declarer"):
            self.r.fault("helper", "same-seat")

    def _suit(self, key: str) -> None:
        if self.open(key):
            suit = self.r.word(key, SUITS)
            if suit is not None:
                self.ok[key] = Suit(suit)

    def _trump(self, contract: Contract) -> None:
        if contract.trump is Trump.NONE:
            self.r.fault("trump", "trump-not-allowed", why="this contract has no trump")
            return
        if contract.trump is Trump.ANY or self.senior() is None:
            return
        if "turned" not in self.ok and self.ok["trump"] != self.senior():
            return  # the missing turned card is the fault
        allowed = [s for rank in self.variant.suits.ranks for s in self.suits(rank)]
        if self.ok["trump"] not in allowed:
            why = "must be " + " or ".join(allowed) + ", the suits with a rank in this deal"
            self.r.fault("trump", "trump-not-allowed", why=why)

    def suits(self, rank: str) -> tuple[Suit, ...]:
        return suits_of_rank(self.variant.suits, rank, turned=self.ok.get("turned"), senior=self.senior())

    def senior(self) -> Suit | None:
        """The senior suit of this deal: in the first one that counts its own turned card."""
        if self.situation.counted == 0:
            return self.ok.get("turned")
        return self.situation.senior

    def _switches(self) -> None:
        for key in SWITCHES:
            if key == "forfeit" and self.open(key) and not self.r.has("fault"):
                self.alien(key, "only where the misdeal was the dealer's fault")
            elif self.open(key):
                value = self.r.switch(key)
                if value is not None:
                    self.ok[key] = value

    def _missing(self) -> None:
        if self.kind is Kind.PLAYED:
            for key in ("contract", "declarer", "tricks"):
                self.r.get(key)
            if self.contract and self.contract.trump is not Trump.NONE:
                self.r.get("trump")
            if self._owes_helper_tricks():
                self.r.get("helper_tricks")
        if self._owes_turned():
            self.r.get("turned")

    def _owes_helper_tricks(self) -> bool:
        """Short together, without a revoke of the two: who is below his own quota must be known."""
        contract, tricks = self.contract, self.ok.get("tricks")
        if not contract or contract.quotas is None or tricks is None or "helper" not in self.ok:
            return False
        if "helper" in self.r.found or contract.made(tricks, helped=True):
            return False
        if not self.r.has("revoke"):
            return True
        culprit = self.ok.get("revoke")
        sides = {self.ok.get("declarer"), self.ok["helper"]}
        return culprit is not None and None not in sides and culprit not in sides

    def _owes_turned(self) -> bool:
        scheme, contract = self.variant.suits, self.contract
        if scheme is SuitScheme.EQUAL or self.kind is Kind.MISDEAL:
            return False
        if scheme is SuitScheme.COLOURS:
            return contract is not None and contract.trump is not Trump.NONE
        if self.situation.counted == 0:
            return True
        if contract is None or contract.trump is not Trump.RANKED or self.situation.senior is None:
            return False
        return "trump" in self.ok and self.ok["trump"] != self.situation.senior


def plain_facts(facts: DealFacts) -> dict[str, Any]:
    """The facts as the plain data of the sheet format, defaults left out."""
    plain: dict[str, Any] = {}
    for key in FACT_KEYS:
        value = getattr(facts, key)
        if value is not None and value is not False and not (key == "kind" and value is Kind.PLAYED):
            plain[key] = str(value) if isinstance(value, (Suit, Kind)) else value
    return plain
