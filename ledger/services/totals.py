"""What each player made of a table and of a month, written anew in the transaction that changes it."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import date

from django.db import transaction

from ledger.models import Club, Evening, MonthMoney, MonthTotal, Settlement, Table, TableTotal
from ledger.queries.clubs import zone_of
from ledger.queries.months import month_money, month_of, month_totals, plain_money, plain_total
from ledger.queries.seasons import day_in
from ledger.queries.totals import stored_total, table_totals


def retotal(table: Table) -> None:
    """Write the table's totals anew where they are not what it comes to now. The caller holds the lock of the table."""
    totals = table_totals(table)
    stored = TableTotal.objects.filter(table=table).order_by("player_id")
    if [stored_total(row) for row in stored] != totals:
        stored.delete()
        TableTotal.objects.bulk_create(TableTotal(table=table, **asdict(total)) for total in totals)
    refold(table.evening.club, [day_of(table.evening)])


@transaction.atomic
def catch_up() -> int:
    """Write the totals of tables that were closed before there were any; how many those were."""
    found = Table.objects.filter(closing__isnull=False, totals=None, results__isnull=False).distinct()
    tables = list(found.select_related("rules", "evening__club"))
    for table in tables:
        TableTotal.objects.bulk_create(TableTotal(table=table, **asdict(total)) for total in table_totals(table))
    for club in {table.evening.club for table in tables}:
        refold_club(club)
    return len(tables)


def refold_settlement(settlement: Settlement) -> None:
    """The months of all tables that settle there: rounding goes with the first of them."""
    evenings = Evening.objects.filter(tables__settlement=settlement).distinct()
    refold(settlement.club, [day_of(evening) for evening in evenings.select_related("club")])


def refold_club(club: Club) -> None:
    """All months: after evenings may have changed their days, or totals their players."""
    days = Evening.objects.filter(club=club).annotate(day=day_in(club)).values_list("day", flat=True)
    known = MonthTotal.objects.filter(club=club).values_list("month", flat=True)
    refold(club, [*days, *known])


def refold(club: Club, days: Iterable[date]) -> None:
    """Write the months of these days anew where they are not what their tables come to now."""
    months = sorted({month_of(day).starts for day in days})
    if months:
        # Tables of one month are changed under locks of their own.
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    for month in map(month_of, months):
        totals = MonthTotal.objects.filter(club=club, month=month.starts)
        right = list(month_totals(club, month))
        if sorted(map(plain_total, totals), key=str) != sorted(map(plain_total, right), key=str):
            totals.delete()
            MonthTotal.objects.bulk_create(right)
        money = MonthMoney.objects.filter(club=club, month=month.starts)
        amounts = list(month_money(club, month))
        if sorted(map(plain_money, money), key=str) != sorted(map(plain_money, amounts), key=str):
            money.delete()
            MonthMoney.objects.bulk_create(amounts)


def day_of(evening: Evening) -> date:
    """The day of an evening where its club plays."""
    return evening.date or evening.started_at.astimezone(zone_of(evening.club)).date()
