"""Every language says everything, and says it whole."""

import re

import polib
import pytest
from django.conf import settings

from boston_site.bootstrap import ROOT

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]
PLACE = re.compile(r"%\((\w+)\)s")


def messages(language):
    file = ROOT / "ledger" / "locale" / language / "LC_MESSAGES" / "django.po"
    return [entry for entry in polib.pofile(str(file)) if not entry.obsolete]


def name(entry):
    return (entry.msgctxt, entry.msgid)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_in_english_or_uncertain(language):
    open_ones = [entry.msgid for entry in messages(language) if not entry.translated() or "fuzzy" in entry.flags]
    assert open_ones == []


def test_all_languages_know_the_same_messages():
    known = {language: {name(entry) for entry in messages(language)} for language in LANGUAGES}
    everything = set().union(*known.values())
    assert [(language, everything - names) for language, names in known.items() if names != everything] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_loses_or_invents_a_value(language):
    wrong = []
    for entry in messages(language):
        wanted = set(PLACE.findall(entry.msgid + entry.msgid_plural))
        for text in (entry.msgstr, *entry.msgstr_plural.values()):
            given = set(PLACE.findall(text))
            # One thing alone may be a word: "one point".
            if text and not (given == wanted or (entry.msgid_plural and given == set(PLACE.findall(entry.msgid)))):
                wrong.append((entry.msgid, text))
    assert wrong == []
