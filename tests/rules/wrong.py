"""Short words for writing wrong sheets."""

from typing import Any

import pytest

from ledger.rules.sheet import read_sheet

PLAYERS = ["Anna", "Boris", "Vera", "Gleb"]
SIX = [*PLAYERS, "Dina", "Eva"]
KEY = "0f8fad5b-d9cb-469f-a165-70867728950e"
SIMPLE = {"turned": "hearts", "contract": "simple", "trump": "hearts", "declarer": 1, "tricks": 9}
HELPED = {**SIMPLE, "helper": 3}
SEVEN = {"contract": "7", "trump": "hearts", "turned": "hearts", "declarer": 1, "tricks": 7}
GERMAN = {"contract": "7", "trump": "hearts", "declarer": 1, "tricks": 7}
PASSED = {"kind": "passed", "turned": "clubs"}
STAKE = {"points": 10, "amount": "0.50", "currency": "EUR"}
GONE: Any = object()


def sheet(*deals, **keys):
    plain = {"format": "boston-sheet/1", "rules": "kassa", "players": PLAYERS, "deals": list(deals), **keys}
    return {k: v for k, v in plain.items() if v is not GONE}


def faults(plain):
    read = read_sheet(plain)
    return [f"{p.where}: {p.code}" for p in read] if isinstance(read, list) else []


def deal(base, **keys):
    return {k: v for k, v in {**base, **keys}.items() if v is not GONE}


def by_id(cases):
    return [pytest.param(*case, id=name) for name, case in cases.items()]
