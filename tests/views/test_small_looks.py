"""Small things a reader trips over: what a search leaves standing, what is marked, where a name and a page lead."""

import re

import pytest
from django.utils.translation import override

from ledger.access import Role
from ledger.models import Deal
from ledger.rules.settlement import Stake
from ledger.services.counting import count_evening
from ledger.services.players import erase_player
from ledger.templatetags.boston import breakable, percent
from tests.stories import SIMPLE, record, start
from tests.views.doors import let_in, member, phone
from tests.views.read import text, where
from tests.views.test_season_pages import LOST, WON, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return played(name="First")


@pytest.fixture
def club(table):
    return table.evening.club


def test_a_search_without_a_hit_still_says_how_many_were_played(club):
    found = text(member(club, Role.VIEWER).get(where(club, "?player=Nobody")))

    assert "1 evening played" in found
    assert "No evening like that." in found


def test_an_evening_that_does_not_count_is_marked_in_the_list(club, table):
    viewer, said = member(club, Role.VIEWER), "This evening does not count in the standings."
    assert said not in text(viewer.get(where(club)))

    count_evening(club_id=club.public_id, evening_id=table.evening.public_id, counts=False, by="")

    assert said in text(viewer.get(where(club)))


def test_names_of_an_evening_lead_to_the_players(club, table):
    page = member(club, Role.VIEWER).get(where(club, f"evenings/{table.evening.public_id}/")).content.decode()

    for player in club.players.all():
        assert re.search(rf'href="{where(club)}players/{player.public_id}/"><bdi>{player.name}</bdi>', page)


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("Иннокентий Смоктуновский", "Ин-но-кен-тий Смок-ту-новс-кий"),
        ("Maximilian von Hohenfels", "Ma-xi-mi-lian von Ho-hen-fels"),
        ("Fleischhauer", "Fleisch-hauer"),
        ("Christopher", "Chris-to-pher"),
        ("Страусёнок", "Страу-сё-нок"),
        ("Анна-Мария", "Анна-Мария"),
        ("מרים־שושנה", "מרים־שושנה"),
    ],
)
def test_a_long_name_breaks_on_its_key_with_a_hyphen_before_a_syllable_and_a_short_one_never(name, broken):
    assert breakable(name).replace("\u00ad", "-") == broken


def test_the_title_of_the_table_s_page_does_not_name_a_deal_that_passes():
    table = start("kassa")
    client = let_in(table)
    before = client.get(f"/t/{table.public_id}/").content.decode()
    record(table, SIMPLE)
    after = client.get(f"/t/{table.public_id}/").content.decode()

    titles = {re.search("<title>(.*?)</title>", page).group(1) for page in (before, after)}
    assert titles == {"Table of Anna, Boris, Vera, Gleb · Boston"}


@pytest.mark.parametrize("tail", ["", "settle/"])
def test_a_phone_of_the_club_finds_the_way_to_it_from_the_table(club, table, tail):
    link = f'href="{where(club)}"'

    assert link in member(club, Role.VIEWER).get(f"/t/{table.public_id}/{tail}").content.decode()
    assert link not in let_in(table).get(f"/t/{table.public_id}/{tail}").content.decode()


def test_the_keeper_s_code_is_folded_away_until_it_is_asked_for(club):
    keeper = member(club, Role.KEEPER)
    folded = r"<details[^>]*>(?:(?!</details>).)*link-(\w+)"

    page = keeper.get(where(club, "links/")).content.decode()

    assert re.findall(folded, page, re.DOTALL) == ["keeper"]
    assert '<details class="more">' in page
    asked = keeper.post(where(club, "links/"), {"do": "ask:keeper"}).content.decode()
    assert '<details class="more" open>' in asked


@pytest.mark.parametrize(("language", "said"), [("en", "50%"), ("de", "50\N{NO-BREAK SPACE}%")])
def test_percent_are_written_alike_on_every_page(language, said):
    with override(language):
        assert percent(50) == said
    club = played(WON, LOST).evening.club
    client = member(club, Role.VIEWER)
    pages = ["season/", f"players/{club.players.get(name='Boris').public_id}/"]

    for page in pages:
        shown = client.get(where(club, page), headers={"accept-language": language}).content.decode()
        assert said in shown


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "former player"), ("de", "ehemaliger Spieler"), ("ru", "бывший игрок"), ("fr", "ancien joueur")],
)
def test_an_erased_player_is_called_so_in_the_language_of_the_reader(language, words):
    table = played(WON, stake=Stake(1, 1000, "EUR"))
    club, one = table.evening.club, f"/t/{table.public_id}/"
    boris, anna = (club.players.get(name=name).public_id for name in ("Boris", "Anna"))
    by = {"club_id": club.public_id, "by": ""}
    erase_player(player_id=boris, words="бывший игрок", **by)
    erase_player(player_id=anna, words="former player", **by)
    reader = member(club, Role.VIEWER, phone(language))

    of_club = ["", "players/", f"players/{boris}/", "accounts/", f"accounts/{boris}/", "season/"]
    evening = f"evenings/{table.evening.public_id}/"
    deal = f"{one}deals/{Deal.objects.get().entry_key}/"
    for page in [*(where(club, tail) for tail in [*of_club, evening]), one, f"{one}settle/", f"{one}sheet/", deal]:
        shown = reader.get(page).content.decode()
        assert words in shown, page
        assert not any(other in shown for other in {"бывший игрок", "former player"} - {words}), page
    # Two of them are told apart, whatever the languages of who erased them.
    assert {f"<bdi>{words}</bdi>", f"<bdi>{words} 2</bdi>"} <= set(
        re.findall("<bdi>[^<]*</bdi>", reader.get(where(club, "players/")).content.decode())
    )
