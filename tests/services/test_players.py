"""What is done to the players of a club, and that no sum of any evening moves with it."""

import random
from contextlib import suppress
from datetime import date
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.models import ClubEvent, Deal, OpeningBalance, Payment, Player, Season, SettlementLine, TableEvent
from ledger.queries.audit import Audited, audit
from ledger.queries.players import player_cards, players_of
from ledger.queries.refold import names_by_number
from ledger.queries.seasons import year_span
from ledger.queries.sheet import export_sheet
from ledger.queries.standings import Asked, standings
from ledger.queries.tables import get_table
from ledger.queries.together import left_in
from ledger.rules.sheet import FORMAT, read_sheet
from ledger.services.deals import correct_deal, undo_deal
from ledger.services.errors import Faulty, Stale, Unknown
from ledger.services.players import (
    add_player,
    bring_back_player,
    erase_player,
    rename_player,
    retire_player,
    set_guest,
)
from ledger.services.settling import choose_plan, name_keeper, pay
from ledger.services.sheets import import_sheet
from ledger.services.spellings import merge_players, split_player
from ledger.services.tables import close_table, reopen_table
from ledger.services.whole_tables import merge_tables
from tests.services.test_random_settling import STAKES, Evening
from tests.stories import ANNA, BORIS, PASSED, SIMPLE, again, record, record_some, start
from tests.stories import balances as points

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return start()


@pytest.fixture
def club(table):
    return table.evening.club


def who(club, name):
    return club.players.get(name=name).public_id


def rename(club, name, to):
    return rename_player(club_id=club.public_id, player_id=who(club, name), name=to, by="Anna's phone")


def merge(club, into, other):
    return merge_players(club_id=club.public_id, into=who(club, into), other=who(club, other), by="Anna's phone")


def split(club, name):
    return split_player(club_id=club.public_id, other=who(club, name), by="Anna's phone")


def erase(club, name):
    given = {"words": "former player", "by": "Anna's phone"}
    return erase_player(club_id=club.public_id, player_id=who(club, name), **given)


def names(table):
    return list(names_by_number(table).values())


def refused(work, *given):
    with pytest.raises(Faulty) as fault:
        work(*given)
    return [p.where for p in fault.value.problems]


def sound():
    assert [str(d) for d in audit(Audited())] == []


NAMES = {"case": "ANNA", "invisible": "An\u200bna", "composed": "Anna\u034f", "white space": " Anna "}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_is_once_in_a_club(club, name):
    assert refused(lambda: add_player(club_id=club.public_id, name=name, by="")) == ["name"]
    assert refused(rename, club, "Boris", name) == ["name"]
    assert start(club=club, players=(name, "Boris", "Vera", "Gleb")).seats.get(number=0).player.name == "Anna"
    assert refused(lambda: start(club=club, players=("Anna", name, "Vera", "Gleb"))) == ["players[1]"]


NOT = {"none": "", "blank": "  ", "unseen": "\u200b", "long": "x" * 51, "lines": "a\nb"}


@pytest.mark.parametrize("name", NOT.values(), ids=NOT)
def test_what_is_no_name_is_refused(club, name):
    assert refused(lambda: add_player(club_id=club.public_id, name=name, by="")) == ["name"]


def test_a_new_name_stands_in_every_evening_and_stays_when_the_log_is_played_again(club, table):
    record(table, {"kind": "join", "player": "Egor"})
    first = record(table, SIMPLE).deal
    rename(club, "Egor", "Егор П.")
    with_trick = SIMPLE | {"tricks": 10}
    correct_deal(table_id=table.public_id, deal_key=first.entry_key, entry_key=uuid4(), facts=with_trick, by="")
    came = Deal.objects.get(kind="join")
    correct_deal(
        table_id=table.public_id, deal_key=came.entry_key, entry_key=uuid4(),
        facts={"kind": "join", "player": "Егор П.", "after": 0}, by="",
    )  # fmt: skip
    assert names(table)[-1] == "Егор П."
    assert not Player.objects.filter(name="Egor").exists()
    sound()


def test_a_retired_player_is_not_picked_and_stays_in_history(club, table):
    retire_player(club_id=club.public_id, player_id=who(club, "Vera"), by="")
    assert "Vera" not in [p.name for p in players_of(club)]
    assert "Vera" in names(table)
    bring_back_player(club_id=club.public_id, player_id=who(club, "Vera"), by="")
    assert "Vera" in [p.name for p in players_of(club)]


def test_a_guest_is_one_until_that_is_taken_back(club):
    for guest in (True, True, False):
        set_guest(club_id=club.public_id, player_id=who(club, "Vera"), guest=guest, by="")
        assert club.players.get(name="Vera").guest is guest
    assert ClubEvent.objects.filter(club=club, kind="player").count() == 2


def test_two_spellings_are_one_person_and_the_name_finds_him_everywhere(club, table):
    other = start(club=club, players=("Anya", "Boris", "Vera", "Gleb"))
    merge(club, "Anna", "Anya")
    assert names(other)[0] == "Anna"
    assert names(start(club=club, players=("anya", "Boris", "Vera", "Gleb")))[0] == "Anna"
    later = start(club=club, players=("Zoya", "Boris", "Vera", "Gleb"))
    record(later, {"kind": "join", "player": "ANYA"})
    assert names(later)[-1] == "Anna"
    assert refused(lambda: record(again(later), {"kind": "join", "player": "Anya"})) == ["player"]
    assert "Anya" not in [p.name for p in players_of(club)]
    assert refused(lambda: add_player(club_id=club.public_id, name="Anya", by="")) == ["name"]
    assert not isinstance(read_sheet(export_sheet(again(later))), list)
    sound()


def test_merged_twice_is_merged_once(club):
    anya = add_player(club_id=club.public_id, name="Anya", by="")
    anna = club.players.get(name="Anna")
    told = {"club_id": club.public_id, "into": anna.public_id, "other": anya.public_id, "by": ""}
    assert merge_players(**told) == merge_players(**told) == anna
    assert ClubEvent.objects.filter(data__what="merged").count() == 1


def test_two_who_sat_at_one_table_or_paid_each_other_are_two(club, table):
    evening = Evening(random.Random(1))
    evening.pay()
    paid = Payment.objects.get()
    assert refused(merge, club, "Anna", "Boris") == ["other.seats"]
    assert "other.payments" in refused(merge, evening.club, paid.payer.name, paid.payee.name)
    assert refused(merge, club, "Anna", "Anna") == ["other"]
    elsewhere = start(club_name="Another", players=("Anya", "Boris", "Vera", "Gleb")).evening.club
    with pytest.raises(Unknown):
        merge_players(club_id=club.public_id, into=who(club, "Anna"), other=who(elsewhere, "Anya"), by="")


def test_who_was_only_entered_by_mistake_is_another_spelling_all_the_same(club, table):
    record(table, {"kind": "join", "player": "Borys"})
    undo_deal(table_id=table.public_id, deal_key=Deal.objects.get(kind="join").entry_key, by="")
    record_some(again(table), 5)
    close_table(table_id=table.public_id, kitty="divide", by="")
    assert {card.view.name: card.evenings for card in player_cards(club)}["Borys"] == 0
    before = standings(club, year_span(2026), Asked()).rows

    merge(club, "Boris", "Borys")
    assert standings(club, year_span(2026), Asked()).rows == before
    other = start(club=club, players=("Anna", "Borys", "Vera", "Gleb"))
    record_some(other, 3)
    reopen_table(table_id=table.public_id, by="")
    merge_tables(table_id=table.public_id, from_id=other.public_id, by="")
    assert sorted(again(table).kept_state.met) == [0, 1, 2, 3]
    close_table(table_id=table.public_id, kitty="divide", by="")
    before = standings(club, year_span(2026), Asked()).rows
    split(club, "Borys")
    assert standings(club, year_span(2026), Asked()).rows == before
    sound()


def test_split_again_he_has_what_was_his_and_what_came_later_stays(club, table):
    old = start(club=club, players=("Anya", "Boris", "Vera", "Gleb"))
    came = start(club=club, players=("Zoya", "Boris", "Vera", "Gleb"))
    record(came, {"kind": "join", "player": "Anya"})
    merge(club, "Anna", "Anya")
    later = start(club=club, players=("Anya", "Boris", "Vera", "Gleb"))
    split(club, "Anya")
    assert [names(t)[0] for t in (table, old, later)] == ["Anna", "Anya", "Anna"]
    assert names(came)[-1] == Deal.objects.get(kind="join").data["player"] == "Anya"
    assert names(start(club=club, players=("Anya", "Boris", "Vera", "Gleb")))[0] == "Anya"
    sound()
    with pytest.raises(Unknown):
        split(club, "Anya")


def test_a_chain_of_spellings_comes_apart_in_any_order(club, table):
    tables = [start(club=club, players=(name, "Boris", "Vera", "Gleb")) for name in ("Anya", "Annie")]
    for order in (("Anya", "Annie"), ("Annie", "Anya")):
        merge(club, "Anya", "Annie")
        merge(club, "Anna", "Anya")
        assert [names(t)[0] for t in tables] == ["Anna", "Anna"]
        for name in order:
            split(club, name)
        assert [names(t)[0] for t in tables] == ["Anya", "Annie"]
    sound()


def test_points_with_which_both_begin_a_season_are_added_and_come_apart(club):
    season = Season.objects.create(club=club, name="2026", starts=date(2026, 1, 1), ends=date(2026, 12, 31))
    anya = add_player(club_id=club.public_id, name="Anya", by="")
    for player, code, begin in ((club.players.get(name="Anna"), "kassa", 7), (anya, "kassa", 5), (anya, "german", 3)):
        OpeningBalance.objects.create(season=season, player=player, rules_code=code, points=begin)

    def begun():
        found = OpeningBalance.objects.exclude(points=0)
        return sorted(found.values_list("player__name", "rules_code", "points"))

    before = begun()
    merge(club, "Anna", "Anya")
    assert begun() == [("Anna", "german", 3), ("Anna", "kassa", 12)]
    split(club, "Anya")
    assert begun() == before


@pytest.mark.parametrize("order", [("Annie", "Anya"), ("Anya", "Annie")])
@pytest.mark.parametrize(
    "own", [{"Anna": 10, "Anya": 5, "Annie": 7}, {"Anna": 10, "Annie": 7}, {"Annie": 7}, {"Anya": -7, "Annie": 7}]
)
def test_points_a_chain_of_spellings_began_with_come_apart_in_any_order(club, own, order):
    for name in ("Anya", "Annie"):
        add_player(club_id=club.public_id, name=name, by="")
    season = Season.objects.create(club=club, name="2026", starts=date(2026, 1, 1), ends=date(2026, 12, 31))
    for name, begin in own.items():
        OpeningBalance.objects.create(
            season=season, player=club.players.get(name=name), rules_code="kassa", points=begin
        )

    merge(club, "Anya", "Annie")
    merge(club, "Anna", "Anya")
    for name in order:
        split(club, name)

    assert dict(OpeningBalance.objects.exclude(points=0).values_list("player__name", "points")) == own


def test_an_erased_name_is_nowhere_any_more(club, table):
    rename(club, "Anna", "Anna Karenina")
    add_player(club_id=club.public_id, name="Annie", by="")
    merge(club, "Anna Karenina", "Annie")
    name_keeper(table_id=table.public_id, keeper=who(club, "Anna Karenina"), by="")
    titled = start(club=None, club_name="", players=("Anna Karenina", "Boris", "Vera", "Gleb")).evening.club
    other = start(club=club, players=("Zoya", "Boris", "Vera", "Gleb"), by="Anna's phone")
    record(other, {"kind": "join", "player": "annie"})
    record(other, SIMPLE)
    record(again(other), PASSED)
    before = points(other)

    assert erase(club, "Anna Karenina").name == "former player"
    assert erase(titled, "Anna Karenina")
    titled.refresh_from_db()

    assert titled.name == "former player, Boris, Vera, Gleb"
    assert names(other)[-1] == Deal.objects.get(kind="join").data["player"] == "former player"
    kept = [*TableEvent.objects.values_list("data"), *ClubEvent.objects.values_list("data")]
    kept += [export_sheet(again(t)) for t in (table, other)]
    kept += Player.objects.values_list("name", "folded")
    assert "karenina" not in str(kept).casefold()
    assert "anni" not in str(kept).casefold()
    assert other.evening.started_by == "Anna's phone"
    assert points(other) == before
    assert "former player" not in [p.name for p in players_of(club)]
    assert start(club=club).seats.get(number=ANNA).player.name == "Anna"
    sound()


def test_a_second_former_player_has_a_number_and_none_is_touched_again(club):
    assert [erase(club, name).name for name in ("Anna", "Boris")] == ["former player", "former player 2"]
    for work in (lambda: erase(club, "former player"), lambda: rename(club, "former player", "Zoya")):
        with pytest.raises(Unknown):
            work()


def test_another_of_a_name_that_was_given_up_keeps_it_when_the_first_is_erased(club, table):
    rename(club, "Boris", "Boris P.")
    other = start(club=club)
    name_keeper(table_id=other.public_id, keeper=other.seats.get(number=BORIS).player.public_id, by="")
    erase(club, "Boris P.")
    assert TableEvent.objects.get(table=other, kind="keeper").data["after"] == "Boris"
    assert "Boris P." not in str(list(ClubEvent.objects.values_list("data")))


class Life(Evening):
    """Evenings of a club whose players are renamed, merged, split and erased between payments and corrections."""

    def __init__(self, rng):
        super().__init__(rng)
        self.erased = 0

    def next(self):
        """Another evening; some come under other names."""
        plain = start("kassa", club=self.club, stake=self.rng.choice(STAKES), players=self.names())
        record_some(plain, 3, seed=self.rng.randrange(99))
        self.close(plain)
        self.tables.append(plain.public_id)

    def names(self):
        return self.rng.sample(["Anna", "Anya", "Boris", "Borya", "Vera", "Gleb", "Zoya"], 4)

    def player(self):
        return self.rng.choice(list(self.club.players.order_by("id"))).public_id

    def told(self):
        return {"club_id": self.club.public_id, "by": ""}

    def rename(self):
        rename_player(player_id=self.player(), name=f"Name {self.rng.randrange(5)}", **self.told())

    def merge(self):
        merge_players(into=self.player(), other=self.player(), **self.told())

    def split(self):
        split_player(other=self.player(), **self.told())

    def erase(self):
        erase_player(player_id=self.player(), words="former player", **self.told())

    def check(self):
        super().check()
        assert not Player.objects.filter(merged_into__isnull=False, seats__isnull=False).exists()
        assert not SettlementLine.objects.filter(player__merged_into__isnull=False).exists()


STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["merge", "merge", "merge", "split", "split", "rename", "erase", "pay", "odd", "undo", "correct", "plan",
             "keeper", "join", "next", "next"]
        ),
        st.integers(0, 9999),
    ),
    min_size=4,
    max_size=10,
)  # fmt: skip


@pytest.mark.long
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(STEPS, st.integers(0, 999))
def test_whatever_becomes_of_names_the_books_are_right(steps, seed):
    life = Life(random.Random(seed))
    for what, step_seed in steps:
        life.rng = random.Random(step_seed)
        points_before = [points(get_table(n)) for n in life.tables]
        with suppress(Faulty, Unknown, Stale):
            getattr(life, what)()
        if what in ("merge", "split", "rename", "erase"):
            assert [points(get_table(n)) for n in life.tables] == points_before
        life.check()


@pytest.mark.parametrize("unit", [1, 50])
def test_merging_and_splitting_moves_money_between_the_two_alone_and_back(unit):
    evening = Evening(random.Random(3))
    club = evening.club
    again_here = evening.any
    third = start("kassa", club=club, stake=again_here.stake, players=("Anya", "Boris", "Vera", "Gleb"))
    record_some(third, 4)
    close_table(table_id=third.public_id, kitty="carry", by="")
    name_keeper(table_id=third.public_id, keeper=who(club, "Anya"), by="")
    choose_plan(table_id=third.public_id, way="banker", banker=who(club, "Anya"), rounding=unit, by="")
    evening.tables.append(third.public_id)
    before = owed(club)

    merge(club, "Anna", "Anya")
    merged = owed(club)
    split(club, "Anya")

    assert "Anya" not in {name for name, _ in merged}
    for name, currency in merged:
        own = before[name, currency] + (before.get(("Anya", currency), 0) if name == "Anna" else 0)
        assert merged[name, currency] == own
    assert owed(club) == before
    third = again(third)
    assert (third.kitty_keeper.name, third.settlement.banker.name) == ("Anya", "Anya")
    sound()


def owed(club):
    known = dict(Player.objects.filter(club=club).values_list("pk", "name"))
    found = {}
    for (_, currency), left in left_in(club.settlements.values_list("pk", flat=True)).items():
        for player, amount in left.items():
            key = known.get(player, ""), currency
            found[key] = found.get(key, 0) + amount
    return found


def test_a_page_from_before_two_were_merged_pays_the_one_who_is_left(club, table):
    old = start(club=club, players=("Anya", "Boris", "Vera", "Gleb"), stake=STAKES[0])
    record_some(old, 2)
    close_table(table_id=old.public_id, kitty="carry", by="")
    merge(club, "Anna", "Anya")
    given = {"table_id": old.public_id, "currency": "EUR", "amount": 5, "seen": None, "by": ""}
    paid = pay(key=uuid4(), payer=who(club, "Anya"), payee=who(club, "Boris"), **given)
    assert paid.payer.name == "Anna"
    with pytest.raises(Faulty):
        pay(key=uuid4(), payer=who(club, "Anya"), payee=who(club, "Anna"), **given)
    name_keeper(table_id=old.public_id, keeper=who(club, "Anya"), by="")
    assert again(old).kitty_keeper.name == "Anna"
    sound()


def test_a_sheet_in_which_two_spellings_of_one_person_sit_is_refused(club, table):
    add_player(club_id=club.public_id, name="Anya", by="")
    merge(club, "Anna", "Anya")
    sat = {"format": FORMAT, "rules": "kassa", "players": ["Anna", "Boris", "Anya", "Gleb"], "deals": []}
    assert refused(lambda: import_sheet(read_sheet(sat), club=club, by="")) == ["players[2]"]
    came = sat | {"players": ["Anna", "Boris", "Vera", "Gleb"], "deals": [{"kind": "join", "player": "Anya"}]}
    assert refused(lambda: import_sheet(read_sheet(came), club=club, by="")) == ["players[4]"]
