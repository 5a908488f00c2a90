"""A passed deal that is played out: four rows of tricks, each fault at its own, kept like the other fields."""

import re

import pytest

from ledger.access import Role
from tests.stories import again, differences, record, start
from tests.views.phones import htmx, phone
from tests.views.test_table import address, form, text

pytestmark = pytest.mark.django_db

TAKEN = {"who": "passed", "took-0": "7", "took-1": "3", "took-2": "2", "took-3": "1"}


def checked(answer):
    """What is tapped in the rows of tricks."""
    page = answer.content.decode()
    return set(re.findall(r'id="(took-\d+-\d+)" name="took-\d+" value="\d+" checked', page))


def rows(answer):
    return re.findall(r'<fieldset class="ask ask-(took-\d+)"', answer.content.decode())


def faults(answer):
    return dict(re.findall(r'<p class="fault" id="fault-([\w-]+)" role="alert">([^<]+)</p>', answer.content.decode()))


@pytest.mark.parametrize(("rules", "balances"), [("american", (-160, 30, 40, 50)), ("fontainebleau", (-5, 0, 0, 5))])
def test_the_tricks_of_each_are_recorded_without_a_script(rules, balances):
    table = start(rules)
    assert phone(table, Role.SCORER).post(address("table", table), form(**TAKEN)).status_code == 302
    assert again(table).kept_state.balances == balances
    assert differences(table) == []


def test_they_are_asked_for_only_where_all_passed_and_the_rules_play_it_out():
    american = phone(table := start("american"), Role.SCORER)
    assert rows(american.get(address("table", table), form(who="passed"))) == [f"took-{n}" for n in range(4)]
    assert rows(american.get(address("table", table), form(who="0"))) == []
    kassa = phone(table := start(), Role.SCORER)
    assert rows(kassa.get(address("table", table), form(who="passed"))) == []


def test_who_sits_out_is_not_asked():
    table = start("american", seats=5)
    answer = phone(table, Role.SCORER).get(address("table", table), form(who="passed"))
    assert rows(answer) == [f"took-{n}" for n in range(1, 5)]


def test_the_last_one_has_the_tricks_that_are_left_and_they_follow_the_others():
    table = start("american")
    anna = phone(table, Role.SCORER)
    three = {key: value for key, value in TAKEN.items() if key != "took-2"}
    answer = anna.get(address("table", table), form(**three), **htmx("entry"))
    assert checked(answer) == {"took-0-7", "took-1-3", "took-2-2", "took-3-1"}
    assert 'name="preset" value="2.2"' in answer.content.decode()
    changed = {**TAKEN, "took-3": "3", "preset": "2.2"}
    assert "took-2-0" in checked(anna.get(address("table", table), form(**changed), **htmx("entry")))
    assert anna.post(address("table", table), form(**changed)).status_code == 302
    assert again(table).kept_state.balances == (-160, 30, 60, 30)


def test_a_half_made_entry_keeps_what_was_said_and_shows_no_fault():
    table = start("american")
    answer = phone(table, Role.SCORER).get(
        address("table", table), form(who="passed", **{"took-1": "4", "took-3": "0"}), **htmx("entry")
    )
    assert checked(answer) == {"took-1-4", "took-3-0"}
    assert faults(answer) == {}


def test_a_refused_entry_says_at_each_row_what_is_missing_there():
    table = start("american")
    sent = form(who="passed", **{"took-1": "4", "took-3": "0"})
    answer = phone(table, Role.SCORER).post(address("table", table), sent, **htmx())
    assert answer.status_code == 422
    assert faults(answer) == {"took-0": "Still to be chosen.", "took-2": "Still to be chosen."}
    assert checked(answer) == {"took-1-4", "took-3-0"}


def test_tricks_that_are_not_thirteen_together_are_refused():
    table = start("american")
    answer = phone(table, Role.SCORER).post(address("table", table), form(**{**TAKEN, "took-0": "9"}), **htmx())
    assert answer.status_code == 422
    assert faults(answer) == {"took-3": "All together they must have 13 tricks."}
    assert "took-0-9" in checked(answer)
    assert not again(table).results.exists()


@pytest.mark.parametrize("written", ["14", "-1", "1e1", "٣", "x" * 500, "3.5"])
def test_what_is_no_number_of_tricks_is_refused_at_its_row(written):
    table = start("american")
    sent = form(**{**TAKEN, "took-1": written})
    answer = phone(table, Role.SCORER).post(address("table", table), sent, **htmx())
    assert answer.status_code == 422
    assert set(faults(answer)) == {"took-1"}


@pytest.mark.parametrize("name", ["took-", "took-99", "took-1000", "took-a", "took-0-1"])
def test_keys_that_no_form_has_do_no_harm(name):
    table = start("american")
    answer = phone(table, Role.SCORER).post(address("table", table), form(**TAKEN, **{name: "0"}), **htmx())
    assert answer.status_code in (200, 422)
    assert again(table).results.count() == (answer.status_code == 200)


def test_the_address_of_a_half_made_entry_brings_it_back():
    table = start("american")
    record(table, {"kind": "passed", "seat_tricks": [4, 3, 3, 3]}, by="Boris's phone")
    anna = phone(table, Role.SCORER)
    answer = anna.post(address("table", table), form(**TAKEN), **htmx())
    assert answer.status_code == 409
    (onward,) = re.findall(r'href="([^"]+took=[^"]+)"', answer.content.decode())
    assert checked(anna.get(onward.replace("&amp;", "&"))) == {"took-0-7", "took-1-3", "took-2-2", "took-3-1"}


def test_a_correction_begins_with_the_tricks_that_were_recorded():
    table = start("american", seats=5)
    deal = record(table, {"kind": "passed", "seat_tricks": [0, 4, 4, 4, 1]}).deal
    anna = phone(table, Role.SCORER)
    where = address("correct", table, deal.entry_key)
    assert checked(anna.get(where)) == {"took-1-4", "took-2-4", "took-3-4", "took-4-1"}
    sent = form(who="passed", **{"took-1": "5", "took-2": "3", "took-3": "4", "took-4": "1"})
    assert anna.post(where, sent).status_code == 302
    assert again(table).kept_state.balances == (-10, -80, 10, 0, 30)


def test_why_tells_the_arithmetic_and_who_took_how_many():
    table = start("american")
    deal = record(table, {"kind": "passed", "seat_tricks": [7, 3, 2, 1]}).deal
    said = text(phone(table, Role.VIEWER).get(address("deal", table, deal.entry_key)))
    assert "tricks: Anna 7, Boris 3, Vera 2, Gleb 1" in said
    assert "6 × 10 = 60" in said
