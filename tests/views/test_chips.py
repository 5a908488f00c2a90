"""The chips at the end: what each should hold, and a count by hand against it."""

import re

import pytest

from ledger.access import Role
from ledger.services.deals import undo_deal
from ledger.services.tables import close_table
from tests.stories import ANNA, GLEB, PASSED, SIMPLE, again, record, record_some, start
from tests.views.doors import let_in, phone

pytestmark = pytest.mark.django_db


def evening(seats=4, kitty=None, **more):
    """One deal, which all passed: each of the four has put 10 into the kitty."""
    table = start(seats=seats, **more)
    record(table, PASSED)
    if kitty:
        close_table(table_id=table.public_id, kitty=kitty, by="")
    return again(table)


def ask(table, language="en", **counts):
    asked = {f"count-{key.lstrip('p')}": text for key, text in counts.items()}
    return let_in(table, Role.VIEWER, phone(language)).get(f"/t/{table.public_id}/settle/chips/", asked)


def page(table, **counts):
    answer = ask(table, **counts)
    assert answer.status_code == 200
    return answer.content.decode()


def should_hold(found):
    """What each should hold by name, the kitty last; owed chips below zero."""
    rows = re.findall(r"<bdi>([^<]+)</bdi></label>.*?<b>(\d+)</b>(?:<small>owes (\d+))?", found, re.DOTALL)
    return {name: int(held) - int(owed or 0) for name, held, owed in rows}


def in_all(found):
    return int(re.search(r"in all <b>(\d+)</b>", found)[1])


def test_an_open_evening_is_counted_as_it_stands():
    found = page(evening())

    assert should_hold(found) == {"Anna": 110, "Boris": 110, "Vera": 110, "Gleb": 110, "the kitty": 40}
    assert "the kitty not divided" in found


def test_a_carried_kitty_stays_together():
    assert should_hold(page(evening(kitty="carry")))["the kitty"] == 40


def test_a_divided_kitty_is_in_the_hands_of_all():
    found = page(evening(kitty="divide"))

    assert should_hold(found) == {"Anna": 120, "Boris": 120, "Vera": 120, "Gleb": 120, "the kitty": 0}
    assert "divided by consent" in found


@pytest.mark.parametrize("kitty", [None, "carry", "divide"])
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_chips_are_those_of_the_start_wherever_they_went(seats, kitty):
    table = start(seats=seats, opening_kitty=30)
    record_some(table, 10)
    if kitty:
        close_table(table_id=table.public_id, kitty=kitty, by="")

    found = page(table)

    assert in_all(found) == 120 * seats + 30
    assert sum(should_hold(found).values()) == 120 * seats + 30
    assert len(should_hold(found)) == seats + 1


def test_below_zero_chips_are_owed():
    table = start(options={"ante": 50})
    for _ in range(3):
        record(table, PASSED)

    found = page(table)

    assert should_hold(found)["Anna"] == -30
    assert in_all(found) == 480
    assert "<b>600</b><small>120 of them owed</small>" in found
    full = page(table, p0="0", p1="0", p2="0", p3="0", pkitty="480")
    assert "120 chips are missing from the table. Just as many are owed." in full


def test_who_left_is_marked_and_his_chips_are_counted():
    table = evening()
    record(table, {"kind": "leave", "seat": GLEB})

    found = page(table)

    assert should_hold(found)["Gleb"] == 110
    assert re.search(r"Gleb</bdi></label><small>left the table", found)
    assert in_all(found) == 480


def test_who_came_brought_chips_of_his_own():
    table = evening()
    record(table, {"kind": "join", "player": "Dora"})

    assert should_hold(page(table))["Dora"] == 120
    assert in_all(page(table)) == 600


def test_who_was_cashed_out_keeps_his_chips_for_money_alone_changed_hands():
    table = start()
    record(table, SIMPLE)
    before = should_hold(page(table))
    out = record(table, {"kind": "cash_out", "seat": GLEB, "with": ANNA})

    assert should_hold(page(table)) == before
    assert "his chips stay his here" in page(table)
    undo_deal(table_id=table.public_id, deal_key=out.deal.entry_key, by="")
    assert "his chips stay his here" not in page(table)


def test_a_count_that_is_right_says_so():
    found = page(evening(), p0="110", p1="110", p2="110", p3="110", pkitty="40")

    assert "All chips are there, and each has his own." in found
    assert found.count("as it should be") == 5


def test_two_counts_that_cancel_are_pointed_at():
    found = page(evening(), p0="112", p1="108", p2="110", p3="110", pkitty="40")

    assert "All chips are there, but not where they should be." in found
    assert "+2 too many" in found
    assert "−2 missing" in found
    assert "Anna has 2 too many and Boris as many too few" in found


@pytest.mark.parametrize(
    ("kitty", "said"),
    [
        ("41", "1 chip too many."),
        ("45", "5 chips too many."),
        ("39", "1 chip is missing from the table."),
        ("0", "40 chips are missing from the table."),
    ],
)
def test_what_is_missing_or_too_many_in_all_is_said(kitty, said):
    found = page(evening(), p0="110", p1="110", p2="110", p3="110", pkitty=kitty)

    assert f"<b>{said}</b>" in found


def test_a_count_half_done_says_how_far_it_is_and_judges_what_there_is():
    found = page(evening(), p0="108", p1=" 110 ")

    assert "Counted: 2 of 5." in found
    assert "−2 missing" in found
    assert "missing from the table" not in found


def test_before_anything_is_counted_nothing_is_said():
    found = page(evening()).split("<main")[1]

    assert 'role="status"' not in found
    assert "missing" not in found


@pytest.mark.parametrize("written", ["-5", "−5", "1.5", "x", "1 000", "٣", "²", "\0", '"><b>'])
def test_what_is_no_count_is_refused_at_its_field_and_the_others_stay(written):
    answer = ask(evening(), p0=written, p1="112", p2="108")
    found = answer.content.decode()

    assert answer.status_code == 422
    assert "Write a whole number, 0 or more." in found
    assert re.search(r'id="id_0"[^>]* aria-invalid="true" aria-describedby="fault-0"', found)
    assert found.count("aria-invalid") == 1
    assert 'value="112"' in found
    assert "+2 too many" in found
    assert '"><b>' not in found.split('id="id_0"')[1].split("</td>")[0]


def test_a_count_too_long_to_be_read_is_refused():
    answer = ask(evening(), pkitty="9" * 5000)

    assert answer.status_code == 422
    assert "So many chips there are not." in answer.content.decode()


def test_counting_stores_nothing():
    table = evening()
    ask(table, p0="1", pkitty="2")

    assert again(table).version == table.version
    assert "Nothing of this is stored" in page(table)
    assert let_in(table).post(f"/t/{table.public_id}/settle/chips/", {"count-0": "1"}).status_code == 405


def test_in_russian_chips_are_counted_in_russian():
    found = ask(evening(), "ru", p0="112", p1="105", p2="111", p3="110", pkitty="40").content.decode()

    assert "+2 лишние" in found
    assert "+1 лишняя" in found
    assert "−5 не хватает" in found
    assert "На столе не хватает 2 фишек." in found
