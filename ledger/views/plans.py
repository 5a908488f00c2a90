"""Who pays whom, in words: what the settlement's list and its keys show."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext, ngettext

from ledger.access import Role, role_on
from ledger.forms.payments import new_key, roundings
from ledger.models import Table
from ledger.money import all_whole, money, short_money, signed_amount
from ledger.queries.payments import KITTY, CurrencyPicture, PlanRow, SettlementPicture, settlement_picture
from ledger.queries.rows import variant_of
from ledger.rules.open_plan import Way
from ledger.templatetags.boston import written
from ledger.words import isolated, title_of


def seen_version(table: Table) -> str:
    """What tells one state of the list from another. Needs `table.settlement`."""
    return f"{table.settlement_id}-{table.settlement.version}-{table.version}"


def pays_context(request: HttpRequest, table: Table, picture: SettlementPicture | None = None) -> dict[str, Any]:
    """Everything the list of payments needs."""
    picture = picture or settlement_picture(table.settlement)
    return {
        "table": table,
        "seen": seen_version(table),
        "may_score": role_on(request, table) == Role.SCORER,
        "picture": picture,
        "plans": [_plan(found, picture) for found in picture.currencies],
        "joint": picture.tables if len(picture.tables) > 1 else (),
        "playing": [table_words(one) for one in picture.playing],
        "beyond": picture.beyond,
        "worth": any(t.stake_currency for t in picture.tables),
    }


def _plan(found: CurrencyPicture, picture: SettlementPicture) -> dict[str, Any]:
    whole = whole_rows(found)
    count = len(found.open_rows)
    return {
        "currency": found.currency,
        "rows": [who_pays(row, found.currency, whole=whole) for row in found.rows],
        "count": count,
        "open": money(found.open_sum, found.currency, whole=whole) if count else "",
        "words": plan_words(found, picture.settlement.way) if count else "",
        "kitty": any(KITTY in (row.payer, row.payee) for row in found.open_rows),
    }


def plan_words(found: CurrencyPicture, way: str) -> str:
    """How many payments are open, and what is known of their number."""
    count = len(found.open_rows)
    if way == Way.BANKER:
        said = ngettext("%(n)s payment through the banker.", "%(n)s payments through the banker.", count)
    elif way == Way.EACH:
        said = ngettext("%(n)s payment, each with each.", "%(n)s payments, each with each.", count)
    elif found.proven:
        said = ngettext(
            "%(n)s payment, the fewest that settle it.", "%(n)s payments, the fewest that settle it.", count
        )
    else:
        said = ngettext(
            "%(n)s payment, the fewest that were found.", "%(n)s payments, the fewest that were found.", count
        )
    return said % {"n": count}


def whole_rows(found: CurrencyPicture) -> bool:
    """Whether the payments can all be written without a fraction."""
    return all_whole([amount for row in found.rows for amount in (row.paid, row.open)], found.currency)


def who_pays(row: PlanRow, currency: str, *, key: str = "", whole: bool = False) -> dict[str, Any]:
    """One line of the plan."""
    last = row.payments[-1] if row.payments else None
    return {
        "payer": row.payer.name,
        "payee": row.payee.name,
        "payer_id": row.payer.public_id,
        "payee_id": row.payee.public_id,
        "currency": currency,
        "sum": money(row.total, currency, whole=whole),
        "paid": money(row.paid, currency, whole=whole) if row.paid else "",
        "open": money(row.open, currency, whole=whole) if row.open else "",
        "minor": row.open,
        "last": last,
        # One tap takes back what one tap did; of several payments the page shows which is which.
        "undo": last.key if last and len(row.payments) == 1 and not row.open else None,
        "can_tick": row.can_tick,
        "key": key or new_key(),
    }


def table_words(table: Table) -> str:
    """`Kassa, 12 November`: which table of which evening."""
    variant = variant_of(table)
    game = title_of(variant, variant.short)
    # A day that does not break before its year.
    day = written(table.evening.date, "day").replace(" ", "\u00a0")
    named = isolated(table.evening.name) or day
    return f"{game}, {named}" if named else game


def open_words(sums: Mapping[str, int] | None) -> str:
    """`settled`, `open: ₽90`; nothing where no money is asked for."""
    if sums is None:
        return ""
    return gettext("open: %(sums)s") % {"sums": sums_words(sums)} if sums else gettext("settled")


def sums_words(sums: Mapping[str, int]) -> str:
    """`₽90, €5`."""
    return ", ".join(money(minor, code, whole=all_whole([minor], code)) for code, minor in sums.items())


def how_context(picture: SettlementPicture) -> dict[str, Any]:
    """The keys for how it is paid and rounded."""
    settlement = picture.settlement
    return {
        "ways": [
            (Way.FEWEST, gettext("fewest payments")),
            (Way.BANKER, gettext("one banker")),
            (Way.EACH, gettext("each with each")),
        ],
        "way": settlement.way,
        "bankers": picture.people,
        "banker": settlement.banker.public_id if settlement.banker else "",
        "roundings": _roundings(picture),
        "rounding": settlement.rounding,
    }


def _roundings(picture: SettlementPicture) -> list[tuple[int, str]]:
    """Coins to round to, in every currency that is settled."""
    unit = picture.settlement.rounding
    amounts = [p.total - p.rounding for c in picture.currencies for p in c.people]

    def words(minor: int) -> str:
        return " · ".join(short_money(minor, c.currency) for c in picture.currencies) if minor > 1 else gettext("not")

    return [(minor, words(minor)) for minor in roundings(amounts, unit)]


def makeup(found: CurrencyPicture) -> dict[str, Any]:
    """What makes up everybody's money: a table with a column for each kind that there is."""
    people = found.people
    columns = {
        "result": gettext("played"),
        "kitty": gettext("kitty"),
        "rounding": gettext("rounding"),
    }
    shown = {key: words for key, words in columns.items() if any(getattr(p, key) for p in people)}
    # One thing alone is all there is.
    shown = shown if len(shown) > 1 else {}
    amounts = [getattr(p, key) for p in people for key in (*shown, "total", "left")]
    whole = all_whole(amounts, found.currency)

    def written(minor: int) -> str:
        return signed_amount(minor, found.currency, whole=whole)

    rows = [
        (p.person.name, [written(getattr(p, key)) for key in shown], written(p.total), written(p.left)) for p in people
    ]
    sums = [written(sum(getattr(p, key) for p in people)) for key in shown]
    return {"currency": found.currency, "columns": list(shown.values()), "rows": rows, "sums": sums}
