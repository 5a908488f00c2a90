"""The rules a club can play by: its own, each in its versions, and those that are built in."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from ledger.models import Club, HouseRules, HouseVersion, Table
from ledger.rules.document import Plain, built_in, pinned_variant
from ledger.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A version of rules: what they say, who saved it and when, and in how many evenings of the club it was played."""

    number: int
    document: Plain
    by: str
    at: datetime
    evenings: int
    key: int

    @property
    def variant(self) -> Variant:
        """The rules as they are proposed, nothing agreed yet."""
        return pinned_variant(self.document, {})


@dataclass(frozen=True, slots=True)
class HouseCard:
    """Rules that a club made its own, the newest version first."""

    code: str
    retired: bool
    versions: tuple[VersionRow, ...]
    share_generation: int
    """That of the links which open a version to anybody."""

    @property
    def newest(self) -> VersionRow:
        return self.versions[0]

    @property
    def first(self) -> VersionRow:
        """As the rules came to the club."""
        return self.versions[-1]

    def version(self, number: int) -> VersionRow | None:
        """The version of a number."""
        return next((row for row in self.versions if row.number == number), None)


def house_cards(club: Club, codes: Iterable[str] | None = None) -> tuple[HouseCard, ...]:
    """The club's own rules, those still played first, in the order in which they came: three queries."""
    found = HouseRules.objects.filter(club=club).order_by("pk")
    houses = list(found if codes is None else found.filter(code__in=list(codes)))
    versions: dict[int, list[VersionRow]] = {house.pk: [] for house in houses}
    rows = list(HouseVersion.objects.filter(house__in=houses).select_related("rules").order_by("-number"))
    played = _evenings(club, [row.rules_id for row in rows])
    for row in rows:
        evenings = played.get(row.rules_id, 0)
        versions[row.house_id].append(VersionRow(row.number, row.rules.document, row.by, row.at, evenings, row.pk))
    cards = [_card(house, versions[house.pk]) for house in houses]
    return tuple(sorted(cards, key=lambda card: card.retired))


def _card(house: HouseRules, versions: Iterable[VersionRow]) -> HouseCard:
    return HouseCard(house.code, house.retired_at is not None, tuple(versions), house.share_generation)


def _evenings(club: Club, rules: Iterable[int]) -> Mapping[int, int]:
    found = Table.objects.filter(evening__club=club, rules__in=set(rules)).values_list("rules_id", "evening_id")
    counts: dict[int, int] = {}
    for key, _ in set(found):
        counts[key] = counts.get(key, 0) + 1
    return counts


def house_card(club: Club, code: str) -> HouseCard | None:
    """The club's own rules of a code; None where there are none."""
    return None if "\0" in code else next(iter(house_cards(club, [code])), None)


def rulebook(club: Club | None) -> Mapping[str, Plain]:
    """The documents an evening can be started with, by code: the club's own in their newest version, then those that
    are built in."""
    return book_of(house_cards(club) if club else ())


def book_of(cards: Iterable[HouseCard]) -> Mapping[str, Plain]:
    """The same of a club whose own rules are these."""
    return {**{card.code: card.newest.document for card in cards if not card.retired}, **built_in()}
