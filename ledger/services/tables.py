"""What is done to a table besides its deals: close, reopen, stake, announce, take links back."""

from collections.abc import Mapping
from typing import Any, Literal

from django.db import transaction
from django.db.models import Max

from ledger.models import Announcement, Closing, DealResult, Table
from ledger.queries.rows import variant_of
from ledger.rules.facts import check_deal
from ledger.rules.problems import Problem
from ledger.rules.settlement import Stake
from ledger.services.errors import Conflict, Faulty, Stale
from ledger.services.rows import checked_stake, locked_table, log, refuse_closed, save_table, signed

KittyEnd = Literal["divide", "carry"]
Role = Literal["scorer", "viewer"]


@transaction.atomic
def close_table(*, table_id: str, kitty: KittyEnd | None, by: str) -> Table:
    """Close the evening; twice in the same way is harmless. Raises Faulty where the kitty is not said or there is
    none, TableClosed where it was closed in another way."""
    table = locked_table(table_id)
    closing = _closing(table, kitty)
    if table.closing == closing:
        return table
    refuse_closed(table)
    table.closing = closing
    save_table(table, "closing")
    log(table, "closed", {"closing": closing, "kitty": table.kept_state.kitty}, by)
    return table


def _closing(table: Table, kitty: str | None) -> str:
    if variant_of(table).kitty is None:
        if kitty is not None:
            raise Faulty([Problem(("kitty",), "not-in-variant", {"why": "these rules have no kitty"})])
        return Closing.PLAIN.value
    if kitty is None:
        raise Faulty([Problem(("kitty",), "missing")])
    if kitty not in (Closing.DIVIDE, Closing.CARRY):
        raise Faulty([Problem(("kitty",), "out-of-range", {"wanted": "divide or carry"})])
    return kitty


@transaction.atomic
def reopen_table(*, table_id: str, by: str) -> Table:
    """Open a closed evening again; an open one stays as it is."""
    table = locked_table(table_id)
    if table.closing is not None:
        log(table, "reopened", {"closing": table.closing}, by)
        table.closing = None
        save_table(table, "closing")
    return table


@transaction.atomic
def set_stake(*, table_id: str, stake: Stake | None, by: str) -> Table:
    """Set, change or drop the money per point, also after closing. Raises Faulty."""
    table = locked_table(table_id)
    columns = checked_stake(stake)
    if table.stake == stake:
        return table
    data = {"before": table.stake and _plain(table.stake), "after": stake and _plain(stake)}
    for field, value in columns.items():
        setattr(table, field, value)
    save_table(table, *columns)
    log(table, "stake", data, by)
    return table


def _plain(stake: Stake) -> dict[str, Any]:
    return {"points": stake.points, "amount": stake.amount, "currency": stake.currency}


@transaction.atomic
def announce(*, table_id: str, position: int, facts: Mapping[str, Any], by: str) -> bool:
    """Say before a deal is played out what is known of it; nothing takes it back. False where nothing changed.

    What is not said yet is no fault. Raises Conflict where the deal is recorded already, TableClosed, Stale, Faulty.
    """
    table = locked_table(table_id)
    refuse_closed(table)
    _refuse_past(table, position)
    plain = {key: value for key, value in facts.items() if value is not None and value is not False}
    checked = check_deal(variant_of(table), table.kept_state.situation, plain)
    faults = [p for p in checked if p.code != "missing"] if isinstance(checked, list) else []
    if faults:
        raise Faulty(faults)
    last = Announcement.objects.filter(table=table, position=position).order_by("-id").first()
    if plain == (last.facts if last else {}):
        return False
    Announcement.objects.create(table=table, position=position, facts=plain, by=signed(by))
    save_table(table)
    return True


def _refuse_past(table: Table, position: int) -> None:
    following = (DealResult.objects.filter(table=table).aggregate(last=Max("position"))["last"] or 0) + 1
    if 1 <= position < following:
        raise Conflict(DealResult.objects.select_related("deal").get(table=table, position=position).deal)
    if position != following:
        raise Stale(f"the next position is {following}, not {position}")


@transaction.atomic
def revoke_links(*, table_id: str, role: Role, by: str) -> Table:
    """Take back every link of a role that was given out: links of the next generation differ."""
    table = locked_table(table_id)
    field = f"{role}_generation"
    generation = getattr(table, field) + 1
    setattr(table, field, generation)
    save_table(table, field)
    log(table, "links", {"role": role, "generation": generation}, by)
    return table
