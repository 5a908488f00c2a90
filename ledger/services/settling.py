"""Settling up: tick what was paid, choose how it is paid, name who keeps the kitty, settle tables together."""

from typing import Any
from uuid import UUID

from django.db import transaction

from ledger.models import PAYMENT_MOST, ROUNDING_MOST, Payment, PaymentUndone, Player, Settlement, Table
from ledger.queries.naming import whole_person
from ledger.queries.payments import PlanRow, SettlementPicture, settlement_picture
from ledger.rules.currencies import is_currency
from ledger.rules.open_plan import Way
from ledger.rules.problems import Problem
from ledger.services.booking import book_rounding, locked_settlement, touch
from ledger.services.errors import Faulty, NotOpen, Stale, Unknown
from ledger.services.rows import locked_table, log, save_table, signed


@transaction.atomic
def pay(
    *,
    table_id: str,
    key: UUID,
    payer: str,
    payee: str,
    currency: str,
    amount: int,
    seen: int | None,
    by: str,
) -> Payment:
    """Record that one player (public ids) gave another so many minor units; the same key again is the same payment.

    `seen`: what the person saw open between the two, None for a payment that is not of the plan.
    Raises Unknown, Faulty, NotOpen (that is not open any more, or not so much), Stale (a table is being played on).
    """
    table = locked_table(table_id)
    settlement = locked_settlement(table.settlement_id)
    known = Payment.objects.select_related("payer", "payee").filter(key=key).first()
    if known is not None:
        return _the_same(known, settlement, (payer, payee, currency, amount))
    who = _pair(settlement, payer, payee)
    _refuse_amount(currency, amount)
    picture = settlement_picture(settlement)
    if picture.playing:
        raise Stale("a table that is settled here is being played on")
    if seen is not None:
        _refuse_closed_line(picture, (payer, payee, currency), amount, seen)
    payment = Payment.objects.create(
        settlement=settlement,
        table=table,
        joint=len(picture.tables) > 1,
        key=key,
        payer=who[0],
        payee=who[1],
        currency=currency,
        amount=amount,
        by=signed(by),
    )
    touch(settlement)
    return payment


def _the_same(payment: Payment, settlement: Settlement, facts: tuple[str, str, str, int]) -> Payment:
    """A key stands for one payment of one settlement, for ever."""
    if payment.settlement_id != settlement.pk:
        raise Unknown("this payment belongs to another evening")
    kept = (payment.payer.public_id, payment.payee.public_id, payment.currency, payment.amount)
    if kept != facts or hasattr(payment, "undone"):
        raise NotOpen(payment.by, payment.at)
    return payment


def _pair(settlement: Settlement, payer: str, payee: str) -> tuple[Player, Player]:
    found = {"payer": _player(settlement.club_id, payer), "payee": _player(settlement.club_id, payee)}
    one, other = found["payer"], found["payee"]
    if one is None or other is None:
        raise Faulty([Problem((field,), "missing") for field, who in found.items() if who is None])
    if one == other:
        raise Faulty([Problem(("payee",), "duplicate")])
    return one, other


def _refuse_amount(currency: str, amount: int) -> None:
    problems = []
    if not is_currency(currency):
        problems.append(Problem(("currency",), "out-of-range", {"wanted": "a currency such as EUR"}))
    if not 1 <= amount <= PAYMENT_MOST:
        problems.append(Problem(("amount",), "out-of-range", {"wanted": f"from 1 to {PAYMENT_MOST}"}))
    if problems:
        raise Faulty(problems)


def _refuse_closed_line(picture: SettlementPicture, line: tuple[str, str, str], amount: int, seen: int) -> None:
    """Two phones that tick the same line mean the same coins."""
    payer, payee, currency = line
    rows = [row for c in picture.currencies if c.currency == currency for row in c.rows]
    row = next((r for r in rows if (r.payer.public_id, r.payee.public_id) == (payer, payee)), None)
    if row is None or row.open != seen:
        raise _ticked_by_another(row, seen)
    if amount > row.open:
        raise Faulty([Problem(("amount",), "out-of-range", {"wanted": f"from 1 to {row.open}"})])


def _ticked_by_another(row: PlanRow | None, seen: int) -> NotOpen:
    """Whose payment made the line what it is, where that is why it is not as it was seen."""
    last = row.payments[-1] if row and row.payments else None
    if last and row and row.open + last.amount == seen:
        return NotOpen(last.by, last.at)
    return NotOpen()


@transaction.atomic
def undo_payment(*, table_id: str, key: UUID, by: str) -> Payment:
    """Take a tick back; twice is harmless. Raises Unknown."""
    settlement = locked_settlement(locked_table(table_id).settlement_id)
    payment = Payment.objects.filter(settlement=settlement, key=key).first()
    if payment is None:
        raise Unknown(f"no payment {key}")
    _, new = PaymentUndone.objects.get_or_create(payment=payment, defaults={"by": signed(by)})
    if new:
        touch(settlement)
    return payment


@transaction.atomic
def choose_plan(
    *, table_id: str, way: str, banker: str | None = None, rounding: int | None = None, by: str
) -> Settlement:
    """How it is paid: with the fewest payments, through one banker (a public id), or each with each; and rounded to
    how many minor units (None: as before). What was paid stays paid. Raises Unknown, Faulty."""
    table = locked_table(table_id)
    settlement = locked_settlement(table.settlement_id)
    before = _plan_words(settlement)
    settlement.banker = _banker(settlement, way, banker)
    settlement.way = way
    settlement.rounding = settlement.rounding if rounding is None else rounding
    if not 1 <= settlement.rounding <= ROUNDING_MOST:
        raise Faulty([Problem(("rounding",), "out-of-range", {"wanted": f"from 1 to {ROUNDING_MOST}"})])
    after = _plan_words(settlement)
    if after == before:
        return settlement
    touch(settlement, "way", "banker", "rounding")
    book_rounding(settlement)
    log(table, "plan", {"before": before, "after": after}, by)
    return settlement


def _banker(settlement: Settlement, way: str, banker: str | None) -> Player | None:
    if way not in list(Way):
        raise Faulty([Problem(("way",), "out-of-range", {"wanted": ", ".join(Way)})])
    if way != Way.BANKER:
        return None
    found = _player(settlement.club_id, banker)
    if found is None:
        raise Faulty([Problem(("banker",), "missing")])
    return found


def _plan_words(settlement: Settlement) -> dict[str, Any]:
    banker = settlement.banker.name if settlement.banker else None
    return {"way": str(settlement.way), "banker": banker, "rounding": settlement.rounding}


def _player(club_id: int, public_id: str | None) -> Player | None:
    """Somebody of the club; a page from before two were merged means the one who is left."""
    if not public_id or "\0" in public_id:
        return None
    found = Player.objects.filter(club=club_id, public_id=public_id).select_related("merged_into").first()
    return whole_person(found) if found else None


@transaction.atomic
def name_keeper(*, table_id: str, keeper: str | None, by: str) -> Table:
    """Say who keeps the kitty's money until the next evening (a public id); None: nobody is named.

    Raises Unknown, Faulty."""
    table = locked_table(table_id)
    found = _player(table.evening.club_id, keeper)
    if keeper and found is None:
        raise Faulty([Problem(("keeper",), "missing")])
    if found == table.kitty_keeper:
        return table
    data = {"before": table.kitty_keeper.name if table.kitty_keeper else None, "after": found.name if found else None}
    table.kitty_keeper = found
    save_table(table, "kitty_keeper")
    log(table, "keeper", data, by)
    return table
