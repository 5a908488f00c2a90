"""Rows that can't be true are refused by the database itself."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from ledger.models import Deal, DealMark, DealPosting, DealResult, DealRetired, Player, Seat, Table
from tests.stories import SIMPLE, record, start

pytestmark = pytest.mark.django_db

PLAYED = {"kind": "played", "contract": "7", "declarer": 0, "trump": "hearts", "tricks": 7}


@pytest.fixture
def table():
    return start()


def refused(make):
    with pytest.raises(IntegrityError), transaction.atomic():
        make()


@pytest.mark.parametrize(
    "nonsense",
    [
        {"kind": "dreamt"},
        {"kind": "misdeal"},
        {"kind": "passed", "contract": "", "declarer": None, "trump": "", "tricks": None, "unclaimed": True},
        {"contract": ""},
        {"declarer": None},
        {"declarer": 100},
        {"dealer": 100},
        {"helper": 100},
        {"helper": 0},
        {"tricks": None},
        {"tricks": 14},
        {"trump": "stars"},
        {"turned": "stars"},
        {"helper_tricks": 2},
        {"helper": 1, "helper_tricks": 8},
        {"fault": True},
        {"kind": "misdeal", "contract": "", "declarer": None, "trump": "", "tricks": None, "forfeit": True},
    ],
    ids=str,
)
def test_a_deal_that_cannot_be_is_refused(table, nonsense):
    def make(**values):
        return Deal.objects.create(table=table, order_key=1, entry_key=uuid4(), **PLAYED | values)

    make()
    refused(lambda: make(**nonsense))


def test_an_entry_key_is_there_once_at_a_table_and_again_at_another(table):
    key = uuid4()
    Deal.objects.create(table=table, order_key=1, entry_key=key, **PLAYED)
    refused(lambda: Deal.objects.create(table=table, order_key=2, entry_key=key, **PLAYED))
    Deal.objects.create(table=start(), order_key=1, entry_key=key, **PLAYED)


def test_marks_retirement_and_results_are_there_once(table):
    recorded = record(table, {**SIMPLE, "boston_holder": 0})
    deal, result = recorded.deal, recorded.result
    refused(lambda: DealMark.objects.create(deal=deal, kind="boston", seat=1))
    refused(lambda: DealMark.objects.create(deal=deal, kind="luck", seat=1))
    refused(lambda: DealMark.objects.create(deal=deal, kind="revoke", seat=100))
    refused(lambda: DealRetired.objects.create(deal=deal, replaced_by=deal))
    DealRetired.objects.create(deal=deal)
    refused(lambda: DealRetired.objects.create(deal=deal))
    other = Deal.objects.create(table=table, order_key=2, entry_key=uuid4(), **PLAYED)
    values = {"table": table, "number": 2, "dealer": 1, "multiplier": 1, "kitty_change": 0, "state": {}}
    refused(lambda: DealResult.objects.create(deal=other, position=result.position, kitty=0, **values))
    refused(lambda: DealResult.objects.create(deal=other, position=2, kitty=-1, **values))
    refused(lambda: DealResult.objects.create(deal=other, position=0, kitty=0, **values))


@pytest.mark.parametrize(
    "nonsense", [{"account": -3}, {"account": 0}, {"account": 5}, {"account": -1, "net": 1}], ids=str
)
def test_a_posting_has_an_account_once_and_net_for_seats(table, nonsense):
    result = record(table, SIMPLE).result
    refused(lambda: DealPosting.objects.create(result=result, points=0, balance=0, **nonsense))


@pytest.mark.parametrize(
    "nonsense",
    [
        {"stake_points": 10},
        {"stake_points": 0, "stake_amount": 1, "stake_currency": "EUR"},
        {"stake_points": 1, "stake_amount": 0, "stake_currency": "EUR"},
        {"stake_points": 1, "stake_amount": 5},
        {"first_dealer": 6},
        {"opening_kitty": -1},
        {"closing": "lost"},
        {"version": 0},
    ],
    ids=str,
)
def test_a_table_that_cannot_be_is_refused(table, nonsense):
    refused(lambda: Table.objects.filter(pk=table.pk).update(**nonsense))


def test_a_player_is_once_in_a_club_and_a_number_once_at_a_table(table):
    club = table.evening.club
    refused(lambda: Player.objects.create(club=club, name="ANNA", folded="anna"))
    zoya = Player.objects.create(club=club, name="Zoya", folded="zoya")
    refused(lambda: Seat.objects.create(table=table, number=0, player=zoya))
    refused(lambda: Seat.objects.create(table=table, number=100, player=zoya))


def test_public_ids_are_unguessable_and_safe_at_both_ends(table):
    ids = {table.public_id, table.evening.public_id, table.evening.club.public_id}
    assert len(ids) == 3
    assert all(len(i) == 22 and i[0].isalnum() and i[-1].isalnum() for i in ids)
