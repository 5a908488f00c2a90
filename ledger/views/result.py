"""The end of one or more evenings in words: what is shared as text, and what the card shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, pgettext

from ledger.models import Table
from ledger.money import all_whole, money, signed_amount, with_currency
from ledger.queries.booking import brought_along
from ledger.queries.payments import CurrencyPicture, Person, PlanRow, SettlementPicture, settlement_picture
from ledger.queries.settlement import SettlementView, settlement_views
from ledger.queries.tables import length_of
from ledger.rules.currencies import MINOR_UNITS
from ledger.templatetags.boston import written
from ledger.views.plans import whole_rows
from ledger.views.settlement import rounding_of
from ledger.words import isolated, signed, title_of

# They would turn the figures behind a name around, where no markup holds it.
_TURNING = dict.fromkeys([0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings; equal results share a place. Without a stake there is no money."""

    place: int
    name: str
    points: str
    money: str


@dataclass(frozen=True, slots=True)
class EveningResult:
    """How one table ended, or stands."""

    public_id: str
    name: str
    date: str
    game: str
    standings: tuple[Standing, ...]
    winners: tuple[str, ...]
    best: str
    level: bool
    """Nobody is ahead of anybody."""
    closed: bool
    notes: tuple[str, ...]
    """What became of the kitty; how far an open evening has come."""

    @property
    def title(self) -> str:
        return " · ".join(part for part in (self.name, self.date, self.game) if part)


@dataclass(frozen=True, slots=True)
class PayLine:
    """One who pays another; `part` is what was paid of it, empty where that is nothing or everything."""

    payer: str
    payee: str
    sum: str
    part: str
    done: bool


@dataclass(frozen=True, slots=True)
class Result:
    """Everything there is to tell of a settlement."""

    evenings: tuple[EveningResult, ...]
    together: tuple[tuple[str, str], ...]
    """Name and money of everybody, where several tables are settled in one."""
    pays: tuple[PayLine, ...]
    said: str
    """The sentence behind the payments, empty where some are open."""


def result_of(table: Table) -> Result:
    """The settlement of a table as it stands; a constant number of queries. Needs `table.settlement`."""
    picture = settlement_picture(table.settlement)
    rounding = rounding_of(picture)
    several = len(picture.tables) > 1
    shown = () if picture.playing else picture.currencies
    return Result(
        evenings=tuple(_evening(view, rounding) for view in settlement_views(picture.tables)),
        together=tuple(line for found in shown for line in _totals(found)) if several else (),
        pays=tuple(_pay_line(row, found) for found in shown for row in found.rows),
        said=_said(picture),
    )


def _evening(view: SettlementView, rounding: Mapping[str, int]) -> EveningResult:
    evening = view.table.evening
    return EveningResult(
        public_id=view.table.public_id,
        name=one_line(evening.name),
        date=written(evening.date, "day"),
        # Where it is read, nobody knows what is played.
        game=gettext("Boston, %(game)s") % {"game": title_of(view.variant, view.variant.short)},
        standings=_standings(view, rounding),
        winners=tuple(one_line(s.name) for s in view.winners),
        best=signed(view.winners[0].net),
        level=len({s.net for s in view.seats}) == 1,
        closed=view.closing is not None,
        notes=tuple(_notes(view)),
    )


def one_line(text: str) -> str:
    """A name that cannot break out of its line; one that reads from the right does not turn the line round."""
    return isolated(" ".join(text.translate(_TURNING).split()))


def _standings(view: SettlementView, rounding: Mapping[str, int]) -> tuple[Standing, ...]:
    """The best first; equal ones as they sit."""
    minors = {s.number: (s.money or 0) + rounding.get(s.player_public_id, 0) for s in view.seats}
    amounts: Mapping[int, str] = {}
    if view.stake:
        amounts = dict(zip(minors, _signed_money(list(minors.values()), view.stake.currency), strict=True))
    return tuple(
        Standing(s.place, one_line(s.name), signed(s.net), amounts.get(s.number, ""))
        for s in sorted(view.seats, key=lambda s: s.place)
    )


def _signed_money(minors: Sequence[int], currency: str) -> list[str]:
    """`+₽300`, all with a fraction or none."""
    whole = all_whole(minors, currency)
    return [with_currency(signed_amount(minor, currency, whole=whole), currency) for minor in minors]


def _notes(view: SettlementView) -> list[str]:
    table = view.table
    found = []
    if table.closing is None:
        if view.kitty:
            found.append(gettext("In the kitty: %(n)s.") % {"n": view.kitty})
        counted = {"n": table.kept_state.counted, "length": length_of(table, view.variant)}
        found.append(gettext("Still being played: %(n)s of %(length)s deals.") % counted)
        return found
    brought = brought_along(table)
    if brought and table.carried_from and view.stake:
        found.append(_brought(table.carried_from, money_words(brought, view.stake.currency)))
    if table.closing == "carry" and (view.kitty or table.kitty_held):
        found.append(_carried(view))
    elif view.kitty != table.kept_state.kitty:
        found.append(gettext("The kitty of %(n)s was divided by consent.") % {"n": table.kept_state.kitty})
    return found


def _brought(before: Table, amount: str) -> str:
    """Where the money of a kitty that was brought along comes from."""
    if before.kitty_keeper is None:
        return gettext("Brought along in the kitty: %(sum)s.") % {"sum": amount}
    values = {"name": one_line(before.kitty_keeper.name), "sum": amount}
    return gettext("Brought along in the kitty, from %(name)s: %(sum)s.") % values


def _carried(view: SettlementView) -> str:
    """Who keeps how much until the next evening."""
    table = view.table
    values = {"n": view.kitty, "name": "", "sum": ""}
    if table.kitty_keeper:
        values["name"] = one_line(table.kitty_keeper.name)
    if table.kitty_held and view.stake:
        values["sum"] = money_words(table.kitty_held, view.stake.currency)
    if values["name"] and values["sum"]:
        return gettext("The kitty of %(n)s is carried on: %(name)s keeps %(sum)s.") % values
    if values["name"]:
        return gettext("The kitty of %(n)s is carried on; %(name)s keeps it.") % values
    if values["sum"]:
        return gettext("The kitty of %(n)s is carried on: %(sum)s, which nobody keeps yet.") % values
    return gettext("The kitty of %(n)s is carried on.") % values


def money_words(minor: int, currency: str) -> str:
    """One amount alone: without a fraction of zero."""
    return money(minor, currency, whole=minor % 10 ** MINOR_UNITS[currency] == 0)


def _totals(found: CurrencyPicture) -> list[tuple[str, str]]:
    amounts = _signed_money([p.total for p in found.people], found.currency)
    return [(_name(p.person), amount) for p, amount in zip(found.people, amounts, strict=True)]


def _pay_line(row: PlanRow, found: CurrencyPicture) -> PayLine:
    whole = whole_rows(found)
    return PayLine(
        payer=_name(row.payer),
        payee=_name(row.payee),
        sum=money(row.total, found.currency, whole=whole),
        part=money(row.paid, found.currency, whole=whole) if row.paid and row.open else "",
        done=not row.open,
    )


def _name(person: Person) -> str:
    return one_line(person.name) or pgettext("pays", "the kitty")


def _said(picture: SettlementPicture) -> str:
    if picture.beyond:
        return ""
    if picture.playing:
        several = len(picture.tables) > 1
        return gettext("Who pays whom is known when all evenings are closed.") if several else ""
    if not any(t.stake_currency for t in picture.tables) and not picture.currencies:
        return ""
    if any(found.rows for found in picture.currencies):
        return gettext("Settled: everything is paid.") if picture.settled else ""
    return gettext("Nobody owes anybody. Well played, all of you.")
