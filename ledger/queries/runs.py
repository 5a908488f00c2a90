"""The longest runs of made contracts of a club's players, counted in the database."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Case, F, IntegerField, Q, QuerySet, Sum, Value, When, Window
from django.db.models.functions import RowNumber

from ledger.models import Club, DealPart
from ledger.queries.seasons import Span, day_in, played_in

LEAST_RUN = 2
"""One contract that was made is no run."""


@dataclass(frozen=True, slots=True)
class FoundRun:
    """A run by keys: as much of it as lies in the span that was asked for."""

    player: int
    length: int
    first: int
    last: int
    began_before: bool
    """It had begun before the span."""
    went_on: bool
    """It went on after the span."""
    goes_on: bool
    """What he declared last in this game is part of it."""
    equal: int
    """How many runs there are of this length."""


def longest_runs(club: Club, code: str, span: Span | None, most: int) -> list[FoundRun]:
    """The longest runs, the earliest first among equals; None: of all times. One query.

    A run ends with a contract its player declared and lost, and with nothing else: a season's border only cuts off
    what is not asked for. So contracts are numbered through, and those before which he lost equally often belong
    together. An aggregate of a window, which the ORM does not write.
    """
    inner, params = _declared(club, code, span).query.sql_with_params()
    sql = f"""
        WITH declared (player, deal, day, good, inside, nth, lost) AS ({inner}),
        runs AS (
            SELECT player, SUM(good * inside) AS length, MAX(day) AS day,
                MIN(CASE WHEN good * inside = 1 THEN nth END) AS first_nth,
                MAX(CASE WHEN good * inside = 1 THEN nth END) AS last_nth,
                MIN(CASE WHEN good = 1 THEN nth END) AS begun, MAX(nth) AS ended,
                CASE WHEN lost = MAX(lost) OVER (PARTITION BY player) THEN 1 ELSE 0 END AS goes_on
            FROM declared GROUP BY player, lost
        ),
        longest AS (
            SELECT player, length, first_nth, last_nth, day, begun, ended, goes_on,
                COUNT(*) OVER (PARTITION BY length) AS equal
            FROM runs WHERE length >= {LEAST_RUN} ORDER BY length DESC, day, player, first_nth LIMIT {most}
        )
        SELECT longest.player, length, a.deal, z.deal, equal, begun < first_nth, ended > last_nth, goes_on
        FROM longest
        JOIN declared a ON a.player = longest.player AND a.nth = first_nth
        JOIN declared z ON z.player = longest.player AND z.nth = last_nth
        ORDER BY length DESC, longest.day, longest.player, first_nth"""
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return [_run(*row) for row in cursor.fetchall()]


def _run(*row: Any) -> FoundRun:
    player, length, first, last, equal = map(int, row[:5])
    before, after, now = map(bool, row[5:])
    return FoundRun(player, length, first, last, before, after, now, equal)


def _declared(club: Club, code: str, span: Span | None) -> QuerySet[DealPart, tuple[Any, ...]]:
    """Everything that was declared in a game: player, deal, day, whether made and whether in the span (1 or 0), which
    of his it was, and how many he had lost by then."""
    own: Mapping[str, Any] = {
        "partition_by": F("player_id"),
        "order_by": [day_in(club, "table__evening__"), "table__evening__started_at", "table_id", "deal__order_key"],
    }
    found = DealPart.objects.filter(club=club, rules_code=code, part=DealPart.Part.DECLARED)
    good, inside = _one(Q(made=True)), _one(played_in(club, span, "table__evening__")) if span else Value(1)
    return (
        found.filter(table__evening__counts=True)
        .order_by()
        .values_list(
            "player_id",
            "deal_id",
            day_in(club, "table__evening__"),
            good,
            inside,
            Window(RowNumber(), **own),
            Window(Sum(_one(Q(made=False))), **own),
        )
    )


def _one(condition: Q) -> Case:
    return Case(When(condition, then=1), default=0, output_field=IntegerField())
