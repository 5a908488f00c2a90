"""The stored fold written anew from a position on. Postings are never a source: facts are."""

from collections.abc import Iterable, Sequence

from ledger.models import Deal, DealPosting, DealResult, Table
from ledger.queries.fold import facts_from, fold, live_deals, state_before
from ledger.queries.rows import variant_of
from ledger.rules.postings import BANK, KITTY
from ledger.rules.problems import Problem
from ledger.rules.table import ScoredDeal, dump_state
from ledger.rules.variant import Variant
from ledger.services.errors import Faulty

POINTS_MOST = 2**60
"""More than any evening; a column holds no more."""


def repost(table: Table, from_position: int, *, taken_out: int = 0) -> list[DealResult]:
    """Replay the deals that stand from a position on, store what they come to, and set the table's state.

    The caller holds the lock and saves the table. Raises Faulty with the deals that contradict the rules now, by the
    position at which the phones still see them (`taken_out` deals more stand before them there).
    """
    variant, state = variant_of(table), state_before(table, from_position)
    deals = live_deals(table, from_position)
    found = fold(variant, state, facts_from(deals))
    faults = found.faults or _too_large(found.scored)
    if faults:
        raise Faulty(later={from_position + taken_out + i: problems for i, problems in faults.items()})
    DealResult.objects.filter(table=table, position__gte=from_position).delete()
    results = DealResult.objects.bulk_create(
        [
            _result(table, deal, from_position + i, scored)
            for i, (deal, scored) in enumerate(zip(deals, found.scored, strict=True))
        ],
        batch_size=500,
    )
    postings = [p for r, s in zip(results, found.scored, strict=True) for p in postings_of(variant, r, s)]
    DealPosting.objects.bulk_create(postings, batch_size=500)
    table.state = dump_state(found.scored[-1].state if found.scored else state)
    return results


def _too_large(scored: Sequence[ScoredDeal]) -> dict[int, list[Problem]]:
    problem = Problem((), "out-of-range", {"wanted": "of amounts that can be kept"})
    return {i: [problem] for i, s in enumerate(scored) if max(map(abs, _figures(s))) > POINTS_MOST}


def _figures(scored: ScoredDeal) -> Iterable[int]:
    state = scored.state
    return (*scored.deltas, *state.balances, *state.net, state.kitty, scored.kitty_change)


def _result(table: Table, deal: Deal, position: int, scored: ScoredDeal) -> DealResult:
    return DealResult(
        deal=deal,
        table=table,
        position=position,
        number=scored.number,
        dealer=scored.dealer,
        multiplier=scored.multiplier,
        kitty=scored.state.kitty,
        kitty_change=scored.kitty_change,
        state=dump_state(scored.state),
    )


def postings_of(variant: Variant, result: DealResult, scored: ScoredDeal) -> list[DealPosting]:
    """The postings of a scored deal: every seat, the kitty where there is one, the bank of a score-only sheet."""
    state = scored.state
    rows = [
        DealPosting(result=result, account=seat, points=delta, balance=state.balances[seat], net=state.net[seat])
        for seat, delta in enumerate(scored.deltas)
    ]
    if variant.kitty:
        rows.append(DealPosting(result=result, account=KITTY, points=scored.kitty_change, balance=state.kitty))
    if variant.score_only:
        bank = -sum(scored.deltas) - scored.kitty_change
        rows.append(DealPosting(result=result, account=BANK, points=bank, balance=-sum(state.balances)))
    return rows
