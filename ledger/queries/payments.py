"""Who pays whom: the money of all tables that are settled together, what was paid, and what is still open."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ledger.models import Payment, Player, Settlement, SettlementLine, Table
from ledger.queries.pairs import money_in_pairs
from ledger.rules.open_plan import Way, open_each, open_fewest, open_through
from ledger.rules.settlement import Payment as Paid
from ledger.rules.settlement import Plan

Kind = SettlementLine.Kind
KITTY_KINDS = (Kind.KITTY_IN, Kind.KITTY_KEPT, Kind.KITTY_SHARED)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who pays or is paid. Without a public id it is the kitty, which nobody keeps yet."""

    public_id: str
    name: str


KITTY = Person("", "")


@dataclass(frozen=True, slots=True)
class PaymentRow:
    """A payment that was made; `undone_by` and `undone_at` where it was taken back."""

    key: UUID
    payer: Person
    payee: Person
    currency: str
    amount: int
    by: str
    at: datetime
    undone_by: str
    undone_at: datetime | None


@dataclass(frozen=True, slots=True)
class PlanRow:
    """One who pays another: what was paid of it and what is still open, minor units."""

    payer: Person
    payee: Person
    paid: int
    open: int
    payments: tuple[PaymentRow, ...]
    """Those that count, oldest first."""

    @property
    def total(self) -> int:
        return self.paid + self.open

    @property
    def can_tick(self) -> bool:
        """Nobody can hand money to a kitty that nobody keeps."""
        return bool(self.open and self.payer.public_id and self.payee.public_id)


@dataclass(frozen=True, slots=True)
class PersonMoney:
    """What makes up somebody's money, minor units: above zero he receives."""

    person: Person
    result: int
    kitty: int
    rounding: int
    total: int
    left: int
    """After what was paid."""


@dataclass(frozen=True, slots=True)
class CurrencyPicture:
    """The money of a settlement in one currency."""

    currency: str
    people: tuple[PersonMoney, ...]
    """Who receives most comes first."""
    rows: tuple[PlanRow, ...]
    proven: bool
    """Whether it is certain that fewer payments cannot settle what is open."""

    @property
    def open_rows(self) -> tuple[PlanRow, ...]:
        return tuple(row for row in self.rows if row.open)

    @property
    def open_sum(self) -> int:
        return sum(row.open for row in self.rows)


@dataclass(frozen=True, slots=True)
class SettlementPicture:
    """Everything that is said of who pays whom."""

    settlement: Settlement
    tables: tuple[Table, ...]
    """The earliest evening first."""
    currencies: tuple[CurrencyPicture, ...]
    payments: tuple[PaymentRow, ...]
    """All that were recorded, oldest first."""

    @property
    def playing(self) -> tuple[Table, ...]:
        """Tables that are not closed: until then nobody is asked to pay."""
        return tuple(table for table in self.tables if table.closing is None)

    @property
    def settled(self) -> bool:
        """Closed, and nothing is open any more."""
        return not self.playing and not any(c.open_sum for c in self.currencies)

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody who has money in it, by name."""
        found = {p.person.public_id: p.person for c in self.currencies for p in c.people if p.person != KITTY}
        return tuple(sorted(found.values(), key=lambda p: p.name.casefold()))


def settlement_picture(settlement: Settlement) -> SettlementPicture:
    """Who pays whom as it stands: a constant number of queries, whatever was played and paid."""
    found = settlement.tables.select_related("evening", "rules", "kitty_keeper", "carried_from__kitty_keeper")
    tables = tuple(found.order_by("evening__started_at", "id"))
    lines = list(settlement.lines.select_related("player"))
    payments = list(payments_of([settlement.pk]))
    live = [p for p in payments if not _is_undone(p)]
    wanted = dict.fromkeys([t.stake_currency for t in tables if t.stake_currency and t.closing])
    currencies = sorted({*wanted, *(line.currency for line in lines), *(p.currency for p in live)})
    books = (_Book(settlement, tables, c, lines, live) for c in currencies)
    return SettlementPicture(
        settlement, tables, tuple(book.picture() for book in books), tuple(payment_row(p) for p in payments)
    )


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
    return Person(player.public_id, player.name) if player else KITTY


class _Book:
    """The money of one currency, everybody at a place that no seat decides: by name, the kitty last."""

    def __init__(
        self,
        settlement: Settlement,
        tables: Sequence[Table],
        currency: str,
        lines: Iterable[SettlementLine],
        payments: Iterable[Payment],
    ) -> None:
        self.settlement, self.tables, self.currency = settlement, tables, currency
        self.lines = [line for line in lines if line.currency == currency]
        self.payments = [p for p in payments if p.currency == currency]
        found: dict[int | None, Player | None] = {line.player_id: line.player for line in self.lines}
        for payment in self.payments:
            found |= {payment.payer_id: payment.payer, payment.payee_id: payment.payee}
        if settlement.banker and found:
            found[settlement.banker_id] = settlement.banker
        self.players = found
        names = {player: one.folded if one else "" for player, one in found.items()}
        self.who = sorted(found, key=lambda p: (p is None, names[p], p or 0))
        self.place = {player: at for at, player in enumerate(self.who)}

    def picture(self) -> CurrencyPicture:
        plan = self.plan()
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

    def plan(self) -> Plan:
        """What is still to be paid, in the way that was chosen."""
        if self.settlement.way == Way.BANKER and self.settlement.banker_id in self.place:
            return open_through(self.owed, self.paid, self.place[self.settlement.banker_id])
        if self.settlement.way == Way.EACH:
            flows = money_in_pairs(self.tables, self.currency, self.settlement.rounding)
            known = {pair: amount for pair, amount in flows.items() if self.place.keys() >= set(pair)}
            return open_each(_by_place(known, self.place), self.owed, self.paid)
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
