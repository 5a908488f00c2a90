"""Everything that is stored."""

from ledger.models.deals import ORDER_STEP, Deal, DealMark, DealPosting, DealResult, DealRetired
from ledger.models.ids import new_public_id
from ledger.models.people import Club, ClubEvent, Player
from ledger.models.play import BY_LENGTH, Announcement, Closing, Evening, Seat, Table, TableEvent
from ledger.models.rules import RulesVersion

__all__ = [
    "BY_LENGTH",
    "ORDER_STEP",
    "Announcement",
    "Closing",
    "Club",
    "ClubEvent",
    "Deal",
    "DealMark",
    "DealPosting",
    "DealResult",
    "DealRetired",
    "Evening",
    "Player",
    "RulesVersion",
    "Seat",
    "Table",
    "TableEvent",
    "new_public_id",
]
