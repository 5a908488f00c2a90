"""The big board in a real browser: it fills its screen, and says when it is not current."""

import re
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.browser.axe import barriers

FIVE = ["Максимилиан", "Борис", "Вера", "Anneliese-Charlotte", "Глеб"]


@pytest.fixture
def board(browser, evening, server):
    """Five people, a deal of long figures."""
    lost = {"contract": "misere", "declarer": 1, "tricks": 13, "turned": "hearts"}
    _, follow = evening(deals=[lost, *[{"kind": "passed", "turned": "clubs"}] * 3], names=FIVE)
    page = browser.new_context(viewport={"width": 1920, "height": 1080}, locale="en-GB").new_page()
    page.goto(server + follow)
    page.goto(re.sub("/t/([^/]+)/.*", r"/t/\1/big/", page.url))
    yield page
    page.context.close()


def test_it_fills_a_television_a_tablet_and_a_phone_and_nothing_is_cut_off(board):
    for width, height in [(1920, 1080), (1024, 768), (768, 1024), (390, 844), (844, 390)]:
        board.set_viewport_size({"width": width, "height": height})
        size = board.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size[0] == width
        if min(width, height) > 600:
            assert size[1] == height
        for figure in board.locator(".big-figure").all():
            assert figure.evaluate("e => e.scrollWidth <= e.clientWidth"), (width, figure.text_content())
    assert barriers(board) == []


def test_it_says_when_it_is_not_current_and_when_it_is_again(board):
    lost = board.locator("#status")
    expect(lost).to_be_hidden()
    board.context.set_offline(True)
    expect(lost).to_be_visible()
    expect(lost).to_contain_text(re.compile(r"Not connected\. As of \d\d:\d\d\."))
    board.context.set_offline(False)
    expect(lost).to_be_hidden()
    # Nor is it current where its link was withdrawn, or a proxy answers in the server's place.
    for refused in ({"status": 403, "body": "no"}, {"status": 502, "body": ""}):
        board.route("**/big/?*", partial(answer, refused))
        expect(lost).to_be_visible()
        board.wait_for_function("() => !document.querySelector('.htmx-request')")
        expect(lost).to_be_visible()
        board.unroute("**/big/?*")
        expect(lost).to_be_hidden()


def answer(words, route):
    route.fulfill(**words)
