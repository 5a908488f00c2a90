"""What may be settled together: closed tables of the club on which money is open."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Sum

from ledger.models import Payment, Settlement, SettlementLine, Table
from ledger.queries.payments import settlement_pictures
from ledger.rules.open_plan import Way


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A closed table that is settled elsewhere, and what is open there, by currency, in minor units."""

    table: Table
    open: tuple[tuple[str, int], ...]


def left_in(settlement_ids: Iterable[int]) -> dict[tuple[int, str], Counter[int | None]]:
    """What is left of everybody's money (by key; None: the kitty) in each settlement and currency, once what was paid
    is off it: minor units, above zero he is still to receive. Two queries, however many settlements."""
    ids = list(settlement_ids)
    left: defaultdict[tuple[int, str], Counter[int | None]] = defaultdict(Counter)
    lines = SettlementLine.objects.filter(settlement__in=ids).values_list("settlement", "currency", "player")
    for settlement, currency, player, amount in lines.annotate(Sum("amount")).order_by():
        left[settlement, currency][player] += amount
    paid = Payment.objects.filter(settlement__in=ids, undone=None)
    columns = paid.values_list("settlement", "currency", "payer", "payee")
    for settlement, currency, payer, payee, amount in columns.annotate(Sum("amount")).order_by():
        left[settlement, currency][payer] += amount
        left[settlement, currency][payee] -= amount
    return dict(sorted(left.items()))


def open_sums(settlement_ids: Iterable[int]) -> dict[int, dict[str, int]]:
    """What is open in each settlement, by currency, minor units above zero: what those receive who are still owed.

    Two queries, however many settlements."""
    ids = list(settlement_ids)
    found: dict[int, dict[str, int]] = {pk: {} for pk in ids}
    for (settlement, currency), people in left_in(ids).items():
        total = sum(amount for amount in people.values() if amount > 0)
        if total:
            found[settlement][currency] = total
    return found


def open_of(tables: Iterable[Table]) -> dict[int, dict[str, int]]:
    """What is still to be paid on closed tables with a stake, by their keys and by currency, as their settlements ask
    for it. Left out where nobody is asked yet, because a table that is settled with it is being played on.

    Three queries however many tables, none without such a table; more only where it is not paid the fewest way."""
    asked = [t for t in tables if t.closing is not None and t.stake_currency]
    if not asked:
        return {}
    ways: dict[int, str] = {}
    playing: set[int] = set()
    columns = Table.objects.filter(settlement__in={t.settlement_id for t in asked})
    for settlement, way, closing in columns.values_list("settlement", "settlement__way", "closing"):
        ways[settlement] = way
        if closing is None:
            playing.add(settlement)
    sums = _asked_sums({pk: way for pk, way in ways.items() if pk not in playing})
    return {t.pk: sums[t.settlement_id] for t in asked if t.settlement_id in sums}


def _asked_sums(ways: Mapping[int, str]) -> dict[int, dict[str, int]]:
    """The sums of all payments still to be made. Only the fewest are, in all, just what is owed."""
    others = Settlement.objects.filter(pk__in=[pk for pk, way in ways.items() if way != Way.FEWEST])
    found = open_sums(pk for pk, way in ways.items() if way == Way.FEWEST)
    for pk, picture in settlement_pictures(others.select_related("banker")).items():
        found[pk] = {c.currency: c.open_sum for c in picture.currencies if c.open_sum}
    return found


def open_tables(table: Table, known: Iterable[str]) -> tuple[OpenTable, ...]:
    """The other closed tables of the club among the known ones (public ids) with money open, the latest first."""
    found = Table.objects.filter(
        public_id__in=list(known), evening__club=table.evening.club_id, closing__isnull=False
    ).exclude(settlement=table.settlement_id)
    tables = list(found.select_related("evening", "rules").order_by("-evening__started_at", "-id"))
    sums = open_sums({t.settlement_id for t in tables})
    return tuple(OpenTable(t, tuple(sums[t.settlement_id].items())) for t in tables if sums[t.settlement_id])
