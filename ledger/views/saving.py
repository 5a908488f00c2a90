"""Which service saves which change of the log."""

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.models import Table
from ledger.queries.changes import Change, Insert, Move, Replace, Restore, Retire
from ledger.services.deals import change_log, correct_deal, insert_deal, move_deal, record_deal, restore_deal, undo_deal


def save_change(table: Table, pending: Sequence[Change], change: Change, by: str, why: str, position: int) -> None:
    """Save the change, together with those that waited for it. `position`: the place a new entry takes."""
    told: dict[str, Any] = {"table_id": table.public_id, "by": by}
    if pending:
        change_log(**told, changes=[*pending, change], why=why)
    elif isinstance(change, Replace):
        key, facts = change.entry_key, change.facts
        correct_deal(**told, deal_key=change.deal_key, entry_key=key, facts=facts, why=why)
    elif isinstance(change, Retire):
        undo_deal(**told, deal_key=change.deal_key, why=why)
    elif isinstance(change, Restore):
        restore_deal(**told, deal_key=change.deal_key, entry_key=change.entry_key, why=why)
    elif isinstance(change, Move):
        move_deal(**told, deal_key=change.deal_key, before=change.before, why=why)
    else:
        _insert(told, change, why, position)


def _insert(told: Mapping[str, Any], change: Insert, why: str, position: int) -> None:
    key, facts = change.entry_key, change.facts
    if change.before is None:
        record_deal(**told, position=position, entry_key=key, facts=facts)
    else:
        insert_deal(**told, before=change.before, entry_key=key, facts=facts, why=why)
