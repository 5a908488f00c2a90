"""Rules as a file: what is written is read back as the same, and what is no document is refused with a sentence."""

import html
import json
import tomllib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import given
from hypothesis import strategies as st

from ledger.access import Role
from ledger.models import HouseVersion
from ledger.rule_files import SIZE_MOST, WRITERS, Unreadable, file_name, parsed, shown
from ledger.rules.document import built_in, fingerprint, read_document
from ledger.rules.reading_parts import TEXT_MOST
from ledger.services.house import copy_rules, save_rules
from tests.stories import start
from tests.views.doors import member
from tests.views.read import text, where

pytestmark = pytest.mark.django_db

LONG = ("Кто сдаёт, тот не играет: «бостон» \\ \"\"\" ''' # \t ̈ 🃏 \u2028 " * 50)[:TEXT_MOST]


def send(client, club, raw, name="rules.toml", to="rules/"):
    return client.post(where(club, to), {"do": "file", "file": SimpleUploadedFile(name, raw)})


def said(answer):
    """What is read on the page, with a place and its fault as one sentence."""
    return html.unescape(text(answer)).replace(" :", ":")


def ours(club, **changes):
    document = copy_rules(club_id=club.public_id, document=built_in()["kassa"], name="Ours", by="").rules.document
    return save_rules(club_id=club.public_id, document={**document, **changes}, by="").version.rules.document


@pytest.mark.parametrize("ending", WRITERS)
@pytest.mark.parametrize("code", built_in())
def test_every_built_in_document_comes_back_as_it_was(code, ending):
    document = built_in()[code]
    back = parsed(WRITERS[ending](document).encode())
    assert back == document
    assert fingerprint(back) == fingerprint(document)


@pytest.mark.parametrize("ending", WRITERS)
def test_texts_come_back_letter_by_letter(ending):
    document = {**built_in()["german"], "summary": {"en": LONG, "ru": LONG[::-1]}, "notes": [{"en": LONG}]}
    assert not isinstance(read_document(document), list)
    assert parsed(WRITERS[ending](document).encode()) == document


@pytest.mark.parametrize(
    ("ending", "begins"), [("toml", 'schema = 1\ncode = "kassa"\n'), ("json", '{\n  "schema": 1,\n  "code"')]
)
def test_a_file_begins_with_what_it_is_however_a_database_kept_it(ending, begins):
    kept = dict(sorted(built_in()["kassa"].items(), key=lambda pair: len(pair[0])))
    assert WRITERS[ending](kept).startswith(begins)
    assert parsed(WRITERS[ending](kept).encode()) == kept


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60), st.sampled_from(sorted(WRITERS)))
def test_any_text_comes_back_as_it_was(words, ending):
    document = {"name": {"en": words}, "notes": [{"en": words}, {"en": words, "reconstructed": True}]}
    assert parsed(WRITERS[ending](document).encode()) == document


@pytest.mark.parametrize(("asked", "reads"), [("toml", tomllib.loads), ("json", json.loads), (None, json.loads)])
def test_a_version_is_taken_along_as_a_file(club, keeper, asked, reads):
    document = ours(club, summary={"en": LONG, "ru": "Касса"})
    answer = keeper.get(where(club, f"rules/{document['code']}/file/"), {"as": asked} if asked else {})
    assert answer.status_code == 200
    assert reads(answer.content.decode()) == document
    assert answer["Content-Type"] == f"application/{asked or 'json'}; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="{document["code"]}-2.{asked or "json"}"'
    first = keeper.get(where(club, f"rules/{document['code']}/file/"), {"version": "1"})
    assert json.loads(first.content)["version"] == 1


@pytest.mark.parametrize("asked", [{"as": "xml"}, {"as": ""}, {"version": "9"}, {"version": "\0"}])
def test_there_is_no_other_file(club, keeper, asked):
    code = ours(club)["code"]
    assert keeper.get(where(club, f"rules/{code}/file/"), asked).status_code == 404


def test_a_file_has_a_name_that_every_system_takes():
    assert file_name("kassa-abc234", 3, "toml") == "kassa-abc234-3.toml"
    assert file_name('Суббота"; x=', 1, "json") == "rules-1.json"


@pytest.mark.parametrize("ending", WRITERS)
def test_a_file_makes_the_same_rules_in_another_club(club, keeper, ending):
    document = ours(club, boston={"points": 5})
    raw = keeper.get(where(club, f"rules/{document['code']}/file/"), {"as": ending}).content
    other = start(club_name="Another").evening.club
    answer = send(member(other, Role.KEEPER), other, raw, f"rules.{ending}")
    assert answer.headers["Location"].startswith(where(other, f"rules/{document['code']}/"))
    taken = HouseVersion.objects.get(house__club=other)
    assert taken.number == 2
    assert taken.rules.fingerprint == fingerprint(document)


def test_a_key_with_null_is_as_no_key_in_the_file_as_well(club, keeper):
    document = ours(club, boston=None)
    assert "boston" not in document
    raw = keeper.get(where(club, f"rules/{document['code']}/file/"), {"as": "toml"}).content
    assert fingerprint(parsed(raw)) == fingerprint(document)


def test_a_file_is_another_version_of_the_rules_it_is_put_into_whatever_it_calls_itself(club, keeper):
    code = ours(club)["code"]
    raw = json.dumps({**built_in()["german"], "code": "else"}).encode()
    assert send(keeper, club, raw, to=f"rules/{code}/").status_code == 302
    assert list(HouseVersion.objects.values_list("house__code", "number")) == [(code, 1), (code, 2)]


UNREADABLE = {
    "a megabyte": (b"# " + b"x" * 1_000_000, "too large"),
    "objects in objects": (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, "These are no rules."),
    "lists in lists": (b'{"a":' + b"[" * 10_000 + b"]" * 10_000 + b"}", "These are no rules."),
    "only a little too deep": (b'{"a":' * 400 + b"1" + b"}" * 400, "These are no rules."),
    "lists in lists, TOML": (b"a = " + b"[" * 10_000 + b"]" * 10_000, "These are no rules."),
    "tables in tables, TOML": (b"a = " + b"{a = " * 10_000 + b"1" + b"}" * 10_000, "These are no rules."),
    "a dotted key, TOML": (b"a" + b".a" * 10_000 + b" = 1", "These are no rules."),
    "a dotted key in quotes, TOML": (b'"a"' + b' . "a"' * 10_000 + b" = 1", "These are no rules."),
    "a dotted head, TOML": (b"[a" + b".a" * 10_000 + b"]", "These are no rules."),
    "one long word": (b"a" * (SIZE_MOST - 1), "can't be read"),
    "a list without end": (b'{"contracts": [' + b",".join([b"{}"] * 50_000) + b"]}", "These are no rules."),
    "NUL": (b"\0" * 20, "can't be read"),
    "NUL in JSON": (b'{"a": "\0"}', "can't be read"),
    "half a character": (b'{"code": "\\ud800"}', "half a character"),
    "half a character in a key": (b'{"\\udfff": 1}', "half a character"),
    "a number of 5,000 digits": (b'{"schema": ' + b"9" * 5000 + b"}", "These are no rules."),
    "a number of 5,000 digits, TOML": (b"schema = " + b"9" * 5000, "These are no rules."),
    "no number": (b'{"schema": NaN}', "NaN is no number of points."),
    "an infinite number": (b'{"schema": -Infinity}', "-Infinity is no number of points."),
    "a key twice": (b'{"schema": 1, "code": "a", "code": "b"}', "“code” is there twice in one object."),
    "a strange key twice": (b'{"\\ud800\\u0000": 1, "\\ud800\\u0000": 2}', "is there twice in one object."),
    "a key twice, TOML": (b"schema = 1\nschema = 1", "can't be read: line 2, column 11."),
    "UTF-16": ("schema = 1".encode("utf-16"), "This is no text file in UTF-8."),
    "Latin": ('name = "Bülow"'.encode("latin-1"), "This is no text file in UTF-8."),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "This is no text file in UTF-8."),
    "a list": (b"[1, 2]", "can't be read"),
    "a comma too few": (b'{"schema": 1\n "code": 2}', "can't be read: line 2, column 2."),
    "nothing like it": (b"Dear club,\nhere are our rules.", "can't be read: line 1, column 6."),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_is_no_document_is_refused_with_a_sentence(club, keeper, what):
    raw, sentence = UNREADABLE[what]
    answer = send(keeper, club, raw)
    assert answer.status_code == 422
    assert sentence in said(answer)
    assert not HouseVersion.objects.exists()


FAULTY = {
    "empty": (b"", "schema: This is required."),
    "a large number": (b'{"schema": ' + b"9" * 4000 + b"}", "schema: Must be from 1 to 1."),
    "no whole number": (b'{"schema": 1e999}', "schema: Must be a whole number."),
    "no number, TOML": (b"schema = nan", "schema: Must be a whole number."),
    "an infinite number, TOML": (b"schema = -inf", "schema: Must be a whole number."),
    "a date": (b"schema = 2026-11-28", "schema: Must be a whole number."),
    "NUL in a key": (b'{"a\\u0000b": 1}', "a\ufffdb: There is no such key here."),
    "a long key": (b'{"' + b"k" * 100_000 + b'": 1}', "k…: There is no such key here."),
    "markup in a key": (b'{"<b>": 1}', "<b>: There is no such key here."),
}


@pytest.mark.parametrize("what", FAULTY)
def test_what_is_wrong_in_a_document_is_named_with_its_place(club, keeper, what):
    raw, sentence = FAULTY[what]
    answer = send(keeper, club, raw)
    assert answer.status_code == 422
    assert sentence in said(answer)
    assert "nothing was saved" in said(answer)
    assert not HouseVersion.objects.exists()


def test_of_many_faults_the_first_fifty_are_named(club, keeper):
    answer = send(keeper, club, b'{"contracts": [' + b",".join([b"{}"] * 100) + b"]}")
    assert answer.content.decode().count("<code>") == 50
    assert "These are the first fifty." in said(answer)


def test_a_character_that_no_database_keeps_is_refused(club, keeper):
    document = {**built_in()["german"], "code": "own", "summary": {"en": "a\0b"}}
    answer = send(keeper, club, json.dumps(document).encode())
    assert answer.status_code == 422
    assert "without control characters" in said(answer)


@pytest.mark.parametrize("to", ["rules/", "rules/{code}/"])
def test_without_a_file_it_is_asked_for(club, keeper, to):
    code = ours(club)["code"]
    answer = keeper.post(where(club, to.format(code=code)), {"do": "file"})
    assert answer.status_code == 422
    assert "Choose a file." in said(answer)


def test_a_byte_order_mark_does_no_harm():
    assert parsed("\ufeffschema = 1".encode()) == {"schema": 1}
    assert parsed('\ufeff {"schema": 1}'.encode()) == {"schema": 1}
    with pytest.raises(Unreadable):
        parsed("\ufeff{".encode())


def test_what_stands_in_a_file_is_shown_so_that_a_page_can_take_it():
    assert shown("a\0b\u202e") == "a\ufffdb\ufffd"
    assert shown("é" * 200) == "é" * 80 + "…"
