"""What each player made of a table, written anew in the transaction that changes it."""

from dataclasses import asdict

from ledger.models import Table, TableTotal
from ledger.queries.totals import stored_total, table_totals


def retotal(table: Table) -> None:
    """Write the table's totals anew where they are not what it comes to now. The caller holds the lock of the table."""
    totals = table_totals(table)
    stored = TableTotal.objects.filter(table=table).order_by("player_id")
    if [stored_total(row) for row in stored] != totals:
        stored.delete()
        TableTotal.objects.bulk_create(TableTotal(table=table, **asdict(total)) for total in totals)
