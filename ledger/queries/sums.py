"""Tables added up in the database: what each player made of them, evening by evening, in points and in money."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.db import connection
from django.db.models import Case, IntegerField, Max, OuterRef, Q, QuerySet, Subquery, Sum, When

from ledger.models import Club, SettlementLine, Table, TableTotal
from ledger.rules.standings import Standing

SUMS = (
    "net", "deals", "declared", "made", "helped", "opposed", "declared_net", "helped_net", "opposed_net",
)  # fmt: skip
TOTALS = (*SUMS, "won", "evenings")
WINNINGS = ("result", "rounding", "kitty_shared")
"""Lines of money that are won or lost; what the kitty's keeper holds is not his."""

Money = Mapping[tuple[str, int], int]
"""Minor units by currency and player."""


def sums_of(tables: QuerySet[Table]) -> dict[int, Standing]:
    """What each made of the tables. An aggregate of aggregates, which the ORM does not write."""
    inner, params = _by_evening(tables).query.sql_with_params()
    totals = ", ".join(f"SUM({name})" for name in (*SUMS, "won"))
    sql = f"""WITH evenings (player, {", ".join(SUMS)}, won) AS ({inner})
        SELECT player, {totals}, COUNT(*), MAX(net), MIN(net) FROM evenings GROUP BY player"""
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return {one.player_id: one for one in map(summed_up, cursor.fetchall())}


def _by_evening(tables: QuerySet[Table]) -> QuerySet[TableTotal, tuple[int, ...]]:
    """What each made of each evening: player, sums, and 1 where he won it."""
    found = TableTotal.objects.filter(table__in=tables).order_by().values("player_id", "table__evening_id")
    won = Max(Case(When(won=True, then=1), default=0, output_field=IntegerField()))
    sums = {f"{name}_of": Sum(name) for name in SUMS}
    return found.annotate(**sums, won_of=won).values_list("player_id", *sums, "won_of")


def summed_up(row: Iterable[Any]) -> Standing:
    """A row of sums: player, `SUMS`, evenings won, evenings, best, worst. PostgreSQL adds up in decimals."""
    player, *sums, best, worst = map(int, row)
    named: dict[str, Any] = dict(zip(TOTALS, sums, strict=True))
    return Standing(player, best=best, worst=worst, **named)


def added(one: Standing | None, more: Standing) -> Standing:
    """Two parts of a season together; no evening is in both."""
    if one is None:
        return more
    sums = {name: getattr(one, name) + getattr(more, name) for name in TOTALS}
    return replace(one, best=max(one.best, more.best), worst=min(one.worst, more.worst), **sums)


def money_of(club: Club, tables: QuerySet[Table]) -> Money:
    """What was won and lost in money at tables. The rounding of several that settle together goes with the first."""
    first = Table.objects.filter(settlement=OuterRef("settlement")).order_by("pk").values("pk")[:1]
    lines = SettlementLine.objects.filter(settlement__club=club, player__isnull=False, kind__in=WINNINGS)
    rounding = Q(kind="rounding", settlement__in=tables.values("settlement"), first_table__in=tables)
    found = lines.annotate(first_table=Subquery(first)).filter(Q(table__in=tables) | rounding).order_by()
    sums = found.values_list("currency", "player_id").annotate(total=Sum("amount"))
    return {(currency, player): int(total) for currency, player, total in sums if player}
