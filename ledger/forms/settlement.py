"""Closing an evening: what becomes of the kitty, and whether everybody agrees to divide it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext

from ledger.forms.numbers import whole_number
from ledger.words import listed


@dataclass(frozen=True, slots=True)
class Agreement:
    """Who said yes to dividing the kitty, by seat."""

    yes: frozenset[int]

    def silent(self, names: Sequence[str]) -> list[str]:
        """Those who have not said yes."""
        return [name for seat, name in enumerate(names) if seat not in self.yes]

    def fault(self, names: Sequence[str]) -> str:
        """Why the kitty can't be divided yet; empty where all agree."""
        silent = self.silent(names)
        if not silent:
            return ""
        return gettext("Everybody has to say yes. Still silent: %(names)s.") % {"names": listed(silent)}


def read_agreement(data: QueryDict) -> Agreement:
    """The ticks as they were sent."""
    said = map(whole_number, data.getlist("yes"))
    return Agreement(frozenset(seat for seat in said if seat is not None))
