"""The season of a club: who stands where, that it makes 0, its own dates, and what does not count."""

import html
import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.access import Role
from ledger.models import Deal, Player, Season
from ledger.rules.settlement import Stake
from ledger.services.counting import count_deal
from ledger.services.players import retire_player
from ledger.services.tables import close_table
from tests.stories import again, record, record_some, start
from tests.views.doors import let_in, member
from tests.views.read import text, where
from tests.views.test_clubs import AROUND, begun

pytestmark = pytest.mark.django_db

WON = {"contract": "7", "trump": "hearts", "declarer": 1, "tricks": 8}
LOST = {"contract": "7", "trump": "hearts", "declarer": 1, "tricks": 5}


def played(*deals, **more):
    table = start("german", **more)
    for facts in deals or (WON,):
        record(table, facts)
    return close_table(table_id=table.public_id, kitty=None, by="")


@pytest.fixture
def table():
    return played(name="First")


@pytest.fixture
def club(table):
    club = table.evening.club
    Season.objects.create(club=club, name="Winter", starts=date(2026, 9, 1), ends=date(2027, 5, 31))
    return club


def address(club, tail):
    return where(club, tail.format(season=club.seasons.first().public_id, evening=club.evenings.first().public_id))


@pytest.mark.parametrize(
    "tail", ["season/1066/", "season/nothing/", "season/%00/", "season/x/proof/", "season/x/lines/", "seasons/2026/"]
)
def test_a_season_that_is_not_there(club, tail):
    assert member(club, Role.KEEPER).get(where(club, tail)).status_code == 404


def test_an_entry_or_an_evening_that_is_not_there(table, club):
    keeper = member(club, Role.KEEPER)
    nobody = "00000000-0000-4000-8000-000000000000"
    assert keeper.post(f"/t/{table.public_id}/deals/{nobody}/counts/", {"counts": "0"}).status_code == 404
    assert keeper.post(where(club, "evenings/nothing/counts/"), {"counts": "0"}).status_code == 404
    assert keeper.post(where(club, "evenings/%00/counts/"), {"counts": "0"}).status_code == 404


def test_the_standings_name_rank_points_and_how_ties_are_broken(club):
    found = text(member(club, Role.VIEWER).get(where(club, "season/2026/")))

    assert found.index("Boris") < found.index("Anna")
    assert "1 evening" in found
    assert "as of" in found
    assert "100%" in found
    assert "1 of 1" in found
    assert "Equal ones share a rank" in found
    assert "then by contracts made" in found
    assert "Guests do not count" in found
    ranks = re.findall(
        r'<td class="rank">(\d+|–)', member(club, Role.VIEWER).get(where(club, "season/2026/")).content.decode()
    )
    assert ranks == ["1", "2", "2", "2"]


def test_two_evenings_on_one_day_are_two(club):
    played(LOST, club=club, name="Second")
    client = member(club, Role.VIEWER)

    assert "2 evenings" in text(client.get(where(club, "season/2026/")))
    proof = text(client.get(where(club, "season/2026/proof/")))
    assert proof.count("28 November 2026") == 2


def test_who_retired_stands_where_he_played(club):
    boris = club.players.get(name="Boris").public_id
    retire_player(club_id=club.public_id, player_id=boris, by="")

    assert "Boris" in text(member(club, Role.VIEWER).get(where(club, "season/2026/")))


@pytest.mark.parametrize(("zone", "moment", "day"), AROUND)
def test_a_season_begins_and_ends_at_midnight_where_the_club_plays(table, club, zone, moment, day):
    begun(table, moment, zone)
    client = member(club, Role.VIEWER)

    def counted(starts, ends):
        season = Season.objects.create(club=club, name="A part", starts=starts, ends=ends)
        return "Boris" in text(client.get(where(club, f"season/{season.public_id}/")))

    assert counted(day, day)
    assert not counted(day - timedelta(days=40), day - timedelta(days=1))
    assert not counted(day + timedelta(days=1), day + timedelta(days=40))


def test_the_season_of_today_is_the_clubs_own_where_it_has_one(club):
    assert "Season Winter" in text(member(club, Role.VIEWER).get(where(club, "season/")))
    assert where(club, "season/") in member(club, Role.VIEWER).get(where(club)).content.decode()


def test_a_season_is_ranked_by_money_average_and_evenings_won(club):
    played(LOST, club=club, stake=Stake(1, 5000, "EUR"))
    client = member(club, Role.VIEWER)

    assert "€" in text(client.get(where(club, "season/2026/"), {"by": "money"}))
    assert "from 24 deals on" in text(client.get(where(club, "season/2026/"), {"by": "average"}))
    won = text(client.get(where(club, "season/2026/"), {"by": "won"}))
    assert "all games" in won
    assert "An evening is won by most points" in won
    assert "Boris" in text(client.get(where(club, "season/2026/"), {"by": "rubbish", "from": "x", "page": "-"}))


def test_money_of_two_currencies_is_never_left_out(club):
    played(LOST, club=club, stake=Stake(1, 10_000, "EUR"))
    played(WON, club=club, stake=Stake(1, 10_000, "RUB"))
    page = where(club, "season/2026/")
    client = member(club, Role.VIEWER)
    answer = client.get(page, {"by": "money"})
    found, links = text(answer), re.findall(r'href="\?([^"]*currency=[A-Z]+)"', answer.content.decode())

    assert [link[-3:] for link in links] == ["EUR", "RUB"]
    assert "Ranked by EUR; what was won in other money" in found
    assert re.search(r"Boris −€\S+ .*? also \+₽\S+", found)
    assert "whether money was played for or not" in found
    other = text(client.get(f"{page}?{html.unescape(links[1])}"))
    assert re.search(r"Boris \+₽\S+ .*? also −€\S+", other)


def test_a_season_of_one_money_names_no_other(club):
    played(LOST, club=club, stake=Stake(1, 10_000, "EUR"))
    found = text(member(club, Role.VIEWER).get(where(club, "season/2026/"), {"by": "money"}))
    assert "other money" not in found
    assert "also" not in found


@pytest.mark.long
@pytest.mark.parametrize(
    ("tail", "by"),
    [("", "points"), ("", "money"), ("", "won"), ("lines/", "money"), ("proof/", "won"), ("pairs/", "points")],
)
def test_the_games_of_a_season_are_a_tap_away_and_the_one_that_is_shown_is_named(club, tail, by):
    played(LOST, club=club)
    other = start("classic", club=club)
    record_some(other, 3)
    close_table(table_id=other.public_id, kitty=None, by="")
    page = where(club, f"season/2026/{tail}")
    client = member(club, Role.VIEWER)

    def shown(**query):
        answer = client.get(page, {"by": by, **query}).content.decode()
        links = re.findall(
            r'<a class="link" href="\?([^"]*)"( aria-current="true")?>([^<]* \(\d+\)|all games)<', answer
        )
        assert len(links) == (3 if not tail and by != "points" else 2)
        return {words: html.unescape(link) for link, _, words in links}, [words for _, now, words in links if now]

    links, now = shown()
    every = not tail and by != "points"
    assert now == ["all games" if every else next(words for words in links if words.endswith("(2)"))]
    assert ("Points of several games are never added up" in text(client.get(page, {"by": by}))) is bool(tail)
    name = next(words for words in links if words.endswith("(1)"))
    chosen = dict(part.split("=") for part in links[name].split("&"))
    assert chosen["variant"] == "classic"
    assert shown(**chosen)[1] == [name]


def test_who_has_too_few_deals_for_a_rank_stands_below_by_his_average(club):
    answer = member(club, Role.VIEWER).get(where(club, "season/2026/"), {"by": "average"})
    page = text(answer)
    assert page.index("from 24 deals on") < page.index("Boris") < page.index("Anna")
    assert re.findall(r'<td class="rank">(\d+|–)', answer.content.decode()) == ["–"] * 4


def test_dates_variant_and_guests_choose_a_part_of_the_season(club):
    played(LOST, club=club, date=date(2026, 3, 1))
    Player.objects.filter(name="Boris").update(guest=True)
    client = member(club, Role.VIEWER)
    spring = {"from": "2026-01-01", "to": "2026-05-31", "variant": "german"}

    found = text(client.get(where(club, "season/2026/"), spring))
    assert "1 evening · 1 January 2026 – 31 May 2026" in found
    assert "1 guest is left out" in found
    assert "Boris" not in found
    assert "Boris guest" in text(client.get(where(club, "season/2026/"), spring | {"guests": "1"}))
    assert "Nothing was played" in text(client.get(where(club, "season/2026/"), {"to": "2026-02-01"}))
    assert "Nothing was played" in text(client.get(where(club, "season/2026/"), {"from": "2027-02-01"}))


@pytest.mark.long
@pytest.mark.parametrize("asked", ["from=9999-12-31", "to=0001-01-01", "from=2027-01-01&to=2026-01-01"])
@pytest.mark.parametrize("tail", ["season/{key}/", "season/{key}/lines/", "season/{key}/pairs/", "season/{key}/proof/"])
def test_a_part_of_a_season_that_lies_outside_of_it_is_empty(club, tail, asked):
    for key in ("2026", "1900", "2999", club.seasons.get().public_id):
        answer = member(club, Role.VIEWER).get(where(club, tail.format(key=key)) + f"?{asked}")
        assert answer.status_code == 200
        assert "Boris" not in text(answer)


def test_the_proof_shows_the_sum_and_the_tables_that_make_it(club):
    Player.objects.filter(name="Boris").update(guest=True)
    count_deal(table_id=played(WON, LOST, club=club).public_id, deal_key=_last_deal(), counts=False, by="")
    found = text(member(club, Role.VIEWER).get(where(club, "season/2026/proof/")))

    assert "1 deal does not count" in found
    assert "Boris guest" in found
    assert "in kitties that were carried on 0" in found
    assert "together 0" in found
    assert "28 November 2026, First" in found
    assert "= 0" in found


@pytest.mark.long
def test_the_proof_comes_a_page_at_a_time_with_the_same_questions(club):
    client, counts = member(club, Role.VIEWER), []
    for more in (0, 22):
        for n in range(more):
            played(LOST, club=club, date=date(2026, 1, 1 + n))
        for tail in ("season/2026/", "season/2026/proof/", "season/2026/lines/", "seasons/"):
            with CaptureQueriesContext(connection) as seen:
                client.get(where(club, tail))
            counts.append(len(seen))
    assert counts[:4] == counts[4:]
    assert client.get(where(club, "season/2026/proof/")).content.decode().count("proof-line") == 20
    assert client.get(where(club, "season/2026/proof/"), {"page": "2"}).content.decode().count("proof-line") == 3


def test_the_lines_add_the_points_up_and_stand_as_a_table_too(club):
    played(LOST, club=club, date=date(2026, 12, 5))
    found = text(member(club, Role.VIEWER).get(where(club, "season/2026/lines/")))
    assert "28 Nov" in found
    assert "5 Dec" in found
    assert "the same as a table" in found


def test_an_evening_that_does_not_count_says_so(club):
    keeper, page = member(club, Role.KEEPER), address(club, "evenings/{evening}/")
    assert "Do not count it" in text(keeper.get(page))
    assert "Do not count it" not in text(member(club, Role.SCORER).get(page))
    keeper.post(f"{page}counts/", {"counts": "0"})
    assert "does not count in the standings" in text(keeper.get(page))
    assert "Nothing was played" in text(keeper.get(where(club, "season/2026/")))
    keeper.post(f"{page}counts/", {"counts": "1"})
    assert "Boris" in text(keeper.get(where(club, "season/2026/")))


def test_a_deal_that_does_not_count_says_so_and_the_history_knows(table):
    client, key = let_in(table), again(table).results.get().deal.entry_key
    page = f"/t/{table.public_id}/deals/{key}/"
    count_deal(table_id=table.public_id, deal_key=key, counts=False, by="")
    assert "This deal does not count in the standings" in text(client.get(page))
    assert "a deal does not count in the standings" in text(client.get(f"/t/{table.public_id}/history/"))
    client.post(f"{page}counts/", {"counts": "1"})
    assert "does not count" not in text(client.get(page))


def test_the_keeper_adds_changes_and_deletes_a_season(club):
    keeper = member(club, Role.KEEPER)
    anna, boris = (club.players.get(name=name).public_id for name in ("Anna", "Boris"))
    sent = {
        "name": "Spring",
        "starts": "2026-02-01",
        "ends": "2026-05-31",
        f"german:{anna}": "+5",
        f"german:{boris}": "−5",
    }

    assert keeper.post(where(club, "seasons/new/"), sent).status_code == 302
    season = club.seasons.get(name="Spring")
    page = where(club, f"seasons/{season.public_id}/")
    assert 'value="-5"' in keeper.get(page).content.decode()
    assert "began with −5" in text(keeper.get(where(club, f"season/{season.public_id}/")))
    assert "began with −5" in text(keeper.get(where(club, f"season/{season.public_id}/proof/"), {"variant": "german"}))

    assert keeper.post(page, sent | {"name": "Late spring"}).status_code == 302
    assert "Late spring" in text(keeper.get(where(club, "seasons/")))
    assert "Yes, delete it" in text(keeper.post(page, {"do": "ask"}))
    assert keeper.post(page, {"do": "delete"}).status_code == 302
    assert "Late spring" not in text(keeper.get(where(club, "seasons/")))


@pytest.mark.long
@pytest.mark.parametrize(
    ("changed", "place", "words"),
    [
        ({"name": " "}, "name-fault", "A name is"),
        ({"starts": ""}, "starts-fault", "Say when it begins"),
        ({"ends": "soon"}, "ends-fault", "This is no date"),
        ({"ends": "2026-01-31"}, "ends-fault", "ends before it begins"),
        ({"ends": "2026-09-01"}, "starts-fault", "belong to the season “Winter”"),
        ({"german:{anna}": "6"}, "sum-fault-1", "Together these make +1 and not 0"),
        ({"german:{anna}": "many"}, "aria-invalid", "whole number"),
        ({"german:{anna}": "+"}, "aria-invalid", "whole number"),
        ({"german:{anna}": "+-5"}, "aria-invalid", "whole number"),
        ({"german:{anna}": "+1\u202f000"}, "sum-fault-1", "Together these make +995 and not 0"),
    ],
)
def test_a_season_that_cannot_be_is_told_at_its_field(club, changed, place, words):
    keeper = member(club, Role.KEEPER)
    anna, boris = (club.players.get(name=name).public_id for name in ("Anna", "Boris"))
    sent = {
        "name": "Spring",
        "starts": "2026-02-01",
        "ends": "2026-05-31",
        f"german:{anna}": "5",
        f"german:{boris}": "-5",
    }
    answer = keeper.post(where(club, "seasons/new/"), sent | {k.format(anna=anna): v for k, v in changed.items()})

    assert answer.status_code == 422
    assert place in answer.content.decode()
    assert words in text(answer)
    assert club.seasons.count() == 1


def _last_deal():
    return Deal.objects.latest("pk").entry_key


def test_a_wrong_opening_balance_is_in_sight_and_said_on_top(table, club):
    keeper = member(club, Role.KEEPER)
    anna = club.players.get(name="Anna").public_id
    sent = {"name": "Spring", "starts": "2028-01-01", "ends": "2028-05-31", f"german:{anna}": "-40,5"}

    answer = keeper.post(where(club, "seasons/new/"), sent)

    assert answer.status_code == 422
    said = answer.content.decode()
    section = re.search(r"<details[^>]*>(?:(?!</details>).)*Points are a whole number.*?</details>", said, re.DOTALL)
    assert section.group().startswith('<details class="more" open>')
    assert text(answer).index("1 thing to put right") < text(answer).index("First day")
    assert '<details class="more" open>' not in keeper.get(where(club, "seasons/new/")).content.decode()
