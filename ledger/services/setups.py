"""The set-up of a table corrected afterwards: everything is played anew, or nothing is changed."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from ledger.models import Announcement, Table
from ledger.queries.setups import Options, read_setup
from ledger.services.changing import planned, store
from ledger.services.errors import Faulty
from ledger.services.evenings import pin_rules
from ledger.services.rows import locked_table, log, refuse_changed, signed


@transaction.atomic
def change_setup(
    *,
    table_id: str,
    first_dealer: int | None = None,
    order: Sequence[int] | None = None,
    options: Options | None = None,
    rules_code: str | Mapping[str, Any] | None = None,
    by: str,
    why: str = "",
    version: int | None = None,
) -> Table:
    """Correct the first dealer, the order of seats at the start (numbers of people, clockwise), what was agreed, even
    the variant; None: stays. Logged with what it was and is.

    `version`: the table as the person saw it; Stale where it has changed since.
    Raises Faulty: what is wrong with the set-up, or `later` with the entries it would make faulty."""
    table = locked_table(table_id)
    refuse_changed(table, version)
    setup = read_setup(table, first_dealer=first_dealer, order=order, options=options, rules_code=rules_code)
    if isinstance(setup, list):
        raise Faulty(setup)
    if not setup.after:
        return table
    found = planned(table, [], setup.ground)
    for column, value in setup.columns.items():
        setattr(table, column, value)
    if "fingerprint" in setup.after:
        table.rules = pin_rules(setup.sheet.variant.code, setup.sheet.document)
    table.save(update_fields=[*setup.columns, "rules"])
    _withdraw_announcement(table, by)
    store(table, found, by=by)
    log(table, "setup", {"before": dict(setup.before), "after": dict(setup.after)}, by, why)
    return table


def _withdraw_announcement(table: Table, by: str) -> None:
    """What was announced under the old set-up may mean nothing now."""
    position = table.results.count() + 1
    last = Announcement.objects.filter(table=table, position=position).order_by("-id").first()
    if last and last.facts:
        Announcement.objects.create(table=table, position=position, facts={}, by=signed(by))
