"""Record a deal, correct one, undo one. Each is one transaction that holds the table's row."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from ledger.models import ORDER_STEP, Deal, DealMark, DealResult, DealRetired, Table
from ledger.queries.fold import state_before
from ledger.queries.rows import columns_of, facts_of, marks_of, variant_of
from ledger.rules.facts import DealFacts, Kind, check_deal, plain_facts
from ledger.rules.table import TableState
from ledger.services.errors import Conflict, Faulty, Stale, Unknown
from ledger.services.repost import repost
from ledger.services.rows import WHY_LENGTH, locked_table, refuse_closed, save_table, signed

__all__ = ["Recorded", "correct_deal", "record_deal", "repost", "undo_deal"]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A deal with what it came to; `result` is None for one that does not stand any more."""

    deal: Deal
    result: DealResult | None
    created: bool
    """False: it was there before (a double tap, an answer that was lost), and nothing was changed."""


@transaction.atomic
def record_deal(*, table_id: str, position: int, entry_key: UUID, facts: Mapping[str, Any], by: str) -> Recorded:
    """Record the next deal. Raises TableClosed, Conflict (the position is taken, or the key, by other facts), Stale
    (deals before it were undone), Faulty."""
    table = locked_table(table_id)
    known = _known(table, entry_key, facts)
    if known:
        return known
    refuse_closed(table)
    _refuse_taken(table, position)
    checked = _checked(table, table.kept_state, facts)
    last = Deal.objects.filter(table=table).aggregate(last=Max("order_key"))["last"] or 0
    return _store(table, position, entry_key, last + ORDER_STEP, checked, by)


@transaction.atomic
def correct_deal(
    *, table_id: str, deal_key: UUID, entry_key: UUID, facts: Mapping[str, Any], by: str, why: str = ""
) -> Recorded:
    """Put other facts in the place of a deal that stands. Raises TableClosed, Unknown, Stale (corrected or undone in
    between), Conflict (the key was used for other facts), Faulty; `Faulty.later` names later deals that the correction
    would make faulty."""
    table = locked_table(table_id)
    known = _known(table, entry_key, facts)
    if known:
        return known
    refuse_closed(table)
    old = _deal(table, deal_key)
    if _retired(old):
        raise Stale(f"deal {deal_key} does not stand any more")
    checked = _checked(table, state_before(table, old.result.position), facts)
    if checked == facts_of(old):
        return Recorded(old, old.result, created=False)
    new = _insert(table, entry_key, old.order_key, checked, by)
    DealRetired.objects.create(deal=old, replaced_by=new, by=signed(by), why=signed(why, WHY_LENGTH))
    return _reposted(table, old.result.position, new)


@transaction.atomic
def undo_deal(*, table_id: str, deal_key: UUID, by: str, why: str = "") -> bool:
    """Take a deal out; False where that was done before. Raises TableClosed, Unknown, Stale (corrected in between),
    Faulty with the later deals that would become faulty."""
    table = locked_table(table_id)
    deal = _deal(table, deal_key)
    gone = _retired(deal)
    if gone and gone.replaced_by_id is None:
        return False
    refuse_closed(table)
    if gone:
        raise Stale(f"deal {deal_key} was corrected")
    position = deal.result.position
    DealRetired.objects.create(deal=deal, by=signed(by), why=signed(why, WHY_LENGTH))
    deal.result.delete()
    repost(table, position, taken_out=1)
    save_table(table, "state")
    return True


def _known(table: Table, entry_key: UUID, facts: Mapping[str, Any]) -> Recorded | None:
    """The deal of that key where it was recorded before, also where it does not stand any more. Raises Conflict or,
    where it does not stand, Stale, if it says something else: what was changed after a lost answer is never taken
    for recorded."""
    deal = Deal.objects.filter(table=table, entry_key=entry_key).first()
    if deal is None:
        return None
    result = DealResult.objects.filter(deal=deal).first()
    if _said(facts) != plain_facts(facts_of(deal)):
        raise Conflict(deal) if result else Stale(f"{entry_key} was recorded with other facts")
    return Recorded(deal, result, created=False)


def _said(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Plain facts without what says nothing, as `plain_facts` leaves it out."""
    said = {key: value for key, value in facts.items() if value is not None and value is not False}
    return said if said.get("kind") != Kind.PLAYED else {k: v for k, v in said.items() if k != "kind"}


def _refuse_taken(table: Table, position: int) -> None:
    results = DealResult.objects.filter(table=table).order_by("-position")
    last = results.first()
    following = last.position + 1 if last else 1
    if 1 <= position < following:
        raise Conflict(results.select_related("deal").get(position=position).deal)
    if position != following:
        raise Stale(f"the next position is {following}, not {position}")


def _checked(table: Table, state: TableState, facts: Mapping[str, Any]) -> DealFacts:
    """Raises Faulty with everything that is wrong with the facts upon that state."""
    checked = check_deal(variant_of(table), state.situation, facts)
    if isinstance(checked, list):
        raise Faulty(checked)
    return checked


def _deal(table: Table, deal_key: UUID) -> Deal:
    found = Deal.objects.filter(table=table, entry_key=deal_key).first()
    if found is None:
        raise Unknown(f"no deal {deal_key}")
    return found


def _retired(deal: Deal) -> DealRetired | None:
    return DealRetired.objects.filter(deal=deal).first()


def _store(table: Table, position: int, entry_key: UUID, order_key: int, facts: DealFacts, by: str) -> Recorded:
    deal = _insert(table, entry_key, order_key, facts, by)
    return _reposted(table, position, deal)


def _insert(table: Table, entry_key: UUID, order_key: int, facts: DealFacts, by: str) -> Deal:
    deal = Deal.objects.create(
        table=table, entry_key=entry_key, order_key=order_key, recorded_by=signed(by), **columns_of(facts)
    )
    DealMark.objects.bulk_create(marks_of(deal, facts))
    return deal


def _reposted(table: Table, position: int, deal: Deal) -> Recorded:
    try:
        results = repost(table, position)
    except Faulty as fault:
        # A deal whose own facts are fine but whose amounts can't be kept is its own fault, not a later one's.
        raise Faulty(fault.later.pop(position, ()), fault.later) from None
    save_table(table, "state")
    return Recorded(deal, results[0], created=True)
