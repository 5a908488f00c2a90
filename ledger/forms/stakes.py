"""Money per point, as people write it: "0,25" and "0.25" alike, and nothing that could be read in two ways."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import get_format
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from ledger.rules.currencies import MINOR_UNITS
from ledger.rules.settlement import AMOUNT_DIGITS, Stake, parse_amount

COMMON = ("EUR", "USD", "GBP", "CHF", "RUB", "UAH", "BYN", "KZT", "GEL", "PLN")
HOME_CURRENCY: Mapping[str, str] = {"ru": "RUB"}
"""What is offered first to a reader of a language."""

_UNCLEAR = re.compile(r"0*[1-9][0-9]*[.,][0-9]{3}")


def read_amount(text: str) -> int | None:
    """An amount in ten-thousandths, None for an empty text. Raises ValidationError saying what is wrong."""
    text = text.strip()
    if not text:
        return None
    if _UNCLEAR.fullmatch(text):
        raise ValidationError(
            _("This can be read as thousands. Write it without the last three digits, or without the sign.")
        )
    amount = parse_amount(text.replace(",", ".", 1)) if text.isascii() else None
    if amount is None:
        raise ValidationError(_("Write digits with one comma or point, such as 0.25."))
    if amount == 0:
        raise ValidationError(_("This must be more than 0; leave it empty to play for points only."))
    return amount


def write_amount(amount: int, currency: str) -> str:
    """Ten-thousandths as people write them: 3, 0.50, in the reader's language 0,50."""
    whole, rest = divmod(amount, 10**AMOUNT_DIGITS)
    decimals = f"{rest:0{AMOUNT_DIGITS}}".rstrip("0")
    sign = get_format("DECIMAL_SEPARATOR")
    return f"{whole}{sign}{decimals.ljust(MINOR_UNITS[currency], '0')}" if decimals else str(whole)


def currency_groups() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The currencies people are likely to want, that of the reader's language first, and all others."""
    home = HOME_CURRENCY.get((get_language() or "en").split("-")[0], COMMON[0])
    first = tuple(dict.fromkeys((home, *COMMON)))
    return first, tuple(sorted(code for code in MINOR_UNITS if code not in first))


def home_currency() -> str:
    return currency_groups()[0][0]


class StakeForm(forms.Form):
    """So many points are worth so much. Everything may stay empty: then there is no money."""

    stake_points = forms.IntegerField(min_value=1, max_value=1_000_000, required=False)
    stake_amount = forms.CharField(max_length=40, required=False)
    stake_currency = forms.ChoiceField(choices=lambda: [(c, c) for c in sorted(MINOR_UNITS)], required=False)

    def clean_stake_amount(self) -> int | None:
        return read_amount(self.cleaned_data["stake_amount"])

    def stake(self) -> Stake | None:
        """What was agreed, after the form was found valid."""
        found: Mapping[str, Any] = self.cleaned_data
        if found["stake_amount"] is None:
            return None
        return Stake(found["stake_points"] or 1, found["stake_amount"], found["stake_currency"] or home_currency())


def stake_values(stake: Stake | None) -> dict[str, Any]:
    """What the fields show before anybody wrote in them."""
    if stake is None:
        return {"stake_points": 1, "stake_amount": "", "stake_currency": home_currency()}
    return {
        "stake_points": stake.points,
        "stake_amount": write_amount(stake.amount, stake.currency),
        "stake_currency": stake.currency,
    }
