"""The standings of a season, added up in the database: whole months from their fold, what is left from its tables."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet, Sum

from ledger.models import (
    Club,
    Evening,
    MonthMoney,
    MonthTotal,
    OpeningBalance,
    Player,
    Table,
    TableTotal,
)
from ledger.queries.games import games_named
from ledger.queries.months import whole_months
from ledger.queries.seasons import Span, closed_tables, latest_of
from ledger.queries.sums import SUMS, added, money_of, summed_up, sums_of
from ledger.rules.document import built_in
from ledger.rules.standings import FORM, By, Standing, ranked
from ledger.rules.variant import Text


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
    """A variant of the season; the code is "" for all of them together."""

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
    money: Mapping[str, Mapping[int, int]]
    """Minor units by currency and player's key, where money is ranked."""
    evenings: int
    guests: int
    """How many guests are left out."""


def standings(club: Club, span: Span, asked: Asked) -> Standings:
    """The season as it was asked for, in as many queries however many evenings there are."""
    all_games, games = games_of(club, span)
    game = chosen_game(games, asked)
    code = game.code if game else ""
    sums = season_sums(club, span, code)
    for player, points in openings_of(span, code).items():
        sums[player] = replace(sums.get(player, Standing(player)), opening=points)
    money = season_money(club, span, code) if asked.by is By.MONEY else {}
    currencies = tuple(sorted(money, key=lambda currency: (-len(money[currency]), currency)))
    currency = asked.currency if asked.currency in money else next(iter(currencies), "")
    for player, amount in money.get(currency, {}).items():
        sums[player] = replace(sums.get(player, Standing(player)), money=amount)
    form = _form(club, span, code)
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
        money=money,
        evenings=game.evenings if game else all_games,
        guests=len(players) - len(shown),
    )


def chosen_game(games: tuple[Game, ...], asked: Asked) -> Game | None:
    """The variant that is ranked; points of several are never added up."""
    game = next((g for g in games if g.code == asked.variant), None)
    return game or (next(iter(games), None) if asked.by in (By.POINTS, By.AVERAGE) else None)


def games_of(club: Club, span: Span) -> tuple[int, tuple[Game, ...]]:
    """How many evenings were played, and the variants, the most played first."""
    months, parts = whole_months(span)
    counts: Counter[str] = Counter()
    if months:
        counts.update(
            dict(_months(club, months).filter(player=None).values_list("rules_code").annotate(Sum("evenings")))
        )
    for part in parts:
        tables = closed_tables(club, part).order_by()
        counts.update(dict(tables.values_list("rules__code").annotate(Count("evening", distinct=True))))
        counts[""] += tables.values("evening").distinct().count()
    if span.season:
        began = span.season.openings.exclude(points=0)
        counts.update(dict.fromkeys(began.values_list("rules_code", flat=True).distinct(), 0))
    everything = counts.pop("", 0)
    return everything, named_games(club, counts)


def named_games(club: Club, counts: Mapping[str, int]) -> tuple[Game, ...]:
    """The variants of these codes, with how many evenings of each, the most played first."""
    names = {code: document["name"] for code, document in built_in().items()}
    own = games_named(club, [code for code in counts if code not in names])
    names |= {code: rules.name for code, rules in own.items()}
    order = sorted(counts, key=lambda code: (-counts[code], code))
    return tuple(Game(code, names.get(code, {"en": code}), counts[code]) for code in order)


def games_ever(club: Club) -> tuple[Game, ...]:
    """The variants the club has ever played, those of most evenings that are over first; before its first evening all
    that are built in."""
    tables = Table.objects.filter(evening__club=club).order_by()
    over = Count("evening", filter=Q(closing__isnull=False), distinct=True)
    counts = dict(tables.values_list("rules__code").annotate(n=over))
    return named_games(club, counts or dict.fromkeys(built_in(), 0))


def _months(club: Club, months: Span) -> QuerySet[MonthTotal]:
    return MonthTotal.objects.filter(club=club, month__range=(months.starts, months.ends)).order_by()


def season_sums(club: Club, span: Span, code: str) -> dict[int, Standing]:
    """Each player's season in one variant, "" in all."""
    months, parts = whole_months(span)
    found: dict[int, Standing] = {}
    if months:
        rows = _months(club, months).filter(rules_code=code, player__isnull=False).values("player_id")
        sums = {f"{name}_of": Sum(name) for name in (*SUMS, "won", "evenings")}
        columns = rows.annotate(**sums, best_of=Max("best"), worst_of=Min("worst"))
        for row in columns.values_list("player_id", *sums, "best_of", "worst_of"):
            found[row[0]] = summed_up(row)
    for part in parts:
        for player, one in sums_of(closed_tables(club, part, code)).items():
            found[player] = added(found.get(player), one)
    return found


def season_money(club: Club, span: Span, code: str) -> dict[str, Counter[int]]:
    """Minor units that each won or lost, by currency and player."""
    months, parts = whole_months(span)
    found: defaultdict[str, Counter[int]] = defaultdict(Counter)
    if months:
        rows = MonthMoney.objects.filter(club=club, rules_code=code, month__range=(months.starts, months.ends))
        for currency, player, total in rows.order_by().values_list("currency", "player").annotate(Sum("amount")):
            found[currency][player] += int(total)
    for part in parts:
        for (currency, player), amount in money_of(club, closed_tables(club, part, code)).items():
            found[currency][player] += amount
    return dict(found)


def openings_of(span: Span, code: str) -> Mapping[int, int]:
    """Opening balances of a whole season; a part of one that begins later has none."""
    if span.season is None or not code or span.starts > span.season.starts:
        return {}
    found = OpeningBalance.objects.filter(season=span.season, rules_code=code).exclude(points=0)
    return dict(found.values_list("player_id", "points"))


def last_evenings(club: Club, span: Span, code: str) -> list[int]:
    """Keys of the last evenings, the latest at the end."""
    tables = Table.objects.filter(evening=OuterRef("pk"), closing__isnull=False)
    ours = Evening.objects.filter(Exists(tables.filter(rules__code=code) if code else tables))
    return [evening.pk for _, evening in latest_of(club, span, ours, FORM)][::-1]


def _form(club: Club, span: Span, code: str) -> Mapping[int, tuple[int | None, ...]]:
    """Points in the last evenings, by player."""
    last = last_evenings(club, span, code)
    found: defaultdict[int, Counter[int]] = defaultdict(Counter)
    totals = TableTotal.objects.filter(table__evening__in=last)
    totals = totals.filter(table__rules__code=code) if code else totals
    for player, evening, points in totals.values_list("player_id", "table__evening_id", "net"):
        found[player][evening] += points
    return {player: tuple(points.get(evening) for evening in last) for player, points in found.items()}
