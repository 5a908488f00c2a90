"""One deal: its why, its correction, its undoing."""

from uuid import uuid4

import pytest

from ledger.access import Role
from ledger.services.deals import correct_deal
from tests.stories import again, differences, record, start
from tests.views.phones import htmx, phone
from tests.views.test_table import address, form, text

pytestmark = pytest.mark.django_db

LONE = {"turned": "hearts", "contract": "simple", "trump": "hearts", "declarer": 0, "tricks": 5}
HELPED = {"contract": "simple", "trump": "hearts", "declarer": 1, "helper": 2, "tricks": 7, "helper_tricks": 2}


def played(*deals):
    table = start()
    return table, [record(table, deal).deal.entry_key for deal in deals]


def test_the_why_names_giver_taker_rule_arithmetic_and_reconstruction():
    table, (_, key) = played(LONE, HELPED)
    page = text(phone(table, Role.VIEWER).get(address("deal", table, key)))
    assert "Vera → kitty below his own part: the price into the kitty · reconstruction 6" in page
    assert "Vera → Anna consolation 2" in page
    assert "46 = 23 + 23" in page


def test_a_viewer_is_not_offered_to_correct_and_may_not():
    table, (key,) = played(LONE)
    boris = phone(table, Role.VIEWER)
    assert "Correct" not in text(boris.get(address("deal", table, key)))
    for way in ("correct", "undo"):
        assert boris.get(address(way, table, key)).status_code == 403
        assert boris.post(address(way, table, key)).status_code == 403
    assert again(table).results.count() == 1


def test_the_correction_opens_with_the_deals_own_values():
    table, (_, key) = played(LONE, HELPED)
    body = phone(table, Role.SCORER).get(address("correct", table, key)).content.decode()
    for chosen in ("who-1", "what-simple-senior", "helper-2", "tricks-7", "part-2"):
        assert f'id="{chosen}"' in body
        assert f'value="{chosen.split("-", 1)[1].replace("simple-", "simple:")}" checked' in body
    assert "Nothing changes yet" in body


def test_later_deals_that_change_are_shown_before_saving():
    table, (first, _) = played(LONE, {"contract": "solo", "trump": "spades", "declarer": 2, "tricks": 8})
    anna = phone(table, Role.SCORER)
    lost = {"turned": "hearts", "who": "0", "what": "simple:senior", "tricks": "4"}
    page = anna.get(address("correct", table, first), form(**lost), **htmx("entry"))
    assert "Later deals that change" in text(page)
    assert "+100" in text(page)
    saved = anna.post(address("correct", table, first), form(**lost, why="miscounted"))
    assert saved.status_code == 302
    assert again(table).kept_state.balances == (-48, -24, 96, -24)
    assert not differences(table)
    assert "miscounted" in text(anna.get(address("deal", table, first)))


def test_a_correction_that_breaks_a_later_deal_is_refused_with_its_name():
    table, (first, _) = played(LONE, HELPED)
    anna = phone(table, Role.SCORER)
    other = {"turned": "spades", "who": "0", "what": "simple:senior", "tricks": "5"}
    answer = anna.post(address("correct", table, first), form(**other))
    assert answer.status_code == 422
    assert "would make later deals impossible" in text(answer)
    assert "turned: Still to be chosen" in text(answer)
    assert again(table).results.order_by("position").first().deal.turned == "hearts"


def test_undo_takes_two_taps_and_a_third_does_no_harm():
    table, (first, key) = played(LONE, HELPED)
    anna = phone(table, Role.SCORER)
    assert "Yes, undo it" in text(anna.get(address("undo", table, key), **htmx()))
    for _ in range(2):
        assert anna.post(address("undo", table, key), **htmx()).status_code == 200
    assert [r.deal.entry_key for r in again(table).results.all()] == [first]
    assert "undone" in text(anna.get(address("deal", table, key)))


def test_a_deal_corrected_on_another_phone_is_not_overwritten():
    table, (key,) = played(LONE)
    anna = phone(table, Role.SCORER)
    correct_deal(
        table_id=table.public_id, deal_key=key, entry_key=uuid4(), facts={**LONE, "tricks": 6}, by="Boris's phone"
    )
    mine = {"turned": "hearts", "who": "0", "what": "simple:senior", "tricks": "7"}
    answer = anna.post(address("correct", table, key), form(**mine))
    assert answer.status_code == 409
    assert again(table).results.get().deal.tricks == 6


@pytest.mark.parametrize("way", ["deal", "correct", "undo"])
def test_an_unknown_deal_is_not_found(way):
    table, _ = played(LONE)
    assert phone(table, Role.SCORER).get(address(way, table, uuid4())).status_code == 404


def test_undoing_a_deal_that_was_never_there_is_not_found():
    table, _ = played(LONE)
    anna = phone(table, Role.SCORER)
    for way in ("deal", "correct", "undo"):
        assert anna.get(address(way, table, uuid4())).status_code == 404
    for way in ("correct", "undo"):
        assert anna.post(address(way, table, uuid4())).status_code == 404


def test_a_correction_under_the_key_of_another_deal_says_that_nothing_was_saved():
    table, (first, second) = played(LONE, HELPED)
    lost = {"turned": "hearts", "who": "0", "what": "simple:senior", "tricks": "4"}
    answer = phone(table, Role.SCORER).post(address("correct", table, first), form(key=second, **lost))
    assert answer.status_code == 409
    assert "Nothing was saved" in text(answer)
