"""The evening as the paper would have it, from stored rows and from a sheet that was never stored alike."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.queries.rows import DealRow, RetiredRow
from ledger.rules.breakdown import price_is_reconstructed
from ledger.rules.document import Chosen
from ledger.rules.variant import Variant
from ledger.words import deal_short, in_language, initials, mark_words, result_words, signed


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


def paper_lines(variant: Variant, names: Sequence[str], rows: Iterable[DealRow | RetiredRow]) -> list[PaperLine]:
    """The deals in order, those that were taken back before what replaced them."""
    short = initials(names)
    found: list[PaperLine] = []
    for row in rows:
        words, details = deal_short(variant, row.facts, short), _details(variant, row, names)
        if isinstance(row, RetiredRow):
            line = PaperLine("", "", words, details, "", (), None, row.retired_by, row.retired_at, row.why, row.undone)
        else:
            number = str(row.number) if row.number is not None else "–"
            line = PaperLine(number, short[row.dealer], words, details, str(row.deal_key), _cells(row), row.kitty)
        found.append(line)
    return found


def _details(variant: Variant, row: DealRow | RetiredRow, names: Sequence[str]) -> tuple[str, ...]:
    parts = [result_words(variant, row.facts), *mark_words(row.facts, names)]
    if isinstance(row, DealRow) and row.multiplier > 1:
        parts.append(gettext("double"))
    return tuple(part for part in parts if part)


def _cells(row: DealRow) -> tuple[Cell, ...]:
    out = row.sat_out
    pairs = zip(row.balances, row.deltas, strict=True)
    return tuple(Cell(signed(b), "" if s in out and not d else signed(d)) for s, (b, d) in enumerate(pairs))


def prices_note(variant: Variant) -> str:
    """What of the prices is a reconstruction, in one sentence; empty where nothing is."""
    ours = [price_is_reconstructed(c, None) for c in variant.contracts]
    if not any(ours):
        return ""
    if all("price" in c.reconstructed for c in variant.contracts):
        return gettext("Prices of the contracts: reconstruction.")
    return gettext("Prices of the contracts: partly reconstruction, as the price card says.")


def agreed_words(variant: Variant, values: Chosen) -> list[str]:
    """What was agreed before, one by one: `ante of each: 10`."""
    found = []
    for option in variant.options:
        value = values.get(option.key, option.default)
        words = str(value)
        if option.kind == "switch":
            words = gettext("yes") if value else gettext("no")
        elif option.kind == "word":
            words = in_language(option.words[str(value)])
        found.append(f"{in_language(option.name)}: {words}")
    return found
