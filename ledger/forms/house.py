"""Rules of a club's own: the name of a copy, and a file with a document."""

from typing import Any

from django import forms
from django.utils.translation import gettext

from ledger.forms.once import OnceForm
from ledger.rule_files import SIZE_MOST, Unreadable, parsed
from ledger.rules.problems import clean_name, name_fault
from ledger.services.house import NAME_MOST


class CopyForm(OnceForm):
    """Which rules are copied, what they are called, and the key under which they are copied once."""

    source = forms.CharField(required=False)
    name = forms.CharField(required=False, strip=False)

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if name_fault(name, least=1, most=NAME_MOST):
            raise forms.ValidationError(gettext("A name is 1 to %(most)s letters long.") % {"most": NAME_MOST})
        return name


class FileForm(forms.Form):
    """A file with a rules document, TOML or JSON: `document` once it is read."""

    file = forms.FileField(required=False, allow_empty_file=True)

    document: Any = None

    def clean_file(self) -> None:
        file = self.cleaned_data["file"]
        if file is None:
            raise forms.ValidationError(gettext("Choose a file."))
        try:
            # One byte more than may be tells that there are too many.
            self.document = parsed(file.read(SIZE_MOST + 1))
        except Unreadable as why:
            raise forms.ValidationError(str(why)) from None
