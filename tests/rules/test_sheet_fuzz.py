"""Whatever is wrong with a sheet, it is named and never raised: codes, places and order are those of the format."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.rules.document import built_in
from ledger.rules.facts import FACT_KEYS
from ledger.rules.problems import CODES
from ledger.rules.sheet import Sheet, parse_sheet, read_sheet, score_bytes, score_sheet, write_sheet
from ledger.rules.sheet_reading import SHEET_KEYS
from tests.rules.strategies import CODES as RULES
from tests.rules.strategies import json_values, mutated, sheets


def check(plain):
    """Read a sheet of whatever kind; what is right scores, what is wrong is reported as the format says."""
    read = read_sheet(plain)
    if isinstance(read, Sheet):
        assert read_sheet(write_sheet(read)) == read
        json.dumps(score_sheet(read))
        return
    assert read
    for problem in read:
        assert problem.code in CODES
        assert problem.message
        assert "…" not in problem.message
        assert problem.where.count("[") >= sum(isinstance(step, int) for step in problem.path)
    paths = [p.path for p in read]
    assert len(set(paths)) == len(paths)
    if not any(path[:1] == ("rules",) for path in paths):
        assert paths == sorted(paths, key=lambda path: place(plain, path))


def place(plain, path):
    """Where a fault stands: an object before its keys, keys as they stand, missing ones as the format lists them."""
    found = []
    for step in path:
        if isinstance(step, int):
            found.append((0, step))
            plain = plain[step]
            continue
        keys = [k for k, v in plain.items() if v is not None]
        if step in keys:
            found.append((0, keys.index(step)))
        else:
            found.append((1, KEYS.index(step)))
        plain = plain.get(step)
    return found


KEYS = [*SHEET_KEYS, "points", "amount", "currency", *FACT_KEYS, "kitty"]


@settings(max_examples=300)
@given(sheets(most_deals=5).flatmap(mutated))
def test_a_mutated_sheet(plain):
    check(plain)


@given(json_values)
def test_any_json(plain):
    check(plain)


@given(st.binary(max_size=60))
def test_any_bytes(data):
    score_bytes(data)


@given(sheets(most_deals=3), st.data())
def test_a_text_with_a_few_other_bytes(plain, data):
    text = bytearray(json.dumps(plain).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    parsed = parse_sheet(bytes(text))
    if isinstance(parsed, dict):
        check(parsed)
    else:
        assert [p.code for p in parsed] in (["unreadable"], ["wrong-type"])


@settings(max_examples=200)
@given(st.sampled_from(RULES).map(lambda code: json.loads(json.dumps(built_in()[code]))).flatmap(mutated))
def test_a_mutated_rules_document(document):
    deals = [{"contract": "7", "declarer": 1, "tricks": 7, "trump": "hearts", "turned": "hearts", "helper": 0}]
    players = ["Anna", "Boris", "Vera", "Gleb"]
    plain = {"format": "boston-sheet/1", "rules": document, "players": players, "deals": deals, "options": {"ante": 3}}
    check(plain)
