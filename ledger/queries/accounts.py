"""What players owe and are owed over all evenings of their club, by currency, with the lines it is made of.

Only a settlement all of whose tables are closed counts: nobody is asked to pay while one of them is played on.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q, Sum

from ledger.models import Club, Payment, Player, Settlement, SettlementLine, Table
from ledger.queries.counted import counted
from ledger.queries.payments import by_settlement, person, settlement_pictures, tables_of
from ledger.queries.pictures import Person, PlanRow, SettlementPicture
from ledger.queries.together import left_in
from ledger.rules.open_plan import Way

SETTLED_A_PAGE = 20
PAID = "paid"
RECEIVED = "received"
KINDS = [*SettlementLine.Kind.values, PAID, RECEIVED]
"""What a line may be for, in the order they are read."""

Left = Mapping[int | None, int]
Plans = Mapping[int, tuple[tuple[str, PlanRow], ...]]
Sums = Mapping[str, int]
"""Minor units by currency; above zero: still to be received."""


@dataclass(frozen=True, slots=True)
class AccountLine:
    """What made somebody's money more (above zero: he is to receive it) or less, minor units."""

    kind: str
    currency: str
    amount: int
    table: Table | None = None
    """Where it was won or lost; None: it belongs to no single table."""
    other: Person | None = None
    """Who was paid, or paid; and when."""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class AccountEntry:
    """One settlement in somebody's account."""

    tables: tuple[Table, ...]
    """The earliest evening first."""
    lines: tuple[AccountLine, ...]
    rows: tuple[tuple[str, PlanRow], ...] = ()
    """Whom he still pays and who still pays him by its plan, and in which currency."""

    @property
    def left(self) -> Sums:
        """What is left of all lines; a currency in which everything is paid stays, with 0."""
        return _sums(self.lines)

    @property
    def booked(self) -> Sums:
        """What was to be received or paid, before anything was."""
        return _sums(line for line in self.lines if line.other is None)


@dataclass(frozen=True, slots=True)
class Account:
    """A player's account as far as somebody may see it."""

    player: Player
    totals: Sums
    """Over all evenings; only currencies in which anything is open."""
    held: Sums
    """The kitty's money in his hands: none of his own."""
    open: tuple[AccountEntry, ...]
    """The latest evening first, as in the others."""
    playing: tuple[AccountEntry, ...]
    """What does not count yet, for a table is being played on."""
    settled: tuple[AccountEntry, ...]
    """Those of this page."""
    page: int
    pages: int
    hidden: int
    """How many settlements are left out, for who asks may not see all their tables."""


@dataclass(frozen=True, slots=True)
class ClubAccounts:
    """Everybody who won or lost money, also if nothing of it is open any more."""

    currencies: tuple[tuple[str, tuple[tuple[Person, int], ...]], ...]
    """In each the people and what they are still to receive in all, the largest first, then the kitty, then
    those who are even; sums to zero."""
    playing: int
    """Settlements that do not count yet."""
    hidden: int


def _sums(lines: Iterable[AccountLine]) -> Sums:
    found: dict[str, int] = {}
    for line in lines:
        found[line.currency] = found.get(line.currency, 0) + line.amount
    return found


def account(player: Player, visible: Collection[int] | None = None, page: int = 1) -> Account:
    """The account of a player; only from settlements whose tables (keys) are all visible, None: all are. As many
    queries however many evenings and players."""
    known = counted(player.club_id, _part_of(player), visible)
    left = _left(known.ways)
    plans = _plans([pk for pk in known.ways if _may_be_open(player, known.ways[pk], left[pk])], player)
    still = dict.fromkeys(pk for pk in known.ways if plans.get(pk) or _own(player, left[pk]))
    settled = [pk for pk in known.ways if pk not in still]
    pages = max(1, -(-len(settled) // SETTLED_A_PAGE))
    page = min(max(1, page), pages)
    shown = settled[SETTLED_A_PAGE * (page - 1) :][:SETTLED_A_PAGE]
    entries = _entries(player, [*still, *known.playing, *shown], plans)
    return Account(
        player=player,
        totals=_totals([entries[pk] for pk in still]),
        held=_held(player, visible),
        open=tuple(entries[pk] for pk in still),
        playing=tuple(entries[pk] for pk in known.playing),
        settled=tuple(entries[pk] for pk in shown),
        page=page,
        pages=pages,
        hidden=known.hidden,
    )


def accounts(club: Club, visible: Collection[int] | None = None) -> ClubAccounts:
    """Who of a club owes, is owed or is even over all evenings: four queries. `visible` as for an account."""
    money = Q(settlement__in=SettlementLine.objects.filter(settlement__club=club).values("settlement"))
    money |= Q(settlement__in=Payment.objects.filter(settlement__club=club, undone=None).values("settlement"))
    known = counted(club.pk, money, visible)
    totals: defaultdict[str, Counter[int | None]] = defaultdict(Counter)
    for (_, currency), people in left_in(known.ways).items():
        totals[currency].update(people)
    players = Player.objects.in_bulk({who for people in totals.values() for who in people if who})
    found = [(currency, _ranked(totals[currency], players)) for currency in sorted(totals)]
    return ClubAccounts(tuple(found), len(known.playing), known.hidden)


def _ranked(sums: Mapping[int | None, int], players: Mapping[int, Player]) -> tuple[tuple[Person, int], ...]:
    """The even ones last; an even kitty is nobody's business."""
    found = [who for who, amount in sums.items() if who or amount]
    who = sorted(found, key=lambda p: (not sums[p], p is None, -sums[p], players[p].folded if p else ""))
    return tuple((person(players[p] if p else None), sums[p]) for p in who)


def _part_of(player: Player) -> Q:
    """Tables of settlements in which he has money, or will have when a table is closed."""
    lines = SettlementLine.objects.filter(player=player)
    paid = Payment.objects.filter(Q(payer=player) | Q(payee=player), undone=None)
    sits = Table.objects.filter(closing=None, stake_currency__isnull=False, seats__player=player)
    return (
        Q(settlement__in=lines.values("settlement"))
        | Q(settlement__in=paid.values("settlement"))
        | Q(settlement__in=sits.values("settlement"))
    )


def _left(settlement_ids: Iterable[int]) -> defaultdict[int, dict[str, Left]]:
    found: defaultdict[int, dict[str, Left]] = defaultdict(dict)
    for (settlement, currency), people in left_in(settlement_ids).items():
        found[settlement][currency] = people
    return found


def _own(player: Player, left: Mapping[str, Left]) -> bool:
    return any(people.get(player.pk) for people in left.values())


def _may_be_open(player: Player, way: str, left: Mapping[str, Left]) -> bool:
    """Through a banker, or each with each, money may go through the hands of one who is even."""
    goes_through = way != Way.FEWEST and any(any(people.values()) for people in left.values())
    return goes_through or _own(player, left)


def _plans(settlement_ids: Collection[int], player: Player) -> Plans:
    """What the player still pays and is still paid by the plan of each settlement."""
    found = Settlement.objects.filter(pk__in=settlement_ids).select_related("banker")
    return {pk: _rows(picture, person(player)) for pk, picture in settlement_pictures(found).items()}


def _rows(picture: SettlementPicture, own: Person) -> tuple[tuple[str, PlanRow], ...]:
    return tuple((c.currency, row) for c in picture.currencies for row in c.open_rows if own in (row.payer, row.payee))


def _entries(player: Player, settlement_ids: Sequence[int], plans: Plans) -> dict[int, AccountEntry]:
    """The entries of settlements by their keys: three queries."""
    mine = Q(payer=player) | Q(payee=player)
    payments = Payment.objects.filter(mine, settlement__in=settlement_ids, undone=None).order_by("id")
    tables = by_settlement(tables_of(settlement_ids))
    lines = by_settlement(SettlementLine.objects.filter(settlement__in=settlement_ids, player=player))
    paid = by_settlement(payments.select_related("payer", "payee"))
    return {
        pk: AccountEntry(
            tables=tuple(tables[pk]),
            lines=(*_booked(lines[pk], tables[pk]), *(_paid(one, player) for one in paid[pk])),
            rows=plans.get(pk, ()),
        )
        for pk in settlement_ids
    }


def _booked(lines: Iterable[SettlementLine], tables: Sequence[Table]) -> list[AccountLine]:
    """What was booked, as it is read: by kind, the earliest evening first."""
    at: dict[int | None, Table] = {table.pk: table for table in tables}
    sums: Counter[tuple[str, int | None, str]] = Counter()
    for line in lines:
        sums[line.kind, line.table_id, line.currency] += line.amount
    places = [None, *at]
    order = sorted(sums, key=lambda key: (KINDS.index(key[0]), places.index(key[1]), key[2]))
    return [AccountLine(kind, currency, sums[kind, table, currency], at.get(table)) for kind, table, currency in order]


def _paid(payment: Payment, player: Player) -> AccountLine:
    if payment.payer_id == player.pk:
        return AccountLine(PAID, payment.currency, payment.amount, None, person(payment.payee), payment.at)
    return AccountLine(RECEIVED, payment.currency, -payment.amount, None, person(payment.payer), payment.at)


def _totals(entries: Sequence[AccountEntry]) -> Sums:
    totals: Counter[str] = Counter()
    for entry in entries:
        totals.update(entry.left)
    still = {c for entry in entries for c, amount in entry.left.items() if amount}
    still |= {c for entry in entries for c, _ in entry.rows}
    return {currency: totals[currency] for currency in sorted(still)}


def _held(player: Player, visible: Collection[int] | None) -> Sums:
    """What he keeps of kitties that no later evening has brought into its own settlement yet."""
    ours = Table.objects.filter(evening__club=player.club_id)
    found = ours.filter(kitty_keeper=player, closing="carry", stake_currency__isnull=False)
    found = found.exclude(carried_to__closing__isnull=False, carried_to__stake_currency=F("stake_currency"))
    found = found.exclude(settlement__in=ours.filter(closing=None).values("settlement"))
    if visible is not None:
        found = found.exclude(settlement__in=ours.exclude(pk__in=visible).values("settlement"))
    sums = found.values_list("stake_currency").annotate(Sum("kitty_held")).order_by("stake_currency")
    return {currency: held for currency, held in sums if currency and held}
