"""What everybody should hold in chips, where a variant's kitty is played with them."""

from dataclasses import dataclass

from ledger.models import Table
from ledger.queries.booking import players_by_number
from ledger.queries.fold import ended_state
from ledger.queries.rows import variant_of
from ledger.queries.sheet import everybody
from ledger.rules.chips import chips_of


@dataclass(frozen=True, slots=True)
class Holding:
    """What somebody should hold, or the kitty, whose name is empty; below zero he owes as many."""

    key: str
    name: str
    left: bool
    """He does not sit at the table any more; his chips do."""
    chips: int

    @property
    def in_hand(self) -> int:
        return max(self.chips, 0)

    @property
    def owed(self) -> int:
        return max(-self.chips, 0)


@dataclass(frozen=True, slots=True)
class ChipsView:
    """All chips of a table."""

    start: int
    """Each began with so many."""
    opening: int
    """So many lay in the kitty then."""
    holdings: tuple[Holding, ...]
    """Everybody in order of appearance, the kitty last."""
    cashed_out: bool
    """Somebody was paid in money before the end."""

    @property
    def total(self) -> int:
        """All that are in the game: those of the start, wherever they are now."""
        return sum(h.chips for h in self.holdings)

    @property
    def in_hand(self) -> int:
        """All that should be counted: those in the game, and those that were lent to who owes them."""
        return sum(h.in_hand for h in self.holdings)


def chips_view(table: Table) -> ChipsView | None:
    """What each should hold as the table is closed, or as it stands; None where it is not played with chips."""
    kitty = variant_of(table).kitty
    if kitty is None or not kitty.chips:
        return None
    state = ended_state(table, table.closing)
    players, chips = players_by_number(table), chips_of(kitty.chips, state)
    people = (Holding(str(n), players[n].called, n not in state.order, chips[n]) for n in everybody(table))
    return ChipsView(
        start=kitty.chips,
        opening=table.opening_kitty,
        holdings=(*people, Holding("kitty", "", False, state.kitty)),
        cashed_out=any(state.cash),
    )
