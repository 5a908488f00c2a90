"""The check that finds all in the facts of a deal that contradicts the rules."""

from collections.abc import Mapping
from typing import Any

from ledger.rules.cards import Suit, SuitScheme, suits_of_rank
from ledger.rules.deal_facts import (
    FACT_KEYS,
    NOTE_LENGTH,
    PLAYED_ONLY,
    SEAT_KEYS,
    SUITS,
    SWITCHES,
    DealFacts,
    plain_facts,
)
from ledger.rules.problems import Problem, Reader, is_whole
from ledger.rules.situation import KINDS, Kind, Situation
from ledger.rules.variant import AT_PLAY, Contract, Trump, Variant, sitting_out

__all__ = [
    "FACT_KEYS",
    "NOTE_LENGTH",
    "SEAT_KEYS",
    "SUITS",
    "SWITCHES",
    "DealFacts",
    "check_deal",
    "plain_facts",
]


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
        order = self.situation.order
        if order is not None and len(order) < AT_PLAY:
            self.r.fault("kind", "table-paused", least=AT_PLAY)
            return
        self._kind()
        self._keys_of_variant()
        self.ok_seat("dealer", plays=False)
        self._sitting_out()
        self._note()
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

    def _sitting_out(self) -> None:
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

    def _note(self) -> None:
        note = self.r.name("note", 0, NOTE_LENGTH, None) if self.open("note") else None
        if note:
            self.ok["note"] = note

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
