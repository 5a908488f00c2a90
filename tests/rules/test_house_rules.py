"""Rules of a club's own: any document that reads without fault can be played, and any other names its faults."""

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from ledger.rules.breakdown import lines
from ledger.rules.document import built_in, fingerprint, read_document
from ledger.rules.log import check_entry
from ledger.rules.problems import Problem
from ledger.rules.table import movements, open_table, score_next, seen_deal
from ledger.rules.variant import Variant
from ledger.rules.writing import write_document
from tests.rules.changing import changed, grid, others, settings

PLACES = {code: list(settings(document)) for code, document in built_in().items()}


@st.composite
def documents(draw):
    """A built-in document with some other settings; most of them read without fault."""
    code = draw(st.sampled_from(sorted(built_in())))
    document = built_in()[code]
    for path in draw(st.lists(st.sampled_from(PLACES[code]), min_size=1, max_size=4)):
        value = document
        for step in path:
            value = value[step]
        document = changed(document, path, draw(st.sampled_from(others(document, path, value) or [value])))
    return document


@st.composite
def variants(draw):
    """A variant that was read from such a document."""
    return draw(documents().map(read_document).filter(lambda read: isinstance(read, Variant)))


@pytest.mark.parametrize("code", sorted(built_in()))
def test_a_written_built_in_variant_reads_as_the_same(code):
    variant = read_document(built_in()[code])
    assert read_document(write_document(variant)) == variant
    assert read_document(json.loads(json.dumps(write_document(variant)))) == variant


@given(variants())
def test_a_written_variant_reads_as_the_same(variant):
    # A contract that was agreed off is not in a variant but for its code.
    assert read_document(write_document(variant)) == replace(variant, withheld=frozenset())


@given(variants(), st.data())
@hypothesis_settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_every_deal_sums_to_zero_under_any_rules_and_says_why(variant, data):
    deals = [*grid(variant), {"kind": "passed"}]
    state = open_table(4, 0, 5)
    for plain in data.draw(st.lists(st.sampled_from(deals), min_size=1, max_size=12)):
        facts = check_entry(variant, state.situation, plain)
        if isinstance(facts, list):
            assert all(isinstance(problem, Problem) and problem.path for problem in facts)
            continue
        scored = score_next(variant, state, facts)
        moved = movements(variant, state, facts)
        gained = dict.fromkeys(range(4), 0)
        for line in lines(variant, seen_deal(variant, state, facts), moved):
            assert line.points > 0
            for account, points in ((line.giver, -line.points), (line.taker, line.points)):
                gained[account] = gained.get(account, 0) + points
        assert [gained[seat] for seat in range(4)] == list(scored.deltas)
        assert gained.get(-2, 0) == scored.kitty_change
        assert sum(gained.values()) == 0
        state = scored.state
        assert state.kitty >= 0
        assert sum(state.net) + (state.kitty if not variant.score_only else 5) == 5


@given(documents())
def test_a_changed_number_changes_the_fingerprint_and_the_order_of_keys_does_not(document):
    turned = {key: document[key] for key in reversed(document)}
    assert fingerprint(turned) == fingerprint(document)
    assert (fingerprint(document) == fingerprint(built_in()[document["code"]])) is (
        document == built_in()[document["code"]]
    )


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.floats(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=12,
)


@given(documents(), plain, st.data())
def test_whatever_stands_anywhere_a_document_names_its_faults(document, value, data):
    path = data.draw(st.sampled_from(PLACES[document["code"]]))
    short = path[: data.draw(st.integers(1, len(path)))]
    read = read_document(changed(document, short, value))
    if not isinstance(read, Variant):
        assert read
        assert all(isinstance(problem, Problem) and problem.path and problem.message for problem in read)
