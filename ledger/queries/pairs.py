"""What everybody has won from everybody else, for those who settle each with each."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from ledger.models import DealResult, Seat, Table
from ledger.queries.rows import facts_of, variant_of
from ledger.rules.pairs import pair_money, pair_points
from ledger.rules.table import Entry, TableState, load_state


def money_in_pairs(tables: Sequence[Table], currency: str, unit: int) -> dict[tuple[int, int], int]:
    """Minor units, in whole multiples of `unit`, that the second of two players lost to the first at closed tables."""
    ours = [t for t in tables if t.closing is not None and t.stake_currency == currency]
    players: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for table_id, number, player_id in Seat.objects.filter(table__in=ours).values_list("table", "number", "player"):
        players[table_id][number] = player_id
    logs, sums = _logs(ours), Counter[tuple[int, int]]()
    for table in ours:
        assert table.stake is not None
        points = pair_points(variant_of(table), logs[table.pk])
        for (winner, loser), amount in pair_money(points, table.stake).items():
            one, other = players[table.pk][winner], players[table.pk][loser]
            if one < other:
                sums[one, other] += amount
            else:
                sums[other, one] -= amount
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
