"""What an evening is counted under, read from an address that can be sent around."""

from collections.abc import Mapping, Sequence

from ledger.forms.evenings import AgreedForm, option_values
from ledger.queries.compare import Choice

RULES, MADE_FOR, AS = "rules", "for", "as."
"""The rules; those that the contracts were picked for; before the code of a contract, what it counts as."""


def read_choice(data: Mapping[str, str], offered: Sequence[Choice], first: Choice) -> Choice | None:
    """The rules that are asked for, `first` where none are; None for some that are not there."""
    asked = data.get(RULES)
    return first if asked is None else next((choice for choice in offered if choice.key == asked), None)


def read_agreed(data: Mapping[str, str], choice: Choice) -> AgreedForm:
    """What is agreed in these rules; as they propose where that was said for other ones."""
    said = option_values(choice.variant, {})
    if data.get(MADE_FOR) == choice.key:
        said |= {key: data[key] for key in data if key in said}
    form = AgreedForm(choice.variant, said)
    return form if form.is_valid() else AgreedForm(choice.variant, option_values(choice.variant, {}))


def read_picked(data: Mapping[str, str], choice: Choice) -> Mapping[str, str]:
    """What each contract was picked to count as, by code; nothing where that was picked for other rules."""
    if data.get(MADE_FOR) != choice.key:
        return {}
    return {key.removeprefix(AS): data[key] for key in data if key.startswith(AS)}
