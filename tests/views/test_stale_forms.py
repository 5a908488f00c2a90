"""Forms that rest on what another phone has changed, or that were bent: no wrong save, no fault of ours."""

import json
from uuid import uuid4

import pytest

from ledger.access import Role
from ledger.services.deals import correct_deal
from ledger.services.setups import change_setup
from tests.stories import again, record, start
from tests.views.phones import phone
from tests.views.test_table import address, text

pytestmark = pytest.mark.django_db

PASSED = {"kind": "passed"}
FIRST = {"kind": "passed", "turned": "hearts"}
ONE_KEY = "0b4a3a5e-6f1c-4f0e-9d43-0f3f8a3c1b11"


def three():
    table = start()
    return table, [record(table, facts).deal.entry_key for facts in (FIRST, PASSED, PASSED)]


def corrected(table, key):
    correct_deal(table_id=table.public_id, deal_key=key, entry_key=uuid4(), facts={"kind": "misdeal"}, by="Boris")


def standing(table):
    return [r.deal.entry_key for r in again(table).results.order_by("position")]


@pytest.mark.parametrize("before", ["junk", "stale"])
def test_a_move_to_before_a_deal_that_is_gone_is_not_a_move_to_the_end(before):
    table, keys = three()
    corrected(table, keys[2])
    was = standing(table)
    sent = {"before": str(keys[2]) if before == "stale" else before, "entry_key": str(uuid4()), "do": "save"}
    assert phone(table, Role.SCORER).post(address("move", table, keys[0]), sent).status_code == 409
    assert standing(table) == was


def test_a_swap_since_a_deal_that_is_gone_is_not_a_swap_from_now_on():
    table, keys = three()
    corrected(table, keys[1])
    sent = {"seats": ["0", "1"], "since": str(keys[1]), "results": "go", "entry_key": str(uuid4())}
    assert phone(table, Role.SCORER).post(address("event", table, "swap"), sent).status_code == 409
    assert again(table).kept_state.order == (0, 1, 2, 3)


def test_a_set_up_corrected_on_another_phone_is_not_turned_back():
    table, _ = three()
    seen = again(table).version
    change_setup(table_id=table.public_id, first_dealer=2, by="Boris")
    sent = {"do": "save", "rules": "kassa", "first_dealer": "0", "order": ["1", "0", "2", "3"], "version": seen}
    answer = phone(table, Role.SCORER).post(address("setup", table), sent)
    assert answer.status_code == 409
    assert "changed on another phone" in text(answer)
    assert again(table).first_dealer == 2


def test_an_evening_that_went_on_meanwhile_is_not_deleted():
    table, _ = three()
    seen = again(table).version
    record(table, PASSED)
    answer = phone(table, Role.SCORER).post(address("discard", table), {"version": seen})
    assert answer.status_code == 409
    assert again(table) is not None


def test_the_history_tells_a_change_of_variant():
    table = start("classic")
    change_setup(table_id=table.public_id, rules_code="german", by="Boris")
    assert "German Boston" in text(phone(table, Role.VIEWER).get(address("history", table)))


def waiting(**change):
    return json.dumps({"do": "insert", "before": None, "entry_key": str(uuid4()), "facts": PASSED} | change)


@pytest.mark.parametrize(
    "changes",
    [
        [waiting() for _ in range(41)],
        ["{"],
        [waiting(facts={"kind": "passed", "note": "n" * 5000})],
        [waiting(entry_key=None)],
        [waiting(facts={"kind": "passed", "note": "\ud800"})],
        [waiting(entry_key=ONE_KEY)] * 2,
    ],
    ids=["too many", "unreadable", "too long", "without a key", "half a letter", "twice"],
)
def test_what_waits_is_saved_whole_or_refused_whole(changes):
    table, keys = three()
    sent = {"change": changes, "entry_key": str(uuid4()), "do": "save"}
    anna = phone(table, Role.SCORER)
    assert anna.post(address("undo", table, keys[2]), sent).status_code == 400
    assert anna.get(address("undo", table, keys[2]), sent).status_code == 400
    assert standing(table) == keys


def test_a_move_that_does_not_fit_says_why():
    table = start()
    record(table, FIRST)
    record(table, {"kind": "join", "player": "Egor"})
    key = record(table, {"contract": "misere", "declarer": 4, "tricks": 0}).deal.entry_key
    sent = {"before": str(standing(table)[0]), "entry_key": str(uuid4())}
    answer = phone(table, Role.SCORER).get(address("move", table, key), sent)
    assert "It does not fit there" in text(answer)


@pytest.mark.parametrize("seats", ["9" * 5000, "x", "٣"])
def test_seats_that_are_no_numbers_are_refused(seats):
    table, keys = three()
    sent = {"seats": [seats, "1"], "since": str(keys[1]), "entry_key": str(uuid4())}
    anna = phone(table, Role.SCORER)
    assert anna.post(address("event", table, "swap"), sent).status_code in (409, 422)
    assert anna.post(address("setup", table), {"do": "up:" + "9" * 5000}).status_code == 200
