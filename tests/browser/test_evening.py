"""A whole evening with a kitty, played with a thumb against the real server, followed on a second phone."""

import json
import re

import pytest
from playwright.sync_api import expect

from ledger.rules.sheet import score_bytes
from tests.browser.thumb import Thumb, number, start_kassa

NAMES = ["Анна", "Борис", "Вера", "Глеб"]

# (the deal, its taps with Record and without the turned suit, as the table of the screens has it)
DEALS = [
    ({"turned": "hearts", "contract": "simple", "trump": "hearts", "declarer": 0, "tricks": 5, "boston_holder": 1}, 4),
    (
        {
            "turned": "clubs",
            "contract": "bought",
            "trump": "clubs",
            "declarer": 1,
            "helper": 2,
            "tricks": 8,
            "boston_holder": 0,
        },
        5,
    ),
    (
        {
            "turned": "spades",
            "contract": "simple",
            "trump": "hearts",
            "declarer": 2,
            "helper": 0,
            "tricks": 10,
            "boston_holder": 3,
        },
        6,
    ),
    (
        {
            "turned": "diamonds",
            "contract": "simple",
            "trump": "diamonds",
            "declarer": 3,
            "helper": 1,
            "tricks": 7,
            "helper_tricks": 2,
        }
        | {"boston_holder": 3},
        7,
    ),
    ({"contract": "misere", "declarer": 0, "tricks": 0}, 3),
    ({"kind": "passed", "turned": "clubs"}, 2),
    ({"contract": "nine", "trump": "hearts", "declarer": 1, "tricks": 10, "boston_holder": 1}, 5),
    ({"contract": "solo", "trump": "spades", "declarer": 2, "tricks": 8}, 4),
    ({"kind": "misdeal"}, 3),
    ({"turned": "clubs", "contract": "nine", "trump": "clubs", "declarer": 3, "tricks": 7, "boston_holder": 2}, 5),
    ({"contract": "simple", "trump": "hearts", "declarer": 0, "tricks": 4, "revoke": 2}, 6),
    ({"contract": "misere", "declarer": 1, "tricks": 2}, 4),
    ({"contract": "bought", "trump": "hearts", "declarer": 2, "helper": 3, "tricks": 13, "boston_holder": 0}, 6),
]


def facts_of(deal):
    return {k: v for k, v in deal.items() if k != "entry_key"}


def scored(page):
    """The evening as the server gives it out as a file, and what the rules alone make of it."""
    file = page.request.get(re.match(r".*/t/[^/]+/", page.url)[0] + "export/").body()
    return json.loads(file), json.loads(json.dumps(score_bytes(file)))


@pytest.fixture
def watched(page):
    """The page, with everything the browser complains about."""
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
    yield page
    # htmx says so when a newer tap overtakes an older question, or a poll a picture that is gone.
    assert [c for c in complaints if not c.startswith("htmx:")] == []


def test_an_evening_with_a_kitty_from_start_to_settlement(watched, server, manage, browser):
    page = watched
    start_kassa(page, server, NAMES)
    thumb = Thumb(page)
    follower = follow(page, browser)
    board, seen = Thumb(follower), []
    for deal, taps in DEALS:
        count, shown = thumb.record(deal)
        assert count == taps, deal
        seen.append((shown, thumb.balances()))
        if len(seen) == 1:
            # A follower sees a deal within as many seconds, however slow the machine of the tests is.
            expect(follower.locator("#board")).to_have_attribute("hx-trigger", "every 3s")
            expect(follower.locator(".seat-figure").first).to_have_text(signed(seen[0][1][0]))
            assert board.balances() == seen[0][1]

    deals = [deal for deal, _ in DEALS]
    sheet, result = scored(page)
    assert [facts_of(d) for d in sheet["deals"]] == deals
    for scored_deal, (shown, balances) in zip(result["deals"], seen, strict=True):
        assert balances == scored_deal["balances"]
        assert shown == [*scored_deal["deltas"], scored_deal["kitty"]]

    correct_the_third(page, thumb)
    deals[2] = {**deals[2], "tricks": 4}
    del deals[2]["helper"]
    sheet, result = scored(page)
    assert [facts_of(d) for d in sheet["deals"]] == deals
    assert thumb.balances() == result["balances"]
    assert manage("audit_ledger")

    undo_the_last(page)
    deals.pop()
    sheet, result = scored(page)
    assert [facts_of(d) for d in sheet["deals"]] == deals
    assert thumb.balances() == result["balances"]

    close_and_divide(page)
    sheet, result = scored(page)
    assert sheet["closing"] == {"kitty": "divide"}
    points = [number(t) for t in page.locator(".totals tbody td:last-child b").all_inner_texts()]
    assert sorted(points) == sorted(result["balances"])
    page.get_by_role("link", name="Score sheet").first.tap()
    expect(page.locator("tfoot b").first).to_have_text(signed(result["balances"][0]))
    assert [number(t) for t in page.locator("tfoot tr:first-child b").all_inner_texts()] == [
        *result["balances"],
        result["kitty"],
    ]
    struck = page.locator("tr.old del")
    expect(struck.first).to_be_visible()
    follower.context.close()


def signed(points):
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def follow(page, browser):
    """A second phone that came in by the follower's link."""
    table = page.url
    page.get_by_role("link", name="Show the code").tap()
    link = page.locator("#link-viewer").get_attribute("href")
    page.goto(table)
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    follower = context.new_page()
    follower.goto(link)
    expect(follower.locator(".score")).to_be_visible()
    expect(follower.locator("#record")).to_have_count(0)
    return follower


def correct_the_third(page, thumb):
    page.get_by_role("link", name="Score sheet").tap()
    page.locator(".paper-sheet tbody tr").nth(2).get_by_role("link").tap()
    page.get_by_role("link", name="Correct").tap()
    expect(page.locator("#tricks-10")).to_be_checked()
    thumb.key("helper", "alone")
    thumb.key("tricks", 4)
    expect(page.get_by_text("Later deals that change")).to_be_visible()
    expect(page.locator(".later tbody tr").first).to_be_visible()
    page.locator("#record").tap()
    expect(page.locator("#entry [name=position]")).to_have_value(str(len(DEALS) + 1))


def undo_the_last(page):
    """Two taps."""
    page.locator(".deals").get_by_role("link", name="undo").tap()
    page.get_by_role("button", name="Yes, undo it").tap()
    expect(page.locator("#entry [name=position]")).to_have_value(str(len(DEALS)))


def close_and_divide(page):
    page.get_by_role("link", name="Close the evening").tap()
    expect(page.locator(".agree .tick")).to_have_count(len(NAMES))
    for tick in page.locator(".agree .tick").all():
        tick.tap()
    page.get_by_role("button", name="Divide the kitty and close").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("wins the evening")
