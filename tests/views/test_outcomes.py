"""The table of outcomes as a phone fetches it, and the form that says where it is."""

import gzip
import json
from html import unescape

import brotli
import pytest

from ledger.access import Role
from tests.stories import PASSED, SIMPLE, record, start
from tests.views.doors import let_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return start()


@pytest.fixture
def scorer(table):
    return let_in(table, Role.SCORER)


def said(client, table, name):
    page = client.get(f"/t/{table.public_id}/").content.decode()
    return unescape(page.split(f'data-{name}="')[1].split('"')[0])


def test_the_form_says_where_the_table_is_and_it_may_be_kept_for_good(table, scorer):
    answer = scorer.get(said(scorer, table, "outcomes"))
    assert answer.json()["format"] == "boston-outcomes/1"
    assert answer.json()["words"]["contracts"]["misere"] == "misère"
    assert answer["Cache-Control"] == "private, max-age=31536000, immutable"


def test_without_its_mark_it_is_not_kept(table, scorer):
    assert scorer.get(f"/t/{table.public_id}/outcomes/")["Cache-Control"] == "no-store"


@pytest.mark.parametrize("query", ["?in=en&v=0123456789abcdef", "?in=tlh", "?v=", "?in=%00"])
def test_another_mark_or_language_leads_nowhere(table, scorer, query):
    assert scorer.get(f"/t/{table.public_id}/outcomes/{query}").status_code == 404


def test_each_language_and_each_agreement_has_its_own_address(table, scorer):
    dearer = start(options={"ante": 11})
    let_in(dearer, Role.SCORER, scorer)
    english, other = said(scorer, table, "outcomes"), said(scorer, dearer, "outcomes")
    assert english.split("v=")[1] != other.split("v=")[1]
    scorer.cookies["django_language"] = "ru"
    russian = said(scorer, table, "outcomes")
    assert scorer.get(russian).json()["words"]["contracts"]["misere"] == "мизер"
    # An address speaks its own language, whoever asks.
    assert scorer.get(english).json()["words"]["contracts"]["misere"] == "misère"


@pytest.mark.parametrize(("accepts", "unpack"), [("br, gzip", brotli.decompress), ("gzip", gzip.decompress)])
def test_it_comes_compressed(table, scorer, accepts, unpack):
    answer = scorer.get(f"/t/{table.public_id}/outcomes/", headers={"Accept-Encoding": accepts})
    assert answer["Content-Encoding"] == accepts.split(",")[0]
    assert "played" in json.loads(unpack(answer.content))


def test_the_form_says_how_the_table_stands(table, scorer):
    key = record(table, SIMPLE).deal.entry_key
    record(table, PASSED)
    standing = json.loads(said(scorer, table, "standing"))
    assert (standing["senior"], standing["dealer"], standing["number"]) == ("h", 2, 3)
    assert standing["saved"]["changes"] == {"0": -10, "1": -10, "2": -10, "3": -10}
    assert standing["saved"]["key"] != str(key)
    assert standing["names"] == {"0": "Anna", "1": "Boris", "2": "Vera", "3": "Gleb"}


def test_who_only_follows_fetches_no_table_of_outcomes(table):
    page = let_in(table, Role.VIEWER).get(f"/t/{table.public_id}/").content.decode()
    assert "outcomes" not in page
