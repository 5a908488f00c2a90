"""The set-up corrected afterwards, the same table again, whole evenings deleted and joined."""

import re
from copy import deepcopy

import pytest

from ledger.access import Role
from ledger.models import ClubEvent, Table
from ledger.queries.house import rulebook
from ledger.rules.document import built_in
from ledger.rules.settlement import Stake
from ledger.services.house import copy_rules, lay_aside, save_rules
from ledger.services.tables import close_table
from tests.stories import FOUR, PASSED, SIMPLE, again, balances, differences, record, start
from tests.views.doors import let_in
from tests.views.phones import phone
from tests.views.test_table import address, text

pytestmark = pytest.mark.django_db

OPTIONS = {"option-single_tours": "8", "option-double_tours": "2", "option-ante": "10", "option-dealer_ante": ""}


def sent(table, does, **fields):
    given = {"order": ["0", "1", "2", "3"], "first_dealer": "0", "rules": "kassa", **OPTIONS, "do": does} | fields
    return phone(table, Role.SCORER).post(address("setup", table), given)


def test_another_first_dealer_is_shown_and_then_saved():
    table = start()
    record(table, SIMPLE)
    shown = text(sent(table, "show", first_dealer="2"))
    assert "Later deals that change" in shown
    assert again(table).first_dealer == 0
    assert sent(table, "save", first_dealer="2", why="we drew again").status_code == 302
    assert again(table).first_dealer == 2
    assert not differences(table)
    page = text(phone(table, Role.SCORER).get(address("history", table)))
    assert "first dealer: Anna → Vera" in page
    assert "we drew again" in page


def test_the_order_of_seats_moves_by_taps():
    table = start()
    body = sent(table, "down:0").content.decode()
    assert body.index("Boris one seat up") < body.index("Anna one seat up")
    assert sent(table, "save", order=["1", "0", "2", "3"]).status_code == 302
    assert again(table).kept_state.order == (1, 0, 2, 3)


def test_another_ante_plays_every_deal_anew():
    table = start()
    record(table, PASSED)
    assert sent(table, "save", **{"option-ante": "5"}).status_code == 302
    assert again(table).kept_state.kitty == 20


@pytest.fixture
def own_table():
    """A table by rules of the club's own, of which there is another version since: the simple game costs 5."""
    club = start().evening.club
    document = copy_rules(club_id=club.public_id, document=built_in()["kassa"], name="Ours", by="Anna").rules.document
    table = start(club=club, rules_code=document)
    record(table, SIMPLE)
    price_simple(table, 5)
    return table


def price_simple(table, points):
    document = deepcopy(rulebook(table.evening.club)[table.rules.code])
    document["contracts"][0]["price"]["senior"] = points
    save_rules(club_id=table.evening.club.public_id, document=document, by="Boris")


def shown_in(answer):
    return re.search(r'name="shown" value="([^"]+)"', answer.content.decode())[1]


def test_a_version_saved_after_the_result_was_shown_is_shown_before_it_is_taken(own_table):
    code = own_table.rules.code
    before = balances(again(own_table))
    shown = shown_in(sent(own_table, "rules", rules=code))
    price_simple(own_table, 7)
    refused = sent(own_table, "save", rules=code, shown=shown)
    assert (refused.status_code, balances(again(own_table))) == (409, before)
    assert "The result that was shown is not that of these rules" in text(refused)
    assert sent(own_table, "save", rules=code, shown=shown_in(refused)).status_code == 302
    assert balances(again(own_table)) != before


def test_what_the_table_agreed_stays_with_another_version_and_the_history_names_it():
    club = start().evening.club
    document = copy_rules(club_id=club.public_id, document=built_in()["kassa"], name="Ours", by="Anna").rules.document
    table = start(club=club, rules_code=document, options={"ante": 20})
    record(table, SIMPLE)
    price_simple(table, 5)
    picked = sent(table, "rules", rules=document["code"])
    assert 'name="option-ante" value="20"' in picked.content.decode()
    assert "Against the version that is played: simple, price, senior" in " ".join(text(picked).split())
    fields = {"rules": document["code"], "shown": shown_in(picked), "option-ante": "20"}
    assert sent(table, "save", **fields).status_code == 302
    assert again(table).options["chosen"] == {"ante": 20}
    told = text(phone(table, Role.VIEWER).get(address("history", table)))
    assert "rules: Ours, version 1 → Ours, version 2" in told


def test_what_was_agreed_and_other_rules_do_not_know_is_said():
    table = start(options={"single_tours": 3, "ante": 20})
    picked = text(sent(table, "rules", rules="classic"))
    assert "Agreed until now and not known to these rules: single tours: 3; ante of each: 20." in " ".join(
        picked.split()
    )


def test_rules_that_were_laid_aside_meanwhile_are_not_said_to_be_saved(own_table):
    code = own_table.rules.code
    shown = shown_in(sent(own_table, "rules", rules=code))
    lay_aside(club_id=own_table.evening.club.public_id, code=code, aside=True, by="Boris")
    refused = sent(own_table, "save", rules=code, shown=shown)
    assert refused.status_code == 409
    assert "These rules are not offered any more: choose others." in text(refused)


def test_rules_that_were_picked_without_a_script_are_shown_before_they_are_taken():
    table = start()
    shown = shown_in(phone(table, Role.SCORER).get(address("setup", table)))
    assert sent(table, "save", rules="russian", shown=shown).status_code == 409
    assert again(table).rules.code == "kassa"


def test_deals_that_other_rules_do_not_know_are_named_and_nothing_is_saved():
    table = start()
    record(table, SIMPLE)
    shown = sent(table, "rules", rules="german")
    assert "It would make later deals impossible" in text(shown)
    assert address("deal", table, again(table).results.get().deal.entry_key) in shown.content.decode()
    assert sent(table, "save", rules="german").status_code == 422
    assert again(table).rules.code == "kassa"


def test_other_rules_before_any_deal():
    table = start()
    assert sent(table, "save", rules="german").status_code == 302
    assert again(table).rules.code == "german"


@pytest.mark.parametrize("fields", [{"order": ["0", "0"]}, {"first_dealer": "9"}, {"rules": "x"}, {"do": "up:99"}])
def test_junk_in_the_set_up_changes_nothing(fields):
    table = start()
    assert sent(table, "show", **fields).status_code == 200
    assert sent(table, "save", **{"option-ante": "much"}).status_code == 422
    assert again(table).version == table.version


def test_the_same_table_again_starts_with_everything_as_it_was():
    table = start(options={"ante": 20}, players=["Иван", "Иван П.", "אבי", "🃏Даша"], stake=Stake(10, 5000, "EUR"))
    record(table, PASSED)
    close_table(table_id=table.public_id, kitty="carry", by="")
    anna = phone(table, Role.SCORER)
    assert f"?again={table.public_id}" in anna.get(address("table", table)).content.decode()
    body = anna.get("/start/", {"again": table.public_id}).content.decode()
    for name in ("Иван", "Иван П.", "אבי", "🃏Даша"):
        assert f'name="player" value="{name}"' in body
    assert 'name="option-ante" value="20"' in body
    assert 'name="opening_kitty" value="80"' in body
    assert 'value="0.50"' in body
    assert "A past evening may be typed in" in body


@pytest.mark.parametrize("asked", ["", "x"])
def test_a_table_that_is_not_known_starts_nothing_again(asked):
    assert let_in(start()).get("/start/", {"again": asked}).status_code == 200


def test_a_follower_does_not_start_the_same_table_again():
    table = start()
    body = let_in(table, Role.VIEWER).get("/start/", {"again": table.public_id}).content.decode()
    assert 'value="Anna"' not in body


def test_a_trial_evening_is_deleted_in_two_steps_and_the_circle_remembers():
    table = start()
    record(table, PASSED)
    anna = phone(table, Role.SCORER)
    assert "Yes, delete it for good" in text(anna.get(address("discard", table)))
    assert Table.objects.count() == 1
    assert anna.post(address("discard", table)).status_code == 302
    assert Table.objects.count() == 0
    assert ClubEvent.objects.get().kind == "discarded"
    assert anna.get("/").status_code == 200


def test_the_same_evening_of_two_phones_becomes_one():
    one, two = start(), start()
    record(one, SIMPLE)
    record(two, PASSED, by="Boris's phone")
    anna = let_in(two, client=let_in(one))
    assert "table of Anna, Boris, Vera, Gleb" in text(anna.get(address("merge", one)))
    assert "1 entry comes over" in text(anna.get(address("merge", one), {"from": two.public_id}))
    for _ in range(2):
        assert anna.post(address("merge", one), {"from": two.public_id}).status_code == 302
    assert again(one).results.count() == 2
    assert Table.objects.count() == 1
    assert "joined from another phone" in text(anna.get(address("history", one)))


def test_people_who_never_sat_here_are_named():
    one, two = start(), start(players=[*FOUR[:3], "Zoya"])
    anna = let_in(two, client=let_in(one))
    page = anna.get(address("merge", one), {"from": two.public_id})
    assert "Not at this table: Zoya" in text(page)
    assert anna.post(address("merge", one), {"from": two.public_id}).status_code == 409
    assert Table.objects.count() == 2
