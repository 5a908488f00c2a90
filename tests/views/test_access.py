from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.core import signing

from ledger.access import (
    COOKIE,
    MOST_CLUBS,
    MOST_TABLES,
    Phone,
    Role,
    club_link,
    links_for,
    read_cookie,
    token,
    written_cookie,
)
from ledger.services.tables import revoke_links
from tests.stories import SIMPLE, again, record, start
from tests.views.doors import let_in, phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    table = start()
    record(table, SIMPLE)
    return again(table)


def where(table, name):
    return f"/t/{table.public_id}/{'' if name == 'table' else name + '/'}"


def test_an_address_with_a_nul_is_not_even_looked_for(django_assert_num_queries):
    with django_assert_num_queries(0):
        for address in ("/t/%00/", "/t/a%00b/export/", "/open/%00/x/"):
            assert phone().get(address).status_code == 404


def test_a_link_to_one_table_opens_no_other(table):
    other = start()
    client = let_in(table)

    assert client.get(where(other, "table")).status_code == 403
    assert client.get(f"/open/{other.public_id}/{token(table, Role.SCORER)}/").status_code == 404


def test_a_wrong_token_is_told_so_and_gives_nothing(table):
    client = phone()

    answer = client.get(f"/open/{table.public_id}/{'a' * 22}/")

    assert answer.status_code == 404
    assert "revoked" in answer.content.decode()
    assert COOKIE not in answer.cookies


def test_following_first_and_scoring_later_keeps_the_better_right(table):
    client = let_in(table, Role.VIEWER)
    let_in(table, Role.SCORER, client)
    let_in(table, Role.VIEWER, client)

    assert client.get(where(table, "code")).status_code == 200


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_revoking_kills_the_link_and_the_rights_it_gave(table, role):
    client, address = let_in(table, role), links_for(table, "")
    old = address.scorer if role is Role.SCORER else address.viewer
    revoke_links(table_id=table.public_id, role=role.word, by="")

    assert client.get(where(table, "table")).status_code == 403
    assert phone().get(old).status_code == 404


def test_who_revokes_goes_on_scoring(table):
    mine, other = let_in(table), let_in(table)

    assert "Yes, revoke" in mine.post(where(table, "code"), {"do": "ask:scorer"}).content.decode()
    assert other.get(where(table, "code")).status_code == 200
    assert mine.post(where(table, "code"), {"do": "revoke:scorer"}).status_code == 302

    assert mine.get(where(table, "code")).status_code == 200
    assert other.get(where(table, "code")).status_code == 403


def test_a_revoked_scorer_sees_the_players_of_the_circle_no_more(table):
    mine, other = let_in(table), let_in(table)
    chip = 'value="add:Anna"'
    assert chip in other.get("/start/").content.decode()
    mine.post(where(table, "code"), {"do": "revoke:scorer"})

    assert chip in mine.get("/start/").content.decode()
    assert chip not in other.get("/start/").content.decode()
    club = table.evening.club.public_id
    asked = {"club": club, "player": ["A", "B", "C", "D"], "first_dealer": "0", "do": "start"}
    assert other.post("/start/", asked).status_code == 422


def test_the_cookie_is_shut_to_scripts_and_other_sites(table):
    client = phone()
    answer = client.get(urlsplit(links_for(table, "http://testserver").viewer).path)
    cookie = answer.cookies[COOKIE]

    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", "")


def test_over_https_the_cookie_is_secure(table):
    answer = phone().get(urlsplit(links_for(table, "").viewer).path, secure=True)

    assert answer.cookies[COOKIE]["secure"] is True


@pytest.mark.parametrize(
    "cookie",
    ["", "x", signing.dumps({"t": 1}, salt="boston-phone"), signing.dumps([], salt="other")],
    ids=["empty", "junk", "not whole", "of another kind"],
)
def test_a_cookie_that_was_tampered_with_is_no_cookie(table, cookie):
    client = phone()
    client.cookies[COOKIE] = cookie

    assert client.get("/").status_code == 200
    assert client.get(where(table, "table")).status_code == 403


def test_the_fullest_cookie_fits_and_comes_back():
    tables = {uuid4().hex[:22]: (Role.SCORER, 100) for _ in range(MOST_TABLES)}
    full = Phone("p" * 16, "Ж" * 50, tables, tuple(uuid4().hex[:22] for _ in range(MOST_CLUBS)))

    assert len(written_cookie(full)) < 3800
    assert read_cookie(written_cookie(full)) == full


def test_a_pasted_link_opens_even_with_words_around_it(table):
    link = links_for(table, "http://192.168.1.20:8000").viewer

    answer = phone().post("/open/", {"link": f"Come and look: {link} !"})

    assert answer.headers["Location"] == urlsplit(link).path


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("around", ["{}", "Look: {} !", "«{}»"])
def test_a_club_s_link_can_be_pasted_too(table, role, around):
    client, link = phone(), club_link(table.evening.club, role, "http://192.168.1.20:8000")

    answer = client.post("/open/", {"link": around.format(link)}, follow=True)

    assert answer.redirect_chain[0][0] == urlsplit(link).path
    assert (answer.status_code, answer.wsgi_request.path) == (200, f"/c/{table.evening.club.public_id}/")


def test_a_link_to_shared_rules_can_be_pasted_too():
    link = "http://192.168.1.20:8000/rules/shared/12-abcdefghijklmnopqrstuv/"

    assert phone().post("/open/", {"link": link}).headers["Location"] == urlsplit(link).path


def test_what_is_refused_names_the_links_of_clubs_and_rules():
    refused = phone().post("/open/", {"link": "https://example.org/"}).content.decode()

    assert all(address in refused for address in ("…/open/…/…/", "…/club/…/…/", "…/rules/shared/…/"))


def test_a_dead_link_of_a_club_sends_to_who_keeps_the_club(table):
    answer = phone().get(f"/club/{table.evening.club.public_id}/{'a' * 22}/")

    assert answer.status_code == 404
    assert "who keeps the club" in answer.content.decode()
    assert "at the table" not in answer.content.decode()


def test_a_club_that_is_shut_speaks_of_the_club_s_link(table):
    answer = phone().get(f"/c/{table.evening.club.public_id}/")

    assert answer.status_code == 403
    assert "A club opens by its link alone" in answer.content.decode()
    assert "An evening opens" not in answer.content.decode()


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
@pytest.mark.parametrize("page", ["settings/", "links/", "seasons/new/"])
def test_what_only_the_keeper_may_do_says_so(table, role, page):
    club = table.evening.club
    client = phone()
    client.get(urlsplit(club_link(club, role, "http://testserver")).path)

    answer = client.get(f"/c/{club.public_id}/{page}")

    assert answer.status_code == 403
    assert "Only who keeps the club may do this" in answer.content.decode()
    assert "“To keep the club”" in answer.content.decode()
    assert "scan the code “To score”" not in answer.content.decode()


def test_who_only_follows_a_table_is_still_told_how_to_score(table):
    answer = let_in(table, Role.VIEWER).get(where(table, "code"))

    assert "scan the code “To score”" in answer.content.decode()


def test_something_else_pasted_is_refused_in_words():
    answer = phone("ru").post("/open/", {"link": "https://example.org/"})

    assert answer.status_code == 422
    assert "не ссылка на стол" in answer.content.decode()


def test_links_carry_the_agreed_address(table, settings):
    settings.PUBLIC_URL = "https://boston.example"

    assert f"https://boston.example/open/{table.public_id}/" in let_in(table).get(where(table, "code")).content.decode()
