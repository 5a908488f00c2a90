"""Who pays whom: the money of all tables that are settled together, what was paid, and what is still open."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from ledger.models import Payment, Player, Seat, Settlement, SettlementLine, Table
from ledger.queries.booking import beyond_counting
from ledger.queries.pairs import Pairs, money_in_pairs, pairs_at
from ledger.queries.pictures import (
    KITTY,
    CurrencyPicture,
    PaymentRow,
    Person,
    PersonMoney,
    PlanRow,
    SettlementPicture,
)
from ledger.rules.open_plan import Way, open_each, open_fewest, open_through
from ledger.rules.settlement import Payment as Paid
from ledger.rules.settlement import Plan

__all__ = [
    "KITTY",
    "CurrencyPicture",
    "PaymentRow",
    "Person",
    "PersonMoney",
    "PlanRow",
    "SettlementPicture",
    "payment_row",
    "payments_of",
    "person",
    "settlement_picture",
    "settlement_pictures",
]

Kind = SettlementLine.Kind
KITTY_KINDS = (Kind.KITTY_IN, Kind.KITTY_KEPT, Kind.KITTY_SHARED)
OfSettlement = TypeVar("OfSettlement", Table, SettlementLine, Payment)


def settlement_picture(settlement: Settlement) -> SettlementPicture:
    """Who pays whom as it stands: a constant number of queries, whatever was played and paid."""
    return settlement_pictures([settlement])[settlement.pk]


def settlement_pictures(settlements: Iterable[Settlement]) -> dict[int, SettlementPicture]:
    """The pictures of several settlements by their keys: as many queries as for one. Needs `settlement.banker`."""
    found = list(settlements)
    ids = [s.pk for s in found]
    tables = by_settlement(tables_of(ids))
    lines = by_settlement(SettlementLine.objects.filter(settlement__in=ids).select_related("player"))
    payments = by_settlement(payments_of(ids))
    seated = _seated(ids)
    pairs = pairs_at(t for s in found if s.way == Way.EACH for t in tables[s.pk])
    return {s.pk: _picture(s, tables[s.pk], lines[s.pk], payments[s.pk], (seated, pairs)) for s in found}


def _seated(settlement_ids: Iterable[int]) -> dict[int, list[Player]]:
    """Who sat at each table: also somebody who came out even can be a banker, keep a kitty, or lose to one what he won
    from another."""
    found: defaultdict[int, list[Player]] = defaultdict(list)
    for seat in Seat.objects.filter(table__settlement__in=list(settlement_ids)).select_related("player"):
        found[seat.table_id].append(seat.player)
    return found


def _picture(
    settlement: Settlement,
    tables: Sequence[Table],
    lines: Sequence[SettlementLine],
    payments: Sequence[Payment],
    by_table: tuple[Mapping[int, Sequence[Player]], Mapping[int, Pairs]],
) -> SettlementPicture:
    seated, pairs = by_table
    live = [p for p in payments if not _is_undone(p)]
    wanted = dict.fromkeys([t.stake_currency for t in tables if t.stake_currency and t.closing])
    currencies = sorted({*wanted, *(line.currency for line in lines), *(p.currency for p in live)})
    closed = {c: [t.pk for t in tables if t.closing and t.stake_currency == c] for c in currencies}
    books = [_Book(settlement, c, lines, live, [p for t in closed[c] for p in seated.get(t, ())]) for c in currencies]
    return SettlementPicture(
        settlement,
        tuple(tables),
        tuple(book.picture([pairs[t] for t in closed[book.currency] if t in pairs]) for book in books),
        tuple(payment_row(p) for p in payments),
        beyond=any(beyond_counting(t) for t in tables),
    )


def by_settlement(rows: Iterable[OfSettlement]) -> defaultdict[int, list[OfSettlement]]:
    """Rows by the key of their settlement, in the order they came."""
    found: defaultdict[int, list[OfSettlement]] = defaultdict(list)
    for row in rows:
        found[row.settlement_id].append(row)
    return found


def tables_of(settlement_ids: Iterable[int]) -> Sequence[Table]:
    """All tables of settlements, the earliest evening first."""
    found = Table.objects.filter(settlement__in=list(settlement_ids))
    related = found.select_related("evening__club", "rules", "kitty_keeper", "carried_from__kitty_keeper")
    return list(related.order_by("evening__started_at", "id"))


def payments_of(settlement_ids: Iterable[int]) -> Sequence[Payment]:
    """All payments of settlements with who paid whom and whether they were taken back, oldest first."""
    found = Payment.objects.filter(settlement__in=list(settlement_ids))
    return list(found.select_related("payer", "payee", "undone").order_by("id"))


def _is_undone(payment: Payment) -> bool:
    return hasattr(payment, "undone")


def payment_row(payment: Payment) -> PaymentRow:
    """A payment for people."""
    undone = getattr(payment, "undone", None)
    return PaymentRow(
        payment.key, person(payment.payer), person(payment.payee), payment.currency, payment.amount, payment.by,
        payment.at, undone.by if undone else "", undone.at if undone else None,
    )  # fmt: skip


def person(player: Player | None) -> Person:
    return Person(player.public_id, player.called) if player else KITTY


class _Book:
    """The money of one currency, everybody at a place that no seat decides: by name, the kitty last."""

    def __init__(
        self,
        settlement: Settlement,
        currency: str,
        lines: Iterable[SettlementLine],
        payments: Iterable[Payment],
        seated: Iterable[Player],
    ) -> None:
        self.settlement, self.currency = settlement, currency
        self.lines = [line for line in lines if line.currency == currency]
        self.payments = [p for p in payments if p.currency == currency]
        found: dict[int | None, Player | None] = {player.pk: player for player in seated}
        found |= {line.player_id: line.player for line in self.lines}
        for payment in self.payments:
            found |= {payment.payer_id: payment.payer, payment.payee_id: payment.payee}
        if settlement.banker and found:
            found[settlement.banker_id] = settlement.banker
        self.players = found
        names = {player: one.folded if one else "" for player, one in found.items()}
        self.who = sorted(found, key=lambda p: (p is None, names[p], p or 0))
        self.place = {player: at for at, player in enumerate(self.who)}

    def picture(self, pairs: Iterable[Pairs]) -> CurrencyPicture:
        """With what everybody lost to everybody at each of the tables, where that is how it is settled."""
        plan = self.plan(pairs)
        return CurrencyPicture(self.currency, self._people(), self._rows(plan), plan.proven)

    @property
    def owed(self) -> list[int]:
        """Everybody's money in all."""
        sums: Counter[int | None] = Counter()
        for line in self.lines:
            sums[line.player_id] += line.amount
        return [sums[player] for player in self.who]

    @property
    def paid(self) -> list[Paid]:
        """Payments by place, oldest first."""
        return [Paid(self.place[p.payer_id], self.place[p.payee_id], p.amount) for p in self.payments]

    def plan(self, pairs: Iterable[Pairs]) -> Plan:
        """What is still to be paid, in the way that was chosen."""
        if self.settlement.way == Way.BANKER and self.settlement.banker_id in self.place:
            return open_through(self.owed, self.paid, self.place[self.settlement.banker_id])
        if self.settlement.way == Way.EACH:
            flows = money_in_pairs(pairs, self.settlement.rounding)
            return open_each(_by_place(flows, self.place), self.owed, self.paid)
        return open_fewest(self.owed, self.paid)

    def _people(self) -> tuple[PersonMoney, ...]:
        left = self.owed
        for payer, payee, amount in self.paid:
            left[payer] += amount
            left[payee] -= amount
        sums: defaultdict[int | None, Counter[str]] = defaultdict(Counter)
        for line in self.lines:
            sums[line.player_id][line.kind] += line.amount
        found = [
            PersonMoney(
                person=person(self.players[player]),
                result=sums[player][Kind.RESULT],
                kitty=sum(sums[player][kind] for kind in KITTY_KINDS),
                rounding=sums[player][Kind.ROUNDING],
                total=sums[player].total(),
                left=left[at],
            )
            for at, player in enumerate(self.who)
        ]
        return tuple(sorted(found, key=lambda p: (p.person == KITTY, -p.total)))

    def _rows(self, plan: Plan) -> tuple[PlanRow, ...]:
        """Paid and open together, in an order that no tick changes: the largest sum first, then by names."""
        made: defaultdict[tuple[int, int], list[Payment]] = defaultdict(list)
        for payment in self.payments:
            made[self.place[payment.payer_id], self.place[payment.payee_id]].append(payment)
        still = {(p.payer, p.payee): p.amount for p in plan.payments}
        rows = {
            pair: PlanRow(
                payer=person(self.players[self.who[pair[0]]]),
                payee=person(self.players[self.who[pair[1]]]),
                paid=sum(p.amount for p in made[pair]),
                open=still.get(pair, 0),
                payments=tuple(map(payment_row, made[pair])),
            )
            for pair in [*still, *made]
        }
        return tuple(rows[pair] for pair in sorted(rows, key=lambda pair: (-rows[pair].total, pair)))


def _by_place(flows: Mapping[tuple[int, int], int], place: Mapping[int | None, int]) -> dict[tuple[int, int], int]:
    """Pairs of players as pairs of places, the smaller place first."""
    found: Counter[tuple[int, int]] = Counter()
    for (one, other), amount in flows.items():
        a, b = place[one], place[other]
        if a < b:
            found[a, b] += amount
        else:
            found[b, a] -= amount
    return dict(found)
