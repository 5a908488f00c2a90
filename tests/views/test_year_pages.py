"""The club's year to read: records, who plays with whom, and an evening as lines."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.access import Role
from ledger.models import Player, Season
from ledger.services.players import erase_player
from ledger.services.tables import close_table
from tests.stories import SIMPLE, again, record, record_some, start
from tests.views.doors import let_in, member
from tests.views.read import text, where

pytestmark = pytest.mark.django_db

LONG = "Максимилиана-Александра Преображенская-Воскресенск"[:50]
LOST = {
    "contract": "simple",
    "trump": "hearts",
    "turned": "hearts",
    "declarer": 3,
    "helper": 1,
    "tricks": 6,
    "helper_tricks": 2,
}


def played(*deals, rules="kassa", kitty="carry", **more):
    table = start(rules, **more)
    for facts in deals or (SIMPLE,):
        record(table, facts)
    return close_table(table_id=table.public_id, kitty=kitty if rules == "kassa" else None, by="")


@pytest.fixture
def table():
    return played(name="First")


@pytest.fixture
def club(table):
    club = table.evening.club
    Season.objects.create(club=club, name="Winter", starts=date(2026, 9, 15), ends=date(2027, 5, 31))
    return club


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_a_phone_at_the_table_sees_its_lines_and_nothing_of_the_year(table, club, role):
    client = let_in(table, role)
    assert client.get(f"/t/{table.public_id}/lines/").status_code == 200
    assert client.get(where(club, "records/")).status_code == 403
    assert client.get(where(club, "season/2026/pairs/")).status_code == 403


@pytest.mark.parametrize("path", ["season/1066/pairs/", "season/nothing/pairs/", "season/%00/pairs/"])
def test_a_season_that_is_not_there(club, path):
    assert member(club, Role.KEEPER).get(where(club, path)).status_code == 404


def test_what_belongs_to_another_club_is_not_there(table, club):
    other = played(club_name="Another").evening.club
    theirs = Season.objects.create(club=other, name="Theirs", starts=date(2026, 1, 1), ends=date(2026, 12, 31))
    keeper = member(club, Role.KEEPER)
    assert keeper.get(where(club, f"season/{theirs.public_id}/pairs/")).status_code == 404
    assert keeper.get(where(club, f"evenings/{other.evenings.get().public_id}/")).status_code == 404
    assert "Theirs" not in text(keeper.get(where(club, "records/"), {"season": theirs.public_id}))
    for path in ("/t/nothing/lines/", "/t/%00/lines/", "/c/nothing/records/", "/c/%00/records/"):
        assert keeper.get(path).status_code == 404


@pytest.mark.parametrize("asked", [{"variant": "\0", "season": "\0"}, {"variant": "none", "season": "x", "page": "-"}])
def test_what_makes_no_sense_in_a_question_is_left_out(club, asked):
    found = text(member(club, Role.VIEWER).get(where(club, "records/"), asked))
    assert "of all times" in found
    assert "Boris" in found
    assert "with" in text(member(club, Role.VIEWER).get(where(club, "season/2026/pairs/"), asked | {"from": "\0"}))


# Records.


def test_the_records_name_who_what_and_when_and_lead_there(table, club):
    answer = member(club, Role.VIEWER).get(where(club, "records/"))
    found, key = text(answer), again(table).results.get().deal.entry_key

    assert "Highest deals 1 Boris simple ♥\ufe0e , as declarer · 28 November 2026" in found
    assert "Gleb simple ♥\ufe0e , as helper" in found
    assert "Largest kitties won 1 Boris , Gleb simple" in found
    assert "Best evening Boris 28 November 2026, First" in found
    assert "Nobody made two contracts one after the other yet." in found
    page = answer.content.decode()
    assert f'href="/t/{table.public_id}/deals/{key}/"' in page
    assert f'href="{where(club, f"evenings/{table.evening.public_id}/")}"' in page


def test_a_run_says_whether_it_goes_on_and_a_season_where_it_was_cut_off(club):
    played(SIMPLE, club=club, date=date(2026, 9, 14))
    played(SIMPLE, SIMPLE, club=club, date=date(2027, 6, 1))
    client = member(club, Role.VIEWER)
    assert "14 September 2026 – 1 June 2027 , still going on 4" in text(client.get(where(club, "records/")))
    year = text(client.get(where(club, "records/"), {"season": "2026"}))
    assert "14 September 2026 – 28 November 2026 , went on after this season 2" in year
    played(LOST | {"declarer": 1, "helper": 3}, club=club, date=date(2027, 6, 2))
    played(SIMPLE, club=club, date=date(2026, 11, 27))
    found = text(client.get(where(club, "records/"), {"season": club.seasons.get().public_id}))
    assert "began before this season, went on after this season 2" in found


def test_records_are_of_one_game_the_most_played_unless_another_is_asked_for(club):
    played({"contract": "7", "trump": "hearts", "declarer": 2, "tricks": 8}, rules="german", club=club)
    client = member(club, Role.VIEWER)
    played(club=club)
    assert "Boston with a kitty · of all times" in text(client.get(where(club, "records/")))
    found = text(client.get(where(club, "records/"), {"variant": "german"}))
    assert "Highest deals 1 Vera 7♥\ufe0e , as declarer" in found.replace("7 ♥", "7♥")
    assert "Largest kitties" not in found


def test_guests_are_marked_and_an_erased_name_is_nowhere(club):
    Player.objects.filter(name="Boris").update(guest=True)
    client = member(club, Role.VIEWER)
    assert "1 Boris (guest) simple" in text(client.get(where(club, "records/")))
    gleb = club.players.get(name="Gleb").public_id
    erase_player(club_id=club.public_id, player_id=gleb, words="former player", by="")
    for tail in ("records/", "season/2026/pairs/?guests=1"):
        found = text(client.get(where(club, tail)))
        assert "former player" in found
        assert "Gleb" not in found


def test_names_as_long_as_they_come_and_in_any_letters_are_whole(club):
    Player.objects.filter(name="Boris").update(name=LONG)
    client = member(club, Role.VIEWER)
    for tail in ("records/", "season/2026/pairs/", f"evenings/{club.evenings.get().public_id}/"):
        assert f"<bdi>{LONG}</bdi>" in client.get(where(club, tail)).content.decode()


def test_before_the_first_evening_every_page_says_so():
    table = start("kassa")
    client, club = member(table.evening.club, Role.VIEWER), table.evening.club
    assert "Nothing of this game was played to its end" in text(client.get(where(club, "records/")))
    assert "Nothing was played to its end" in text(client.get(where(club, "season/2026/pairs/")))
    assert "No deal yet" in text(client.get(f"/t/{table.public_id}/lines/"))
    assert client.get(where(club, f"evenings/{table.evening.public_id}/")).status_code == 200


# Who with whom.


def test_a_pair_stands_together_with_who_helped_whom_and_each_ones_points(club):
    played(LOST, SIMPLE, club=club)
    found = text(member(club, Role.VIEWER).get(where(club, "season/2026/pairs/")))
    assert re.search(r"Boris with Gleb together 3 67% [+−][\d.]+ Boris helped 1 0% – Gleb helped 2 100% –", found)
    assert re.search(r"each a deal: Boris [+−][\d.]+ , Gleb [+−][\d.]+", found)
    assert "An average is given from 3 deals on." in found


def test_pairs_of_too_few_deals_have_no_average_and_guests_are_left_out(club):
    client = member(club, Role.VIEWER)
    found = text(client.get(where(club, "season/2026/pairs/")))
    assert "Boris with Gleb together 1 100% – Gleb helped 1 100% –" in found
    assert "each a deal" not in found
    Player.objects.filter(name="Gleb").update(guest=True)
    found = text(client.get(where(club, "season/2026/pairs/")))
    assert "1 pair with a guest is left out" in found
    assert "Boris with" not in found
    assert "Boris with Gleb" in text(client.get(where(club, "season/2026/pairs/"), {"guests": "1"}))


def test_the_matrix_has_helpers_down_and_declarers_across(club):
    page = member(club, Role.VIEWER).get(where(club, "season/2026/pairs/")).content.decode()
    matrix = page[page.index('class="section matrix"') :]
    assert '<th scope="col" class="num"><bdi>Boris</bdi></th>' in matrix
    assert '<th scope="row"><bdi>Gleb</bdi></th>' in matrix
    assert "<small>1 deal</small>" in matrix


def test_a_game_without_helpers_says_so(club):
    played({"contract": "7", "trump": "hearts", "declarer": 2, "tricks": 8}, rules="german", club=club)
    asked = {"variant": "german", "from": "2026-11-01"}
    assert "nobody helps" in text(member(club, Role.VIEWER).get(where(club, "season/2026/pairs/"), asked))


# An evening as lines.


def test_an_evening_draws_each_of_its_tables_with_the_kitty_beside(table, club):
    page = member(club, Role.VIEWER).get(where(club, f"evenings/{table.evening.public_id}/")).content.decode()
    assert page.count("<figure") == 1
    assert '<th scope="col" class="num"><bdi>kitty</bdi></th>' in page
    legend = re.findall(r"<bdi>([^<]+)</bdi> <b class=\"nowrap\">", page)
    assert (legend[0], legend[-1]) == ("Boris", "kitty")


def test_the_kitty_never_leads(club):
    table = start("kassa", club=club)
    record(table, {"kind": "passed", "turned": "clubs"})
    page = let_in(table, Role.VIEWER).get(f"/t/{table.public_id}/lines/").content.decode()
    assert 'dash-8"' in page
    assert "dash-8 leads" not in page


def test_the_lines_of_an_open_table_are_reached_from_it_and_from_its_sheet(club):
    table = start("kassa", club=club, seats=6)
    record_some(table, 8)
    client = let_in(table, Role.VIEWER)
    for tail in ("", "sheet/"):
        assert f"/t/{table.public_id}/lines/" in client.get(f"/t/{table.public_id}/{tail}").content.decode()
    found = text(client.get(f"/t/{table.public_id}/lines/"))
    assert "Balances deal by deal" in found
    assert all(name in found for name in ("Anna", "Dora", "Egor", "kitty"))
    assert "rows of the score sheet are drawn" not in found


def test_a_long_evening_says_that_not_all_of_it_is_drawn(club):
    table = start("german", club=club)
    record_some(table, 64)
    found = text(let_in(table, Role.VIEWER).get(f"/t/{table.public_id}/lines/"))
    assert re.search(r"\d\d of the 64 rows of the score sheet are drawn", found)


def test_a_game_that_settles_in_pairs_says_what_its_lines_are(club):
    table = start("classic", club=club)
    record_some(table, 2)
    found = text(let_in(table, Role.VIEWER).get(f"/t/{table.public_id}/lines/"))
    assert "What players have won from each other" in found


def test_few_and_many_evenings_ask_the_same_questions(table, club):
    client, counts = member(club, Role.VIEWER), []
    tails = ("records/", "records/?season=2026", "season/2026/pairs/", f"season/{club.seasons.get().public_id}/pairs/")
    played(SIMPLE, SIMPLE, club=club, date=date(2026, 9, 20))
    for more in (0, 6):
        for n in range(more):
            played(
                SIMPLE, LOST, club=club, date=date(2026, 9 + n % 4, 1 + n), players=("Anna", "Boris", "Zoya", f"P{n}")
            )
        for tail in tails:
            client.get(where(club, tail))
            with CaptureQueriesContext(connection) as seen:
                client.get(where(club, tail))
            counts.append(len(seen))
    assert counts[:4] == counts[4:]


def test_the_pages_of_the_year_lead_to_each_other(club):
    client = member(club, Role.VIEWER)
    assert where(club, "records/") in client.get(where(club)).content.decode()
    season = client.get(where(club, "season/2026/")).content.decode()
    assert where(club, "season/2026/pairs/") in season
    assert f"{where(club, 'records/')}?season=2026&amp;variant=kassa" in season
