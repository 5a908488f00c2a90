"""Tables that settle their money together, and part again."""

from collections.abc import Sequence

from django.db import transaction

from ledger.models import Settlement, Table
from ledger.rules.problems import Problem
from ledger.services.booking import book_rounding, locked_settlement, locked_settlements, touch
from ledger.services.errors import Faulty, Stale
from ledger.services.rows import locked_table, log


@transaction.atomic
def settle_together(*, table_id: str, others: Sequence[str], by: str) -> Settlement:
    """Settle closed tables of the club in one, this one's way: what is open of them is carried here, what was paid
    stays paid. Raises Unknown, Faulty, Stale (one of them is being played on)."""
    tables = _locked_tables(table_id, others)
    table = tables[table_id]
    settlements = locked_settlements(t.settlement_id for t in tables.values())
    home = settlements[table.settlement_id]
    if any(t.evening.club_id != home.club_id for t in tables.values()):
        raise Faulty([Problem(("others",), "out-of-range", {"wanted": "tables of the same club"})])
    if Table.objects.filter(settlement__in=settlements, closing=None).exists():
        raise Stale("a table is being played on")
    for one in settlements.values():
        if one != home:
            _move_in(home, one, table, by)
    return home


def _locked_tables(table_id: str, others: Sequence[str]) -> dict[str, Table]:
    """All of them and those that are settled with them, the oldest first, as always. Raises Unknown."""
    asked = [one for one in (table_id, *others) if "\0" not in one]
    found = Table.objects.filter(settlement__tables__public_id__in=asked).distinct().order_by("pk")
    order = [*found.values_list("public_id", flat=True), table_id, *others]
    return {one: locked_table(one) for one in dict.fromkeys(order)}


def _move_in(home: Settlement, other: Settlement, table: Table, by: str) -> None:
    """All tables of one settlement, with what was paid, become part of another."""
    moved = list(other.tables.order_by("id"))
    Table.objects.filter(pk__in=[t.pk for t in moved]).update(settlement=home)
    other.lines.exclude(table=None).update(settlement=home)
    other.payments.update(settlement=home)
    other.delete()
    touch(home)
    book_rounding(home)
    for one in moved:
        log(one, "together", {"with": table.public_id}, by)
    log(table, "together", {"tables": [t.public_id for t in moved]}, by)


@transaction.atomic
def settle_apart(*, table_id: str, by: str) -> Settlement:
    """Settle a table alone again; what was paid on it before goes along.

    Raises Unknown, Stale: something was paid while they were settled together, and nobody can say for which."""
    table = locked_table(table_id)
    old = locked_settlement(table.settlement_id)
    if old.tables.count() < 2:
        return old
    if old.payments.filter(joint=True, undone=None).exists():
        raise Stale("there are payments for all tables together")
    new = Settlement.objects.create(club_id=old.club_id)
    table.settlement = new
    table.save(update_fields=["settlement"])
    table.lines.update(settlement=new)
    # One that was taken back counts nowhere: it goes along with the page it was recorded on.
    table.payments.update(settlement=new)
    for one in (old, new):
        touch(one)
        book_rounding(one)
    log(table, "apart", {}, by)
    return new
