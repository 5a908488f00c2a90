"""A club's own figures on the price card, words that were only copied, and what changed from version to version."""

import copy
import re

import pytest

from ledger.access import Role
from ledger.queries.house import house_card
from ledger.rules.document import built_in
from ledger.services.house import copy_rules, save_rules
from tests.stories import start
from tests.views.doors import let_in
from tests.views.test_clubs import member, where
from tests.views.test_season_pages import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return start("german").evening.club


@pytest.fixture
def keeper(club):
    return member(club, Role.KEEPER)


@pytest.fixture
def code(club):
    return copied(club, "kassa")


def copied(club, source):
    return copy_rules(club_id=club.public_id, document=built_in()[source], name="Ours", by="Anna").house.code


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
    words = "These words are from “Boston with a kitty”; the figures above count."
    assert words not in card(keeper, club, code)
    change(club, code, kitty__chips=50)
    assert card(keeper, club, code).count(words) == 2
    change(club, code, notes=[{"en": "All ours."}])
    assert card(keeper, club, code).count(words) == 1
    change(club, code, kitty__chips=built_in()["kassa"]["kitty"]["chips"])
    assert words not in card(keeper, club, code)


def test_the_card_of_an_evening_names_the_version_and_whose_rules_they_are(club, code):
    change(club, code, kitty__chips=50)
    table = start(house_card(club, code).newest.document, club=club)
    shown = text(let_in(table).get(f"/t/{table.public_id}/rules/"))
    assert "Ours, version 2" in shown
    assert "The club's own rules, made from “Boston with a kitty”." in shown
    assert "chips each starts with changed by the club 50" in shown
