"""A sheet as frozen data: one table's evening as the sheet format has it."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ledger.rules.points import Points
from ledger.rules.settlement import Stake
from ledger.rules.sheet_deals import SheetDeal
from ledger.rules.variant import Variant

Plain = Mapping[str, Any]


class KittyEnd(StrEnum):
    """What becomes of the kitty when the evening is closed."""

    DIVIDE = "divide"
    CARRY = "carry"


@dataclass(frozen=True, slots=True)
class Closing:
    """The evening is closed; `kitty` is None where the rules have no kitty."""

    kitty: KittyEnd | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table's evening, read without fault. Seats are positions in `players`; points are whole."""

    code: str | None
    """Code of the built-in rules, None for a rules document of its own."""
    document: Plain
    """The whole rules document."""
    options: Mapping[str, int | str | bool]
    """What was agreed before the evening, as it was said."""
    variant: Variant
    """The rules with what was agreed filled in."""
    players: tuple[str, ...]
    deals: tuple[SheetDeal, ...] = ()
    date: datetime.date | None = None
    name: str | None = None
    first_dealer: int = 0
    opening_kitty: Points = 0
    stake: Stake | None = None
    closing: Closing | None = None
    """None: the evening is still open."""
