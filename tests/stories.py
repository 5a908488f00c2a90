"""An evening to tell tests about: Anna, Boris, Vera and Gleb at the table, Zoya the stranger."""

import random
from datetime import date
from uuid import UUID, uuid4

from ledger.models import Deal, DealPosting, DealResult, Table
from ledger.queries.audit import audit_table
from ledger.queries.rows import variant_of
from ledger.queries.tables import get_table
from ledger.services.deals import record_deal
from ledger.services.demo import random_facts
from ledger.services.evenings import start_evening

FOUR = ("Anna", "Boris", "Vera", "Gleb")
SIX = (*FOUR, "Dora", "Egor")
ANNA, BORIS, VERA, GLEB = range(4)


def start(rules="kassa", seats=4, **changes):
    given = {
        "club": None,
        "club_name": "Saturday",
        "rules_code": rules,
        "options": {},
        "players": SIX[:seats],
        "first_dealer": ANNA,
        "date": date(2026, 11, 28),
        "by": "Anna's phone",
    }
    return start_evening(**given | changes)


def again(table: Table) -> Table:
    return get_table(table.public_id)


def record(table, facts, key: UUID | None = None, position: int | None = None, by="Anna's phone"):
    return record_deal(
        table_id=table.public_id,
        position=position or table.results.count() + 1,
        entry_key=key or uuid4(),
        facts=facts,
        by=by,
    )


def record_some(table, deals, seed=1):
    """So many deals as they could have been played."""
    rng = random.Random(seed)
    found = []
    for _ in range(deals):
        table = again(table)
        found.append(record(table, random_facts(rng, variant_of(table), table.kept_state)))
    return found


def balances(table):
    state = again(table).kept_state
    return state.balances, state.net, state.kitty


def differences(table):
    return [str(d) for d in audit_table(again(table))]


def counts():
    return Table.objects.count(), Deal.objects.count(), DealResult.objects.count(), DealPosting.objects.count()


SIMPLE = {"contract": "simple", "trump": "hearts", "turned": "hearts", "declarer": BORIS, "helper": GLEB, "tricks": 9}
"""The first deal of an evening of kassa: hearts become the senior suit."""
PASSED = {"kind": "passed", "turned": "clubs"}
MISERE = {"contract": "misere", "declarer": VERA, "tricks": 0}
