"""What a player declared and how it went, contract by contract, and his biggest deals."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Count, F, Q, Sum

from ledger.models import Club, DealPart, MonthContract, Player
from ledger.queries.games import GameRules
from ledger.queries.months import whole_months
from ledger.queries.seasons import Span, day_in, played_in
from ledger.rules.variant import Text

BIGGEST = 5
COLUMNS = ("declared", "made", "points", "helped", "helped_made")


@dataclass(frozen=True, slots=True)
class ContractLine:
    """How often he declared a contract and made it, and what that brought him by the sheet."""

    name: Text
    declared: int
    made: int
    points: int
    helped: int
    """Of those declared: with a helper."""
    helped_made: int
    can_be_helped: bool

    @property
    def alone(self) -> int:
        return self.declared - self.helped

    @property
    def alone_made(self) -> int:
        return self.made - self.helped_made


@dataclass(frozen=True, slots=True)
class BigDeal:
    """A deal of his that brought or cost much."""

    table_id: str
    deal_key: UUID
    day: date
    kind: str
    contract: Text | None
    """None: nobody declared."""
    trump: str
    part: str
    points: int


def contract_lines(club: Club, person: Player, span: Span, rules: GameRules) -> tuple[ContractLine, ...]:
    """What he declared in a season, in the variant's own order: whole months from their fold, the rest from deals."""
    months, parts = whole_months(span)
    found: dict[str, Counter[str]] = {}
    if months:
        _add(found, _of_months(club, person, months, rules.code))
    for part in parts:
        _add(found, _of_deals(club, person, part, rules.code))
    joint = {contract.code for contract in rules.newest.contracts if contract.joint is not None}
    return tuple(
        ContractLine(
            rules.contract_name(code),
            **{name: found[code][name] for name in COLUMNS},
            can_be_helped=code in joint or found[code]["helped"] > 0,
        )
        for code in sorted(found, key=rules.place)
    )


def _add(found: dict[str, Counter[str]], rows: Iterator[tuple[str, dict[str, int]]]) -> None:
    for code, sums in rows:
        found.setdefault(code, Counter()).update(sums)


def _of_months(club: Club, person: Player, months: Span, code: str) -> Iterator[tuple[str, dict[str, int]]]:
    helped = Q(helper__isnull=False)
    rows = MonthContract.objects.filter(
        club=club, rules_code=code, player=person, month__range=(months.starts, months.ends)
    )
    sums = {
        "declared_of": Sum("declared"),
        "made_of": Sum("made"),
        "points_of": Sum("points"),
        "helped_of": Sum("declared", filter=helped, default=0),
        "helped_made_of": Sum("made", filter=helped, default=0),
    }
    for contract, *numbers in rows.order_by().values("contract").annotate(**sums).values_list("contract", *sums):
        yield contract, dict(zip(COLUMNS, map(int, numbers), strict=True))


def _of_deals(club: Club, person: Player, part: Span, code: str) -> Iterator[tuple[str, dict[str, int]]]:
    # Told as a sum, the player is no way to the rows: he may have thousands, and these days have but some tables.
    parts = DealPart.objects.annotate(who=F("player") + 0).filter(_counted(club, part), who=person.pk, rules_code=code)
    helped = Q(partner__isnull=False)
    sums = {
        "declared_of": Count("pk"),
        "made_of": Count("pk", filter=Q(made=True)),
        "points_of": Sum("points"),
        "helped_of": Count("pk", filter=helped),
        "helped_made_of": Count("pk", filter=helped & Q(made=True)),
    }
    rows = parts.filter(part=DealPart.Part.DECLARED).order_by().values("contract").annotate(**sums)
    for contract, *numbers in rows.values_list("contract", *sums):
        yield contract, dict(zip(COLUMNS, map(int, numbers), strict=True))


def _counted(club: Club, span: Span) -> Q:
    """Parts of deals in the season's evenings that count."""
    return played_in(club, span, "table__evening__") & Q(table__evening__counts=True)


def big_deals(club: Club, person: Player, span: Span, rules: GameRules, *, lowest: bool) -> tuple[BigDeal, ...]:
    """The deals of a season that brought him most points by the sheet, or cost him most, in the order of an index:
    neither the others nor all that are equal are read."""
    sign = {"points__lt": 0} if lowest else {"points__gt": 0}
    parts = DealPart.objects.filter(_counted(club, span), player=person, rules_code=rules.code, **sign)
    order = ("points", "pk") if lowest else ("-points", "-pk")
    days = day_in(club, "table__evening__")
    ordered = parts.order_by(*order).annotate(day=days).select_related("deal", "table")
    return tuple(
        BigDeal(
            table_id=part.table.public_id,
            deal_key=part.deal.entry_key,
            day=part.day,
            kind=part.deal.kind,
            contract=rules.contract_name(part.contract) if part.contract else None,
            trump=part.deal.trump,
            part=part.part,
            points=part.points,
        )
        for part in ordered[:BIGGEST]
    )
