"""Another language: what was typed stays, and nothing is saved."""

import re

import pytest
from django.conf import settings

from ledger.access import Role
from tests.stories import PASSED, record
from tests.views.doors import member, phone
from tests.views.filled import all_filled, filled
from tests.views.world import address, build, writes

pytestmark = pytest.mark.django_db

TYPED = {
    "start": {"title": "Zoya’s birthday", "stake_amount": "0,35", "date": "2026-11-01"},
    "setup": {"why": "drawn once more", "option-ante": "25"},
    # The price by rank is out of sight then.
    "house_edit": {
        "name.en": "Ours, and dearer",
        "contracts.0.price.shape": "by-tricks",
        "contracts.0.price.senior": "17",
    },
    "club_settings": {"name": "Sunday"},
    "season_new": {"name": "Spring"},
    "player_edit": {"name": "Zoya"},
    "players": {"name": "Зоя", "guest": "on"},
    "house": {"source": "german", "name": "Наши"},
    "phone": {"name": "Телефон Зои"},
    "undo": {"why": "не та масть"},
    "restore": {"why": "всё-таки была"},
    "move": {"why": "забыли"},
    "settle": {"stake_points": "10", "stake_amount": "0,35", "stake_currency": "GEL"},
    "event@join": {"player": "Зоя", "after": "1"},
    "event@leave": {"seat": "2"},
    "event@substitute": {"seat": "2", "player": "Зоя"},
    "event@swap": {"seats": ["0", "2"], "why": "пересели"},
    "event@adjustment": {"giver": "0", "taker": "kitty", "points": "12", "reason": "штраф"},
    "event@cash_out": {"seat": "2", "answers": "1"},
    "insert_event@join": {"player": "Зоя", "why": "пришла раньше"},
}
"""What is typed by the name of the route; after an @ the kind of an event."""
LANGUAGE_BUTTON = re.compile(r'<button class="[^"]*"([^>]*?) name="language"')
COOKIES = {"csrftoken", settings.LANGUAGE_COOKIE_NAME}


def place(world, route):
    name, _, kind = route.partition("@")
    return address(name, world.ids(name) | ({"kind": kind} if kind else {}))


@pytest.fixture
def world():
    return build(("Anna", "Boris", "Vera", "Gleb"), "Saturday")


@pytest.fixture
def client(world):
    return member(world.club, Role.KEEPER)


@pytest.mark.parametrize("route", TYPED)
def test_another_language_loses_nothing_that_was_typed_and_saves_nothing(world, client, route):
    where = place(world, route)
    page = client.get(where)
    (button,) = set(LANGUAGE_BUTTON.findall(page.content.decode()))
    form = re.fullmatch(r' form="(\w+)"', button)[1]

    with writes() as written:
        german = client.post(where, filled(page, form) | TYPED[route] | {"language": "de"})
        junk = client.post(where, dict.fromkeys(filled(page, form) | TYPED[route], "\0-9e9Ж'<") | {"language": "de"})

    assert 'lang="de"' in german.content.decode()
    typed = {name: [said] if isinstance(said, str) else said for name, said in TYPED[route].items()}
    assert {name: all_filled(german, form).get(name) for name in typed} == typed
    assert written == []
    assert set(german.cookies) | set(junk.cookies) <= COOKIES
    assert 'lang="de"' in junk.content.decode()
    assert 'lang="de"' in client.get("/").content.decode()


@pytest.mark.parametrize("route", ["table", "correct", "insert"])
def test_a_deal_that_is_half_entered_is_no_part_of_another_language(world, client, route):
    assert set(LANGUAGE_BUTTON.findall(client.get(place(world, route)).content.decode())) == {""}


def test_who_agreed_to_divide_the_kitty_has_agreed_in_another_language(world, client):
    record(world.open, PASSED)

    page = client.post(place(world, "settle"), {"yes": ["0", "3"], "language": "ru"}).content.decode()

    assert re.findall(r'name="yes" value="(\d)" checked', page) == ["0", "3"]


def test_what_another_point_value_would_change_is_asked_in_another_language_and_not_done(world, client):
    where = address("settle", world.ids("settle@closed"))
    asked = client.post(where, {"stake_amount": "2", "stake_currency": "RUB", "do": "stake"})

    with writes() as written:
        german = client.post(where, filled(asked, "worth") | {"language": "de"})

    assert filled(german, "worth")["sure"] == filled(asked, "worth")["sure"]
    assert "Ändern" in german.content.decode()
    assert written == []


def test_nothing_is_wrong_with_a_name_before_it_is_sent_in_earnest(world, client):
    for route in ("players", "house", "phone", "club_settings", "player_edit", "season_new", "settle"):
        german = client.post(place(world, route), {"name": "", "stake_amount": "x", "language": "de"})
        assert (german.status_code, "aria-invalid" in german.content.decode()) == (200, False), route


def test_names_that_were_typed_stay_in_order_in_another_language():
    names = ["Zoë", "Yuri", "Xenia", "Walter"]

    page = phone().post("/start/", {"rules": "german", "player": names, "language": "fr"}).content.decode()

    assert re.findall(r'name="player" value="(\w+)"', page) == names
    assert 'value="german" id="rules-german" checked' in page


def test_a_language_that_is_not_there_changes_nothing():
    answer = phone().post("/start/", {"rules": "german", "language": "xx\0"})

    assert (answer.status_code, settings.LANGUAGE_COOKIE_NAME in answer.cookies) == (200, False)
