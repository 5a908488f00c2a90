"""The app on the home screen, its worker, and what a phone chooses for itself."""

import json

import pytest
from django.contrib.staticfiles import finders

from tests.stories import PASSED, record, start
from tests.views.doors import let_in, phone

pytestmark = pytest.mark.django_db

STATE = '<meta name="state" content="'


def test_the_app_says_what_it_is_in_the_readers_language_and_its_icons_are_there():
    answer = phone("de").get("/manifest.webmanifest")
    said = json.loads(answer.content)

    assert answer["Content-Type"] == "application/manifest+json"
    assert (said["lang"], said["start_url"], said["scope"], said["display"]) == (
        "de",
        "/?open=running",
        "/",
        "standalone",
    )
    assert {icon["purpose"] for icon in said["icons"]} == {"any", "maskable"}
    assert all(finders.find(icon["src"].removeprefix("/static/")) for icon in said["icons"])


def test_the_app_opens_at_the_running_table_and_at_home_where_none_runs():
    table = start()

    assert let_in(table).get("/?open=running").headers["Location"] == f"/t/{table.public_id}/"
    assert phone().get("/?open=running").status_code == 200


def test_the_worker_is_asked_for_anew_and_not_sent_twice():
    answer = phone().get("/sw.js")

    assert answer["Cache-Control"] == "no-cache"
    assert phone("ru").get("/sw.js", headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_where_nothing_is_kept_on_phones_the_worker_takes_away_what_was(settings):
    settings.OFFLINE = False
    client = let_in(table := start())

    assert "registration.unregister()" in client.get("/sw.js").content.decode()
    assert "data-worker" not in client.get(f"/t/{table.public_id}/").content.decode()
    assert "keep nothing" not in client.get("/phone/").content.decode()


def test_a_phone_that_has_the_very_page_is_told_so_until_something_on_it_changes():
    client = let_in(table := start())
    address = f"/t/{table.public_id}/"

    def state():
        return client.get(address).content.decode().partition(STATE)[2].partition('"')[0]

    known = state()
    assert len(known) == 20
    assert client.get(address, headers={"If-None-Match": f'"{known}"'}).status_code == 304

    record(table, PASSED)
    assert client.get(address, headers={"If-None-Match": f'"{known}"'}).status_code == 200
    known = state()
    client.cookies["django_language"] = "de"
    assert client.get(address, headers={"If-None-Match": f'"{known}"'}).status_code == 200


def test_a_phone_held_in_the_left_hand_is_drawn_for_it_from_then_on():
    client = let_in(table := start())

    client.post("/phone/", {"do": "hand", "value": "left"})
    assert '<html lang="en" class="left">' in client.get(f"/t/{table.public_id}/").content.decode()

    for value in ("right", "both"):
        client.post("/phone/", {"do": "hand", "value": value})
        assert '<html lang="en">' in client.get(f"/t/{table.public_id}/").content.decode()
