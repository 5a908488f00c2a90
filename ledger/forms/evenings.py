"""Starting an evening: what was typed and tapped, as typed values, or every fault at its field."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from ledger.forms.stakes import StakeForm, stake_values
from ledger.models import BY_LENGTH
from ledger.rules.document import Chosen, Plain, built_in, pinned_variant
from ledger.rules.options import Option
from ledger.rules.problems import Problem
from ledger.rules.variant import Variant
from ledger.words import in_language

KITTY_MOST = 1_000_000
DEALS_MOST = 1000
SWITCH = (("yes", gettext_lazy("yes")), ("no", gettext_lazy("no")))


def variant_of(code: str | None, book: Mapping[str, Plain] | None = None) -> Variant:
    """The variant of the rulebook (None: what is built in) that was picked; the first where none was, or none of that
    name is there."""
    book = book or built_in()
    return pinned_variant(book.get(code or "") or next(iter(book.values())), {})


def option_field(option: Option) -> str:
    return f"option-{option.key}"


class AgreedForm(forms.Form):
    """What is agreed in a variant: a field for each of its options."""

    def __init__(self, variant: Variant, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.variant = variant
        for option in variant.options:
            self.fields[option_field(option)] = _field(option)

    def agreed(self) -> list[tuple[Option, forms.BoundField, str]]:
        """The options with their fields and, for one that follows another, the name of that other."""
        names = {o.key: in_language(o.name) for o in self.variant.options}
        return [(o, self[option_field(o)], names.get(o.follows or "", "")) for o in self.variant.options]

    def chosen(self) -> Chosen:
        """What was agreed otherwise than the variant proposes."""
        found: dict[str, int | str | bool] = {}
        for option in self.variant.options:
            value = self.cleaned_data[option_field(option)]
            if option.kind == "switch" and value != "":
                value = value == "yes"
            if value not in (None, "") and (option.follows or value != option.default):
                found[option.key] = value
        return found


class StartForm(StakeForm, AgreedForm):
    """Everything but the players. Its fields depend on the variant: what is agreed there is asked here."""

    club = forms.ChoiceField(required=False)
    title = forms.CharField(max_length=100, required=False)
    date = forms.DateField(required=False)
    # Where the phone is: a new club plays there.
    time_zone = forms.CharField(max_length=64, required=False)
    phone_name = forms.CharField(max_length=BY_LENGTH, required=False)
    planned_deals = forms.IntegerField(min_value=1, max_value=DEALS_MOST, required=False)
    opening_kitty = forms.IntegerField(min_value=0, max_value=KITTY_MOST, required=False)

    def __init__(self, variant: Variant, clubs: Iterable[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(variant, *args, **kwargs)
        club = self.fields["club"]
        assert isinstance(club, forms.ChoiceField)
        club.choices = [*clubs, ("", gettext("a new club"))]
        if variant.kitty is None:
            del self.fields["opening_kitty"]
        if not variant.deals_may_be_planned:
            del self.fields["planned_deals"]

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Faults that the rules found beside those of the form, each at its field."""
        for problem in problems:
            key = str(problem.path[-1] if problem.path[:1] == ("options",) else problem.path[0]) if problem.path else ""
            name = {"name": "title", "stake": "stake_amount"}.get(key, key)
            field = next((f for f in (name, f"option-{name}") if f in self.fields), None)
            self.add_error(field, gettext("This can't be played so."))


def first_values(variant: Variant) -> Mapping[str, Any]:
    """What the fields show before anybody wrote in them."""
    found: dict[str, Any] = {**stake_values(None), "opening_kitty": 0, "planned_deals": variant.length.deals}
    return found | option_values(variant, {})


def option_values(variant: Variant, chosen: Chosen) -> dict[str, Any]:
    """What the fields of the options show: what was chosen, else what the variant proposes."""
    found: dict[str, Any] = {}
    for option in variant.options:
        value: Any = chosen.get(option.key, "" if option.follows else option.default)
        found[option_field(option)] = ("yes" if value else "no") if option.kind == "switch" else value
    return found


def _field(option: Option) -> forms.Field:
    if option.kind == "integer":
        return forms.IntegerField(min_value=option.least, max_value=option.most, required=False)
    words: Any = [(k, in_language(v)) for k, v in option.words.items()] if option.kind == "word" else SWITCH
    return forms.ChoiceField(choices=words, required=False)
