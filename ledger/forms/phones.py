"""What a phone says about itself, and a link that was pasted into it."""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from django import forms
from django.utils.translation import gettext

from ledger.models import BY_LENGTH
from ledger.rules.problems import clean_name, name_fault

_OPEN = re.compile(r"/open/([\w-]{1,40})/([\w-]{1,40})(/settle(?![\w-]))?")


class PastedLink(NamedTuple):
    """What a link that was pasted says: which table, with which token, and whether it leads to the settlement."""

    table_id: str
    token: str
    settlement: bool


class PhoneForm(forms.Form):
    """The name that the history shows beside what this phone records."""

    name = forms.CharField(required=False, strip=False)

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if name_fault(name, least=0, most=BY_LENGTH):
            raise forms.ValidationError(gettext("A name is 1 to 50 letters long."))
        return name


class PasteForm(forms.Form):
    """A link as somebody sent it, words around it included."""

    link = forms.CharField(max_length=2000, required=False)

    def clean_link(self) -> PastedLink:
        found = _OPEN.search(urlsplit(self.cleaned_data["link"].strip()).path) or _OPEN.search(
            self.cleaned_data["link"]
        )
        if found is None:
            raise forms.ValidationError(gettext("This is not a link to a table. It looks like …/open/…/…/"))
        return PastedLink(found[1], found[2], bool(found[3]))
