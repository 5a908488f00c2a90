"""People by number: the same entry told with other numbers, and who is mentioned in one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ledger.rules.deal_facts import SEAT_KEYS, DealFacts
from ledger.rules.events import EventFacts

_DEAL_LISTS = ("sitting_out",)
_EVENT_PEOPLE = ("seat", "number", "by", "after", "giver", "taker", "answers")
_EVENT_LISTS = ("seats",)


def renumbered(entry: DealFacts | EventFacts, numbers: Mapping[int, int]) -> DealFacts | EventFacts:
    """The entry with other numbers for people; who is not named there (the kitty, too) keeps his own."""
    deal = isinstance(entry, DealFacts)
    single, lists = (SEAT_KEYS, _DEAL_LISTS) if deal else (_EVENT_PEOPLE, _EVENT_LISTS)
    changed: dict[str, Any] = {}
    for key in single:
        value = getattr(entry, key)
        if value is not None:
            changed[key] = numbers.get(value, value)
    for key in lists:
        value = getattr(entry, key)
        if value is not None:
            changed[key] = tuple(numbers.get(v, v) for v in value)
    if isinstance(entry, DealFacts) and entry.seat_tricks is not None:
        changed["seat_tricks"] = _by_number(entry.seat_tricks, numbers)
    return replace(entry, **changed)


def _by_number(values: Sequence[int], numbers: Mapping[int, int]) -> tuple[int, ...]:
    """What stands at the place of each person's number, at the places of other numbers; a number that another one
    takes over without giving his own away stood for nobody."""
    taken = set(numbers.values())
    found = {numbers.get(n, n): value for n, value in enumerate(values) if n in numbers or n not in taken}
    return tuple(found.get(n, 0) for n in range(max(found, default=-1) + 1))


def arrival(entry: object) -> str | None:
    """The name of somebody new who sits down with this entry."""
    return entry.player if isinstance(entry, EventFacts) else None
