"""The fold over the log of a table: order, dealer, tour, senior suit, kitty and balances travel in the state."""

from collections.abc import Iterable, Iterator
from operator import add

from ledger.rules.cards import SuitScheme
from ledger.rules.events import EventFacts, EventKind
from ledger.rules.facts import DealFacts
from ledger.rules.kitty import divide
from ledger.rules.kitty_shapes import Feeding
from ledger.rules.points import Points
from ledger.rules.postings import BANK, KITTY, Book, Movement, Reason, Tally
from ledger.rules.scoring import Seen, score_deal
from ledger.rules.seating import Order, joined, left, next_seat, playing, sitting_out, substituted, swapped
from ledger.rules.situation import Kind
from ledger.rules.state import Entry, ScoredDeal, TableState, dump_state, load_state, open_table
from ledger.rules.variant import Settling, Variant


def next_multiplier(variant: Variant, state: TableState) -> int:
    """What the amounts of the next deal that counts are multiplied by."""
    return variant.length.multiplier(state.tour)


def seen_deal(variant: Variant, state: TableState, facts: DealFacts) -> Seen:
    """The deal with dealer, players, multiplier, senior suit and kitty from the state before it."""
    dealer = state.dealer if facts.dealer is None else facts.dealer
    senior = state.senior
    if senior is None and state.counted == 0 and variant.suits is SuitScheme.SENIOR:
        senior = facts.turned if facts.kind is not Kind.MISDEAL else None
    four, m = playing(state.order, dealer, facts.sitting_out), variant.length.multiplier(state.tour)
    kitty = variant.kitty
    if kitty is None:
        return Seen(facts, dealer, four, m, senior, state.kitty)
    payers = state.order if kitty.sitters_ante else four
    last = kitty.last_to_opponents and variant.length.is_last(
        state.counted, state.tour, state.in_tour, len(state.order)
    )
    return Seen(facts, dealer, four, m, senior, state.kitty, () if state.fed else payers, last)


def score_next(variant: Variant, state: TableState, facts: Entry, tally: Tally | None = None) -> ScoredDeal:
    """The next entry scored upon a kept state; a `Book` as tally keeps the movements for those who ask why."""
    if isinstance(facts, EventFacts):
        return _score_event(variant, state, facts, tally)
    seen = seen_deal(variant, state, facts)
    if tally is None:
        tally = Tally(len(state.balances))
    score_deal(variant, seen, tally)
    sums, kind = tally.sums, facts.kind
    deltas = tuple(sums[:-2])
    counts = kind is Kind.PLAYED or (kind is Kind.PASSED and variant.turn.passed_counts)
    counted, tour, in_tour = state.counted, state.tour, state.in_tour
    if counts:
        counted += 1
        in_tour += 1
        if in_tour >= len(state.order):
            tour, in_tour = tour + 1, 0
    balances = tuple(map(add, state.balances, deltas))
    fed = fed_after(variant, kind, emptied=tally.emptied, before=state.fed)
    after = TableState(
        state.order,
        state.met,
        _next_dealer(variant, state.order, seen),
        counted,
        tour,
        in_tour,
        seen.senior,
        state.kitty + sums[KITTY],
        balances,
        _net(variant, state, seen.four, deltas, balances),
        state.cash,
        fed,
    )
    return ScoredDeal(facts, counted if counts else None, seen.dealer, seen.multiplier, deltas, sums[KITTY], after)


def fed_after(variant: Variant, kind: Kind, *, emptied: bool, before: bool) -> bool:
    """Whether no ante is due after a deal, by whether it gave the kitty out and whether one was due before it."""
    if variant.kitty is not None and variant.kitty.fed is Feeding.WHEN_WON and kind is not Kind.MISDEAL:
        return not emptied
    return before


def _score_event(variant: Variant, state: TableState, event: EventFacts, tally: Tally | None) -> ScoredDeal:
    """People who come, go or change places move no points; an adjustment moves just its own."""
    before = state
    if event.player is not None:
        state = _grown(state, max(state.met) + 1 if event.number is None else event.number)
    state = _seated(variant, state, event)
    deltas, kitty_change = (0,) * len(state.balances), 0
    if event.kind is EventKind.CASH_OUT:
        state = state._replace(cash=_answered(state, event.seat or 0, event.answers or 0))
    if event.kind is EventKind.ADJUSTMENT:
        tally = tally or Tally(len(state.balances))
        tally.move(event.giver or 0, event.taker or 0, event.points or 0, Reason.ADJUSTMENT)
        deltas, kitty_change = tuple(tally.sums[:-2]), tally.sums[KITTY]
        balances, net = tuple(map(add, state.balances, deltas)), tuple(map(add, state.net, deltas))
        state = state._replace(kitty=state.kitty + kitty_change, balances=balances, net=net)
    return ScoredDeal(event, None, before.dealer, next_multiplier(variant, state), deltas, kitty_change, state)


def _grown(state: TableState, number: int) -> TableState:
    """With one more person, who has nothing yet. Numbers of arrivals that were undone stay free."""
    more = (0,) * (number + 1 - len(state.balances))
    lists = {key: getattr(state, key) + more for key in ("balances", "net", "cash")}
    return state._replace(met=(*state.met, number), **lists)


def _seated(variant: Variant, state: TableState, event: EventFacts) -> TableState:
    """The order and the dealer after the event. A tour that is full for those who are left is over."""
    seated, newest = (state.order, state.dealer), state.met[-1]
    if event.kind is EventKind.JOIN:
        seated = joined(seated, newest if event.seat is None else event.seat, event.after)
    elif event.kind is EventKind.LEAVE:
        seated = left(seated, event.seat or 0, variant.seating.step)
    elif event.kind is EventKind.SUBSTITUTE:
        seated = substituted(seated, event.seat or 0, newest if event.by is None else event.by)
    elif event.kind is EventKind.SWAP and event.seats:
        seated = swapped(seated, *event.seats)
    order, dealer = seated
    tour, in_tour = state.tour, state.in_tour
    if in_tour and in_tour >= len(order):
        tour, in_tour = tour + 1, 0
    return state._replace(order=order, dealer=dealer, tour=tour, in_tour=in_tour)


def _answered(state: TableState, seat: int, answers: int) -> tuple[Points, ...]:
    """Another answers for what one has won or lost so far."""
    cash, owed = list(state.cash), state.owed[seat]
    cash[seat] -= owed
    cash[answers] += owed
    return tuple(cash)


def _next_dealer(variant: Variant, order: Order, seen: Seen) -> int:
    """The turn goes on from who dealt, also where it was not his turn."""
    facts, turn = seen.facts, variant.turn
    if facts.kind is Kind.MISDEAL:
        again = not (facts.fault and turn.fault)
    else:
        again = facts.kind is Kind.PASSED and turn.passed_deals_again
    return seen.dealer if again else next_seat(order, seen.dealer, variant.seating.step)


def _net(
    variant: Variant, state: TableState, four: tuple[int, ...], deltas: tuple[Points, ...], balances: tuple[Points, ...]
) -> tuple[Points, ...]:
    if variant.settling is Settling.BALANCES:
        return balances
    total = sum(deltas)
    pairs = enumerate(zip(state.net, deltas, strict=True))
    return tuple([n + (4 * d - total if s in four else 0) for s, (n, d) in pairs])


def replay(variant: Variant, state: TableState, deals: Iterable[Entry]) -> Iterator[ScoredDeal]:
    """Every deal in order, scored upon the state that the one before left. The facts must have been checked."""
    for facts in deals:
        scored = score_next(variant, state, facts)
        state = scored.state
        yield scored


def divided(state: TableState, tally: Tally | None = None) -> TableState:
    """The table after the kitty was divided by consent."""
    tally = tally or Tally(state.people)
    divide(tally, state.kitty, state.order, state.dealer)
    shares = tally.sums[:-2]
    return state._replace(
        kitty=state.kitty + tally.sums[KITTY],
        balances=tuple(b + s for b, s in zip(state.balances, shares, strict=True)),
        net=tuple(n + s for n, s in zip(state.net, shares, strict=True)),
    )


def movements(variant: Variant, state: TableState, facts: Entry) -> tuple[Movement, ...]:
    """Every movement of a deal upon the state before it, in the order of the rules."""
    book = Book(state.people)
    score_next(variant, state, facts, book)
    return tuple(book.movements)


def is_over(variant: Variant, state: TableState, planned_deals: int | None = None) -> bool:
    """Whether the proposed or agreed length has been reached (the table may play on)."""
    length = planned_deals or variant.length.deals
    if length is None:
        return state.tour > variant.length.tours
    return state.counted >= length


def sitters(state: TableState) -> tuple[int, ...]:
    """Who sits out in the next deal."""
    return tuple(sorted(sitting_out(state.order, state.dealer)))


__all__ = [
    "BANK",
    "KITTY",
    "Entry",
    "ScoredDeal",
    "TableState",
    "divided",
    "dump_state",
    "fed_after",
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
