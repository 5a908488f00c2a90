from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.core import signing

from ledger.access import COOKIE, MOST_CLUBS, MOST_TABLES, Phone, Role, links_for, read_cookie, token, written_cookie
from ledger.services.tables import revoke_links
from tests.stories import SIMPLE, again, record, start
from tests.views.doors import let_in, phone

pytestmark = pytest.mark.django_db

END = ("settle/share", "settle/card", "settle/chips")
LOOK = (
    "table", "board", "sheet", "export", "settle", "account", "accounts", "table_card", "people", "history", "deal",
    "compare",
    *END,
)  # fmt: skip
EVENTS = ("join", "leave", "substitute", "swap", "adjustment", "cash_out")
OF_A_DEAL = ("correct", "insert", "insert/leave", "move", "undo")
WRITE = ("code", "setup", "discard", "merge", *(f"people/{kind}" for kind in EVENTS), *OF_A_DEAL)
POSTS = ("settle", "reopen", "code", "announce", "table", "restore", *WRITE[1:])


@pytest.fixture
def table():
    table = start()
    record(table, SIMPLE)
    return again(table)


def where(table, name):
    boris = table.seats.get(player__name="Boris").player
    tails = {"table": "", "table_card": "rules/", "account": f"account/{boris.public_id}/"}
    if name in (*OF_A_DEAL, "deal", "restore"):
        key = again(table).results.get().deal.entry_key
        return f"/t/{table.public_id}/deals/{key}/{'' if name == 'deal' else name + '/'}"
    return f"/t/{table.public_id}/{tails.get(name, name + '/')}"


@pytest.mark.parametrize("name", LOOK + WRITE)
def test_a_stranger_sees_nothing_and_is_told_how_to_get_in(table, name):
    answer = phone().get(where(table, name))

    assert answer.status_code == 403
    assert "not let in yet" in answer.content.decode()
    assert "Boris" not in answer.content.decode()


@pytest.mark.parametrize("name", LOOK)
def test_a_follower_sees_everything(table, name):
    assert let_in(table, Role.VIEWER).get(where(table, name)).status_code == 200


@pytest.mark.parametrize("name", WRITE)
def test_a_follower_sees_no_codes(table, name):
    answer = let_in(table, Role.VIEWER).get(where(table, name))

    assert answer.status_code == 403
    assert "only follows" in answer.content.decode()


@pytest.mark.parametrize("name", POSTS)
def test_a_follower_and_a_stranger_change_nothing(table, name):
    for client in (phone(), let_in(table, Role.VIEWER)):
        assert client.post(where(table, name), {"do": "close"}).status_code == 403
    assert again(table).results.count() == 1
    assert again(table).version == table.version


@pytest.mark.parametrize("name", LOOK + WRITE)
def test_a_scorer_may_everything(table, name):
    assert let_in(table).get(where(table, name)).status_code == 200


@pytest.mark.parametrize("name", LOOK + WRITE)
def test_a_table_that_is_not_there(table, name):
    assert let_in(table).get(where(table, name).replace(table.public_id, "nothing")).status_code == 404


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


def test_something_else_pasted_is_refused_in_words():
    answer = phone("ru").post("/open/", {"link": "https://example.org/"})

    assert answer.status_code == 422
    assert "не ссылка на стол" in answer.content.decode()


def test_links_carry_the_agreed_address(table, settings):
    settings.PUBLIC_URL = "https://boston.example"

    assert f"https://boston.example/open/{table.public_id}/" in let_in(table).get(where(table, "code")).content.decode()
