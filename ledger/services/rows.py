"""What every service does: lock the table's row, sign with a name, log, and let other phones see that it changed."""

import unicodedata
from typing import Any

from ledger.models import BY_LENGTH, Table, TableEvent
from ledger.rules.currencies import is_currency
from ledger.rules.problems import Problem, clean_name
from ledger.rules.settlement import Stake
from ledger.rules.sheet_reading import STAKE_POINTS_MOST
from ledger.services.booking import rebook
from ledger.services.errors import Faulty, Stale, TableClosed, Unknown
from ledger.services.totals import retotal

WHY_LENGTH = 500


def locked_table(table_id: str) -> Table:
    """The table, its row locked until the transaction ends. Raises Unknown.

    Rows that point to it (payments, deals) can be added meanwhile: their keys are not locked."""
    found = Table.objects.select_for_update(of=("self",), no_key=True).select_related("rules", "evening__club")
    table = found.filter(public_id=table_id).first()
    if table is None:
        raise Unknown(f"no table {table_id}")
    return table


def refuse_closed(table: Table) -> None:
    """Raises TableClosed."""
    if table.closing is not None:
        raise TableClosed(f"table {table.public_id} is closed")


def refuse_changed(table: Table, version: int | None) -> None:
    """Raises Stale where the table is not as the person saw it; None: he saw none."""
    if version is not None and table.version != version:
        raise Stale(f"table {table.public_id} is at version {table.version}, not {version}")


def signed(by: str, length: int = BY_LENGTH) -> str:
    """A name or a reason as it is kept: on one line, not too long."""
    text = "".join(" " if unicodedata.category(c) in ("Cc", "Cs") else c for c in by)
    return clean_name(text)[:length]


def save_table(table: Table, *fields: str) -> None:
    """Store changed fields; the new version tells the other phones. A closed evening's money and totals follow."""
    table.version += 1
    table.save(update_fields=["version", *fields])
    if table.closing is not None or "closing" in fields:
        rebook(table)
        retotal(table)


def log(table: Table, kind: str, data: dict[str, Any], by: str, why: str = "") -> None:
    """Add a line to the table's log."""
    TableEvent.objects.create(table=table, kind=kind, data=data, by=signed(by), why=signed(why, WHY_LENGTH))


def checked_stake(stake: Stake | None) -> dict[str, Any]:
    """A stake as columns of a table. Raises Faulty."""
    if stake is None:
        return {"stake_points": None, "stake_amount": None, "stake_currency": None}
    problems = []
    if not 1 <= stake.points <= STAKE_POINTS_MOST:
        problems.append(Problem(("stake", "points"), "out-of-range", {"wanted": f"from 1 to {STAKE_POINTS_MOST}"}))
    if not 1 <= stake.amount < 10**13:
        problems.append(Problem(("stake", "amount"), "out-of-range", {"wanted": "above 0"}))
    if not is_currency(stake.currency):
        problems.append(Problem(("stake", "currency"), "out-of-range", {"wanted": "a currency such as EUR"}))
    if problems:
        raise Faulty(problems)
    return {"stake_points": stake.points, "stake_amount": stake.amount, "stake_currency": stake.currency}
