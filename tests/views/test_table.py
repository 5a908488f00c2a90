"""The table's page: recording, conflicts, the draft in the address, the board that follows."""

import re
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection
from django.urls import reverse

from ledger.access import Role
from ledger.services.deals import undo_deal
from ledger.services.tables import close_table
from tests.stories import again, record, record_some, start
from tests.views.doors import let_in
from tests.views.phones import htmx, phone

pytestmark = pytest.mark.django_db

SIMPLE = {"turned": "hearts", "who": "0", "what": "simple:senior", "helper": "1", "tricks": "8", "preset": "8"}


def address(name, table, *more):
    return reverse(f"ledger:{name}", args=[table.public_id, *more])


def form(position=1, key=None, **fields):
    return {"position": str(position), "entry_key": str(key or uuid4()), **fields}


def text(answer):
    return re.sub(r"(\s|&nbsp;)+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_a_deal_is_recorded_and_the_answer_is_the_new_picture():
    table = start()
    anna = phone(table, Role.SCORER)
    answer = anna.post(address("table", table), form(**SIMPLE), **htmx())
    assert answer.status_code == 200
    assert answer.headers["HX-Replace-Url"] == address("table", table)
    assert "Deal 2" in text(answer)
    assert again(table).kept_state.balances == (16, 16, -16, -16)


def test_without_a_script_it_leads_back_to_the_table():
    table = start()
    answer = phone(table, Role.SCORER).post(address("table", table), form(**SIMPLE))
    assert answer.status_code == 302
    assert answer.headers["Location"] == address("table", table)


def test_the_same_form_sent_again_records_nothing_more():
    table, key = start(), uuid4()
    anna = phone(table, Role.SCORER)
    for _ in range(3):
        assert anna.post(address("table", table), form(key=key, **SIMPLE), **htmx()).status_code == 200
    assert again(table).results.count() == 1


def test_a_taken_place_shows_what_the_other_phone_entered_and_keeps_mine_for_the_next():
    table = start()
    record(table, {"kind": "passed", "turned": "hearts"}, by="Boris's phone")
    answer = phone(table, Role.SCORER).post(address("table", table), form(**SIMPLE), **htmx())
    assert answer.status_code == 409
    assert "Deal 1 was entered by Boris&#x27;s phone: all passed" in text(answer)
    assert again(table).results.count() == 1
    (onward,) = re.findall(r'href="([^"]+what=simple[^"]+)"', answer.content.decode())
    page = phone(table, Role.SCORER).get(onward.replace("&amp;", "&"))
    assert 'id="what-simple-senior" name="what" value="simple:senior" checked' in page.content.decode()
    assert 'name="position" value="2"' in page.content.decode()


def test_what_waited_on_a_phone_keeps_its_trump_upon_another_senior_suit():
    table = start()
    anna = phone(table, Role.SCORER)
    anna.post(address("table", table), form(**SIMPLE))
    waited = SIMPLE | {"turned": "clubs", "seen": "clubs", "waited": "1"}
    assert anna.post(address("table", table), form(2, **waited), **htmx()).status_code == 200
    assert list(table.deals.order_by("id").values_list("trump", flat=True)) == ["hearts", "clubs"]


def test_a_changed_entry_after_a_lost_answer_is_told_that_the_first_one_stands():
    table, key = start(), uuid4()
    anna = phone(table, Role.SCORER)
    anna.post(address("table", table), form(key=key, **SIMPLE), **htmx())
    changed = form(key=key, **{**SIMPLE, "tricks": "11"})
    answers = [
        anna.post(address("table", table), changed, **htmx()),
        anna.get(address("table", table), changed, **htmx("entry")),
    ]
    assert [a.status_code for a in answers] == [409, 200]
    for answer in answers:
        assert "Deal 1 was entered" in text(answer)
        assert "Yours was not saved" in text(answer)
    assert again(table).results.get().deal.tricks == 8


def test_a_tap_in_a_form_whose_place_was_taken_shows_the_other_deal_not_an_empty_form():
    table = start()
    record(table, {"kind": "passed", "turned": "hearts"}, by="Boris's phone")
    answer = phone(table, Role.SCORER).get(address("table", table), form(**SIMPLE), **htmx("entry"))
    assert "Deal 1 was entered by Boris&#x27;s phone: all passed" in text(answer)
    assert "Enter mine as the next deal" in text(answer)
    assert (answer.headers["HX-Retarget"], answer.headers["HX-Reswap"]) == ("#content", "innerHTML")
    assert answer.headers["HX-Replace-Url"] == address("table", table)


def test_a_tap_after_a_deal_before_it_was_undone_keeps_what_was_tapped():
    table = start()
    answer = phone(table, Role.SCORER).get(address("table", table), form(position=2, **SIMPLE), **htmx("entry"))
    assert "undone on another phone" in text(answer)
    assert 'id="what-simple-senior" name="what" value="simple:senior" checked' in answer.content.decode()
    assert 'name="position" value="1"' in answer.content.decode()


def test_a_deal_undone_meanwhile_keeps_the_entry_on_the_screen():
    table = start()
    first = record(table, {"kind": "passed", "turned": "hearts"}).deal
    undo_deal(table_id=table.public_id, deal_key=first.entry_key, by="Boris's phone")
    answer = phone(table, Role.SCORER).post(address("table", table), form(position=2, **SIMPLE), **htmx())
    assert answer.status_code == 409
    assert "undone on another phone" in text(answer)
    assert 'id="what-simple-senior" name="what" value="simple:senior" checked' in answer.content.decode()
    assert again(table).results.count() == 0


def test_what_is_missing_is_said_at_its_row_and_nothing_tapped_is_lost():
    table = start()
    answer = phone(table, Role.SCORER).post(address("table", table), form(who="2", tricks="7"), **htmx())
    body = answer.content.decode()
    assert answer.status_code == 422
    for row in ("turned", "what"):
        assert f'id="fault-{row}"' in body
    assert 'id="who-2" name="who" value="2" checked' in body
    assert again(table).results.count() == 0


def test_tricks_preset_for_another_side_are_never_saved_unseen():
    table = start()
    hasty = {**SIMPLE, "tricks": "5", "preset": "5"}
    answer = phone(table, Role.SCORER).post(address("table", table), form(**hasty), **htmx())
    assert answer.status_code == 422
    assert 'id="tricks-8" name="tricks" value="8" checked' in answer.content.decode()


JUNK = ("", "99", "-1", "x", "0.5", "９", "seat", "1" * 400, "\x00", "None")


@pytest.mark.parametrize("field", ["turned", "who", "what", "helper", "tricks", "boston", "revoke", "dealer", "part"])
def test_junk_in_a_field_is_refused_in_words_or_left_out(field):
    table = start()
    anna = phone(table, Role.SCORER)
    for junk in JUNK:
        place = again(table).results.count() + 1
        said = form(position=place, **{**SIMPLE, field: junk})
        shown = anna.get(address("table", table), said, **htmx("entry"))
        answer = anna.post(address("table", table), said, **htmx())
        assert (shown.status_code, answer.status_code) in ((200, 200), (200, 422)), junk


def test_a_draft_in_the_address_survives_a_reload():
    table = start()
    page = phone(table, Role.SCORER).get(address("table", table), form(**SIMPLE))
    body = page.content.decode()
    for chosen in ("turned-hearts", "who-0", "what-simple-senior", "helper-1", "tricks-8"):
        assert re.search(rf'id="{chosen}"[^>]* checked', body)
    assert "+16" in text(page)


def test_a_reload_after_a_lost_answer_shows_a_fresh_form():
    table, key = start(), uuid4()
    anna = phone(table, Role.SCORER)
    anna.post(address("table", table), form(key=key, **SIMPLE), **htmx())
    body = anna.get(address("table", table), form(key=key, **SIMPLE)).content.decode()
    assert " checked" not in body.replace('value="alone" checked', "")
    assert 'name="position" value="2"' in body


def test_the_board_answers_nothing_while_nothing_is_new():
    table = start()
    boris = phone(table, Role.VIEWER)
    version = again(table).version
    assert boris.get(address("board", table), {"version": version}).status_code == 204
    record(table, {"kind": "passed", "turned": "hearts"})
    answer = boris.get(address("board", table), {"version": version})
    assert answer.status_code == 200
    assert "−10" in text(answer)
    assert 'id="entry"' not in answer.content.decode()


def test_a_scorer_is_told_that_the_table_has_moved_on():
    table = start()
    anna = phone(table, Role.SCORER)
    record(table, {"kind": "passed", "turned": "hearts"}, by="Boris's phone")
    answer = anna.get(address("board", table), {"version": 0, "position": 1})
    assert "moved on (recorded by Boris&#x27;s phone)" in text(answer)


def test_a_page_that_was_opened_to_follow_becomes_one_to_score_once_the_phone_may():
    """What the answer would bring with it has no place in the page as it was."""
    table = start()
    client = phone(table, Role.VIEWER)
    page = client.get(address("table", table)).content.decode()
    asks = re.search(r'id="board" hx-get="([^"]+)"', page)[1].replace("&amp;", "&")
    record_some(table, 1)
    assert "HX-Refresh" not in client.get(asks, **htmx()).headers
    let_in(table, Role.SCORER, client)
    assert client.get(asks, **htmx()).headers["HX-Refresh"] == "true"


def test_an_announced_contract_stands_on_every_phone_and_in_the_form():
    table = start()
    anna, boris = phone(table, Role.SCORER), phone(table, Role.VIEWER)
    answer = anna.post(address("announce", table), form(**SIMPLE), **htmx())
    assert answer.status_code == 200
    page = text(boris.get(address("table", table)))
    assert "Anna+Boris" in page
    assert "target 8" in page
    assert "Gleb leads" in page
    body = phone(table, Role.SCORER).get(address("table", table)).content.decode()
    assert 'id="helper-1" name="helper" value="1" checked' in body
    anna.post(address("announce", table), form(withdraw="1"), **htmx())
    assert "target 8" not in text(boris.get(address("table", table)))


def test_a_closed_table_takes_no_deal():
    table = start()
    record(table, {"kind": "passed", "turned": "hearts"})
    anna = phone(table, Role.SCORER)
    close_table(table_id=table.public_id, kitty="divide", by="Anna's phone")
    answer = anna.post(address("table", table), form(position=2, **SIMPLE), **htmx())
    assert answer.status_code == 409
    assert "closed meanwhile" in text(answer)
    assert 'id="record"' not in answer.content.decode()


def test_the_page_asks_the_same_few_questions_however_many_deals_there_are(django_assert_num_queries):
    few, many = start(), start()
    record_some(few, 1)
    record_some(many, 60)
    for table in (few, many):
        anna = phone(table, Role.SCORER)
        with django_assert_num_queries(10):
            anna.get(address("table", table))
        version = again(table).version
        with django_assert_num_queries(1):
            anna.get(address("board", table), {"version": version})


@pytest.mark.parametrize("seats", [4, 5, 6])
@pytest.mark.parametrize("rules", ["classic", "german", "kassa"])
def test_the_first_voice_and_the_dealer_are_marked(rules, seats):
    table = start(rules, seats)
    page = text(phone(table, Role.VIEWER).get(address("table", table)))
    assert "Anna dealer:" in page
    voice = {"kassa": {4: "Gleb", 5: "Dora", 6: "Egor"}[seats]}.get(rules, "Boris")
    assert f"{voice} first voice:" in page
    assert ("sits out" in page) == (seats > 4)


@pytest.mark.django_db(transaction=True)
def test_four_parallel_posts_of_one_form_record_one_deal():
    table, key = start(), uuid4()
    phones = [phone(table, Role.SCORER) for _ in range(4)]

    def post(client):
        try:
            return client.post(address("table", table), form(key=key, **SIMPLE), **htmx()).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(post, phones)) == [200] * 4
    assert again(table).results.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_phones_entering_one_deal_record_one_and_tell_the_other():
    table = start()
    phones = [phone(table, Role.SCORER) for _ in range(2)]

    def post(client):
        try:
            return client.post(address("table", table), form(**SIMPLE), **htmx()).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(post, phones)) == [200, 409]
    assert again(table).results.count() == 1


def test_a_page_of_a_refusal_says_it_once_and_has_a_place_for_what_waits_on_the_phone(client):
    page = client.get("/t/nothing/").content.decode()
    assert page.count("perhaps a part of it got lost") == 1
    assert 'id="waiting"' in page
    assert 'id="outbox-words"' in page


def test_names_stand_in_the_page_as_they_are():
    names = ["Иван", "Иван П.", "אבי", "👨‍👩‍👧 <b>&"]
    table = start(players=names)
    page = phone(table, Role.VIEWER).get(address("table", table)).content.decode()
    for name in [*names[:3], "👨‍👩‍👧 &lt;b&gt;&amp;"]:
        assert f"<bdi>{name}</bdi>" in page
