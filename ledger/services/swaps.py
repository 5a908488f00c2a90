"""Two seats were swapped and it is noticed later: put right at one stroke."""

from uuid import UUID

from django.db import transaction

from ledger.models import Deal, Table
from ledger.queries.swaps import Results, swap_changes
from ledger.services.changing import carry_out
from ledger.services.rows import locked_table


@transaction.atomic
def swap_since(
    *, table_id: str, since: UUID, seats: tuple[int, int], results: Results, entry_key: UUID, by: str, why: str = ""
) -> Table:
    """Two changed places before the entry `since`. With `stay` everybody keeps what was written to his name, with `go`
    each takes over what was written to the seat from there on. Sent twice it is done once.

    Raises Unknown, Stale, Faulty with everything that would be faulty, by position in `later`."""
    table = locked_table(table_id)
    if Deal.objects.filter(table=table, entry_key=entry_key).exists():
        return table
    changes = swap_changes(table, since=since, seats=seats, results=results, entry_key=entry_key)
    carry_out(table, changes, by=by, why=why, what=f"swap-{results}")
    return table
