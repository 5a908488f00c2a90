"""Another set-up for a table that has been played at: first dealer, order of seats, what was agreed, the variant."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ledger.models import Table
from ledger.queries.previews import ChangesPreview, preview_changes
from ledger.queries.refold import Ground, names_by_number
from ledger.queries.rows import pinned_fingerprint, variant_of
from ledger.queries.sheet import is_built_in
from ledger.rules.document import agreed_values, fingerprint, in_all_languages
from ledger.rules.problems import Problem
from ledger.rules.sheet import FORMAT, Sheet, read_sheet
from ledger.rules.table import open_table
from ledger.rules.variant import Variant

Options = Mapping[str, int | str | bool]


@dataclass(frozen=True, slots=True)
class SetUp:
    """A set-up without fault: the columns of the table that it changes, and what the log is played upon."""

    ground: Ground
    sheet: Sheet
    columns: Mapping[str, Any]
    before: Mapping[str, Any]
    """What differs, as it was: plain data for the log."""
    after: Mapping[str, Any]


def read_setup(
    table: Table,
    *,
    first_dealer: int | None = None,
    order: Sequence[int] | None = None,
    options: Options | None = None,
    rules_code: str | Mapping[str, Any] | None = None,
) -> SetUp | list[Problem]:
    """The set-up with what is given changed, None: as it is; or everything that is wrong with it. Seats are numbers of
    people, `order` clockwise; other rules without `options` have their own defaults."""
    order = table.first_order if order is None else tuple(order)
    faults = _order_faults(table, order)
    dealer = table.first_dealer if first_dealer is None else first_dealer
    if dealer not in order:
        faults.append(Problem(("first_dealer",), "unknown-seat", {"last": table.places - 1}))
    if options is None:
        options = table.options["chosen"] if rules_code is None else {}
    if rules_code is None:
        rules_code = table.rules.code if is_built_in(table) else table.rules.document
    read = read_sheet(
        {
            "format": FORMAT,
            "rules": rules_code,
            "options": dict(options),
            "players": [names_by_number(table)[n] for n in range(table.places)],
            "opening_kitty": table.opening_kitty or None,
            "deals": [],
        }
    )
    if faults or isinstance(read, list):
        return faults + (read if isinstance(read, list) else [])
    return _closing_faults(table, read) or _setup(table, read, dealer, order)


def _order_faults(table: Table, order: Sequence[int]) -> list[Problem]:
    if sorted(order) == list(range(table.places)):
        return []
    return [Problem(("order",), "out-of-range", {"wanted": "everybody who sat down at the start, once"})]


def _closing_faults(table: Table, read: Sheet) -> list[Problem]:
    """A closed evening says what became of its kitty: other rules must have one just as these."""
    if table.closing is None or (table.closing == "plain") == (read.variant.kitty is None):
        return []
    return [Problem(("rules",), "out-of-range", {"wanted": "rules with the same end; open the evening again first"})]


def _setup(table: Table, read: Sheet, dealer: int, order: tuple[int, ...]) -> SetUp:
    by_number = order == tuple(range(table.places))
    columns = {
        "first_dealer": dealer,
        "start_order": None if by_number else list(order),
        "options": {"values": agreed_values(read.variant.options, read.options), "chosen": dict(read.options)},
        "planned_deals": table.planned_deals if read.variant.deals_may_be_planned else None,
    }
    now = {"first_dealer": table.first_dealer, "order": list(table.first_order), "rules": table.rules.code}
    now |= {"options": table.options["chosen"], "fingerprint": pinned_fingerprint(table)}
    now["title"] = _title(variant_of(table))
    new = {"first_dealer": dealer, "order": list(order), "rules": read.variant.code}
    new |= {"options": dict(read.options), "fingerprint": fingerprint(in_all_languages(read.document))}
    new["title"] = _title(read.variant)
    differing = [key for key in new if new[key] != now[key]]
    return SetUp(
        ground=Ground(
            read.variant,
            open_table(table.places, dealer, table.opening_kitty, order),
            names_by_number(table),
        ),
        sheet=read,
        columns=columns,
        before={key: now[key] for key in differing},
        after={key: new[key] for key in differing},
    )


def _title(variant: Variant) -> dict[str, Any]:
    """What rules are called, for the log: their name in every language, and which version of a club's own they are."""
    return {"name": dict(variant.name), "version": variant.version}


def preview_setup(table: Table, **given: Any) -> ChangesPreview | list[Problem]:
    """What another set-up would do to every entry; what is given as in `read_setup`."""
    setup = read_setup(table, **given)
    return setup if isinstance(setup, list) else preview_changes(table, [], setup.ground)
