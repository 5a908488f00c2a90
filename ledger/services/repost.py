"""The stored fold written anew from a position on. Postings are never a source: facts are."""

from collections.abc import Iterable, Sequence

from ledger.models import Deal, DealPosting, DealResult, Table
from ledger.queries.fold import facts_from, fold, live_deals, postings_of, state_before
from ledger.queries.rows import variant_of
from ledger.rules.problems import Problem
from ledger.rules.table import ScoredDeal, dump_state
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
    pairs = list(zip(deals, found.scored, strict=True))
    results = DealResult.objects.bulk_create(
        [_result(table, deal, from_position + i, scored) for i, (deal, scored) in enumerate(pairs)], batch_size=500
    )
    postings = [
        DealPosting(result=result, account=account, points=points, balance=balance, net=net)
        for result, scored in zip(results, found.scored, strict=True)
        for account, (points, balance, net) in postings_of(variant, scored).items()
    ]
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
