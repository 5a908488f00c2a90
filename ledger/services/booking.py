"""Money lines written anew after whatever changes a closed table, and in the evening its kitty was carried to."""

from collections import Counter
from collections.abc import Iterable

from ledger.models import Player, Settlement, SettlementLine, Table
from ledger.queries.booking import Booked, booked, rounding_lines, table_money
from ledger.services.totals import refold_settlement

Kind = SettlementLine.Kind


def locked_settlement(settlement_id: int) -> Settlement:
    """The settlement, its row locked until the transaction ends. Tables are locked before settlements, always."""
    return Settlement.objects.select_for_update(of=("self",), no_key=True).get(pk=settlement_id)


def locked_settlements(settlement_ids: Iterable[int]) -> dict[int, Settlement]:
    """Several settlements by their keys, the oldest locked first, as always."""
    return {pk: locked_settlement(pk) for pk in sorted(set(settlement_ids))}


def rebook(table: Table) -> None:
    """Write the table's lines anew where they are not what it comes to now, and those that follow from them.

    The caller holds the lock of the table. What a carried kitty is worth changes the money of the evenings after it,
    too: their rows are locked first, in the order in which they were played, and read as they are then.
    """
    chain = [table, *locked_chain(table)]
    settlements = locked_settlements(one.settlement_id for one in chain)
    for one in chain:
        _rebook_one(one, settlements[one.settlement_id])


def locked_chain(table: Table) -> list[Table]:
    """The tables the kitty went on to, one after the other."""
    found: list[Table] = []
    while True:
        last = found[-1] if found else table
        rows = Table.objects.select_for_update(of=("self",), no_key=True).select_related("evening", "rules")
        one = rows.filter(carried_from=last).first()
        if one is None:
            break
        found.append(one)
    return found


def _rebook_one(table: Table, settlement: Settlement) -> None:
    # Read under the lock: another phone may correct the evening before at this moment.
    money = table_money(_with_evening_before(table))
    stored = list(SettlementLine.objects.filter(table=table))
    if Counter(map(booked, stored)) != Counter(money.lines):
        SettlementLine.objects.filter(table=table).delete()
        _store(settlement, money.lines, table)
        touch(settlement)
        book_rounding(settlement)
    if table.kitty_held != money.held:
        table.kitty_held = money.held
        table.save(update_fields=["kitty_held"])


def book_rounding(settlement: Settlement) -> None:
    """Write the lines of rounding anew; those of the tables are there."""
    lines = [booked(line) for line in settlement.lines.exclude(kind=Kind.ROUNDING)]
    ids = [line.player_id for line in lines if line.player_id]
    folded = dict(Player.objects.filter(pk__in=ids).values_list("pk", "folded"))
    settlement.lines.filter(kind=Kind.ROUNDING).delete()
    _store(settlement, rounding_lines(settlement, lines, folded), None)
    refold_settlement(settlement)


def touch(settlement: Settlement, *fields: str) -> None:
    """Store changed fields; the new version tells the other phones."""
    settlement.version += 1
    settlement.save(update_fields=["version", *fields])


def _with_evening_before(table: Table) -> Table:
    if table.carried_from_id:
        table.carried_from = Table.objects.select_related("kitty_keeper").get(pk=table.carried_from_id)
    return table


def _store(settlement: Settlement, lines: Iterable[Booked], table: Table | None) -> None:
    SettlementLine.objects.bulk_create(
        SettlementLine(
            settlement=settlement,
            table=table,
            player_id=line.player_id,
            kind=line.kind,
            currency=line.currency,
            amount=line.amount,
        )
        for line in lines
    )
