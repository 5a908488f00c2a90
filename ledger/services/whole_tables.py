"""What is done to tables whole: discard a trial, join the same evening of two phones."""

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import Q

from ledger.models import Club, ClubEvent, Deal, DealRetired, Payment, Table
from ledger.queries.changes import Insert
from ledger.queries.clubs import day_of
from ledger.queries.merging import Merge, merge_changes
from ledger.queries.refold import names_by_number
from ledger.queries.rows import facts_of
from ledger.queries.sitting import sitting_names
from ledger.rules.log import plain_entry
from ledger.services.booking import book_rounding, locked_chain, locked_settlement, rebook, touch
from ledger.services.changing import planned, store
from ledger.services.counting import keep_uncounted_of
from ledger.services.errors import Faulty, Paid, Unknown
from ledger.services.rows import locked_table, log, refuse_changed, refuse_closed, signed
from ledger.services.totals import refold


@transaction.atomic
def discard_table(*, table_id: str, by: str, version: int | None = None) -> Club:
    """Delete a trial evening whole. The club's log keeps what it was: name, date, rules, players, how many entries.

    Raises Unknown, Stale (it is not at the version that the person saw), Paid (money was given on it)."""
    table = locked_table(table_id)
    refuse_changed(table, version)
    _refuse_paid(table)
    club = table.evening.club
    _discard(table, "discarded", {}, by)
    return club


def _refuse_paid(table: Table) -> None:
    """Raises Paid where money was given on the table, or on several together of which it is one."""
    live = Payment.objects.filter(settlement=table.settlement_id, undone=None)
    if live.filter(Q(table=table) | Q(joint=True)).exists():
        raise Paid(f"there are payments at table {table.public_id}")


def _discard(table: Table, kind: str, data: dict[str, Any], by: str) -> None:
    evening = table.evening
    what = {
        "table": table.public_id,
        "date": evening.date.isoformat() if evening.date else None,
        "name": evening.name,
        "rules": table.rules.code,
        "players": list(sitting_names(table)),
        "entries": table.results.count(),
    }
    ClubEvent.objects.create(club=evening.club, kind=kind, data=what | data, by=signed(by))
    following = locked_chain(table)
    settlement = locked_settlement(table.settlement_id)
    table.delete()
    if settlement.tables.exists():
        touch(settlement)
        book_rounding(settlement)
    else:
        settlement.payments.all().delete()
        settlement.delete()
    for one in following[:1]:
        # Its kitty comes from no evening any more.
        one.carried_from = None
        rebook(one)
    refold(evening.club, [day_of(evening)])
    if not evening.tables.exists():
        evening.delete()


@transaction.atomic
def merge_tables(*, table_id: str, from_id: str, by: str) -> Table:
    """The same evening was started on two phones: append the entries of `from_id` to `table_id`, by the players'
    names, and discard the other table. They keep who recorded them and when.

    Raises Unknown, TableClosed, Faulty with the faults of the other's entries under `changes[n]`."""
    table, other = _both_locked(table_id, from_id)
    for one in (table, other):
        refuse_closed(one)
    if other.settlement.tables.count() > 1:
        _refuse_paid(other)
    merge = merge_changes(table, other)
    if isinstance(merge, list):
        raise Faulty(merge)
    found = planned(table, merge.changes, several=True)
    batch = uuid4()
    store(table, found, by=by, batch=batch)
    _keep_who_and_when(table, merge)
    _keep_kitty(table, other)
    # Where both had been closed and paid before: what was paid stays paid.
    Payment.objects.filter(table=other).update(table=table, settlement=table.settlement_id)
    said = {"from": other.public_id, "entries": len(merge.changes), "batch": str(batch)}
    log(table, "merged", said | _voided(other), by)
    _discard(other, "merged", {"into": table.public_id}, by)
    return table


def _keep_kitty(table: Table, other: Table) -> None:
    """The evening that took up a carried kitty is this one now, and that whose kitty was taken up."""
    if not Table.objects.filter(carried_from=table).exists():
        Table.objects.filter(carried_from=other).update(carried_from=table)
    if other.carried_from_id and table.carried_from_id is None and other.opening_kitty == table.opening_kitty:
        before, other.carried_from = other.carried_from, None
        other.save(update_fields=["carried_from"])
        table.carried_from, table.kitty_keeper = before, table.kitty_keeper or other.kitty_keeper
        table.save(update_fields=["carried_from", "kitty_keeper"])


def _voided(other: Table) -> dict[str, Any]:
    """What was struck through at the other table, in its own numbers: said in the log, for its rows go with it."""
    names = names_by_number(other)
    gone = DealRetired.objects.filter(deal__table=other).select_related("deal").order_by("id")
    rows = [
        {"facts": plain_entry(facts_of(row.deal)), "recorded_by": row.deal.recorded_by, "by": row.by, "why": row.why}
        for row in gone
    ]
    return {"voided": rows, "players": [names[n] for n in sorted(names)]} if rows else {}


def _both_locked(one: str, other: str) -> tuple[Table, Table]:
    """Both tables, the older first, as always. Raises Unknown; a table is not merged with itself."""
    if one == other:
        raise Unknown("a table is not merged with itself")
    order = Table.objects.filter(public_id__in=(one, other)).order_by("pk").values_list("public_id", flat=True)
    tables = {public_id: locked_table(public_id) for public_id in [*order, one, other]}
    return tables[one], tables[other]


def _keep_who_and_when(table: Table, merge: Merge) -> None:
    rows = list(Deal.objects.filter(table=table, entry_key__in=list(_keys(merge.changes))))
    for row in rows:
        source = merge.rows[row.entry_key]
        row.how = Deal.How.MERGED
        row.recorded_by, row.recorded_at = source.recorded_by, source.recorded_at
    Deal.objects.bulk_update(rows, ["how", "recorded_by", "recorded_at"], batch_size=200)
    keep_uncounted_of({merge.rows[row.entry_key].pk: row for row in rows})


def _keys(changes: Iterable[Insert]) -> Iterable[Any]:
    return (change.entry_key for change in changes)
