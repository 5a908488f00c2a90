"""Where the kitty of a table came from and went to, and what became different since."""

from dataclasses import dataclass

from ledger.models import SettlementLine, Table
from ledger.queries.booking import brought_along


@dataclass(frozen=True, slots=True)
class KittyStory:
    """A carried kitty before and after a table. Points, and money in minor units of the table's currency."""

    keeper: str
    """Who keeps the money, by name; empty: nobody is named."""
    needs_keeper: bool
    """There is money of the kitty that somebody has to keep or to hand out."""
    held: int | None
    came_from: Table | None
    came_difference: int
    """Points the evening before has in its kitty now, beyond what this one began with: it was corrected since."""
    came_money: int
    """What was left over (above zero) or short when that kitty was divided here."""
    other_currency: bool
    """The evening before kept it in another currency."""
    reopened: bool
    """The evening before is being played on."""
    went_to: Table | None
    went_difference: int
    """Points in the kitty now, beyond what the next evening began with."""


def kitty_story(table: Table) -> KittyStory:
    """What there is to say of the kitty of a closed table."""
    before = Table.objects.select_related("evening__club", "rules").filter(carried_to=table).first()
    after = Table.objects.select_related("evening__club", "rules").filter(carried_from=table).first()
    lines = list(SettlementLine.objects.filter(table=table).exclude(kind=SettlementLine.Kind.RESULT))
    shared = sum(line.amount for line in lines if line.kind == SettlementLine.Kind.KITTY_SHARED)
    return KittyStory(
        keeper=table.kitty_keeper.called if table.kitty_keeper else "",
        needs_keeper=any(line.kind == SettlementLine.Kind.KITTY_KEPT for line in lines) or _carried(table) > 0,
        held=table.kitty_held,
        came_from=before,
        came_difference=_carried(before) - table.opening_kitty if before and before.closing else 0,
        came_money=shared,
        other_currency=bool(before and before.closing and before.stake and brought_along(table) is None),
        reopened=bool(before and before.closing is None),
        went_to=after,
        went_difference=_carried(table) - after.opening_kitty if after else 0,
    )


def _carried(table: Table) -> int:
    return table.kept_state.kitty if table.closing == "carry" else 0
