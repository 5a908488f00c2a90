"""The description of rules documents holds what it says: its examples are read, and it names every key there is."""

import json
import re
from pathlib import Path

import pytest

from ledger.rules import reading
from ledger.rules import reading_table as table
from ledger.rules.cards import SuitScheme
from ledger.rules.document import read_document
from ledger.rules.kitty_shapes import Feeding, LoneLoss, PassedPlay
from ledger.rules.problems import CODES
from ledger.rules.reading_contracts import CONTRACT_KEYS, STEP_KEYS
from ledger.rules.reading_options import OPTION_KEYS
from ledger.rules.reading_parts import LANGUAGES, NOTE_KEYS
from ledger.rules.reading_shapes import PASSED_KEYS, PRICE_SHAPES
from ledger.rules.sheet import score_bytes
from ledger.rules.variant import FirstDealer, HelpedFailure, Payment, Settling, Trump, Variant
from tests.rules.wrong import sheet

README = (Path(reading.__file__).parent / "catalogue" / "README.md").read_text("utf-8")
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", README, re.DOTALL)]
SECTIONS = {
    text.partition("\n")[0].strip("# `"): set(re.findall(r"`([^`\n]+)`", text))
    for text in re.split(r"^##+ ", re.sub(r"```.*?```", "", README, flags=re.DOTALL), flags=re.MULTILINE)
}
"""What stands between back-ticks under each heading."""
KITCHEN, FIVE = EXAMPLES


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["code"] for example in EXAMPLES])
def test_the_examples_are_without_fault(example):
    assert isinstance(read_document(example), Variant)


def test_the_example_scores_as_it_reads():
    deals = [
        {"contract": "seven", "trump": "clubs", "declarer": 1, "tricks": 9},
        {"contract": "none", "declarer": 2, "tricks": 1},
        {"kind": "passed"},
    ]
    result = score_bytes(json.dumps(sheet(*deals, rules=KITCHEN, options={"price": 10})).encode())
    assert [deal["deltas"] for deal in result["deals"]] == [(-12, 36, -12, -12), (12, 12, -36, 12), (0, 0, 0, 0)]
    assert result["deals"][2]["number"] == 3


def test_the_changed_variant_differs_in_that_one_thing():
    assert read_document(FIVE).boston == 5
    assert read_document(FIVE).by_code == read_document({**FIVE, "boston": None}).by_code


ELEMENTS = {"contracts": "An element of `contracts", "options": "An element of `options"}
KEYS = {
    "The document": [*reading.VARIANT_KEYS, "points", "factor"],
    "suits": table.SUITS_KEYS,
    "seating": table.SEATING_KEYS,
    "turn": table.TURN_KEYS,
    "length": table.LENGTH_KEYS,
    "kitty": table.KITTY_KEYS,
    "revoke": table.REVOKE_KEYS,
    ELEMENTS["contracts"]: CONTRACT_KEYS,
    ELEMENTS["options"]: OPTION_KEYS,
}
WORDS = {
    "The document": [*Payment, *Settling, *HelpedFailure, *STEP_KEYS, *NOTE_KEYS],
    "seating": table.STEPS,
    "turn": [*FirstDealer, "next", "same"],
    "suits": [*SuitScheme, *(rank for scheme in SuitScheme for rank in scheme.ranks)],
    "length": ["deals", "tours"],
    "kitty": [*LoneLoss, *Feeding],
    "passed": [*PASSED_KEYS, *PassedPlay],
    ELEMENTS["contracts"]: [*Trump, *PRICE_SHAPES, "shape", "points", "made", "short"],
    ELEMENTS["options"]: ["integer", "word", "switch", "value"],
}


@pytest.mark.parametrize(("section", "keys"), [*KEYS.items(), *WORDS.items()])
def test_every_key_and_word_is_named_where_it_belongs(section, keys):
    languages = {*LANGUAGES}
    assert {*map(str, keys)} - languages <= SECTIONS[section]


def test_every_language_is_named():
    assert {*LANGUAGES} <= SECTIONS["Rules documents"]


def test_every_code_that_a_document_can_have_is_named():
    of_sheets_only = {
        "unreadable",
        "unknown-contract",
        "unknown-seat",
        "seat-sits-out",
        "helper-not-allowed",
        "same-seat",
        "trump-not-allowed",
        "helper-tricks-over-tricks",
    }
    of_events_only = {"not-at-table", "at-table-already", "table-full", "table-paused", "last-at-table"}
    assert set(CODES) - of_sheets_only - of_events_only == SECTIONS["Faults"] & set(CODES)


def test_the_faults_are_printed_as_they_are_shown():
    plain = {k: v for k, v in KITCHEN.items() if k != "turn"}
    plain["kitty"] = {"ante": "1", "dealer_ante": 1, "consolation": 1, "lone_loss": "stays", "chips": 0}
    plain["contracts"] = [*KITCHEN["contracts"], {**KITCHEN["contracts"][0], "code": "five", "name": {"en": "five"}}]
    plain["contracts"][2] |= {"target": 5, "joint": 8, "quotas": [5, 4]}
    ordered = {"kitty": plain["kitty"], **plain}
    printed = [f"{p.where}: {p.code}: {p.message}" for p in score_bytes(json.dumps(sheet(rules=ordered)).encode())]
    assert "\n".join(printed) in README
