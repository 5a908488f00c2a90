"""The facts of one deal, as someone at the table saw them."""

from dataclasses import dataclass
from typing import Any, Final

from ledger.rules.cards import Suit
from ledger.rules.situation import Kind


@dataclass(frozen=True, slots=True)
class DealFacts:
    """One deal. Seats are numbers of people of the evening; None is "not said". `tricks` are those of the declaring
    side."""

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
    seat_tricks: tuple[int, ...] | None = None
    """The tricks of everybody by number, in a deal that all passed and played out; 0 for who did not play."""
    sitting_out: tuple[int, ...] | None = None
    """Who sat out, where the table said so; None: as the rules have it."""
    note: str | None = None


FACT_KEYS: Final = (
    "kind", "dealer", "contract", "declarer", "tricks", "trump", "turned", "helper", "helper_tricks",
    "boston_holder", "revoke", "unclaimed", "fault", "forfeit", "seat_tricks", "sitting_out", "note",
)  # fmt: skip
"""The keys of a deal in the order of the sheet format."""
SUITS: Final = tuple(s.value for s in Suit)
NOTE_LENGTH: Final = 500
TRICKS: Final = 13
"""All tricks of a deal together."""
SWITCHES: Final = ("unclaimed", "fault", "forfeit")
SEAT_KEYS: Final = ("dealer", "declarer", "helper", "boston_holder", "revoke")
PLAYED_ONLY: Final = (
    "contract", "declarer", "tricks", "trump", "helper", "helper_tricks", "boston_holder", "revoke", "unclaimed",
)  # fmt: skip


def plain_facts(facts: DealFacts) -> dict[str, Any]:
    """The facts as the plain data of the sheet format, defaults left out."""
    plain: dict[str, Any] = {}
    for key in FACT_KEYS:
        value = getattr(facts, key)
        if value is not None and value is not False and not (key == "kind" and value is Kind.PLAYED):
            plain[key] = list(value) if isinstance(value, tuple) else value
            if isinstance(value, (Suit, Kind)):
                plain[key] = str(value)
    return plain
