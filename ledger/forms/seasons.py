"""What is asked of a season's standings, and a season of the club's own as it is typed."""

from typing import Any

from django import forms

from ledger.queries.standings import Asked
from ledger.rules.standings import By


class StandingsForm(forms.Form):
    """How a season is ranked and which part of it; what makes no sense is left out."""

    by = forms.ChoiceField(required=False, choices=[(by, by) for by in By])
    variant = forms.CharField(required=False, max_length=100)
    currency = forms.CharField(required=False, max_length=3)
    since = forms.DateField(required=False)
    until = forms.DateField(required=False)
    guests = forms.BooleanField(required=False)
    page = forms.IntegerField(required=False, min_value=1)

    def add_prefix(self, field_name: str) -> str:
        """`from` is a word of Python's own."""
        return {"since": "from", "until": "to"}.get(field_name, field_name)

    def said(self) -> dict[str, Any]:
        """What was understood."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}

    def asked(self) -> Asked:
        said = self.said()
        return Asked(By(said.get("by", By.POINTS)), said.get("variant", ""), said.get("currency", ""), "guests" in said)
