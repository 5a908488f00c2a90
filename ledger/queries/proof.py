"""That a season sums to zero: what players have won from each other, and what went into kitties or came out of them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, QuerySet, Sum

from ledger.models import Club, DealPosting, Player, Table, TableTotal, Uncounted
from ledger.queries.fold import ended_state
from ledger.queries.seasons import Span, closed_tables, day_in
from ledger.queries.standings import openings_of, season_sums
from ledger.rules.postings import KITTY

TABLES_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class ProofRow:
    """A player of the season. Points."""

    player: Player
    opening: int
    net: int

    @property
    def total(self) -> int:
        return self.opening + self.net


@dataclass(frozen=True, slots=True)
class ProofLine:
    """A table of the season: what each won from the others, and by how much the kitty grew."""

    table: Table
    day: date
    nets: tuple[tuple[Player, int], ...]
    kitty: int
    uncounted: int
    """How many of its deals do not count."""

    @property
    def total(self) -> int:
        return sum(net for _, net in self.nets) + self.kitty


@dataclass(frozen=True, slots=True)
class Proof:
    """A season of one variant; `total` must be 0, as that of each line."""

    rows: tuple[ProofRow, ...]
    """Guests are among them."""
    kitty: int
    """What the tables together left in kitties; below zero: taken out of what had been carried there."""
    lines: tuple[ProofLine, ...]
    page: int
    pages: int

    @property
    def total(self) -> int:
        return sum(row.total for row in self.rows) + self.kitty


def proof(club: Club, span: Span, code: str, page: int = 1) -> Proof:
    """The sums, and a page of the tables they are made of, the latest first."""
    sums, openings = season_sums(club, span, code), openings_of(span, code)
    players = Player.objects.in_bulk([*sums, *openings])
    rows = [ProofRow(p, openings.get(pk, 0), sums[pk].net if pk in sums else 0) for pk, p in players.items()]
    tables = closed_tables(club, span, code)
    pages = max(1, -(-tables.count() // TABLES_A_PAGE))
    page = min(max(page, 1), pages)
    ordered = tables.annotate(day=day_in(club, "evening__")).order_by("-day", "-evening__started_at", "-pk")
    shown = ordered.select_related("evening", "rules")[TABLES_A_PAGE * (page - 1) :][:TABLES_A_PAGE]
    return Proof(
        rows=tuple(sorted(rows, key=lambda row: (-row.total, row.player.folded))),
        kitty=sum(_kitties(tables).values()),
        lines=tuple(_lines(list(shown))),
        page=page,
        pages=pages,
    )


def _kitties(tables: QuerySet[Table] | Sequence[Table]) -> Mapping[int, int]:
    """By how much each kitty grew: by the postings of deals that count, and less what was divided at the end."""
    found: defaultdict[int, int] = defaultdict(int)
    postings = DealPosting.objects.filter(account=KITTY, result__table__in=tables, result__deal__uncounted=None)
    for table, points in postings.order_by().values_list("result__table_id").annotate(Sum("points")):
        found[table] += int(points)
    divided = tables.filter(closing="divide") if isinstance(tables, QuerySet) else tables
    for one in divided:
        found[one.pk] += ended_state(one, one.closing).kitty - one.kept_state.kitty
    return found


def _lines(tables: Sequence[Table]) -> Iterable[ProofLine]:
    kitties = _kitties(tables)
    nets: defaultdict[int, list[tuple[Player, int]]] = defaultdict(list)
    for total in (
        TableTotal.objects.filter(table__in=tables).select_related("player").order_by("-net", "player__folded")
    ):
        nets[total.table_id].append((total.player, total.net))
    left_out = Uncounted.objects.filter(deal__table__in=tables, deal__retired=None).order_by()
    counts = dict(left_out.values_list("deal__table_id").annotate(Count("pk")))
    for table in tables:
        day: date = table.day  # type: ignore[attr-defined]  # annotated
        yield ProofLine(table, day, tuple(nets[table.pk]), kitties.get(table.pk, 0), counts.get(table.pk, 0))
