"""Money per point: so many points are worth so much."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import get_format
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from ledger.forms.money_fields import read_written
from ledger.rules.currencies import MINOR_UNITS
from ledger.rules.settlement import AMOUNT_DIGITS, Stake

COMMON = ("EUR", "USD", "GBP", "CHF", "RUB", "UAH", "BYN", "KZT", "GEL", "PLN")
HOME_CURRENCY: Mapping[str, str] = {"ru": "RUB"}
"""What is offered first to a reader of a language."""


def read_amount(text: str, currency: str) -> int | None:
    """An amount in ten-thousandths, None for an empty text. Raises ValidationError saying what is wrong."""
    written = read_written(text, currency)
    if written is None:
        return None
    amount = written.units(AMOUNT_DIGITS)
    if amount == 0:
        raise ValidationError(_("This must be more than 0; leave it empty to play for points only."))
    return amount


def write_amount(amount: int, currency: str) -> str:
    """Ten-thousandths as people write them, and `read_amount` reads: 3, 0.50, in the reader's language 0,50."""
    whole, rest = divmod(amount, 10**AMOUNT_DIGITS)
    decimals = f"{rest:0{AMOUNT_DIGITS}}".rstrip("0")
    if not decimals:
        return str(whole)
    decimals = decimals.ljust(MINOR_UNITS[currency], "0")
    if len(decimals) == 3:
        # Three decimals could be thousands: 1.234 may be read in two ways, 1.2340 not.
        decimals += "0"
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{decimals}"


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
    # Before the amount, for that is read as one of this currency.
    stake_currency = forms.ChoiceField(choices=lambda: [(c, c) for c in sorted(MINOR_UNITS)], required=False)
    stake_amount = forms.CharField(max_length=40, required=False)

    def clean_stake_amount(self) -> int | None:
        currency = self.cleaned_data.get("stake_currency") or home_currency()
        return read_amount(self.cleaned_data["stake_amount"], currency)

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
