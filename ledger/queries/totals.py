"""What each player made of a closed table, worked out from its postings: what is stored as `TableTotal`."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, fields

from ledger.models import Deal, DealPosting, DealResult, Seat, Table, TableTotal, Uncounted
from ledger.queries.booking import ended_state
from ledger.queries.rows import facts_of, variant_of
from ledger.rules.events import EventFacts
from ledger.rules.facts import DealFacts
from ledger.rules.situation import Kind
from ledger.rules.table import load_state
from ledger.rules.variant import Variant, playing

Moved = Mapping[int, tuple[int, int]]
"""Points and net points that an entry moved, by number."""


@dataclass(slots=True)
class Total:
    """A player's table; the columns of `TableTotal` say what each is."""

    player_id: int
    points: int = 0
    net: int = 0
    deals: int = 0
    declared: int = 0
    made: int = 0
    helped: int = 0
    declared_net: int = 0
    helped_net: int = 0
    opposed_net: int = 0
    won: bool = False

    @property
    def counts(self) -> bool:
        """Whether he played, or points of his moved: who only sat there has no total."""
        return any(astuple(self)[1:])


def stored_total(row: TableTotal) -> Total:
    """A stored row."""
    return Total(**{field.name: getattr(row, field.name) for field in fields(Total)})


def table_totals(table: Table) -> list[Total]:
    """Everybody who played, in the order of their keys; none while the table is open. Four queries and one of marks."""
    if table.closing is None:
        return []
    players = dict(Seat.objects.filter(table=table).values_list("number", "player_id"))
    totals = {player: Total(player) for player in players.values()}
    by_number = {number: totals[player] for number, player in players.items()}
    _add_closing(table, by_number)
    variant = variant_of(table)
    for result, moved in _counted(table):
        for number, (points, net) in moved.items():
            if points or net:
                by_number[number].points += points
                by_number[number].net += net
        facts = facts_of(result.deal, ())
        if result.number is not None and not isinstance(facts, EventFacts):
            _add_deal(variant, result, facts, moved, by_number)
    found = [totals[key] for key in sorted(totals) if totals[key].counts]
    _name_winners(found)
    return found


def _add_closing(table: Table, by_number: Mapping[int, Total]) -> None:
    """The shares of a kitty that was divided."""
    state = table.kept_state
    ended = ended_state(table, table.closing)
    for number, total in by_number.items():
        if number < state.people:
            total.points += ended.balances[number] - state.balances[number]
            total.net += ended.net[number] - state.net[number]


def _counted(table: Table) -> Iterable[tuple[DealResult, Moved]]:
    """The entries that count, in order, with what they moved."""
    results = list(DealResult.objects.filter(table=table).select_related("deal").order_by("position"))
    left_out = set(Uncounted.objects.filter(deal__table=table).values_list("deal_id", flat=True))
    postings: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
    columns = DealPosting.objects.filter(result__table=table, net__isnull=False)
    for key, account, points, net in columns.values_list("result_id", "account", "points", "net"):
        postings[key].append((account, points, net or 0))
    before: dict[int, int] = {}
    for result in results:
        rows = postings[result.pk]
        if result.deal_id not in left_out:
            yield result, {account: (points, net - before.get(account, 0)) for account, points, net in rows}
        before = {account: net for account, _, net in rows}


def _add_deal(
    variant: Variant, result: DealResult, facts: DealFacts, moved: Moved, by_number: Mapping[int, Total]
) -> None:
    """A deal that counts: who played it, in which part."""
    for number in playing(load_state(result.state).order, result.dealer, facts.sitting_out):
        total, net = by_number[number], moved[number][1]
        total.deals += 1
        if facts.kind is not Kind.PLAYED:
            continue
        if number == facts.declarer:
            total.declared += 1
            total.made += is_made(variant, facts)
            total.declared_net += net
        elif number == facts.helper:
            total.helped += 1
            total.helped_net += net
        else:
            total.opposed_net += net


def is_made(variant: Variant, facts: DealFacts | Deal) -> bool:
    """Whether a played contract was made."""
    return variant.by_code[facts.contract or ""].made(facts.tricks or 0, facts.helper is not None)


def _name_winners(totals: Iterable[Total]) -> None:
    """Most net points of those who played; ties share."""
    played = [total for total in totals if total.deals]
    most = max((total.net for total in played), default=0)
    for total in played:
        total.won = total.net == most
