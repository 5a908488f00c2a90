"""Settling up: what is paid stays paid, and only the difference is asked for."""

from datetime import date
from uuid import uuid4

import pytest

from ledger.models import Payment, Settlement, SettlementLine
from ledger.queries.clubs import carrying_table
from ledger.queries.payments import settlement_picture
from ledger.rules.settlement import Stake
from ledger.services.deals import correct_deal, undo_deal
from ledger.services.errors import Faulty, NotOpen, Paid, Stale, Unknown
from ledger.services.settling import choose_plan, name_keeper, pay, undo_payment
from ledger.services.tables import close_table, reopen_table, set_stake
from ledger.services.together import settle_apart, settle_together
from ledger.services.whole_tables import discard_table, merge_tables
from tests.stories import ANNA, BORIS, MISERE, PASSED, SIMPLE, VERA, again, differences, record, start
from tests.stories import balances as points_of

pytestmark = pytest.mark.django_db

EURO = Stake(1, 1000, "EUR")
"""A tenth of a euro a point."""


@pytest.fixture
def table():
    """A german evening: no kitty, so the points of the deals are the money."""
    return closed(["g-simple", "g-anna", "g-vera"])


GERMAN = {
    "g-simple": {"contract": "7", "trump": "hearts", "declarer": BORIS, "tricks": 8},
    "g-anna": {"contract": "6", "trump": "clubs", "declarer": ANNA, "tricks": 6},
    "g-more": {"contract": "9", "trump": "clubs", "declarer": ANNA, "tricks": 9},
    "g-vera": {"contract": "8", "trump": "diamonds", "declarer": VERA, "tricks": 5},
    "g-fail": {"contract": "6", "trump": "clubs", "declarer": ANNA, "tricks": 3},
}


def closed(deals, stake=EURO, rules="german", kitty=None, **changes):
    table = start(rules, stake=stake, **changes)
    for deal in deals:
        record(table, GERMAN.get(deal, deal) if isinstance(deal, str) else deal)
    return close_table(table_id=table.public_id, kitty=kitty, by="")


def picture(table):
    return settlement_picture(again(table).settlement)


def plan(table, currency=0):
    """What is open: who pays whom how much."""
    found = picture(table).currencies
    return [(r.payer.name, r.payee.name, r.open) for r in found[currency].rows if r.open] if found else []


def left(table):
    return {p.person.name: p.left for c in picture(table).currencies for p in c.people if p.left}


def row(table, payer, payee):
    rows = [r for c in picture(table).currencies for r in c.rows]
    return next(r for r in rows if (r.payer.name, r.payee.name) == (payer, payee))


def tick(table, payer, payee, amount=None, *, key=None, seen=None, by="Vera's phone"):
    line = row(table, payer, payee)
    return pay(
        table_id=table.public_id,
        key=key or uuid4(),
        payer=line.payer.public_id,
        payee=line.payee.public_id,
        currency=again(table).stake_currency,
        amount=amount or line.open,
        seen=line.open if seen is None else seen,
        by=by,
    )


def tick_all(table):
    while plan(table):
        tick(table, *plan(table)[0][:2])


def deal_key(table, position):
    return again(table).results.get(position=position).deal.entry_key


def correct(table, position, facts):
    correct_deal(table_id=table.public_id, deal_key=deal_key(table, position), entry_key=uuid4(), facts=facts, by="")


def audited():
    from ledger.queries.audit import Audited, audit

    return [str(d) for d in audit(Audited())]


def test_a_tick_takes_its_line_away_and_leaves_the_others(table):
    before = plan(table)
    assert len(before) == 3
    for made in before:
        tick(table, *made[:2])
        before = [line for line in before if line != made]
        assert plan(table) == before
    assert picture(table).settled


def test_payments_never_count_as_points(table):
    before = points_of(table)
    tick_all(table)
    assert points_of(table) == before
    assert differences(table) == []


def test_who_ticked_and_when_is_kept_and_a_tick_is_taken_back(table):
    before = plan(table)
    made = tick(table, *before[0][:2], by="Gleb's phone")
    undo_payment(table_id=table.public_id, key=made.key, by="Anna's phone")
    undo_payment(table_id=table.public_id, key=made.key, by="Boris's phone")
    (told,) = picture(table).payments
    assert (told.by, told.undone_by, told.amount) == ("Gleb's phone", "Anna's phone", before[0][2])
    assert plan(table) == before


def test_the_same_tick_sent_twice_is_one_payment(table):
    payer, payee, amount = plan(table)[0]
    key = uuid4()
    first = tick(table, payer, payee, key=key)
    again_ = pay(
        table_id=table.public_id, key=key, payer=first.payer.public_id, payee=first.payee.public_id, currency="EUR",
        amount=amount, seen=amount, by="",
    )  # fmt: skip
    assert first == again_
    assert Payment.objects.count() == 1


def test_a_second_phone_that_ticks_the_same_line_is_told_who_did(table):
    payer, payee, amount = plan(table)[0]
    made = tick(table, payer, payee)
    with pytest.raises(NotOpen) as told:
        tick(table, payer, payee, amount, seen=amount)
    assert (told.value.by, told.value.at) == ("Vera's phone", made.at)
    assert Payment.objects.count() == 1


def test_two_phones_that_note_the_same_part_note_it_once(table):
    payer, payee, amount = plan(table)[0]
    tick(table, payer, payee, 20, seen=amount)
    with pytest.raises(NotOpen):
        tick(table, payer, payee, 20, seen=amount)
    assert row(table, payer, payee).paid == 20


def test_part_of_a_line_leaves_the_rest_of_it_open(table):
    payer, payee, amount = plan(table)[0]
    tick(table, payer, payee, 20)
    line = row(table, payer, payee)
    assert (line.paid, line.open, line.total) == (20, amount - 20, amount)
    with pytest.raises(Faulty):
        tick(table, payer, payee, amount)
    tick(table, payer, payee)
    assert row(table, payer, payee).open == 0


@pytest.mark.parametrize("paid", ["nothing", "a part", "one line", "all"])
@pytest.mark.parametrize("better", ["g-more", "g-fail"])
def test_after_a_correction_only_the_difference_is_asked_for(table, paid, better):
    was = left(table)
    if paid == "a part":
        tick(table, *plan(table)[0][:2], 20)
    if paid == "one line":
        tick(table, *plan(table)[0][:2])
    if paid == "all":
        tick_all(table)
    made = Payment.objects.count()
    before = left(table)
    correct(table, 2, GERMAN[better])
    fresh = closed(["g-simple", better, "g-vera"], club=table.evening.club)
    change = {name: left(fresh).get(name, 0) - was.get(name, 0) for name in ("Anna", "Boris", "Vera", "Gleb")}
    assert left(table) == {n: v for n in change if (v := before.get(n, 0) + change[n])}
    assert Payment.objects.count() == made
    assert any(change.values())
    if paid == "all":
        assert sum(amount for _, _, amount in plan(table)) == sum(v for v in change.values() if v > 0)
    # And back again: nothing is asked for that was paid.
    correct(table, 2, GERMAN["g-anna"])
    assert left(table) == before
    assert audited() == []


def test_who_paid_too_much_is_paid_back(table):
    tick_all(table)
    undo_deal(table_id=table.public_id, deal_key=deal_key(table, 3), by="")
    assert picture(table).playing
    close_table(table_id=table.public_id, kitty=None, by="")
    open_now, money = plan(table), left(table)
    assert sum(money.values()) == 0
    for payer, payee, amount in open_now:
        money[payer] += amount
        money[payee] -= amount
    assert not any(money.values())


def test_a_reopened_evening_asks_nobody_and_takes_no_payment(table):
    tick(table, *plan(table)[0][:2])
    line = picture(table).currencies[0].rows[-1]
    reopen_table(table_id=table.public_id, by="")
    assert picture(table).playing
    assert not picture(table).settled
    with pytest.raises(Stale):
        pay(
            table_id=table.public_id, key=uuid4(), payer=line.payer.public_id, payee=line.payee.public_id,
            currency="EUR", amount=5, seen=None, by="",
        )  # fmt: skip
    assert SettlementLine.objects.count() == 0
    record(table, GERMAN["g-more"])
    close_table(table_id=table.public_id, kitty=None, by="")
    assert sum(left(table).values()) == 0
    assert Payment.objects.count() == 1


@pytest.mark.parametrize(
    ("stake", "largest"),
    [
        pytest.param(Stake(1, 1_000_000, "JPY"), None, id="yen have no decimals"),
        pytest.param(Stake(1, 10, "KWD"), None, id="dinars have three"),
        pytest.param(Stake(1, 333, "EUR"), None, id="0.0333 a point"),
        pytest.param(Stake(7, 10_000, "RUB"), None, id="seven points a rouble"),
    ],
)
def test_any_stake_is_settled_to_the_last_coin(stake, largest):
    table = closed(["g-simple", "g-anna", "g-fail"], stake=stake)
    assert sum(left(table).values()) == 0
    tick_all(table)
    assert left(table) == {}
    assert picture(table).settled


def test_another_stake_afterwards_asks_for_the_difference(table):
    tick_all(table)
    paid = {p.payer.name: p.amount for p in picture(table).payments}
    set_stake(table_id=table.public_id, stake=Stake(1, 2000, "EUR"), by="")
    assert {payer: amount for payer, _, amount in plan(table)} == paid
    set_stake(table_id=table.public_id, stake=EURO, by="")
    assert plan(table) == []


def test_another_currency_afterwards_leaves_what_was_paid_in_the_old_one_to_be_paid_back(table):
    tick_all(table)
    set_stake(table_id=table.public_id, stake=Stake(1, 1000, "CHF"), by="")
    assert [c.currency for c in picture(table).currencies] == ["CHF", "EUR"]
    back = {(payee, payer): amount for payer, payee, amount in plan(table, 1)}
    assert sum(back.values()) == sum(p.amount for p in picture(table).payments)


def test_rounding_is_a_line_of_its_own_and_sums_to_zero(table):
    exact = left(table)
    choose_plan(table_id=table.public_id, way="fewest", rounding=100, by="")
    (found,) = picture(table).currencies
    assert all(p.total % 100 == 0 for p in found.people)
    assert sum(p.rounding for p in found.people) == 0
    assert {p.person.name: p.total - p.rounding for p in found.people} == exact
    assert any(p.rounding for p in found.people)
    assert audited() == []
    choose_plan(table_id=table.public_id, way="fewest", rounding=1, by="")
    assert left(table) == exact


def test_rounding_chosen_after_somebody_paid_asks_for_the_rest(table):
    tick(table, *plan(table)[0][:2])
    choose_plan(table_id=table.public_id, way="fewest", rounding=100, by="")
    assert sum(left(table).values()) == 0
    tick_all(table)
    assert picture(table).settled


def test_everything_through_one_banker(table):
    gleb = next(p for p in picture(table).people if p.name == "Gleb")
    owed = left(table)
    choose_plan(table_id=table.public_id, way="banker", banker=gleb.public_id, by="")
    assert all("Gleb" in line[:2] for line in plan(table))
    assert {(line[0] if line[1] == "Gleb" else line[1]) for line in plan(table)} == owed.keys() - {"Gleb"}
    tick(table, *plan(table)[0][:2])
    tick_all(table)
    assert picture(table).settled


def test_each_with_each_is_what_they_won_from_each_other():
    table = closed(["g-simple", "g-anna"])
    owed = left(table)
    choose_plan(table_id=table.public_id, way="each", by="")
    sums = dict.fromkeys(("Anna", "Boris", "Vera", "Gleb"), 0)
    for payer, payee, amount in plan(table):
        sums[payer] -= amount
        sums[payee] += amount
    assert {n: v for n, v in sums.items() if v} == owed
    # Boris won the first deal from all others, Anna the second.
    assert {line[:2] for line in plan(table)} >= {(p, q) for p in ("Vera", "Gleb") for q in ("Anna", "Boris")}
    tick_all(table)
    assert picture(table).settled


def test_a_way_of_paying_that_cannot_be_is_refused(table):
    for wrong in ({"way": "dice"}, {"way": "banker"}, {"way": "banker", "banker": "nobody"}):
        with pytest.raises(Faulty):
            choose_plan(table_id=table.public_id, by="", **wrong)
    for unit in (0, -5, 10**9):
        with pytest.raises(Faulty):
            choose_plan(table_id=table.public_id, way="fewest", rounding=unit, by="")


def test_payments_that_cannot_be_are_refused(table):
    line = picture(table).currencies[0].rows[0]
    ours = {"payer": line.payer.public_id, "payee": line.payee.public_id, "currency": "EUR", "amount": 5}
    stranger = closed(["g-simple"], players=("Zoya", "Ivan", "Petr", "Olga"))
    foreign = picture(stranger).people[0].public_id
    for wrong in ({"payee": ours["payer"]}, {"payee": foreign}, {"payer": ""}, {"currency": "XXX"}, {"amount": 0}):
        with pytest.raises(Faulty):
            pay(table_id=table.public_id, key=uuid4(), seen=None, by="", **ours | wrong)
    with pytest.raises(Unknown):
        pay(table_id="nowhere", key=uuid4(), seen=None, by="", **ours)
    made = tick(table, line.payer.name, line.payee.name)
    for service in (pay, undo_payment):
        more = {**ours, "seen": None} if service is pay else {}
        with pytest.raises(Unknown):
            service(table_id=stranger.public_id, key=made.key, by="", **more)


def test_two_tables_with_different_stakes_are_settled_in_one(table):
    club = table.evening.club
    other = closed(["g-fail"], stake=Stake(1, 2500, "EUR"), club=club)
    tick(table, *plan(table)[0][:2])
    together = left(table)
    for name, amount in left(other).items():
        together[name] = together.get(name, 0) + amount
    settle_together(table_id=table.public_id, others=[other.public_id], by="")
    assert left(table) == left(other) == {n: v for n, v in together.items() if v}
    assert len(plan(table)) <= 3
    assert Settlement.objects.count() == 1
    assert audited() == []
    correct(other, 1, GERMAN["g-more"])
    assert sum(left(table).values()) == 0
    assert audited() == []


def test_evenings_go_apart_again_with_what_was_paid_on_each(table):
    club = table.evening.club
    other = closed(["g-fail"], club=club)
    tick(other, *plan(other)[0][:2])
    before = left(table), left(other)
    settle_together(table_id=table.public_id, others=[other.public_id], by="")
    settle_apart(table_id=other.public_id, by="")
    assert (left(table), left(other)) == before
    assert audited() == []


def test_what_was_paid_for_several_evenings_keeps_them_together(table):
    other = closed(["g-fail"], club=table.evening.club)
    settle_together(table_id=table.public_id, others=[other.public_id], by="")
    made = tick(table, *plan(table)[0][:2])
    with pytest.raises(Stale):
        settle_apart(table_id=other.public_id, by="")
    undo_payment(table_id=other.public_id, key=made.key, by="")
    settle_apart(table_id=table.public_id, by="")
    assert Settlement.objects.count() == 2


def test_only_closed_evenings_of_one_club_are_settled_together(table):
    running = start("german", club=table.evening.club, stake=EURO)
    with pytest.raises(Stale):
        settle_together(table_id=table.public_id, others=[running.public_id], by="")
    strange = closed(["g-simple"], club_name="Others")
    with pytest.raises(Faulty):
        settle_together(table_id=table.public_id, others=[strange.public_id], by="")


def test_an_evening_on_which_money_was_paid_is_not_deleted(table):
    made = tick(table, *plan(table)[0][:2])
    with pytest.raises(Paid):
        discard_table(table_id=table.public_id, by="")
    undo_payment(table_id=table.public_id, key=made.key, by="")
    discard_table(table_id=table.public_id, by="")
    assert Settlement.objects.count() == 0


class TestKitty:
    """A kitty that is carried has a keeper, and its money goes round to the last coin."""

    @pytest.fixture
    def first(self):
        return closed([SIMPLE, PASSED, PASSED], rules="kassa", kitty="carry")

    def player(self, table, name):
        return again(table).seats.get(player__name=name).player.public_id

    def keep(self, table, name):
        name_keeper(table_id=table.public_id, keeper=self.player(table, name), by="")

    def next(self, table, deals, kitty, stake=EURO):
        return closed(
            deals, stake=stake, rules="kassa", kitty=kitty, club=table.evening.club, date=date(2026, 12, 5),
            opening_kitty=again(table).kept_state.kitty,
        )  # fmt: skip

    def totals(self, *tables):
        """Everybody's money over the evenings, apart from what they paid."""
        sums = {}
        for table in tables:
            for line in SettlementLine.objects.filter(table=table).select_related("player"):
                name = line.player.name if line.player else ""
                sums[name] = sums.get(name, 0) + line.amount
        return {name: amount for name, amount in sums.items() if amount}

    def test_nobody_can_pay_a_kitty_that_nobody_keeps(self, first):
        lines = [r for c in picture(first).currencies for r in c.rows if not r.payee.public_id]
        assert sum(r.open for r in lines) == 800
        assert not any(r.can_tick for r in lines)

    def test_the_keeper_is_paid_and_the_next_evening_begins_with_it(self, first):
        self.keep(first, "Vera")
        played = {p.person.name: p.result for p in picture(first).currencies[0].people}
        assert left(first).get("Vera", 0) == played["Vera"] + 800
        second = self.next(first, [PASSED], "carry")
        assert (second.carried_from, second.kitty_keeper.name) == (first, "Vera")
        assert again(second).kitty_held == 1200
        # The others pay him what they put in; what he held already is still in his hands.
        assert left(second) == {"Anna": -100, "Boris": -100, "Gleb": -100, "Vera": 300}

    def test_over_the_evenings_the_keeper_keeps_nothing(self, first):
        self.keep(first, "Vera")
        second = self.next(first, [PASSED], "carry")
        third = self.next(second, [{**MISERE, "turned": "clubs"}], "divide")
        won = {"Anna": 0, "Boris": 0, "Vera": 0, "Gleb": 0}
        for table in (first, second, third):
            for p in picture(table).currencies[0].people:
                won[p.person.name] += p.result
        assert self.totals(first, second, third) == {n: v for n, v in won.items() if v}
        assert sum(won.values()) == 0
        assert audited() == []

    def test_another_keeper_hands_it_over(self, first):
        self.keep(first, "Vera")
        second = self.next(first, [PASSED], "carry")
        before = left(second)
        self.keep(second, "Gleb")
        assert left(second)["Vera"] == before["Vera"] - 1200
        assert left(second)["Gleb"] == before["Gleb"] + 1200

    @pytest.mark.parametrize("kitty", ["divide", "carry"])
    def test_a_correction_of_the_earlier_evening_shows_the_difference_in_the_next(self, first, kitty):
        self.keep(first, "Vera")
        second = self.next(first, [PASSED], kitty)
        tick_all(first)
        tick_all(second)
        correct(first, 3, MISERE)
        shared = SettlementLine.objects.filter(table=second, kind="kitty_shared")
        difference = (again(first).kitty_held or 0) - 800
        assert difference
        if kitty == "divide":
            assert sum(line.amount for line in shared) == difference
            amounts = [line.amount for line in shared]
            assert max(amounts) - min(amounts) <= 1
        else:
            assert again(second).kitty_held == 1200 + difference
            assert not shared
        for table in (first, second):
            assert sum(left(table).values()) == 0
        assert audited() == []

    def test_a_kitty_kept_in_another_currency_is_not_mixed(self, first):
        self.keep(first, "Vera")
        second = self.next(first, [PASSED], "divide", Stake(1, 1000, "CHF"))
        assert self.totals(first).get("Vera") is not None
        kept = SettlementLine.objects.get(table=second, kind="kitty_kept")
        assert (kept.currency, kept.player.name) == ("CHF", "Vera")
        assert audited() == []

    def test_a_dearer_stake_shares_what_the_keeper_lacks(self, first):
        self.keep(first, "Vera")
        second = self.next(first, [PASSED], "divide", Stake(1, 2000, "EUR"))
        shared = [line.amount for line in SettlementLine.objects.filter(table=second, kind="kitty_shared")]
        # 80 points were worth 8.00 and are worth 16.00 now.
        assert sum(shared) == -800
        assert sum(left(second).values()) == 0

    def test_only_one_evening_takes_a_kitty_up(self, first):
        self.next(first, [PASSED], "carry")
        another = closed([PASSED], rules="kassa", kitty="carry", club=first.evening.club, opening_kitty=80)
        assert another.carried_from is None


class TestWhatBrokeOnce:
    """Faults that were found by trying: each kind stays mended."""

    def test_undoing_the_last_deal_of_a_closed_evening_takes_its_money_back(self, table):
        undo_deal(table_id=table.public_id, deal_key=deal_key(table, 3), by="")
        assert again(table).closing is None
        assert not SettlementLine.objects.exists()
        assert audited() == []

    @pytest.mark.parametrize("which", ["first", "second"])
    def test_an_evening_of_a_chain_of_kitties_is_deleted(self, which):
        tables = chain("carry", "carry", "divide")
        discard_table(table_id=tables[0 if which == "first" else 1].public_id, by="")
        assert audited() == []
        for one in tables[1:] if which == "first" else (tables[0], tables[2]):
            assert sum(left(one).values()) == 0

    def test_an_empty_kitty_carries_no_money_on(self):
        first, second = chain("carry", "carry", stakes=(EURO, Stake(1, 500, "EUR")))
        correct(second, 1, SIMPLE)
        assert again(second).kept_state.kitty == 0
        assert again(second).kitty_held is None
        assert SettlementLine.objects.filter(table=second, kind="kitty_shared").exists()
        assert sum(left(first).values()) == sum(left(second).values()) == 0
        assert audited() == []

    def test_who_comes_out_even_pays_and_is_paid_each_with_each(self):
        table = closed([
            {"contract": "7", "trump": "hearts", "declarer": BORIS, "tricks": 8},
            {"contract": "7", "trump": "hearts", "declarer": ANNA, "tricks": 3},
            {"contract": "7", "trump": "hearts", "declarer": VERA, "tricks": 8},
            {"contract": "7", "trump": "hearts", "declarer": ANNA, "tricks": 8},
        ])  # fmt: skip
        people = {p.person.name: p.total for p in picture(table).currencies[0].people}
        even = [name for name, total in people.items() if not total]
        if not even:
            correct(table, 4, {"kind": "passed"})
        choose_plan(table_id=table.public_id, way="each", by="")
        points = {p.person.name: p.total for p in picture(table).currencies[0].people}
        for name in points:
            got = sum(a if payee == name else -a for payer, payee, a in plan(table) if name in (payer, payee))
            assert got == points[name]
        assert len(picture(table).people) == 4

    def test_whoever_came_out_even_can_be_banker_and_keeper(self):
        table = closed(["g-simple"], seats=5, first_dealer=4)
        dora = next(p for p in picture(table).people if p.name == "Dora")
        assert "Dora" not in left(table)
        choose_plan(table_id=table.public_id, way="banker", banker=dora.public_id, by="")
        assert all("Dora" in line[:2] for line in plan(table))

    def test_what_was_paid_for_several_evenings_keeps_each_from_being_deleted(self, table):
        other = closed(["g-fail"], club=table.evening.club)
        settle_together(table_id=table.public_id, others=[other.public_id], by="")
        made = tick(table, *plan(table)[0][:2])
        for one in (table, other):
            with pytest.raises(Paid):
                discard_table(table_id=one.public_id, by="")
        undo_payment(table_id=table.public_id, key=made.key, by="")
        settle_apart(table_id=table.public_id, by="")
        discard_table(table_id=other.public_id, by="")
        assert [p.amount for p in picture(table).payments] == [made.amount]

    def test_evenings_paid_together_are_not_joined_into_another(self, table):
        other = closed(["g-fail"], club=table.evening.club)
        settle_together(table_id=table.public_id, others=[other.public_id], by="")
        tick(other, *plan(other)[0][:2])
        reopen_table(table_id=other.public_id, by="")
        running = start("german", club=table.evening.club, stake=EURO)
        with pytest.raises(Paid):
            merge_tables(table_id=running.public_id, from_id=other.public_id, by="")

    def test_a_kitty_that_went_on_stays_gone_when_its_evening_is_joined_to_another(self):
        first, second = chain("carry", "divide")
        twin = start("kassa", club=first.evening.club, stake=EURO)
        reopen_table(table_id=first.public_id, by="")
        merge_tables(table_id=twin.public_id, from_id=first.public_id, by="")
        close_table(table_id=twin.public_id, kitty="carry", by="")
        assert again(second).carried_from == twin
        assert carrying_table(twin.evening.club, "kassa") is None
        assert audited() == []

    def test_sums_beyond_any_purse_are_not_settled_and_the_evening_closes_all_the_same(self):
        table = closed(
            [PASSED], rules="kassa", kitty="carry", opening_kitty=1_000_000, stake=Stake(1, 10**13 - 1, "CLF")
        )
        assert picture(table).beyond
        assert not SettlementLine.objects.exists()
        assert audited() == []

    def test_the_largest_sum_can_be_ticked(self):
        table = closed(["g-simple"], stake=Stake(1, 10**12, "EUR"))
        tick_all(table)
        assert picture(table).settled

    def test_nobody_is_blamed_for_a_plan_that_changed(self, table):
        payer, payee, amount = plan(table)[0]
        tick(table, payer, payee, 20)
        seen = amount - 20
        set_stake(table_id=table.public_id, stake=Stake(1, 3000, "EUR"), by="")
        with pytest.raises(NotOpen) as told:
            tick(table, payer, payee, seen, seen=seen)
        assert told.value.by == ""

    def test_a_key_says_one_thing_for_ever(self, table):
        payer, payee, _ = plan(table)[0]
        made = tick(table, payer, payee, 20)
        with pytest.raises(NotOpen):
            tick(table, payer, payee, 30, key=made.key)
        undo_payment(table_id=table.public_id, key=made.key, by="")
        with pytest.raises(NotOpen):
            tick(table, payer, payee, 20, key=made.key)

    def test_an_evening_being_played_is_not_dragged_into_a_settlement(self, table):
        other, third = (closed(["g-fail"], club=table.evening.club) for _ in range(2))
        settle_together(table_id=other.public_id, others=[third.public_id], by="")
        reopen_table(table_id=third.public_id, by="")
        with pytest.raises(Stale):
            settle_together(table_id=table.public_id, others=[other.public_id], by="")

    @pytest.mark.parametrize("wrong", ["a\0", "\0"])
    def test_a_nul_finds_nobody(self, table, wrong):
        with pytest.raises(Faulty):
            name_keeper(table_id=table.public_id, keeper=wrong, by="")
        with pytest.raises(Faulty):
            choose_plan(table_id=table.public_id, way="banker", banker=wrong, by="")


def chain(*closings, stakes=()):
    """Evenings of kassa in which all pass, each taking up the kitty of the one before; Vera keeps it."""
    found = []
    for at, kitty in enumerate(closings):
        stake = stakes[at] if stakes else EURO
        more = {"club": found[-1].evening.club, "opening_kitty": again(found[-1]).kept_state.kitty} if found else {}
        table = closed([PASSED], rules="kassa", kitty=kitty, stake=stake, **more)
        if not found:
            vera = again(table).seats.get(player__name="Vera").player.public_id
            name_keeper(table_id=table.public_id, keeper=vera, by="")
        found.append(table)
    return found
