"""People come, go, change places; points are moved by hand."""

from uuid import uuid4

import pytest

from ledger.access import Role
from ledger.services.deals import undo_deal
from tests.stories import ANNA, BORIS, GLEB, PASSED, SIMPLE, VERA, again, balances, differences, record, start
from tests.views.phones import phone
from tests.views.test_table import address, form, text

pytestmark = pytest.mark.django_db


def sent(table, kind, client=None, **fields):
    """The small form of that kind, posted for the next place."""
    client = client or phone(table, Role.SCORER)
    given = form(position=again(table).results.count() + 1, **fields)
    return client.post(address("event", table, kind), given)


def order(table):
    return again(table).kept_state.order


def page(table, name="table", *more):
    return text(phone(table, Role.SCORER).get(address(name, table, *more)))


def test_somebody_sits_down_after_the_one_who_was_tapped():
    table = start()
    assert sent(table, "join", player="Dora", after=str(ANNA)).status_code == 302

    assert order(table) == (ANNA, 4, BORIS, VERA, GLEB)
    assert "Dora sits down" in page(table)
    assert "Dora" in page(table, "sheet")
    assert "sits out" in page(table)
    assert not differences(table)


def test_a_form_that_waits_shows_who_would_sit_where():
    table = start()
    shown = phone(table, Role.SCORER).get(address("event", table, "join"), form(player="Dora", after=str(BORIS)))

    assert "At the table then, clockwise" in text(shown)
    assert "Dora new" in text(shown)
    assert order(table) == (0, 1, 2, 3)


def test_a_player_of_the_circle_is_one_tap():
    table = start()
    start(players=["Anna", "Boris", "Vera", "Zoya"], club=table.evening.club)
    client = phone(table, Role.SCORER)
    assert "Zoya" in text(client.get(address("event", table, "join")))
    sent(table, "join", client, who="club:Zoya", after=str(GLEB))

    assert order(table)[-1] == 4
    assert "Zoya" in page(table)


def test_who_left_comes_back_under_his_own_number_by_tap_or_by_name():
    table = start(seats=5)
    for fields in ({"who": f"seat:{BORIS}"}, {"player": "boris"}):
        assert sent(table, "leave", seat=str(BORIS)).status_code == 302
        assert BORIS not in order(table)
        assert "Left the table" in page(table, "people")
        assert sent(table, "join", after=str(ANNA), **fields).status_code == 302
        assert order(table) == (0, 1, 2, 3, 4)


def test_when_the_dealer_leaves_the_deal_passes_on():
    table = start(seats=5)
    dealer = again(table).kept_state.dealer
    sent(table, "leave", seat=str(dealer))

    assert again(table).kept_state.dealer != dealer
    assert again(table).kept_state.dealer in order(table)


def test_below_four_the_table_pauses_and_says_where_to_go():
    table = start()
    sent(table, "leave", seat=str(GLEB))

    shown = page(table)
    assert "Fewer than four are at the table" in shown
    assert "Record deal" not in shown
    refused = phone(table, Role.SCORER).post(address("table", table), form(position=2, who="passed", turned="clubs"))
    assert refused.status_code == 422
    sent(table, "substitute", seat=str(VERA), player="Dora")
    assert "game pauses" in page(table, "people")
    sent(table, "join", who=f"seat:{GLEB}", after=str(BORIS))
    assert "Record deal 1" in page(table)


def test_a_substitute_takes_the_place_and_each_keeps_his_own_points():
    table = start()
    record(table, SIMPLE)
    before = balances(table)[0]
    sent(table, "substitute", seat=str(BORIS), player="Dora")

    assert order(table) == (ANNA, 4, VERA, GLEB)
    assert balances(table)[0] == (*before, 0)


@pytest.mark.parametrize(("results", "won"), [("stay", BORIS), ("go", ANNA)])
def test_a_swap_noticed_later_moves_the_results_or_leaves_them(results, won):
    table = start()
    record(table, PASSED)
    since = record(table, SIMPLE).deal.entry_key
    client = phone(table, Role.SCORER)
    fields = {"seats": [str(ANNA), str(BORIS)], "since": str(since), "results": results}
    shown = client.get(address("event", table, "swap"), form(position=3, **fields))
    assert "At the table then, clockwise" in text(shown)
    assert ("Later deals that change" in text(shown)) == (results == "go")

    key = uuid4()
    for _ in range(2):
        assert client.post(address("event", table, "swap"), form(position=3, key=key, **fields)).status_code == 302

    state = again(table).kept_state
    assert state.order == (BORIS, ANNA, VERA, GLEB)
    assert state.balances[won] == max(state.balances)
    assert again(table).results.count() == 3
    assert not differences(table)


def test_a_swap_now():
    table = start()
    sent(table, "swap", seats=[str(ANNA), str(VERA)])
    assert order(table) == (VERA, BORIS, ANNA, GLEB)


@pytest.mark.parametrize("seats", [[], ["0"], ["0", "1", "2"], ["0", "x"], ["0", "9"]])
def test_a_swap_needs_just_two_of_the_table(seats):
    table = start()
    record(table, PASSED)
    for since in ("", str(again(table).results.get().deal.entry_key)):
        assert sent(table, "swap", seats=seats, since=since).status_code == 422
    assert order(table) == (0, 1, 2, 3)


def test_an_adjustment_is_a_line_of_its_own_with_its_reason():
    table = start()
    record(table, PASSED)
    sent(table, "adjustment", giver=str(BORIS), taker="kitty", points="6", reason="looked at the talon")

    assert balances(table)[0] == (-10, -16, -10, -10)
    for name in ("table", "sheet", "history"):
        assert "Boris → kitty: 6, looked at the talon" in page(table, name)
    assert "Record deal 2" in page(table)


@pytest.mark.parametrize(
    ("changed", "field"),
    [({"reason": ""}, "reason"), ({"points": "0"}, "points"), ({"points": "x"}, "points"), ({"taker": "1"}, "taker")],
)
def test_an_adjustment_that_is_not_whole_says_so_at_its_field(changed, field):
    table = start()
    fields = {"giver": "1", "taker": "2", "points": "5", "reason": "late"} | changed
    answer = sent(table, "adjustment", **fields)

    assert answer.status_code == 422
    assert f'id="fault-{field}"' in answer.content.decode()


def test_without_a_kitty_nothing_goes_into_it():
    table = start("german")
    assert "kitty" not in text(phone(table, Role.SCORER).get(address("event", table, "adjustment")))
    assert sent(table, "adjustment", giver="1", taker="kitty", points="5", reason="x").status_code == 422


@pytest.mark.parametrize(("rules", "said"), [("classic", True), ("german", True), ("kassa", False)])
def test_more_says_that_a_penalty_for_a_revoke_is_an_adjustment_where_the_rules_have_none(rules, said):
    assert ("a penalty for one is an adjustment" in page(start(rules))) == said


def test_who_cashes_out_owes_nothing_more():
    table = start()
    record(table, SIMPLE)
    sent(table, "cash_out", seat=str(BORIS), answers=str(ANNA))

    state = again(table).kept_state
    assert state.owed[BORIS] == 0
    assert sum(state.owed) == sum(state.net)
    assert "Boris cashes out with Anna" in page(table)


def test_an_event_is_undone_and_redone_like_a_deal():
    table = start()
    sent(table, "join", player="Dora", after=str(ANNA))
    key = again(table).results.get().deal.entry_key
    client = phone(table, Role.SCORER)
    assert client.post(address("undo", table, key)).status_code == 302
    assert order(table) == (0, 1, 2, 3)
    assert "redo" in page(table)
    assert client.post(address("restore", table, key), {"entry_key": str(uuid4())}).status_code == 302
    assert order(table) == (0, 4, 1, 2, 3)


def test_a_newcomer_who_was_undone_is_nowhere_to_be_seen():
    table = start()
    sent(table, "join", player="Dora", after=str(ANNA))
    undo_deal(table_id=table.public_id, deal_key=again(table).results.get().deal.entry_key, by="")
    assert 'class="num name"><bdi>Dora' not in phone(table, Role.VIEWER).get(address("sheet", table)).content.decode()
    assert sent(table, "join", player="Egor", after=str(ANNA)).status_code == 302
    assert "Egor sits down" in page(table)


def test_the_same_form_twice_is_one_arrival_and_back_opens_a_fresh_form():
    table, key = start(), uuid4()
    client = phone(table, Role.SCORER)
    fields = form(key=key, player="Dora", after="0")
    for _ in range(2):
        assert client.post(address("event", table, "join"), fields).status_code == 302
    assert again(table).results.count() == 1
    shown = client.get(address("event", table, "join"), fields).content.decode()
    assert f'name="entry_key" value="{key}"' not in shown
    assert 'value="Dora"' not in shown


def test_a_place_that_was_taken_meanwhile_is_said_and_nothing_is_lost():
    table = start()
    client = phone(table, Role.SCORER)
    record(table, PASSED)
    answer = client.post(address("event", table, "join"), form(position=1, player="Dora", after="0"))

    assert answer.status_code == 409
    assert "moved on meanwhile" in text(answer)
    assert 'value="Dora"' in answer.content.decode()
    assert 'name="position" value="2"' in answer.content.decode()


def test_a_full_table_takes_nobody_more():
    table = start(seats=6)
    assert "Somebody sits down" not in page(table, "people")
    assert sent(table, "join", player="Zoya", after="0").status_code == 422


def test_a_name_that_sits_there_already_is_refused():
    table = start()
    assert sent(table, "join", player="anna", after="0").status_code == 422


@pytest.mark.parametrize("junk", ["", "x", "99", "-1", "seat:", "seat:x", "club:", "\x00", "1" * 400, "９"])
@pytest.mark.parametrize("kind", ["join", "leave", "substitute", "swap", "adjustment", "cash_out"])
def test_junk_is_refused_in_words(kind, junk):
    table = start()
    names = ("seat", "who", "after", "seats", "giver", "taker", "points", "answers", "since")
    fields = dict.fromkeys(names, junk)
    client = phone(table, Role.SCORER)
    assert client.get(address("event", table, kind), form(**fields)).status_code == 200
    # A deal "since" which two changed places, and which is not there, is what another phone took away: 409.
    assert client.post(address("event", table, kind), form(**fields)).status_code in (409, 422)
    assert again(table).results.count() == 0


def test_an_unknown_kind_is_not_found():
    table = start()
    assert phone(table, Role.SCORER).get(address("event", table, "dance")).status_code == 404


@pytest.mark.parametrize(("seats", "out"), [(5, ["1"]), (6, ["1", "2"])])
def test_who_sits_out_can_be_said_for_a_deal(seats, out):
    table = start(seats=seats)
    client = phone(table, Role.SCORER)
    fields = form(turned="hearts", who="0", what="simple:senior", tricks="5", out=out)
    shown = text(client.get(address("table", table), fields))
    assert "usually Anna" in shown
    assert client.post(address("table", table), fields).status_code == 302
    deltas = again(table).kept_state.balances
    assert all(deltas[int(s)] == 0 or s == "0" for s in out)
    assert deltas[0] > 0
    assert "sat out: Boris" in page(table)


def test_too_few_who_sit_out_are_refused_at_the_row():
    table = start(seats=6)
    fields = form(turned="hearts", who="0", what="simple:senior", tricks="5", out=["1"])
    answer = phone(table, Role.SCORER).post(address("table", table), fields)
    assert answer.status_code == 422
    assert "tap 2 players" in text(answer)


def test_at_four_nobody_sits_out():
    assert "sits out" not in page(start())


def test_a_note_stands_in_the_row_the_sheet_and_the_why():
    table = start()
    fields = form(turned="hearts", who="passed", note="Vera's birthday")
    assert phone(table, Role.SCORER).post(address("table", table), fields).status_code == 302
    key = again(table).results.get().deal.entry_key
    for found in (page(table), page(table, "sheet"), page(table, "deal", key)):
        assert "Vera&#x27;s birthday" in found


def test_who_left_stands_under_the_board_so_that_the_balances_add_up():
    table = start(seats=5)
    record(table, {"kind": "passed", "turned": "hearts"})
    record(table, {"kind": "leave", "seat": 4})
    page = text(phone(table, Role.VIEWER).get(address("table", table)))
    assert "Left: Dora −10" in page
