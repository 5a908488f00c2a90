"""Chips as they were counted by hand; kept in the address alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from ledger.forms.numbers import whole_number


@dataclass(frozen=True, slots=True)
class Count:
    """One field: what was written, and the number of chips or what is wrong. None: nothing was written."""

    written: str
    number: int | None
    fault: str


def read_counts(data: Mapping[str, str], keys: Iterable[str]) -> dict[str, Count]:
    """What was counted, by key; each is sent as `count-` and its key."""
    return {key: _read(data.get(f"count-{key}", "")[:40].strip()) for key in keys}


def _read(written: str) -> Count:
    number = whole_number(written)
    if number is not None or not written:
        return Count(written, number, "")
    if written.isascii() and written.isdigit():
        return Count(written, None, gettext("So many chips there are not."))
    return Count(written, None, gettext("Write a whole number, 0 or more."))
