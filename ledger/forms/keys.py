"""The rows and keys that forms at the table are made of."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

FIELD_OF = {
    "declarer": "who", "kind": "who", "contract": "what", "helper_tricks": "part", "boston_holder": "boston",
    "fault": "who", "forfeit": "who", "sitting_out": "out",
}  # fmt: skip
"""In which row a fact is asked that has none of its own name."""


@dataclass(frozen=True, slots=True)
class Key:
    """One big key: a radio button (or a tick) with its label and a small line below."""

    name: str
    value: str
    label: str | SafeString
    checked: bool = False
    disabled: bool = False
    small: str | SafeString = ""
    tall: bool = False
    figure: bool = False
    target: bool = False
    kind: str = "radio"

    @property
    def id(self) -> str:
        """The element's id, so that the focus survives a new picture of the form."""
        return f"{self.name}-{self.value}".replace(":", "-")


@dataclass(frozen=True, slots=True)
class Ask:
    """One ruled row: a question, its keys, and a word beside them."""

    name: str
    legend: str
    keys: tuple[Key, ...]
    aside: str | SafeString = ""
    aside_span: str = ""
    """`two` or `full`: how many of the five columns the word beside the keys has."""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """One ruled row that is written, not tapped."""

    name: str
    legend: str
    value: str
    mode: str = "text"
    """Which keyboard the phone shows."""
    most: int = 50
    error: str = ""
    is_text: bool = True
