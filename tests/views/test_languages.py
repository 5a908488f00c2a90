"""Another language: what was typed stays, and nothing is saved."""

import re

import pytest
from django.conf import settings

from ledger.access import Role
from tests.views.doors import member, phone
from tests.views.filled import filled
from tests.views.world import address, build, writes

pytestmark = pytest.mark.django_db

TYPED = {
    "start": {"title": "Zoya’s birthday", "stake_amount": "0,35", "date": "2026-11-01"},
    "setup": {"why": "drawn once more", "option-ante": "25"},
    "house_edit": {"name.en": "Ours, and dearer"},
    "club_settings": {"name": "Sunday"},
    "season_new": {"name": "Spring"},
    "player_edit": {"name": "Zoya"},
}


@pytest.mark.parametrize("route", TYPED)
def test_another_language_loses_nothing_that_was_typed_and_saves_nothing(route):
    world = build(("Anna", "Boris", "Vera", "Gleb"), "Saturday")
    client, where = member(world.club, Role.KEEPER), address(route, world.ids(route))
    page = client.get(where)
    form = re.search(r'<button class="link" form="(\w+)" name="language" value="de"', page.content.decode())[1]

    with writes() as written:
        german = client.post(where, filled(page, form) | TYPED[route] | {"language": "de"})

    assert 'lang="de"' in german.content.decode()
    assert TYPED[route].items() <= filled(german, form).items()
    assert written == []
    assert 'lang="de"' in client.get("/").content.decode()


def test_names_that_were_typed_stay_in_order_in_another_language():
    names = ["Zoë", "Yuri", "Xenia", "Walter"]

    page = phone().post("/start/", {"rules": "german", "player": names, "language": "fr"}).content.decode()

    assert re.findall(r'name="player" value="(\w+)"', page) == names
    assert 'value="german" id="rules-german" checked' in page


def test_a_language_that_is_not_there_changes_nothing():
    answer = phone().post("/start/", {"rules": "german", "language": "xx\0"})

    assert (answer.status_code, settings.LANGUAGE_COOKIE_NAME in answer.cookies) == (200, False)
