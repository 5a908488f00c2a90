"""Who won, and what everybody ends with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.models import Player, Seat, Table
from ledger.queries.booking import players_by_number, shares_of
from ledger.queries.fold import ended_state
from ledger.queries.rows import variant_of
from ledger.queries.sheet import everybody
from ledger.rules.settlement import Stake
from ledger.rules.table import TableState
from ledger.rules.variant import Variant


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
class SettlementView:
    """The end of an evening, or what it would be. Without a stake there is no money."""

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


def settlement_views(tables: Sequence[Table]) -> tuple[SettlementView, ...]:
    """How each of the tables settles as it is: one query, however many. Needs their rules."""
    players: dict[int, dict[int, Player]] = {table.pk: {} for table in tables}
    for seat in Seat.objects.filter(table__in=tables).select_related("player"):
        players[seat.table_id][seat.number] = seat.player
    return tuple(settlement_view(table, players=players[table.pk]) for table in tables)


def settlement_view(
    table: Table, closing: str | None = None, *, players: Mapping[int, Player] | None = None
) -> SettlementView:
    """How the table settles as it is closed; an open one as if it were closed so (`divide`: the kitty shared)."""
    ending = table.closing or closing
    ended = ended_state(table, ending)
    people = everybody(table)
    money: dict[int, int] | None = None
    kitty_money: int | None = None
    if table.stake:
        money, kitty_money = shares_of(table, ended, table.stake)
    players = players_by_number(table) if players is None else players
    seats = _seats(players, table.kept_state, ended, {n: money[n] if money else None for n in people})
    return SettlementView(
        table=table,
        variant=variant_of(table),
        closing=ending,
        seats=seats,
        winners=tuple(s for s in seats if s.place == 1),
        kitty=ended.kitty,
        kitty_change=ended.kitty - table.opening_kitty,
        stake=table.stake,
        kitty_money=kitty_money,
    )


def _seats(
    players: Mapping[int, Player], state: TableState, ended: TableState, money: Mapping[int, int | None]
) -> tuple[SettledSeat, ...]:
    """Everybody who sat at the table, in order of appearance."""
    return tuple(
        SettledSeat(
            number=n,
            name=players[n].called,
            player_public_id=players[n].public_id,
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
