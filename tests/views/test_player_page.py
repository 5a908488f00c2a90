"""A player's page: who sees it, what stands on it, and what is said where there is little or nothing."""

import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.access import Role
from ledger.models import OpeningBalance, Player, Season
from ledger.services.players import erase_player, retire_player, set_guest
from ledger.services.spellings import merge_players
from ledger.services.tables import close_table
from tests.stories import SIMPLE, again, record, start
from tests.views.doors import member
from tests.views.read import text, where

pytestmark = pytest.mark.django_db

WON = {"contract": "7", "trump": "hearts", "declarer": 1, "tricks": 8}
LOST = {"contract": "7", "trump": "hearts", "declarer": 1, "tricks": 5}


def played(*deals, rules="german", kitty=None, **more):
    table = start(rules, **more)
    for facts in deals or (WON,):
        record(table, facts)
    return close_table(table_id=table.public_id, kitty=kitty, by="")


@pytest.fixture
def table():
    return played(WON, LOST, name="First")


@pytest.fixture
def club(table):
    return table.evening.club


@pytest.fixture
def viewer(club):
    return member(club, Role.VIEWER)


def of(club, name, tail=""):
    return where(club, f"players/{club.players.get(name=name).public_id}/{tail}")


def seen(client, club, name, **query):
    answer = client.get(of(club, name), query)
    assert answer.status_code == 200
    return text(answer)


def table_of(page, caption):
    """The cells of the rows of a table in the section of that name."""
    body = page.split(f">{caption}</h2>")[1].split("<tbody>")[1].split("</tbody>")[0]
    rows = re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]


@pytest.mark.parametrize("which", ["nobody", "%00", "another club's"])
def test_who_is_not_of_the_club_is_not_there(club, viewer, which):
    other = start(club_name="Another").evening.club
    which = other.players.get(name="Anna").public_id if which.startswith("another") else which
    assert viewer.get(where(club, f"players/{which}/")).status_code == 404


def test_the_way_to_the_page_leads_over_the_list_and_over_the_standings(club, viewer):
    page = of(club, "Boris")
    assert f'href="{page}"' in viewer.get(where(club, "players/")).content.decode()
    assert f'href="{page}?season=2026&amp;variant=german"' in viewer.get(where(club, "season/2026/")).content.decode()
    assert f'href="{page}?season=2026&amp;variant=german"' in (
        viewer.get(where(club, "season/2026/proof/")).content.decode()
    )


def test_only_the_keeper_is_led_to_the_form(club, viewer):
    assert "Name, guest, spellings" not in seen(viewer, club, "Boris")
    keeper = member(club, Role.KEEPER)
    assert of(club, "Boris", "edit/") in keeper.get(of(club, "Boris")).content.decode()
    assert f'href="{of(club, "Boris")}"' in keeper.get(of(club, "Boris", "edit/")).content.decode()


def test_the_page_of_a_merged_spelling_is_that_of_the_person(club, viewer):
    played(WON, club=club, players=("Anna", "Boriss", "Vera", "Gleb"))
    spelling = of(club, "Boriss")
    ids = {name: club.players.get(name=name).public_id for name in ("Boris", "Boriss")}
    merge_players(club_id=club.public_id, into=ids["Boris"], other=ids["Boriss"], by="")
    answer = viewer.get(spelling, {"season": "2026"})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{of(club, 'Boris')}?season=2026")
    assert "2 evenings" in seen(viewer, club, "Boris", season="2026")


def test_guests_those_who_retired_and_erased_ones_have_pages_too(table, club, viewer):
    ids = {name: club.players.get(name=name).public_id for name in ("Anna", "Vera", "Gleb")}
    set_guest(club_id=club.public_id, player_id=ids["Anna"], guest=True, by="")
    retire_player(club_id=club.public_id, player_id=ids["Vera"], by="")
    erase_player(club_id=club.public_id, player_id=ids["Gleb"], words="former player", by="")
    guest = seen(viewer, club, "Anna")
    assert "Saturday · guest" in guest
    assert "rank" not in guest
    assert "plays no more" in seen(viewer, club, "Vera")
    erased = text(viewer.get(where(club, f"players/{again(table).seats.get(number=3).player.public_id}/")))
    assert "former player" in erased
    assert "Gleb" not in erased
    assert "1 evening" in erased
    assert "plays no more" not in erased


def test_the_head_says_what_the_season_came_to(club, viewer):
    found = seen(viewer, club, "Boris")
    assert "German Boston · Season 2026 · 1 evening · 2 deals" in found
    assert "points 0 rank 1 of 4 points a deal 0 evenings won 1 contracts made 50% 1 of 2" in found
    assert "as helper" not in found
    assert "rank" not in seen(viewer, club, "Boris", season="always")
    assert "contracts made –" in seen(viewer, club, "Anna")


def test_every_evening_stands_under_the_chart_the_latest_first(club, viewer):
    played(WON, club=club, date=date(2026, 12, 5))
    page = viewer.get(of(club, "Boris")).content.decode()
    points = club.players.get(name="Boris").totals.latest("pk").net
    assert table_of(page, "Balance evening by evening") == [
        ["5 December 2026", f"+{points}", f"+{points}"],
        ["28 November 2026 First", "0", "0"],
    ]
    evening = club.evenings.get(name="First").public_id
    assert f'href="{where(club, f"evenings/{evening}/")}"' in page
    assert "chart-plot" in page


def test_the_line_begins_with_what_came_before_and_that_is_said(club, viewer):
    season = Season.objects.create(club=club, name="Winter", starts=date(2026, 9, 15), ends=date(2027, 5, 31))
    for name, points in (("Anna", -1234567), ("Boris", 1234567)):
        OpeningBalance.objects.create(
            season=season, player=club.players.get(name=name), rules_code="german", points=points
        )
    page = viewer.get(of(club, "Anna"))
    assert "The line begins with the opening balance of the season: −1234567." in text(page)
    assert table_of(page.content.decode(), "Balance evening by evening")[0][2] == "−1234567"
    # Without a picture of a fall from 0 to there.
    ys = re.search(r'class="chart-line" d="M0 (\d+)L1000 (\d+)"', page.content.decode()).groups()
    assert ys[0] == ys[1]
    assert "opening balance" not in seen(viewer, club, "Vera")


def test_many_evenings_come_twenty_at_a_time_and_what_was_before_them_is_said(club, viewer):
    for n in range(21):
        played(WON, club=club, date=date(2026, 1, 1) + timedelta(days=n))
    one = club.players.get(name="Boris").totals.latest("pk").net
    latest = viewer.get(of(club, "Boris")).content.decode()
    assert f"2 evenings before these are in the +{2 * one} with which the line begins." in latest
    assert len(table_of(latest, "Balance evening by evening")) == 20
    assert "?page=2#evenings" in latest
    last = viewer.get(of(club, "Boris"), {"page": "2", "season": "2026", "variant": "german"}).content.decode()
    assert [row[0] for row in table_of(last, "Balance evening by evening")] == ["2 January 2026", "1 January 2026"]
    assert "?season=2026&amp;variant=german&amp;page=1#evenings" in last
    for page in ("999999999999999999999", "9" * 5000):
        assert "2 January 2026" in seen(viewer, club, "Boris", page=page)
    for page in ("-1", "0", "x", "\0"):
        assert "28 November 2026" in seen(viewer, club, "Boris", page=page)


def test_contracts_stand_in_the_variants_order_alone_and_helped_told_apart(club, viewer):
    alone = {k: v for k, v in SIMPLE.items() if k != "helper"} | {"tricks": 4}
    solo = {"contract": "solo", "trump": "hearts", "turned": "hearts", "declarer": 1, "tricks": 7}
    played(solo, SIMPLE, alone, rules="kassa", kitty="divide", club=club)
    page = viewer.get(of(club, "Boris"), {"variant": "kassa"}).content.decode()
    rows = [row[0] for row in table_of(page, "Contracts declared")]
    assert rows == ["simple alone: 0 of 1 helped: 1 of 1", "solo"]
    assert [row[2] for row in table_of(page, "Contracts declared")] == ["50% 1 of 2", "0% 0 of 1"]
    german = viewer.get(of(club, "Boris"), {"variant": "german"}).content.decode()
    assert table_of(german, "Contracts declared")[0][:3:2] == ["7", "50% 1 of 2"]
    assert "простая" in phone_in(viewer, "ru").get(of(club, "Boris"), {"variant": "kassa"}).content.decode()


def phone_in(client, language):
    client.cookies["django_language"] = language
    return client


def test_points_by_part_are_those_won_from_each_other(club, viewer):
    page = viewer.get(of(club, "Anna")).content.decode()
    assert table_of(page, "Points by part") == [["declared", "0", "0", "–"], ["opposed", "2", "0", "0"]]
    assert "Points are those won from each other" in page
    kassa = played(SIMPLE, rules="kassa", kitty="divide", club=club)
    page = viewer.get(of(club, "Gleb"), {"variant": "kassa"}).content.decode()
    assert [row[:2] for row in table_of(page, "Points by part")] == [
        ["declared", "0"],
        ["helped", "1"],
        ["opposed", "0"],
    ]
    assert kassa.closing == "divide"


def test_the_biggest_deals_lead_to_where_they_came_from_for_everybody_with_the_clubs_link(table, club, viewer):
    page = viewer.get(of(club, "Boris")).content.decode()
    won, lost = again(table).results.order_by("position")
    for title, result in (("Most won in a deal", won), ("Most lost in a deal", lost)):
        link = f"/t/{table.public_id}/deals/{result.deal.entry_key}/"
        assert link in page.split(f">{title}</h2>")[1].split("</ul>")[0]
        assert viewer.get(link).status_code == 200
    assert "declared · 28 November 2026" in text(viewer.get(of(club, "Boris")))
    assert "opposed · 28 November 2026" in text(viewer.get(of(club, "Anna")))


def test_who_never_played_has_no_empty_pictures(club, viewer):
    Player.objects.create(club=club, name="Z" * 50, folded="z" * 50)
    found = viewer.get(of(club, "Z" * 50)).content.decode()
    assert "No evening that counts was played to its end yet." in found
    assert "chart" not in found
    assert "<form" not in found.split("</main>")[0]


def test_a_season_without_evenings_says_so_and_offers_the_others(club, viewer):
    answer = viewer.get(of(club, "Boris"), {"season": "1999"})
    assert "No evening that counts in this season" in text(answer)
    assert '<option value="1999" selected>' in answer.content.decode()
    assert '<option value="2026">' in answer.content.decode()
    assert "chart" not in answer.content.decode()


def test_a_season_that_is_not_there_is_not_found_and_an_unreadable_one_is_that_of_today(club, viewer):
    assert viewer.get(of(club, "Boris"), {"season": "nonsense"}).status_code == 404
    other = Season.objects.create(
        club=start(club_name="Another").evening.club, name="X", starts=date(2026, 1, 1), ends=date(2026, 12, 31)
    )
    assert viewer.get(of(club, "Boris"), {"season": other.public_id}).status_code == 404
    for asked in ({"season": "\0"}, {"season": ""}, {"variant": "\0"}, {"variant": "nonsense"}):
        assert "Season 2026" in seen(viewer, club, "Boris", **asked)


def test_the_season_of_today_is_the_clubs_own_where_it_has_one(club, viewer):
    Season.objects.create(club=club, name="Winter", starts=date(2020, 9, 15), ends=date(2999, 5, 31))
    assert "Season Winter" in seen(viewer, club, "Boris")
    assert "Season 2026" in seen(viewer, club, "Boris", season="2026")


def test_the_page_asks_the_same_questions_after_two_evenings_and_after_forty(club, viewer):
    Season.objects.create(club=club, name="Winter", starts=date(2026, 1, 15), ends=date(2027, 5, 31))
    counts = []
    for more in (1, 38):
        for n in range(more):
            played(WON, LOST, club=club, date=date(2026, 10, 1) + timedelta(days=n))
        for query in ({"season": "2026"}, {"season": "always"}, {}):
            with CaptureQueriesContext(connection) as asked:
                viewer.get(of(club, "Boris"), query)
            counts.append(len(asked))
    assert counts[:3] == counts[3:]
