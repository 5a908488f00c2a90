import re
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.access import Role
from ledger.models import Table
from ledger.queries.places import names_shown
from ledger.queries.rows import variant_of
from ledger.rules.document import built_in
from ledger.services.house import copy_rules, lay_aside
from ledger.views import evenings
from tests.stories import start
from tests.views.doors import member, phone

pytestmark = pytest.mark.django_db

FOUR = ["Анна", "Борис", "Вера", "Глеб"]


def fill(**changes):
    return {"rules": "kassa", "player": FOUR, "first_dealer": "2", "do": "start"} | changes


def send(client=None, **changes):
    return (client or phone()).post("/start/", fill(**changes))


def text(answer):
    return answer.content.decode()


def the_table():
    return Table.objects.get()


def test_four_names_and_a_dealer_are_enough():
    client = phone()
    answer = send(client)

    table = the_table()
    assert answer.headers["Location"] == f"/t/{table.public_id}/"
    assert names_shown(table) == tuple(FOUR)
    assert (table.first_dealer, table.stake, table.options["chosen"]) == (2, None, {})
    assert client.get(answer.headers["Location"]).status_code == 200


@pytest.mark.parametrize("code", built_in())
def test_every_variant_starts_with_what_it_proposes(code):
    assert send(rules=code).status_code == 302
    assert variant_of(the_table()).code == code


@pytest.mark.parametrize("written", ["0,25", "0.25", " 0.25 "])
def test_a_comma_and_a_point_mean_the_same(written):
    send(stake_points="10", stake_amount=written, stake_currency="EUR")

    assert (the_table().stake_points, the_table().stake_amount, the_table().stake_currency) == (10, 2500, "EUR")


@pytest.mark.parametrize("written", ["1 000,50 €", "1.000,50", "1,000.50"])
def test_thousands_may_be_grouped(written):
    send(stake_amount=written, stake_currency="EUR")

    assert the_table().stake_amount == 10_005_000


def test_a_sign_of_another_currency_is_refused_at_the_amount():
    answer = send(stake_amount="5 ₽", stake_currency="EUR")

    assert answer.status_code == 422
    assert "the currency chosen is EUR" in text(answer)
    assert not Table.objects.exists()


@pytest.mark.parametrize("written", ["1,000", "12.345", "1 00", "1.2,3", "a", "-1", "0", "0.00001", "٣", "1e3", ".5"])
def test_an_amount_that_is_not_clear_is_refused_at_its_field(written):
    answer = send(stake_amount=written)

    assert answer.status_code == 422
    assert 'id="stake-fault"' in text(answer)
    assert not Table.objects.exists()


def test_all_faults_are_shown_at_once_and_nothing_is_lost():
    long = "x" * 101
    answer = send(
        player=["Анна", "анна", "Вера", "y" * 51],
        first_dealer="",
        stake_points="no",
        title=long,
        **{"option-ante": "-1"},
    )

    page = text(answer)
    assert answer.status_code == 422
    for kept in (long, "анна", "y" * 51, 'value="no"', 'value="-1"'):
        assert kept in page
    assert page.count('class="fault"') >= 6


def test_faults_speak_the_readers_language():
    answer = phone("ru").post("/start/", fill(player=["Анна", "Анна", "", ""], **{"option-ante": "много"}))

    assert "Такое имя за столом уже есть." in text(answer)
    assert "Не хватает 2 имён." in text(answer)
    assert "Введите целое число." in text(answer)


def test_an_empty_dealers_ante_follows_the_ante():
    send(**{"option-ante": "20", "option-dealer_ante": ""})

    assert the_table().options["values"]["dealer_ante"] == 20
    assert the_table().options["chosen"] == {"ante": 20}


def test_a_dealers_ante_that_was_said_stays():
    send(**{"option-ante": "20", "option-dealer_ante": "10"})

    assert the_table().options["chosen"] == {"ante": 20, "dealer_ante": 10}


def test_a_switch_and_a_length_are_pinned():
    send(rules="german", planned_deals="20", **{"option-boston": "no", "option-price_per_trick": "2"})

    table = the_table()
    assert (table.planned_deals, table.options["chosen"]) == (20, {"boston": False, "price_per_trick": 2})


def test_six_may_play_where_the_variant_lets_them_and_five_not_in_the_russian():
    assert send(player=[*FOUR, "Дарья", "Егор"]).status_code == 302
    answer = send(rules="russian", player=[*FOUR, "Дарья"])
    assert answer.status_code == 422
    assert "Only 4 can play this." in text(answer)


def test_picking_a_variant_asks_for_what_is_agreed_there_and_keeps_the_names():
    page = text(phone().post("/start/", fill(rules="german", do="rules")))

    assert "option-price_per_trick" in page
    assert "option-ante" not in page
    assert all(f'value="{name}"' in page for name in FOUR)
    assert 'class="fault"' not in page


def names(page):
    return re.findall(r'name="player" value="([^"]*)"', page)


def first(page):
    return re.findall(r'name="first_dealer" value="(\d)" id="first-\d" checked', page)


def test_moving_a_player_takes_the_dealers_mark_along():
    page = text(send(do="up:2"))

    assert names(page) == ["Анна", "Вера", "Борис", "Глеб"]
    assert first(page) == ["1"]


def test_the_first_moves_up_to_the_last_place_for_a_table_is_round():
    assert names(text(send(do="up:0"))) == ["Глеб", "Борис", "Вера", "Анна"]


def test_the_jack_of_diamonds_deals(monkeypatch):
    monkeypatch.setattr(evenings, "CHANCE", Random(3))
    page = text(send(do="draw"))

    [dealer] = first(page)
    assert f"{FOUR[int(dealer)]} deals first." in page
    assert re.search(rf"{FOUR[int(dealer)]}</bdi> J<span class=\"suit red\"", page)


def test_the_highest_card_deals_and_every_drawn_card_is_shown(monkeypatch):
    monkeypatch.setattr(evenings, "CHANCE", Random(1))
    page = text(send(rules="classic", do="draw"))

    assert len(re.findall(r"</bdi> (?:\d+|[JQKA])<span", page)) % 4 == 0
    assert "deals first." in page


def test_seats_by_lot_keep_the_same_players(monkeypatch):
    monkeypatch.setattr(evenings, "CHANCE", Random(5))
    page = text(send(do="seats"))

    assert sorted(names(page)) == sorted(FOUR)
    assert names(page) != FOUR
    assert first(page) == []


def test_a_draw_without_names_says_so():
    assert "Write the names first" in text(send(player=["", "", "", ""], do="draw"))


def test_the_clubs_players_are_a_tap_away_the_next_time():
    client = phone()
    send(client, phone_name="Anna's phone")
    page = text(client.get("/start/"))

    assert 'value="add:Анна"' in page
    assert 'id="rules-kassa" checked' in re.sub(r"\s+", " ", page)
    page = text(send(client, player=["", "", "", ""], do="add:Анна"))
    assert names(page)[0] == "Анна"
    assert 'value="add:Анна"' not in page


def test_a_second_evening_of_the_phone_belongs_to_the_same_circle():
    client = phone()
    send(client)
    send(client)

    assert Table.objects.values("evening__club").distinct().count() == 1


def test_htmx_gets_the_form_alone_and_then_moves_on():
    client = phone()
    part = client.post("/start/", fill(do="rules"), headers={"hx-request": "true"})
    assert text(part).lstrip().startswith("<form")
    done = client.post("/start/", fill(), headers={"hx-request": "true"})
    assert done.headers["HX-Redirect"] == f"/t/{the_table().public_id}/"


def test_rubbish_is_no_crash():
    for changes in (
        {"do": "up:9"},
        {"do": "down:x"},
        {"do": "add:" + "x" * 300},
        {"first_dealer": "99"},
        {"rules": "x"},
    ):
        assert send(**{"do": "rules"} | changes).status_code == 200


@pytest.mark.parametrize("changes", [{"do": "up:{}"}, {"do": "down:{}"}, {"first_dealer": "{}"}])
@pytest.mark.parametrize("number", ["9" * 5000, "-1", "٣", "6", "x", ""])
def test_a_row_that_is_none_moves_nothing(changes, number):
    answer = send(**{name: value.format(number) for name, value in changes.items()})

    assert answer.status_code in (200, 422)
    assert Table.objects.count() == 0


def stake_shown(client, **query):
    body = text(client.get("/start/", query) if "do" not in query else client.post("/start/", query))
    fields = [re.search(rf'id="id_stake_{name}" value="([^"]*)"', body).group(1) for name in ("points", "amount")]
    return *fields, re.search(r"<option selected>([A-Z]{3})</option>", body).group(1)


def test_the_stake_is_proposed_as_the_club_played_last_whatever_the_phone_speaks():
    client = phone("ru")
    assert stake_shown(client) == ("1", "", "RUB")
    send(client, stake_points="10", stake_amount="0.25", stake_currency="CHF")
    assert stake_shown(client) == ("10", "0,25", "CHF")
    for _ in range(2):
        send(client, club=the_latest().evening.club.public_id)
    assert stake_shown(client) == ("10", "", "CHF")


def test_the_proposed_stake_changes_with_the_club_but_not_with_the_rules():
    client = phone()
    send(client, stake_amount="0.25", stake_currency="CHF")
    first = the_latest().evening.club.public_id
    send(client, club="", stake_amount="3", stake_currency="GBP")
    second = the_latest().evening.club.public_id
    sent = {"rules": "german", "player": FOUR, "stake_points": "1", "stake_amount": "7", "stake_currency": "PLN"}
    assert stake_shown(client, **sent, club=first, do="club") == ("1", "0.25", "CHF")
    assert stake_shown(client, **sent, club=second, do="club") == ("1", "3", "GBP")
    assert stake_shown(client, **sent, club=second, do="rules") == ("1", "7", "PLN")


def test_the_start_page_asks_as_much_after_many_evenings_as_after_few():
    client = phone()
    send(client, stake_amount="1", stake_currency="CHF")
    counts = []
    for more in (1, 5):
        for _ in range(more):
            send(client, club=the_latest().evening.club.public_id)
        with CaptureQueriesContext(connection) as seen:
            client.get("/start/")
        counts.append(len(seen))
    assert counts[0] == counts[1]


def the_latest():
    return Table.objects.latest("pk")


def test_rules_that_were_laid_aside_meanwhile_start_no_evening_under_others():
    club = start("german").evening.club
    house = copy_rules(club_id=club.public_id, document=built_in()["german"], name="Ours", by="").house
    client = member(club, Role.SCORER)
    lay_aside(club_id=club.public_id, code=house.code, aside=True, by="")
    before = Table.objects.count()
    answer = client.post("/start/", fill(rules=house.code, club=club.public_id))
    assert answer.status_code == 422
    assert "These rules are not offered any more" in text(answer)
    assert Table.objects.count() == before
