"""Who won and who pays whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ledger.models import Seat, Table
from ledger.queries.rows import variant_of
from ledger.queries.sheet import everybody
from ledger.rules.settlement import Stake, fewest_payments, minor_shares
from ledger.rules.table import TableState, divided
from ledger.rules.variant import Variant

KITTY_SEAT: Literal["kitty"] = "kitty"
"""The kitty where it pays or is paid like a person: somebody named keeps it until the next evening."""


@dataclass(frozen=True, slots=True)
class SettledSeat:
    """What one player ends with. Points, and money in the currency's minor units."""

    number: int
    name: str
    player_public_id: str
    balance: int
    """Before the kitty is divided."""
    kitty_share: int
    final_balance: int
    net: int
    """Won from or lost to the others."""
    cash: int
    """Points that others answer for, less those he answers for: from players who cashed out."""
    left: bool
    """He does not sit at the table any more."""
    place: int
    """1 is the best; equal results share a place: 1, 2, 2, 4."""
    money: int | None


@dataclass(frozen=True, slots=True)
class PaymentView:
    """One payment, minor units above zero. A payer or payee is a seat or the kitty."""

    payer: int | Literal["kitty"]
    payer_name: str
    payee: int | Literal["kitty"]
    payee_name: str
    amount: int


@dataclass(frozen=True, slots=True)
class SettlementView:
    """The end of an evening, or what it would be. Without a stake there is no money and nobody pays."""

    table: Table
    variant: Variant
    closing: str | None
    seats: tuple[SettledSeat, ...]
    winners: tuple[SettledSeat, ...]
    """All in the first place."""
    kitty: int
    """What stays in it."""
    kitty_change: int
    """Against what lay in it at the opening."""
    stake: Stake | None
    kitty_money: int | None
    payments: tuple[PaymentView, ...]
    proven: bool
    """Whether it is certain that fewer payments cannot do it."""


def settlement_view(table: Table, closing: str | None = None) -> SettlementView:
    """How the table settles as it is closed; an open one as if it were closed so (`divide`: the kitty shared)."""
    ending = table.closing or closing
    state = table.kept_state
    ended = divided(state) if ending == "divide" else state
    change = ended.kitty - table.opening_kitty
    money: tuple[int, ...] | None = None
    kitty_money: int | None = None
    people = everybody(table)
    if table.stake:
        money, kitty_money = minor_shares([ended.owed[n] for n in people], change, table.stake)
    seats = _seats(table, state, ended, dict(zip(people, money or [None] * len(people), strict=True)))
    payments, proven = _payments(seats, kitty_money)
    return SettlementView(
        table=table,
        variant=variant_of(table),
        closing=ending,
        seats=seats,
        winners=tuple(s for s in seats if s.place == 1),
        kitty=ended.kitty,
        kitty_change=change,
        stake=table.stake,
        kitty_money=kitty_money,
        payments=payments,
        proven=proven,
    )


def _seats(
    table: Table, state: TableState, ended: TableState, money: Mapping[int, int | None]
) -> tuple[SettledSeat, ...]:
    """Everybody who sat at the table, in order of appearance."""
    seats = {seat.number: seat for seat in Seat.objects.filter(table=table).select_related("player")}
    return tuple(
        SettledSeat(
            number=n,
            name=seats[n].player.name,
            player_public_id=seats[n].player.public_id,
            balance=state.balances[n],
            kitty_share=ended.balances[n] - state.balances[n],
            final_balance=ended.balances[n],
            net=ended.net[n],
            cash=ended.cash[n],
            left=n not in ended.order,
            place=1 + sum(ended.net[other] > ended.net[n] for other in money),
            money=money[n],
        )
        for n in money
    )


def _payments(seats: Sequence[SettledSeat], kitty_money: int | None) -> tuple[tuple[PaymentView, ...], bool]:
    if kitty_money is None:
        return (), True
    plan = fewest_payments([*(s.money or 0 for s in seats), kitty_money])
    who: list[tuple[int | Literal["kitty"], str]] = [*((s.number, s.name) for s in seats), (KITTY_SEAT, "")]
    views = (PaymentView(*who[p.payer], *who[p.payee], p.amount) for p in plan.payments)
    return tuple(views), plan.proven
