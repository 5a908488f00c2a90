"""The longest runs of made contracts of a club's players."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ledger.models import Club, DealPart, Table
from ledger.queries.seasons import Span, day_in

LEAST_RUN = 2
"""One contract that was made is no run."""


@dataclass(frozen=True, slots=True)
class FoundRun:
    """A run by keys: as much of it as lies in the span that was asked for."""

    player: int
    length: int
    first: int
    last: int
    began_before: bool
    """It had begun before the span."""
    went_on: bool
    """It went on after the span."""
    goes_on: bool
    """What he declared last in this game is part of it."""
    at: int
    """Which of the declared contracts of all was its last."""


@dataclass(frozen=True, slots=True)
class _Contract:
    deal: int
    made: bool
    inside: bool
    at: int


def longest_runs(club: Club, code: str, span: Span | None, most: int) -> tuple[list[FoundRun], int]:
    """The longest runs, the earliest first among equals, and how many more are as long as the last of them.

    None: of all times. A run ends with a contract its player declared and lost, and with nothing else: a season's
    border only cuts off what is not asked for, so all contracts are looked at. Two queries; read whole and counted
    here, for windows over thousands of deals cost SQLite more than that.
    """
    runs = [run for player, own in _declared(club, code, span).items() for run in _runs(player, own)]
    runs.sort(key=lambda run: (-run.length, run.at))
    shown = runs[:most]
    return shown, sum(run.length == shown[-1].length for run in runs[most:])


def _declared(club: Club, code: str, span: Span | None) -> Mapping[int, list[_Contract]]:
    """What each player declared in the game, in the order it was played."""
    tables = Table.objects.filter(evening__club=club, rules__code=code, closing__isnull=False, evening__counts=True)
    ordered = tables.annotate(day=day_in(club, "evening__")).order_by("day", "evening__started_at", "pk")
    places: dict[int, int] = {}
    inside: dict[int, bool] = {}
    for place, (table, day) in enumerate(ordered.values_list("pk", "day")):
        places[table], inside[table] = place, span is None or span.starts <= day <= span.ends
    parts = DealPart.objects.filter(club=club, rules_code=code, part=DealPart.Part.DECLARED)
    columns = parts.values_list("table_id", "deal__order_key", "deal_id", "player_id", "made")
    rows = sorted((places[row[0]], *row) for row in columns if row[0] in places)
    found: defaultdict[int, list[_Contract]] = defaultdict(list)
    for at, (_, table, _, deal, player, made) in enumerate(rows):
        found[player].append(_Contract(deal, made, inside[table], at))
    return found


def _runs(player: int, own: Sequence[_Contract]) -> Iterator[FoundRun]:
    for made, group in groupby(own, key=lambda one: one.made):
        whole = list(group)
        part = [one for one in whole if one.inside]
        if made and len(part) >= LEAST_RUN:
            first, last = part[0], part[-1]
            before, after, now = first is not whole[0], last is not whole[-1], whole[-1] is own[-1]
            yield FoundRun(player, len(part), first.deal, last.deal, before, after, now, last.at)
