"""What is done to the log of a table, deals and events alike. Each is one transaction that holds the table's row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Max

from ledger.models import ORDER_STEP, Deal, DealMark, DealResult, DealRetired, Table
from ledger.queries.changes import Change, Insert, Move, Replace, Restore, Retire
from ledger.queries.naming import known_by_name
from ledger.queries.refold import named, names_by_number, number_for
from ledger.queries.rows import columns_of, facts_of, marks_of, variant_of
from ledger.rules.events import EventFacts
from ledger.rules.log import check_entry, plain_entry
from ledger.rules.problems import clean_name
from ledger.rules.situation import Kind
from ledger.rules.table import Entry
from ledger.services.changing import carry_out, planned, seat_arrivals
from ledger.services.errors import Conflict, Faulty, Stale, Unknown
from ledger.services.repost import repost
from ledger.services.rows import locked_table, log, refuse_closed, save_table, signed

__all__ = [
    "Recorded",
    "change_log",
    "correct_deal",
    "insert_deal",
    "move_deal",
    "record_deal",
    "repost",
    "restore_deal",
    "undo_deal",
]


@dataclass(frozen=True, slots=True)
class Recorded:
    """An entry with what it came to; `result` is None for one that does not stand any more."""

    deal: Deal
    result: DealResult | None
    created: bool
    """False: it was there before (a double tap, an answer that was lost), and nothing was changed."""


@transaction.atomic
def record_deal(*, table_id: str, position: int, entry_key: UUID, facts: Mapping[str, Any], by: str) -> Recorded:
    """Record the next deal or event. Raises TableClosed, Conflict (the position is taken, or the key, by other facts),
    Stale (entries before it were undone), Faulty."""
    table = locked_table(table_id)
    facts = known_by_name(table.evening.club_id, facts)
    known = _known(table, entry_key, facts)
    if known:
        return known
    refuse_closed(table)
    _refuse_taken(table, position)
    entry = _checked(table, facts)
    last = Deal.objects.filter(table=table).aggregate(last=Max("order_key"))["last"] or 0
    deal = Deal.objects.create(
        table=table,
        entry_key=entry_key,
        order_key=last + ORDER_STEP,
        recorded_by=signed(by),
        **columns_of(entry),
    )
    DealMark.objects.bulk_create(marks_of(deal, entry))
    seat_arrivals(table, [entry])
    return _reposted(table, position, deal)


@transaction.atomic
def correct_deal(
    *, table_id: str, deal_key: UUID, entry_key: UUID, facts: Mapping[str, Any], by: str, why: str = ""
) -> Recorded:
    """Put other facts in the place of an entry that stands; a closed evening stays closed and is divided anew.

    Raises Unknown, Stale (corrected or undone in between), Conflict (the key was used for other facts), Faulty;
    `Faulty.later` names later entries that the correction would make faulty."""
    table = locked_table(table_id)
    facts = known_by_name(table.evening.club_id, facts)
    known = _known(table, entry_key, facts)
    if known:
        return known
    change = Replace(deal_key, entry_key, facts)
    found = planned(table, [change])
    line, old = found.line_of(0), _deal(table, deal_key)
    if line and line.entry == facts_of(old):
        return Recorded(old, old.result, created=False)
    return _changed(table, [change], entry_key, by, why)


@transaction.atomic
def undo_deal(*, table_id: str, deal_key: UUID, by: str, why: str = "") -> bool:
    """Take an entry out; False where that was done before. Undoing the very last one of a closed evening reopens it;
    to drop an earlier one is a correction and leaves it closed.

    Raises Unknown, Stale (corrected in between), Faulty with the later entries that would become faulty."""
    table = locked_table(table_id)
    deal = _deal(table, deal_key)
    gone = DealRetired.objects.filter(deal=deal).first()
    if gone and gone.replaced_by_id is None:
        return False
    found = planned(table, [Retire(deal_key)])
    if table.closing is not None and found.first == len(found.slots):
        log(table, "reopened", {"closing": table.closing}, by, why)
        table.closing = None
        # The money and the totals of the closed evening go with it.
        save_table(table, "closing")
    carry_out(table, [Retire(deal_key)], by=by, why=why)
    return True


@transaction.atomic
def restore_deal(*, table_id: str, deal_key: UUID, entry_key: UUID, by: str, why: str = "") -> Recorded:
    """Redo: what was undone stands again at its place, as a new row. Raises Unknown, Stale (it was not undone, or
    something else stands there), Faulty; restored twice is restored once."""
    table = locked_table(table_id)
    known = _known(table, entry_key, None) or _restored(table, deal_key)
    return known or _changed(table, [Restore(deal_key, entry_key)], entry_key, by, why)


@transaction.atomic
def insert_deal(
    *, table_id: str, before: UUID | None, entry_key: UUID, facts: Mapping[str, Any], by: str, why: str = ""
) -> Recorded:
    """Insert a forgotten deal or event before one that stands (None: after the last). Raises Unknown, Stale, Faulty."""
    table = locked_table(table_id)
    facts = known_by_name(table.evening.club_id, facts)
    known = _known(table, entry_key, facts)
    return known or _changed(table, [Insert(before, entry_key, facts)], entry_key, by, why)


@transaction.atomic
def move_deal(*, table_id: str, deal_key: UUID, before: UUID | None, by: str, why: str = "") -> Recorded:
    """Put an entry before another one that stands (None: after the last). The same move twice is one move.

    Raises Unknown, Stale, Faulty."""
    table = locked_table(table_id)
    entry_key = moved_key(deal_key, before)
    known = _known(table, entry_key, None)
    return known or _changed(table, [Move(deal_key, before, entry_key)], entry_key, by, why)


def moved_key(deal_key: UUID, before: UUID | None) -> UUID:
    """The key of the row that an entry becomes when it is moved: a row can be moved away only once."""
    return uuid5(deal_key, f"before {before}")


@transaction.atomic
def change_log(*, table_id: str, changes: Sequence[Change], by: str, why: str = "", what: str = "corrections") -> Table:
    """Several changes at one stroke: all or none, so that a correction that makes later entries faulty can be made
    together with theirs. Sent twice it is done once.

    Raises Unknown, Stale, Faulty: faults of new facts under `changes[n]`, those of entries that stay by position."""
    table = locked_table(table_id)
    if not changes or _all_done(table, changes):
        return table
    carry_out(table, changes, by=by, why=why, what=what)
    return table


def _all_done(table: Table, changes: Sequence[Change]) -> bool:
    keys = [c.entry_key for c in changes if not isinstance(c, Retire)]
    if keys:
        known = Deal.objects.filter(table=table, entry_key__in=keys).count()
        if 0 < known < len(keys):
            raise Stale("some of the changes were made before")
        return known == len(keys)
    gone = [c.deal_key for c in changes if isinstance(c, Retire)]
    undone = DealRetired.objects.filter(deal__table=table, deal__entry_key__in=gone, replaced_by__isnull=True)
    return undone.count() == len(gone)


def _changed(table: Table, changes: Sequence[Change], entry_key: UUID, by: str, why: str) -> Recorded:
    carry_out(table, changes, by=by, why=why)
    deal = Deal.objects.get(table=table, entry_key=entry_key)
    return Recorded(deal, deal.result, created=True)


def _known(table: Table, entry_key: UUID, facts: Mapping[str, Any] | None) -> Recorded | None:
    """The entry of that key where it was recorded before, also where it does not stand any more. Raises Conflict or,
    where it does not stand, Stale, if it says something else: what was changed after a lost answer is never taken
    for recorded."""
    deal = Deal.objects.filter(table=table, entry_key=entry_key).first()
    if deal is None:
        return None
    result = DealResult.objects.filter(deal=deal).first()
    if facts is not None and _said(facts) != plain_entry(facts_of(deal)):
        raise Conflict(deal) if result else Stale(f"{entry_key} was recorded with other facts")
    return Recorded(deal, result, created=False)


def _said(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Plain facts without what says nothing, names cleaned, as `plain_entry` leaves them."""
    said = {key: value for key, value in facts.items() if value is not None and value is not False}
    said |= {key: clean_name(said[key]) for key in ("player", "reason", "note") if isinstance(said.get(key), str)}
    return said if said.get("kind") != Kind.PLAYED else {k: v for k, v in said.items() if k != "kind"}


def _restored(table: Table, deal_key: UUID) -> Recorded | None:
    """What an entry was restored to, if that still stands."""
    found = Deal.objects.filter(table=table, came_from__entry_key=deal_key, how=Deal.How.RESTORED)
    deal = found.filter(retired__isnull=True).select_related("result").first()
    return Recorded(deal, deal.result, created=False) if deal else None


def _refuse_taken(table: Table, position: int) -> None:
    results = DealResult.objects.filter(table=table).order_by("-position")
    last = results.first()
    following = last.position + 1 if last else 1
    if 1 <= position < following:
        raise Conflict(results.select_related("deal").get(position=position).deal)
    if position != following:
        raise Stale(f"the next position is {following}, not {position}")


def _checked(table: Table, facts: Mapping[str, Any]) -> Entry:
    """The next entry, somebody new with his number. Raises Faulty with everything that is wrong with it."""
    state, names = table.kept_state, names_by_number(table)
    checked = check_entry(variant_of(table), named(state, names), facts)
    if isinstance(checked, list):
        raise Faulty(checked)
    if isinstance(checked, EventFacts) and checked.player is not None:
        return replace(checked, number=number_for(checked.player, None, names, state.met))
    return checked


def _deal(table: Table, deal_key: UUID) -> Deal:
    found = Deal.objects.filter(table=table, entry_key=deal_key).first()
    if found is None:
        raise Unknown(f"no deal {deal_key}")
    return found


def _reposted(table: Table, position: int, deal: Deal) -> Recorded:
    try:
        results = repost(table, position)
    except Faulty as fault:
        # An entry whose own facts are fine but whose amounts can't be kept is its own fault, not a later one's.
        raise Faulty(fault.later.pop(position, ()), fault.later) from None
    save_table(table, "state")
    return Recorded(deal, results[0], created=True)
