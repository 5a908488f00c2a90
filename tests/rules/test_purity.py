"""A variant is data: code knows shapes, never the name of a variant."""

import re
from pathlib import Path

import pytest

from ledger.rules.document import built_in

ROOT = Path(__file__).resolve().parents[2]
WORD = re.compile(rf"\b({'|'.join(built_in())})\b")
SOURCES = [
    *(p for p in (ROOT / "ledger").rglob("*.py") if "migrations" not in p.parts),
    *(ROOT / "templates").rglob("*.html"),
]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_code_names_a_variant(path):
    lines = path.read_text("utf-8").splitlines()
    named = [f"{n}: {line.strip()}" for n, line in enumerate(lines, 1) if WORD.search(line) and not is_help(path, line)]
    assert not named


def is_help(path, line):
    """What a management command tells its users may name one as an example."""
    return path.parent.name == "commands" and "help" in line


def test_the_rules_import_nothing_but_the_standard_library_and_each_other():
    for path in (ROOT / "ledger" / "rules").glob("*.py"):
        for line in path.read_text("utf-8").splitlines():
            assert not re.match(r"\s*(from|import) (django|ledger\.(?!rules))", line), (path.name, line)


def test_there_is_no_float_in_the_rules():
    for path in (ROOT / "ledger" / "rules").glob("*.py"):
        assert not re.search(r"\bfloat\b|Decimal", path.read_text("utf-8")), path.name
