"""An evening counted under other rules: who may look, what there is to choose from, what the page says."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.access import Role
from ledger.queries.house import house_card
from ledger.rules.document import built_in
from ledger.services.house import copy_rules, lay_aside, save_rules
from ledger.services.tables import close_table
from tests.stories import FOUR, MISERE, PASSED, SIMPLE, again, record, record_some, start
from tests.views.doors import let_in, member, phone
from tests.views.read import text

pytestmark = pytest.mark.django_db

ALONE = {"contract": "simple", "trump": "hearts", "turned": "hearts", "declarer": 1, "tricks": 6}
SEVEN = {"contract": "7", "trump": "hearts", "declarer": 1, "tricks": 8}


@pytest.fixture
def table():
    table = start()
    for facts in (SIMPLE, ALONE, PASSED, MISERE):
        record(table, facts)
    return again(table)


def where(table):
    return f"/t/{table.public_id}/compare/"


def look(table, **asked):
    answer = let_in(table, Role.VIEWER).get(where(table), asked)
    assert answer.status_code == 200
    return answer


def house(table, **changes):
    """Rules of the club's own, in as many versions as there are changes, and one."""
    club = table.evening.club
    document = copy_rules(club_id=club.public_id, document=built_in()["kassa"], name="Ours", by="Anna").rules.document
    for key, value in changes.items():
        save_rules(club_id=club.public_id, document={**document, key: value}, by="Anna")
    return document["code"]


def offered(answer):
    return re.findall(r'<option value="([^"]*)"(?: selected)?>([^<]*)', answer.content.decode().split("</select>")[0])


def rows(answer, name):
    """Every row of that name: its figures, one after the other."""
    found = re.findall(rf'<th scope="row">{name}</th>(.*?)</tr>', answer.content.decode(), re.DOTALL)
    return [re.sub(r"<[^>]+>", " ", row).split() for row in found]


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize(
    ("who", "may"), [("stranger", 403), ("viewer", 200), ("scorer", 200), ("club", 200), ("other", 403)]
)
def test_whoever_may_look_at_the_table_may_compare(table, who, may, method):
    client = phone()
    if who in ("viewer", "scorer"):
        let_in(table, Role[who.upper()], client)
    if who == "club":
        member(table.evening.club, Role.VIEWER, client)
    if who == "other":
        member(start(club_name="Another").evening.club, Role.KEEPER, client)
    answer = getattr(client, method)(where(table))
    assert answer.status_code == (405 if method == "post" else may)
    if may == 403:
        assert "Boris" not in answer.content.decode()


@pytest.mark.parametrize("asked", ["nothing", "", "ours.9", "kassa\0", "kassa.1"])
def test_rules_that_are_not_there(table, asked):
    house(table)
    assert let_in(table).get(where(table), {"rules": asked}).status_code == 404


def test_the_table_that_is_not_there(table):
    for other in ("nothing", "%00"):
        assert let_in(table).get(f"/t/{other}/compare/").status_code == 404


def test_rules_of_another_club_are_not_there(table):
    code = house(start(club_name="Another"))
    assert let_in(table).get(where(table), {"rules": f"{code}.1"}).status_code == 404


def test_to_choose_from_are_built_in_rules_and_the_clubs_own_in_every_version(table):
    code = house(table, boston={"points": 5})
    aside = house(table)
    lay_aside(club_id=table.evening.club.public_id, code=aside, aside=True, by="")
    found = offered(look(table))
    assert [key for key, _ in found] == [f"{code}.2", f"{code}.1", f"{aside}.1", *built_in()]
    assert ("kassa", "Boston with a kitty (played by them)") in found
    assert (f"{code}.2", "Ours, version 2 (boston money from each of the others: 2 → 5)") in found


def test_rules_that_are_nobodys_any_more_stay_to_choose_where_it_was_played_by_them(table):
    alien = {**built_in()["kassa"], "code": "brought", "boston": {"points": 7}}
    table = start(alien)
    record(table, ALONE | {"boston_holder": 2})
    answer = look(table, rules="played")
    assert offered(answer)[-1] == ("played", "Boston with a kitty (played by them)")
    assert rows(answer, "difference") == [["0"] * 5]


def test_another_version_of_the_same_rules_is_shown_first(table):
    code = house(table, boston={"points": 5})
    club = table.evening.club
    ours = start(house_card(club, code).version(1).document, club=club)
    record(ours, ALONE | {"boston_holder": 2})
    answer = look(ours)
    assert "played: Ours, version 1, there: Ours, version 2" in text(answer)
    assert rows(answer, "difference") == [["−3", "−3", "+9", "−3", "0"]]


def test_deal_by_deal_with_totals_and_differences(table):
    answer = look(table, rules="german")
    found = text(answer)
    assert "3 of 4 deals can be counted there. What can't is left out on both sides." in found
    assert "1 × helper in a contract that is played alone there" in found
    assert "there as 5: 6 made" in found
    state = again(table).kept_state
    whole = [f"+{n}" if n > 0 else str(n).replace("-", "−") for n in state.balances]
    assert rows(answer, "as it was") == [[*whole, str(state.kitty)]]
    # Each of the others pays five for the simple one and ten for the misère.
    ended, deals = rows(answer, "there")[0], rows(answer, "there")[1:]
    assert ended == ["−15", "+5", "+25", "−15", "0"]
    assert deals[0] == ["−5", "−5", "+15", "+15", "−5", "−5", "−5", "−5", "0", "0"]
    assert len(rows(answer, "played")) == 4
    assert len(deals) == 3


def test_an_evening_under_its_own_rules_differs_nowhere(table):
    answer = look(table, rules="kassa")
    assert "4 of 4 deals can be counted there." in text(answer)
    assert "left out" not in text(answer)
    assert rows(answer, "what counts") == []
    assert rows(answer, "difference") == [["0"] * 5]
    assert 'class="differs"' not in answer.content.decode()


def test_what_a_contract_counts_as_stands_in_the_address(table):
    proposed = look(table, rules="german")
    assert 'name="as.simple"' in proposed.content.decode()
    assert 'name="as.misere"' not in proposed.content.decode()
    dearer = look(table, **{"rules": "german", "for": "german", "as.simple": "6"})
    assert rows(dearer, "there")[1][2:4] == ["+18", "+18"]
    assert '<option value="6" selected>6</option>' in dearer.content.decode()
    nowhere = look(table, **{"rules": "german", "for": "german", "as.simple": ""})
    assert "2 × “simple” is not there" in text(nowhere)


@pytest.mark.parametrize("asked", [{"for": "german", "as.simple": "junk"}, {"for": "classic", "as.simple": "6"}, {}])
def test_what_was_picked_for_other_rules_or_is_not_there_is_as_proposed(table, asked):
    assert rows(look(table, rules="german", **asked), "there")[1][2] == "+15"


def test_facts_that_were_never_asked_for_are_named():
    table = start("classic")
    record(table, {**SEVEN, "turned": "hearts"})
    found = text(look(table, **{"rules": "kassa", "for": "kassa", "as.7": "solo"}))
    assert "Who held the boston was not recorded" in found
    assert "Revokes were not recorded" in found
    assert "with: single tours: 8" in found


def test_without_a_turned_suit_nothing_has_a_rank():
    table = start("german")
    record(table, SEVEN)
    assert "which rank the trump has there is not known" in text(look(table, rules="classic"))
    assert "which suit is senior there is not known" in text(look(table, rules="kassa"))


def test_against_a_bank_the_money_is_compared_too():
    table = start("classic")
    record(table, {**SEVEN, "turned": "hearts"})
    answer = look(table, rules="german")
    assert rows(answer, "as it was") == [["0", "+10", "0", "0"], ["−10", "+30", "−10", "−10"]]
    assert rows(answer, "difference") == [["−7", "+11", "−7", "−7"], ["+3", "−9", "+3", "+3"]]


def test_people_who_come_and_go_and_points_moved_by_hand():
    table = start(seats=5)
    record(table, {**ALONE, "declarer": 2})
    record(table, {"kind": "join", "player": "Zoya"})
    record(table, {"kind": "leave", "seat": 1})
    record(table, {"kind": "adjustment", "from": 0, "to": 2, "points": 3, "reason": "a bet"})
    answer = look(table, rules="russian")
    found = text(answer)
    assert "Zoya sits down" in found
    assert "At most 4 sit at a table there" in found
    by_hand = rows(answer, "played")[1]
    assert by_hand[0] == "−3"
    assert "+3" in by_hand
    assert [len(row) for row in rows(answer, "difference")] == [7, 7]


def test_an_evening_that_is_closed_and_one_without_a_deal():
    table = start()
    assert "No deal yet." in text(look(table))
    record(table, PASSED)
    assert "So far" in text(look(table, rules="kassa"))
    close_table(table_id=table.public_id, kitty="divide", by="")
    answer = look(table, rules="kassa")
    assert "At the end" in text(answer)
    assert "The kitty is divided at the end, on both sides." in text(answer)
    assert rows(answer, "as it was") == [["0", "0", "0", "0", "0"]]


def test_a_kitty_that_is_nobodys_any_more_is_missing_there():
    table = start()
    record(table, PASSED)
    record(table, {"kind": "adjustment", "from": "kitty", "to": 2, "points": 3, "reason": "a bet"})
    assert "1 × there is no kitty there" in text(look(table, rules="german"))


def test_the_questions_are_the_same_however_long_the_evening_is():
    counts = []
    table = start()
    for deals, versions in ((1, 1), (12, 4)):
        record_some(table, deals)
        for points in range(1, versions):
            house(table, boston={"points": points})
            start(players=[f"{points} {name}" for name in FOUR], club=table.evening.club)
        client = let_in(table)
        client.get(where(table))
        with CaptureQueriesContext(connection) as seen:
            assert client.get(where(table)).status_code == 200
        counts.append(len(seen))
    assert counts == [5, 5]


@pytest.mark.parametrize("page", ["", "sheet/"])
def test_the_table_and_its_sheet_lead_there(table, page):
    assert where(table) in let_in(table, Role.VIEWER).get(f"/t/{table.public_id}/{page}").content.decode()


def test_the_evening_leads_there(table):
    club, evening = table.evening.club, table.evening
    page = member(club, Role.VIEWER).get(f"/c/{club.public_id}/evenings/{evening.public_id}/")
    assert where(table) in page.content.decode()


def test_a_kitty_is_never_negative_and_what_fed_it_is_told():
    document = {**built_in()["kassa"], "code": "brought", "contracts": built_in()["kassa"]["contracts"][1:]}
    table = start()
    record(table, ALONE | {"tricks": 4})
    record(table, MISERE | {"turned": "hearts"})
    club = table.evening.club
    save_rules(club_id=club.public_id, document=document, by="")
    answer = look(table, **{"rules": "brought.1", "for": "brought.1", "as.simple": ""})
    assert "Deals that are left out had put 40 into the kitty which deals that count won." in text(answer)
    assert rows(answer, "what counts")[0][-1] == "0"
    assert not re.findall(r">\s*-\d", answer.content.decode())
    assert "Deals that are left out" not in text(look(table, rules="kassa"))


def test_that_there_is_no_kitty_there_is_told_with_what_lay_in_it():
    table = start(opening_kitty=30)
    record(table, PASSED)
    assert "nothing is put in, and the 30 that lay in it stay out" in text(look(table, rules="german"))
    assert "nothing is put in, and none is won" not in text(look(table, rules="kassa"))


def test_what_is_agreed_there_stands_above_the_result_and_can_be_chosen():
    table = start("german")
    record(table, {"contract": "misere", "declarer": 1, "tricks": 0})
    proposed = text(look(table, rules="classic"))
    answer = look(table, rules="german")
    found = text(answer)
    assert found.index("Counted by german with:") < found.index("So far")
    assert "price_per_trick" in answer.content.decode()
    asked = {"rules": "german", "for": "german", "option-misere_price": "33"}
    dearer = look(table, **asked)
    assert rows(dearer, "there")[0][1] == "+99"
    assert ": 33" in text(dearer)
    for wrong in ({"option-misere_price": "x"}, {"for": "classic"}):
        assert rows(look(table, **asked | wrong), "there")[0][1] == rows(answer, "there")[0][1]
    assert "Counted by" not in proposed
