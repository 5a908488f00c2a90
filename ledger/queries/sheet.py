"""The sheet: every deal of a table as the paper would have it, and as plain data of the sheet format."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ledger.models import Deal, DealResult, DealRetired, Table
from ledger.queries.fold import ended_state, live_deals
from ledger.queries.places import names_shown
from ledger.queries.refold import names_by_number
from ledger.queries.rows import DealRow, RetiredRow, deal_rows, facts_of, retired_row, variant_of
from ledger.rules.document import built_in, in_all_languages
from ledger.rules.events import EventFacts
from ledger.rules.people import renumbered
from ledger.rules.sheet import Closing, KittyEnd, Sheet, SheetDeal, write_sheet
from ledger.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class SheetView:
    """All deals in order. Points; `closing_deltas`, `totals`, `net` one a seat, with the closing in them."""

    table: Table
    variant: Variant
    names: tuple[str, ...]
    rows: tuple[DealRow | RetiredRow, ...]
    """Retired ones stand before what replaced them; `is_live` tells which is which."""
    closing_deltas: tuple[int, ...] | None
    """None while the evening is open."""
    totals: tuple[int, ...]
    net: tuple[int, ...]
    kitty: int


def sheet_view(table: Table) -> SheetView:
    """The whole sheet; the number of queries does not depend on the number of deals."""
    state = table.kept_state
    ended = ended_state(table, table.closing)
    deltas = tuple(e - b for e, b in zip(ended.balances, state.balances, strict=True))
    return SheetView(
        table=table,
        variant=variant_of(table),
        names=names_shown(table),
        rows=_rows(table),
        closing_deltas=deltas if table.closing else None,
        totals=ended.balances,
        net=ended.net,
        kitty=ended.kitty,
    )


def _rows(table: Table) -> tuple[DealRow | RetiredRow, ...]:
    results = DealResult.objects.filter(table=table).select_related("deal").order_by("position")
    rows: list[DealRow | RetiredRow] = []
    for row in deal_rows(table, list(results)):
        rows += [*row.replaces, row]
    undone = DealRetired.objects.filter(deal__table=table).exclude(
        deal__order_key__in=DealResult.objects.filter(table=table).values("deal__order_key")
    )
    alone = undone.select_related("deal", "replaced_by").prefetch_related("deal__marks").order_by("deal_id")
    rows += [retired_row(gone) for gone in alone]
    return tuple(sorted(rows, key=lambda row: row.order_key))


def export_sheet(table: Table) -> dict[str, Any]:
    """The table as a plain sheet; read back, it gives the same facts, names, agreement, stake and closing."""
    code = table.rules.code if is_built_in(table) else None
    numbers = portable_numbers(table)
    names = names_by_number(table)
    return write_sheet(
        Sheet(
            code=code,
            document=table.rules.document,
            options=table.options["chosen"],
            variant=variant_of(table),
            players=tuple(names[n] for n in table.first_order),
            deals=tuple(portable(d, numbers) for d in live_deals(table)),
            date=table.evening.date,
            name=table.evening.name or None,
            first_dealer=numbers[table.first_dealer],
            opening_kitty=table.opening_kitty,
            stake=table.stake,
            closing=_closing(table.closing),
        )
    )


def everybody(table: Table) -> tuple[int, ...]:
    """All who have sat at the table, by their numbers, in order of appearance."""
    return (*table.first_order, *(n for n in table.kept_state.met if n >= table.places))


def portable_numbers(table: Table) -> dict[int, int]:
    """The numbers of a sheet by those of the table: in order of appearance, without gaps."""
    return {number: place for place, number in enumerate(everybody(table))}


def portable(deal: Deal, numbers: Mapping[int, int]) -> SheetDeal:
    """A stored entry as a sheet has it."""
    entry = renumbered(facts_of(deal), numbers)
    if isinstance(entry, EventFacts):
        entry = replace(entry, number=None)
    return SheetDeal(entry, str(deal.entry_key))


def is_built_in(table: Table) -> bool:
    """Whether the rules the table pinned are built in today; else a sheet carries the whole document."""
    return in_all_languages(table.rules.document) == built_in().get(table.rules.code)


def _closing(closing: str | None) -> Closing | None:
    if closing is None:
        return None
    return Closing(None if closing == "plain" else KittyEnd(closing))
