"""A table's life at random: what is stored is a fresh replay of what stands, and nothing is lost."""

import random
from contextlib import suppress
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase as DjangoTestCase
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ledger.models import Deal, DealRetired, TableEvent
from ledger.queries.changes import Insert, Move, Replace, Restore, Retire
from ledger.queries.fold import live_deals, state_before
from ledger.queries.history import history
from ledger.queries.previews import preview_changes
from ledger.queries.rows import facts_of, variant_of
from ledger.queries.settlement import settlement_view
from ledger.queries.sheet import everybody, export_sheet
from ledger.queries.tables import table_picture
from ledger.rules.log import plain_entry
from ledger.rules.sheet import read_sheet, score_sheet
from ledger.rules.situation import KINDS
from ledger.services.deals import (
    change_log,
    correct_deal,
    insert_deal,
    move_deal,
    moved_key,
    record_deal,
    restore_deal,
    undo_deal,
)
from ledger.services.demo import random_facts
from ledger.services.errors import Faulty
from ledger.services.setups import change_setup
from ledger.services.swaps import swap_since
from ledger.services.tables import close_table, reopen_table
from tests.stories import again, differences, start

NEWCOMERS = ("Dora", "Egor", "Иван", "Иван П.", "אבי", "🃏Даша", "👨‍👩‍👧", "Anna-Maria von Ü.", "x" * 50)
SEEDS = st.integers(0, 10_000)


class TableLife(RuleBasedStateMachine):
    @initialize(rules=st.sampled_from(["kassa", "classic", "german"]), seats=st.integers(4, 6))
    def sit_down(self, rules, seats):
        self.table = start(rules, seats, options={})
        self.entries_by_hand = 0

    # What is known at the moment.

    @property
    def state(self):
        return again(self.table).kept_state

    def names(self, **more):
        return {"table_id": self.table.public_id, "by": "", **more}

    def chosen(self, rng, deals):
        return rng.choice(deals) if deals else None

    def facts(self, rng, state):
        return random_facts(rng, variant_of(self.table), state)

    def record(self, facts):
        """Record the next entry; False where the rules refuse it."""
        position = again(self.table).results.count() + 1
        try:
            record_deal(position=position, entry_key=uuid4(), facts=facts, **self.names())
        except Faulty:
            return False
        return True

    def foreseen(self, changes, do):
        """Do what a preview says, and see that it was right: refused with the same faults, or the same state."""
        table = again(self.table)
        seen = preview_changes(table, changes)
        later, refused = {}, False
        try:
            do()
        except Faulty as faulty:
            later, refused = faulty.later, True
        assert refused == (not seen.possible)
        assert set(later) == {c.position for c in seen.later if c.problems}
        assert again(table).kept_state == (seen.state_after or table.kept_state)

    is_open = precondition(lambda self: again(self.table).closing is None)
    can_play = precondition(lambda self: again(self.table).closing is None and len(self.state.order) >= 4)

    # What people do.

    @can_play
    @rule(seed=SEEDS, more=st.integers(1, 3))
    def deals(self, seed, more):
        rng = random.Random(seed)
        for _ in range(more):
            assert self.record(self.facts(rng, self.state))

    @can_play
    @rule(seed=SEEDS)
    def deal_with_others_sitting_out(self, seed):
        rng = random.Random(seed)
        out = rng.sample(self.state.order, len(self.state.order) - 4)
        assert self.record({"kind": "passed", "sitting_out": out, "note": "Иван was at the phone", **self.turned()})

    def turned(self):
        return {"turned": "clubs"} if variant_of(self.table).suits.turns_a_card else {}

    @is_open
    @rule(seed=SEEDS, name=st.sampled_from(NEWCOMERS))
    def join(self, seed, name):
        rng, state = random.Random(seed), self.state
        after = rng.choice([None, rng.choice(state.order)])
        full = len(state.order) >= variant_of(self.table).seating.most
        assert self.record({"kind": "join", "player": name, "after": after}) <= (not full)

    @is_open
    @rule(seed=SEEDS)
    def sit_down_again(self, seed):
        gone = [n for n in self.state.met if n not in self.state.order]
        if gone:
            self.record({"kind": "join", "seat": random.Random(seed).choice(gone)})

    @is_open
    @rule(seed=SEEDS)
    def leave(self, seed):
        order = self.state.order
        assert self.record({"kind": "leave", "seat": random.Random(seed).choice(order)}) == (len(order) > 1)

    @is_open
    @rule(seed=SEEDS, name=st.sampled_from(NEWCOMERS))
    def substitute(self, seed, name):
        self.record({"kind": "substitute", "seat": random.Random(seed).choice(self.state.order), "player": name})

    @is_open
    @rule(seed=SEEDS)
    def swap(self, seed):
        if len(self.state.order) > 1:
            assert self.record({"kind": "swap", "seats": random.Random(seed).sample(self.state.order, 2)})

    @is_open
    @rule(seed=SEEDS, points=st.integers(1, 60))
    def adjust(self, seed, points):
        rng = random.Random(seed)
        accounts = [*self.state.met, *(["kitty"] if variant_of(self.table).kitty else [])]
        giver, taker = rng.sample(accounts, 2)
        possible = giver != "kitty" or points <= self.state.kitty
        facts = {"kind": "adjustment", "from": giver, "to": taker, "points": points, "reason": "a revoke"}
        assert self.record(facts) == possible

    @is_open
    @rule(seed=SEEDS)
    def cash_out(self, seed):
        seat, other = random.Random(seed).sample(self.state.met, 2)
        assert self.record({"kind": "cash_out", "seat": seat, "with": other})

    @rule(seed=SEEDS)
    def correct(self, seed):
        rng, deals = random.Random(seed), live_deals(self.table)
        if not deals:
            return
        at = rng.randrange(len(deals))
        state = state_before(again(self.table), at + 1)
        if len(state.order) < 4:
            return
        facts, key = self.facts(rng, state), uuid4()
        if plain_entry(facts_of(deals[at])) == facts:
            return
        old = deals[at].entry_key
        self.foreseen(
            [Replace(old, key, facts)], lambda: correct_deal(deal_key=old, entry_key=key, facts=facts, **self.names())
        )

    @rule(seed=SEEDS, last=st.booleans())
    def undo(self, seed, last):
        deals = live_deals(self.table)
        if deals:
            deal = deals[-1] if last else random.Random(seed).choice(deals)
            self.foreseen([Retire(deal.entry_key)], lambda: undo_deal(deal_key=deal.entry_key, **self.names()))

    @rule(seed=SEEDS)
    def restore(self, seed):
        places = Deal.objects.filter(table=self.table, retired__isnull=True).values("order_key")
        undone = Deal.objects.filter(table=self.table, retired__replaced_by=None, retired__isnull=False)
        deal = self.chosen(random.Random(seed), list(undone.exclude(order_key__in=places)))
        if deal:
            key = uuid4()
            self.foreseen(
                [Restore(deal.entry_key, key)],
                lambda: restore_deal(deal_key=deal.entry_key, entry_key=key, **self.names()),
            )

    @rule(seed=SEEDS)
    def insert(self, seed):
        rng, deals = random.Random(seed), live_deals(self.table)
        if not deals:
            return
        at = rng.randrange(len(deals))
        state, key, before = state_before(again(self.table), at + 1), uuid4(), deals[at].entry_key
        if len(state.order) < 4:
            return
        facts = self.facts(rng, state)
        self.foreseen(
            [Insert(before, key, facts)],
            lambda: insert_deal(before=before, entry_key=key, facts=facts, **self.names()),
        )

    @rule(seed=SEEDS)
    def move(self, seed):
        deals = live_deals(self.table)
        if len(deals) < 2:
            return
        one, other = (d.entry_key for d in random.Random(seed).sample(deals, 2))
        self.foreseen(
            [Move(one, other, moved_key(one, other))], lambda: move_deal(deal_key=one, before=other, **self.names())
        )

    @rule(seed=SEEDS)
    def several_at_one_stroke(self, seed):
        rng, deals = random.Random(seed), live_deals(self.table)
        if len(deals) < 3 or len(self.state.order) < 4:
            return
        one, two, three = (d.entry_key for d in rng.sample(deals, 3))
        changes = [Retire(one), Move(two, None, uuid4()), Insert(three, uuid4(), self.facts(rng, self.state))]
        self.foreseen(changes, lambda: change_log(changes=changes, **self.names()))

    @rule(seed=SEEDS, results=st.sampled_from(["stay", "go"]))
    def swap_noticed_later(self, seed, results):
        rng, deals = random.Random(seed), live_deals(self.table)
        if deals and len(self.state.order) > 1:
            since, seats, key = rng.choice(deals).entry_key, tuple(rng.sample(self.state.order, 2)), uuid4()
            before = self.state
            with suppress(Faulty):
                swap_since(since=since, seats=seats, results=results, entry_key=key, **self.names())
            assert self.state == before or Deal.objects.filter(entry_key=key).exists()

    @rule(seed=SEEDS)
    def another_first_dealer_and_order(self, seed):
        rng, before = random.Random(seed), self.state
        order = rng.sample(range(self.table.places), self.table.places)
        with suppress(Faulty):
            change_setup(first_dealer=rng.choice(order), order=order, **self.names())
            before = self.state
        assert self.state == before

    @is_open
    @rule(divide=st.booleans())
    def close(self, divide):
        kitty = None if variant_of(self.table).kitty is None else "divide" if divide else "carry"
        close_table(kitty=kitty, **self.names())

    @rule()
    def reopen(self):
        reopen_table(**self.names())

    # What is always so.

    @invariant()
    def stored_is_a_fresh_replay(self):
        assert differences(self.table) == []

    @invariant()
    def points_sum_to_zero_and_the_kitty_is_never_negative(self):
        state = self.state
        assert sum(state.net) + state.kitty == 0
        assert sum(state.cash) == 0
        assert state.kitty >= 0
        view = settlement_view(again(self.table))
        assert sum(s.net for s in view.seats) + view.kitty_change == 0

    @invariant()
    def the_picture_shows_who_sits_there_and_who_deals(self):
        picture, state = table_picture(again(self.table)), self.state
        assert tuple(s.number for s in picture.seats) == state.order
        assert picture.paused == (len(state.order) < 4)
        assert [s.number for s in picture.seats if s.is_dealer] == [picture.dealer] == [state.dealer]
        assert {s.number for s in picture.left} == set(state.met) - set(state.order)
        dealers = [r.dealer for r in again(self.table).results.order_by("position")]
        assert dealers == [self.dealer_of(n) for n in range(1, len(dealers) + 1)]

    def dealer_of(self, position):
        deal = live_deals(self.table)[position - 1]
        turn = state_before(again(self.table), position).dealer
        return turn if deal.kind not in KINDS or deal.dealer is None else deal.dealer

    @invariant()
    def the_history_accounts_for_every_row(self):
        told = history(again(self.table))
        made = [h for h in told if h.after is not None]
        assert {h.deal_key for h in made} == set(self.table.deals.values_list("entry_key", flat=True))
        assert len([h for h in told if h.kind == "undone"]) == self.retired(replaced_by=None)
        replaced = [h for h in made if h.kind in ("corrected", "moved")]
        assert len(replaced) == self.retired() - self.retired(replaced_by=None)
        assert sorted(h.position for h in told if h.position) == list(range(1, self.table.results.count() + 1))
        assert (
            len(told)
            == len(made) + self.retired(replaced_by=None) + TableEvent.objects.filter(table=self.table).count()
        )
        assert [h.at for h in told] == sorted(h.at for h in told)

    def retired(self, **which):
        return DealRetired.objects.filter(deal__table=self.table, **which).count()

    @invariant()
    def a_sheet_brings_the_same_balances(self):
        table = again(self.table)
        sheet = read_sheet(export_sheet(table))
        scored = score_sheet(sheet)
        view, state = settlement_view(table), self.state
        assert [scored["balances"][i] for i in range(len(view.seats))] == [s.final_balance for s in view.seats]
        assert list(scored["net"]) == [s.net for s in view.seats]
        assert scored["next_dealer"] == everybody(table).index(state.dealer)
        assert list(scored.get("players", sheet.players)) == [s.name for s in view.seats]


@pytest.mark.long
class TestTableLife(TableLife.TestCase, DjangoTestCase):
    settings = settings(max_examples=7, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck))
