import re

import pytest

from ledger.rules.document import built_in
from ledger.services.tables import close_table
from tests.stories import SIMPLE, again, record, start
from tests.views.doors import let_in, phone

pytestmark = pytest.mark.django_db


def page(address, client=None, language="en"):
    answer = (client or phone(language)).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_home_explains_itself_to_whom_it_does_not_know():
    found = page("/")

    assert "Start an evening" in found
    assert "Look at an example evening" in found
    assert "Running" not in found


def test_home_knows_the_running_evening_and_the_last_ones():
    client = phone()
    running, over = start(), start("german")
    record(running, SIMPLE)
    for table in (running, over):
        let_in(table, client=client)
    close_table(table_id=over.public_id, kitty=None, by="")

    found = page("/", client)
    assert "Continue: table of Anna, Boris, Vera, Gleb" in found
    assert "deal 2" in found
    assert "28 November 2026" in found


def test_home_shows_no_table_that_this_phone_was_not_let_into():
    mine, other = start(), start(club_name="Others", players=["Zoya", "Yakov", "Ulyana", "Timur"])

    found = page("/", let_in(mine))
    assert "Anna" in found
    assert other.public_id not in found
    assert "Zoya" not in found


OURS = {"en": "reconstruction", "de": "Rekonstruktion", "ru": "реконструкция", "fr": "reconstitution"}


@pytest.mark.parametrize("code", built_in())
@pytest.mark.parametrize("language", OURS)
def test_every_price_card_says_what_is_a_reconstruction(code, language):
    found = page(f"/rules/{code}/", language=language)

    assert OURS[language] in found


def test_what_a_source_says_stands_out_from_what_is_ours():
    found = page("/rules/classic/")

    assert found.count("sourced") == 2
    assert "reconstruction: price third, second" in found


def test_who_beats_what_follows_the_turned_suit():
    found = page("/rules/classic/?turned=hearts").split('class="bids"')[1]
    suits = [part.split('"')[0] for part in found.split("aria-label=")[1:] for part in [part[1:]]]

    assert suits[:4] == ["clubs", "spades", "diamonds", "hearts"]


def test_a_table_card_shows_what_was_agreed_there():
    table = start(options={"ante": 20})

    found = page(f"/t/{table.public_id}/rules/", let_in(table))
    assert "As agreed at this table." in found
    assert "<dd>20</dd>" in found
    assert 'id="dealing"' in found


def test_before_the_first_deal_the_turned_suit_is_senior_and_nothing_is_junior():
    table = start()

    found = page(f"/t/{table.public_id}/rules/?turned=hearts", let_in(table)).split('class="bids"')[1]
    ladder = found.split("</ol>")[0]
    assert ladder.count("<li>") == 5
    assert "junior" not in ladder


def test_the_russian_dealing_is_told():
    assert "17 cards" in page("/rules/russian/")


def test_the_example_needs_no_database(django_assert_num_queries):
    with django_assert_num_queries(0):
        found = page("/example/")
    assert found.count('<th scope="row">') >= 12
    assert "Who pays whom" in found


def test_a_phone_gives_itself_a_name_and_can_forget_everything():
    client = let_in(start())
    assert client.post("/phone/", {"do": "name", "name": "  Zoya's phone "}).status_code == 302
    assert "Zoya&#x27;s phone" in page("/phone/", client)
    assert client.post("/phone/", {"do": "name", "name": "x" * 51}).status_code == 422
    assert "Yes, forget everything" in client.post("/phone/", {"do": "ask"}).content.decode()
    client.post("/phone/", {"do": "forget"})
    assert "Nothing yet." in page("/phone/", client)


def test_the_name_of_the_phone_stands_in_the_history():
    table = start()
    client = let_in(table)
    client.post("/phone/", {"do": "name", "name": "Vera's phone"})
    client.post(f"/t/{table.public_id}/settle/", {"do": "carry"})

    assert again(table).events.get(kind="closed").by == "Vera's phone"


BEGIN = {"en": "Start an evening", "de": "Abend beginnen", "ru": "Начать вечер", "fr": "Commencer une soirée"}


@pytest.mark.parametrize("language", BEGIN)
def test_the_language_can_be_switched(language):
    client = phone("it")
    client.post("/i18n/setlang/", {"language": language, "next": "/"})

    found = page("/", client)
    assert f'<html lang="{language}"' in found
    assert BEGIN[language] in found


@pytest.mark.parametrize(
    ("asked", "language"), [("de-AT,de;q=0.9,en;q=0.5", "de"), ("ru", "ru"), ("fr-CH", "fr"), ("it, en", "en")]
)
def test_a_phone_is_answered_in_its_own_language(asked, language):
    assert BEGIN[language] in page("/", language=asked)


def test_the_foot_of_a_page_offers_the_other_languages():
    found = page("/", language="de").split("<footer")[1]

    assert "English" in found
    assert "Русский" in found
    assert "Français" in found
    assert "Deutsch" not in found
    assert "Deutsch" in page("/").split("<footer")[1]


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", "Saturday, 28 November"),
        ("de", "Samstag, 28.\u00a0November"),
        ("ru", "суббота, 28 ноября"),
        ("fr", "samedi 28 novembre"),
    ],
)
def test_a_date_is_written_in_the_readers_way(language, shown):
    table = start()

    assert shown in page(f"/t/{table.public_id}/sheet/", let_in(table, client=phone(language)))


@pytest.mark.parametrize("address", ["/", "/start/", "/example/", "/phone/", "/rules/kassa/", "/nowhere/"])
def test_no_page_has_a_script_or_style_within(address):
    found = phone().get(address).content.decode()

    assert "<style" not in found
    assert " style=" not in found
    assert " onclick" not in found
    assert all("src=" in part.split(">")[0] for part in found.split("<script")[1:])


def test_the_code_page_draws_its_codes_without_styles_and_warns_on_a_local_address():
    table = start()
    client = let_in(table)

    found = client.get(f"/t/{table.public_id}/code/", headers={"host": "localhost:8000"}).content.decode()
    assert found.count("<svg") == 2
    assert " style=" not in found
    assert "--host 0.0.0.0" in found


def test_an_address_in_the_home_network_needs_no_warning(settings):
    settings.PUBLIC_URL = "http://192.168.1.20:8000"
    table = start()

    assert "--host" not in page(f"/t/{table.public_id}/code/", let_in(table))


def test_nothing_here_and_something_broke_are_pages_too(client):
    client.raise_request_exception = False

    assert "There is nothing here" in client.get("/t/x/sheet/").content.decode()


def cells(found, heading):
    """The rows of a table of the price card, as the words of their cells."""
    table = found.partition(heading)[2].split("<table")[1].split("</table>")[0]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in table.split("<tr>")[1:]]
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in row] for row in rows]


def test_a_price_card_has_a_table_for_success_and_one_for_failure():
    found = page("/rules/american/")

    made, failed = cells(found, "Made: from each"), cells(found, "Failed: to each")
    assert made[0] == ["taken", "5", "6", "7", "8", "9", "10", "11", "12", "slam"]
    assert made[5] == ["9", "15", "20", "20", "25", "35", "·", "·", "·", "·"]
    assert failed[5] == ["5", "50", "55", "60", "70", "80", "95", "125", "180", "260"]
    assert len(failed) == 14


def test_a_price_card_says_what_feeds_and_wins_the_kitty():
    american, fontainebleau = page("/rules/american/"), page("/rules/fontainebleau/")

    assert "ante of each in the first deal, and in the one after the kitty was won" in american
    assert "doubled, it grows at most to" in american
    assert "the lowest contract that takes the kitty" in american
    assert "gets once more what each opponent was paid" in fontainebleau
    assert "is shared by the opponents" in fontainebleau
    assert "all passed: who has fewest tricks" in fontainebleau


def test_where_the_suits_have_one_order_a_contract_stands_in_one_line():
    found = page("/rules/fontainebleau/").split('class="bids"')[1]
    suits = [part.split('"')[0] for part in found.split('aria-label="')[1:]]

    assert suits[:8] == ["spades", "clubs", "hearts", "diamonds"] * 2
    assert "later suit beats the earlier one" in found


def test_a_price_by_suit_has_a_column_for_each():
    ladder = cells(page("/rules/fontainebleau/"), "Contracts, the lowest first")

    assert ladder[1][1:] == ["10", "10", "20", "30"]
    assert ladder[3][1:] == ["75"]
    assert "just 1 trick" in ladder[5][0]
