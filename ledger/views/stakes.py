"""The stake of a table in words, and what another one would change."""

from copy import copy
from typing import Any

from django.utils.translation import gettext

from ledger.forms.stakes import stake_values
from ledger.models import Table
from ledger.money import signed_money, with_currency
from ledger.queries.settlement import SettlementView, settlement_view
from ledger.rules.settlement import Stake


def money_worth(view: SettlementView) -> dict[str, Any] | None:
    """The stake in words: so many points are so much."""
    if view.stake is None:
        return None
    values = stake_values(view.stake)
    return {"points": view.stake.points, "sum": with_currency(values["stake_amount"], view.stake.currency)}


def stake_changes(table: Table, stake: Stake | None) -> list[tuple[str, str, str]]:
    """Whose money another stake changes: the name, as it was, as it would be. None before there is money."""
    if table.stake is None or table.stake == stake or not table.kept_state.counted:
        return []
    then = copy(table)
    then.stake_points, then.stake_amount, then.stake_currency = (
        (stake.points, stake.amount, stake.currency) if stake else (None, None, None)
    )
    before, after = settlement_view(table), settlement_view(then)
    return [
        (one.name, _money_words(one.money, table.stake), _money_words(other.money, stake))
        for one, other in zip(before.seats, after.seats, strict=True)
    ]


def _money_words(minor: int | None, stake: Stake | None) -> str:
    """`+€3.00`."""
    if stake is None:
        return gettext("points alone")
    return signed_money(minor or 0, stake.currency)
