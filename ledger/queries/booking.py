"""The money of a closed table as lines: who is to receive or to pay how much, and what for.

Lines are a stored fold, like postings: worked out from facts, agreed stake and closing, and never a source.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ledger.models import Player, Seat, Settlement, SettlementLine, Table
from ledger.queries.fold import ended_state
from ledger.queries.sheet import everybody
from ledger.rules.points import largest_remainder
from ledger.rules.rounding import rounded
from ledger.rules.settlement import Stake, minor_shares, worth
from ledger.rules.table import TableState

Kind = SettlementLine.Kind
MONEY_MOST = 10**13
"""Minor units that somebody can win or lose at a table."""


@dataclass(frozen=True, slots=True)
class Booked:
    """A line of money: minor units above zero are received. Without a player it is the kitty, which nobody keeps."""

    player_id: int | None
    kind: str
    currency: str
    amount: int


def booked(line: SettlementLine) -> Booked:
    """A stored line."""
    return Booked(line.player_id, line.kind, line.currency, line.amount)


@dataclass(frozen=True, slots=True)
class TableMoney:
    """The lines of a table, and what the keeper of its kitty holds afterwards; None where nothing is carried on."""

    lines: tuple[Booked, ...]
    held: int | None


def shares_of(table: Table, ended: TableState, stake: Stake) -> tuple[dict[int, int], int]:
    """Minor units of everybody, by number, and of the kitty for its change."""
    people = everybody(table)
    shares, kitty = minor_shares([ended.owed[n] for n in people], ended.kitty - table.opening_kitty, stake)
    return dict(zip(people, shares, strict=True)), kitty


def beyond_counting(table: Table) -> bool:
    """Whether the sums of a closed table are larger than any purse: then there is no plan, and the page says so."""
    if table.stake is None or table.closing is None:
        return False
    state = table.kept_state
    points = [abs(p) for p in (*state.owed, state.kitty, table.opening_kitty)]
    return worth(sum(points), table.stake) > MONEY_MOST


def brought_along(table: Table) -> int | None:
    """Minor units that the keeper of the evening before holds for this table's kitty; None where that is not known:
    nothing was carried here, or that evening is open, or has no stake, or one in another currency."""
    before = table.carried_from
    if before is None or before.closing is None or before.stake_currency != table.stake_currency:
        return None
    return before.kitty_held or 0


def table_money(table: Table) -> TableMoney:
    """The money of a table as it is now: none while it is open or has no stake."""
    stake = table.stake
    if table.closing is None or stake is None:
        return TableMoney((), None)
    ended = ended_state(table, table.closing)
    if beyond_counting(table):
        return TableMoney((), None)
    shares, change = shares_of(table, ended, stake)
    players = players_by_number(table)
    found = [(players[n].pk, Kind.RESULT, share) for n, share in shares.items()]
    kitty, held = _kitty_lines(table, [players[n] for n in ended.order], change, stake)
    lines = (Booked(who, str(kind), stake.currency, amount) for who, kind, amount in [*found, *kitty] if amount)
    return TableMoney(tuple(lines), held)


def _kitty_lines(
    table: Table, at_table: Sequence[Player], change: int, stake: Stake
) -> tuple[list[tuple[int | None, Kind, int]], int | None]:
    """Who hands out what was brought along, who takes care of what is carried on, and a difference that is shared."""
    keeper, brought = table.kitty_keeper_id, brought_along(table)
    # An empty kitty carries nothing on: what its keeper still holds is shared.
    carried = table.closing == "carry" and table.kept_state.kitty > 0
    if brought is None or table.carried_from is None:
        held = worth(table.opening_kitty, stake) + change
        return [(keeper, Kind.KITTY_KEPT, change)], held if carried else None
    found: list[tuple[int | None, Kind, int]] = [(table.carried_from.kitty_keeper_id, Kind.KITTY_IN, -brought)]
    held = brought + change
    if carried:
        return [*found, (keeper, Kind.KITTY_KEPT, held)], held
    # What a correction of the evening before, or another stake, left over or short.
    sharers = sorted(at_table, key=lambda player: (player.folded, player.pk))
    parts = largest_remainder([held] * len(sharers), len(sharers))
    return found + [(p.pk, Kind.KITTY_SHARED, part) for p, part in zip(sharers, parts, strict=True)], None


def players_by_number(table: Table) -> dict[int, Player]:
    """Who has which number at the table."""
    return {seat.number: seat.player for seat in Seat.objects.filter(table=table).select_related("player")}


def rounding_lines(settlement: Settlement, lines: Iterable[Booked], folded: Mapping[int, str]) -> tuple[Booked, ...]:
    """What each gains or loses where the money of all tables together is rounded; `folded` names put equal ones in an
    order that no seat decides."""
    totals: dict[str, Counter[int | None]] = {}
    for line in lines:
        totals.setdefault(line.currency, Counter())[line.player_id] += line.amount
    found = []
    for currency, owed in totals.items():
        # The kitty comes last.
        who = sorted(owed, key=lambda p: (p is None, folded.get(p or 0, ""), p or 0))
        exact = [owed[p] for p in who]
        for p, before, after in zip(who, exact, rounded(exact, settlement.rounding), strict=True):
            if after != before:
                found.append(Booked(p, str(Kind.ROUNDING), currency, after - before))
    return tuple(found)
