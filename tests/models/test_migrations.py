"""Evenings that were played before a change of the ledger come through it whole."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from ledger.models import Player, SettlementLine, Table
from ledger.queries.audit import Audited, audit
from ledger.rules.settlement import Stake
from ledger.services.tables import close_table
from ledger.services.totals import catch_up
from tests.stories import PASSED, SIMPLE, SIX, record, start


def migrate(name):
    executor = MigrationExecutor(connection)
    executor.migrate([("ledger", name or executor.loader.graph.leaf_nodes("ledger")[0][1])])


def money():
    lines = SettlementLine.objects.select_related("player", "table")
    return sorted((line.table.public_id, line.kind, str(line.player), line.amount) for line in lines)


@pytest.mark.django_db(transaction=True)
def test_evenings_from_before_settlements_have_one_each_with_the_same_money():
    for rules, kitty in (("kassa", "carry"), ("kassa", "divide"), ("german", None)):
        table = start(rules, stake=Stake(7, 10_000, "EUR"), club_name=rules)
        for facts in (SIMPLE, PASSED) if kitty else ({"contract": "7", "trump": "clubs", "declarer": 1, "tricks": 9},):
            record(table, facts)
        close_table(table_id=table.public_id, kitty=kitty, by="")
    start("russian", club_name="still open", stake=Stake(1, 10_000, "EUR"))
    before = money()
    assert before
    try:
        migrate("0001_initial")
    finally:
        migrate(None)
    assert money() == before
    assert Table.objects.filter(settlement__isnull=False).count() == 4
    # As `serve` does before it serves.
    catch_up()
    assert [str(d) for d in audit(Audited())] == []


@pytest.mark.django_db(transaction=True)
def test_spellings_that_look_alike_become_one_person_unless_both_sat_at_a_table():
    first = start(players=("Anna", "Boris", "Vera", "Gleb"))
    club = first.evening.club
    second, third = start(club=club, players=SIX[:4]), start(club=club, players=SIX[:4])
    try:
        migrate("0006_seasons")
        twins = [Player.objects.create(club=club, name=n, folded=n.casefold()) for n in ("An\u200bna", "\uff22oris")]
        second.seats.filter(number=0).update(player=twins[0])
        third.seats.filter(number=2).update(player=twins[1])
    finally:
        migrate(None)
    assert [seat.player.name for seat in second.seats.order_by("number")] == ["Anna", "Boris", "Vera", "Gleb"]
    assert [seat.player.name for seat in third.seats.order_by("number")] == ["Anna", "Boris", "\uff22oris 2", "Gleb"]
    assert sorted(club.players.values_list("folded", flat=True)) == ["anna", "boris", "boris 2", "gleb", "vera"]
    # As `serve` does before it serves.
    catch_up()
    assert [str(d) for d in audit(Audited())] == []
