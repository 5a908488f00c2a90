"""A form that does what it says once, however often it is sent."""

from uuid import UUID, uuid4

from django import forms


class OnceForm(forms.Form):
    """Has the key that it was shown with."""

    key = forms.CharField(required=False)

    def clean_key(self) -> UUID:
        """A fresh one where there is none."""
        try:
            return UUID(self.cleaned_data["key"])
        except ValueError:
            return uuid4()
