"""The table as it stands: who deals, who speaks first, balances, kitty, the last deals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ledger.models import Announcement, Deal, DealResult, Seat, Table
from ledger.queries.fold import ended_state
from ledger.queries.rows import DealRow, deal_rows, variant_of
from ledger.rules.events import EventFacts
from ledger.rules.facts import DealFacts
from ledger.rules.seating import AT_PLAY, first_voice, sitting_out
from ledger.rules.situation import KINDS, Kind
from ledger.rules.table import TableState, is_over, next_multiplier, score_next
from ledger.rules.variant import Variant

LAST = 5
PAUSE = 60 * 60
"""Seconds: who records nothing for so long has paused."""


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
class LeftView:
    """Somebody who got up; what he has won or lost stays his. Points."""

    number: int
    name: str
    player_public_id: str
    balance: int


@dataclass(frozen=True, slots=True)
class TablePicture:
    """Everything a phone shows of a table."""

    table: Table
    variant: Variant
    state: TableState
    """After the last deal; of a closed evening after the kitty was divided."""
    seats: tuple[SeatView, ...]
    """Who sits at the table, clockwise."""
    left: tuple[LeftView, ...]
    """Who got up, in order of appearance."""
    paused: bool
    """Fewer than four sit at the table: nobody can play."""
    minutes: int | None
    """Minutes a deal, in the middle of all so far; pauses of an hour and more are none. None before the second deal."""
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
    """The table as it stands: seven queries, however many deals there are."""
    variant, state = variant_of(table), table.kept_state
    results = DealResult.objects.filter(table=table).select_related("deal").order_by("-position")
    last = deal_rows(table, list(results[:LAST]))
    position = last[0].position + 1 if last else 1
    said, said_by = _announced(table, position)
    dealer = (said or {}).get("dealer", state.dealer)
    out_said = _tuple((said or {}).get("sitting_out"))
    voice = first_voice(state.order, dealer, variant.seating.step, out_said)
    ended = ended_state(table, table.closing)
    people = {seat.number: seat for seat in Seat.objects.filter(table=table).select_related("player")}
    # Before the next deal its antes are in the kitty, as they lie on the table; after the last one none will come.
    no_antes = table.closing or is_over(variant, state, table.planned_deals)
    return TablePicture(
        table=table,
        variant=variant,
        state=ended,
        seats=_seats(people, ended, (dealer, voice, out_said), _last_deal(last)),
        left=_left(people, ended),
        paused=len(state.order) < AT_PLAY,
        minutes=minutes_a_deal(table),
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
        "tour": state.tour if tours else None,
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


def _seats(
    people: Mapping[int, Seat], state: TableState, turn: tuple[int, int, tuple[int, ...] | None], last: DealRow | None
) -> tuple[SeatView, ...]:
    dealer, voice, said = turn
    out = sitting_out(state.order, dealer, said)
    return tuple(
        SeatView(
            number=seat.number,
            name=seat.player.called,
            player_public_id=seat.player.public_id,
            balance=state.balances[seat.number],
            last_change=_last_change(last, seat.number),
            is_dealer=seat.number == dealer,
            is_first_voice=seat.number == voice,
            sits_out=seat.number in out,
        )
        for seat in (people[n] for n in state.order)
    )


def _left(people: Mapping[int, Seat], state: TableState) -> tuple[LeftView, ...]:
    gone = (people[n] for n in state.met if n not in state.order)
    return tuple(LeftView(s.number, s.player.called, s.player.public_id, state.balances[s.number]) for s in gone)


def _last_deal(rows: Sequence[DealRow]) -> DealRow | None:
    """The newest deal among the last rows: an event changes nobody's last change."""
    return next((row for row in rows if not isinstance(row.facts, EventFacts)), None)


def _tuple(said: Sequence[int] | None) -> tuple[int, ...] | None:
    return None if said is None else tuple(said)


def minutes_a_deal(table: Table) -> int | None:
    """The median of the times between two deals that were recorded less than an hour apart."""
    stood = Deal.objects.filter(table=table, retired__isnull=True, kind__in=KINDS)
    times = list(stood.order_by("recorded_at").values_list("recorded_at", flat=True))
    gaps = sorted(int((b - a).total_seconds()) for a, b in pairwise(times))
    short = [gap for gap in gaps if gap < PAUSE]
    if not short:
        return None
    middle = (short[(len(short) - 1) // 2] + short[len(short) // 2]) // 2
    return max(1, (middle + 30) // 60)


def _last_change(last: DealRow | None, person: int) -> int | None:
    if last is None or person in last.sat_out or person >= len(last.deltas):
        return None
    return last.deltas[person]


def _notices(table: Table, variant: Variant, state: TableState) -> tuple[str, ...]:
    """What is said in time: at the first deal of the double tours, of the last tour, and at the end."""
    if table.closing:
        return ()
    length, number = variant.length, state.counted + 1
    tour, opens = state.tour, state.in_tour == 0
    said = {
        "double-begins": opens and length.double > 0 and length.factor > 1 and tour == length.single + 1,
        "last-tour": opens and 0 < length.tours == tour,
        "last-deal": number == length_of(table, variant),
        "length-reached": is_over(variant, state, table.planned_deals),
    }
    return tuple(code for code, now in said.items() if now)
