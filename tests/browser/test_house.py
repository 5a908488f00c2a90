"""Rules of a club's own on a phone: copied, changed, played by, changed again."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import barriers, violations
from tests.browser.thumb import Thumb, settle, start_kassa

NAMES = ["Анна", "Борис", "Вера", "Глеб"]
NINE = {"turned": "hearts", "contract": "9", "trump": "clubs", "declarer": 1, "tricks": 10}


@pytest.fixture
def keeper(page, server):
    """A phone that keeps a club, for it started its first evening, on the page of the club's own rules."""
    start_kassa(page, server, NAMES)
    page.goto(server)
    page.goto(server + page.locator("a[href^='/c/']").first.get_attribute("href") + "rules/")
    return page


def copy(page, source, name):
    page.locator("#id_source").select_option(source)
    page.locator("#id_name").fill(name)
    page.get_by_role("button", name="Copy").tap()
    page.wait_for_url("**/edit/?done=copied")


def field(page, name):
    return page.locator(f"[id='f.{name}']")


def open_part(page, name):
    page.locator(f"[id='{name}'] > summary").tap()


def previewed(page):
    """Wait for the preview that follows what is typed."""
    return page.expect_response(lambda r: r.request.method == "POST" and "hx-request" in r.request.headers)


def test_rules_are_copied_changed_and_played_by_and_the_evening_keeps_them(keeper, server):
    page = keeper
    copy(page, "classic", "Our classic")
    open_part(page, "s.contracts")
    open_part(page, "e.contracts.5")
    field(page, "contracts.5.price.third").fill("24")
    with previewed(page):
        field(page, "contracts.5.overtrick").fill("3")
    settle(page)
    expect(field(page, "contracts.5.overtrick")).to_be_focused()
    expect(page.locator("#preview .changes").first).to_contain_text("9, price, third: 21 → 24")
    expect(page.locator(".payoffs li", has_text="10 made").first).to_contain_text("+27")
    page.get_by_role("button", name="Save").tap()
    page.wait_for_url(re.compile(r"/rules/classic-\w+/\?done=saved$"))
    expect(page.get_by_role("status")).to_contain_text("Saved as version 2")
    rules = page.url.partition("?")[0]

    page.goto(f"{server}/start/")
    page.locator("label", has_text="Our classic").first.tap()
    for blank, name in zip(page.locator("[name=player]").all(), NAMES, strict=False):
        blank.fill(name)
    page.locator("label:has([aria-label='Player 1 deals first'])").tap()
    page.locator(".dock .button").tap()
    expect(page.locator("#record")).to_be_visible()
    evening, thumb = page.url, Thumb(page)
    _, shown = thumb.record(NINE)
    assert shown[1] == 27
    assert thumb.balances() == [0, 27, 0, 0]

    page.goto(rules + "edit/")
    open_part(page, "s.contracts")
    open_part(page, "e.contracts.5")
    field(page, "contracts.5.price.third").fill("40")
    page.get_by_role("button", name="Save").tap()
    page.wait_for_url(rules + "?done=saved")
    expect(page.locator(".head")).to_contain_text("version 3")
    page.goto(evening)
    assert thumb.balances() == [0, 27, 0, 0]


def test_a_fault_opens_its_section_and_its_link_leads_to_the_field(keeper):
    page = keeper
    copy(page, "kassa", "Our kassa")
    open_part(page, "s.contracts")
    open_part(page, "e.contracts.3")
    field(page, "contracts.3.price.junior").fill("many")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".faults")).to_contain_text("1 thing to put right")
    page.locator(".faults a").tap()
    expect(field(page, "contracts.3.price.junior")).to_be_in_viewport()
    expect(field(page, "contracts.3.price.junior")).to_have_value("many")
    assert violations(page) == []


def test_what_does_not_count_is_out_of_the_way(keeper):
    page = keeper
    copy(page, "classic", "Our tours")
    open_part(page, "s.length")
    expect(field(page, "length.single")).to_be_hidden()
    field(page, "length.shape").select_option("tours")
    expect(field(page, "length.single")).to_have_value("8")
    expect(field(page, "length.deals")).to_be_hidden()
    open_part(page, "s.kitty")
    expect(field(page, "kitty.ante")).to_be_hidden()
    page.locator("label", has_text="there is a kitty").tap()
    expect(field(page, "kitty.ante")).to_be_visible()


@pytest.mark.parametrize("source", ["kassa"])
def test_nothing_scrolls_sideways_and_nobody_is_barred(keeper, source):
    page = keeper
    copy(page, source, "Wide")
    page.evaluate("() => document.querySelectorAll('details').forEach(part => { part.open = true; })")
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    assert barriers(page) == []


def test_what_was_typed_survives_saving_without_a_connection(keeper):
    page = keeper
    copy(page, "classic", "Our classic")
    open_part(page, "s.contracts")
    open_part(page, "e.contracts.5")
    with previewed(page):
        field(page, "contracts.5.overtrick").fill("7")
    settle(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("#unsaved")).to_be_visible()
    expect(field(page, "contracts.5.overtrick")).to_have_value("7")
    page.context.set_offline(False)
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".head")).to_contain_text("version 2")


def test_a_long_name_without_a_gap_moves_no_page_sideways(keeper, server):
    page = keeper
    copy(page, "classic", "Ж" * 50)
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{server}/start/")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 320


def test_the_buttons_fit_where_letters_are_twice_as_big(keeper):
    page = keeper
    copy(page, "classic", "Our classic")
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    save = page.get_by_role("button", name="Save").bounding_box()
    assert save["x"] + save["width"] <= 390


def test_without_scripts_everything_is_done_by_buttons(keeper, browser):
    context = browser.new_context(
        java_script_enabled=False,
        storage_state=keeper.context.storage_state(),
        viewport={"width": 320, "height": 568},
        locale="en-GB",
    )
    page = context.new_page()
    page.goto(keeper.url)
    page.locator("#id_source").select_option("classic")
    page.locator("#id_name").fill("Plain")
    page.get_by_role("button", name="Copy").click()
    page.locator("[id='s.length'] > summary").click()
    field(page, "length.shape").select_option("tours")
    page.get_by_role("button", name="Show", exact=True).last.click()
    expect(page.locator("#preview .changes").first).to_contain_text("single tours: – → 8")
    page.locator("[id='s.contracts'] > summary").click()
    page.get_by_role("button", name="Add a contract").click()
    expect(field(page, "contracts.10.target")).to_be_visible()
    field(page, "contracts.10.name.en").fill("grand slam")
    field(page, "contracts.10.target").fill("13")
    field(page, "contracts.10.price.points").fill("90")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".head")).to_contain_text("version 2")
    expect(page.locator(".ladder")).to_contain_text("grand slam")
    context.close()
