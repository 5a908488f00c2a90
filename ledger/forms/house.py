"""Rules of a club's own: the name of a copy, and a file with a document."""

import json
import tomllib
from typing import Any

from django import forms
from django.utils.translation import gettext

from ledger.rules.problems import clean_name, name_fault
from ledger.services.house import NAME_MOST

FILE_MOST = 200_000
"""Bytes; the largest built-in document has a tenth of that."""


class CopyForm(forms.Form):
    """Which rules are copied, and what they are called."""

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
        self.document = _document(file)


def _document(file: Any) -> Any:
    """The plain data of a file. Raises ValidationError with what keeps it from being read."""
    if file.size > FILE_MOST:
        raise forms.ValidationError(gettext("This file is too large for rules."))
    try:
        text = file.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise forms.ValidationError(gettext("This is no text file in UTF-8.")) from None
    try:
        return json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as fault:
        raise forms.ValidationError(gettext("This can't be read: %(why)s") % {"why": fault}) from None
    except (RecursionError, ValueError):
        # Nested without end, or a number of thousands of digits.
        raise forms.ValidationError(gettext("These are no rules.")) from None
