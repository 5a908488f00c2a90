"""Real threads with connections of their own: what two phones do at once."""

from threading import Barrier, Thread
from uuid import UUID, uuid4

import pytest
from django.db import connection

from ledger.models import Deal, Payment, Player, Table
from ledger.queries.audit import Audited, audit
from ledger.queries.payments import settlement_picture
from ledger.queries.sheet import export_sheet
from ledger.rules.settlement import Stake
from ledger.rules.sheet import read_sheet
from ledger.services.deals import correct_deal, record_deal
from ledger.services.errors import Conflict, NotOpen, ServiceError, Stale
from ledger.services.players import rename_player
from ledger.services.settling import pay
from ledger.services.sheets import import_sheet
from ledger.services.spellings import merge_players, split_player
from ledger.services.tables import close_table, reopen_table
from ledger.services.together import settle_together
from tests.stories import MISERE, PASSED, SIMPLE, again, differences, record, start

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 6
"""How often each phone does what it does: enough that they meet."""


def at_once(*calls):
    """What each call returned or raised, all of them started at one moment."""
    outcomes, gate = [None] * len(calls), Barrier(len(calls))
    # This thread's own goes back to the pool, which holds as many as a server has threads.
    connection.close()

    def run(n, call):
        gate.wait()
        try:
            outcomes[n] = call()
        except Exception as error:
            outcomes[n] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def test_the_same_form_sent_four_times_stores_one_deal():
    table, key = start(), uuid4()
    outcomes = at_once(*[lambda: record(table, SIMPLE, key, position=1)] * 4)
    assert sorted(o.created for o in outcomes) == [False, False, False, True]
    assert len({o.result.pk for o in outcomes}) == 1
    assert Deal.objects.count() == 1
    assert differences(table) == []


def test_two_phones_that_enter_the_same_deal_store_one_and_tell_the_other():
    table = start()
    outcomes = at_once(*(lambda f=facts: record(table, f, position=1) for facts in (SIMPLE, PASSED)))
    (conflict,) = [o for o in outcomes if isinstance(o, Conflict)]
    (stored,) = [o for o in outcomes if not isinstance(o, Conflict)]
    assert conflict.deal == stored.deal
    assert Deal.objects.count() == 1


def test_two_corrections_of_one_deal_leave_one_that_stands():
    table = start()
    deal = record(table, SIMPLE).deal
    outcomes = at_once(
        *(
            lambda f=facts: correct_deal(
                table_id=table.public_id, deal_key=deal.entry_key, entry_key=uuid4(), facts=f, by=""
            )
            for facts in ({**MISERE, "turned": "clubs"}, PASSED)
        )
    )
    assert [type(o) for o in outcomes if isinstance(o, Exception)] == [Stale]
    assert differences(table) == []


def test_eight_phones_that_write_on_lose_nothing_and_double_nothing():
    tables = [start(), start("german")]
    facts = {
        "kassa": MISERE | {"declarer": 0, "turned": "clubs"},
        "german": {"contract": "7", "declarer": 0, "trump": "clubs", "tricks": 8},
    }

    def write(table: Table, keys: list[UUID]):
        for key in keys:
            position = 1
            while True:
                try:
                    record_deal(
                        table_id=table.public_id, position=position, entry_key=key, facts=facts[table.rules.code], by=""
                    )
                    break
                except ServiceError:
                    position = again(table).results.count() + 1

    writers = [(tables[n % 2], [uuid4() for _ in range(6)]) for n in range(8)]
    outcomes = at_once(*(lambda w=writer: write(*w) for writer in writers))
    assert outcomes == [None] * 8
    for table in tables:
        keys = {key for t, ks in writers for key in ks if t is table}
        assert set(Deal.objects.filter(table=table).values_list("entry_key", flat=True)) == keys
        assert differences(table) == []


def test_the_same_sheet_imported_at_once_adds_one_table():
    table = start()
    record(table, SIMPLE)
    plain = export_sheet(again(table))
    del plain["deals"][0]["entry_key"]
    outcomes = at_once(*[lambda: import_sheet(read_sheet(plain), club=None, by="")] * 4)
    assert sorted(created for _, created in outcomes) == [False, False, False, True]
    assert Table.objects.count() == 2


def test_two_phones_that_tick_the_same_line_pay_it_once():
    table = start("german", stake=Stake(1, 1000, "EUR"))
    record(table, {"contract": "7", "trump": "clubs", "declarer": 1, "tricks": 9})
    close_table(table_id=table.public_id, kitty=None, by="")
    row = settlement_picture(again(table).settlement).currencies[0].rows[0]
    same = {
        "table_id": table.public_id, "payer": row.payer.public_id, "payee": row.payee.public_id, "currency": "EUR",
        "amount": row.open, "seen": row.open, "by": "",
    }  # fmt: skip
    outcomes = at_once(*[lambda: pay(key=uuid4(), **same)] * 4)
    assert len([o for o in outcomes if isinstance(o, NotOpen)]) == 3
    assert Payment.objects.count() == 1


def test_a_kitty_is_taken_up_once_by_two_phones_that_start_at_once():
    table = start()
    record(table, PASSED)
    close_table(table_id=table.public_id, kitty="carry", by="")
    more = {"club": table.evening.club, "opening_kitty": 40}
    outcomes = at_once(*[lambda: start(**more)] * 2)
    assert not [o for o in outcomes if isinstance(o, Exception)]
    assert Table.objects.filter(carried_from=table).count() == 1


def test_players_are_merged_split_and_renamed_while_others_record_correct_and_close():
    """A table of the person is settled with one where he does not sit, and its kitty went on to a third: what one phone
    needs of these, another holds, and nobody may wait for ever."""
    money = {"stake": Stake(1, 1000, "EUR")}
    first = start(players=("Anna", "Boris", "Vera", "Gleb"), **money)
    club = first.evening.club
    record(first, PASSED)
    close_table(table_id=first.public_id, kitty="carry", by="")
    following = start(club=club, players=("Dora", "Egor", "Fima", "Hanna"), opening_kitty=40, **money)
    record(following, PASSED)
    close_table(table_id=following.public_id, kitty="divide", by="")
    spelled = start(club=club, players=("Anya", "Egor", "Fima", "Hanna"), **money)
    record(spelled, PASSED)
    close_table(table_id=spelled.public_id, kitty="divide", by="")
    settle_together(table_id=spelled.public_id, others=[following.public_id], by="")
    running = start(club=club, players=("Anna", "Egor", "Fima", "Hanna"), **money)
    anna, anya, egor = (Player.objects.get(club=club, name=name).public_id for name in ("Anna", "Anya", "Egor"))
    told = {"club_id": club.public_id, "by": ""}

    def merges():
        for _ in range(ROUNDS):
            merge_players(into=anna, other=anya, **told)
            split_player(other=anya, **told)

    def renames():
        for n in range(ROUNDS):
            rename_player(player_id=egor, name=f"Egor {n}", **told)
            rename_player(player_id=anna, name=f"Anna {n}", **told)

    def corrects(table):
        for n in range(ROUNDS):
            key = again(table).results.get(position=1).deal.entry_key
            facts = SIMPLE if n % 2 else PASSED
            correct_deal(table_id=table.public_id, deal_key=key, entry_key=uuid4(), facts=facts, by="")

    def plays():
        for n in range(ROUNDS):
            record(running, PASSED, position=n + 1)
            close_table(table_id=running.public_id, kitty="divide", by="")
            reopen_table(table_id=running.public_id, by="")

    outcomes = at_once(merges, renames, lambda: corrects(first), lambda: corrects(following), plays)

    assert outcomes == [None] * 5
    assert [str(d) for d in audit(Audited())] == []


def test_evenings_corrected_and_paid_at_once_keep_their_money_right():
    first = start(stake=Stake(1, 1000, "EUR"))
    record(first, PASSED)
    close_table(table_id=first.public_id, kitty="carry", by="")
    second = start(club=first.evening.club, opening_kitty=40, stake=Stake(1, 1000, "EUR"))
    record(second, PASSED)
    close_table(table_id=second.public_id, kitty="divide", by="")

    def correct(table, facts):
        deal = again(table).results.get(position=1).deal
        return correct_deal(table_id=table.public_id, deal_key=deal.entry_key, entry_key=uuid4(), facts=facts, by="")

    outcomes = at_once(lambda: correct(first, SIMPLE), lambda: correct(second, SIMPLE))
    assert not [o for o in outcomes if isinstance(o, Exception)]
    assert [str(d) for d in audit(Audited())] == []
