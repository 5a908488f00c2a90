"""A club: its name and where it plays; and what is looked for among its evenings."""

from typing import Any

from django import forms
from django.utils.translation import gettext

from ledger.queries.clubs import time_zones
from ledger.rules.problems import clean_name, name_fault
from ledger.rules.sheet_reading import TITLE_MOST


class ClubForm(forms.Form):
    """The club's name and time zone."""

    name = forms.CharField(required=False, strip=False)
    time_zone = forms.ChoiceField(required=False, choices=lambda: [("", ""), *((z, z) for z in zones())])

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if name_fault(name, least=1, most=TITLE_MOST):
            raise forms.ValidationError(gettext("A name is 1 to %(most)s letters long.") % {"most": TITLE_MOST})
        return name


def zones() -> list[str]:
    """Time zones as people look for them: continent and city."""
    return sorted(z for z in time_zones() if "/" in z and not z.startswith(("Etc/", "SystemV/")))


class SearchForm(forms.Form):
    """Evenings with a player, or of a day; what makes no sense is left out."""

    player = forms.CharField(required=False, max_length=50)
    date = forms.DateField(required=False)
    page = forms.IntegerField(required=False, min_value=1)

    def asked(self) -> dict[str, Any]:
        self.is_valid()
        found = self.cleaned_data
        player = (found.get("player") or "").replace("\0", "")
        return {"player": player, "on": found.get("date"), "page": found.get("page") or 1}
