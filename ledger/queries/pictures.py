"""What is said of a settlement: who pays whom, what was paid of it, and what makes up everybody's money."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ledger.models import Settlement, Table
from ledger.rules.problems import folded_name


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

    @property
    def largest(self) -> int:
        return max((abs(p.total) for p in self.people), default=0)


@dataclass(frozen=True, slots=True)
class SettlementPicture:
    """Everything that is said of who pays whom."""

    settlement: Settlement
    tables: tuple[Table, ...]
    """The earliest evening first."""
    currencies: tuple[CurrencyPicture, ...]
    payments: tuple[PaymentRow, ...]
    """All that were recorded, oldest first."""
    beyond: bool = False
    """The sums of a table are larger than any purse: they are not settled."""

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
        return tuple(sorted(found.values(), key=lambda p: folded_name(p.name)))
