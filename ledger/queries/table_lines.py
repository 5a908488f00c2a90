"""An evening deal by deal: what everybody at each table has won from the others so far."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ledger.models import DealPosting, DealResult, Seat, Table, called
from ledger.queries.fold import ended_state
from ledger.queries.rows import variant_of
from ledger.rules.events import EVENT_KINDS
from ledger.rules.points import nearest
from ledger.rules.variant import Settling, Variant

DEALS_MOST = 60
"""Deals that are drawn, about; a person's first and last are always among them."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A place along the lines: an entry of the log, or the end of the evening."""

    kind: str
    """As `Deal.kind`, or `end`: the kitty was divided."""
    number: int | None
    """Of a deal that counts."""
    counted: int
    """How many deals counted by then."""


@dataclass(frozen=True, slots=True)
class Balances:
    """What somebody has won from the others at each stop, None where he was not at the table. Points."""

    name: str
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class TableLines:
    """The lines of a table. `kitty` is None where it is played without one."""

    variant: Variant
    stops: tuple[Stop, ...]
    lines: tuple[Balances, ...]
    kitty: tuple[int, ...] | None
    opening: int
    """What lay in the kitty before the first of them."""
    entries: int
    """Stops there are; more than `stops` where they were thinned out."""

    @property
    def apart(self) -> bool:
        """Whether this is not the balance of the score sheet, which is kept against a bank."""
        return self.variant.settling is Settling.PAIRWISE


def lines_at(public_ids: Iterable[str]) -> Mapping[str, TableLines]:
    """The lines of tables by their public ids."""
    tables = list(Table.objects.filter(public_id__in=list(public_ids)).select_related("rules"))
    found = lines_of(tables)
    return {table.public_id: found[table.pk] for table in tables}


def lines_of(tables: Sequence[Table]) -> Mapping[int, TableLines]:
    """The lines of tables that were read with their rules, by key: three queries, however many tables and deals."""
    names: defaultdict[int, dict[int, str]] = defaultdict(dict)
    seats = Seat.objects.filter(table__in=tables).order_by("number")
    for table, number, name, erased_at in seats.values_list("table_id", "number", "player__name", "player__erased_at"):
        names[table][number] = called(name, erased_at)
    entries = _entries(tables)
    return {table.pk: _lines(table, names[table.pk], entries.get(table.pk, [])) for table in tables}


@dataclass(slots=True)
class _Entry:
    """A stop with who sat there, the kitty, and everybody's points by number."""

    stop: Stop
    order: tuple[int, ...]
    kitty: int
    balances: dict[int, int]
    moved: set[int]

    def value(self, number: int) -> int | None:
        """Who got up has none here, unless points of his moved all the same."""
        return self.balances.get(number) if number in self.order or number in self.moved else None


def _entries(tables: Sequence[Table]) -> Mapping[int, list[_Entry]]:
    """What was recorded at each table; who came, went or changed places moved nothing and is no stop of its own."""
    found: defaultdict[int, list[_Entry]] = defaultdict(list)
    by_result: dict[int, _Entry] = {}
    results = DealResult.objects.filter(table__in=tables).order_by("table_id", "position")
    for key, table, number, kind, order, kitty in results.values_list(
        "pk", "table_id", "number", "deal__kind", "state__order", "kitty"
    ):
        before = found[table][-1].stop.counted if found[table] else 0
        by_result[key] = _Entry(Stop(kind, number, number or before), tuple(order), kitty, {}, set())
        found[table].append(by_result[key])
    postings = DealPosting.objects.filter(result__table__in=tables, account__gte=0)
    for key, account, points, net in postings.values_list("result_id", "account", "points", "net"):
        by_result[key].balances[account] = net or 0
        if points:
            by_result[key].moved.add(account)
    return {
        table: [e for e in entries if e.stop.kind not in EVENT_KINDS or e.moved] for table, entries in found.items()
    }


def _lines(table: Table, names: Mapping[int, str], entries: list[_Entry]) -> TableLines:
    variant = variant_of(table)
    entries = [*entries, *_end(table, entries)]
    kept = _kept([[i for i, e in enumerate(entries) if e.value(n) is not None] for n in names], len(entries))
    lines = (Balances(name, tuple(entries[i].value(number) for i in kept)) for number, name in names.items())
    return TableLines(
        variant=variant,
        stops=tuple(entries[i].stop for i in kept),
        lines=tuple(line for line in lines if any(v is not None for v in line.values)),
        kitty=tuple(entries[i].kitty for i in kept) if variant.kitty else None,
        opening=table.opening_kitty,
        entries=len(entries),
    )


def _end(table: Table, entries: list[_Entry]) -> Iterable[_Entry]:
    """The shares of a kitty that was divided, as a stop of their own."""
    state, ended = table.kept_state, ended_state(table, table.closing)
    if not entries or ended.net == state.net:
        return
    moved = {n for n, (a, b) in enumerate(zip(state.net, ended.net, strict=True)) if a != b}
    yield _Entry(
        Stop("end", None, entries[-1].stop.counted), ended.order, ended.kitty, dict(enumerate(ended.net)), moved
    )


def _kept(present: list[list[int]], count: int) -> list[int]:
    """Which stops are drawn: all where they are few enough, else evenly apart, everybody's first and last with them."""
    if count <= DEALS_MOST:
        return list(range(count))
    must = {0, count - 1} | {i for stops in present if stops for i in (stops[0], stops[-1])}
    evenly = max(DEALS_MOST - len(must), 2)
    return sorted(must | {nearest(i * (count - 1), evenly - 1) for i in range(evenly)})
