"""The players of a club on their pages: who may see and do what, and what is said."""

import re

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from ledger.access import Role
from ledger.models import Player
from ledger.rules.badges import COLOURS
from ledger.services.players import add_player
from ledger.services.tables import close_table
from tests.stories import start
from tests.views.doors import member
from tests.views.read import where

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return start()


@pytest.fixture
def club(table):
    return table.evening.club


def who(club, name):
    return club.players.get(name=name).public_id


def of(club, name, tail="edit/"):
    return where(club, f"players/{who(club, name)}/{tail}")


def page(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("tail", ["edit/", "erase/"])
@pytest.mark.parametrize("which", ["nobody", "%00", "another club's"])
def test_who_is_not_of_the_club_is_not_there(club, keeper, which, tail):
    other = start(club_name="Another").evening.club
    which = who(other, "Anna") if which.startswith("another") else which
    for method in (keeper.get, keeper.post):
        assert method(where(club, f"players/{which}/{tail}")).status_code == 404


def test_the_list_shows_everybody_with_badge_marks_and_evenings(club, keeper):
    for players in (("Anna", "Boris", "Vera", "Gleb"), ("Anna", "Boris", "Vera", "Андрей")):
        close_table(table_id=start(club=club, players=players).public_id, kitty="carry", by="")
    keeper.post(of(club, "Vera"), {"do": "guest"})
    keeper.post(of(club, "Gleb"), {"do": "retire"})
    found = page(member(club, Role.VIEWER), where(club, "players/"))
    lines = [" ".join(re.sub("<[^>]+>", " ", line).split()) for line in found.split("<li>")[1:]]
    assert lines[0] == "A Anna 2 evenings"
    assert lines[2] == "V Vera 2 evenings · guest"
    assert lines[4].startswith("G Gleb 1 evening · plays no more")
    assert "Somebody new" not in found
    assert "Players" in page(keeper, where(club))


def test_the_keeper_adds_somebody_and_a_second_spelling_of_a_name_is_refused(club, keeper):
    keeper.post(where(club, "players/"), {"name": "  Zoya ", "guest": "on"})
    assert Player.objects.get(name="Zoya").guest
    answer = keeper.post(where(club, "players/"), {"name": "zo\u200bya"})
    assert answer.status_code == 422
    assert "has this name already" in answer.content.decode()
    assert keeper.post(where(club, "players/"), {"name": "\u200b"}).status_code == 422


def test_who_is_added_by_two_taps_is_added_once(club, keeper):
    key = re.search(r'name="key" value="([^"]+)"', page(keeper, where(club, "players/")))[1]
    for _ in range(2):
        assert keeper.post(where(club, "players/"), {"name": "Zoya", "key": key}).status_code == 302
    assert Player.objects.filter(name="Zoya").count() == 1
    # Back, and the page that was used is filled in anew.
    assert keeper.post(where(club, "players/"), {"name": "Boris", "key": key}).status_code == 422
    assert keeper.post(where(club, "players/"), {"name": "Yuri", "key": key}).status_code == 302
    assert {p.name for p in club.players.all()} >= {"Zoya", "Yuri"}


def test_a_player_is_renamed_and_a_taken_name_is_refused(club, keeper):
    anna = of(club, "Anna")
    answer = keeper.post(anna, {"do": "rename", "name": "BORIS"})
    assert answer.status_code == 422
    assert "has this name already" in answer.content.decode()
    assert keeper.post(anna, {"do": "rename", "name": "Анна К."}).status_code == 302
    assert "Анна К." in page(keeper, where(club))


def test_who_retired_is_offered_nowhere_until_he_is_back(table, club, keeper):
    evening = start(club=club, players=("Anna", "Boris", "Vera", "Zoya"))
    # One looks for evenings as soon as one was played.
    close_table(table_id=evening.public_id, kitty="divide", by="")
    pickers = (f"/start/?club={club.public_id}", f"/t/{table.public_id}/people/join/", where(club))

    def offered():
        return [re.search(r'(add:Zoya"|club:Zoya"|<option value="Zoya")', page(keeper, p)) is not None for p in pickers]

    assert offered() == [True, True, True]
    keeper.post(of(club, "Zoya"), {"do": "retire"})
    assert offered() == [False, False, False]
    assert "Zoya" in page(keeper, f"/t/{evening.public_id}/")
    keeper.post(of(club, "Zoya"), {"do": "back"})
    assert offered() == [True, True, True]


def test_a_guest_is_chosen_at_the_start_as_anybody(club, keeper):
    keeper.post(where(club, "players/"), {"name": "Zoya", "guest": "on"})
    found = page(keeper, f"/start/?club={club.public_id}")
    assert re.search(r'value="add:Zoya"><span class="face c\d" aria-hidden="true">Z</span><bdi>Zoya', found)


def test_two_spellings_are_merged_and_split_on_the_page(club, keeper):
    old = start(club=club, players=("Anya", "Boris", "Vera", "Gleb"))
    anya = of(club, "Anya")
    assert keeper.post(of(club, "Anna"), {"do": "merge", "other": who(club, "Anya")}).status_code == 302
    assert "also <bdi>Anya</bdi>" in page(keeper, where(club, "players/"))
    assert "Anna" in page(keeper, f"/t/{old.public_id}/")
    assert keeper.get(anya).headers["Location"] == of(club, "Anna")
    close_table(table_id=old.public_id, kitty="carry", by="")
    assert "/evenings/" in keeper.get(where(club), {"player": "anya"}).content.decode()

    found = page(keeper, of(club, "Anna"))
    assert "Anya: somebody else after all" in found
    keeper.post(of(club, "Anna"), {"do": f"split:{who(club, 'Anya')}"})
    assert "Anya" in page(keeper, f"/t/{old.public_id}/")


def test_two_spellings_of_one_person_are_not_started_with_and_their_row_says_so(club, keeper):
    start(club=club, players=("Anya", "Boris", "Vera", "Gleb"))
    keeper.post(of(club, "Anna"), {"do": "merge", "other": who(club, "Anya")})
    sent = {"rules": "german", "club": club.public_id, "first_dealer": "0", "do": "start"}
    answer = keeper.post("/start/", sent | {"player": ["Anna", "Boris", "Anya", "Gleb"]})
    assert answer.status_code == 422
    assert 'id="player-2-fault">This name is at the table already.' in answer.content.decode()


@pytest.mark.parametrize(
    ("other", "said"), [("Boris", "sat at the same table"), ("Anna", "another player"), ("", "another player")]
)
def test_what_cannot_be_merged_says_why(club, keeper, other, said):
    sent = {"do": "merge", "other": other and who(club, other)}
    answer = keeper.post(of(club, "Anna"), sent)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert keeper.post(of(club, "Anna"), {"do": f"split:{who(club, 'Boris')}"}).status_code == 422


def test_a_name_that_is_erased_by_two_taps_is_erased_once(club, keeper):
    address = of(club, "Anna", "erase/")
    answers = [keeper.post(address) for _ in range(2)]
    assert [a.headers["Location"] for a in answers] == [reverse("ledger:players", args=[club.public_id])] * 2


@pytest.mark.parametrize(("language", "words"), [("en", "former player"), ("ru", None), ("de", None), ("fr", None)])
def test_a_name_is_erased_after_it_was_asked_in_the_language_of_who_erases(table, club, keeper, language, words):
    address = of(club, "Anna", "erase/")
    keeper.cookies["django_language"] = language
    assert "Anna" in page(keeper, address)
    assert Player.objects.filter(name="Anna").exists()
    assert keeper.post(address).status_code == 302
    with translation.override(language):
        wanted = words or translation.gettext("former player")
    assert wanted == words or wanted != "former player"
    assert table.seats.get(number=0).player.name == wanted
    for seen in (where(club), where(club, "players/"), f"/t/{table.public_id}/", f"/t/{table.public_id}/history/"):
        assert ">Anna<" not in page(keeper, seen)
    gone = where(club, f"players/{table.seats.get(number=0).player.public_id}/")
    assert 'name="do"' not in page(keeper, f"{gone}edit/")
    assert keeper.post(f"{gone}edit/", {"do": "rename", "name": "Anna"}).status_code == 404
    assert keeper.get(f"{gone}erase/").status_code == 404


def test_the_list_asks_the_same_few_questions_however_many_there_are(club, keeper):
    counts = []
    for more in (0, 20):
        for n in range(more):
            add_player(club_id=club.public_id, name=f"Player {n}", by="")
        keeper.get(where(club, "players/"))
        with CaptureQueriesContext(connection) as seen:
            keeper.get(where(club, "players/"))
        counts.append(len(seen))
    assert counts[0] == counts[1]


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_letters_of_every_badge_are_readable_by_day_and_by_night():
    css = (settings.BASE_DIR / "ledger/static/ledger/app.css").read_text("utf-8")
    pair = r"light-dark\((#\w{6}), (#\w{6})\)"
    letters = re.search(rf"\.face {{[^}}]* color: {pair}", css).groups()
    hues = re.findall(rf"\.c(\d) {{ --hue: {pair}; }}", css)
    assert [int(n) for n, *_ in hues] == list(range(COLOURS))
    assert len({colour for _, *both in hues for colour in both}) == 2 * COLOURS
    assert all(contrast(letters[mode], hue[mode]) >= 4.5 for _, *hue in hues for mode in (0, 1))
