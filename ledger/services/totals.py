"""What each player made of a table and of a month, written anew in the transaction that changes it."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import date

from django.db import transaction

from ledger.models import Club, DealPart, Evening, MonthTotal, Settlement, Table, TableTotal
from ledger.queries.clubs import day_of
from ledger.queries.months import month_folds, month_of
from ledger.queries.seasons import day_in
from ledger.queries.totals import TableFold, stored_part, stored_total, table_fold

BATCH = 500


def retotal(table: Table) -> None:
    """Write the table's totals anew where they are not what it comes to now. The caller holds the lock of the table."""
    fold = table_fold(table)
    stored = TableTotal.objects.filter(table=table).order_by("player_id")
    parts = DealPart.objects.filter(table=table).order_by("deal_id", "player_id")
    if tuple(map(stored_total, stored)) != fold.totals or tuple(map(stored_part, parts)) != fold.parts:
        _write(table, fold)
    refold(table.evening.club, [day_of(table.evening)])


def _write(table: Table, fold: TableFold) -> None:
    TableTotal.objects.filter(table=table).delete()
    DealPart.objects.filter(table=table).delete()
    TableTotal.objects.bulk_create(TableTotal(table=table, **asdict(total)) for total in fold.totals)
    place = {"table": table, "club_id": table.evening.club_id}
    DealPart.objects.bulk_create((DealPart(**place, **asdict(part)) for part in fold.parts), batch_size=BATCH)


@transaction.atomic
def catch_up() -> int:
    """Write the totals of tables that were closed before there were any; how many those were."""
    found = Table.objects.filter(closing__isnull=False, totals=None, results__isnull=False).distinct()
    tables = list(found.select_related("rules", "evening__club"))
    for table in tables:
        _write(table, table_fold(table))
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
        for fold in month_folds(club, month):
            stored, right = fold.compared()
            if stored != right:
                fold.stored.delete()
                fold.stored.model._default_manager.bulk_create(fold.right, batch_size=BATCH)
