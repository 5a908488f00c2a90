"""Whole numbers as pages send them back. Python refuses to read one of thousands of digits, so length comes first."""

from collections.abc import Mapping

DIGITS_MOST = 11


def whole_number(text: str) -> int | None:
    """The whole number that the text is; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS_MOST else None


def number_in(data: Mapping[str, str], name: str) -> int | None:
    """A whole number in a query string or form; None for anything else."""
    return whole_number(data.get(name, ""))
