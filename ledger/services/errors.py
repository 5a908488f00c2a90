"""Why a service refused. Words for people are made in the views."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from ledger.models import Deal
from ledger.rules.problems import Problem


class ServiceError(Exception):
    """Nothing was changed."""


class Faulty(ServiceError):
    """The facts contradict the rules: in what was given, or (`later`, by position) in deals that come after it."""

    def __init__(self, problems: Sequence[Problem] = (), later: Mapping[int, Sequence[Problem]] | None = None) -> None:
        self.problems = list(problems)
        self.later = {position: list(found) for position, found in (later or {}).items()}
        said = [f"{p.where}: {p.code}" for p in self.problems]
        said += [f"position {n}, {p.where}: {p.code}" for n, found in self.later.items() for p in found]
        super().__init__("; ".join(said))


class Conflict(ServiceError):
    """The position is taken: by this deal, which another phone recorded first."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        super().__init__(f"the position is taken by {deal.entry_key}")


class TableClosed(ServiceError):
    """The evening is closed."""


class Stale(ServiceError):
    """What the request rests on is not so any more: the deal was corrected or undone in between."""


class Unknown(ServiceError):
    """There is no such table, or no such deal at it."""


class NotOpen(ServiceError):
    """What was to be paid is not open any more, or not so much: another phone ticked it (`by`, `at`), or the plan has
    changed."""

    def __init__(self, by: str = "", at: datetime | None = None) -> None:
        self.by, self.at = by, at
        super().__init__(f"paid at {at}" if at else "the plan has changed")


class Paid(ServiceError):
    """Money was given on it: the ticks have to be taken back first."""
