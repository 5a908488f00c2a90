"""Amounts of money for people: the reader's decimal sign, a true minus, the currency where his language sets it."""

from collections.abc import Iterable, Mapping

from django.utils.formats import number_format
from django.utils.translation import get_language

from ledger.rules.currencies import MINOR_UNITS
from ledger.rules.settlement import format_minor

SIGNS: Mapping[str, str] = {"EUR": "€", "USD": "$", "GBP": "£", "RUB": "₽", "UAH": "₴", "KZT": "₸", "GEL": "₾"}
SIGN_FIRST = frozenset({"en"})
"""The languages that set the currency before the amount; the others behind it."""
_SPACE = "\u00a0"


def currency_sign(code: str) -> str:
    """€ for EUR; the code itself where a sign could be mistaken."""
    return SIGNS.get(code, code)


def all_whole(minors: Iterable[int], currency: str) -> bool:
    """Whether no amount has a fraction, so that all can be written without one."""
    unit = 10 ** MINOR_UNITS[currency]
    return all(minor % unit == 0 for minor in minors)


def amount(minor: int, currency: str, *, whole: bool = False) -> str:
    """300 or 0.70, in the reader's way; `whole` leaves a fraction of zero out."""
    digits = 0 if whole else MINOR_UNITS[currency]
    text = format_minor(abs(minor), currency)
    return ("−" if minor < 0 else "") + str(number_format(text, decimal_pos=digits, force_grouping=True))


def with_currency(written: str, currency: str) -> str:
    """An amount in words and its currency: in English −£5.40 or CHF 5.40, elsewhere 5,40 £, on one line."""
    sign = currency_sign(currency)
    if (get_language() or "en").split("-")[0] not in SIGN_FIRST:
        return f"{written}{_SPACE}{sign}"
    plus_or_minus = written[:1] if written[:1] in ("+", "−") else ""
    return f"{plus_or_minus}{sign}{_SPACE if sign.isalpha() else ''}{written.removeprefix(plus_or_minus)}"


def money(minor: int, currency: str, *, whole: bool = False) -> str:
    """₽300, in French 300 ₽."""
    return with_currency(amount(minor, currency, whole=whole), currency)


def short_money(minor: int, currency: str) -> str:
    """₽300 or €0.70: a fraction only where there is one."""
    return money(minor, currency, whole=all_whole([minor], currency))


def signed_amount(minor: int, currency: str, *, whole: bool = False) -> str:
    """+300, −0.70, 0."""
    return ("+" if minor > 0 else "") + (amount(minor, currency, whole=whole) if minor else "0")


def signed_money(minor: int, currency: str, *, whole: bool = False) -> str:
    """+₽300, −€0.70, ₽0."""
    return with_currency(("+" if minor > 0 else "") + amount(minor, currency, whole=whole), currency)
