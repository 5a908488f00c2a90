"""Golden evenings: what these sheets score today they score for ever."""

import json
from pathlib import Path

import pytest

from ledger.rules.sheet import read_sheet, score_bytes, write_sheet

EVENINGS = Path(__file__).resolve().parent.parent / "evenings"
CASES = [
    case for name in ("examples", "evenings", "history") for case in json.loads((EVENINGS / f"{name}.json").read_text())
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_an_evening_scores_as_it_always_did(case):
    result = json.loads(json.dumps(score_bytes(json.dumps(case["sheet"]).encode())))
    assert {key: result[key] for key in case["expect"]} == case["expect"]
    sheet = read_sheet(case["sheet"])
    assert read_sheet(write_sheet(sheet)) == sheet
