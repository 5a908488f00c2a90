"""Rules that a club makes its own, and the evenings that are played by them."""

import pytest

from ledger.models import HouseVersion, RulesVersion
from ledger.queries.clubs import carried_kitty
from ledger.queries.games import game_rules
from ledger.queries.house import house_card, house_cards, rulebook
from ledger.queries.rows import variant_of
from ledger.queries.sheet import export_sheet
from ledger.queries.standings import games_ever
from ledger.rules.document import built_in, fingerprint, pinned_variant
from ledger.services.errors import Faulty, Unknown
from ledger.services.house import copy_rules, lay_aside, save_rules
from ledger.services.setups import change_setup
from ledger.services.tables import close_table
from tests.stories import again, balances, differences, record, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return start("german").evening.club


def ours(club, source="classic", name="Our classic"):
    copied = copy_rules(club_id=club.public_id, document=built_in()[source], name=name, by="Anna")
    return copied.rules.document


def with_nine(document, price, over):
    """The document with another price of nine in the third suit, and other overtricks."""
    contracts = [
        {**c, "overtrick": over, "price": {**c["price"], "third": price}} if c["code"] == "9" else c
        for c in document["contracts"]
    ]
    return {**document, "contracts": contracts}


def save(club, document):
    return save_rules(club_id=club.public_id, document=document, by="Anna's phone").version


NINE = {"contract": "9", "trump": "clubs", "turned": "hearts", "declarer": 1, "tricks": 10}


def test_a_copy_plays_like_what_was_copied_and_has_a_name_of_its_own(club):
    document = ours(club)
    assert pinned_variant(document, {}).name == {"en": "Our classic"}
    assert document["code"] not in built_in()
    tables = [start(document, club=club), start("classic", club=club)]
    for table in tables:
        record(table, NINE)
    assert balances(tables[0]) == balances(tables[1])


def test_an_evening_keeps_the_version_it_began_with(club):
    document = ours(club)
    dearer = save(club, with_nine(document, 24, 3))
    assert dearer.number == 2
    first = start(rulebook(club)[document["code"]], club=club)
    record(first, NINE)
    assert balances(first)[0] == (0, 27, 0, 0)
    save(club, with_nine(document, 30, 0))
    second = start(rulebook(club)[document["code"]], club=club)
    record(second, NINE)
    assert [balances(first)[0][1], balances(second)[0][1]] == [27, 30]
    assert [variant_of(again(t)).version for t in (first, second)] == [2, 3]
    assert differences(first) == differences(second) == []
    assert [row.evenings for row in house_card(club, document["code"]).versions] == [1, 1, 0]


def test_an_open_evening_moves_to_another_version_only_when_told_to(club):
    document = ours(club)
    table = start(document, club=club)
    record(table, NINE)
    save(club, with_nine(document, 24, 3))
    assert balances(table)[0][1] == 23
    change_setup(table_id=table.public_id, rules_code=rulebook(club)[document["code"]], by="")
    assert balances(table)[0][1] == 27
    assert variant_of(again(table)).version == 2
    assert differences(table) == []


def test_what_a_version_says_already_is_not_saved_twice(club):
    document = ours(club)
    assert save(club, document).number == 1
    assert save(club, {key: document[key] for key in reversed(document)}).number == 1
    assert save(club, {**document, "version": 7}).number == 1
    assert HouseVersion.objects.count() == 1


def test_the_same_rules_have_the_same_fingerprint_in_another_club(club):
    document = ours(club)
    save(club, with_nine(document, 24, 3))
    shared = rulebook(club)[document["code"]]
    other = start("german", club_name="Another").evening.club
    taken = save(other, shared)
    assert taken.rules.fingerprint == fingerprint(shared)
    assert taken.number == 2
    assert RulesVersion.objects.filter(code=document["code"]).count() == 2


def test_another_club_sees_neither_the_rules_nor_their_later_versions(club):
    document = ours(club)
    other = start("german", club_name="Another").evening.club
    assert document["code"] not in rulebook(other)
    save(other, document)
    save(club, with_nine(document, 24, 3))
    assert house_card(other, document["code"]).newest.number == 1


def test_faults_of_a_document_are_all_named_with_their_places(club):
    wrong = {**built_in()["classic"], "code": "own", "contracts": [], "slam": {"factor": 11}, "more": 1}
    with pytest.raises(Faulty) as refused:
        save(club, wrong)
    assert {p.where for p in refused.value.problems} == {"contracts", "slam.factor", "more"}
    assert not HouseVersion.objects.exists()


@pytest.mark.parametrize("wrong", [None, [], 3, "classic", {}, {"based_on": "nothing"}])
def test_what_is_no_document_is_refused(club, wrong):
    with pytest.raises(Faulty):
        save(club, wrong)


def test_rules_can_be_based_on_built_in_ones_and_are_kept_whole(club):
    saved = save(club, {"based_on": "classic", "code": "shorter", "length": {"shape": "deals", "deals": 6}})
    assert saved.rules.document["contracts"] == built_in()["classic"]["contracts"]
    assert "based_on" not in saved.rules.document


def test_nobody_takes_the_name_of_built_in_rules(club):
    with pytest.raises(Faulty) as refused:
        save(club, built_in()["classic"])
    assert [p.where for p in refused.value.problems] == ["code"]


def test_laid_aside_they_are_not_offered_until_they_are_taken_up_again(club):
    code = ours(club)["code"]
    for aside, offered in ((True, False), (True, False), (False, True)):
        lay_aside(club_id=club.public_id, code=code, aside=aside, by="")
        assert (code in rulebook(club)) is offered
    with pytest.raises(Unknown):
        lay_aside(club_id=club.public_id, code="nothing", aside=True, by="")


def test_a_carried_kitty_goes_on_under_a_later_version(club):
    document = ours(club, "kassa", "Our kassa")
    table = start(document, club=club)
    record(table, {"kind": "passed", "turned": "clubs"})
    close_table(table_id=table.public_id, kitty="carry", by="")
    save(club, {**document, "boston": {"points": 3}})
    assert carried_kitty(club, document["code"]) == 40


def test_a_sheet_carries_the_rules_with_it(club):
    document = ours(club)
    table = start(document, club=club)
    record(table, NINE)
    assert export_sheet(again(table))["rules"] == document


def test_the_list_asks_the_database_three_times_however_many_there_are(club, django_assert_num_queries):
    for n in range(5):
        document = ours(club, name=f"Number {n}")
        save(club, with_nine(document, 24, n))
    with django_assert_num_queries(3):
        assert len(house_cards(club)) == 5


def test_the_standings_call_rules_as_this_club_calls_them(club):
    document = ours(club)
    other = start("german", club_name="Another").evening.club
    save(other, {**document, "version": None, "name": {"en": "Theirs"}, "short": {"en": "theirs"}})
    table = start(document, club=club)
    record(table, NINE)
    close_table(table_id=table.public_id, kitty=None, by="")
    assert [game.name["en"] for game in games_ever(club) if game.code == document["code"]] == ["Our classic"]


@pytest.mark.parametrize("code", ["a/b", "..", " sp ", "e\u0301x", "a b", "classic"])
def test_a_code_that_an_address_would_read_otherwise_is_refused(club, code):
    with pytest.raises(Faulty) as refused:
        save(club, {**built_in()["classic"], "code": code})
    assert [p.where for p in refused.value.problems] == ["code"]
    assert house_cards(club) == ()


def test_a_version_from_a_file_leaves_room_for_those_after_it(club):
    with pytest.raises(Faulty) as refused:
        save(club, {**built_in()["classic"], "code": "own", "version": 1_000_001})
    assert [p.where for p in refused.value.problems] == ["version"]
    first = save(club, {**built_in()["classic"], "code": "own", "version": 1_000_000})
    later = save(club, with_nine(first.rules.document, 24, 3))
    assert later.number == 1_000_001
    assert house_card(club, "own").newest.variant.version == 1_000_001


def test_a_contract_that_is_agreed_off_is_called_by_its_name(club):
    assert game_rules(club, "german").contract_name("boston")["en"] == "boston"
    assert game_rules(club, "german").contract_name("boston")["de"] == "Boston"
    assert game_rules(club, "german").contract_name("nothing") == {"en": "nothing"}


def test_a_players_page_calls_contracts_as_this_club_calls_them(club):
    document = ours(club)
    table = start(document, club=club)
    record(table, NINE)
    close_table(table_id=table.public_id, kitty=None, by="")
    other = start("german", club_name="Another").evening.club
    renamed = [{**c, "name": {"en": f"their {c['code']}"}} for c in document["contracts"]]
    theirs = save(other, {**document, "contracts": renamed, "version": 9})
    assert theirs.number == 9
    assert game_rules(club, document["code"]).contract_name("9") == {"en": "9", "ru": "9", "de": "9", "fr": "9"}


def test_a_game_of_which_a_season_only_has_opening_points_breaks_no_page(club):
    document = ours(club)
    assert game_rules(club, document["code"]).name == {"en": "Our classic"}
    with pytest.raises(KeyError):
        game_rules(start("german", club_name="Another").evening.club, document["code"])
