"""Evenings that are over, and money that changes hands: Boris wins three times seven, the others lose seven each."""

from uuid import uuid4

from ledger.models import Player
from ledger.queries.payments import settlement_picture
from ledger.rules.settlement import Stake
from ledger.services.settling import pay, undo_payment
from ledger.services.tables import close_table
from tests.stories import BORIS, again, record, start

ROUBLE = Stake(1, 10_000, "RUB")
"""A point is a rouble."""
HALF_EURO = Stake(1, 5_000, "EUR")
SEVEN = {"contract": "7", "trump": "clubs", "declarer": BORIS, "tricks": 7}
"""A deal of the German game: Boris +21, the others −7 each."""


def evening(club=None, rules="german", deals=(SEVEN,), stake=ROUBLE, kitty=None, **more):
    """An evening that was closed."""
    table = start(rules, club=club, stake=stake, **more)
    for facts in deals:
        record(table, facts)
    close_table(table_id=table.public_id, kitty=kitty, by="")
    return again(table)


def player(table, name):
    return Player.objects.get(club=table.evening.club_id, name=name)


def picture(table):
    return settlement_picture(again(table).settlement)


def paid(table, payer, payee, amount, currency="RUB"):
    """One gave another so many minor units, as somebody typed it in."""
    return pay(
        table_id=table.public_id,
        key=uuid4(),
        payer=player(table, payer).public_id,
        payee=player(table, payee).public_id,
        currency=currency,
        amount=amount,
        seen=None,
        by="Vera's phone",
    )


def pay_all(table):
    """Everything that is open is paid."""
    rows = [(c.currency, row) for c in picture(table).currencies for row in c.open_rows]
    for currency, row in rows:
        paid(table, row.payer.name, row.payee.name, row.open, currency)


def take_back(table, payment):
    undo_payment(table_id=table.public_id, key=payment.key, by="")
