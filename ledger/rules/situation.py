"""What is known of a table before an entry of its log, as far as faults in earlier entries let it be known."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from ledger.rules.cards import Suit, SuitScheme, is_suit
from ledger.rules.points import Points
from ledger.rules.problems import is_whole
from ledger.rules.seating import Order, next_seat
from ledger.rules.variant import Variant


class Kind(StrEnum):
    """What became of a deal."""

    PLAYED = "played"
    PASSED = "passed"
    MISDEAL = "misdeal"


KINDS: Final = tuple(k.value for k in Kind)


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known before a deal or event. None: it can't be known, because an earlier entry is faulty."""

    met: tuple[int, ...] | None
    """Everybody who has sat at the table so far, by number."""
    order: Order | None
    """Who sits at the table, clockwise."""
    dealer: int | None
    """Whose turn it is to deal."""
    counted: int | None
    """How many deals have counted so far."""
    senior: Suit | None = None
    """The senior suit, once the first deal that counts has turned it."""
    names: tuple[str, ...] | None = None
    """The names of all who have sat at the table so far."""
    kitty: Points | None = None
    """What lies in the kitty."""

    def unread(self) -> "Situation":
        """What is known after an entry that can't be read, taken for a deal."""
        return replace(self, dealer=None, counted=None, kitty=None)

    def lost(self) -> "Situation":
        """What is known after an event of which nothing can be read."""
        return replace(self, met=None, order=None, dealer=None, counted=None, names=None, kitty=None)

    def after(self, variant: Variant, plain: Mapping[str, Any]) -> "Situation":
        """What is known after a deal of which only kind, dealer, fault and turned card are looked at."""
        plain = {k: v for k, v in plain.items() if v is not None}
        kind = plain.get("kind", Kind.PLAYED)
        if kind not in KINDS:
            return self.unread()
        counts = kind == Kind.PLAYED or (kind == Kind.PASSED and variant.turn.passed_counts)
        counted = self.counted if self.counted is None or not counts else self.counted + 1
        dealer, senior = self._next(variant, kind, plain), self._senior(variant, counts, plain)
        return replace(self, dealer=dealer, counted=counted, senior=senior, kitty=None)

    def _senior(self, variant: Variant, counts: bool, plain: Mapping[str, Any]) -> Suit | None:
        if variant.suits is not SuitScheme.SENIOR or not counts or self.counted != 0:
            return self.senior
        return Suit(plain["turned"]) if is_suit(plain.get("turned")) else None

    def _next(self, variant: Variant, kind: str, plain: Mapping[str, Any]) -> int | None:
        dealer = plain.get("dealer", self.dealer)
        if self.order is None or not is_whole(dealer) or dealer not in self.order:
            return None
        if kind == Kind.MISDEAL:
            fault = plain.get("fault", False)
            if not isinstance(fault, bool):
                return None
            again = not (fault and variant.turn.fault)
        else:
            again = kind == Kind.PASSED and variant.turn.passed_deals_again
        return int(dealer) if again else next_seat(self.order, dealer, variant.seating.step)
