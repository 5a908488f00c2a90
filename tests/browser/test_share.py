"""The result sent around, on a real phone: copied exactly, readable on a small screen, printed on one page."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import barriers
from tests.browser.test_pages import SMALL, sideways

STAKE = {"points": 1, "amount": "3", "currency": "RUB"}
NAMES = ["Анна", "Борис", "Вера", "Глеб", "Константин-Александр"]
DEALS = [{"kind": "passed", "turned": "hearts"}] * 3
TAILS = ["settle/share/", "settle/card/", "settle/chips/?count-0=92&count-1=88&count-2=x"]


@pytest.fixture
def closed(evening, server):
    """A closed evening of five: the link to follow, and the addresses of its pages."""
    _, link = evening("kassa", DEALS, NAMES, stake=STAKE, closing={"kitty": "carry"})
    table = re.search("/open/([^/]+)/", link)[1]
    return server + link, [f"{server}/t/{table}/{tail}" for tail in TAILS]


@pytest.fixture
def phone(browser, closed):
    """A phone that was let in to follow, of a size and colour."""
    contexts = []

    def take(width=390, height=844, language="ru-RU", **options):
        context = browser.new_context(
            viewport={"width": width, "height": height}, is_mobile=True, has_touch=True, locale=language, **options
        )
        contexts.append(context)
        page = context.new_page()
        page.goto(closed[0])
        return page

    yield take
    for context in contexts:
        context.close()


def test_the_text_is_copied_exactly_as_it_stands(phone, closed):
    page = phone(permissions=["clipboard-read", "clipboard-write"])
    page.goto(closed[1][0])
    page.locator("[data-copy=telling]").tap()
    expect(page.locator("[data-copy=telling]")).to_have_text("Скопировано")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == page.locator("#telling").text_content()
    lines = copied.split("\n")
    assert lines[0].endswith("Бостон: с кассой")
    assert "1 · Анна −20 · −60\u00a0₽" in lines
    assert re.fullmatch(r"http://localhost:\d+/open/\S+/settle/", lines[-1])


def test_what_is_shared_is_the_text_and_without_sharing_there_is_no_button(phone, closed):
    page = phone()
    # Whether the phone can share is the phone's own; both kinds are tried.
    page.add_init_script("navigator.share = undefined")
    page.goto(closed[1][0])
    expect(page.locator("[data-share]")).to_be_hidden()
    page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    page.reload()
    page.locator("[data-share]").tap()
    assert page.evaluate("() => window.shared") == {"text": page.locator("#telling").text_content()}


def test_the_pages_have_no_barrier(phone, closed):
    page = phone()
    for address in closed[1]:
        page.goto(address)
        assert barriers(page) == [], address


@pytest.mark.parametrize(("width", "language"), [(320, "ru-RU"), (320, "en-GB"), (195, "ru-RU")])
def test_the_pages_fit_a_small_phone(phone, closed, width, language):
    page = phone(width, 568, language)
    for address in closed[1]:
        page.goto(address)
        assert sideways(page) <= 0, address
        assert page.evaluate(SMALL) == [], address


def test_the_card_prints_on_one_page_without_a_button(phone, closed):
    page = phone(1280, 800)
    page.goto(closed[1][1])
    page.emulate_media(media="print")
    assert page.locator(":is(main, .foot) :is(a, button):visible").all_inner_texts() == []
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 1
