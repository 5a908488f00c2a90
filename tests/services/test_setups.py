"""The set-up corrected afterwards: first dealer, order of seats, what was agreed, the variant; replayed or refused."""

import pytest

from ledger.models import Announcement, DealPart, MonthContract
from ledger.queries.settlement import settlement_view
from ledger.queries.setups import preview_setup
from ledger.queries.sheet import export_sheet
from ledger.queries.tables import table_picture
from ledger.rules.sheet import read_sheet, score_sheet
from ledger.services.errors import Faulty, Unknown
from ledger.services.setups import change_setup
from ledger.services.tables import announce, close_table
from tests.stories import (
    ANNA,
    BORIS,
    GLEB,
    MISERE,
    PASSED,
    SIMPLE,
    VERA,
    again,
    differences,
    record,
    start,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    table = start(opening_kitty=5)
    for facts in (SIMPLE, PASSED, MISERE, PASSED):
        record(table, facts)
    return again(table)


def change(table, **given):
    """Change the set-up as the preview says."""
    seen = preview_setup(table, **given)
    change_setup(table_id=table.public_id, by="Vera's phone", why="wrong from the start", **given)
    assert again(table).kept_state == seen.state_after
    assert differences(table) == []
    return again(table)


def refused(table, **given):
    before = again(table).state
    with pytest.raises(Faulty) as faulty:
        change_setup(table_id=table.public_id, by="", **given)
    assert again(table).state == before
    seen = preview_setup(again(table), **given)
    if faulty.value.later:
        assert {c.position for c in seen.later if c.problems} == set(faulty.value.later)
    return [(p.where, p.code) for p in faulty.value.problems], set(faulty.value.later)


def test_another_first_dealer_shifts_every_dealer_and_is_logged(table):
    assert [r.dealer for r in table.results.order_by("position")] == [ANNA, GLEB, VERA, BORIS]
    table = change(table, first_dealer=VERA)
    assert [r.dealer for r in table.results.order_by("position")] == [VERA, BORIS, ANNA, GLEB]
    event = table.events.get(kind="setup")
    assert event.data == {"before": {"first_dealer": ANNA}, "after": {"first_dealer": VERA}}
    assert (event.by, event.why) == ("Vera's phone", "wrong from the start")


def test_another_order_of_seats_changes_who_pays_whom_and_who_deals(table):
    table = change(table, order=[ANNA, VERA, BORIS, GLEB])
    assert table.kept_state.order == (ANNA, VERA, BORIS, GLEB)
    assert [s.name for s in table_picture(table).seats] == ["Anna", "Vera", "Boris", "Gleb"]
    plain = export_sheet(table)
    assert plain["players"] == ["Anna", "Vera", "Boris", "Gleb"]
    scored, seats = score_sheet(read_sheet(plain)), settlement_view(table).seats
    assert [s.name for s in seats] == plain["players"]
    assert list(scored["net"]) == [s.net for s in seats]
    table = change(table, order=[ANNA, BORIS, VERA, GLEB])
    assert table.start_order is None


def test_what_was_agreed_is_agreed_otherwise_and_everything_counted_anew(table):
    before = table.kept_state
    table = change(table, options={"ante": 20, "dealer_ante": 20})
    assert table.kept_state.balances != before.balances
    assert table.options["values"]["ante"] == 20
    assert table.events.get(kind="setup").data["after"] == {"options": {"ante": 20, "dealer_ante": 20}}


def test_even_the_variant_where_the_deals_allow_it():
    table = start("german", planned_deals=16)
    record(table, {"contract": "7", "declarer": BORIS, "trump": "hearts", "tricks": 7})
    table = again(table)
    assert refused(table, rules_code="classic") == ([], {1})
    empty = change(again(start("german", planned_deals=16)), rules_code="kassa")
    assert (empty.rules.code, empty.planned_deals, empty.options["chosen"]) == ("kassa", None, {})
    assert record(empty, SIMPLE).result.kitty_change != 1


def test_deals_that_would_be_faulty_are_named():
    table = start(seats=5)
    record(table, PASSED)
    record(table, {**MISERE, "declarer": ANNA})
    assert refused(again(table), first_dealer=BORIS) == ([], {2})


def test_what_makes_no_sense_is_refused(table):
    assert refused(table, first_dealer=4) == ([("first_dealer", "unknown-seat")], set())
    assert refused(table, order=[0, 1, 2]) == ([("order", "out-of-range")], set())
    assert refused(table, order=[0, 1, 2, 2]) == ([("order", "out-of-range")], set())
    assert refused(table, options={"ante": -1}) == ([("options.ante", "out-of-range")], set())
    assert refused(table, rules_code="whist")[0] == [("rules", "unknown-rules")]
    assert refused(table, rules_code="german")[0] == [("opening_kitty", "not-in-variant")]
    with pytest.raises(Unknown):
        change_setup(table_id="nowhere", by="")


def test_nothing_changed_is_nothing_logged(table):
    change_setup(table_id=table.public_id, first_dealer=ANNA, order=[0, 1, 2, 3], by="")
    assert again(table).version == table.version
    assert not table.events.filter(kind="setup").exists()


def test_a_closed_evening_stays_closed_and_its_end_must_fit(table):
    close_table(table_id=table.public_id, kitty="divide", by="")
    assert change(again(table), first_dealer=BORIS).closing == "divide"
    german = start("german")
    close_table(table_id=german.public_id, kitty=None, by="")
    assert refused(again(german), rules_code="kassa") == ([("rules", "out-of-range")], set())


def test_the_deals_of_a_closed_evening_belong_to_the_game_it_is_said_to_have_been():
    table = start("german")
    record(table, {"contract": "7", "trump": "hearts", "declarer": BORIS, "tricks": 8})
    close_table(table_id=table.public_id, kitty=None, by="")
    house = {**table.rules.document, "code": "our-german"}
    change(again(table), rules_code=house)
    assert set(DealPart.objects.values_list("rules_code", flat=True)) == {"our-german"}
    assert set(MonthContract.objects.values_list("rules_code", flat=True)) == {"our-german"}


def test_what_was_announced_before_is_taken_back(table):
    announce(table_id=table.public_id, position=5, facts={"contract": "misere", "declarer": 1}, by="")
    change(again(table), first_dealer=BORIS)
    assert Announcement.objects.order_by("-id").first().facts == {}
