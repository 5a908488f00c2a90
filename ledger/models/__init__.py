"""Everything that is stored."""

from ledger.models.deals import ORDER_STEP, Deal, DealMark, DealPosting, DealResult, DealRetired
from ledger.models.ids import new_public_id
from ledger.models.people import BY_LENGTH, Club, ClubEvent, Player, called
from ledger.models.play import Announcement, Closing, Evening, Seat, Table, TableEvent
from ledger.models.rules import HouseRules, HouseVersion, RulesVersion
from ledger.models.seasons import (
    DealPart,
    MonthContract,
    MonthMoney,
    MonthTotal,
    OpeningBalance,
    Season,
    TableTotal,
    Uncounted,
)
from ledger.models.settling import PAYMENT_MOST, ROUNDING_MOST, Payment, PaymentUndone, Settlement, SettlementLine

__all__ = [
    "BY_LENGTH",
    "ORDER_STEP",
    "PAYMENT_MOST",
    "ROUNDING_MOST",
    "Announcement",
    "Closing",
    "Club",
    "ClubEvent",
    "Deal",
    "DealMark",
    "DealPart",
    "DealPosting",
    "DealResult",
    "DealRetired",
    "Evening",
    "HouseRules",
    "HouseVersion",
    "MonthContract",
    "MonthMoney",
    "MonthTotal",
    "OpeningBalance",
    "Payment",
    "PaymentUndone",
    "Player",
    "RulesVersion",
    "Season",
    "Seat",
    "Settlement",
    "SettlementLine",
    "Table",
    "TableEvent",
    "TableTotal",
    "Uncounted",
    "called",
    "new_public_id",
]
