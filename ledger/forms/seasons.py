"""What is asked of a season's standings, and a season of the club's own as it is typed."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.forms.numbers import whole_number
from ledger.models import Player
from ledger.queries.standings import Asked
from ledger.rules.problems import clean_name, name_fault
from ledger.rules.sheet_reading import TITLE_MOST
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


class PlayerPageForm(forms.Form):
    """Which season of a player, in which game, and which page of his evenings; what makes no sense is left out."""

    season = forms.CharField(required=False, max_length=100)
    variant = forms.CharField(required=False, max_length=100)
    page = forms.IntegerField(required=False, min_value=1)

    def said(self) -> dict[str, Any]:
        """What was understood."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


class RecordsForm(forms.Form):
    """Of which game and of which season; what makes no sense is left out."""

    variant = forms.CharField(required=False, max_length=100)
    season = forms.CharField(required=False, max_length=100)

    def said(self) -> dict[str, str]:
        """What was understood, by name; empty where nothing was said."""
        self.is_valid()
        return {name: self.cleaned_data.get(name, "") for name in self.fields}


class SeasonForm(forms.Form):
    """A season of the club's own: its name, its dates, and a field of points for each player of each game.

    `sum_faults`: what is wrong with all the points of a game, by its code."""

    name = forms.CharField(required=False, strip=False)
    starts = forms.DateField(error_messages={"required": _("Say when it begins."), "invalid": _("This is no date.")})
    ends = forms.DateField(error_messages={"required": _("Say when it ends."), "invalid": _("This is no date.")})

    def __init__(
        self,
        games: Sequence[str],
        players: Sequence[Player],
        data: Mapping[str, Any] | None,
        initial: dict[str, Any],
    ) -> None:
        super().__init__(data, initial=initial)
        self.games, self.players = games, players
        self.sum_faults: dict[str, list[str]] = {}
        for code in games:
            for player in players:
                self.fields[f"{code}:{player.public_id}"] = PointsField()

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if name_fault(name, least=1, most=TITLE_MOST):
            raise forms.ValidationError(gettext("A name is 1 to %(most)s letters long.") % {"most": TITLE_MOST})
        return name

    def openings(self) -> dict[str, dict[str, int]]:
        """Points by game and player."""
        found: dict[str, dict[str, int]] = {code: {} for code in self.games}
        for code in self.games:
            for player in self.players:
                if points := self.cleaned_data.get(f"{code}:{player.public_id}"):
                    found[code][player.public_id] = points
        return found

    def opening_fields(self, code: str) -> list[tuple[Player, forms.BoundField]]:
        return [(player, self[f"{code}:{player.public_id}"]) for player in self.players]


class PointsField(forms.CharField):
    """Whole points with a sign, also a true minus; empty is 0."""

    def __init__(self) -> None:
        super().__init__(required=False, max_length=12)

    def clean(self, value: Any) -> Any:
        # Thousands may stand apart by any space.
        text = "".join(super().clean(value).split()).replace("−", "-")
        if not text:
            return 0
        number = whole_number(text[1:] if text[0] in "+-" else text)
        if number is None:
            raise forms.ValidationError(gettext("Points are a whole number."))
        return -number if text.startswith("-") else number
