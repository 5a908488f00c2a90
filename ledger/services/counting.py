"""Whether a deal or an evening counts in the standings; at the table it does in any case."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.db import transaction

from ledger.models import Deal, Evening, Table, Uncounted
from ledger.queries.clubs import day_of
from ledger.services.clubs import locked_club, log_club
from ledger.services.errors import Unknown
from ledger.services.rows import locked_table, log, save_table, signed
from ledger.services.totals import refold


@transaction.atomic
def count_deal(*, table_id: str, deal_key: UUID, counts: bool, by: str) -> Table:
    """Say whether a deal that stands counts in the standings; twice is harmless. Raises Unknown."""
    table = locked_table(table_id)
    deal = Deal.objects.filter(table=table, entry_key=deal_key, retired__isnull=True).first()
    if deal is None:
        raise Unknown(f"no entry {deal_key}")
    flagged = Uncounted.objects.filter(deal=deal)
    if flagged.exists() != counts:
        return table
    if counts:
        flagged.delete()
    else:
        Uncounted.objects.create(deal=deal, by=signed(by))
    save_table(table)
    log(table, "changed", {"what": "counted" if counts else "uncounted", "key": str(deal_key)}, by)
    return table


@transaction.atomic
def count_evening(*, club_id: str, evening_id: str, counts: bool, by: str) -> Evening:
    """Say whether an evening counts in the standings; twice is harmless. Raises Unknown."""
    club = locked_club(club_id)
    evening = Evening.objects.filter(club=club, public_id=evening_id).first()
    if evening is None:
        raise Unknown(f"no evening {evening_id}")
    if evening.counts != counts:
        evening.counts = counts
        evening.save(update_fields=["counts"])
        refold(club, [day_of(evening)])
        log_club(club, "season", {"evening": evening.public_id, "counts": counts}, by)
    return evening


def keep_uncounted(rows: Iterable[Deal]) -> None:
    """New rows that take over from one that does not count do not count either."""
    keep_uncounted_of({row.came_from_id: row for row in rows if row.came_from_id})


def keep_uncounted_of(rows: Mapping[int, Deal]) -> None:
    """The same, where the keys of the old rows are told."""
    if rows:
        flags = Uncounted.objects.filter(deal__in=list(rows))
        Uncounted.objects.bulk_create(Uncounted(deal=rows[f.deal_id], by=f.by, at=f.at) for f in flags)
