"""A player's page: one season of his in one game, with his place in it, his evenings, his contracts and his deals."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery, Sum

from ledger.models import Club, Evening, MonthTotal, Player, TableTotal
from ledger.queries.games import game_rules
from ledger.queries.months import whole_months
from ledger.queries.player_deals import BigDeal, ContractLine, big_deals, contract_lines
from ledger.queries.players import PlayerView, views_of
from ledger.queries.seasons import ALWAYS, Span, closed_tables, latest_of
from ledger.queries.standings import Game, named_games, openings_of, season_sums
from ledger.rules.standings import By, Standing, ranked

PAGE = 20
"""Evenings a page."""


@dataclass(frozen=True, slots=True)
class EveningLine:
    """An evening of his: points of it, and those he had after it."""

    public_id: str
    name: str
    day: date
    points: int
    balance: int


@dataclass(frozen=True, slots=True)
class PlayerEvenings:
    """Some of his evenings, the earliest first."""

    lines: tuple[EveningLine, ...]
    before: int
    """Points with which the first of these evenings began."""
    earlier: int
    """Evenings before these."""
    page: int
    """1: the latest evenings."""
    pages: int


@dataclass(frozen=True, slots=True)
class GamePage:
    """His season in one game."""

    game: Game
    one: Standing
    """Points with his opening balance."""
    rank: int | None
    """None: he is not ranked, as a guest is not."""
    ranked: int
    """How many are."""
    evenings: PlayerEvenings
    contracts: tuple[ContractLine, ...]
    has_helpers: bool
    """Whether anybody helps in this game."""
    highest: tuple[BigDeal, ...]
    lowest: tuple[BigDeal, ...]


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A player and what he did in a season."""

    person: Player
    view: PlayerView
    games: tuple[Game, ...]
    """What he played in the season, the most played first."""
    page: GamePage | None
    """None: nothing in this season."""
    has_played: bool
    """Whether he ever played an evening to its end that counts."""


def player_page(club: Club, person: Player, span: Span, variant: str = "", page: int = 1) -> PlayerPage:
    """The page of a season, in as many queries however much was played; a variant he did not play there: the one he
    played most."""
    games = games_played(club, person, span)
    game = next((g for g in games if g.code == variant), next(iter(games), None))
    return PlayerPage(
        person=person,
        view=views_of(Player.objects.filter(club=club, merged_into=None))[person.pk],
        games=games,
        page=_game_page(club, person, span, game, page) if game else None,
        has_played=bool(game) or TableTotal.objects.filter(player=person, table__evening__counts=True).exists(),
    )


def games_played(club: Club, person: Player, span: Span) -> tuple[Game, ...]:
    """The variants somebody played in a season, or began it with points of, the most played first."""
    months, parts = whole_months(span)
    counts: Counter[str] = Counter()
    if months:
        rows = MonthTotal.objects.filter(club=club, player=person, month__range=(months.starts, months.ends))
        by_code = rows.exclude(rules_code="").order_by().values_list("rules_code")
        counts.update(dict(by_code.annotate(Sum("evenings"))))
    for part in parts:
        tables = closed_tables(club, part).filter(totals__player=person).order_by()
        counts.update(dict(tables.values_list("rules__code").annotate(Count("evening", distinct=True))))
    if span.season and span.starts == span.season.starts:
        began = span.season.openings.filter(player=person).exclude(points=0)
        counts.update(dict.fromkeys(began.values_list("rules_code", flat=True), 0))
    return named_games(club, counts)


def _game_page(club: Club, person: Player, span: Span, game: Game, page: int) -> GamePage:
    sums = season_sums(club, span, game.code)
    for player, points in openings_of(span, game.code).items():
        sums[player] = replace(sums.get(player, Standing(player)), opening=points)
    one = sums.get(person.pk, Standing(person.pk))
    places = {} if span == ALWAYS or person.guest else _places(list(sums.values()))
    rules = game_rules(club, game.code)
    return GamePage(
        game=game,
        one=one,
        rank=places.get(person.pk),
        ranked=len(places),
        evenings=evenings_of(club, span, game.code, one, page),
        contracts=contract_lines(club, person, span, rules),
        has_helpers=rules.has_helpers,
        highest=big_deals(club, person, span, rules, lowest=False),
        lowest=big_deals(club, person, span, rules, lowest=True),
    )


def _places(standings: Sequence[Standing]) -> dict[int, int | None]:
    """The rank of everybody who is no guest, by points; names break no tie."""
    guests = set(
        Player.objects.filter(pk__in=[s.player_id for s in standings], guest=True).values_list("pk", flat=True)
    )
    found = [one for one in standings if one.player_id not in guests]
    return {one.player_id: rank for rank, one in ranked(found, By.POINTS, [""] * len(found))}


def evenings_of(club: Club, span: Span, code: str, one: Standing, page: int) -> PlayerEvenings:
    """A page of his evenings. No earlier one is read: the points before them are what is left of the season's."""
    pages = max(1, -(-one.evenings // PAGE))
    page = min(max(page, 1), pages)
    found = latest_of(club, span, _evenings_with_points(one.player_id, code), page * PAGE)
    balance, lines = one.points, []
    for day, evening in found:
        points = int(evening.points)  # type: ignore[attr-defined]  # annotated
        lines.append(EveningLine(evening.public_id, evening.name, day, points, balance))
        balance -= points
    shown = lines[(page - 1) * PAGE :][::-1]
    return PlayerEvenings(tuple(shown), balance, one.evenings - len(found), page, pages)


def _evenings_with_points(player_id: int, code: str) -> QuerySet[Evening]:
    """Evenings at which somebody played a game, each with what he made of it."""
    totals = TableTotal.objects.filter(player=player_id, table__evening=OuterRef("pk"), table__rules__code=code)
    made = totals.order_by().values("table__evening").annotate(points_of=Sum("net")).values("points_of")
    return Evening.objects.filter(Exists(totals)).annotate(points=Subquery(made))
