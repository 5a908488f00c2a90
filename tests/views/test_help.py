"""First use: what home shows to nobody known, the manual, and the "?" beside a word."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.utils.translation import override

from ledger.help_words import TERMS, terms_of
from ledger.rules.document import built_in, built_in_variant
from tests.stories import again, start
from tests.views.doors import let_in, phone

LANGUAGES = [code for code, _ in settings.LANGUAGES]


def page(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def opened(found):
    """The sentences that a "?" opens on the page, by what it is asked for."""
    return dict(re.findall(r'<details class="tip"><summary aria-label="([^"]*)">.*?<p>(.*?)</p></details>', found))


def said(found):
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", " ", found)))


@pytest.mark.django_db
def test_home_shows_an_evening_to_whom_it_does_not_know_and_to_nobody_else():
    example = '<figure class="shown'
    found = page(phone(), "/")
    shown = said(found[found.index(example) : found.index("</figure>")])
    assert "Anna dealer: D −2 last −26" in shown
    assert "4 nine ♥︎ G , 9 made −26 −26 −26 +118 · kitty 0" in shown
    assert found.index("Start an evening") < found.index(example)

    assert example not in page(let_in(start()), "/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manual_shows_the_product_in_the_readers_language(language):
    found = page(phone(language), "/help/")
    with override(language):
        assert [term.means for term in TERMS.values() if said(str(term.means)) not in said(found)] == []

    pictures = re.findall(r'<figure class="shown"><div inert>(.*?)</figure>', found, re.DOTALL)
    assert len(pictures) == 5
    record = said(pictures[1])
    # Boris helped by Gleb, 9 tricks with the senior suit: half of the kitty, two from an opponent, the boston.
    assert [figure for figure in ("−18", "+14", "+22", "40 → 0") if figure not in record] == []


def test_a_question_mark_opens_one_sentence_in_the_readers_language():
    assert (
        opened(page(phone(), "/rules/kassa/"))["What does “ante” mean?"]
        == "The ante is what is put into the kitty before a deal."
    )
    german = opened(page(phone("fr"), "/rules/kassa/"))
    assert german["Que veut dire «\u00a0consolation\u00a0»\u202f?"].startswith("La consolation est la petite somme")
    # Rules without a kitty don't explain one.
    assert not any("kitty" in asked for asked in opened(page(phone(), "/rules/classic/")))


@pytest.mark.django_db
def test_words_are_explained_where_a_newcomer_meets_them():
    client = phone()
    assert "What does “point value” mean?" in opened(page(client, "/start/"))
    changed = client.post("/start/", {"do": "rules", "rules": "kassa"}).content.decode()
    assert {f"What does “{word}” mean?" for word in ("tour", "ante", "kitty")} <= opened(changed).keys()
    assert "<summary>helper" in changed

    table = start()
    at_table = page(let_in(table), f"/t/{again(table).public_id}/")
    # Below the entry, out of the way of the taps, in no fold that would have to be found first.
    entry, after = at_table.split("</form>", 1)
    for term in terms_of(built_in_variant("kassa")):
        assert f"<p>{term.means}</p>".replace("'", "&#x27;") in after[: after.index('id="deals"')]
    assert "consolation" not in entry


def test_no_rules_use_a_word_that_is_not_explained():
    assert {code: [*terms_of(built_in_variant(code))] for code in built_in()}["german"] == []
    assert TERMS["consolation"] in terms_of(built_in_variant("kassa"))
    assert TERMS["consolation"] not in terms_of(built_in_variant("fontainebleau"))
    assert TERMS["colours"] in terms_of(built_in_variant("classic"))
