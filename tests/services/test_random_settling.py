"""Whatever phones pay, take back, correct, reopen and join at random, nothing is lost and the plan is the shortest."""

import random
from contextlib import suppress
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ledger.models import SettlementLine, Table
from ledger.queries.audit import Audited, audit
from ledger.queries.fold import live_deals
from ledger.queries.payments import KITTY, settlement_picture
from ledger.queries.rows import variant_of
from ledger.rules.settlement import Stake
from ledger.services.deals import undo_deal
from ledger.services.errors import Faulty, Stale
from ledger.services.settling import choose_plan, name_keeper, pay, undo_payment
from ledger.services.tables import close_table, reopen_table, set_stake
from ledger.services.together import settle_apart, settle_together
from tests.rules.settling import fewest
from tests.services.test_random_life import correct as correct_at_random
from tests.stories import again, record_some, start

pytestmark = pytest.mark.django_db

STAKES = (Stake(1, 1000, "EUR"), Stake(3, 1000, "EUR"), Stake(1, 333, "EUR"), Stake(1, 20_000, "JPY"))
NAMES = "pay pay part odd undo correct correct undo_last stake plan keeper join part_ways reopen next".split()
STEPS = st.lists(st.tuples(st.sampled_from(NAMES), st.integers(0, 9999)), max_size=10)


@pytest.mark.long
# Whatever fails is short enough already.
@settings(
    max_examples=4,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
@given(STEPS, st.integers(0, 999))
def test_nothing_is_lost_and_no_plan_is_too_long(steps, seed):
    evening = Evening(random.Random(seed))
    for what, step_seed in steps:
        evening.rng = random.Random(step_seed)
        with suppress(Faulty, Stale):
            getattr(evening, what)()
        evening.check()


class Evening:
    """A club with two evenings to begin with, closed and at a stake."""

    def __init__(self, rng):
        self.rng = rng
        first = start("kassa", stake=STAKES[0])
        record_some(first, 4, seed=rng.randrange(99))
        self.club = first.evening.club
        close_table(table_id=first.public_id, kitty="carry", by="")
        self.tables = [first.public_id]
        self.next()

    def next(self):
        """Another evening, which takes the kitty up where one was carried."""
        rules = self.rng.choice(["kassa", "kassa", "russian"])
        lying = Table.objects.filter(closing="carry", carried_to=None, rules__code=rules).last()
        seats = self.rng.choice((4, 5)) if rules == "kassa" else 4
        more = {"opening_kitty": lying.kept_state.kitty} if lying else {}
        table = start(rules, club=self.club, stake=self.rng.choice(STAKES), seats=seats, **more)
        record_some(table, 3, seed=self.rng.randrange(99))
        self.close(table)
        self.tables.append(table.public_id)

    def close(self, table):
        kitty = self.rng.choice(["divide", "carry"]) if variant_of(again(table)).kitty else None
        close_table(table_id=table.public_id, kitty=kitty, by="")

    @property
    def any(self):
        return Table.objects.select_related("evening", "rules").get(public_id=self.rng.choice(self.tables))

    def lines(self, table):
        found = settlement_picture(table.settlement)
        return [(c.currency, row) for c in found.currencies for row in c.rows if row.can_tick]

    def pay(self, share=None):
        table = self.any
        lines = self.lines(table)
        if lines:
            currency, row = self.rng.choice(lines)
            amount = self.rng.randint(1, row.open) if share else row.open
            self.hand_over(table, row.payer, row.payee, currency, amount, row.open)

    def part(self):
        self.pay(share=True)

    def odd(self):
        """A payment that no plan asked for."""
        table = self.any
        people = settlement_picture(table.settlement).people
        if len(people) > 1:
            payer, payee = self.rng.sample(people, 2)
            self.hand_over(table, payer, payee, table.stake_currency or "EUR", self.rng.randint(1, 500), None)

    def hand_over(self, table, payer, payee, currency, amount, seen):
        pay(
            table_id=table.public_id, key=uuid4(), payer=payer.public_id, payee=payee.public_id, currency=currency,
            amount=amount, seen=seen, by="",
        )  # fmt: skip

    def undo(self):
        table = self.any
        made = [p for p in settlement_picture(table.settlement).payments if not p.undone_at]
        if made:
            undo_payment(table_id=table.public_id, key=self.rng.choice(made).key, by="")

    def correct(self):
        correct_at_random(self.any, self.rng)

    def undo_last(self):
        """A closed evening is opened again by undoing what came last."""
        table = self.any
        last = live_deals(table)[-1:]
        if last:
            undo_deal(table_id=table.public_id, deal_key=last[0].entry_key, by="")

    def stake(self):
        set_stake(table_id=self.any.public_id, stake=self.rng.choice([*STAKES, None]), by="")

    def plan(self):
        table = self.any
        people = settlement_picture(table.settlement).people
        banker = self.rng.choice(people).public_id if people else None
        way = self.rng.choice(["fewest", "banker", "each"])
        unit = self.rng.choice([1, 5, 50, 1000])
        choose_plan(table_id=table.public_id, way=way, banker=banker, rounding=unit, by="")

    def keeper(self):
        table = self.any
        players = [seat.player.public_id for seat in table.seats.select_related("player")]
        name_keeper(table_id=table.public_id, keeper=self.rng.choice([*players, None]), by="")

    def join(self):
        settle_together(table_id=self.any.public_id, others=[self.any.public_id], by="")

    def part_ways(self):
        settle_apart(table_id=self.any.public_id, by="")

    def reopen(self):
        table = self.any
        if table.closing:
            reopen_table(table_id=table.public_id, by="")
        else:
            self.close(table)

    def check(self):
        assert [str(d) for d in audit(Audited())] == []
        for table in Table.objects.select_related("settlement__banker"):
            for found in settlement_picture(table.settlement).currencies:
                self.check_plan(table, found)

    def check_plan(self, table, found):
        left = {p.person.public_id: p.left for p in found.people}
        assert sum(left.values()) == 0
        # What makes it up, rounded, and what was paid: nothing else.
        assert sum(p.result + p.kitty + p.rounding - p.total for p in found.people) == 0
        if table.settlement.way == "fewest":
            assert len(found.open_rows) == fewest(list(left.values()))
            assert found.proven
        for row in found.open_rows:
            assert row.open > 0
            left[row.payer.public_id] += row.open
            left[row.payee.public_id] -= row.open
        assert not any(left.values())
        assert all(row.payer != row.payee for row in found.rows)


def test_the_kitty_keeps_what_its_keeper_holds():
    """Over a chain of carried kitties all lines sum to zero for each currency, and end in the last keeper's hands."""
    evening = Evening(random.Random(1))
    for seed in range(6):
        evening.rng = random.Random(seed)
        evening.next()
    for currency in ("EUR", "JPY"):
        assert sum(line.amount for line in SettlementLine.objects.filter(currency=currency)) == 0
    evening.check()
    assert KITTY.public_id == ""
