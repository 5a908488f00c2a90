"""What everybody has won from everybody else, for those who settle each with each."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ledger.models import DealResult, Seat, Table
from ledger.queries.rows import facts_of, variant_of
from ledger.rules.pairs import pair_money, pair_points
from ledger.rules.table import Entry, TableState, load_state

Pairs = Mapping[tuple[int, int], int]
"""Minor units that the second of two players (their keys, the smaller one first) lost to the first."""


def pairs_at(tables: Iterable[Table]) -> dict[int, Pairs]:
    """Who lost how much to whom at each closed table with a stake, by its key: three queries, however many they are."""
    ours = [t for t in tables if t.closing is not None and t.stake_currency]
    if not ours:
        return {}
    players: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for table_id, number, player_id in Seat.objects.filter(table__in=ours).values_list("table", "number", "player"):
        players[table_id][number] = player_id
    logs = _logs(ours)
    return {table.pk: _pairs(table, players[table.pk], logs[table.pk]) for table in ours}


def _pairs(table: Table, players: Mapping[int, int], log: Sequence[tuple[TableState, Entry]]) -> Pairs:
    assert table.stake is not None
    sums = Counter[tuple[int, int]]()
    for (winner, loser), amount in pair_money(pair_points(variant_of(table), log), table.stake).items():
        one, other = players[winner], players[loser]
        if one < other:
            sums[one, other] += amount
        else:
            sums[other, one] -= amount
    return dict(sums)


def money_in_pairs(found: Iterable[Pairs], unit: int) -> dict[tuple[int, int], int]:
    """Several tables together, in whole multiples of `unit`; pairs that are level are left out."""
    sums = Counter[tuple[int, int]]()
    for pairs in found:
        for pair, amount in pairs.items():
            sums[pair] += amount
    return {pair: _cut(amount, unit) for pair, amount in sums.items() if _cut(amount, unit)}


def _logs(tables: Sequence[Table]) -> dict[int, list[tuple[TableState, Entry]]]:
    """The standing log of each table, every entry upon the state before it."""
    found: dict[int, list[tuple[TableState, Entry]]] = {table.pk: [] for table in tables}
    before = {table.pk: table.opening_state for table in tables}
    results = DealResult.objects.filter(table__in=tables).select_related("deal").prefetch_related("deal__marks")
    for result in results.order_by("table_id", "position"):
        found[result.table_id].append((before[result.table_id], facts_of(result.deal)))
        before[result.table_id] = load_state(result.state)
    return found


def _cut(amount: int, unit: int) -> int:
    """Towards zero, so that a pair turned round is the same."""
    whole = abs(amount) // unit * unit
    return whole if amount > 0 else -whole
