"""The tables of a price card that go by tricks, and its ladder where the suits have a fixed order."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from ledger.price_card import Cell, priced_ranks
from ledger.rules.bids import Bid
from ledger.rules.prices import ByTricks
from ledger.rules.variant import Contract, Variant
from ledger.words import in_language, suit_sign


class TrickTable(NamedTuple):
    """Prices by tricks: a column a contract, a row a number of tricks; a cell is None where there is no price."""

    title: str
    head: str
    contracts: tuple[str, ...]
    rows: tuple[tuple[int, tuple[Cell, ...]], ...]
    reconstructed: bool
    """Whether all of it is ours, but for what a club changed."""
    own: bool
    """Whether a club changed some of it."""


def trick_tables(variant: Variant) -> list[TrickTable]:
    """What is paid after a success by the tricks taken, and after a failure by the tricks short; none where no
    contract is paid so."""
    priced = [(c, c.price) for c in variant.contracts if isinstance(c.price, ByTricks)]
    if not priced:
        return []
    taken = [(c, {c.target + over: points for over, points in enumerate(p.made)}) for c, p in priced]
    short = [(c, dict(enumerate(p.short, start=1))) for c, p in priced]
    return [
        _table(variant, gettext("Made: from each, by the tricks taken"), pgettext("tricks", "taken"), taken, "made"),
        _table(variant, gettext("Failed: to each, by the tricks short"), pgettext("tricks", "short"), short, "short"),
    ]


Column = tuple[Contract, dict[int, int]]


def _table(variant: Variant, title: str, head: str, columns: Sequence[Column], key: str) -> TrickTable:
    tricks = sorted({n for _, points in columns for n in points})
    rows = tuple((n, tuple(_cell(variant, column, key, n) for column in columns)) for n in tricks)
    cells = [cell for _, row in rows for cell in row if cell.price is not None]
    names = tuple(in_language(contract.name) for contract, _ in columns)
    ours = all(cell.reconstructed or cell.own for cell in cells) and not all(cell.own for cell in cells)
    return TrickTable(title, head, names, rows, ours, any(cell.own for cell in cells))


def _cell(variant: Variant, column: Column, key: str, tricks: int) -> Cell:
    """The price for so many tricks; the first cell of a row is that of its first number of tricks."""
    contract, points = column
    if tricks not in points:
        return Cell(None, 1, False)
    place = "contracts", contract.code, "price"
    own = variant.is_own(*place, key, str(tricks - min(points))) or variant.is_own(*place, "shape")
    ours = f"price.{key}" in contract.reconstructed or "price" in contract.reconstructed
    return Cell(points[tricks], 1, ours and not own, own)


class Line(NamedTuple):
    """One line of who beats whom: a contract in each of its suits, those that beat no other together, lesser first."""

    name: str
    suits: tuple[tuple[SafeString, ...], ...]


def in_order(variant: Variant, bids: Sequence[Bid]) -> list[Line]:
    """The ladder with one line a contract, where the suits rank the bids and no more; else none."""
    if not variant.suits.ranks_every_suit or (variant.suits.turns_a_card and len(priced_ranks(variant)) > 1):
        return []
    lines: dict[str, list[tuple[SafeString, ...]]] = {}
    for bid in bids:
        steps = lines.setdefault(in_language(bid.contract.name), [])
        if bid.suits:
            steps.append(tuple(suit_sign(suit) for suit in bid.suits))
    return [Line(name, tuple(steps)) for name, steps in lines.items()]


def order_words(variant: Variant) -> str:
    """The ranks of the suits, the lesser first, where a card decides which suit has which."""
    return " < ".join(in_language(words) for words in variant.ranks.values()) if variant.suits.turns_a_card else ""
