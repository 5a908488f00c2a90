"""The table as it stands: who deals, who speaks first, balances, kitty, the last deals."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ledger.models import Announcement, DealResult, Seat, Table
from ledger.queries.rows import DealRow, deal_rows, variant_of
from ledger.rules.facts import DealFacts, Kind
from ledger.rules.table import TableState, divided, is_over, next_multiplier, score_next
from ledger.rules.variant import Variant, first_voice, sitting_out

LAST = 5


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as the board shows it, for the deal that comes next. Points."""

    number: int
    name: str
    player_public_id: str
    balance: int
    last_change: int | None
    """None: there was no deal yet, or the player sat out in the last one."""
    is_dealer: bool
    is_first_voice: bool
    sits_out: bool


@dataclass(frozen=True, slots=True)
class TablePicture:
    """Everything a phone shows of a table."""

    table: Table
    variant: Variant
    state: TableState
    """After the last deal; of a closed evening after the kitty was divided."""
    seats: tuple[SeatView, ...]
    position: int
    """The place in the list of deals that the next one takes."""
    number: int
    """The number of the next deal that counts."""
    tour: int | None
    """The tour of that deal; None, as `tours`, where the length is not counted in tours."""
    tours: int | None
    length: int
    """Deals that count until the length is reached."""
    over: bool
    multiplier: int
    dealer: int
    first_voice: int
    kitty: int
    """With the antes of the next deal in it."""
    kitty_before: int
    """As it lies there now."""
    last: tuple[DealRow, ...]
    """Newest first."""
    announcement: Mapping[str, Any] | None
    announced_by: str
    notices: tuple[str, ...]
    """`double-begins`, `last-tour`, `last-deal`, `length-reached`."""
    version: int
    closing: str | None
    scorer: str
    """Who recorded last, or started the evening."""


def get_table(public_id: str) -> Table | None:
    """The table with its rules, evening and club, or None."""
    return Table.objects.select_related("rules", "evening__club").filter(public_id=public_id).first()


def table_picture(table: Table) -> TablePicture:
    """The table as it stands: six queries, however many deals there are."""
    variant, state = variant_of(table), table.kept_state
    results = DealResult.objects.filter(table=table).select_related("deal").order_by("-position")
    last = deal_rows(table, list(results[:LAST]))
    position = last[0].position + 1 if last else 1
    said, said_by = _announced(table, position)
    dealer = (said or {}).get("dealer", state.dealer)
    voice = first_voice(state.seats, dealer, variant.seating.step)
    ended = divided(state) if table.closing == "divide" else state
    # Before the next deal its antes are in the kitty, as they lie on the table; after the last one none will come.
    no_antes = table.closing or is_over(variant, state, table.planned_deals)
    return TablePicture(
        table=table,
        variant=variant,
        state=ended,
        seats=_seats(table, ended, dealer, voice, last[0] if last else None),
        position=position,
        dealer=dealer,
        first_voice=voice,
        kitty=ended.kitty if no_antes else state.kitty + _antes(variant, state, dealer),
        kitty_before=ended.kitty,
        last=last,
        announcement=said,
        announced_by=said_by,
        scorer=last[0].recorded_by if last else table.evening.started_by,
        **_progress(table, variant, state),
    )


def _announced(table: Table, position: int) -> tuple[dict[str, Any] | None, str]:
    """The plain facts that stand announced for a deal, and who announced them."""
    said = Announcement.objects.filter(table=table, position=position).order_by("-id").first()
    return (said.facts, said.by) if said and said.facts else (None, "")


def _progress(table: Table, variant: Variant, state: TableState) -> dict[str, Any]:
    """How far the evening has come."""
    tours, number = variant.length.tours, state.counted + 1
    return {
        "number": number,
        "tour": variant.length.tour(number, state.seats) if tours else None,
        "tours": tours or None,
        "length": length_of(table, variant),
        "over": is_over(variant, state, table.planned_deals),
        "multiplier": next_multiplier(variant, state),
        "notices": _notices(table, variant, state),
        "version": table.version,
        "closing": table.closing,
    }


def length_of(table: Table, variant: Variant) -> int:
    """The length of the evening in deals that count."""
    return table.planned_deals or variant.length.deals or variant.length.tours * table.kept_state.seats


def _antes(variant: Variant, state: TableState, dealer: int) -> int:
    """What a deal puts into the kitty before it is played: just that moves when all pass."""
    return score_next(variant, state, DealFacts(kind=Kind.PASSED, dealer=dealer)).kitty_change


def _seats(table: Table, state: TableState, dealer: int, voice: int, last: DealRow | None) -> tuple[SeatView, ...]:
    out = sitting_out(state.seats, dealer)
    out_before = sitting_out(state.seats, last.dealer) if last else frozenset()
    return tuple(
        SeatView(
            number=seat.number,
            name=seat.player.name,
            player_public_id=seat.player.public_id,
            balance=state.balances[seat.number],
            last_change=None if last is None or seat.number in out_before else last.deltas[seat.number],
            is_dealer=seat.number == dealer,
            is_first_voice=seat.number == voice,
            sits_out=seat.number in out,
        )
        for seat in Seat.objects.filter(table=table).select_related("player").order_by("number")
    )


def _notices(table: Table, variant: Variant, state: TableState) -> tuple[str, ...]:
    """What is said in time: at the first deal of the double tours, of the last tour, and at the end."""
    if table.closing:
        return ()
    length, number, seats = variant.length, state.counted + 1, state.seats
    tour, opens = length.tour(number, seats), (number - 1) % seats == 0
    said = {
        "double-begins": opens and length.double > 0 and length.factor > 1 and tour == length.single + 1,
        "last-tour": opens and 0 < length.tours == tour,
        "last-deal": number == length_of(table, variant),
        "length-reached": is_over(variant, state, table.planned_deals),
    }
    return tuple(code for code, now in said.items() if now)
