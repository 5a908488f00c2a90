"""What may be settled together: closed tables of the club on which money is open."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Sum

from ledger.models import Payment, SettlementLine, Table


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A closed table that is settled elsewhere, and what is open there, by currency, in minor units."""

    table: Table
    open: tuple[tuple[str, int], ...]


def open_sums(settlement_ids: Iterable[int]) -> dict[int, dict[str, int]]:
    """What is open in each settlement, by currency, minor units above zero: what those receive who are still owed.

    Two queries, however many settlements."""
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
    found: dict[int, dict[str, int]] = {pk: {} for pk in ids}
    for (settlement, currency), people in sorted(left.items()):
        total = sum(amount for amount in people.values() if amount > 0)
        if total:
            found[settlement][currency] = total
    return found


def open_tables(table: Table, known: Iterable[str]) -> tuple[OpenTable, ...]:
    """The other closed tables of the club among the known ones (public ids) with money open, the latest first."""
    found = Table.objects.filter(
        public_id__in=list(known), evening__club=table.evening.club_id, closing__isnull=False
    ).exclude(settlement=table.settlement_id)
    tables = list(found.select_related("evening", "rules").order_by("-evening__started_at", "-id"))
    sums = open_sums({t.settlement_id for t in tables})
    return tuple(OpenTable(t, tuple(sums[t.settlement_id].items())) for t in tables if sums[t.settlement_id])
