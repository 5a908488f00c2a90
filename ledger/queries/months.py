"""The fold of a club's months: what stands in it, and what must."""

from calendar import monthrange
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from ledger.models import Club, DealPart, MonthContract, MonthMoney, MonthTotal
from ledger.queries.seasons import Span, closed_tables
from ledger.queries.sums import TOTALS, money_of, sums_of

FOLDED = (*TOTALS, "best", "worst")


def month_of(day: date) -> Span:
    """The whole month of a day."""
    # The very last month has none that follows: an evening may have been dated there before that was refused.
    return Span("", "", day.replace(day=1), day.replace(day=monthrange(day.year, day.month)[1]))


def whole_months(span: Span) -> tuple[Span | None, tuple[Span, ...]]:
    """The whole months in a span, as one span, and what is left of it before and after them."""
    first, last = month_of(span.starts), month_of(span.ends)
    starts = first.starts if first.starts == span.starts else first.ends + timedelta(days=1)
    ends = last.ends if last.ends == span.ends else last.starts - timedelta(days=1)
    if starts > ends:
        return None, (span,)
    before, after = span.cut(None, starts - timedelta(days=1)), span.cut(ends + timedelta(days=1), None)
    return span.cut(starts, ends), tuple(part for part in (before, after) if part.starts <= part.ends)


def month_totals(club: Club, month: Span) -> Iterator[MonthTotal]:
    """The rows of a month as its tables are now: of each game, and of all games together."""
    tables = closed_tables(club, month)
    codes = list(tables.order_by("rules__code").values_list("rules__code", flat=True).distinct())
    for code in [*codes, ""] if codes else []:
        of_game = tables.filter(rules__code=code) if code else tables
        evenings = of_game.values("evening").distinct().count()
        row = {"club": club, "month": month.starts, "rules_code": code}
        yield MonthTotal(**row, player_id=None, evenings=evenings)
        for player, one in sorted(sums_of(of_game).items()):
            yield MonthTotal(**row, player_id=player, **{name: getattr(one, name) for name in FOLDED})


def month_money(club: Club, month: Span) -> Iterator[MonthMoney]:
    """The same of the money."""
    tables = closed_tables(club, month)
    codes = list(tables.order_by("rules__code").values_list("rules__code", flat=True).distinct())
    for code in [*codes, ""] if codes else []:
        of_game = tables.filter(rules__code=code) if code else tables
        for (currency, player), amount in sorted(money_of(club, of_game).items()):
            row = {"club": club, "month": month.starts, "rules_code": code}
            yield MonthMoney(**row, currency=currency, player_id=player, amount=amount)


def month_contracts(club: Club, month: Span) -> Iterator[MonthContract]:
    """What each declared, with whose help, in the tables of the month as they are now."""
    parts = DealPart.objects.filter(table__in=closed_tables(club, month), part=DealPart.Part.DECLARED).order_by()
    helped = DealPart.objects.filter(deal=OuterRef("deal"), part=DealPart.Part.HELPED)
    keys = ("rules_code", "contract", "player_id", "partner_id")
    sums = (
        parts.annotate(helping=Subquery(helped.values("points")))
        .values(*keys)
        .annotate(
            declared_of=Count("pk"),
            made_of=Count("pk", filter=Q(made=True)),
            points_of=Sum("points"),
            helping_of=Coalesce(Sum("helping"), 0),
        )
    )
    columns = ("declared_of", "made_of", "points_of", "helping_of")
    for code, contract, player, helper, declared, made, points, helping in sums.values_list(*keys, *columns):
        yield MonthContract(
            club=club,
            month=month.starts,
            rules_code=code,
            contract=contract,
            player_id=player,
            helper_id=helper,
            declared=declared,
            made=made,
            # PostgreSQL adds up in decimals.
            points=int(points),
            helper_points=int(helping),
        )


def plain_contract(row: MonthContract) -> tuple[object, ...]:
    """What a row says, to be compared."""
    columns = ("rules_code", "contract", "player_id", "declared", "made", "points", "helper_points")
    return row.month, row.helper_id or 0, *(getattr(row, name) for name in columns)


def plain_total(row: MonthTotal) -> tuple[object, ...]:
    """What a row says, to be compared."""
    return row.month, row.rules_code, row.player_id or 0, *(getattr(row, name) for name in FOLDED)


def plain_money(row: MonthMoney) -> tuple[object, ...]:
    return row.month, row.rules_code, row.currency, row.player_id, row.amount


@dataclass(frozen=True)
class MonthFold:
    """One fold of a month: its rows as they are stored, and as they must be."""

    what: str
    stored: QuerySet[Any]
    right: list[Any]
    plain: Callable[[Any], tuple[object, ...]]
    """What a row says, to be compared."""

    def compared(self) -> tuple[list[Any], list[Any]]:
        """What is stored and what must be, plain and in one order."""
        return sorted(map(self.plain, self.stored), key=str), sorted(map(self.plain, self.right), key=str)


def month_folds(club: Club, month: Span) -> Iterator[MonthFold]:
    """Everything that is folded of a month."""
    where = {"club": club, "month": month.starts}
    totals, money = MonthTotal.objects.filter(**where), MonthMoney.objects.filter(**where)
    yield MonthFold("points", totals, list(month_totals(club, month)), plain_total)
    yield MonthFold("money", money, list(month_money(club, month)), plain_money)
    contracts = MonthContract.objects.filter(**where)
    yield MonthFold("contracts", contracts, list(month_contracts(club, month)), plain_contract)
