"""The same table again: what an evening would start with that goes on where this one ended."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ledger.models import Club, Table
from ledger.queries.clubs import carried_kitty
from ledger.queries.refold import names_by_number
from ledger.queries.sheet import is_built_in
from ledger.rules.seating import AT_PLAY
from ledger.rules.settlement import Stake


@dataclass(frozen=True, slots=True)
class StartValues:
    """The start of an evening, by the names of `start_evening`."""

    club: Club
    rules_code: str | Mapping[str, Any]
    options: Mapping[str, int | str | bool]
    players: tuple[str, ...]
    """Who sat at the table at the end, clockwise; where that was too few to play, who sat down at the start."""
    first_dealer: int
    """Whose turn it was to deal, as a place in `players`."""
    planned_deals: int | None
    stake: Stake | None
    opening_kitty: int
    """What an evening of the same variant left in the kitty to be carried on."""


@dataclass(frozen=True, slots=True)
class LastStake:
    """What money a club played for last."""

    stake: Stake
    of_last: bool
    """Whether that was at its last evening; else that one was for points alone."""


def last_stake(club: Club) -> LastStake | None:
    """None: never for money. Two queries at most."""
    tables = Table.objects.filter(evening__club=club).order_by("-evening__started_at", "-pk")
    last = tables.first()
    if last is None or last.stake:
        return LastStake(last.stake, of_last=True) if last and last.stake else None
    before = tables.filter(stake_currency__isnull=False).first()
    return LastStake(before.stake, of_last=False) if before and before.stake else None


def start_again(table: Table) -> StartValues:
    """The same players, rules, agreement and stake; the next dealer; the kitty that was carried."""
    state, names, club = table.kept_state, names_by_number(table), table.evening.club
    order = state.order if len(state.order) >= AT_PLAY else table.first_order
    dealer = state.dealer if state.dealer in order else order[0]
    return StartValues(
        club=club,
        rules_code=table.rules.code if is_built_in(table) else table.rules.document,
        options=table.options["chosen"],
        players=tuple(names[n] for n in order),
        first_dealer=order.index(dealer),
        planned_deals=table.planned_deals,
        stake=table.stake,
        opening_kitty=carried_kitty(club, table.rules.code),
    )
