"""Coming back to a page: what a browser keeps of a form must never become a deal of its own."""

import pytest
from playwright.sync_api import expect

NAMES = ["Anna", "Boris", "Vera", "Gleb"]


@pytest.fixture
def score(evening):
    """The link to score a new evening of german."""
    return evening("german", names=NAMES)[0]


def choose(page, field):
    page.locator(f"label:has(#{field})").click()


def test_back_after_recording_shows_an_empty_form_for_the_next_deal(browser, server, score):
    page = browser.new_context(java_script_enabled=False, locale="en-GB").new_page()
    page.goto(server + score)
    for field in ("who-1", "what-7", "trump-hearts"):
        choose(page, field)
        page.get_by_role("button", name="Show the result first").click()
    page.locator("#record").click()
    expect(page.locator(".deal-row")).to_have_count(1)

    page.go_back()

    expect(page.locator("#record")).to_have_text("Record deal 2")
    expect(page.locator("#entry input:checked")).to_have_count(0)
    page.context.close()


def test_the_enter_key_records_and_does_not_announce(browser, server, score):
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(server + score)
    for field, then in (("who-1", "who-1"), ("what-7", "tricks-7"), ("trump-hearts", "trump-hearts")):
        choose(page, field)
        expect(page.locator(f"#{then}")).to_be_checked()
    expect(page.locator("#entry .change")).to_contain_text("+21")

    page.locator("#trump-hearts").press("Enter")

    expect(page.locator("#record")).to_have_text("Record deal 2")
    expect(page.locator(".deal-row")).to_have_count(1)
    page.context.close()


def test_a_name_of_fifty_letters_never_makes_home_scroll_sideways(browser, server):
    page = browser.new_context(viewport={"width": 320, "height": 568}, locale="en-GB").new_page()
    page.goto(f"{server}/start/")
    page.locator("label:has(#rules-german)").click()
    for row, name in enumerate(["W" * 50, *NAMES[1:]]):
        page.locator("[name=player]").nth(row).fill(name)
    page.locator("label:has(#first-0)").click()
    page.locator(".dock .button").click()
    page.wait_for_url("**/t/**")
    table = page.url
    page.goto(server)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.goto(f"{table}settle/")
    page.locator("button[value=close]").click()
    page.goto(server)
    expect(page.get_by_role("heading", name="Last evenings")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.context.close()
