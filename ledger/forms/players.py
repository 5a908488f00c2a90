"""A player of a club: his name, whether he is a guest, and whose spelling he is."""

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext

from ledger.forms.once import OnceForm
from ledger.forms.seats import NAME_MOST
from ledger.rules.problems import Problem, clean_name, folded_name, name_fault


class PlayerForm(forms.Form):
    """A name, and whether he is a guest."""

    name = forms.CharField(required=False, strip=False)
    guest = forms.BooleanField(required=False)

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if name_fault(name, least=1, most=NAME_MOST) or not folded_name(name):
            raise forms.ValidationError(gettext("A name is 1 to 50 letters long."))
        return name


class NewPlayerForm(OnceForm, PlayerForm):
    """Somebody new, added once under its key."""


def player_faults(problems: Iterable[Problem]) -> list[str]:
    """Why a player is refused, in words."""
    words = {
        "name": gettext("Somebody of the club has this name already."),
        "other": gettext("Choose another player."),
        "other.seats": gettext("They sat at the same table: these are two people."),
        "other.payments": gettext("One paid the other: these are two people."),
    }
    return [words[problem.where] for problem in problems]
