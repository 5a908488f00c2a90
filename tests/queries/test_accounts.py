import random
from collections import Counter
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.models import Player, Settlement, Table
from ledger.queries.accounts import SETTLED_A_PAGE, account, accounts
from ledger.queries.clubs import carried_kitty
from ledger.queries.payments import settlement_picture, settlement_pictures
from ledger.queries.pictures import KITTY
from ledger.queries.together import open_of
from ledger.rules.settlement import Stake
from ledger.services.deals import correct_deal
from ledger.services.settling import choose_plan, name_keeper
from ledger.services.tables import close_table, reopen_table
from ledger.services.together import settle_apart, settle_together
from tests.paying import HALF_EURO, ROUBLE, SEVEN, evening, paid, pay_all, player, take_back
from tests.stories import GLEB, PASSED, SIX, again, record_some, start

pytestmark = pytest.mark.django_db


def of(table, name, *visible, page=1):
    return account(player(table, name), {t.pk for t in visible} or None, page)


def told(entry):
    """What the lines of an entry are for, with whom, how much."""
    return [(line.kind, line.other.name if line.other else "", line.amount) for line in entry.lines]


def plan(entry):
    return [(row.payer.name, row.payee.name, row.open) for _, row in entry.rows]


def everybody(club):
    """Who of the club owes or is owed how much, by currency."""
    return {currency: {one.name: amount for one, amount in people} for currency, people in accounts(club).currencies}


def queries(ask):
    with CaptureQueriesContext(connection) as found:
        ask()
    return len(found)


def test_two_evenings_in_two_currencies_are_two_sums():
    first = evening()
    club = first.evening.club
    evening(club, stake=HALF_EURO, deals=[SEVEN, SEVEN])

    assert of(first, "Boris").totals == {"EUR": 2100, "RUB": 2100}
    assert of(first, "Anna").totals == {"EUR": -700, "RUB": -700}
    assert everybody(club) == {
        currency: {"Boris": 2100, "Anna": -700, "Gleb": -700, "Vera": -700} for currency in ("EUR", "RUB")
    }


def test_two_evenings_in_one_currency_are_one_sum_and_two_entries_the_latest_first():
    first = evening()
    evening(first.evening.club, deals=[SEVEN, SEVEN])

    found = of(first, "Anna")
    assert found.totals == {"RUB": -2100}
    assert [plan(one) for one in found.open] == [[("Anna", "Boris", 1400)], [("Anna", "Boris", 700)]]
    assert [told(one) for one in found.open] == [[("result", "", -1400)], [("result", "", -700)]]


def test_a_part_that_was_paid_is_a_line_of_both_and_the_rest_stays_open():
    table = evening()
    paid(table, "Anna", "Boris", 300)

    (hers,) = of(table, "Anna").open
    assert told(hers) == [("result", "", -700), ("paid", "Boris", 300)]
    assert hers.left == {"RUB": -400}
    assert plan(hers) == [("Anna", "Boris", 400)]
    (his,) = of(table, "Boris").open
    assert told(his) == [("result", "", 2100), ("received", "Anna", -300)]
    assert of(table, "Boris").totals == {"RUB": 1800}


def test_who_has_paid_is_settled_while_the_others_are_not():
    table = evening()
    paid(table, "Anna", "Boris", 700)

    found = of(table, "Anna")
    assert (found.totals, found.open) == ({}, ())
    assert [one.left for one in found.settled] == [{"RUB": 0}]
    assert list(everybody(table.evening.club)["RUB"].items())[-1] == ("Anna", 0)
    assert len(of(table, "Boris").open) == 1


def test_a_payment_that_was_taken_back_is_no_line():
    table = evening()
    take_back(table, paid(table, "Anna", "Boris", 700))

    (entry,) = of(table, "Anna").open
    assert told(entry) == [("result", "", -700)]


def test_a_correction_afterwards_asks_only_for_the_difference():
    table = evening()
    pay_all(table)
    deal = table.results.get().deal
    facts = {**SEVEN, "declarer": GLEB}
    correct_deal(table_id=table.public_id, deal_key=deal.entry_key, entry_key=uuid4(), facts=facts, by="")

    assert everybody(table.evening.club)["RUB"] == {"Gleb": 2800, "Boris": -2800, "Anna": 0, "Vera": 0}
    (entry,) = of(table, "Boris").open
    assert told(entry)[0] == ("result", "", -700)
    assert plan(entry) == [("Boris", "Gleb", 2800)]
    assert of(table, "Anna").totals == {}


def test_joined_evenings_are_one_entry_that_says_what_each_brought():
    first = evening()
    second = evening(first.evening.club, deals=[SEVEN, SEVEN])
    settle_together(table_id=first.public_id, others=[second.public_id], by="")

    (entry,) = of(first, "Anna").open
    assert [t.pk for t in entry.tables] == [first.pk, second.pk]
    assert [(line.table.pk, line.amount) for line in entry.lines] == [(first.pk, -700), (second.pk, -1400)]
    assert plan(entry) == [("Anna", "Boris", 2100)]
    settle_apart(table_id=second.public_id, by="")
    assert len(of(first, "Anna").open) == 2


def test_joined_evenings_in_two_currencies_stay_two_sums():
    first = evening()
    second = evening(first.evening.club, stake=HALF_EURO)
    settle_together(table_id=first.public_id, others=[second.public_id], by="")

    (entry,) = of(first, "Anna").open
    assert entry.left == {"RUB": -700, "EUR": -350}
    assert of(first, "Anna").totals == {"RUB": -700, "EUR": -350}


def test_a_reopened_evening_counts_again_when_it_is_closed_and_what_was_paid_stays():
    table = evening()
    paid(table, "Anna", "Boris", 300)
    reopen_table(table_id=table.public_id, by="")

    found = of(table, "Anna")
    assert (found.totals, found.open, found.settled) == ({}, (), ())
    assert [told(one) for one in found.playing] == [[("paid", "Boris", 300)]]
    assert (accounts(table.evening.club).currencies, accounts(table.evening.club).playing) == ((), 1)

    close_table(table_id=table.public_id, kitty=None, by="")
    assert of(table, "Anna").totals == {"RUB": -400}
    assert of(table, "Anna").playing == ()


def test_a_reopened_evening_holds_up_those_it_is_settled_with():
    first = evening()
    second = evening(first.evening.club)
    settle_together(table_id=first.public_id, others=[second.public_id], by="")
    reopen_table(table_id=second.public_id, by="")

    found = of(first, "Anna")
    assert (found.totals, found.open) == ({}, ())
    assert [[t.pk for t in one.tables] for one in found.playing] == [[first.pk, second.pk]]


def test_tonight_is_told_to_those_who_play_for_money_and_to_nobody_else():
    table = start("german", stake=ROUBLE)
    points_alone = start("german", club=table.evening.club)

    assert [[t.pk for t in one.tables] for one in of(table, "Anna").playing] == [[table.pk]]
    close_table(table_id=points_alone.public_id, kitty=None, by="")
    assert of(table, "Anna").settled == ()


def test_a_kitty_is_money_in_the_hands_of_its_keeper_until_it_is_handed_on():
    first = evening(rules="kassa", deals=[PASSED], kitty="carry")
    club, names = first.evening.club, {"Anna": 3000, "Boris": -1000, "Gleb": -1000, "Vera": -1000}
    name_keeper(table_id=first.public_id, keeper=player(first, "Anna").public_id, by="")
    assert everybody(club)["RUB"] == names
    assert told(of(first, "Anna").open[0]) == [("result", "", -1000), ("kitty_kept", "", 4000)]
    assert of(first, "Anna").held == {"RUB": 4000}
    pay_all(first)
    # What is paid is settled, and the kitty's money is still in the keeper's hands.
    assert (of(first, "Anna").totals, of(first, "Anna").held) == ({}, {"RUB": 4000})

    second = evening(club, "kassa", [PASSED], kitty="carry", opening_kitty=40)
    name_keeper(table_id=second.public_id, keeper=player(first, "Boris").public_id, by="")
    assert told(of(first, "Anna").open[0]) == [("result", "", -1000), ("kitty_in", "", -4000)]
    assert told(of(first, "Boris").open[0]) == [("result", "", -1000), ("kitty_kept", "", 8000)]
    assert (of(first, "Anna").held, of(first, "Boris").held) == ({}, {"RUB": 8000})

    third = start("kassa", club=club, stake=ROUBLE, opening_kitty=80)
    assert of(first, "Boris").held == {"RUB": 8000}
    close_table(table_id=third.public_id, kitty="divide", by="")
    assert of(first, "Boris").held == {}
    assert told(of(first, "Boris").open[0]) == [("result", "", 2000), ("kitty_in", "", -8000)]


def test_a_kitty_that_went_on_in_another_currency_is_still_in_its_keepers_hands():
    first = evening(rules="kassa", deals=[PASSED], kitty="carry")
    name_keeper(table_id=first.public_id, keeper=player(first, "Anna").public_id, by="")
    second = evening(first.evening.club, "kassa", [], stake=HALF_EURO, kitty="carry", opening_kitty=40)
    name_keeper(table_id=second.public_id, keeper=player(first, "Boris").public_id, by="")

    assert of(first, "Anna").held == {"RUB": 4000}


def test_a_kitty_that_nobody_keeps_stands_in_the_list_of_all():
    table = evening(rules="kassa", deals=[PASSED], kitty="carry")

    ((currency, people),) = accounts(table.evening.club).currencies
    assert currency == "RUB"
    assert people[-1] == (KITTY, 4000)
    assert [(one.name, amount) for one, amount in people[:-1]] == [
        (name, -1000) for name in ("Anna", "Boris", "Gleb", "Vera")
    ]
    assert plan(of(table, "Anna").open[0]) == [("Anna", "", 1000)]


def test_money_that_only_goes_through_the_bankers_hands_is_open_with_him_too():
    table = evening(deals=[SEVEN, {**SEVEN, "declarer": GLEB}])
    # Boris and Gleb won 14 each, Anna and Vera lost 14.
    choose_plan(table_id=table.public_id, way="banker", banker=player(table, "Anna").public_id, by="")
    paid(table, "Anna", "Boris", 1400)

    found = of(table, "Anna")
    assert found.totals == {"RUB": 0}
    assert sorted(plan(found.open[0])) == [("Anna", "Gleb", 1400), ("Vera", "Anna", 1400)]


def test_each_with_each_is_told_as_the_settlement_has_it():
    table = evening(deals=[SEVEN, {**SEVEN, "declarer": GLEB}])
    choose_plan(table_id=table.public_id, way="each", by="")

    assert of(table, "Boris").totals == {"RUB": 1400}
    assert sorted(plan(of(table, "Boris").open[0])) == [("Anna", "Boris", 700), ("Vera", "Boris", 700)]


def test_only_evenings_that_may_be_seen_are_counted_and_the_others_numbered():
    first = evening()
    club = first.evening.club
    second, third = evening(club), evening(club)
    settle_together(table_id=second.public_id, others=[third.public_id], by="")

    for seen in ([first], [first, second]):
        found = of(first, "Anna", *seen)
        assert (found.totals, len(found.open), found.hidden) == ({"RUB": -700}, 1, 1)
    whole = of(first, "Anna", first, second, third)
    assert (whole.totals, whole.hidden) == ({"RUB": -2100}, 0)
    some = accounts(club, {first.pk})
    assert ([amount for _, amount in some.currencies[0][1]], some.hidden) == ([2100, -700, -700, -700], 1)


def test_the_kitty_of_an_evening_that_may_not_be_seen_is_not_told():
    first = evening(rules="kassa", deals=[PASSED], kitty="carry")
    name_keeper(table_id=first.public_id, keeper=player(first, "Anna").public_id, by="")
    other = evening(first.evening.club)

    assert of(first, "Anna", other).held == {}
    assert of(first, "Anna", first).held == {"RUB": 4000}


def test_another_club_is_another_ledger():
    mine = evening()
    evening()

    assert of(mine, "Anna").totals == {"RUB": -700}
    assert everybody(mine.evening.club)["RUB"]["Boris"] == 2100


@pytest.mark.long
def test_what_is_settled_comes_twenty_a_page_the_latest_first():
    club, tables = None, []
    for number in range(SETTLED_A_PAGE + 3):
        table = evening(club, name=f"evening {number}")
        club = table.evening.club
        pay_all(table)
        tables.append(table)
    still = evening(club)

    first, second = of(still, "Anna"), of(still, "Anna", page=2)
    assert (first.pages, len(first.settled), len(second.settled)) == (2, SETTLED_A_PAGE, 3)
    assert [one.tables[0].pk for one in (*first.settled, *second.settled)] == [t.pk for t in reversed(tables)]
    assert [len(one.open) for one in (first, second)] == [1, 1]
    assert {of(still, "Anna", page=page).page for page in (-1, 0, 1)} == {1}
    assert of(still, "Anna", page=99).page == 2


def test_what_is_open_of_a_table_is_what_its_settlement_asks_for():
    table = evening(deals=[SEVEN, {**SEVEN, "declarer": GLEB}])
    for way in ("fewest", "each", "banker"):
        banker = player(table, "Anna").public_id if way == "banker" else None
        choose_plan(table_id=table.public_id, way=way, banker=banker, by="")
        (asked,) = settlement_picture(again(table).settlement).currencies
        assert open_of([again(table)]) == {table.pk: {"RUB": asked.open_sum}}
    pay_all(table)
    assert open_of([again(table)]) == {table.pk: {}}


def test_nothing_is_asked_for_on_points_alone_or_while_a_table_is_played_on():
    table = evening()
    other = evening(table.evening.club)
    points = evening(table.evening.club, stake=None)
    settle_together(table_id=table.public_id, others=[other.public_id], by="")
    reopen_table(table_id=other.public_id, by="")

    assert open_of([again(t) for t in (table, other, points)]) == {}


def lively(count, seed):
    """The club of so many evenings of all kinds: paid in part or in all, settled together, played on."""
    rng, club = random.Random(seed), None
    for _ in range(count):
        rules = rng.choice(["german", "kassa", "classic"])
        stake = rng.choice([ROUBLE, ROUBLE, HALF_EURO, Stake(3, 12_345, "RUB")])
        kitty = rng.choice([0, carried_kitty(club, rules)]) if club else 0
        players = rng.sample(SIX, rng.choice([4, 5]))
        table = start(rules, club=club, players=players, stake=stake, opening_kitty=kitty)
        club = table.evening.club
        record_some(table, 2, seed=rng.randrange(999))
        end = rng.choice(["divide", "carry"]) if rules == "kassa" else None
        close_table(table_id=table.public_id, kitty=end, by="")
        some_plan(rng, table)
        some_payments(rng, table)
        if rng.random() < 0.2:
            others = list(Table.objects.filter(evening__club=club, closing__isnull=False))
            settle_together(table_id=table.public_id, others=[rng.choice(others).public_id], by="")
        if rng.random() < 0.1:
            reopen_table(table_id=table.public_id, by="")
    return club


def some_plan(rng, table):
    names = list(Player.objects.filter(seats__table=table).order_by("pk"))
    way = rng.choice(["fewest", "fewest", "banker", "each"])
    banker = rng.choice(names).public_id if way == "banker" else None
    choose_plan(table_id=table.public_id, way=way, banker=banker, rounding=rng.choice([1, 100, 1000]), by="")
    if rng.random() < 0.7:
        name_keeper(table_id=table.public_id, keeper=rng.choice(names).public_id, by="")


def some_payments(rng, table):
    if rng.random() < 0.3:
        names = [p.name for p in Player.objects.filter(seats__table=table)]
        paid(table, *rng.sample(names, 2), rng.randint(1, 900), rng.choice(["RUB", "EUR"]))
    elif rng.random() < 0.5:
        rows = [(c.currency, r) for c in settlement_picture(again(table).settlement).currencies for r in c.open_rows]
        for currency, row in rows:
            if row.can_tick and rng.random() < 0.8:
                paid(table, row.payer.name, row.payee.name, rng.choice([row.open, 1]), currency)


def to_receive(found, currency):
    """What somebody has at the end when all that his account tells him to pay and to take is done."""
    rows = [row for entry in found.open for code, row in entry.rows if code == currency]
    own = found.player.public_id
    return sum(row.open if row.payee.public_id == own else -row.open for row in rows)


@pytest.mark.long
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10_000), st.integers(1, 6))
def test_the_accounts_are_what_the_settlements_say_and_nothing_is_lost(seed, count):
    club = lively(count, seed)
    found = [settlement_picture(s) for s in Settlement.objects.filter(club=club).select_related("banker")]
    asked = [c for picture in found if not picture.playing for c in picture.currencies]
    listed = everybody(club)
    for currency in ("RUB", "EUR"):
        left = Counter()
        for one in (p for c in asked if c.currency == currency for p in c.people):
            left[one.person.public_id] += one.left
        players = Player.objects.filter(club=club)
        books = {p.public_id: account(p) for p in players}
        totals = {one: book.totals.get(currency, 0) for one, book in books.items()}
        assert totals == {p.public_id: left[p.public_id] for p in players}
        assert sum(totals.values()) + left[KITTY.public_id] == 0
        assert sum(listed.get(currency, {}).values()) == 0
        for p in players:
            assert listed.get(currency, {}).get(p.name, 0) == totals[p.public_id]
            assert to_receive(books[p.public_id], currency) == totals[p.public_id]


@pytest.mark.long
@pytest.mark.parametrize("seed", [3])
def test_many_pictures_at_once_are_the_pictures_one_by_one(seed):
    found = Settlement.objects.filter(club=lively(8, seed)).select_related("banker")

    assert settlement_pictures(found) == {one.pk: settlement_picture(one) for one in found}


def three_kinds(club):
    """An evening that Anna settles with each, one that goes through her hands, one that is settled."""
    tables = [evening(club), evening(club), evening(club)]
    pay_all(tables[2])
    choose_plan(table_id=tables[0].public_id, way="each", by="")
    choose_plan(
        table_id=tables[1].public_id, way="banker", banker=player(tables[1], "Anna").public_id, by="", rounding=100
    )


@pytest.mark.long
def test_thirty_evenings_need_as_many_queries_as_three():
    club = start("german", stake=ROUBLE).evening.club
    three_kinds(club)
    anna = Player.objects.get(club=club, name="Anna")

    def asked():
        tables = list(Table.objects.filter(evening__club=club))
        return queries(lambda: account(anna)), queries(lambda: accounts(club)), queries(lambda: open_of(tables))

    few = asked()
    for _ in range(9):
        three_kinds(club)
    assert (len(account(anna).open), account(anna).totals) == (20, {"RUB": -14000})
    assert asked() == few
