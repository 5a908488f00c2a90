"""Evenings that were played before a change of the ledger come through it whole."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from ledger.models import SettlementLine, Table
from ledger.queries.audit import Audited, audit
from ledger.rules.settlement import Stake
from ledger.services.tables import close_table
from tests.stories import PASSED, SIMPLE, record, start


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
    assert [str(d) for d in audit(Audited())] == []
