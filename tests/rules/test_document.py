import json
import random
from typing import Any

import pytest

from ledger.rules.document import (
    agreed_values,
    built_in,
    built_in_variant,
    fingerprint,
    in_all_languages,
    pinned_variant,
    read_document,
    whole_document,
)
from ledger.rules.reading_parts import LANGUAGES
from ledger.rules.variant import Variant

CODES = sorted(built_in())


def document(code="kassa") -> Any:
    return json.loads(json.dumps(built_in()[code]))


def changed(path, value):
    """The document with one value replaced; None takes the key away."""
    plain = document()
    inner = plain
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return plain


def faults(plain):
    read = read_document(plain)
    return [f"{p.where}: {p.code}" for p in read] if isinstance(read, list) else []


def shuffled(plain):
    if isinstance(plain, list):
        return [shuffled(v) for v in plain]
    if not isinstance(plain, dict):
        return plain
    items = [(k, shuffled(v)) for k, v in plain.items()]
    random.Random(3).shuffle(items)
    return dict(items)


@pytest.mark.parametrize("code", CODES)
def test_a_built_in_document_reads_and_is_whole(code):
    assert isinstance(read_document(document(code)), Variant)
    assert "based_on" not in built_in()[code]


@pytest.mark.parametrize("code", CODES)
def test_the_fingerprint_does_not_depend_on_the_order_of_keys(code):
    assert fingerprint(shuffled(document(code))) == fingerprint(document(code))
    assert read_document(shuffled(document(code))).code == code


def test_a_changed_number_changes_the_fingerprint():
    prints = {fingerprint(document(code)) for code in CODES}
    prints.add(fingerprint(changed(["boston", "points"], 3)))
    prints.add(fingerprint(changed(["contracts", 0, "price", "junior"], 5)))
    assert len(prints) == len(CODES) + 2


PATHS = {
    "no object": ([], ": wrong-type"),
    "schema": (changed(["schema"], 99), "schema: out-of-range"),
    "an unknown key": (changed(["colour"], "red"), "colour: unknown-key"),
    "a missing part": (changed(["turn"], None), "turn: missing"),
    "a text without English": (changed(["name"], {"ru": "имя"}), "name.en: missing"),
    "an unknown base": ({**document(), "based_on": "whist"}, "based_on: unknown-rules"),
    "a number as text": (changed(["kitty", "consolation"], "2"), "kitty.consolation: wrong-type"),
    "a number below its range": (changed(["revoke", "fine"], -1), "revoke.fine: out-of-range"),
    "a price without a cell": (
        changed(["contracts", 0, "price"], {"shape": "by-rank", "junior": 4}),
        "contracts[0].price.senior: missing",
    ),
    "an unknown price shape": (
        changed(["contracts", 2, "price", "shape"], "auction"),
        "contracts[2].price.shape: out-of-range",
    ),
    "quotas that do not add up": (changed(["contracts", 0, "quotas"], [5, 4]), "contracts[0].quotas: out-of-range"),
    "quotas that are no numbers": (changed(["contracts", 1, "quotas"], ["5", 3]), "contracts[1].quotas[0]: wrong-type"),
    "a contract twice": (changed(["contracts", 1, "code"], "simple"), "contracts[1].code: duplicate"),
    "no contract": (changed(["contracts"], []), "contracts: out-of-range"),
    "a helper without a kitty": (changed(["kitty"], None), "contracts[0].joint: not-in-variant"),
    "an option that follows nothing": (changed(["options", 3, "follows"], "antes"), "options[3].follows: out-of-range"),
    "a table for three": (changed(["seating", "least"], 3), "seating.least: out-of-range"),
    "fewer at most than at least": (
        changed(["seating"], {"least": 5, "most": 4, "direction": "clockwise"}),
        "seating.most: out-of-range",
    ),
    "a length of both kinds": (changed(["length", "deals"], 12), "length.deals: not-in-variant"),
    "a list of the wrong things": (changed(["notes", 0], "text"), "notes[0]: wrong-type"),
}


@pytest.mark.parametrize(("plain", "expected"), PATHS.values(), ids=PATHS.keys())
def test_every_fault_has_its_place(plain, expected):
    assert expected in faults(plain)


def test_all_faults_are_found_at_once():
    plain = changed(["schema"], 2)
    plain["boston"]["points"] = 0
    plain["contracts"][3]["target"] = 14
    assert {"schema: out-of-range", "boston.points: out-of-range", "contracts[3].target: out-of-range"} <= {
        *faults(plain)
    }


def test_what_was_agreed_is_filled_in():
    variant = built_in_variant("kassa", (("ante", 4), ("lone_loss", "doubled"), ("single_tours", 1)))
    assert (variant.kitty.ante, variant.kitty.dealer_ante, variant.kitty.lone_loss) == (4, 4, "doubled")
    assert variant.length.single == 1


def test_an_agreement_that_follows_another_has_its_value_until_it_is_said():
    options = built_in_variant("kassa").options
    assert agreed_values(options, {"ante": 4})["dealer_ante"] == 4
    assert agreed_values(options, {"ante": 4, "dealer_ante": 8})["dealer_ante"] == 8
    assert agreed_values(options, {})["dealer_ante"] == 10


def test_a_contract_that_was_agreed_off_is_withheld():
    variant = built_in_variant("german", (("boston", False),))
    assert "boston" not in variant.by_code
    assert variant.withheld == {"boston"}


def test_a_document_on_a_base_is_the_base_with_its_own_parts():
    own = {"schema": 1, "code": "ours", "based_on": "kassa", "boston": {"points": 5}}
    whole = whole_document(own, built_in())
    assert read_document(own).boston == 5
    assert read_document(whole) == read_document(own)
    assert whole_document(whole, built_in()) == whole


def test_a_pinned_document_with_faults_is_refused():
    with pytest.raises(ValueError, match="schema"):
        pinned_variant(changed(["schema"], 2), {})
    assert pinned_variant(document(), {}) is pinned_variant(document(), {})


def texts(value, path=""):
    """Every text of plain data, the languages of each by where it stands."""
    if isinstance(value, dict):
        if "en" in value:
            yield path, {language: value.get(language, "") for language in LANGUAGES}
        for key, inner in value.items():
            yield from texts(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from texts(inner, f"{path}.{n}")


@pytest.mark.parametrize("code", CODES)
def test_a_built_in_document_says_everything_in_every_language(code):
    found = dict(texts(document(code)))
    assert len(found) > 20
    assert [path for path, said in found.items() if not all(said.values())] == []


def in_fewer_languages(plain, *missing):
    if isinstance(plain, list):
        return [in_fewer_languages(v, *missing) for v in plain]
    if not isinstance(plain, dict):
        return plain
    return {k: in_fewer_languages(v, *missing) for k, v in plain.items() if k not in missing}


@pytest.mark.parametrize("missing", [("fr",), ("de", "fr")], ids=str)
@pytest.mark.parametrize("code", CODES)
def test_what_was_pinned_before_a_translation_came_speaks_it_all_the_same(code, missing):
    older = in_fewer_languages(document(code), *missing)

    assert pinned_variant(older, {}).contracts[-1].name.keys() == {*LANGUAGES}
    assert in_all_languages(older) == built_in()[code]


def test_rules_that_differ_by_more_than_a_translation_stay_as_they_were_pinned():
    older = in_fewer_languages(changed(["boston", "points"], 3), "fr")
    half = changed(["summary", "de"], None)

    assert in_all_languages(older) is older
    assert in_all_languages(half) is half
