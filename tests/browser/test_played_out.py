"""The tricks of a passed deal that is played out, tapped on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import barriers
from tests.browser.thumb import Thumb

LONG = ["Анна-Мария фон Юнцт-Ковалевская", "Иван", "Иван П.", "Zoë d'Arc", "אבי", "🃏Даша"]


def test_three_taps_say_the_tricks_of_four(page, server, evening):
    score, _ = evening("american")
    page.goto(server + score)
    thumb = Thumb(page)
    thumb.key("who", "passed")
    for seat, tricks in ((0, 7), (1, 3), (3, 1)):
        thumb.key(f"took-{seat}", tricks)
    expect(page.locator("#took-2-2")).to_be_checked()
    assert thumb.outcome() == [-160, 30, 40, 50, 40]
    thumb.key("took-3", 3)
    expect(page.locator("#took-2-0")).to_be_checked()
    thumb.press_record()
    assert thumb.balances() == [-160, 30, 60, 30]


def test_without_a_script_the_rows_come_with_the_result(browser, browser_context_args, server, evening):
    score, _ = evening("fontainebleau")
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(server + score)
    page.locator("label:has(#who-passed)").tap()
    page.locator("button", has_text="Show the result first").tap()
    for seat, tricks in enumerate((2, 4, 4, 3)):
        page.locator(f"label:has(#took-{seat}-{tricks})").tap()
    page.locator("#record").tap()
    expect(page.locator(".seat-figure").first).to_have_text("0")
    expect(page.locator(".deal-row").first).to_contain_text("all passed")
    context.close()


@pytest.mark.parametrize("rules", ["american", "fontainebleau"])
def test_the_rows_have_no_barrier_and_fit_the_smallest_phone(page, server, evening, rules):
    score, _ = evening(rules, names=LONG)
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(server + score)
    thumb = Thumb(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 320
    thumb.key("who", "passed")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 320
    assert barriers(page) == []
