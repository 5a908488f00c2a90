"""How a table came to be as it is: nothing is left out, and everything has a name and a time."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from ledger.models import Deal
from ledger.queries.changes import Replace, Retire
from ledger.queries.history import history
from ledger.queries.tables import table_picture
from ledger.rules.settlement import Stake
from ledger.services.deals import change_log, correct_deal, insert_deal, move_deal, restore_deal, undo_deal
from ledger.services.setups import change_setup
from ledger.services.tables import close_table, reopen_table, revoke_links, set_stake
from tests.stories import MISERE, PASSED, SIMPLE, again, record, record_some, start

pytestmark = pytest.mark.django_db


def test_every_change_is_told_in_time_order_with_who_and_why(django_assert_num_queries):
    table = start()
    say = {"table_id": table.public_id, "by": "Vera's phone"}
    one = record(table, SIMPLE).deal
    correct_deal(deal_key=one.entry_key, entry_key=uuid4(), facts={**SIMPLE, "tricks": 10}, why="misheard", **say)
    two = record(table, PASSED).deal
    undo_deal(deal_key=two.entry_key, why="too early", **say)
    three = restore_deal(deal_key=two.entry_key, entry_key=uuid4(), **say).deal
    four = insert_deal(before=three.entry_key, entry_key=uuid4(), facts=MISERE, why="forgotten", **say).deal
    move_deal(deal_key=four.entry_key, before=None, why="the other way round", **say)
    record(table, {"kind": "join", "player": "Dora"})
    set_stake(stake=Stake(10, 5000, "EUR"), **say)
    revoke_links(role="viewer", **say)
    change_setup(first_dealer=1, why="Boris dealt", **say)
    close_table(kitty="divide", **say)
    reopen_table(**say)
    table = again(table)
    with django_assert_num_queries(5):
        told = history(table)
    assert [(h.kind, h.why) for h in told] == [
        ("started", ""),
        ("recorded", ""),
        ("corrected", "misheard"),
        ("recorded", ""),
        ("undone", "too early"),
        ("restored", ""),
        ("inserted", "forgotten"),
        ("moved", "the other way round"),
        ("recorded", ""),
        ("stake", ""),
        ("links", ""),
        ("setup", "Boris dealt"),
        ("closed", ""),
        ("reopened", ""),
    ]
    corrected = told[2]
    assert (corrected.before.tricks, corrected.after.tricks, corrected.position) == (9, 10, 1)
    assert (told[4].before.kind, told[4].after, told[4].position) == ("passed", None, None)
    assert told[7].before == told[7].after
    assert told[8].after.player == "Dora"
    assert told[11].data == {"before": {"first_dealer": 0}, "after": {"first_dealer": 1}}
    assert {h.by for h in told} == {"Vera's phone", "Anna's phone"}


def test_what_was_changed_at_one_stroke_has_one_batch():
    table = start()
    one, two = (record(table, facts).deal for facts in (SIMPLE, PASSED))
    changes = [Replace(one.entry_key, uuid4(), {**SIMPLE, "tricks": 8}), Retire(two.entry_key)]
    change_log(table_id=table.public_id, changes=changes, by="")
    batches = [h.batch for h in history(again(table))]
    assert batches[:3] == [None] * 3
    assert len(set(batches[3:])) == 1
    assert len(batches[3:]) == 3


def test_minutes_a_deal_are_in_the_middle_and_a_pause_is_none():
    table = start()
    assert table_picture(again(table)).minutes is None
    record_some(table, 6)
    assert table_picture(again(table)).minutes == 1
    moment = timezone.now()
    for deal, minutes in zip(Deal.objects.order_by("id"), (0, 4, 11, 24 * 60, 24 * 60 + 6, 24 * 60 + 13), strict=True):
        Deal.objects.filter(pk=deal.pk).update(recorded_at=moment + timedelta(minutes=minutes))
    assert table_picture(again(table)).minutes == 7
