"""Settling up on a phone: close, tick, correct a deal, pay the difference, tell the others."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.test_pages import sideways
from tests.browser.thumb import settle

DEALS = [
    {"contract": "7", "trump": "hearts", "declarer": 1, "tricks": 8},
    {"contract": "6", "trump": "clubs", "declarer": 0, "tricks": 6},
    {"contract": "8", "trump": "diamonds", "declarer": 2, "tricks": 5},
]
STAKE = {"points": 1, "amount": "125", "currency": "EUR"}


@pytest.fixture
def phone(browser, server, evening):
    """A phone of 320 pixels at a german evening; `phone("de-DE", scripts=…)` gives its page, with links to follow."""

    def take(locale="en-GB", *, scripts=True, scheme="light", **more):
        score, follow = evening("german", DEALS, stake=STAKE, **more)
        size = {"viewport": {"width": 320, "height": 568}, "is_mobile": True, "has_touch": True}
        context = browser.new_context(**size, locale=locale, java_script_enabled=scripts, color_scheme=scheme)
        page = context.new_page()
        page.goto(server + score)
        page.goto(page.url + "settle/")
        return page, server + follow

    return take


def paid(page):
    """What was paid, by whom to whom, as the page of payments tells it."""
    here = page.url
    page.goto(here + "payment/")
    found = [re.sub(r"\s+", " ", li.inner_text()).strip() for li in page.locator(".made .pay-who").all()]
    page.goto(here)
    return found


def open_sum(page):
    """What is still open, in cents, however it is written."""
    said = page.locator("#pays .note").last.inner_text()
    found = re.search(r"€([\d.,]*\d)", said)
    return int(re.sub(r"\D", "", found[1])) if found else 0


def tick(page, at):
    page.locator("#pays .mark[aria-pressed=false]").nth(at).tap()
    settle(page)


def test_close_tick_two_correct_a_deal_and_pay_only_the_difference(phone, browser, server):
    page, follow = phone()
    page.get_by_role("button", name="Close the evening").tap()
    expect(page.locator("#pays .pay")).to_have_count(3)
    assert violations(page) == []
    follower = browser.new_context(locale="en-GB").new_page()
    follower.goto(follow)
    follower.goto(page.url)
    before = open_sum(page)
    tick(page, 0)
    tick(page, 0)
    expect(page.locator("#pays .mark[aria-pressed=true]")).to_have_count(2)
    rest = open_sum(page)
    assert 0 < rest < before
    # The other phone follows without being touched, and has nothing to tick.
    expect(follower.locator("#pays [data-done]")).to_have_count(2, timeout=15_000)
    expect(follower.locator("#pays button")).to_have_count(0)
    expect(page.locator("#pays .pay").first).not_to_contain_text("UTC")
    ticked = paid(page)
    assert len(ticked) == 2

    # Deal 2 was one trick less: Anna failed.
    page.get_by_role("link", name="Score sheet").tap()
    page.locator(".deal-link").nth(1).tap()
    page.get_by_role("link", name="Correct").first.tap()
    page.locator("label:has(#tricks-5)").tap()
    settle(page)
    page.locator("#record").tap()
    page.wait_for_url(re.compile(r"/t/[^/]+/$"))
    page.goto(re.match(r".*/t/[^/]+/", page.url)[0] + "settle/")
    expect(page.locator("#pays .pay").first).to_be_visible()
    assert open_sum(page) != rest
    # What was paid stands there as it did.
    assert paid(page) == ticked
    while page.locator("#pays .mark[aria-pressed=false]").count():
        tick(page, 0)
    expect(page.locator("#pays")).to_contain_text("Settled: everything is paid.")
    assert sideways(page) == 0
    assert violations(page) == []

    page.get_by_role("link", name="Share the result").tap()
    text = page.locator("pre").inner_text()
    assert "Борис" in text
    assert "/settle/" in text


@pytest.mark.parametrize(
    ("locale", "amount", "typed"),
    [
        pytest.param("ru-RU", r"\d[\u00a0\u202f]\d{3}(,\d\d)?\u00a0€", "1 000,5", id="ru"),
        pytest.param("fr-FR", r"\d[\u00a0\u202f]\d{3}(,\d\d)?\u00a0€", "1 000,50", id="fr"),
        pytest.param("de-DE", r"\d\.\d{3}(,\d\d)?\u00a0€", "1.000,50", id="de"),
        pytest.param("en-GB", r"€\d,\d{3}(\.\d\d)?", "1,000.50", id="en"),
    ],
)
def test_money_is_written_and_read_as_each_language_does(phone, locale, amount, typed):
    page, _ = phone(locale, closing={})
    assert re.search(amount, page.locator("#pays").inner_text())
    page.locator("#pays a.pay-who").first.tap()
    page.locator("#id_amount").fill(typed)
    page.locator(".pay-form .button").tap()
    expect(page.locator("#pays .pay small").first).to_contain_text(re.compile(r"1.?000[.,]50"))
    assert sideways(page) == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_without_a_script_a_line_is_ticked_and_taken_back(phone, scheme):
    page, _ = phone(scripts=False, scheme=scheme, closing={})
    page.locator("#pays .mark").first.tap()
    expect(page.locator("#pays .mark[aria-pressed=true]")).to_have_count(1)
    page.locator("#pays .mark[aria-pressed=true]").tap()
    expect(page.locator("#pays .mark[aria-pressed=true]")).to_have_count(0)
    page.get_by_role("button", name="each with each").tap()
    expect(page.locator("#pays .note").last).to_contain_text("each with each")


def test_a_tick_that_did_not_arrive_says_so_and_is_paid_once(phone):
    page, _ = phone(closing={})
    page.context.set_offline(True)
    page.locator("#pays .mark").first.tap()
    expect(page.locator("#unsaved")).to_be_visible()
    page.context.set_offline(False)
    page.locator("#pays .mark").first.tap()
    expect(page.locator("#pays .mark[aria-pressed=true]")).to_have_count(1)
    expect(page.locator("#unsaved")).to_be_hidden()


def test_the_pages_of_settling_have_no_barrier(phone):
    for scheme in ("light", "dark"):
        page, _ = phone(scheme=scheme, closing={})
        base = page.url
        for tail in ("payment/", "together/"):
            page.goto(base + tail)
            assert violations(page) == [], tail
            assert sideways(page) == 0, tail
