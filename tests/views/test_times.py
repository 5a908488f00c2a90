"""Moments: by the clock of the club, and said so; a script turns them into the phone's own."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from ledger.access import Role
from ledger.models import Deal, HouseVersion, Payment
from ledger.queries.payments import settlement_picture
from ledger.rules.document import built_in
from ledger.rules.settlement import Stake
from ledger.services.clubs import change_club
from ledger.services.house import copy_rules
from ledger.services.tables import close_table
from tests.paying import paid
from tests.stories import again, record, start
from tests.views.doors import let_in, member

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 1, 31, 19, 5, tzinfo=UTC)
PLAY = {"contract": "7", "trump": "hearts", "declarer": 1, "tricks": 8}


def moments(answer):
    """What is read where a time stands, with what a script would make of it."""
    return re.findall(r'<time datetime="([^"]+)" data-local="(\w+)">([^<]+)</time>', answer.content.decode())


def in_zone(table, zone):
    change_club(club_id=table.evening.club.public_id, name="Saturday", time_zone=zone, by="")
    return again(table)


@pytest.fixture
def table():
    table = start("german", stake=Stake(1, 1000, "EUR"))
    record(table, PLAY)
    Deal.objects.update(recorded_at=EVENING)
    return in_zone(table, "Asia/Kamchatka")


def page(table, tail=""):
    return let_in(table).get(f"/t/{table.public_id}/{tail}")


def paid_at(table, moment):
    """The first that owes pays all of it at that moment."""
    close_table(table_id=table.public_id, kitty=None, by="")
    [line, *_] = settlement_picture(again(table).settlement).currencies[0].rows
    paid(table, line.payer.name, line.payee.name, line.open, currency="EUR")
    Payment.objects.update(at=moment)


@pytest.mark.parametrize(("ago", "shape"), [(timedelta(), "short"), (timedelta(days=2), "long")])
def test_a_payment_has_its_day_where_it_is_not_today(table, ago, shape):
    paid_at(table, timezone.now() - ago)

    [(_, found, words)] = moments(page(table, "settle/"))

    assert found == shape
    assert bool(re.fullmatch(r"\d\d:\d\d \(club time\)", words)) == (shape == "short")
    assert bool(re.fullmatch(r"\d+ \w+, \d\d:\d\d \(club time\)", words)) == (shape == "long")


def test_versions_of_house_rules_have_the_date_of_the_club(table):
    club = table.evening.club
    document = built_in()["kassa"]
    code = copy_rules(club_id=club.public_id, document=document, name="Ours", by="").rules.code
    HouseVersion.objects.update(at=EVENING)
    keeper = member(club, Role.KEEPER)

    listed = keeper.get(f"/c/{club.public_id}/rules/").content.decode()
    shown = keeper.get(f"/c/{club.public_id}/rules/{code}/")

    assert "version 1 of 1 February 2026" in listed
    assert "version 1 of 1 February 2026" in shown.content.decode()
