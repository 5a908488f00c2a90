"""A club between evenings: its links and roles, its page, its evenings."""

import re
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.access import Role, club_link
from ledger.models import Club, Evening
from ledger.queries.clubs import today_of
from ledger.queries.evenings import played_evenings
from ledger.services.clubs import change_club
from ledger.services.deals import undo_deal
from ledger.services.tables import close_table
from tests.stories import SIMPLE, again, record, start
from tests.views.doors import let_in, member, phone
from tests.views.read import where

pytestmark = pytest.mark.django_db

PLAY = {"contract": "7", "trump": "hearts", "declarer": 1, "tricks": 8}


@pytest.fixture
def table():
    return played(name="First")


@pytest.fixture
def club(table):
    return table.evening.club


def played(**more):
    table = start("german", **more)
    record(table, PLAY)
    return close_table(table_id=table.public_id, kitty=None, by="")


def address(club, tail):
    return where(club, tail.format(evening=club.evenings.first().public_id))


@pytest.mark.parametrize(("role", "writes"), [(Role.VIEWER, 403), (Role.SCORER, 302), (Role.KEEPER, 302)])
def test_the_link_of_a_club_opens_all_its_tables(table, club, role, writes):
    client = member(club, role)
    other = played(club=club)

    for one in (table, other):
        assert client.get(f"/t/{one.public_id}/").status_code == 200
        assert client.post(f"/t/{one.public_id}/reopen/").status_code == writes
    stranger = start(club_name="Another")
    assert client.get(f"/t/{stranger.public_id}/").status_code == 403


def test_who_starts_the_first_evening_keeps_the_club(db):
    client = phone()
    sent = {"rules": "german", "player": ["Anna", "Boris", "Vera", "Gleb"], "first_dealer": "0", "do": "start"}
    assert client.post("/start/", sent).status_code == 302
    club = Club.objects.get()

    assert client.get(where(club, "links/")).status_code == 200
    assert f"/c/{club.public_id}/" in client.get("/").content.decode()
    friend = let_in(club.evenings.get().tables.get())
    assert friend.get(where(club, "links/")).status_code == 403


def test_a_keepers_link_kept_elsewhere_brings_the_club_back_on_a_new_phone(club):
    found = member(club, Role.KEEPER).get(where(club, "links/")).content.decode()
    kept = re.search(r'id="link-keeper">([^<]+)<', found).group(1)
    new = phone()
    assert new.get(urlsplit(kept).path).status_code == 302
    assert new.get(where(club, "settings/")).status_code == 200


@pytest.mark.parametrize("role", Role)
def test_revoking_kills_the_link_and_the_rights_it_gave_at_once(table, club, role):
    keeper, client = member(club, Role.KEEPER), member(club, role)
    old = urlsplit(club_link(club, role, "")).path

    assert "Yes, revoke" in keeper.post(where(club, "links/"), {"do": f"ask:{role.word}"}).content.decode()
    keeper.post(where(club, "links/"), {"do": f"revoke:{role.word}"})

    assert client.get(where(club)).status_code == 403
    assert client.get(f"/t/{table.public_id}/").status_code == 403
    assert phone().get(old).status_code == 404
    assert keeper.get(where(club, "links/")).status_code == 200


def test_the_links_of_tables_and_clubs_open_nothing_of_each_other(table, club):
    from ledger.access import token

    assert phone().get(f"/club/{club.public_id}/{token(table, Role.SCORER)}/").status_code == 404
    assert phone().get(f"/open/{table.public_id}/{token(club, Role.SCORER)}/").status_code == 404
    assert phone().get(f"/club/nowhere/{token(club, Role.SCORER)}/").status_code == 404


def test_a_better_right_is_not_lost_by_a_lesser_link(club):
    client = member(club, Role.VIEWER, member(club, Role.KEEPER))
    assert client.get(where(club, "links/")).status_code == 200


def test_the_club_is_renamed_and_says_what_is_wrong(club):
    client = member(club, Role.KEEPER)
    answer = client.post(where(club, "settings/"), {"name": " " * 5, "time_zone": "Mars/Olympus"})
    found = answer.content.decode()
    assert answer.status_code == 422
    assert "name-fault" in found
    assert "zone-fault" in found

    client.post(where(club, "settings/"), {"name": "Клуб «Бостон»", "time_zone": "Europe/Berlin"})
    club.refresh_from_db()
    assert (club.name, club.time_zone) == ("Клуб «Бостон»", "Europe/Berlin")
    assert "Клуб «Бостон»" in client.get(where(club)).content.decode()


def test_tonights_tables_come_first_and_then_the_evenings_with_their_results(table, club):
    running = start("kassa", club=club, name="Tonight")
    record(running, SIMPLE)
    found = member(club, Role.VIEWER).get(where(club)).content.decode()

    assert found.index("Tonight") < found.index("First")
    assert "Table of Anna, Boris, Vera, Gleb" in found
    assert "1 evening played" in found
    assert "Start an evening" not in found
    assert "Continue: table of" in member(club, Role.SCORER).get(where(club)).content.decode()


def test_evenings_are_found_by_player_and_by_date(club):
    played(club=club, name="Second", players=("Anna", "Boris", "Zoya", "Егор"), date=date(2026, 12, 5))
    client = member(club, Role.VIEWER)

    def names(query):
        found = client.get(where(club), query).content.decode()
        return [name for name in ("First", "Second") if f", {name}" in found]

    assert names({}) == ["First", "Second"]
    assert names({"player": "ЕГОР"}) == ["Second"]
    assert names({"player": "zoya"}) == ["Second"]
    assert names({"player": "Vera"}) == ["First"]
    assert names({"date": "2026-12-05"}) == ["Second"]
    assert names({"date": "2020-01-01"}) == []
    assert names({"date": "rubbish", "page": "-3"}) == ["First", "Second"]
    assert client.get(where(club), {"player": "\0"}).status_code == 200


AROUND = [
    # The last moments of 31 December and the first of 1 January where the club plays, and on both sides a change of
    # the clocks, by which midnight lies elsewhere.
    ("Pacific/Tongatapu", datetime(2026, 12, 31, 10, 59, tzinfo=UTC), date(2026, 12, 31)),
    ("Pacific/Tongatapu", datetime(2026, 12, 31, 11, 0, tzinfo=UTC), date(2027, 1, 1)),
    ("America/Los_Angeles", datetime(2027, 1, 1, 7, 59, tzinfo=UTC), date(2026, 12, 31)),
    ("America/Los_Angeles", datetime(2027, 1, 1, 8, 0, tzinfo=UTC), date(2027, 1, 1)),
    ("Europe/Berlin", datetime(2026, 3, 28, 23, 0, tzinfo=UTC), date(2026, 3, 29)),
    ("Europe/Berlin", datetime(2026, 3, 29, 22, 0, tzinfo=UTC), date(2026, 3, 30)),
    ("Europe/Berlin", datetime(2026, 10, 25, 22, 59, tzinfo=UTC), date(2026, 10, 25)),
]


def begun(table, moment, zone):
    """The evening has no date and began then, in a club that plays there."""
    Evening.objects.filter(pk=table.evening_id).update(date=None, started_at=moment)
    club = table.evening.club
    change_club(club_id=club.public_id, name=club.name, time_zone=zone, by="")


@pytest.mark.parametrize(("zone", "moment", "day"), AROUND)
def test_an_evening_without_a_date_has_on_every_page_the_day_it_had_where_the_club_plays(
    table, club, zone, moment, day
):
    begun(table, moment, zone)
    client, shown = let_in(table, client=member(club, Role.VIEWER)), f"{day.day} {day:%B %Y}"

    for page in (where(club), address(club, "evenings/{evening}/"), "/"):
        assert shown in client.get(page).content.decode(), page
    assert f"{day}.json" in client.get(f"/t/{table.public_id}/export/").headers["Content-Disposition"]
    proof = client.get(where(club, f"season/{day.year}/proof/")).content.decode()
    assert shown in proof


@pytest.mark.parametrize(("zone", "moment", "day"), AROUND)
def test_an_evening_is_found_by_the_date_that_is_shown_and_by_no_other(table, club, zone, moment, day):
    begun(table, moment, zone)
    client = member(club, Role.VIEWER)

    found = {
        asked: ", First" in client.get(where(club), {"date": asked.isoformat()}).content.decode()
        for asked in (day - timedelta(days=1), day, day + timedelta(days=1))
    }
    assert [asked for asked, is_there in found.items() if is_there] == [day]


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_first_and_the_last_day_there_is_are_looked_for_without_harm(club, day):
    assert "No evening like that." in member(club, Role.VIEWER).get(where(club), {"date": day}).content.decode()


def test_standings_are_as_of_the_time_where_the_club_plays(table, club, monkeypatch):
    change_club(club_id=club.public_id, name=club.name, time_zone="Pacific/Tongatapu", by="")
    client = member(club, Role.VIEWER)
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(2026, 12, 31, 11, 30, tzinfo=UTC))

    assert "as of 1 January 2027, 00:30" in client.get(where(club, "season/2026/")).content.decode()


def test_evenings_entered_late_stand_where_they_were_played(table, club):
    for day in ("2026-03-03", "2025-01-01", "2026-02-02"):
        played(club=club, name=day, date=date.fromisoformat(day))
    names = [evening.name for evening in played_evenings(club).evenings]
    assert names == ["First", "2026-03-03", "2026-02-02", "2025-01-01"]


def test_an_arrival_that_was_undone_is_nobody_of_the_evening(club):
    table = start("german", club=club, name="Undone")
    arrival = record(table, {"kind": "join", "player": "Zoya"}).deal
    record(table, PLAY)
    undo_deal(table_id=table.public_id, deal_key=arrival.entry_key, by="")
    pages = (where(club), address(club, f"evenings/{table.evening.public_id}/"), "/", f"/t/{table.public_id}/discard/")
    keeper = let_in(table, client=member(club, Role.KEEPER))
    for closed in (False, True):
        if closed:
            close_table(table_id=table.public_id, kitty=None, by="")
        for page in pages:
            answer = keeper.get(page)
            assert answer.status_code == 200
            assert "Zoya" not in answer.content.decode().replace('<option value="Zoya">', "")
    assert "Undone" not in keeper.get(where(club) + "?player=Zoya").content.decode()


@pytest.mark.long
def test_many_evenings_come_a_page_at_a_time_with_the_same_few_questions(table, club):
    client = member(club, Role.SCORER)
    counts = []
    for more in (0, 24):
        for n in range(more):
            played(club=club, name=f"Evening {n}", date=date(2026, 1, 1) + timedelta(days=n))
        client.get(where(club))
        with CaptureQueriesContext(connection) as seen:
            found = client.get(where(club)).content.decode()
        counts.append(len(seen))
    assert counts[0] == counts[1]
    assert found.count("/evenings/") == 20
    assert "?page=2" in found
    assert client.get(where(club), {"page": "2"}).content.decode().count("/evenings/") == 5
    assert client.get(where(club), {"page": "99"}).content.decode().count("/evenings/") == 5


def test_an_evening_has_a_page_with_all_its_tables(table, club):
    client = member(club, Role.VIEWER)
    found = client.get(address(club, "evenings/{evening}/")).content.decode()
    assert f"/t/{table.public_id}/settle/" in found
    assert "Boris" in found
    other = start(club_name="Another").evening
    assert client.get(where(club, f"evenings/{other.public_id}/")).status_code == 404
    assert client.get(where(club, "evenings/%00/")).status_code == 404
    assert again(table).closing == "plain"


def test_a_new_club_plays_where_the_phone_is(db):
    sent = {"rules": "german", "player": ["Anna", "Boris", "Vera", "Gleb"], "first_dealer": "0", "do": "start"}
    phone().post("/start/", {**sent, "time_zone": "Asia/Kamchatka"})
    assert Club.objects.get().time_zone == "Asia/Kamchatka"
    phone().post("/start/", {**sent, "time_zone": "Nowhere/At-all"})
    assert Club.objects.last().time_zone == ""


@pytest.mark.parametrize(
    ("zone", "moment", "day"),
    [
        ("America/Los_Angeles", "2026-01-01T07:30:00+00:00", date(2025, 12, 31)),
        ("Pacific/Tongatapu", "2026-12-31T11:30:00+00:00", date(2027, 1, 1)),
        ("Europe/Berlin", "2026-03-28T23:30:00+00:00", date(2026, 3, 29)),
        ("Europe/Berlin", "2026-10-25T22:30:00+00:00", date(2026, 10, 25)),
        ("", "2026-06-01T12:00:00+00:00", date(2026, 6, 1)),
    ],
)
def test_an_evening_has_the_date_on_which_it_begins_where_the_club_plays(
    club, settings, monkeypatch, zone, moment, day
):
    settings.TIME_ZONE = "UTC"
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime.fromisoformat(moment))
    club.time_zone = zone
    assert today_of(club) == day
