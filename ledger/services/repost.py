"""The stored fold written anew from a position on. Postings are never a source: facts are."""

from collections.abc import Sequence

from ledger.models import Deal, DealPosting, DealResult, Table
from ledger.queries.fold import live_deals, postings_of, state_before
from ledger.queries.refold import ground_of, refold
from ledger.queries.rows import facts_of
from ledger.rules.log import plain_entry
from ledger.rules.table import ScoredDeal, TableState, dump_state
from ledger.rules.variant import Variant
from ledger.services.errors import Faulty


def repost(table: Table, from_position: int) -> list[DealResult]:
    """Replay the entries that stand from a position on, store what they come to, and set the table's state.

    The caller holds the lock and saves the table. Raises Faulty with the entries that contradict the rules now.
    """
    ground, state = ground_of(table), state_before(table, from_position)
    deals = live_deals(table, from_position)
    entries = [facts_of(deal) for deal in deals]
    lines = refold(ground, state, [(entry, plain_entry(entry), None) for entry in entries])
    later = {from_position + i: line.problems for i, line in enumerate(lines) if line.problems}
    if later:
        raise Faulty(later=later)
    scored = [line.scored for line in lines if line.scored]
    return store_fold(table, ground.variant, from_position, list(zip(deals, scored, strict=True)), state)


def store_fold(
    table: Table, variant: Variant, from_position: int, scored: Sequence[tuple[Deal, ScoredDeal]], before: TableState
) -> list[DealResult]:
    """Store what entries from a position on come to, and set the table's state. `before`: where there are none."""
    DealResult.objects.filter(table=table, position__gte=from_position).delete()
    results = DealResult.objects.bulk_create(
        [_result(table, deal, from_position + i, found) for i, (deal, found) in enumerate(scored)], batch_size=500
    )
    postings = [
        DealPosting(result=result, account=account, points=points, balance=balance, net=net)
        for result, (_, found) in zip(results, scored, strict=True)
        for account, (points, balance, net) in postings_of(variant, found).items()
    ]
    DealPosting.objects.bulk_create(postings, batch_size=500)
    table.state = dump_state(scored[-1][1].state if scored else before)
    return results


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
