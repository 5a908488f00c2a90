"""What is agreed at a table before its evening."""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.rules.texts import Text


@dataclass(frozen=True, slots=True)
class Option:
    """Something agreed before the evening: its type, its range or words, its default."""

    key: str
    kind: str
    """`integer`, `word` or `switch`."""
    default: int | str | bool
    follows: str | None
    """Another option whose value is the default."""
    least: int
    most: int
    words: Mapping[str, Text]
    name: Text
    reconstructed: bool

    def takes(self, value: object) -> bool:
        """Whether the value can be chosen."""
        if self.kind == "integer":
            return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most
        return value in self.words if self.kind == "word" else isinstance(value, bool)
