"""What each player made of a closed table, worked out from its postings: what is stored as `TableTotal`, and as
`DealPart` deal by deal."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, field, fields

from ledger.models import Deal, DealPart, DealPosting, DealResult, Seat, Table, TableTotal, Uncounted
from ledger.queries.fold import ended_state
from ledger.queries.rows import facts_of, variant_of
from ledger.rules.events import EventFacts
from ledger.rules.facts import DealFacts
from ledger.rules.postings import KITTY
from ledger.rules.seating import playing
from ledger.rules.situation import Kind
from ledger.rules.table import TableState, load_state, movements
from ledger.rules.variant import Variant

Moved = Mapping[int, tuple[int, int]]
"""Points and net points that an entry moved, by number."""


@dataclass(slots=True)
class Total:
    """A player's table; the columns of `TableTotal` say what each is."""

    player_id: int
    net: int = 0
    deals: int = 0
    declared: int = 0
    made: int = 0
    helped: int = 0
    opposed: int = 0
    declared_net: int = 0
    helped_net: int = 0
    opposed_net: int = 0
    won: bool = False

    @property
    def counts(self) -> bool:
        """Whether he played, or won or lost points: who only sat there has no total."""
        return any(astuple(self)[1:])


@dataclass(frozen=True, slots=True)
class Part:
    """A player's deal; the columns of `DealPart` say what each is."""

    rules_code: str
    deal_id: int
    player_id: int
    part: str
    partner_id: int | None
    contract: str
    made: bool
    points: int
    pot: int


@dataclass(frozen=True, slots=True)
class TableFold:
    """A closed table: everybody's total by their keys, and every deal that counts as each of its players had it."""

    totals: tuple[Total, ...] = ()
    parts: tuple[Part, ...] = ()


def stored_part(row: DealPart) -> Part:
    """A stored row."""
    return Part(**{column.name: getattr(row, column.name) for column in fields(Part)})


def stored_total(row: TableTotal) -> Total:
    """A stored row."""
    return Total(**{column.name: getattr(row, column.name) for column in fields(Total)})


def table_fold(table: Table) -> TableFold:
    """What the table comes to; nothing while it is open. Five queries."""
    if table.closing is None:
        return TableFold()
    players = dict(Seat.objects.filter(table=table).values_list("number", "player_id"))
    fold = _Fold(variant_of(table), players, {number: Total(player) for number, player in players.items()})
    _add_closing(table, fold.totals)
    for deal in _counted(table):
        fold.add(deal)
    found = sorted((total for total in fold.totals.values() if total.counts), key=lambda total: total.player_id)
    _name_winners(found)
    return TableFold(tuple(found), tuple(sorted(fold.parts, key=lambda part: (part.deal_id, part.player_id))))


def _add_closing(table: Table, by_number: Mapping[int, Total]) -> None:
    """The shares of a kitty that was divided."""
    state = table.kept_state
    ended = ended_state(table, table.closing)
    for number, total in by_number.items():
        if number < state.people:
            total.net += ended.net[number] - state.net[number]


@dataclass(frozen=True, slots=True)
class _Counted:
    """An entry that counts, with what it moved and the state before it."""

    result: DealResult
    moved: Moved
    state: TableState


def _counted(table: Table) -> Iterable[_Counted]:
    """The entries that count, in order."""
    results = DealResult.objects.filter(table=table).select_related("deal").order_by("position")
    left_out = set(Uncounted.objects.filter(deal__table=table).values_list("deal_id", flat=True))
    postings: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
    columns = DealPosting.objects.filter(result__table=table, net__isnull=False)
    for key, account, points, net in columns.values_list("result_id", "account", "points", "net"):
        postings[key].append((account, points, net or 0))
    before: dict[int, int] = {}
    state = table.opening_state
    # A mark may move the kitty: who revoked in a helped deal.
    for result in results.prefetch_related("deal__marks"):
        rows = postings[result.pk]
        if result.deal_id not in left_out:
            moved = {account: (points, net - before.get(account, 0)) for account, points, net in rows}
            yield _Counted(result, moved, state)
        before = {account: net for account, _, net in rows}
        state = load_state(result.state)


@dataclass(slots=True)
class _Fold:
    """A table being added up, by number."""

    variant: Variant
    players: Mapping[int, int]
    totals: dict[int, Total]
    parts: list[Part] = field(default_factory=list)

    def add(self, one: _Counted) -> None:
        """An entry; points that are moved without a deal belong to the totals alone."""
        for number, (_, net) in one.moved.items():
            if net:
                self.totals[number].net += net
        facts = facts_of(one.result.deal)
        if one.result.number is not None and not isinstance(facts, EventFacts):
            four = playing(load_state(one.result.state).order, one.result.dealer, facts.sitting_out)
            pots = _pots(self.variant, one.state, facts)
            made = facts.kind is Kind.PLAYED and is_made(self.variant, facts)
            for number in four:
                part = self._part(one, facts, number, made=made, pot=pots.get(number, 0))
                self.parts.append(part)
                _add_part(self.totals[number], part, one.moved[number][1])

    def _part(self, one: _Counted, facts: DealFacts, number: int, *, made: bool, pot: int) -> Part:
        partner = {facts.declarer: facts.helper, facts.helper: facts.declarer}.get(number)
        return Part(
            rules_code=self.variant.code,
            deal_id=one.result.deal_id,
            player_id=self.players[number],
            part=part_in(facts, number),
            partner_id=None if partner is None else self.players[partner],
            contract=facts.contract or "",
            made=made,
            points=one.moved[number][0],
            pot=pot,
        )


def _add_part(total: Total, part: Part, net: int) -> None:
    """A deal in which he played."""
    total.deals += 1
    if part.part == DealPart.Part.DECLARED:
        total.declared += 1
        total.made += part.made
        total.declared_net += net
    elif part.part == DealPart.Part.HELPED:
        total.helped += 1
        total.helped_net += net
    elif part.part == DealPart.Part.OPPOSED:
        total.opposed += 1
        total.opposed_net += net


def part_in(facts: DealFacts, number: int) -> str:
    """What somebody who played it had to do with a deal."""
    if facts.kind is not Kind.PLAYED:
        return DealPart.Part.NONE.value
    if number == facts.declarer:
        return DealPart.Part.DECLARED.value
    return DealPart.Part.HELPED.value if number == facts.helper else DealPart.Part.OPPOSED.value


def _pots(variant: Variant, state: TableState, facts: DealFacts) -> Mapping[int, int]:
    """What the kitty paid out, for each who had a share of it."""
    if variant.kitty is None:
        return {}
    paid = [m for m in movements(variant, state, facts) if m.giver == KITTY]
    return dict.fromkeys((m.taker for m in paid), sum(m.points for m in paid))


def is_made(variant: Variant, facts: DealFacts | Deal) -> bool:
    """Whether a played contract was made."""
    return variant.by_code[facts.contract or ""].made(facts.tricks or 0, facts.helper is not None)


def _name_winners(totals: Iterable[Total]) -> None:
    """Most net points of those who played; ties share."""
    played = [total for total in totals if total.deals]
    most = max((total.net for total in played), default=0)
    for total in played:
        total.won = total.net == most
