from uuid import uuid4

import pytest

from ledger.models import Deal, DealRetired
from ledger.queries.rows import facts_of
from ledger.rules.facts import plain_facts
from ledger.services.deals import correct_deal, record_deal, undo_deal
from ledger.services.errors import Conflict, Faulty, Stale, TableClosed, Unknown
from ledger.services.tables import close_table
from tests.stories import (
    ANNA,
    BORIS,
    GLEB,
    MISERE,
    PASSED,
    SIMPLE,
    VERA,
    again,
    balances,
    counts,
    differences,
    record,
    record_some,
    start,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return start()


def correct(table, deal, facts, **changes):
    given = {"table_id": table.public_id, "deal_key": deal.entry_key, "entry_key": uuid4(), "facts": facts}
    return correct_deal(**given | {"by": "Boris's phone"} | changes)


def undo(table, deal, **changes):
    return undo_deal(table_id=table.public_id, deal_key=deal.entry_key, by="Boris's phone", **changes)


def test_a_recorded_deal_moves_points_and_tells_the_other_phones(table):
    recorded = record(table, {**SIMPLE, "boston_holder": ANNA})
    assert recorded.created
    assert recorded.result.position == recorded.result.number == 1
    assert balances(table)[0] == (-10, 14, -18, 14)
    assert again(table).version == table.version + 1
    assert recorded.deal.recorded_by == "Anna's phone"
    assert differences(table) == []


def test_postings_of_a_deal_sum_to_zero_with_the_kitty_and_with_the_bank(table):
    kassa = record(table, PASSED).result
    assert sorted(kassa.postings.values_list("account", "points")) == [(-2, 40), (0, -10), (1, -10), (2, -10), (3, -10)]
    classic = start("classic")
    facts = {"contract": "7", "declarer": VERA, "tricks": 8, "trump": "hearts", "turned": "hearts"}
    rows = record(classic, facts).result.postings.order_by("account").values_list("account", "points", "balance", "net")
    assert list(rows) == [(-1, -10, -10, None), (0, 0, 0, -10), (1, 0, 0, -10), (2, 10, 10, 30), (3, 0, 0, -10)]


def test_the_same_entry_key_gives_the_first_answer_again(table):
    key = uuid4()
    first = record(table, SIMPLE, key)
    before = counts(), again(table).version
    second = record(table, {**SIMPLE, "kind": "played", "unclaimed": False, "revoke": None}, key, position=1)
    assert (second.deal, second.result, second.created) == (first.deal, first.result, False)
    assert (counts(), again(table).version) == before


def test_the_same_entry_key_with_other_facts_is_told_never_taken_for_recorded(table):
    key = uuid4()
    deal = record(table, SIMPLE, key).deal
    for position in (1, 2):
        with pytest.raises(Conflict) as conflict:
            record(table, {**SIMPLE, "tricks": 11}, key, position=position)
        assert conflict.value.deal == deal
    with pytest.raises(Conflict):
        correct(table, record(table, PASSED).deal, MISERE, entry_key=key)
    undo(table, deal)
    with pytest.raises(Stale):
        record(table, MISERE, key, position=1)
    assert again(table).results.count() == 1


def test_an_entry_that_was_undone_since_is_not_stored_again(table):
    key = uuid4()
    deal = record(table, SIMPLE, key).deal
    undo(table, deal)
    late = record(table, SIMPLE, key, position=1)
    assert (late.deal, late.result, late.created) == (deal, None, False)
    assert Deal.objects.count() == 1


def test_a_taken_position_is_a_conflict_that_shows_the_deal(table):
    deal = record(table, SIMPLE).deal
    with pytest.raises(Conflict) as conflict:
        record(table, PASSED, position=1)
    assert conflict.value.deal == deal
    assert Deal.objects.count() == 1


@pytest.mark.parametrize("position", [0, -1, 2, 9])
def test_a_position_that_cannot_come_next_is_stale(table, position):
    with pytest.raises(Stale):
        record_deal(table_id=table.public_id, position=position, entry_key=uuid4(), facts=SIMPLE, by="")


def test_impossible_facts_are_refused_with_all_their_faults(table):
    with pytest.raises(Faulty) as faulty:
        record(table, {**SIMPLE, "tricks": 14, "helper": BORIS})
    assert {(p.where, p.code) for p in faulty.value.problems} == {("tricks", "out-of-range"), ("helper", "same-seat")}
    assert not faulty.value.later
    assert counts()[1:] == (0, 0, 0)


def test_nobody_records_at_a_closed_table_or_at_one_that_is_not_there(table):
    deal = record(table, SIMPLE).deal
    close_table(table_id=table.public_id, kitty="carry", by="")
    with pytest.raises(TableClosed):
        record(table, PASSED)
    assert not record(table, SIMPLE, deal.entry_key).created
    with pytest.raises(Unknown):
        record_deal(table_id="nowhere", position=1, entry_key=uuid4(), facts=SIMPLE, by="")


@pytest.mark.parametrize(("rules", "seats"), [("kassa", 4), ("classic", 5), ("german", 6), ("russian", 4)])
def test_a_correction_in_the_middle_equals_a_fresh_replay(rules, seats):
    table = start(rules, seats)
    played = [r for r in record_some(table, 12) if r.deal.kind == "played"]
    old = played[3]
    facts = plain_facts(facts_of(old.deal))
    new = correct(
        table, old.deal, facts | {"tricks": (facts["tricks"] + 3) % 13, "helper_tricks": None}, why="misheard"
    )
    assert new.result.position == old.result.position
    assert differences(table) == []
    gone = DealRetired.objects.get()
    assert (gone.deal, gone.replaced_by, gone.by, gone.why) == (old.deal, new.deal, "Boris's phone", "misheard")


def test_correcting_back_restores_every_balance(table):
    first = record(table, SIMPLE).deal
    for facts in (PASSED, MISERE, PASSED):
        record(table, facts)
    before = balances(table)
    new = correct(table, first, {**SIMPLE, "tricks": 5, "helper_tricks": 2}).deal
    assert balances(table) != before
    correct(table, new, SIMPLE)
    assert balances(table) == before
    assert differences(table) == []


def test_a_correction_to_the_same_facts_changes_nothing(table):
    deal = record(table, {**SIMPLE, "boston_holder": ANNA}).deal
    before = counts(), again(table).version
    same = correct(table, deal, plain_facts(facts_of(deal)))
    assert (same.deal, same.created) == (deal, False)
    assert (counts(), again(table).version) == before


def test_a_correction_sent_twice_is_made_once(table):
    deal, key = record(table, SIMPLE).deal, uuid4()
    first = correct(table, deal, PASSED, entry_key=key)
    second = correct(table, deal, PASSED, entry_key=key)
    assert first.created
    assert (second.deal, second.result, second.created) == (first.deal, first.result, False)


def test_who_corrects_or_undoes_what_another_phone_corrected_is_told_so(table):
    deal = record(table, SIMPLE).deal
    correct(table, deal, PASSED)
    with pytest.raises(Stale):
        correct(table, deal, {**SIMPLE, "tricks": 13})
    with pytest.raises(Stale):
        undo(table, deal)
    with pytest.raises(Unknown):
        undo_deal(table_id=table.public_id, deal_key=uuid4(), by="")


def test_a_correction_that_makes_another_suit_senior_is_refused_with_the_later_deal(table):
    first = record(table, SIMPLE).deal
    record(table, {"contract": "nine", "trump": "hearts", "turned": "clubs", "declarer": ANNA, "tricks": 9})
    before = counts(), balances(table), again(table).version
    with pytest.raises(Faulty) as faulty:
        correct(table, first, {**SIMPLE, "trump": "spades", "turned": "spades"})
    assert not faulty.value.problems
    assert {n: [(p.where, p.code) for p in ps] for n, ps in faulty.value.later.items()} == {
        2: [("trump", "trump-not-allowed")]
    }
    assert (counts(), balances(table), again(table).version) == before


def test_at_five_a_correction_that_makes_a_later_player_sit_out_is_refused():
    table = start("german", 5)
    first = record(table, {"contract": "7", "declarer": GLEB, "tricks": 7, "trump": "clubs"}).deal
    record(table, {"contract": "7", "declarer": ANNA, "tricks": 7, "trump": "clubs"})
    with pytest.raises(Faulty) as faulty:
        correct(table, first, {"kind": "misdeal"})
    assert [(p.where, p.code) for p in faulty.value.later[2]] == [("declarer", "seat-sits-out")]
    with pytest.raises(Faulty) as faulty:
        undo(table, first)
    assert [(p.where, p.code) for p in faulty.value.later[2]] == [("declarer", "seat-sits-out")]
    assert differences(table) == []


def test_undo_takes_the_last_deal_out_and_gives_its_place_free(table):
    record(table, SIMPLE)
    before = balances(table)
    last = record(table, PASSED).deal
    assert undo(table, last, why="wrong button")
    assert balances(table) == before
    assert record(table, MISERE, position=2).result.position == 2
    assert Deal.objects.count() == 3
    assert differences(table) == []


def test_undo_in_the_middle_replays_what_comes_after(table):
    found = [record(table, facts).deal for facts in (SIMPLE, PASSED, MISERE, PASSED)]
    other = start()
    for facts in (SIMPLE, MISERE, PASSED):
        record(other, facts)
    assert undo(table, found[1])
    assert balances(table) == balances(other)
    assert differences(table) == []


def test_undoing_twice_is_harmless_even_after_closing(table):
    deal = record(table, SIMPLE).deal
    assert undo(table, deal)
    before = counts(), again(table).version
    assert not undo(table, deal)
    close_table(table_id=table.public_id, kitty="carry", by="")
    assert not undo(table, deal)
    assert counts() == before[0]


def test_amounts_that_no_column_holds_are_refused_in_words():
    table = start(options={"lone_loss": "doubled"}, opening_kitty=1_000_000)
    failed = {"contract": "misere", "declarer": ANNA, "tricks": 3, "turned": "clubs"}
    with pytest.raises(Faulty) as faulty:
        all(record(table, failed) for _ in range(60))
    assert faulty.value.problems[0].code == "out-of-range"
    assert differences(table) == []


def test_a_long_name_with_line_ends_is_kept_on_one_line(table):
    deal = record(table, SIMPLE, by="  Anna's\nphone " + "x" * 90).deal
    assert deal.recorded_by.startswith("Anna's phone x")
    assert len(deal.recorded_by) == 50
