"""A scored sheet as a table of plain text, for the terminal."""

import unicodedata
from collections.abc import Sequence
from typing import Any

from ledger.rules.cards import suit_rank
from ledger.rules.facts import DealFacts
from ledger.rules.log import plain_entry
from ledger.rules.sheet import KittyEnd, Sheet, everybody
from ledger.rules.situation import Kind
from ledger.rules.table import Entry

Row = list[str]


def printed_sheet(sheet: Sheet, result: dict[str, Any]) -> str:
    """Title, a line for each deal, the end, and with a stake the money."""
    parts = [_title(sheet), *_aligned(_rows(sheet, result), left=(1, 2)), "", _last(sheet, result)]
    if sheet.stake:
        parts += ["", *_money(sheet, result)]
    return "\n".join(part.rstrip() for part in parts)


def _title(sheet: Sheet) -> str:
    variant = sheet.variant
    about = [variant.name["en"], *([sheet.date.isoformat()] if sheet.date else [])]
    about += [f"{o.name['en']}: {_agreed(sheet.options[o.key])}" for o in variant.options if o.key in sheet.options]
    return f"{sheet.name}\n{', '.join(about)}\n" if sheet.name else f"{', '.join(about)}\n"


def _agreed(value: int | str | bool) -> str:
    return str(value) if not isinstance(value, bool) else "yes" if value else "no"


def _rows(sheet: Sheet, result: dict[str, Any]) -> list[Row]:
    """Header, deals, closing; under each name its change and its balance."""
    names, kitty = everybody(sheet), sheet.variant.kitty is not None
    seats = len(names)
    rows = [["no", "dealer", "deal", *names, "kitty" if kitty else ""]]
    if sheet.opening_kitty:
        rows.append(["", "", "lay in the kitty", *[""] * seats, str(sheet.opening_kitty)])
    places = _places(result)
    senior = None
    for deal, scored in zip(sheet.deals, result["deals"], strict=True):
        if isinstance(deal.facts, DealFacts) and scored["number"] == 1:
            senior = deal.facts.turned
        words = _entry(sheet, deal.facts, senior) + (f" (x{scored['multiplier']})" if scored["multiplier"] > 1 else "")
        number = "-" if scored["number"] is None else str(scored["number"])
        first = [number, names[scored["dealer"]], words]
        cells = _cells(scored["deltas"], scored["balances"], places)
        rows.append([*first, *cells, *[""] * (seats - len(cells)), str(scored["kitty"])])
    if sheet.closing:
        cells = _cells(result["closing"]["deltas"], result["balances"], places)
        rows.append(["", "", _closing(sheet), *cells, str(result["kitty"])])
    return rows if kitty else [row[:-1] for row in rows]


def _places(result: dict[str, Any]) -> tuple[int, int]:
    """How wide the changes and the balances are."""
    deltas = [d for scored in [*result["deals"], result.get("closing", {})] for d in scored.get("deltas", ())]
    balances = [b for scored in [*result["deals"], result] for b in scored["balances"]]
    return max((len(f"{d:+}") for d in deltas), default=0), max(len(str(b)) for b in balances)


def _cells(deltas: Sequence[int], balances: Sequence[int], places: tuple[int, int]) -> list[str]:
    changes = [f"{d:+}" if d else "0" for d in deltas]
    return [f"{c:>{places[0]}}  {b:>{places[1]}}" for c, b in zip(changes, balances, strict=True)]


def _closing(sheet: Sheet) -> str:
    ends = {KittyEnd.DIVIDE: "closed, the kitty divided", KittyEnd.CARRY: "closed, the kitty carried", None: "closed"}
    return ends[sheet.closing.kitty if sheet.closing else None]


def _entry(sheet: Sheet, entry: Entry, senior: Any) -> str:
    if isinstance(entry, DealFacts):
        return _deal(sheet, entry, senior)
    said = {key: value for key, value in plain_entry(entry).items() if key != "kind"}
    return f"{entry.kind}: " + ", ".join(f"{key} {value}" for key, value in said.items())


def _deal(sheet: Sheet, facts: DealFacts, senior: Any) -> str:
    """`simple in hearts (senior), Boris with Gleb: 9 tricks`."""
    if facts.kind is Kind.PASSED:
        return "all passed" + (f": {_tricks(sheet, facts.seat_tricks)}" if facts.seat_tricks else "")
    if facts.kind is Kind.MISDEAL:
        fault = ", the dealer's fault" if facts.fault else ""
        return "misdeal" + fault + (", ante forfeited" if facts.forfeit else "")
    variant, names = sheet.variant, everybody(sheet)
    contract = variant.by_code[facts.contract or ""]
    words = contract.name["en"]
    if facts.trump is not None:
        rank = suit_rank(variant.suits, facts.trump, turned=facts.turned, senior=senior)
        words += f" in {facts.trump}" + (f" ({variant.ranks[rank]['en']})" if rank and len(variant.ranks) > 1 else "")
    words += f", {names[facts.declarer or 0]}"
    words += f" with {names[facts.helper]}" if facts.helper is not None else ""
    words += f": {facts.tricks} trick{'' if facts.tricks == 1 else 's'}"
    words += f" (helper {facts.helper_tricks})" if facts.helper_tricks is not None else ""
    words += f", boston {names[facts.boston_holder]}" if facts.boston_holder is not None else ""
    words += f", revoke {names[facts.revoke]}" if facts.revoke is not None else ""
    return words + (", kitty not claimed" if facts.unclaimed else "")


def _tricks(sheet: Sheet, tricks: Sequence[int]) -> str:
    """Who took how many of the tricks of a deal that was played out; who took none is left out."""
    return ", ".join(f"{name} {n}" for name, n in zip(everybody(sheet), tricks, strict=False) if n)


def _last(sheet: Sheet, result: dict[str, Any]) -> str:
    last = f"Next dealer: {everybody(sheet)[result['next_dealer']]}."
    if result["net"] == result["balances"]:
        return last
    net = ", ".join(f"{name} {points:+}" for name, points in zip(everybody(sheet), result["net"], strict=True))
    return f"Won and lost against each other: {net}.\n{last}"


def _money(sheet: Sheet, result: dict[str, Any]) -> list[str]:
    stake = sheet.stake
    currency = stake.currency if stake else ""
    rows = [[name, amount, currency] for name, amount in zip(everybody(sheet), result["money"], strict=True)]
    if sheet.variant.kitty:
        rows.append(["kitty", result["kitty_money"], currency])
    lines = _aligned(rows, left=(0, 2))
    who: dict[int | str, str] = {**dict(enumerate(everybody(sheet))), "kitty": "the kitty"}
    paid = [[f"{who[p['from']]} to {who[p['to']]}", p["amount"], currency] for p in result["payments"]]
    return [*lines, "", *(["Payments:", *_aligned(paid, left=(0, 2))] if paid else ["Nobody owes anything."])]


def _aligned(rows: list[Row], left: tuple[int, ...]) -> list[str]:
    """Columns two blanks apart, numbers to the right; an empty column takes no room."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_padded(c, widths[i], i in left) for i, c in enumerate(row) if widths[i]) for row in rows]


def _padded(text: str, width: int, left: bool) -> str:
    blanks = " " * (width - _width(text))
    return text + blanks if left else blanks + text


def _width(text: str) -> int:
    """Places on the screen: marks take none, wide letters two."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.category(c) in ("Mn", "Me", "Cf") for c in text)
