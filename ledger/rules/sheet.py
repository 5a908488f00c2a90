"""The sheet format: bytes to plain data, plain data to a `Sheet` and back, and the result of a sheet."""

import json
from collections.abc import Mapping
from typing import Any, Final

from ledger.rules.currencies import MINOR_UNITS
from ledger.rules.events import EventFacts
from ledger.rules.log import plain_entry
from ledger.rules.points import Points
from ledger.rules.problems import Problem
from ledger.rules.settlement import AMOUNT_DIGITS, Stake, fewest_payments, format_minor, minor_shares
from ledger.rules.sheet_deals import SheetDeal
from ledger.rules.sheet_reading import FORMAT, read_sheet
from ledger.rules.sheet_shapes import Closing, KittyEnd, Sheet
from ledger.rules.table import TableState, divided, open_table, replay

MOST_OPEN: Final = 50
"""How many lists and objects of a sheet may be open at once."""
_DIGITS: Final = 20
"""Longer numbers lie outside every range; they are not turned into numbers at all, however long they are."""


def parse_sheet(data: bytes) -> dict[str, Any] | list[Problem]:
    """The object that the JSON text holds (UTF-8, a leading BOM is accepted), or the one fault that it has."""
    try:
        plain = _DECODER.decode(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return _unreadable("it is not UTF-8")
    except RecursionError:
        return _unreadable(_TOO_DEEP)
    except json.JSONDecodeError as error:
        return _unreadable(f"it is not JSON (line {error.lineno}, column {error.colno})")
    except ValueError as error:
        return _unreadable(str(error))
    if _depth_over(plain, MOST_OPEN):
        return _unreadable(_TOO_DEEP)
    if not isinstance(plain, dict):
        return [Problem((), "wrong-type", {"wanted": "an object"})]
    return plain


_TOO_DEEP = f"more than {MOST_OPEN} lists and objects are open at once"


def _unreadable(why: str) -> list[Problem]:
    return [Problem((), "unreadable", {"why": why})]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return plain


def _whole(digits: str) -> int:
    if len(digits) <= _DIGITS:
        return int(digits)
    return -(10**_DIGITS) if digits.startswith("-") else 10**_DIGITS


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole, parse_constant=_no_number)


def _depth_over(plain: Any, most: int) -> bool:
    """Whether more than `most` lists and objects lie within each other."""
    level = [plain] if isinstance(plain, (dict, list)) else []
    for _ in range(most):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (dict, list))
        ]
    return bool(level)


def write_sheet(sheet: Sheet) -> dict[str, Any]:
    """The sheet as plain data in the order of the format, defaults left out; reading it gives the same sheet."""
    plain: dict[str, Any] = {"format": FORMAT, "rules": sheet.document if sheet.code is None else sheet.code}
    if sheet.options:
        plain["options"] = dict(sheet.options)
    if sheet.date is not None:
        plain["date"] = sheet.date.isoformat()
    if sheet.name is not None:
        plain["name"] = sheet.name
    plain["players"] = list(sheet.players)
    if sheet.first_dealer:
        plain["first_dealer"] = sheet.first_dealer
    if sheet.opening_kitty:
        plain["opening_kitty"] = sheet.opening_kitty
    if sheet.stake:
        plain["stake"] = _plain_stake(sheet.stake)
    plain["deals"] = [_plain_deal(deal) for deal in sheet.deals]
    if sheet.closing:
        plain["closing"] = {"kitty": str(sheet.closing.kitty)} if sheet.closing.kitty else {}
    return plain


def _plain_deal(deal: SheetDeal) -> dict[str, Any]:
    return plain_entry(deal.facts) | ({"entry_key": deal.entry_key} if deal.entry_key else {})


def _plain_stake(stake: Stake) -> dict[str, Any]:
    """At least as many decimals as the currency has, as people write it."""
    whole, part = divmod(stake.amount, 10**AMOUNT_DIGITS)
    decimals = f"{part:0{AMOUNT_DIGITS}}".rstrip("0").ljust(MINOR_UNITS[stake.currency], "0")
    amount = f"{whole}.{decimals}" if decimals else str(whole)
    return {"points": stake.points, "amount": amount, "currency": stake.currency}


def score_sheet(sheet: Sheet) -> dict[str, Any]:
    """What `score --json` prints: every deal, the closing, balances, net, and with a stake the money."""
    state = open_table(len(sheet.players), sheet.first_dealer, sheet.opening_kitty)
    deals = []
    for scored in replay(sheet.variant, state, [deal.facts for deal in sheet.deals]):
        state = scored.state
        deals.append(
            {
                "number": scored.number,
                "dealer": scored.dealer,
                "multiplier": scored.multiplier,
                "deltas": scored.deltas,
                "kitty": state.kitty,
                "balances": state.balances,
            }
        )
    result: dict[str, Any] = {"deals": deals}
    if sheet.closing:
        before, state = state, close(state, sheet.closing)
        result["closing"] = {"deltas": [b - a for a, b in zip(before.balances, state.balances, strict=True)]}
    result |= {
        "balances": state.balances,
        "kitty": state.kitty,
        "net": state.net,
        "next_dealer": state.dealer,
    }
    if state.people > len(sheet.players):
        result["players"] = everybody(sheet)
    if sheet.stake:
        result |= _money(state, sheet.stake, state.kitty - sheet.opening_kitty)
    return result


def everybody(sheet: Sheet) -> list[str]:
    """The names of all who played, those who came later at the end."""
    events = [d.facts for d in sheet.deals if isinstance(d.facts, EventFacts)]
    return [*sheet.players, *(e.player for e in events if e.player is not None)]


def close(state: TableState, closing: Closing) -> TableState:
    """The table after the evening was closed: the kitty divided, or left to be carried."""
    return divided(state) if closing.kitty is KittyEnd.DIVIDE else state


def _money(state: TableState, stake: Stake, kitty_change: Points) -> dict[str, Any]:
    seats, kitty = minor_shares(state.owed, kitty_change, stake)
    who = [*range(len(seats)), "kitty"]
    return {
        "money": [format_minor(minor, stake.currency) for minor in seats],
        "kitty_money": format_minor(kitty, stake.currency),
        "payments": [
            {"from": who[p.payer], "to": who[p.payee], "amount": format_minor(p.amount, stake.currency)}
            for p in fewest_payments([*seats, kitty]).payments
        ],
    }


def score_bytes(data: bytes) -> Mapping[str, Any] | list[Problem]:
    """The result of the sheet in a JSON text, or its faults."""
    plain = parse_sheet(data)
    sheet = plain if isinstance(plain, list) else read_sheet(plain)
    return sheet if isinstance(sheet, list) else score_sheet(sheet)


__all__ = [
    "FORMAT",
    "Closing",
    "KittyEnd",
    "Sheet",
    "SheetDeal",
    "close",
    "everybody",
    "parse_sheet",
    "read_sheet",
    "score_bytes",
    "score_sheet",
    "write_sheet",
]
