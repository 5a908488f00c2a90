"""The fold over the deals of a table: dealer, tour, senior suit, kitty and balances travel in the state."""

from collections.abc import Iterable, Iterator
from operator import add
from typing import Any, NamedTuple

from ledger.rules.cards import Suit, SuitScheme
from ledger.rules.facts import DealFacts, Kind, Situation
from ledger.rules.kitty import divide
from ledger.rules.points import Points
from ledger.rules.postings import BANK, KITTY, Book, Movement, Tally
from ledger.rules.scoring import Seen, score_deal
from ledger.rules.variant import Settling, Variant, next_seat, playing, sitting_out


class TableState(NamedTuple):
    """A table between two deals. Points; `balances` and `net` one a seat."""

    dealer: int
    """Whose turn it is to deal."""
    counted: int
    """How many deals have counted."""
    senior: Suit | None
    kitty: Points
    balances: tuple[Points, ...]
    net: tuple[Points, ...]
    """What the seats have won from each other: equal to the balances where the variant settles by them."""

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.balances)

    @property
    def situation(self) -> Situation:
        """What a new deal is checked against."""
        return Situation(self.seats, self.dealer, self.counted, self.senior)


class ScoredDeal(NamedTuple):
    """One deal scored. `number` is None for a deal that does not count; `state` is the table after it."""

    facts: DealFacts
    number: int | None
    dealer: int
    multiplier: int
    deltas: tuple[Points, ...]
    """Change of each seat."""
    kitty_change: Points
    state: TableState


def open_table(seats: int, first_dealer: int = 0, opening_kitty: Points = 0) -> TableState:
    """The state before the first deal."""
    zeros = (0,) * seats
    return TableState(first_dealer, 0, None, opening_kitty, zeros, zeros)


def next_multiplier(variant: Variant, state: TableState) -> int:
    """What the amounts of the next deal that counts are multiplied by."""
    return variant.length.multiplier(state.counted + 1, len(state.balances))


def seen_deal(variant: Variant, state: TableState, facts: DealFacts) -> Seen:
    """The deal with dealer, multiplier, senior suit and kitty from the state before it."""
    dealer = state.dealer if facts.dealer is None else facts.dealer
    senior = state.senior
    if senior is None and state.counted == 0 and variant.suits is SuitScheme.SENIOR:
        senior = facts.turned if facts.kind is not Kind.MISDEAL else None
    seats = len(state.balances)
    multiplier = variant.length.multiplier(state.counted + 1, seats)
    return Seen(facts, dealer, seats, multiplier, senior, state.kitty)


def score_next(variant: Variant, state: TableState, facts: DealFacts, tally: Tally | None = None) -> ScoredDeal:
    """The next deal scored upon a kept state; a `Book` as tally keeps the movements for those who ask why."""
    seen = seen_deal(variant, state, facts)
    if tally is None:
        tally = Tally()
    score_deal(variant, seen, tally)
    sums, seats, kind = tally.sums, seen.seats, facts.kind
    deltas = tuple(sums[:seats])
    counts = kind is Kind.PLAYED or (kind is Kind.PASSED and variant.turn.passed_counts)
    counted = state.counted + counts
    balances = tuple(map(add, state.balances, deltas))
    after = TableState(
        _next_dealer(variant, seen),
        counted,
        seen.senior,
        state.kitty + sums[KITTY],
        balances,
        balances if variant.settling is Settling.BALANCES else _pairwise(state.net, seen, deltas),
    )
    return ScoredDeal(facts, counted if counts else None, seen.dealer, seen.multiplier, deltas, sums[KITTY], after)


def _next_dealer(variant: Variant, seen: Seen) -> int:
    """The turn goes on from who dealt, also where it was not his turn."""
    facts, turn = seen.facts, variant.turn
    if facts.kind is Kind.MISDEAL:
        again = not (facts.fault and turn.fault)
    else:
        again = facts.kind is Kind.PASSED and turn.passed_deals_again
    return seen.dealer if again else next_seat(seen.seats, seen.dealer, variant.seating.step)


def _pairwise(net: tuple[Points, ...], seen: Seen, deltas: tuple[Points, ...]) -> tuple[Points, ...]:
    four, total = playing(seen.seats, seen.dealer), sum(deltas)
    return tuple([n + (4 * d - total if s in four else 0) for s, (n, d) in enumerate(zip(net, deltas, strict=True))])


def replay(variant: Variant, state: TableState, deals: Iterable[DealFacts]) -> Iterator[ScoredDeal]:
    """Every deal in order, scored upon the state that the one before left. The facts must have been checked."""
    for facts in deals:
        scored = score_next(variant, state, facts)
        state = scored.state
        yield scored


def divided(state: TableState, tally: Tally | None = None) -> TableState:
    """The table after the kitty was divided by consent."""
    tally = tally or Tally()
    divide(tally, state.kitty, state.seats, state.dealer)
    shares = tally.sums[: state.seats]
    return state._replace(
        kitty=state.kitty + tally.sums[KITTY],
        balances=tuple(b + s for b, s in zip(state.balances, shares, strict=True)),
        net=tuple(n + s for n, s in zip(state.net, shares, strict=True)),
    )


def movements(variant: Variant, state: TableState, facts: DealFacts) -> tuple[Movement, ...]:
    """Every movement of a deal upon the state before it, in the order of the rules."""
    book = Book()
    score_next(variant, state, facts, book)
    return tuple(book.movements)


def dump_state(state: TableState) -> dict[str, Any]:
    """The state as plain data, to be kept beside a deal."""
    return {**state._asdict(), "senior": state.senior and str(state.senior)}


def load_state(plain: dict[str, Any]) -> TableState:
    """A kept state back from plain data."""
    return TableState(
        plain["dealer"],
        plain["counted"],
        Suit(plain["senior"]) if plain["senior"] else None,
        plain["kitty"],
        tuple(plain["balances"]),
        tuple(plain["net"]),
    )


def is_over(variant: Variant, state: TableState, planned_deals: int | None = None) -> bool:
    """Whether the proposed or agreed length has been reached (the table may play on)."""
    length = planned_deals or variant.length.deals
    if length is None:
        length = variant.length.tours * state.seats
    return state.counted >= length


def sitters(state: TableState) -> tuple[int, ...]:
    """Who sits out in the next deal."""
    return tuple(sorted(sitting_out(state.seats, state.dealer)))


__all__ = [
    "BANK",
    "KITTY",
    "ScoredDeal",
    "TableState",
    "divided",
    "dump_state",
    "is_over",
    "load_state",
    "movements",
    "next_multiplier",
    "open_table",
    "replay",
    "score_next",
    "seen_deal",
    "sitters",
]
