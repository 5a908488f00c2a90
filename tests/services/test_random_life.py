"""Whatever phones record, correct and undo at random, what is stored is a fresh replay of what stands."""

import random
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.models import Deal, DealRetired
from ledger.queries.deals import preview_correction, preview_deal
from ledger.queries.fold import live_deals, state_before
from ledger.queries.rows import facts_of, variant_of
from ledger.queries.sheet import export_sheet
from ledger.rules.facts import plain_facts
from ledger.rules.sheet import read_sheet, score_sheet
from ledger.services.deals import correct_deal, record_deal, undo_deal
from ledger.services.demo import random_facts
from ledger.services.errors import Faulty
from tests.stories import again, differences, start

pytestmark = pytest.mark.django_db

KASSA = [("kassa", 4), ("kassa", 5), ("kassa", 6)]
OTHERS = [("classic", 4), ("classic", 5), ("german", 6), ("russian", 4), ("american", 5), ("fontainebleau", 4)]
TABLES = st.sampled_from([*KASSA, *OTHERS])
STEPS = st.lists(
    st.tuples(st.sampled_from(["record", "record", "record", "correct", "undo"]), st.integers(0, 999)), max_size=14
)


@pytest.mark.long
@settings(max_examples=16, deadline=None, suppress_health_check=list(HealthCheck))
@given(TABLES, STEPS)
def test_what_is_stored_is_a_fresh_replay_of_what_stands(rules_and_seats, steps):
    table = start(*rules_and_seats)
    changes = 0
    for step, seed in steps:
        changes += {"record": record, "correct": correct, "undo": undo}[step](again(table), random.Random(seed))
        assert differences(table) == []
    table = again(table)
    state = table.kept_state
    assert sum(state.net) + state.kitty == 0
    assert state.kitty >= 0
    scored = score_sheet(read_sheet(export_sheet(table)))
    assert (scored["balances"], scored["net"], scored["kitty"]) == (state.balances, state.net, state.kitty)
    assert table.version == 1 + changes
    assert Deal.objects.filter(table=table).count() - DealRetired.objects.filter(deal__table=table).count() == len(
        scored["deals"]
    )


def record(table, rng):
    facts = random_facts(rng, variant_of(table), table.kept_state)
    foreseen = preview_deal(table, facts)
    made = record_deal(
        table_id=table.public_id, position=table.results.count() + 1, entry_key=uuid4(), facts=facts, by=""
    )
    assert again(table).kept_state == foreseen.scored.state
    assert made.created
    return 1


def tried(change):
    """What a change answered, and the positions of the later deals for which it was refused."""
    try:
        return change(), set()
    except Faulty as faulty:
        return None, set(faulty.later)


def chosen(table, rng):
    deals = live_deals(table)
    if not deals:
        return None, None
    position = rng.randrange(len(deals)) + 1
    return deals[position - 1], position


def correct(table, rng):
    """Correct a deal and see that it did what the preview said; where it could, correct it back."""
    deal, position = chosen(table, rng)
    if deal is None:
        return 0
    facts, old = random_facts(rng, variant_of(table), state_before(table, position)), plain_facts(facts_of(deal))
    foreseen = preview_correction(table, deal.entry_key, facts)
    names = {"table_id": table.public_id, "by": ""}
    new, later = tried(lambda: correct_deal(deal_key=deal.entry_key, entry_key=uuid4(), facts=facts, **names))
    assert later == {c.position for c in foreseen.later if c.problems}
    assert foreseen.possible == (not later)
    if later:
        return 0
    assert again(table).kept_state == foreseen.state_after
    if not new.created or rng.random() < 0.5:
        return int(new.created)
    back = correct_deal(deal_key=new.deal.entry_key, entry_key=uuid4(), facts=old, **names)
    assert again(table).kept_state == table.kept_state
    assert back.created
    return 2


def undo(table, rng):
    deal, _ = chosen(table, rng)
    if deal is None:
        return 0
    foreseen = preview_correction(table, deal.entry_key, None)
    done, later = tried(lambda: undo_deal(table_id=table.public_id, deal_key=deal.entry_key, by=""))
    assert later == {c.position for c in foreseen.later if c.problems}
    assert foreseen.possible == (not later)
    if later:
        return 0
    assert again(table).kept_state == foreseen.state_after
    return int(done)
