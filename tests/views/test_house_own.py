"""A club's own figures on the price card, words that were only copied, and what changed from version to version."""

import copy
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ledger.access import Role
from ledger.queries.house import house_card
from ledger.rules.document import built_in
from ledger.services.house import save_rules
from tests.stories import start
from tests.views.doors import let_in, member
from tests.views.filled import filled
from tests.views.houses import copied
from tests.views.read import text, where

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(club):
    return copied(club, "kassa")


def change(club, code, **changes):
    """The next version, with other values at places such as `kitty__chips`."""
    document = copy.deepcopy(dict(house_card(club, code).newest.document))
    for place, value in changes.items():
        *outer, last = (int(step) if step.isdigit() else step for step in place.split("__"))
        inner = document
        for step in outer:
            inner = inner[step]
        inner[last] = value
    return save_rules(club_id=club.public_id, document=document, by="Boris")


def card(keeper, club, code, **asked):
    return text(keeper.get(where(club, f"rules/{code}/"), asked))


def test_the_card_says_which_figures_the_club_changed_and_calls_no_other_so(club, code, keeper):
    assert "changed by the club" not in card(keeper, club, code)
    change(club, code, kitty__chips=50, contracts__3__price__junior=40)
    shown = card(keeper, club, code)
    assert "chips each starts with changed by the club 50" in shown
    assert "changed by the club: price " in shown
    assert shown.count("changed by the club") == 2


def test_a_price_that_the_club_changed_is_not_said_to_stand_in_a_source(club, keeper):
    code = copied(club, "classic")
    change(club, code, contracts__5__price__third=777)
    page = keeper.get(where(club, f"rules/{code}/"))
    assert "Prices in bold stand in a source; the others are the club" in text(page)
    assert "changed by the club: price third" in text(page)
    assert re.search(r'<td class="num" colspan="1"><b>777</b>', page.content.decode())


def test_another_order_is_the_clubs_own_and_no_reconstruction(club, code, keeper):
    assert "The order of the bids: reconstruction." in card(keeper, club, code)
    ladder = built_in()["kassa"]["ladder"]
    change(club, code, ladder=[*ladder[1:], ladder[0]])
    shown = card(keeper, club, code)
    assert "The order of the bids: changed by the club." in shown
    assert "The order of the bids: reconstruction." not in shown


def test_a_changed_cell_of_a_row_has_a_star(club, keeper):
    code = copied(club, "american")
    row = built_in()["american"]["contracts"][0]["price"]["short"]
    change(club, code, contracts__0__price__short=[777, *row[1:]])
    shown = card(keeper, club, code)
    assert "777*" in shown
    assert shown.count("* changed by the club") == 1


def test_copied_words_say_where_they_are_from_until_figures_fit_them_again(club, code, keeper):
    words = "These words are from “Boston with a kitty”; where they differ, the figures count."
    assert words not in card(keeper, club, code)
    change(club, code, kitty__chips=50)
    assert card(keeper, club, code).count(words) == 3
    change(club, code, notes=[{"en": "All ours."}])
    assert card(keeper, club, code).count(words) == 2
    change(club, code, kitty__chips=built_in()["kassa"]["kitty"]["chips"])
    assert words not in card(keeper, club, code)


def test_the_card_of_an_evening_names_the_version_and_whose_rules_they_are(club, code):
    change(club, code, kitty__chips=50)
    table = start(house_card(club, code).newest.document, club=club)
    shown = text(let_in(table).get(f"/t/{table.public_id}/rules/"))
    assert "Our kassa, version 2" in shown
    assert "The club's own rules, made from “Boston with a kitty”." in shown
    assert "chips each starts with changed by the club 50" in shown


def test_the_editor_says_beside_copied_words_which_figures_were_changed(club, code, keeper):
    words = "These words were copied from “Boston with a kitty” and may not fit any more."
    edit = where(club, f"rules/{code}/edit/")
    assert words not in text(keeper.get(edit))
    change(club, code, kitty__chips=50)
    shown = text(keeper.get(edit))
    assert shown.count(words) == 3
    assert "1 change of figures since chips each starts with: 120 → 50" in shown
    change(club, code, summary={"en": "Ours."})
    assert text(keeper.get(edit)).count(words) == 2


def test_each_version_is_listed_with_what_it_changed(club, code, keeper):
    change(club, code, kitty__chips=50)
    change(club, code, kitty__chips=60, boston={"points": 9}, revoke__fine=8, slam={"factor": 3}, length__double=1)
    shown = card(keeper, club, code)
    newest, older, first = shown.index("Version 3"), shown.index("Version 2"), shown.index("Version 1 ")
    assert newest < shown.index("chips each starts with: 50 → 60") < shown.index("2 more changes") < older
    assert older < shown.index("chips each starts with: 120 → 50") < first < shown.index("As they came to the club.")


def test_where_rules_are_chosen_a_version_says_what_it_changed(club, code, keeper):
    change(club, code, kitty__chips=50)
    assert "chips each starts with: 120 → 50" in text(keeper.get(where(club, "rules/")))
    table = start(house_card(club, code).newest.document, club=club)
    shown = text(let_in(table).get(f"/t/{table.public_id}/compare/"))
    assert "Our kassa, version 2 (chips each starts with: 120 → 50)" in shown


def numbers(club, code):
    return [(row.number, row.document["kitty"]["chips"]) for row in house_card(club, code).versions]


def test_an_earlier_version_is_taken_again_as_the_newest_and_nothing_is_overwritten(club, code, keeper):
    change(club, code, kitty__chips=50)
    page, post = where(club, f"rules/{code}/"), {"do": "again", "version": "1"}
    assert "Take this version again" in card(keeper, club, code, version="1")
    assert "Take this version again" not in card(keeper, club, code)
    for _ in range(2):
        answer = keeper.post(page, post)
        assert "Version 3 is saved: it says again what the earlier one said." in text(keeper.get(answer.url))
        assert numbers(club, code) == [(3, 120), (2, 50), (1, 120)]
    assert "changed by the club" not in card(keeper, club, code)
    for wrong in ("9", "", "x", "\0"):
        assert keeper.post(page, {"do": "again", "version": wrong}).status_code == 404
    scorer = member(club, Role.SCORER)
    assert scorer.post(page, post).status_code == 403
    assert "Take this version again" not in card(scorer, club, code, version="1")


def test_whatever_is_done_to_rules_is_confirmed(club, code, keeper):
    rules, page = where(club, "rules/"), where(club, f"rules/{code}/")

    def said(address, **sent):
        answer = keeper.post(address, sent)
        assert answer.status_code == 302
        return text(keeper.get(answer.url))

    document = json.dumps({**house_card(club, code).newest.document, "boston": {"points": 9}})
    assert "Copied: these are rules of your own now." in said(rules, do="copy", source="german", name="More")
    assert "Taken over: version 2 is the club" in said(rules, do="file", file=file_of(document))
    assert "Nothing was new: version 2 says just this." in said(page, do="file", file=file_of(document))
    assert "They are laid aside." in said(page, do="aside")
    assert "They are offered again" in said(page, do="back")
    assert "The links are withdrawn" in said(page, do="withdraw")
    edit = page + "edit/"
    fields = filled(keeper.get(edit), "rules") | {"kitty.chips": "60", "do": "save"}
    assert "Saved as version 3." in said(edit, **fields)


def file_of(document):
    return SimpleUploadedFile("rules.json", document.encode())


def test_a_deal_in_the_preview_says_who_deals_and_what_moved_why(club, code, keeper):
    shown = text(keeper.get(where(club, f"rules/{code}/edit/")))
    deal = shown[shown.index("What would these deals pay?") :].partition("with a helper")[0]
    assert "declarer +82 opponent deals −14 opponent −14 opponent −14 kitty 40 → 0" in deal
    assert "ante of the dealer: 10, opponent → kitty" in deal
    assert "ante: 2 × 10, opponent → kitty" in deal
    assert "the kitty, won alone: 80, kitty → declarer" in deal
    assert "price of the contract: 3 × 4, opponent → declarer" in deal


def test_the_card_still_says_what_beats_what(club, code, keeper):
    shown = card(keeper, club, code)
    beats = shown[shown.index("Who beats what") : shown.index("What else counts")]
    assert beats.index("simple") < beats.index("misère")
