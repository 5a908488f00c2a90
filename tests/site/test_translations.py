"""Every language says everything the program says, nothing else, and says it whole."""

import re
from functools import cache

import polib
import pytest
from django.conf import settings

from boston_site.bootstrap import ROOT
from ledger.rules.document import built_in
from ledger.rules.reading_parts import LANGUAGES as WRITTEN
from tests.site.source_messages import Message, source_messages

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]
# Values and tags: what must be in every translation as it is in the source.
PLACE = re.compile(r"%\(\w+\)s|%%|</?\w+[^>]*>")
# French sets a space that holds before its high marks and within its quotation marks.
LOOSE = re.compile(r"(?<![\u00a0\u202f])[;!?»]|(?<![\u00a0\w]):(?!//)|\w:(?=\s|$)|«(?!\u00a0)|[\u00a0\u202f ]{2}")

said_by_source = cache(source_messages)


@cache
def catalogue(language):
    return polib.pofile(str(ROOT / "ledger" / "locale" / language / "LC_MESSAGES" / "django.po"))


def texts_of(entry):
    return [*entry.msgstr_plural.values()] if entry.msgid_plural else [entry.msgstr]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_in_a_language_is_what_the_source_says(language):
    known = {Message(entry.msgctxt, entry.msgid, entry.msgid_plural) for entry in catalogue(language)}

    assert said_by_source() - known == set(), "not in this language: run makemessages"
    assert known - said_by_source() == set(), "said nowhere any more: run makemessages"
    assert len(known) == len(catalogue(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_in_english_uncertain_or_out_of_use(language):
    entries = catalogue(language)
    assert [e.msgid for e in entries if e.obsolete or e.fuzzy or not all(texts_of(e))] == []

    slots = range(int(re.search(r"nplurals=(\d)", entries.metadata["Plural-Forms"])[1]))
    assert [e.msgid for e in entries if e.msgid_plural and [*e.msgstr_plural] != [*slots]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_loses_or_invents_a_value_or_a_tag(language):
    wrong = []
    for entry in catalogue(language):
        wanted = sorted(PLACE.findall(entry.msgid_plural or entry.msgid))
        # One thing alone may be a word: "one point".
        lone = sorted(PLACE.findall(entry.msgid))
        wrong += [text for text in texts_of(entry) if sorted(PLACE.findall(text)) not in (wanted, lone)]
    assert wrong == []


def variants_texts(value):
    """Every text of the built-in rules, by language."""
    if isinstance(value, dict):
        if "en" in value:
            yield {language: value.get(language, "") for language in WRITTEN}
        value = [*value.values()]
    if isinstance(value, list):
        for inner in value:
            yield from variants_texts(inner)


def test_the_rules_are_told_in_the_languages_of_the_program_with_the_same_figures():
    assert set(WRITTEN) == {code for code, _ in settings.LANGUAGES}
    told = [*variants_texts([*built_in().values()])]
    assert len(told) > 150

    assert [one["en"] for one in told if not all(one.values())] == []
    figures = [{tuple(sorted(re.findall(r"\d+", text))) for text in one.values()} for one in told]
    assert [one["en"] for one, found in zip(told, figures, strict=True) if len(found) > 1] == []
    # A sentence that two languages share was forgotten in one of them; a word may be the same.
    assert [one["en"] for one in told if " " in one["en"][25:] and len({*one.values()}) < len(one)] == []


def test_french_never_begins_a_line_with_a_mark_that_belongs_to_the_line_before():
    said = [text for entry in catalogue("fr") for text in texts_of(entry) if "=" not in text]
    said += [one["fr"] for one in variants_texts([*built_in().values()])]

    assert [text for text in said if LOOSE.search(text)] == []


def test_no_message_is_asked_for_under_a_name_that_is_not_looked_for():
    # gettext's own tools know these functions by their names: under another one a message would be lost.
    renamed = re.compile(r"\b(?:n?p|n)?gettext(?:_lazy|_noop)? as (?!_\b)\w+")
    found = [
        p.name
        for room in ("ledger", "boston_site")
        for p in (ROOT / room).rglob("*.py")
        if renamed.search(p.read_text())
    ]
    assert found == []


def test_no_page_sets_a_mark_behind_a_word_by_itself():
    """French sets a space before it, so it is said in a message, or by `{% colon %}`."""
    said = re.compile(r"{% blocktranslate.*?{% endblocktranslate %}|{#.*?#}|{% comment.*?endcomment %}", re.DOTALL)
    found = {
        str(path.relative_to(ROOT)): marks
        for path in (ROOT / "templates").rglob("*.html")
        if (marks := re.findall(r"(?:}}|%}|</\w+>)[:;!?] .{,20}", said.sub("", path.read_text("utf-8"))))
    }
    assert found == {}
