"""What a phone says about itself, and a link that was pasted into it."""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from django import forms
from django.utils.translation import gettext

from ledger.models import BY_LENGTH
from ledger.rules.problems import clean_name, name_fault

_LINKS = {
    "open_settle": re.compile(r"/open/([\w-]{1,40})/([\w-]{1,40})/settle(?![\w-])"),
    "open": re.compile(r"/open/([\w-]{1,40})/([\w-]{1,40})"),
    "open_club": re.compile(r"/club/([\w-]{1,40})/([\w-]{1,40})"),
    "shared_rules": re.compile(r"/rules/shared/([\w-]{1,60})"),
}
"""By the name of the address; the first that fits counts."""


class PastedLink(NamedTuple):
    """What a link that was pasted leads to: the name of the address, and what stands in it."""

    to: str
    parts: tuple[str, ...]


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
        said = self.cleaned_data["link"]
        found = _link_in(urlsplit(said.strip()).path) or _link_in(said)
        if found is None:
            wrong = gettext(
                "This is not a link to a table, a club or shared rules. "
                "They look like …/open/…/…/, …/club/…/…/ and …/rules/shared/…/"
            )
            raise forms.ValidationError(wrong)
        return found


def _link_in(text: str) -> PastedLink | None:
    fits = ((to, pattern.search(text)) for to, pattern in _LINKS.items())
    return next((PastedLink(to, match.groups()) for to, match in fits if match), None)
