"""A season evening by evening: what each has made so far."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date

from ledger.models import Club, Player, TableTotal
from ledger.queries.seasons import Span, closed_tables, day_in

EVENINGS_MOST = 60
"""Evenings that are shown; what was before them is where the lines begin."""


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player's points so far, at each evening; None before his first."""

    player: Player
    so_far: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class SeasonLines:
    """The last evenings of a season, the latest at the end."""

    days: tuple[date, ...]
    lines: tuple[SeasonLine, ...]
    earlier: int
    """Evenings before those."""


def season_lines(club: Club, span: Span, code: str, openings: dict[int, int], *, guests: bool) -> SeasonLines:
    """Everybody's points added up; two queries."""
    made: defaultdict[tuple[date, int], Counter[int]] = defaultdict(Counter)
    totals = TableTotal.objects.filter(table__in=closed_tables(club, span, code))
    totals = totals.annotate(day=day_in(club, "table__evening__"))
    order = totals.order_by("day", "table__evening__started_at", "table__evening_id")
    for day, evening, player, points in order.values_list("day", "table__evening_id", "player_id", "net"):
        made[day, evening][player] += points
    so_far = Counter(openings)
    met: set[int] = set()
    steps: list[dict[int, int]] = []
    for points_of in made.values():
        so_far.update(points_of)
        met.update(points_of)
        steps.append({player: so_far[player] for player in met})
    shown = steps[-EVENINGS_MOST:]
    players = Player.objects.in_bulk({player for step in shown for player in step})
    who = sorted((p for p in players.values() if guests or not p.guest), key=lambda p: (-so_far[p.pk], p.folded))
    return SeasonLines(
        days=tuple(day for day, _ in made)[-EVENINGS_MOST:],
        lines=tuple(SeasonLine(p, tuple(step.get(p.pk) for step in shown)) for p in who),
        earlier=len(steps) - len(shown),
    )
