"""The evening as the paper would have it, from stored rows and from a sheet that was never stored alike."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.deal_words import entry_words, mark_words, result_words
from ledger.queries.rows import DealRow, RetiredRow
from ledger.rules.breakdown import price_is_reconstructed
from ledger.rules.document import Chosen
from ledger.rules.events import EventFacts
from ledger.rules.variant import Variant
from ledger.words import colon, in_language, initials, signed


@dataclass(frozen=True, slots=True)
class Cell:
    """A player's balance after a deal and what it changed; no change where he sat out."""

    balance: str
    change: str


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One line; of a retired deal the words alone, with who took it back, when and why."""

    number: str
    dealer: str
    words: SafeString
    details: tuple[str, ...]
    key: str = ""
    """Of a deal that stands in the ledger: leads to its why."""
    cells: tuple[Cell, ...] = ()
    kitty: int | None = None
    by: str = ""
    at: datetime | None = None
    why: str = ""
    undone: bool = False

    @property
    def old(self) -> bool:
        return self.at is not None


def paper_lines(
    variant: Variant, names: Sequence[str], rows: Iterable[DealRow | RetiredRow], people: Sequence[int] | None = None
) -> list[PaperLine]:
    """The log in order, what was taken back before what replaced it; a column for each of the people by number."""
    people = range(len(names)) if people is None else people
    short = initials(names)
    found: list[PaperLine] = []
    for row in rows:
        words, details = entry_words(variant, row.facts, names), _details(variant, row, names)
        if isinstance(row, RetiredRow):
            line = PaperLine("", "", words, details, "", (), None, row.retired_by, row.retired_at, row.why, row.undone)
        else:
            number = str(row.number) if row.number is not None else "–"
            dealer = "" if isinstance(row.facts, EventFacts) else short[row.dealer]
            line = PaperLine(number, dealer, words, details, str(row.deal_key), _cells(row, people), row.kitty)
        found.append(line)
    return found


def _details(variant: Variant, row: DealRow | RetiredRow, names: Sequence[str]) -> tuple[str, ...]:
    parts = [result_words(variant, row.facts), *mark_words(row.facts, names)]
    if isinstance(row, DealRow) and row.multiplier > 1:
        parts.append(gettext("double"))
    return tuple(part for part in parts if part)


def _cells(row: DealRow, people: Sequence[int]) -> tuple[Cell, ...]:
    return tuple(_cell(row, person) for person in people)


def _cell(row: DealRow, person: int) -> Cell:
    """Empty for somebody who was not there yet."""
    if person >= len(row.balances):
        return Cell("", "")
    delta = row.deltas[person]
    idle = person in row.sat_out or isinstance(row.facts, EventFacts)
    return Cell(signed(row.balances[person]), "" if idle and not delta else signed(delta))


def prices_note(variant: Variant) -> str:
    """What of the prices is a reconstruction, in one sentence; empty where nothing is."""
    ours = [price_is_reconstructed(c, None) for c in variant.contracts]
    if not any(ours):
        return ""
    if all("price" in c.reconstructed for c in variant.contracts):
        return gettext("Prices of the contracts: reconstruction.")
    return gettext("Prices of the contracts: partly reconstruction, as the price card says.")


def agreed_words(variant: Variant, values: Chosen, *, only_said: bool = False) -> list[str]:
    """What was agreed before, one by one: `ante of each: 10`; `only_said`: without what has no value there."""
    found = []
    for option in variant.options:
        if only_said and option.key not in values:
            continue
        value = values.get(option.key, option.default)
        words = str(value)
        if option.kind == "switch":
            words = gettext("yes") if value else gettext("no")
        elif option.kind == "word":
            # What was agreed under other rules may be a word that these do not have.
            words = in_language(option.words[str(value)]) if str(value) in option.words else words
        found.append(f"{in_language(option.name)}{colon()} {words}")
    return found
