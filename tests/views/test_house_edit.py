"""The editor of a club's own rules: every kind of field, faults at their fields, what another keeper saved meanwhile."""

import pytest

from ledger.access import Role
from ledger.queries.house import house_card
from ledger.rules.document import built_in
from ledger.services.house import copy_rules
from tests.stories import start
from tests.views.test_clubs import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return start("german").evening.club


@pytest.mark.parametrize("code", built_in())
def test_every_rules_open(club, code):
    copied = copy_rules(club_id=club.public_id, document=built_in()[code], name="Ours", by="Anna")
    answer = member(club, Role.KEEPER).get(f"/c/{club.public_id}/rules/{copied.house.code}/edit/")
    assert answer.status_code == 200
