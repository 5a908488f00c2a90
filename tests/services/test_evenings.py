import pytest

from ledger.models import Club, Player, RulesVersion, Table
from ledger.queries.rows import variant_of
from ledger.rules.document import built_in
from ledger.rules.settlement import Stake
from ledger.services.errors import Faulty
from tests.stories import FOUR, SIX, again, start

pytestmark = pytest.mark.django_db


def faults(**changes):
    with pytest.raises(Faulty) as faulty:
        start(**changes)
    assert Table.objects.count() == Club.objects.count() == Player.objects.count() == 0
    return [(p.where, p.code) for p in faulty.value.problems]


def test_an_evening_begins_with_a_club_seats_pinned_rules_and_a_line_in_the_log():
    table = again(start(options={"ante": 5}, stake=Stake(10, 5000, "EUR"), opening_kitty=7, first_dealer=2))
    assert table.evening.club.name == "Saturday"
    assert [s.player.name for s in table.seats.order_by("number")] == list(FOUR)
    assert (table.kept_state.dealer, table.kept_state.kitty, table.version) == (2, 7, 1)
    assert table.options["chosen"] == {"ante": 5}
    assert table.options["values"] == {
        "single_tours": 8, "double_tours": 2, "ante": 5, "dealer_ante": 5, "lone_loss": "stays",
    }  # fmt: skip
    assert variant_of(table).kitty.dealer_ante == 5
    assert table.events.get().kind == "started"


def test_the_next_evening_of_a_club_finds_its_players_by_folded_names():
    club = start().evening.club
    table = start(club=club, players=("ANNA", " boris ", "Vera", "Zoya"))
    assert table.evening.club == club
    assert sorted(club.players.values_list("name", flat=True)) == ["Anna", "Boris", "Gleb", "Vera", "Zoya"]
    assert RulesVersion.objects.count() == 1


def test_a_club_without_a_name_is_called_after_its_players():
    assert start(club_name=" ").evening.club.name == "Anna, Boris, Vera, Gleb"
    long = start(club_name="", players=["А" * 50, "Б" * 50, "В", "Г"])
    assert long.evening.club.name == "А" * 50 + ", В, Г"


def test_everything_that_is_wrong_with_an_evening_is_said_at_once():
    found = faults(
        players=("Anna", "anna", "", "Gleb"),
        options={"ante": -1},
        first_dealer=4,
        stake=Stake(0, 1, "EUR"),
        club_name="x" * 101,
    )
    assert set(found) >= {
        ("options.ante", "out-of-range"),
        ("players[1]", "duplicate"),
        ("players[2]", "out-of-range"),
        ("first_dealer", "unknown-seat"),
        ("stake.points", "out-of-range"),
        ("club_name", "out-of-range"),
    }


def test_rules_seats_kitty_and_length_must_suit_the_variant():
    assert faults(rules="whist") == [("rules", "unknown-rules")]
    assert faults(rules="russian", players=SIX) == [("players", "out-of-range")]
    assert faults(rules="german", opening_kitty=5) == [("opening_kitty", "not-in-variant")]
    assert faults(planned_deals=12) == [("planned_deals", "not-in-variant")]
    assert faults(rules="german", planned_deals=0) == [("planned_deals", "out-of-range")]


def test_house_rules_are_pinned_as_a_whole_document():
    document = {**built_in()["german"], "code": "ours"}
    table = again(start(document))
    assert table.rules.code == "ours"
    assert table.rules.document["contracts"] == document["contracts"]
