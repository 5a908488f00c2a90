"""What was paid, as it is ticked or typed; and how it is paid."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from ledger.forms.money_fields import read_money
from ledger.forms.stakes import write_amount
from ledger.rules.currencies import MINOR_UNITS, is_currency
from ledger.rules.settlement import AMOUNT_DIGITS

SEEN_DIGITS = 18


class TickForm(forms.Form):
    """One tap: a whole line of the plan, as this phone saw it."""

    key = forms.UUIDField()
    payer = forms.CharField(max_length=40)
    payee = forms.CharField(max_length=40)
    currency = forms.CharField(max_length=3)
    amount = forms.IntegerField(min_value=1)

    def clean_currency(self) -> str:
        code = str(self.cleaned_data["currency"])
        if not is_currency(code):
            raise ValidationError(_("This is no currency."))
        return code


class PaymentForm(forms.Form):
    """A payment that is typed: part of a line (`seen` is what was open of it), or one that no plan asked for."""

    key = forms.UUIDField()
    payer = forms.ChoiceField()
    payee = forms.ChoiceField()
    currency = forms.ChoiceField()
    amount = forms.CharField(max_length=40, required=False)
    seen = forms.IntegerField(min_value=0, required=False)

    def __init__(
        self, people: Sequence[tuple[str, str]], currencies: Sequence[str], data: Mapping[str, Any] | None
    ) -> None:
        super().__init__(data)
        for name in ("payer", "payee"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = list(people)
        currency = self.fields["currency"]
        assert isinstance(currency, forms.ChoiceField)
        currency.choices = [(code, code) for code in currencies]

    def clean_amount(self) -> int:
        currency = self.cleaned_data.get("currency")
        if not currency:
            raise ValidationError(_("Choose the currency."))
        minor = read_money(self.cleaned_data["amount"], currency)
        if minor is None:
            raise ValidationError(_("Write how much it was."))
        seen = self.data.get("seen", "")
        if seen.isascii() and seen.isdigit() and len(seen) <= SEEN_DIGITS and minor > int(seen):
            raise ValidationError(_("This is more than is open between the two."))
        return minor

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if found.get("payer") and found.get("payer") == found.get("payee"):
            self.add_error("payee", _("Nobody pays himself."))
        return found


def write_minor(minor: int, currency: str) -> str:
    """An amount as a field shows it, so that it is read back as the same."""
    return write_amount(minor * 10 ** (AMOUNT_DIGITS - MINOR_UNITS[currency]), currency)


def new_key() -> str:
    return str(uuid.uuid4())


ROUNDINGS = (5, 10, 50, 100, 500, 1000, 5000, 10_000)
"""Minor units that may be rounded to."""
MOST_ROUNDINGS = 4
"""With "not" they make one row of keys."""


def roundings(amounts: Sequence[int], chosen: int) -> list[int]:
    """What is offered for these amounts (before rounding): coins that would change something and leave something;
    always what is chosen."""
    largest = max(map(abs, amounts), default=0)
    useful = [unit for unit in ROUNDINGS if 2 * unit <= largest and any(amount % unit for amount in amounts)]
    return sorted({1, chosen, *useful[-MOST_ROUNDINGS:]})
