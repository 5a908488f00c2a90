"""What the page of the rules form is made of: fields in rows, rows in elements of lists, lists in sections."""

from dataclasses import dataclass

from ledger.forms.rules_kinds import LANGUAGE_NAMES


@dataclass(frozen=True, slots=True)
class Field:
    """One field. `when` says for the script what makes it count, `off` that it does not count as things stand."""

    name: str
    shape: str
    label: str
    value: str
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    language: str = ""
    fault: str = ""
    when: str = ""
    off: bool = False
    proposed: str = ""
    """What is proposed, in words, where the value is bound to an option."""
    option: str = ""
    """The field of that option's default."""
    may_be_agreed: bool = False
    for_all: bool = False
    instead: str = ""
    """What is read where the field is empty: the same words in another language."""
    cells: tuple[tuple[str, str, str], ...] = ()
    """Of a row: name, words and value of each of its fields."""

    @property
    def id(self) -> str:
        return f"f.{self.name}"

    @property
    def language_name(self) -> str:
        return LANGUAGE_NAMES.get(self.language, "")


@dataclass(frozen=True, slots=True)
class Row:
    """A field, or the same words in several languages: the reader's own, and the others."""

    fields: tuple[Field, ...]
    others: tuple[Field, ...] = ()

    @property
    def faulty(self) -> bool:
        return any(f.fault for f in (*self.fields, *self.others))

    @property
    def others_faulty(self) -> bool:
        return any(f.fault for f in self.others)


@dataclass(frozen=True, slots=True)
class Element:
    """One object of a list."""

    name: str
    number: int
    title: str
    summary: str
    rows: tuple[Row, ...]
    hidden: tuple[Field, ...]
    lists: "tuple[Rows, ...]" = ()
    open: bool = False
    extra: bool = False
    """Only shown: the document does not say it."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A list; `listed` says whether the document has it at all."""

    name: str
    title: str
    listed: str
    elements: tuple[Element, ...]
    fault: str = ""

    @property
    def id(self) -> str:
        return f"f.{self.name}"


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the page."""

    key: str
    title: str
    summary: str
    rows: tuple[Row, ...]
    lists: tuple[Rows, ...]
    open: bool

    @property
    def anchor(self) -> str:
        return f"s.{self.key}"
