"""Who plays with whom: contracts that one declared and another helped, of a season. Whole months from their fold."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Q, Sum

from ledger.models import Club, DealPart, MonthContract, Player
from ledger.queries.months import whole_months
from ledger.queries.seasons import Span, closed_tables

LEAST_DEALS = 3
"""Deals from which an average is given."""
SUMS = ("declared", "made", "points", "helper_points")


@dataclass(frozen=True, slots=True)
class Helped:
    """What came of contracts that one declared and another helped. Points."""

    declarer: Player
    helper: Player
    deals: int = 0
    made: int = 0
    declarer_points: int = 0
    helper_points: int = 0

    @property
    def points(self) -> int:
        return self.declarer_points + self.helper_points

    def average(self, points: int) -> Fraction | None:
        """So many points as points per deal; None where there were too few deals to say."""
        return Fraction(points, self.deals) if self.deals >= LEAST_DEALS else None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two who helped each other, or of whom one did. `one` comes first in the alphabet."""

    one: Player
    other: Player
    directions: tuple[Helped, ...]
    """What `one` helped, then what `other` helped; what never happened is left out."""

    @property
    def deals(self) -> int:
        return sum(d.deals for d in self.directions)

    @property
    def made(self) -> int:
        return sum(d.made for d in self.directions)

    @property
    def points(self) -> int:
        """Of both together."""
        return sum(d.points for d in self.directions)

    def points_of(self, player: Player) -> int:
        declared = sum(d.declarer_points for d in self.directions if d.declarer == player)
        return declared + sum(d.helper_points for d in self.directions if d.helper == player)

    def average(self, points: int) -> Fraction | None:
        """As `Helped.average`."""
        return Fraction(points, self.deals) if self.deals >= LEAST_DEALS else None


@dataclass(frozen=True, slots=True)
class Pairs:
    """The pairs of a season, those with the most deals first, of equal ones those with more points per deal."""

    pairs: tuple[Pair, ...]
    guests: int
    """How many pairs are left out because one of them is a guest."""


def season_pairs(club: Club, span: Span, code: str, *, guests: bool) -> Pairs:
    """Every pair of a game in a season; as many queries however much was played."""
    sums = _sums(club, span, code)
    players = Player.objects.in_bulk({pk for pair in sums for pk in pair})
    by_pair: defaultdict[tuple[str, str], list[Helped]] = defaultdict(list)
    for (declarer, helper), of in sums.items():
        one = Helped(players[declarer], players[helper], *(of[name] for name in SUMS))
        by_pair[_folded(one)].append(one)
    found = [_pair(directions) for directions in by_pair.values()]
    shown = [pair for pair in found if guests or not (pair.one.guest or pair.other.guest)]
    return Pairs(tuple(sorted(shown, key=_order)), len(found) - len(shown))


def _folded(one: Helped) -> tuple[str, str]:
    first, last = sorted((one.declarer.folded, one.helper.folded))
    return first, last


def _pair(directions: list[Helped]) -> Pair:
    ordered = tuple(sorted(directions, key=lambda d: d.helper.folded))
    one, other = sorted((ordered[0].declarer, ordered[0].helper), key=lambda p: p.folded)
    return Pair(one, other, ordered)


def _order(pair: Pair) -> tuple[int, Fraction, str, str]:
    return -pair.deals, -Fraction(pair.points, pair.deals), pair.one.folded, pair.other.folded


def _sums(club: Club, span: Span, code: str) -> Mapping[tuple[int, int], Counter[str]]:
    """What is summed up, by the keys of declarer and helper."""
    months, parts = whole_months(span)
    found: defaultdict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    rows: Iterable[tuple[int, ...]] = ()
    if months:
        stored = MonthContract.objects.filter(club=club, rules_code=code, helper__isnull=False).order_by()
        stored = stored.filter(month__range=(months.starts, months.ends))
        sums = {f"{name}_of": Sum(name) for name in SUMS}
        rows = stored.values("player_id", "helper_id").annotate(**sums).values_list("player_id", "helper_id", *sums)
    # PostgreSQL adds up in decimals.
    for player, helper, *of in rows:
        found[player, helper].update(dict(zip(SUMS, map(int, of), strict=True)))
    for part in parts:
        for pair, more in _sums_of_part(club, part, code).items():
            found[pair].update(more)
    return found


def _sums_of_part(club: Club, part: Span, code: str) -> Mapping[tuple[int, int], Counter[str]]:
    """The same of a part of a month, from the deals of its tables: declarer and helper have a row each."""
    rows = DealPart.objects.filter(table__in=closed_tables(club, part, code), partner__isnull=False).order_by()
    keys, counts = ("part", "player_id", "partner_id"), {"deals": Count("pk"), "won": Count("pk", filter=Q(made=True))}
    sums = rows.values(*keys).annotate(**counts, total=Sum("points")).values_list(*keys, *counts, "total")
    found: defaultdict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for kind, player, partner, deals, made, points in sums:
        if kind == DealPart.Part.DECLARED:
            found[player, partner].update({"declared": deals, "made": made, "points": int(points)})
        else:
            found[partner, player].update({"helper_points": int(points)})
    return found
