"""The standings of a season, added up in the database from what each player made of each table."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db import connection
from django.db.models import Case, Count, IntegerField, Max, OuterRef, Q, QuerySet, Subquery, Sum, When

from ledger.models import Club, Evening, OpeningBalance, Player, RulesVersion, SettlementLine, Table, TableTotal
from ledger.queries.seasons import Span, closed_tables, day_in
from ledger.rules.document import built_in
from ledger.rules.standings import FORM, By, Standing, ranked
from ledger.rules.variant import Text

SUMS = ("points", "net", "deals", "declared", "made", "helped")
WINNINGS = ("result", "rounding", "kitty_shared")
"""Lines of money that are won or lost; what the kitty's keeper holds is not his."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What standings are asked for; a variant or a currency that is not there: the one most played."""

    by: By = By.POINTS
    variant: str = ""
    """"": the one most played, or all of them where money or evenings won are ranked."""
    currency: str = ""
    guests: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """A variant of the season."""

    code: str
    name: Text
    evenings: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings; without a rank where there is too little to average."""

    rank: int | None
    player: Player
    standing: Standing


@dataclass(frozen=True, slots=True)
class Standings:
    """A season, ranked."""

    rows: tuple[Row, ...]
    games: tuple[Game, ...]
    """The most played first."""
    game: Game | None
    """The one that is ranked; None: all."""
    currencies: tuple[str, ...]
    currency: str
    evenings: int
    guests: int
    """How many guests are left out."""


def standings(club: Club, span: Span, asked: Asked) -> Standings:
    """The season as it was asked for, in as many queries however many evenings there are."""
    games = games_of(club, span)
    game = next((g for g in games if g.code == asked.variant), None)
    if game is None and asked.by in (By.POINTS, By.AVERAGE):
        game = next(iter(games), None)
    tables = closed_tables(club, span, game.code if game else "")
    sums = {one.player_id: one for one in _sums(tables)}
    for player, points in _openings(span, game).items():
        one = sums.get(player, Standing(player))
        sums[player] = replace(one, points=one.points + points, opening=points)
    currencies, currency = _currencies(club, tables, asked)
    if currency:
        money = winnings(club, tables, currency)
        sums = {p: replace(sums.get(p, Standing(p)), money=money[p]) for p in {*sums, *money}}
    form = _form(club, tables)
    players = Player.objects.in_bulk(list(sums))
    shown = {pk: player for pk, player in players.items() if asked.guests or not player.guest}
    found = [replace(sums[pk], form=form.get(pk, ())) for pk in shown]
    order = ranked(found, asked.by, [shown[one.player_id].folded for one in found])
    return Standings(
        rows=tuple(Row(rank, shown[one.player_id], one) for rank, one in order),
        games=games,
        game=game,
        currencies=currencies,
        currency=currency,
        evenings=game.evenings if game else Evening.objects.filter(pk__in=tables.values("evening")).count(),
        guests=len(players) - len(shown),
    )


def games_of(club: Club, span: Span) -> tuple[Game, ...]:
    """The variants that were played, the most played first. Two queries at most."""
    codes = closed_tables(club, span).values_list("rules__code").annotate(n=Count("evening", distinct=True))
    found = list(codes.annotate(version=Max("rules")).order_by("-n", "rules__code"))
    strange = RulesVersion.objects.in_bulk([version for code, _, version in found if code not in built_in()])
    names = {**built_in(), **{rules.code: rules.document for rules in strange.values()}}
    return tuple(Game(code, _text(names[code].get("name"), code), n) for code, n, _ in found)


def _text(name: object, code: str) -> Text:
    return name if isinstance(name, Mapping) else {"en": code}


def _by_evening(tables: QuerySet[Table]) -> QuerySet[TableTotal, tuple[int, ...]]:
    """What each made of each evening: player, evening, sums, and 1 where he won it."""
    found = TableTotal.objects.filter(table__in=tables).order_by().values("player_id", "table__evening_id")
    won = Max(Case(When(won=True, then=1), default=0, output_field=IntegerField()))
    sums = {f"{name}_of": Sum(name) for name in SUMS}
    return found.annotate(**sums, won_of=won).values_list("player_id", *sums, "won_of")


def _sums(tables: QuerySet[Table]) -> list[Standing]:
    """Each player's season. An aggregate of aggregates, which the ORM does not write."""
    inner, params = _by_evening(tables).query.sql_with_params()
    totals = ", ".join(f"SUM({name})" for name in (*SUMS, "won"))
    sql = f"""WITH evenings (player, {", ".join(SUMS)}, won) AS ({inner})
        SELECT player, {totals}, COUNT(*), MAX(points), MIN(points) FROM evenings GROUP BY player"""
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return [_standing(*map(int, row)) for row in cursor.fetchall()]


def _standing(
    player: int, points: int, net: int, deals: int, declared: int, made: int, helped: int, *more: int
) -> Standing:
    won, evenings, best, worst = more
    return Standing(player, points, 0, net, evenings, deals, declared, made, helped, won, best, worst)


def _openings(span: Span, game: Game | None) -> Mapping[int, int]:
    """Opening balances of a whole season; a part of one that begins later has none."""
    if span.season is None or game is None or span.starts > span.season.starts:
        return {}
    found = OpeningBalance.objects.filter(season=span.season, rules_code=game.code)
    return dict(found.values_list("player_id", "points"))


def _form(club: Club, tables: QuerySet[Table]) -> Mapping[int, tuple[int | None, ...]]:
    """Points in the last evenings, by player; three questions of a few rows."""
    evenings = Evening.objects.filter(pk__in=tables.values("evening")).annotate(day=day_in(club))
    last = list(evenings.order_by("-day", "-started_at", "-pk").values_list("pk", flat=True)[:FORM])[::-1]
    found: defaultdict[int, Counter[int]] = defaultdict(Counter)
    totals = TableTotal.objects.filter(table__in=tables.filter(evening__in=last))
    for player, evening, points in totals.values_list("player_id", "table__evening_id", "points"):
        found[player][evening] += points
    return {player: tuple(points.get(evening) for evening in last) for player, points in found.items()}


def money_lines(club: Club, tables: QuerySet[Table]) -> QuerySet[SettlementLine]:
    """What was won and lost in money at tables. The rounding of several that settle together goes with the first."""
    first = Table.objects.filter(settlement=OuterRef("settlement")).order_by("pk").values("pk")[:1]
    rounding = Q(kind="rounding", first_table__in=tables)
    found = SettlementLine.objects.filter(settlement__club=club, player__isnull=False, kind__in=WINNINGS)
    return found.annotate(first_table=Subquery(first)).filter(Q(table__in=tables) | rounding)


def _currencies(club: Club, tables: QuerySet[Table], asked: Asked) -> tuple[tuple[str, ...], str]:
    """Those in which was played, the most used first, and the one that is ranked; none where money is not asked for."""
    if asked.by is not By.MONEY:
        return (), ""
    counts = tables.filter(stake_currency__isnull=False).values_list("stake_currency").annotate(n=Count("pk"))
    found = tuple(str(currency) for currency, _ in counts.order_by("-n", "stake_currency"))
    return found, asked.currency if asked.currency in found else next(iter(found), "")


def winnings(club: Club, tables: QuerySet[Table], currency: str) -> Counter[int]:
    """Minor units of a currency that each won or lost."""
    lines = money_lines(club, tables).filter(currency=currency).order_by()
    sums = lines.values_list("player").annotate(total=Sum("amount"))
    return Counter({player: int(total) for player, total in sums if player})
