"""Words of rules are given in the reader's language; nobody has to write English."""

import copy

import pytest
from django.utils.translation import override

from ledger.access import Role
from ledger.forms.rules_changes import changed
from ledger.forms.rules_faults import read_faults
from ledger.forms.rules_flat import flatten, unflatten
from ledger.forms.rules_page import Page
from ledger.forms.rules_texts import with_direction, with_english
from ledger.forms.rules_words import difference_words
from ledger.queries.house import house_cards
from ledger.rules.differences import differences
from ledger.rules.document import built_in, read_document
from tests.stories import start
from tests.views.doors import member, phone
from tests.views.filled import filled

SAME = {"en": "Суббота", "ru": "Суббота"}
RENAMED = [
    ({"en": "Saturday", "ru": "Суббота"}, {"ru": "Воскресенье"}, "Saturday"),
    (SAME, {"ru": "Воскресенье"}, "Воскресенье"),
    (SAME, {"ru": "Воскресенье", "en": "Sunday"}, "Sunday"),
    (SAME, {"en": ""}, "Суббота"),
    ({"en": "Saturday"}, {"en": "", "de": "Samstag"}, "Samstag"),
]


@pytest.mark.parametrize(("before", "said", "english"), RENAMED)
def test_english_follows_the_readers_language_where_it_said_the_same_or_nothing(before, said, english):
    base = {**built_in()["kassa"], "name": before}
    draft = unflatten(base, flatten(base) | {f"name.{language}": words for language, words in said.items()})
    assert with_english(base, draft, "ru")["name"]["en"] == english


@pytest.mark.parametrize("code", built_in())
@pytest.mark.parametrize("language", ["en", "ru", "de", "fr"])
def test_rules_that_nobody_changed_keep_their_words(code, language):
    assert with_english(built_in()[code], copy.deepcopy(built_in()[code]), language) == built_in()[code]


def test_a_contract_a_rank_a_rule_and_an_agreement_are_named_in_russian_alone():
    base = built_in()["kassa"]
    with override("ru"):
        draft = changed(changed(unflatten(base, flatten(base)), "add:contracts"), "add:notes")
        new, rule = len(draft["contracts"]) - 1, len(draft["notes"]) - 1
        fields = flatten(draft) | {
            f"contracts.{new}.name.ru": "десять",
            f"contracts.{new}.target": "10",
            f"contracts.{new}.price.points": "9",
            f"notes.{rule}.ru": "Не курить.",
            "options.0.name.ru": "туры",
            "options.0.name.en": "",
            "suits.names.junior.ru": "младшая масть",
            "suits.names.junior.en": "",
        }
        document = with_english(base, unflatten(draft, fields), "ru")
    read = read_document(document)
    assert read.contracts[-1].name == {"en": "десять", "ru": "десять"}
    assert read.notes[-1][0] == {"en": "Не курить.", "ru": "Не курить."}
    assert read.options[0].name["en"] == "туры"
    assert read.ranks["junior"]["en"] == "младшая масть"


def test_of_rules_that_were_moved_english_follows_its_own_words():
    base = {**built_in()["kassa"], "notes": [{"en": "А", "ru": "А"}, {"en": "Б", "ru": "Б"}]}
    draft = {**base, "notes": [{"en": "Б", "ru": "Бб"}, {"en": "А", "ru": "А"}]}
    found = with_english(base, draft, "ru")["notes"]
    assert found == [{"en": "Бб", "ru": "Бб"}, {"en": "А", "ru": "А"}]


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_the_readers_language_stands_first_and_all_others_in_a_fold(language):
    with override(language):
        name = Page(built_in()["kassa"]).parts()[0].rows[0]
    assert [field.language for field in name.fields] == [language]
    assert {"en", "de", "ru", "fr"} - {language} == {field.language for field in name.others}


def test_what_is_read_for_lack_of_own_words_is_seen_in_the_empty_field():
    with override("ru"):
        (name,) = Page({**built_in()["kassa"], "name": {"en": "Ours"}}).parts()[0].rows[0].fields
    assert (name.value, name.instead) == ("", "Ours")


def test_words_that_are_missing_are_asked_for_in_the_readers_language():
    base = {**built_in()["kassa"], "name": {}, "summary": {"ru": "x" * 2001, "en": "x" * 2001}}
    with override("ru"):
        assert [fault.field for fault in read_faults(base).found] == ["name.ru", "summary.ru"]


def test_a_change_of_words_is_told_once():
    before, after = ({**built_in()["kassa"], "name": {"en": name, "ru": name}} for name in ("Суббота", "Воскресенье"))
    with override("ru"):
        (line,) = difference_words(differences(before, after), before, after)
    assert line.endswith(": Суббота → Воскресенье")


@pytest.mark.parametrize("code", ["german", "american", "fontainebleau"])
def test_the_steps_of_dealing_go_the_way_that_is_dealt(code):
    base = built_in()[code]
    draft = unflatten(base, flatten(base) | {"seating.direction": "counter-clockwise"})
    turned = with_direction(base, draft)
    step = turned["dealing"][0]
    assert "13 cards each, counter-clockwise." in step["en"]
    assert "против часовой стрелки" in step["ru"]
    assert "gegen den Uhrzeigersinn" in step["de"]
    back = with_direction(turned, {**turned, "seating": base["seating"]})
    assert back["dealing"] == base["dealing"]
    assert with_direction(base, {**draft, "seating": base["seating"]}) == base


def test_dealt_the_other_way_round_it_begins_on_the_other_side():
    base = built_in()["kassa"]
    draft = {**base, "seating": {**base["seating"], "direction": "clockwise"}}
    assert "beginning at the left" in with_direction(base, draft)["dealing"][1]["en"]


@pytest.mark.django_db
def test_a_copy_is_named_in_the_readers_language_and_edited_without_a_word_of_english():
    club = start("german").evening.club
    client = member(club, Role.KEEPER, phone("ru"))
    sent = {"do": "copy", "source": "classic", "name": "Суббота у Глеба"}
    editor = client.post(f"/c/{club.public_id}/rules/", sent).url
    (card,) = house_cards(club)
    assert card.newest.document["name"] == {"ru": "Суббота у Глеба", "en": "Суббота у Глеба"}
    fields = filled(client.get(editor), "rules")
    assert fields["name.ru"] == "Суббота у Глеба"
    answer = client.post(editor.partition("?")[0], {**fields, "name.ru": "Воскресенье", "do": "save"})
    assert answer.status_code == 302
    (card,) = house_cards(club)
    assert card.newest.document["name"] == {"ru": "Воскресенье", "en": "Воскресенье"}
