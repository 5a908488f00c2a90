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
    TRICKS,
    DealFacts,
    plain_facts,
)
from ledger.rules.deal_reading import DealReader
from ledger.rules.prices import ByTricks
from ledger.rules.problems import Problem
from ledger.rules.seating import AT_PLAY
from ledger.rules.situation import KINDS, Kind, Situation
from ledger.rules.variant import Contract, Trump, Variant

__all__ = [
    "FACT_KEYS",
    "NOTE_LENGTH",
    "SEAT_KEYS",
    "SUITS",
    "SWITCHES",
    "TRICKS",
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


class _Judge(DealReader):
    """Goes through one deal key by key, in the order in which later rules rest on earlier ones."""

    def run(self) -> None:
        order = self.situation.order
        if order is not None and len(order) < AT_PLAY:
            self.r.fault("kind", "table-paused", least=AT_PLAY)
            return
        self._kind()
        self._keys_of_variant()
        self.ok_seat("dealer", plays=False)
        self.sitting_out()
        self.note()
        self.suit("turned")
        if self.kind is None:
            return
        self._keys_of_kind()
        self._contract()
        self._numbers()
        self._seats()
        self._helper()
        self.suit("trump")
        if self.contract and "trump" in self.ok:
            self._trump(self.contract)
        self._switches()
        self.seat_tricks()
        self._missing()

    def facts(self) -> DealFacts:
        values = {k: self.ok[k] for k in FACT_KEYS if k in self.ok and k != "kind"}
        return DealFacts(kind=self.kind or Kind.PLAYED, **values)

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
            "seat_tricks": v.passed is None,
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
        if self.kind is not Kind.PASSED:
            self.alien("seat_tricks", "only in a deal that all passed")

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
        most = {"tricks": self.contract.most_tricks if self.contract else TRICKS, "helper_tricks": TRICKS}
        for key, limit in most.items():
            if self.open(key):
                if key == "helper_tricks" and not self._may_have_helper_tricks():
                    self.alien(key, "only with a helper")
                    continue
                value = self.r.integer(key, 0, limit)
                if value is not None:
                    self.ok[key] = value
        if self.ok.get("helper_tricks", 0) > self.ok.get("tricks", TRICKS):
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

    def _helper(self) -> None:
        if "helper" not in self.ok:
            return
        never = all(c.joint is None for c in self.variant.contracts)
        if never or (self.contract and self.contract.joint is None):
            self.r.fault("helper", "helper-not-allowed")
        elif self.ok["helper"] == self.ok.get("declarer"):
            self.r.fault("helper", "same-seat")

    def _trump(self, contract: Contract) -> None:
        if contract.trump is Trump.NONE:
            self.r.fault("trump", "trump-not-allowed", why="this contract has no trump")
            return
        if contract.trump is Trump.ANY or self.senior() is None:
            return
        if "turned" not in self.ok and self.ok["trump"] != self.senior():
            return  # the missing turned card is the fault
        allowed = [s for rank in self.variant.rank_order for s in self.suits(rank)]
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
        if self.kind is Kind.PASSED and self.variant.passed:
            self.r.get("seat_tricks")

    def _owes_helper_tricks(self) -> bool:
        """Short together, without a revoke of the two: who is below his own quota must be known."""
        contract, tricks = self.contract, self.ok.get("tricks")
        if not contract or not self.variant.owes_parts(contract) or tricks is None or "helper" not in self.ok:
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
        if not scheme.turns_a_card or self.kind is Kind.MISDEAL:
            return False
        if scheme is SuitScheme.COLOURS:
            # A price by tricks is one for all suits: the turned card only ranks the bids.
            return (
                contract is not None and contract.trump is not Trump.NONE and not isinstance(contract.price, ByTricks)
            )
        if self.situation.counted == 0:
            return True
        if contract is None or contract.trump is not Trump.RANKED or self.situation.senior is None:
            return False
        return "trump" in self.ok and self.ok["trump"] != self.situation.senior
