"""A club and the phone of who keeps it; a module whose tests need another club has one of its own."""

import pytest

from ledger.access import Role
from tests.stories import start
from tests.views.doors import member


@pytest.fixture
def club():
    return start("german").evening.club


@pytest.fixture
def keeper(club):
    return member(club, Role.KEEPER)
