"""A game as a club has it: the versions of its rules that it made or played. Another club may call them otherwise."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Exists, OuterRef, Q

from ledger.models import Club, HouseVersion, RulesVersion, Table
from ledger.rules.document import Plain, built_in, pinned_variant
from ledger.rules.variant import Text, Variant


@dataclass(frozen=True)
class GameRules:
    """The rules of a code as they are now, and older ones where a contract is asked for that is gone."""

    code: str
    documents: tuple[Plain, ...]
    """The newest first; at least one."""

    @cached_property
    def newest(self) -> Variant:
        return pinned_variant(self.documents[0], {})

    @property
    def name(self) -> Text:
        return self.newest.name

    @property
    def has_helpers(self) -> bool:
        return any(contract.joint is not None for contract in self.newest.contracts)

    def contract_name(self, code: str) -> Text:
        """What a contract is called now, or was called when it was played; of one that is agreed off, too."""
        contracts = (contract for document in self.documents for contract in document["contracts"])
        return next((contract["name"] for contract in contracts if contract["code"] == code), {"en": code})

    def place(self, code: str) -> tuple[int, str]:
        """Where a contract stands among the others; one that is gone stands behind them."""
        order = [contract["code"] for contract in self.documents[0]["contracts"]]
        return (order.index(code) if code in order else len(order)), code


def games_named(club: Club, codes: Iterable[str]) -> Mapping[str, GameRules]:
    """The games of these codes, as the club has them or as they are built in: one query. A code of neither is left
    out."""
    wanted = list(codes)
    own = Exists(HouseVersion.objects.filter(house__club=club, rules=OuterRef("pk")))
    played = Exists(Table.objects.filter(evening__club=club, rules=OuterRef("pk")))
    found: defaultdict[str, list[RulesVersion]] = defaultdict(list)
    for rules in RulesVersion.objects.filter(Q(own) | Q(played), code__in=wanted) if wanted else ():
        found[rules.code].append(rules)
    games = {}
    for code in wanted:
        versions = sorted(found[code], key=lambda rules: (rules.document.get("version") or 0, rules.pk), reverse=True)
        # Of what is built in, today's words come first.
        documents = [built_in()[code]] if code in built_in() else []
        documents += [rules.document for rules in versions]
        if documents:
            games[code] = GameRules(code, tuple(documents))
    return games


def game_rules(club: Club, code: str) -> GameRules:
    """One of them. Raises KeyError for a code that the club does not have and that is not built in."""
    return games_named(club, [code])[code]
