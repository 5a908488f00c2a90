"""Every address × every phone × GET and POST: who is let in, and that who is not changes and learns nothing."""

import re
from uuid import uuid4

import pytest
from django.db import transaction

from ledger.models import Deal
from tests.views.world import (
    STRONG,
    VARIANTS,
    World,
    address,
    body,
    build,
    ids_in,
    knock,
    phones,
    routes,
    writes,
)

pytestmark = pytest.mark.django_db

MATRIX = """
    route                 GET              POST
                          out view score keep
    healthz               200 200 200 200  405 405 405 405
    set_language          302 302 302 302  302 302 302 302
    home                  200 200 200 200  405 405 405 405
    manifest              200 200 200 200  405 405 405 405
    worker                200 200 200 200  405 405 405 405
    start                 200 200 200 200  422 422 302 302
    example               200 200 200 200  405 405 405 405
    help                  200 200 200 200  405 405 405 405
    phone                 200 200 200 200  302 302 302 302
    paste                 405 405 405 405  302 302 302 302
    open                  302 302 302 302  405 405 405 405
    open_settle           302 302 302 302  405 405 405 405
    open_club             302 302 302 302  405 405 405 405
    club                  403 200 200 200  405 405 405 405
    club_settings         403 403 403 200  403 403 403 302
    club_links            403 403 403 200  403 403 403 302
    players               403 200 200 200  403 403 403 302
    player                403 200 200 200  405 405 405 405
    player_edit           403 403 403 200  403 403 403 302
    erase_player          403 403 403 200  403 403 403 302
    club_accounts         403 200 200 200  405 405 405 405
    club_account          403 200 200 200  405 405 405 405
    evening               403 200 200 200  405 405 405 405
    evening_counts        405 405 405 405  403 403 403 302
    season_now            403 200 200 200  405 405 405 405
    season                403 200 200 200  405 405 405 405
    season@year           403 200 200 200  405 405 405 405
    season_pairs          403 200 200 200  405 405 405 405
    season_pairs@year     403 200 200 200  405 405 405 405
    records               403 200 200 200  405 405 405 405
    season_lines          403 200 200 200  405 405 405 405
    season_lines@year     403 200 200 200  405 405 405 405
    season_proof          403 200 200 200  405 405 405 405
    season_proof@year     403 200 200 200  405 405 405 405
    seasons               403 200 200 200  405 405 405 405
    season_new            403 403 403 200  403 403 403 302
    season_edit           403 403 403 200  403 403 403 302
    season_edit@year      403 403 403 404  403 403 403 404
    house                 403 200 200 200  403 403 403 302
    house_rules           403 200 200 200  403 403 403 302
    house_file            403 200 200 200  405 405 405 405
    house_edit            403 403 403 200  403 403 403 302
    shared_rules          200 200 200 200  403 403 403 302
    shared_file           200 200 200 200  405 405 405 405
    card                  200 200 200 200  405 405 405 405
    table                 403 200 200 200  403 403 302 302
    table@closed          403 200 200 200  403 403 409 409
    board                 403 200 200 200  405 405 405 405
    big_board             403 200 200 200  405 405 405 405
    big_board@closed      403 200 200 200  405 405 405 405
    outcomes              403 200 200 200  405 405 405 405
    announce              405 405 405 405  403 403 302 302
    announce@closed       405 405 405 405  403 403 409 409
    deal                  403 200 200 200  405 405 405 405
    deal_counts           405 405 405 405  403 403 302 302
    deal_counts@closed    405 405 405 405  403 403 302 302
    second                405 405 405 405  403 403 404 404
    correct               403 403 200 200  403 403 302 302
    correct@closed        403 403 200 200  403 403 422 422
    undo                  403 403 200 200  403 403 302 302
    undo@closed           403 403 200 200  403 403 302 302
    restore               403 403 200 200  403 403 302 302
    move                  403 403 200 200  403 403 302 302
    move@closed           403 403 200 200  403 403 302 302
    insert                403 403 200 200  403 403 302 302
    insert@closed         403 403 200 200  403 403 422 422
    insert_event          403 403 200 200  403 403 302 302
    insert_event@closed   403 403 200 200  403 403 302 302
    people                403 200 200 200  405 405 405 405
    event                 403 403 200 200  403 403 302 302
    event@closed          403 403 200 200  403 403 409 409
    history               403 200 200 200  405 405 405 405
    setup                 403 403 200 200  403 403 302 302
    setup@closed          403 403 200 200  403 403 422 422
    discard               403 403 200 200  403 403 302 302
    discard@closed        403 403 200 200  403 403 409 409
    merge                 403 403 200 200  403 403 302 302
    merge@closed          403 403 200 200  403 403 302 302
    sheet                 403 200 200 200  405 405 405 405
    sheet@closed          403 200 200 200  405 405 405 405
    export                403 200 200 200  405 405 405 405
    settle                403 200 200 200  403 403 302 302
    settle@closed         403 200 200 200  403 403 302 302
    payments              403 204 302 302  405 405 405 405
    payment               403 200 200 200  403 403 409 409
    payment@closed        403 200 200 200  403 403 302 302
    undo_payment          405 405 405 405  403 403 409 409
    undo_payment@closed   405 405 405 405  403 403 302 302
    plan                  405 405 405 405  403 403 302 302
    plan@closed           405 405 405 405  403 403 302 302
    keeper                405 405 405 405  403 403 302 302
    keeper@closed         405 405 405 405  403 403 302 302
    together              403 403 200 200  403 403 422 422
    together@closed       403 403 200 200  403 403 422 422
    apart                 405 405 405 405  403 403 302 302
    apart@closed          405 405 405 405  403 403 302 302
    share                 403 200 200 200  405 405 405 405
    share@closed          403 200 200 200  405 405 405 405
    card_page             403 200 200 200  405 405 405 405
    chips                 403 200 200 200  405 405 405 405
    chips@closed          403 404 404 404  405 405 405 405
    accounts              403 200 200 200  405 405 405 405
    accounts@closed       403 200 200 200  405 405 405 405
    account               403 200 200 200  405 405 405 405
    reopen                405 405 405 405  403 403 302 302
    reopen@closed         405 405 405 405  403 403 302 302
    code                  403 403 200 200  403 403 302 302
    code@closed           403 403 200 200  403 403 302 302
    compare               403 200 200 200  405 405 405 405
    compare@closed        403 200 200 200  405 405 405 405
    table_lines           403 200 200 200  405 405 405 405
    table_lines@closed    403 200 200 200  405 405 405 405
    table_card            403 200 200 200  405 405 405 405
"""
"""What each answers to who is out, may look on, may keep the score, keeps the club. `@closed`: at the closed table;
`@year`: of the calendar year. A new address gets a line here."""
LINES = {line[0]: line[1:] for line in map(str.split, MATRIX.splitlines()[3:]) if line}
COLUMNS = ("out", "viewer", "scorer", "keeper")
PHONES = {
    "stranger": "out",
    "revoked": "out",
    "other club’s keeper": "out",
    "viewer": "viewer",
    "scorer": "scorer",
    "keeper": "keeper",
    # By the links of the tables: at these as by the club's link, in the club nothing.
    "viewer of the tables": "viewer",
    "scorer of the tables": "scorer",
}
HOME = ("Anna", "Boris", "Vera", "Gleb")
AWAY = ("Xenia", "Yuri", "Wanda", "Zeno")
REFUSED = (403, 404, 405, 409, 422)
WRITES_ELSEWHERE = ("paste", "phone", "set_language")
"""What they change is in the phone's own cookie."""
GONE = {"undo_payment": 409, "undo_payment@closed": 409}
"""A payment that is not there, or not any more, is told so beside the list of one's own."""
NEEDS_MORE = ("merge", "together", "apart")
"""Another table is needed before these change anything."""


@pytest.fixture
def world() -> World:
    return build(HOME, "Saturday people")


@pytest.fixture
def other() -> World:
    return build(AWAY, "Tuesday circle")


def column(who, route):
    in_a_club = "club_id" in ids_in(route) or "shared" in route
    return "out" if in_a_club and who.endswith("of the tables") else PHONES[who]


def expected(who, route, method):
    return int(LINES[route][COLUMNS.index(column(who, route)) + (0 if method == "GET" else len(COLUMNS))])


def buttons_of_no_form(answer):
    """The forms that fields of the page name and that are not on it: such a button does nothing."""
    read = "" if getattr(answer, "streaming", False) else answer.content.decode(errors="replace")
    return [
        name for name in re.findall(r'<(?:button|input|select)[^>]* form="([^"]*)"', read) if f'id="{name}"' not in read
    ]


def test_every_address_has_a_line_in_the_matrix():
    assert {line.partition("@")[0] for line in LINES} == {name.removeprefix("ledger:") for name in routes()}
    assert {line.partition("@")[2] for line in LINES} <= {"", *VARIANTS}
    assert {len(statuses) for statuses in LINES.values()} == {2 * len(COLUMNS)}


@pytest.mark.parametrize("who", PHONES)
def test_every_phone_at_every_address(world, other, who):
    client = phones(world, other)[who]
    found, nowhere = {}, []
    for route in LINES:
        for method in ("GET", "POST"):
            with transaction.atomic(), writes() as written:
                answer = knock(client, method, address(route, world.ids(route)), body(route, world))
                nowhere += [(route, name) for name in buttons_of_no_form(answer)]
                transaction.set_rollback(True)
            found[route, method] = answer.status_code
            if method == "GET" or answer.status_code in REFUSED:
                assert written == [], f"{method} {route} writes"
            if answer.status_code in (403, 404):
                read = answer.content.decode()
                assert [name for name in world.names if name in read] == [], f"{method} {route} tells a name"
            if answer.status_code == 403:
                said = (
                    ("not let in yet",) if column(who, route) == "out" else ("only follows", "Only who keeps the club")
                )
                assert any(why in read for why in said), f"{method} {route} does not say why"
    wanted = {(route, method): expected(who, route, method) for route in LINES for method in ("GET", "POST")}
    assert {at: is_ for at, is_ in found.items() if is_ != wanted[at]} == {}
    assert nowhere == []


def test_what_is_refused_to_others_would_have_changed_something(world, other):
    """Else the matrix would prove little: the bodies it sends are good ones."""
    client = phones(world, other)["keeper"]
    idle = []
    for route, statuses in LINES.items():
        if statuses[-1] != "302" or route.partition("@")[0] in (*WRITES_ELSEWHERE, *NEEDS_MORE):
            continue
        with transaction.atomic(), writes() as written:
            knock(client, "POST", address(route, world.ids(route)), body(route, world))
            transaction.set_rollback(True)
        idle += [] if written else [route]
    # What is done already is done: an open table is not opened, a closed one not closed, own rules not taken over.
    assert idle == ["shared_rules", "settle@closed", "reopen"]


def test_ids_of_another_club_lead_nowhere(world, other):
    """Each id of an address put in place of one's own, one at a time, by who may everything in his own club."""
    client = phones(world, other)["keeper"]
    wrong = []
    for route in LINES:
        own, theirs = world.ids(route), other.ids(route)
        # Who has the link of rules may see them, and take them over, whatever club they are from.
        for swapped in [name for name in ids_in(route) if own[name] != theirs[name] and "shared" not in route]:
            for method in ("GET", "POST"):
                where = address(route, own | {swapped: theirs[swapped]})
                with writes() as written:
                    answer = knock(client, method, where, body(route, world))
                read = answer.content.decode()
                leaks = written or [name for name in other.names if name in read]
                if answer.status_code not in {403, 404, 405, GONE.get(route)} or leaks:
                    wrong.append((route, swapped, method, answer.status_code, leaks))
    assert wrong == []


def test_ids_of_nothing_lead_nowhere(world, other):
    client, wrong = phones(world, other)["keeper"], []
    for route in LINES:
        for name, reads in ids_in(route).items():
            nothing = str(uuid4()) if reads == "UUIDConverter" else "nothing"
            for method in ("GET", "POST"):
                where = address(route, world.ids(route) | {name: nothing})
                status = knock(client, method, where, body(route, world)).status_code
                if status not in {404, 405, GONE.get(route)}:
                    wrong.append((route, name, method, status))
    assert wrong == []


def test_an_id_in_an_address_can_not_be_guessed(world, other):
    numbers = {str(pk) for pk in Deal.objects.values_list("pk", flat=True)} | {str(world.club.pk)}
    for route in LINES:
        for name, reads in ids_in(route).items():
            value = world.ids(route)[name]
            if reads == "SlugConverter":
                # The name of a game or of a kind of event, no row.
                assert name in ("code", "kind"), route
            elif not route.endswith("@year"):
                assert reads in ("UUIDConverter", "StringConverter"), route
                assert STRONG.fullmatch(value), (route, name)
                assert value not in numbers
                assert not value.isdigit()
                assert value != other.ids(route)[name]
