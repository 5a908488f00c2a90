"""The stored fold held against a fresh replay of the facts."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ledger.models import (
    Club,
    Deal,
    DealPart,
    DealResult,
    Evening,
    MonthTotal,
    Settlement,
    SettlementLine,
    Table,
    TableTotal,
)
from ledger.queries.booking import booked, rounding_lines, table_money
from ledger.queries.fold import postings_of
from ledger.queries.months import month_folds, month_of
from ledger.queries.rows import facts_of, variant_of
from ledger.queries.seasons import day_in
from ledger.queries.totals import stored_part, stored_total, table_fold
from ledger.rules.log import check_entry, plain_entry
from ledger.rules.table import ScoredDeal, TableState, dump_state, score_next
from ledger.rules.variant import Variant

CHUNK = 200
"""Deals that are in memory at once."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something stored that is not what the facts come to. `position` is None for the table's own state."""

    table: str
    position: int | None
    what: str
    stored: Any
    replayed: Any

    def __str__(self) -> str:
        place = "" if self.position is None else f", position {self.position}"
        return f"table {self.table}{place}: {self.what} is {self.stored}, must be {self.replayed}"


@dataclass(slots=True)
class Audited:
    """How much was replayed."""

    tables: int = 0
    deals: int = 0


def audit(audited: Audited) -> Iterator[Difference]:
    """Replay every table from its facts; memory does not grow with their number."""
    tables = Table.objects.select_related("rules", "evening", "carried_from")
    for table in tables.order_by("id").iterator(chunk_size=CHUNK):
        audited.tables += 1
        yield from audit_table(table, audited)
    yield from audit_settlements()
    yield from audit_months()


def audit_table(table: Table, audited: Audited | None = None) -> Iterator[Difference]:
    """What differs at one table."""
    variant = variant_of(table)
    state = table.opening_state
    deals = Deal.objects.filter(table=table, retired__isnull=True).order_by("order_key", "id")
    position = 0
    related = deals.select_related("result").prefetch_related("marks", "result__postings")
    for position, deal in enumerate(related.iterator(chunk_size=CHUNK), start=1):
        facts = facts_of(deal)
        faults = check_entry(variant, state.situation, plain_entry(facts))
        if isinstance(faults, list):
            yield Difference(
                table.public_id, position, "facts", [f"{p.where}: {p.code}" for p in faults], "without fault"
            )
            return
        scored = score_next(variant, state, facts)
        state = scored.state
        yield from _compared(table.public_id, position, _stored(deal), _replayed(table, position, variant, scored))
    if audited:
        audited.deals += position
    yield from _whole(table, position, state)


def _whole(table: Table, deals: int, state: TableState) -> Iterator[Difference]:
    results = DealResult.objects.filter(table=table).count()
    if results != deals:
        yield Difference(table.public_id, None, "the number of results", results, deals)
    if table.kept_state != state:
        yield Difference(table.public_id, None, "the kept state", table.state, _plain(state))
    yield from _money(table)
    yield from _totals(table)


def _money(table: Table) -> Iterator[Difference]:
    """The lines of money and what the keeper of the kitty holds."""
    money = table_money(table)
    stored = sorted(str(booked(line)) for line in SettlementLine.objects.filter(table=table))
    right = sorted(map(str, money.lines))
    if stored != right:
        yield Difference(table.public_id, None, "the money", stored, right)
    if table.kitty_held != money.held:
        yield Difference(table.public_id, None, "the kitty that is held", table.kitty_held, money.held)


def _totals(table: Table) -> Iterator[Difference]:
    """What each player made of it, as the standings add it up."""
    fold = table_fold(table)
    stored = tuple(map(stored_total, TableTotal.objects.filter(table=table).order_by("player_id")))
    if stored != fold.totals:
        yield Difference(table.public_id, None, "the totals", stored, fold.totals)
    parts = tuple(map(stored_part, DealPart.objects.filter(table=table).order_by("deal_id", "player_id")))
    if parts != fold.parts:
        yield Difference(table.public_id, None, "the parts in deals", parts, fold.parts)


def audit_settlements() -> Iterator[Difference]:
    """The rounding of each settlement, and that all its lines sum to zero."""
    for settlement in Settlement.objects.order_by("id").iterator(chunk_size=CHUNK):
        lines = list(settlement.lines.select_related("player"))
        folded = {line.player_id: line.player.folded for line in lines if line.player_id and line.player}
        exact = [booked(line) for line in lines if line.kind != SettlementLine.Kind.ROUNDING]
        stored = sorted(str(booked(line)) for line in lines if line.kind == SettlementLine.Kind.ROUNDING)
        right = sorted(map(str, rounding_lines(settlement, exact, folded)))
        name = f"{settlement.public_id} (settlement)"
        if stored != right:
            yield Difference(name, None, "the rounding", stored, right)
        for currency in {line.currency for line in lines}:
            if total := sum(line.amount for line in lines if line.currency == currency):
                yield Difference(name, None, f"the sum in {currency}", total, 0)


def audit_months() -> Iterator[Difference]:
    """The fold of each club's months against its tables."""
    for club in Club.objects.order_by("id").iterator(chunk_size=CHUNK):
        totals = MonthTotal.objects.filter(club=club)
        days = set(Evening.objects.filter(club=club).annotate(day=day_in(club)).values_list("day", flat=True))
        months = {month_of(day).starts for day in (*days, *totals.values_list("month", flat=True))}
        for month in map(month_of, sorted(months)):
            for fold in month_folds(club, month):
                stored, right = fold.compared()
                if stored != right:
                    what = f"the {fold.what} of {month.starts}"
                    yield Difference(f"{club.public_id} (club)", None, what, stored, right)


def _compared(table: str, position: int, stored: dict[str, Any], replayed: dict[str, Any]) -> Iterator[Difference]:
    for what, right in replayed.items():
        if stored.get(what) != right:
            yield Difference(table, position, what, stored.get(what), right)
    if sum(points for points, _, _ in stored.get("postings", {}).values()):
        yield Difference(table, position, "the sum of the postings", "not zero", 0)


def _stored(deal: Deal) -> dict[str, Any]:
    result: DealResult | None = getattr(deal, "result", None)
    if result is None:
        return {}
    names = ("table_id", "position", "number", "dealer", "multiplier", "kitty", "kitty_change", "state")
    postings = {p.account: (p.points, p.balance, p.net) for p in result.postings.all()}
    return {**{name: getattr(result, name) for name in names}, "postings": postings}


def _replayed(table: Table, position: int, variant: Variant, scored: ScoredDeal) -> dict[str, Any]:
    return {
        "table_id": table.pk,
        "position": position,
        "number": scored.number,
        "dealer": scored.dealer,
        "multiplier": scored.multiplier,
        "kitty": scored.state.kitty,
        "kitty_change": scored.kitty_change,
        "state": _plain(scored.state),
        "postings": postings_of(variant, scored),
    }


def _plain(state: TableState) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in dump_state(state).items()}
