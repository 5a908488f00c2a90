"""Store a plan of changes: new rows, rows that retire old ones, seats of those who came, and the fold anew."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any
from uuid import UUID, uuid4

from ledger.models import ORDER_STEP, Deal, DealMark, DealRetired, Seat, Table
from ledger.queries.changes import Change, NotStanding, NotThere, Plan, Slot, plan
from ledger.queries.refold import Ground
from ledger.queries.rows import columns_of, marks_of
from ledger.rules.events import EventFacts
from ledger.rules.table import Entry
from ledger.services.counting import keep_uncounted
from ledger.services.errors import Faulty, Stale, Unknown
from ledger.services.naming import player_named
from ledger.services.repost import store_fold
from ledger.services.rows import WHY_LENGTH, log, save_table, signed


@contextmanager
def told_as_ours() -> Iterator[None]:
    """A key that is not there or does not stand, in the words of the services."""
    try:
        yield
    except NotThere as error:
        raise Unknown(f"no entry {error}") from None
    except NotStanding as error:
        raise Stale(f"entry {error} does not stand any more") from None


def planned(table: Table, changes: Sequence[Change], ground: Ground | None = None, *, several: bool = False) -> Plan:
    """The plan, if nothing in it is faulty. Raises Unknown, Stale, Faulty: the faults of new facts (of several changes
    under `changes[n]`), and by position those of entries that stay."""
    with told_as_ours():
        found = plan(table, changes, ground)
    given, later = found.given_faults(), found.later_faults()
    if given or later:
        raise Faulty([p.under("changes", n) if several else p for n, ps in given.items() for p in ps], later)
    return found


def carry_out(
    table: Table, changes: Sequence[Change], *, by: str, why: str = "", what: str = "", ground: Ground | None = None
) -> Plan:
    """Plan the changes and store them; `what` names several that belong together. The caller holds the lock."""
    found = planned(table, changes, ground, several=bool(what))
    batch = uuid4() if what else None
    store(table, found, by=by, why=why, batch=batch)
    if what:
        log(table, "changed", {"what": what, "batch": str(batch), "changes": len(changes)}, by, why)
    if table.closing is not None:
        log(table, "corrected", {"closing": table.closing, "batch": batch and str(batch)}, by, why)
    return found


def store(table: Table, found: Plan, *, by: str, why: str = "", batch: UUID | None = None) -> None:
    """Write a plan without faults, and the table."""
    keys = _order_keys(table, found.slots)
    rows: dict[UUID, Deal] = {}
    for slot, line in zip(found.slots[found.first :], found.lines, strict=True):
        if slot.deal is None and line.entry is not None:
            signature = {"recorded_by": signed(by), "why": signed(why, WHY_LENGTH), "batch": batch}
            rows[slot.key] = _new_row(table, slot, line.entry, keys[slot.order_key], signature)
    DealMark.objects.bulk_create(m for key, row in rows.items() for m in marks_of(row, _entry(found, key)))
    DealRetired.objects.bulk_create(
        DealRetired(
            deal=deal,
            replaced_by=rows.get(key) if key else None,
            by=signed(by),
            why=signed(why, WHY_LENGTH),
            batch=batch,
        )
        for deal, key in found.retired
    )
    keep_uncounted(rows.values())
    seat_arrivals(table, [line.entry for line in found.lines if line.entry is not None])
    _store_results(table, found, rows)
    save_table(table, "state")


def _store_results(table: Table, found: Plan, rows: dict[UUID, Deal]) -> None:
    changed = list(zip(found.slots[found.first :], found.lines, strict=True))
    scored = [(slot.deal or rows[slot.key], line.scored) for slot, line in changed if line.scored]
    before = found.state_after or found.ground.opening
    store_fold(table, found.ground.variant, found.first + 1, scored, before)


def _entry(found: Plan, key: UUID) -> Entry:
    pairs = zip(found.slots[found.first :], found.lines, strict=True)
    return next(line.entry for slot, line in pairs if slot.key == key and line.entry is not None)


def _new_row(table: Table, slot: Slot, entry: Entry, order_key: int, signature: Mapping[str, Any]) -> Deal:
    return Deal.objects.create(
        table=table,
        entry_key=slot.key,
        order_key=order_key,
        how=slot.how,
        came_from=slot.came_from,
        **signature,
        **columns_of(entry),
    )


def _order_keys(table: Table, slots: Iterable[Slot]) -> dict[Fraction, int]:
    """Whole order keys of all slots. Where one found no room between its neighbours, all rows move apart: the order
    stays, and what the rows say."""
    slots = list(slots)
    if all(slot.order_key.denominator == 1 for slot in slots):
        return {slot.order_key: int(slot.order_key) for slot in slots}
    deals = list(Deal.objects.filter(table=table))
    ranks = sorted({*(slot.order_key for slot in slots), *(Fraction(deal.order_key) for deal in deals)})
    keys: dict[Fraction, int] = {key: n * ORDER_STEP for n, key in enumerate(ranks, start=1)}
    for deal in deals:
        deal.order_key = keys[Fraction(deal.order_key)]
    Deal.objects.bulk_update(deals, ["order_key"], batch_size=200)
    return keys


def seat_arrivals(table: Table, entries: Iterable[Entry]) -> None:
    """Everybody who came has a seat row under the number that was given to him."""
    for entry in entries:
        if isinstance(entry, EventFacts) and entry.player is not None and entry.number is not None:
            player = player_named(table.evening.club, entry.player)
            seat, made = Seat.objects.get_or_create(table=table, number=entry.number, defaults={"player": player})
            if not made and seat.player_id != player.pk:
                seat.player = player
                seat.save(update_fields=["player"])
