"""Money lines written anew after whatever changes a closed table, and in the evening its kitty was carried to."""

from collections import Counter
from collections.abc import Iterable

from ledger.models import Player, Settlement, SettlementLine, Table
from ledger.queries.booking import Booked, booked, rounding_lines, table_money
from ledger.services.totals import refold_settlement

Kind = SettlementLine.Kind


def locked_settlement(settlement_id: int) -> Settlement:
    """The settlement, its row locked until the transaction ends."""
    return Settlement.objects.select_for_update(of=("self",)).get(pk=settlement_id)


def rebook(table: Table) -> None:
    """Write the table's lines anew where they are not what it comes to now, and those that follow from them.

    The caller holds the lock of the table. What a carried kitty is worth may change the next evening's money too.
    """
    settlement = locked_settlement(table.settlement_id)
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
    _rebook_next(table)


def _rebook_next(table: Table) -> None:
    """The evening the kitty was carried to, as far as it is closed."""
    following = Table.objects.filter(carried_from=table, closing__isnull=False).select_related("evening", "rules")
    for one in following:
        rebook(one)


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
