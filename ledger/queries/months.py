"""The fold of a club's months: what stands in it, and what must."""

from collections.abc import Iterator
from datetime import date, timedelta

from ledger.models import Club, MonthMoney, MonthTotal
from ledger.queries.seasons import Span, closed_tables
from ledger.queries.sums import SUMS, money_of, sums_of
from ledger.rules.standings import Standing

FOLDED = (*SUMS, "won", "evenings", "best", "worst")


def month_of(day: date) -> Span:
    """The whole month of a day."""
    first = day.replace(day=1)
    following = (first + timedelta(days=31)).replace(day=1)
    return Span("", "", first, following - timedelta(days=1))


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


def plain_total(row: MonthTotal) -> tuple[object, ...]:
    """What a row says, to be compared."""
    return row.month, row.rules_code, row.player_id or 0, *(getattr(row, name) for name in FOLDED)


def plain_money(row: MonthMoney) -> tuple[object, ...]:
    return row.month, row.rules_code, row.currency, row.player_id, row.amount


def standing_of(row: MonthTotal) -> Standing:
    """A player's month."""
    return Standing(player_id=row.player_id or 0, **{name: getattr(row, name) for name in FOLDED})
