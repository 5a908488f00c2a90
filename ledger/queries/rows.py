"""Deals as the screens show them, read from the stored fold; and facts read from and written to columns."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any
from uuid import UUID

from ledger.models import Deal, DealMark, DealPosting, DealResult, DealRetired, Table
from ledger.rules.cards import Suit
from ledger.rules.document import fingerprint, in_all_languages, pinned_variant
from ledger.rules.events import EVENT_KINDS, EventFacts, EventKind
from ledger.rules.facts import DealFacts
from ledger.rules.seating import sitting_out
from ledger.rules.situation import Kind
from ledger.rules.table import Entry
from ledger.rules.variant import Variant

MARKS = {"boston_holder": DealMark.Kind.BOSTON, "revoke": DealMark.Kind.REVOKE}
"""Facts that are kept as marks of the deal."""
COLUMNS = (
    "kind", "dealer", "contract", "declarer", "trump", "turned", "helper", "tricks", "helper_tricks",
    "unclaimed", "fault", "forfeit",
)  # fmt: skip
TEXTS = ("contract", "trump", "turned")
LISTS = ("seat_tricks", "sitting_out")
"""Facts that are kept in the data of the deal as lists."""


@dataclass(frozen=True, slots=True)
class RetiredRow:
    """A deal that does not stand any more: what was recorded, and who took it back, when and why."""

    deal_key: UUID
    order_key: int
    facts: Entry
    recorded_by: str
    recorded_at: datetime
    retired_by: str
    retired_at: datetime
    why: str
    undone: bool
    """Taken back without replacement."""
    moved: bool = False
    """It stands at another place now."""
    is_live: bool = False


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal that stands. Points; `deltas` and `balances` one a seat, `kitty` after the deal."""

    deal_key: UUID
    order_key: int
    position: int
    number: int | None
    facts: Entry
    dealer: int
    multiplier: int
    deltas: tuple[int, ...]
    balances: tuple[int, ...]
    kitty: int
    kitty_change: int
    sat_out: frozenset[int]
    """Who sat at the table and did not play; empty for an event."""
    recorded_by: str
    recorded_at: datetime
    replaces: tuple[RetiredRow, ...] = ()
    """What stood here before, oldest first."""
    is_live: bool = True


def variant_of(table: Table) -> Variant:
    """The rules the table pinned, with what was agreed filled in."""
    return pinned_variant(table.rules.document, table.options["chosen"])


def pinned_fingerprint(table: Table) -> str:
    """The fingerprint of the rules the table pinned, in the languages that they speak today."""
    return fingerprint(in_all_languages(table.rules.document))


def facts_of(deal: Deal, marks: Iterable[DealMark] | None = None) -> Entry:
    """The facts of a stored deal or event; a deal's marks are read unless they are given."""
    if deal.kind in EVENT_KINDS:
        return event_of(deal)
    found = {m.kind: m.seat for m in (deal.marks.all() if marks is None else marks)}
    return DealFacts(
        kind=Kind(deal.kind),
        dealer=deal.dealer,
        contract=deal.contract or None,
        declarer=deal.declarer,
        trump=Suit(deal.trump) if deal.trump else None,
        turned=Suit(deal.turned) if deal.turned else None,
        helper=deal.helper,
        tricks=deal.tricks,
        helper_tricks=deal.helper_tricks,
        boston_holder=found.get(DealMark.Kind.BOSTON),
        revoke=found.get(DealMark.Kind.REVOKE),
        unclaimed=deal.unclaimed,
        fault=deal.fault,
        forfeit=deal.forfeit,
        note=deal.data.get("note"),
        **{key: tuple(deal.data[key]) for key in LISTS if key in deal.data},
    )


def event_of(deal: Deal) -> EventFacts:
    """The event that a row of the log holds."""
    data = dict(deal.data)
    if "seats" in data:
        data["seats"] = tuple(data["seats"])
    return EventFacts(kind=EventKind(deal.kind), **data)


def columns_of(facts: Entry) -> dict[str, Any]:
    """The facts as columns of a `Deal`, without the marks."""
    if isinstance(facts, EventFacts):
        said = {f.name: getattr(facts, f.name) for f in fields(facts) if f.name != "kind"}
        return {"kind": str(facts.kind), "data": {key: value for key, value in said.items() if value is not None}}
    values = {key: getattr(facts, key) for key in COLUMNS}
    data = {key: getattr(facts, key) for key in (*LISTS, "note") if getattr(facts, key) is not None}
    return {**values, "kind": str(facts.kind), "data": data, **{key: str(values[key] or "") for key in TEXTS}}


def marks_of(deal: Deal, facts: Entry) -> list[DealMark]:
    """The marks of a deal that is about to be stored."""
    if isinstance(facts, EventFacts):
        return []
    seats = {kind: getattr(facts, key) for key, kind in MARKS.items()}
    return [DealMark(deal=deal, kind=kind, seat=seat) for kind, seat in seats.items() if seat is not None]


def deal_rows(table: Table, results: Sequence[DealResult]) -> tuple[DealRow, ...]:
    """Rows of results of neighbouring positions that were read together with their deals: three more queries."""
    if not results:
        return ()
    places = [r.deal.order_key for r in results]
    between = {"deal__table": table, "deal__order_key__range": (min(places), max(places))}
    gone = DealRetired.objects.filter(**between).select_related("deal", "replaced_by").order_by("deal_id")
    marks = _by_deal(DealMark.objects.filter(**between))
    before: dict[int, list[RetiredRow]] = {}
    for retired in gone:
        row = retired_row(retired, marks.get(retired.deal_id, ()))
        before.setdefault(row.order_key, []).append(row)
    postings = _postings(table, [r.position for r in results])
    return tuple(
        _row(r, postings[r.pk], marks.get(r.deal_id, ()), tuple(before.get(r.deal.order_key, ()))) for r in results
    )


def _postings(table: Table, positions: Sequence[int]) -> Mapping[int, list[DealPosting]]:
    """The postings of the seats by result."""
    found: dict[int, list[DealPosting]] = defaultdict(list)
    between = {"result__table": table, "result__position__range": (min(positions), max(positions))}
    for posting in DealPosting.objects.filter(**between, account__gte=0).order_by("account"):
        found[posting.result_id].append(posting)
    return found


def _by_deal(marks: Iterable[DealMark]) -> Mapping[int, list[DealMark]]:
    found: dict[int, list[DealMark]] = {}
    for mark in marks:
        found.setdefault(mark.deal_id, []).append(mark)
    return found


def retired_row(gone: DealRetired, marks: Iterable[DealMark] | None = None) -> RetiredRow:
    """The row of a retired deal that was read together with it."""
    return RetiredRow(
        deal_key=gone.deal.entry_key,
        order_key=gone.deal.order_key,
        facts=facts_of(gone.deal, marks),
        recorded_by=gone.deal.recorded_by,
        recorded_at=gone.deal.recorded_at,
        retired_by=gone.by,
        retired_at=gone.at,
        why=gone.why,
        undone=gone.replaced_by_id is None,
        moved=bool(gone.replaced_by and gone.replaced_by.order_key != gone.deal.order_key),
    )


def _row(
    result: DealResult, postings: Sequence[DealPosting], marks: Iterable[DealMark], replaces: tuple[RetiredRow, ...]
) -> DealRow:
    deal = result.deal
    facts = facts_of(deal, marks)
    return DealRow(
        deal_key=deal.entry_key,
        order_key=deal.order_key,
        position=result.position,
        number=result.number,
        facts=facts,
        dealer=result.dealer,
        multiplier=result.multiplier,
        deltas=tuple(p.points for p in postings),
        balances=tuple(p.balance for p in postings),
        kitty=result.kitty,
        kitty_change=result.kitty_change,
        sat_out=_sat_out(result, facts),
        recorded_by=deal.recorded_by,
        recorded_at=deal.recorded_at,
        replaces=replaces,
    )


def _sat_out(result: DealResult, facts: Entry) -> frozenset[int]:
    # A deal does not change who sits at the table: the order after it is the one it was played in.
    if isinstance(facts, EventFacts):
        return frozenset()
    return sitting_out(tuple(result.state["order"]), result.dealer, facts.sitting_out)
