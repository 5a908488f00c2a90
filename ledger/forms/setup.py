"""The set-up of a table as it is corrected afterwards: rules, order of seats, first dealer, what was agreed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import QueryDict

from ledger.models import Table
from ledger.rules.document import Plain


@dataclass(frozen=True, slots=True)
class Places:
    """The order at the start, clockwise, by numbers of people, and who dealt first."""

    order: tuple[int, ...]
    first: int

    def moved(self, place: int, by: int) -> "Places":
        """Somebody changes places with his neighbour."""
        other = (place + by) % len(self.order)
        order = list(self.order)
        order[place], order[other] = order[other], order[place]
        return replace(self, order=tuple(order))


def read_places(data: QueryDict, table: Table) -> Places:
    """The places as they were sent; else as they are."""
    sent = [int(n) for n in data.getlist("order") if n.isascii() and n.isdigit() and len(n) < 3]
    order = tuple(sent) if sorted(sent) == sorted(table.first_order) else table.first_order
    first = data.get("first_dealer", "")
    known = first.isascii() and first.isdigit() and len(first) < 3 and int(first) in order
    return Places(order, int(first) if known else table.first_dealer)


OWN = ""
"""The rules as the table pinned them."""


def read_rules(data: QueryDict, book: Mapping[str, Plain]) -> str:
    """The code of the rules that were picked; else those of the table."""
    code = data.get("rules", OWN)
    return code if code in book else OWN
