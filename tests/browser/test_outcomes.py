"""What a phone works out itself, from the table of outcomes, is what the rules make of it."""

import gzip
import json

import pytest

from boston_site.bootstrap import ROOT
from ledger.rules.coming import coming
from ledger.rules.document import built_in, built_in_variant
from ledger.rules.outcomes import outcome_table
from tests.rules.outcome_cases import AHEAD, agreements, cases, states

SCRIPT = ROOT / "ledger" / "static" / "ledger" / "outcomes.js"
DIFFERENCES = """(said) => {
    const [table, states, cases] = JSON.parse(said);
    const sorted = (value) => JSON.stringify(value, (_, v) =>
        v && typeof v === "object" && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort()) : v);
    const told = ([at, entry, wanted]) => {
        const got = Outcomes.preview(table, states[at], entry);
        if (!got?.changes) return [at, entry, wanted, got];
        const changes = Object.fromEntries(got.changes.filter((c) => c.points).map((c) => [c.seat, c.points]));
        const found = [changes, got.kittyBefore, got.kittyAfter, wanted[3] && got.after];
        return sorted(found) === sorted(wanted) ? null : [at, entry, wanted, found];
    };
    return cases.map(told).filter((difference) => difference);
}"""


@pytest.mark.parametrize("code", built_in())
def test_the_phone_works_out_every_cell_as_the_rules_do(page, code):
    page.add_script_tag(path=SCRIPT)
    for chosen in agreements(code):
        variant = built_in_variant(code, chosen)
        table, found = outcome_table(variant), list(cases(variant))
        pool = [coming(variant, state, AHEAD) for state in states(variant)]
        assert len(found) > 200
        different = page.evaluate(DIFFERENCES, json.dumps([table, pool, found]))
        assert different[:3] == [], (dict(chosen), len(different), len(found))


@pytest.mark.parametrize("code", built_in())
def test_the_table_is_small(code):
    for chosen in agreements(code):
        plain = json.dumps(outcome_table(built_in_variant(code, chosen)), separators=(",", ":"))
        assert len(gzip.compress(plain.encode())) <= 12_000
