"""Amounts of money as people write them: "0,25", "1 000", "1.234,50 €". What can be read in two ways is refused."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from ledger.money import SIGNS, money
from ledger.rules.currencies import MINOR_UNITS

WHOLE_MOST = 9
DECIMALS_MOST = 4
MONEY_MOST = 15
"""Digits of a payment: as many as a plan can ask for."""

_ALIKE = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2009": " ", "’": "'"})
_PARTS = re.compile(r"([^0-9]*?) ?([0-9](?:.*[0-9])?) ?([^0-9]*)")
_TWO_WAYS = re.compile(r"0*([1-9][0-9]{0,2})([.,])([0-9]{3})")
_PLAIN = re.compile(r"(?P<whole>[0-9]+)(?:[.,](?P<decimals>[0-9]+))?")
# What groups thousands is the same throughout, and never the decimal sign, too.
_GROUPED = re.compile(
    r"(?P<whole>[1-9][0-9]{0,2}(?P<sign>[ '.,])[0-9]{3}(?:(?P=sign)[0-9]{3})*)"
    r"(?:(?!(?P=sign))[.,](?P<decimals>[0-9]+))?"
)
_SEVERAL_SIGNS = re.compile(r"[0-9]+(?:[ '][0-9 '.,]*|[.,][0-9]*[ '.,][0-9 '.,]*)")
_MARKS: Mapping[str, tuple[str, ...]] = {
    **{code.casefold(): (code,) for code in MINOR_UNITS},
    **{sign: (code,) for code, sign in SIGNS.items()},
    "$": ("USD", "AUD", "CAD", "HKD", "NZD", "SGD"),
    "euro": ("EUR",),
    "euros": ("EUR",),
    "евро": ("EUR",),
    "р": ("RUB", "BYN"),
    "руб": ("RUB", "BYN"),
    "грн": ("UAH",),
    "zł": ("PLN",),
    "fr": ("CHF",),
}
"""The currencies that what is written beside an amount can mean."""


class Written(NamedTuple):
    """The digits before the decimal sign and after it, without the zeros at the end."""

    whole: str
    decimals: str

    def units(self, digits: int) -> int:
        """The amount in units of which 10 ** `digits` make one; there must be as many decimals at most."""
        return int(self.whole + self.decimals.ljust(digits, "0"))


def read_money(text: str, currency: str, *, least: int = 1) -> int | None:
    """An amount in minor units of the currency, None for an empty text. Raises ValidationError saying what is wrong."""
    written = read_written(text, currency, finest=MINOR_UNITS[currency], most=MONEY_MOST)
    if written is None:
        return None
    minor = written.units(MINOR_UNITS[currency])
    if minor < least:
        if least == 1:
            raise ValidationError(_("This must be more than 0."))
        raise ValidationError(_("This must be at least %(least)s."), params={"least": money(least, currency)})
    return minor


def read_written(text: str, currency: str, *, finest: int = DECIMALS_MOST, most: int = WHOLE_MOST) -> Written | None:
    """The digits of an amount in that currency, with `finest` decimals at most that are not zero; None for an empty
    text. Raises ValidationError saying what is wrong."""
    text = text.strip().translate(_ALIKE)
    if not text:
        return None
    if any(char.isnumeric() and not char.isascii() for char in text):
        raise ValidationError(_("Only the digits 0 to 9 are understood here."))
    number = _without_currency(text, currency)
    _refuse_two_ways(number, finest)
    match = _PLAIN.fullmatch(number) or _GROUPED.fullmatch(number)
    if match is None:
        raise _not_understood(number)
    whole, decimals = re.sub("[^0-9]", "", match["whole"]), match["decimals"] or ""
    if len(whole) > most or len(decimals) > DECIMALS_MOST:
        words = _("At most %(most)s digits before the comma or point, and 4 after it.")
        raise ValidationError(words, params={"most": most})
    decimals = decimals.rstrip("0")
    if len(decimals) > finest:
        words = _("At most %(digits)s decimals in %(currency)s.") if finest else _("No decimals in %(currency)s.")
        raise ValidationError(words, params={"digits": finest, "currency": currency})
    return Written(whole, decimals)


def _without_currency(text: str, currency: str) -> str:
    """The number alone; a sign or code on one side of it must mean this currency."""
    parts = _PARTS.fullmatch(text)
    if parts is None:
        raise _not_understood(text)
    before, number, after = parts.groups()
    if before in ("-", "−", "–"):
        raise ValidationError(_("Write the amount without a minus."))
    mark = before or after
    if not mark:
        return str(number)
    meant = _MARKS.get(mark.removesuffix(".").casefold())
    if meant is None or (before and after):
        raise _not_understood(text)
    if currency not in meant:
        words = _("This says “%(mark)s”, but the currency chosen is %(currency)s.")
        raise ValidationError(words, params={"mark": mark, "currency": currency})
    return str(number)


def _refuse_two_ways(number: str, finest: int) -> None:
    """1.234 is more than a thousand to one reader and little more than one to another."""
    match = _TWO_WAYS.fullmatch(number)
    if match is None:
        return
    whole, sign, rest = match.groups()
    decimals = rest.rstrip("0")
    if len(decimals) > finest:
        raise ValidationError(_("This can be read as thousands. Write %(large)s."), params={"large": whole + rest})
    if len(decimals) == len(rest):
        # Three decimals and a zero can't be thousands any more.
        decimals += "0"
    small = f"{whole}{sign}{decimals}" if decimals else whole
    words = _("This can be read in two ways. Write %(large)s or %(small)s.")
    raise ValidationError(words, params={"large": whole + rest, "small": small})


def _not_understood(text: str) -> ValidationError:
    if _SEVERAL_SIGNS.fullmatch(text):
        words = _("Group thousands by three, with one comma or point before the decimals: 1 234.50.")
    else:
        words = _("Write digits with one comma or point, such as 0.25.")
    return ValidationError(words)
