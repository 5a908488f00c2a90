"""What a phone works out itself, from the table of outcomes, is what the rules make of it."""

import gzip
import json
from itertools import zip_longest

import pytest
from playwright.sync_api import expect

from boston_site.bootstrap import ROOT
from ledger.rules.coming import coming
from ledger.rules.document import built_in, built_in_variant
from ledger.rules.outcomes import outcome_table
from ledger.rules.table import open_table
from tests.browser.thumb import Thumb, settle
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


@pytest.mark.parametrize(
    ("code", "seats", "entry", "lacks"),
    [
        ("kassa", 6, {"who": "passed", "turned": "clubs", "out": "3"}, ["sitting_out"]),
        ("kassa", 4, {"who": "1", "turned": "clubs", "boston": "2"}, ["contract", "tricks"]),
        ("american", 4, {"who": "passed", "took": "0.3-1.3-2.3-3.3"}, ["seat_tricks"]),
    ],
)
def test_what_the_rules_would_refuse_is_not_taken_by_the_phone(page, code, seats, entry, lacks):
    variant = built_in_variant(code)
    page.add_script_tag(path=SCRIPT)
    said = [outcome_table(variant), coming(variant, open_table(seats), AHEAD), entry]
    assert page.evaluate("([table, state, entry]) => Outcomes.preview(table, state, entry)", said) == {"missing": lacks}


ROWS = """() => [...document.querySelectorAll("#entry fieldset.ask")].map((row) => [
    row.className, row.querySelector("legend").textContent, row.querySelector(".aside")?.outerHTML,
    ...[...row.querySelectorAll(".key")].map((key) => {
        const { id, type, name, value, checked, disabled } = key.querySelector("input");
        return [key.className, id, type, name, value, checked, disabled, key.querySelector("span").innerHTML];
    }),
])"""
DOCK = "() => [...document.querySelectorAll('#entry .change li')].map((cell) => cell.innerHTML)"
SAID = "() => document.querySelector('#entry .because > p')?.innerText"
HEARTS_WERE_TURNED = {"kind": "passed", "turned": "hearts"}
FIVE = ["Анна", "Борис", "Вера", "Zoë d'Arc", "🃏Даша"]
TAPS = {
    "kassa": "turned-clubs who-0 what-simple-junior helper-2 tricks-6 part-2 boston-1 revoke-3 revoke-2 revoke-2 "
    "unclaimed-1 what-solo trump-diamonds trump-hearts who-passed turned-hearts who-1 what-misere tricks-3 who-fault",
    "classic": "who-2 what-7 trump-spades turned-clubs turned-hearts tricks-9 what-5 helper-3 helper-0 "
    "what-little-null dealer-2 who-passed who-misdeal",
    "american": "who-passed took-0-7 took-1-3 took-3-1 took-3-3 took-1-13 who-2 what-7 turned-spades trump-clubs",
    "fontainebleau": "who-passed took-0-2 took-1-4 took-2-4 who-0 trump-hearts tricks-3 what-6 dealer-2 unclaimed-1",
}


def unlike(some, others):
    """What differs, row by row and key by key."""
    pairs = [pair for rows in zip_longest(some, others, fillvalue=()) for pair in zip_longest(*rows)]
    return [pair for pair in pairs if pair[0] != pair[1]]


@pytest.mark.parametrize("rules", TAPS)
def test_a_tap_shows_at_once_what_the_server_then_shows(page, server, evening, rules):
    seats = FIVE if rules in ("kassa", "classic") else FIVE[:4]
    before = {"seat_tricks": [4, 3, 3, 3]} if rules in ("american", "fontainebleau") else {}
    card = {} if rules == "fontainebleau" else HEARTS_WERE_TURNED
    score, _ = evening(rules, [{"kind": "passed", **card, **before}], names=seats)
    with page.expect_response("**/outcomes/**"):
        page.goto(server + score)
    held = []
    page.route("**/t/*/?*position=*", lambda route: held.append(route))
    page.locator("details.more > summary").first.tap()
    for key in TAPS[rules].split():
        page.locator(f"label:has([id='{key}'])").tap()
        mine = [page.evaluate(look) for look in (ROWS, DOCK, SAID)]
        while not held:
            page.wait_for_timeout(10)
        with page.expect_response(lambda r: "position=" in r.url):
            held.pop().continue_()
        settle(page)
        theirs = [page.evaluate(look) for look in (ROWS, DOCK, SAID)]
        assert unlike(mine[0], theirs[0]) == [], key
        assert mine[1] == theirs[1], key
        # Why it comes to that is for the server to say.
        assert theirs[2] in (None, mine[2]), key
        page.evaluate("() => (document.querySelector('details.more').open = true)")


@pytest.mark.parametrize("more", [0, 1])
def test_what_is_saved_otherwise_than_shown_is_told(page, server, evening, more):
    def dearer(route):
        answer = route.fetch()
        table = answer.json()
        price = table["reasons"].index("price")
        table["ops"] = [[*op[:4], op[4] + more] if op[0] == price else op for op in table["ops"]]
        route.fulfill(response=answer, json=table)

    page.route("**/outcomes/**", dearer)
    score, _ = evening(deals=[HEARTS_WERE_TURNED])
    with page.expect_response("**/outcomes/**"):
        page.goto(server + score)
    thumb = Thumb(page)
    thumb.enter({"declarer": 0, "contract": "misere", "tricks": 0})
    thumb.press_record()
    said = "Saved. What counts differs from what this phone had worked out."
    expect(page.locator("#news")).to_have_text(said if more else "")
    assert thumb.balances() == [120, -40, -40, -40]


def test_a_contract_that_means_another_trump_after_a_correction_is_chosen_anew(page, context, server, evening):
    score, _ = evening(deals=[HEARTS_WERE_TURNED])
    with page.expect_response("**/outcomes/**"):
        page.goto(server + score)
    for key in ("who-1", "what-simple-senior"):
        page.locator(f"label:has(#{key})").tap()
        settle(page)
    other = context.new_page()
    key = json.loads(page.locator("#entry").get_attribute("data-standing"))["saved"]["key"]
    other.goto(f"{page.url.split('?')[0]}deals/{key}/correct/")
    Thumb(other).key("turned", "clubs")
    other.locator("#record").tap()
    page.bring_to_front()
    expect(page.locator("label:has(#what-simple-senior) small")).to_contain_text("♣")
    expect(page.locator("#what-simple-senior")).not_to_be_checked()
    expect(page.locator("#who-1")).to_be_checked()

    # Other rules that were agreed meanwhile bring other figures to it.
    for key in ("who-3", "what-misere", "tricks-0"):
        page.locator(f"label:has(#{key})").tap()
        settle(page)
    other.goto(f"{page.url.split('?')[0]}setup/")
    other.locator("[name=option-ante]").fill("25")
    other.get_by_role("button", name="Show the result first").last.tap()
    expect(other.get_by_text("Later deals that change")).to_be_visible()
    other.locator("#record").tap()
    page.bring_to_front()
    thumb = Thumb(page)
    expect(page.locator("#board .kitty b")).to_have_text("200")
    expect(page.locator("#entry .change li").last).to_contain_text("200 →")
    shown, before = thumb.outcome(), thumb.balances()
    thumb.press_record()
    assert [old + new for old, new in zip(before, shown, strict=False)] == thumb.balances()
