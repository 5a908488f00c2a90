"""The state of a table between two entries of its log, kept beside each of them."""

from operator import add
from typing import Any, NamedTuple

from ledger.rules.cards import Suit
from ledger.rules.events import EventFacts
from ledger.rules.facts import DealFacts
from ledger.rules.points import Points
from ledger.rules.seating import Order
from ledger.rules.situation import Situation

Entry = DealFacts | EventFacts
"""One entry of the log."""


class TableState(NamedTuple):
    """A table between two entries of its log. Points; `balances`, `net` and `cash` one a person of the evening."""

    order: Order
    """Who sits at the table, clockwise."""
    met: tuple[int, ...]
    """Everybody who has sat at the table so far."""
    dealer: int
    """Whose turn it is to deal."""
    counted: int
    """How many deals have counted."""
    tour: int
    """The tour that the next deal is in, from 1."""
    in_tour: int
    """How many deals of that tour have counted."""
    senior: Suit | None
    kitty: Points
    balances: tuple[Points, ...]
    net: tuple[Points, ...]
    """What people have won from each other: equal to the balances where the variant settles by them."""
    cash: tuple[Points, ...]
    """What others answer for: points of those who cashed out, whose money is settled already. Sums to zero."""
    fed: bool = False
    """No ante is due: the kitty, which is not fed in every deal, was not given out since it was fed."""

    @property
    def people(self) -> int:
        """How many numbers people have; balances are by number."""
        return len(self.balances)

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.order)

    @property
    def situation(self) -> Situation:
        """What a new entry is checked against; names are not part of it."""
        return Situation(self.met, self.order, self.dealer, self.counted, self.senior, None, self.kitty)

    @property
    def owed(self) -> tuple[Points, ...]:
        """What is still to be settled in money."""
        return tuple(map(add, self.net, self.cash))


class ScoredDeal(NamedTuple):
    """One entry of the log scored. `number` is None for what does not count; `state` is the table after it."""

    facts: Entry
    number: int | None
    dealer: int
    multiplier: int
    deltas: tuple[Points, ...]
    """Change of each person."""
    kitty_change: Points
    state: TableState


def open_table(seats: int, first_dealer: int = 0, opening_kitty: Points = 0, order: Order | None = None) -> TableState:
    """The state before the first deal; `order` is clockwise, None: by number."""
    zeros, met = (0,) * seats, tuple(range(seats))
    return TableState(order or met, met, first_dealer, 0, 1, 0, None, opening_kitty, zeros, zeros, zeros)


def dump_state(state: TableState) -> dict[str, Any]:
    """The state as plain data, to be kept beside a deal; `fed` only where it is so, as states were kept before."""
    plain = {**state._asdict(), "senior": state.senior and str(state.senior)}
    return plain if state.fed else {key: value for key, value in plain.items() if key != "fed"}


def load_state(plain: dict[str, Any]) -> TableState:
    """A kept state back from plain data."""
    lists = {key: tuple(plain[key]) for key in ("order", "met", "balances", "net", "cash")}
    return TableState(**{**plain, **lists, "senior": Suit(plain["senior"]) if plain["senior"] else None})
