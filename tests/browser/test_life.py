"""A real table's life on a phone: people come and go, errors are put right, two phones, a lost network."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.test_table import HELPED, PASSED
from tests.browser.thumb import Thumb, number, settle

CLUBS = {**PASSED, "turned": "clubs"}
LONE = {"turned": "spades", "contract": "simple", "trump": "hearts", "declarer": 2, "tricks": 5}


def to(page, tail):
    page.goto(re.match(r".*/t/[^/]+/", page.url)[0] + tail)


def pick(page, name, value):
    """Tap a key of a small form and wait for what it changes."""
    with page.expect_response(lambda r: "entry_key=" in r.url):
        page.locator(f"label:has([id='{name}-{value}'])").tap()
    settle(page)


def save(page):
    page.locator("#record").tap()
    page.wait_for_url(re.compile(r"/t/[^/]+/$"))


def test_somebody_joins_plays_and_leaves(page, server, evening):
    score, _ = evening(deals=[PASSED])
    page.goto(server + score)
    page.get_by_role("link", name="Players come, go, change places").tap()
    page.get_by_role("link", name="Somebody sits down").tap()
    page.locator("#player").fill("Даша")
    pick(page, "after", 1)
    expect(page.locator(".seated", has_text="Даша")).to_contain_text("new")
    assert violations(page) == []
    save(page)
    expect(page.locator(".seat")).to_have_count(5)
    thumb = Thumb(page)
    thumb.senior = "hearts"
    thumb.enter({"turned": "clubs", "contract": "simple", "trump": "hearts", "declarer": 4, "tricks": 5})
    thumb.press_record()
    expect(page.locator(".seat", has_text="Даша").locator(".seat-figure")).not_to_have_text("0")
    to(page, "people/leave/")
    pick(page, "seat", 4)
    save(page)
    expect(page.locator(".seat")).to_have_count(4)
    to(page, "people/")
    expect(page.locator("#gone + ul")).to_contain_text("Даша")
    assert violations(page) == []


def test_two_who_had_changed_places_are_put_right_with_their_results(page, server, evening):
    score, _ = evening(deals=[PASSED, {**HELPED, "turned": "clubs"}, LONE])
    page.goto(server + score)
    before = {
        s.locator("bdi").inner_text(): s.locator(".seat-figure").inner_text() for s in page.locator(".seat").all()
    }
    to(page, "people/swap/")
    pick(page, "seats", 0)
    pick(page, "seats", 2)
    with page.expect_response(lambda r: "since=" in r.url):
        page.locator("#since").select_option(index=2)
    settle(page)
    pick(page, "results", "go")
    expect(page.get_by_text("Later deals that change")).to_be_visible()
    assert violations(page) == []
    save(page)
    after = {s.locator("bdi").inner_text(): s.locator(".seat-figure").inner_text() for s in page.locator(".seat").all()}
    assert (after["Анна"], after["Вера"]) == (before["Вера"], before["Анна"])
    assert list(after) == ["Вера", "Борис", "Анна", "Глеб"]


def test_a_forgotten_deal_is_inserted_and_undone_and_restored(page, server, evening):
    score, _ = evening(deals=[PASSED, LONE])
    page.goto(server + score)
    page.locator(".deal-row").first.tap()
    page.get_by_role("link", name="Insert a forgotten deal before it").tap()
    for name, value in (("turned", "clubs"), ("who", "passed")):
        pick(page, name, value)
    expect(page.get_by_text("Later deals that change")).to_be_visible()
    assert violations(page) == []
    save(page)
    expect(page.locator(".deals li.deal")).to_have_count(3)
    page.locator(".deals").get_by_role("link", name="undo").tap()
    page.get_by_role("button", name="Yes, undo it").tap()
    expect(page.locator(".deals del")).to_have_count(1)
    page.get_by_role("button", name="redo").tap()
    expect(page.locator(".deals del")).to_have_count(0)
    expect(page.locator(".deals li.deal")).to_have_count(3)
    page.get_by_role("link", name="History").tap()
    expect(page.locator(".history")).to_contain_text("restored")


def test_an_adjustment_from_more(page, server, evening):
    score, _ = evening("german")
    page.goto(server + score)
    page.locator("details.more summary").first.tap()
    expect(page.get_by_text("a penalty for one is an adjustment")).to_be_visible()
    page.locator("details.more").get_by_role("link", name="Adjustment").tap()
    pick(page, "giver", 0)
    pick(page, "taker", 3)
    page.locator("#points").fill("12")
    page.locator("#reason").fill("renounced")
    page.locator("#record").tap()
    page.wait_for_url(re.compile(r"/t/[^/]+/$"))
    expect(page.locator(".deal-row").first).to_contain_text("Анна → Глеб: 12, renounced")
    assert [number(t) for t in page.locator(".seat-figure").all_inner_texts()] == [-12, 0, 0, 12]


@pytest.mark.parametrize("scripts", [True, False])
def test_the_set_up_is_corrected_after_the_replay_was_seen(browser, server, evening, scripts):
    context = browser.new_context(java_script_enabled=scripts, viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    score, _ = evening(deals=[PASSED, LONE])
    page.goto(server + score)
    page.get_by_role("link", name="Correct the set-up").click()
    page.locator("#down-0").click()
    expect(page.locator(".player bdi").first).to_have_text("Борис")
    page.locator("[name=option-ante]").fill("5")
    page.get_by_role("button", name="Show the result first").last.click()
    expect(page.get_by_text("Later deals that change")).to_be_visible()
    page.locator("#record").click()
    page.wait_for_url(re.compile(r"/t/[^/]+/$"))
    expect(page.locator(".seat bdi").first).to_have_text("Борис")
    context.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_small_forms_work_without_scripts(browser, server, evening, scripts):
    context = browser.new_context(java_script_enabled=scripts, viewport={"width": 320, "height": 568}, locale="en-GB")
    page = context.new_page()
    score, _ = evening(deals=[PASSED])
    page.goto(server + score)
    to(page, "people/leave/")
    page.locator("label:has(#seat-3)").click()
    if not scripts:
        page.get_by_role("button", name="Show the result first").click()
    expect(page.get_by_text("At the table then, clockwise")).to_be_visible()
    page.locator("#record").click()
    page.wait_for_url(re.compile(r"/t/[^/]+/$"))
    expect(page.get_by_text("the game pauses")).to_be_visible()
    context.close()


def test_two_phones_enter_one_deal_and_the_second_takes_it_or_goes_on(page, server, evening, browser):
    score, _ = evening(deals=[PASSED])
    page.goto(server + score)
    other = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).new_page()
    other.goto(server + score)
    mine, theirs = Thumb(page), Thumb(other)
    mine.senior = theirs.senior = "hearts"
    mine.enter({**HELPED, "turned": "clubs"})
    theirs.enter({**LONE, "turned": "clubs"})
    page.route("**/board/**", lambda route: route.abort())
    theirs.press_record()
    page.locator("#record").tap()
    notice = page.locator(".notice")
    expect(notice).to_contain_text("5 made")
    expect(notice).to_contain_text("8 made")
    expect(notice).to_contain_text("+")
    notice.get_by_role("link", name="Enter mine as the next deal").tap()
    expect(page.locator("#helper-1")).to_be_checked()
    page.locator("#record").tap()
    expect(page.locator("#entry [name=position]")).to_have_value("4")
    expect(page.locator(".deals li.deal")).to_have_count(3)
    other.context.close()


def test_a_deal_whose_answer_is_lost_says_so_and_is_saved_once(page, server, evening):
    score, _ = evening(deals=[PASSED])
    page.goto(server + score)
    thumb = Thumb(page)
    thumb.senior = "hearts"
    thumb.enter({**HELPED, "turned": "clubs"})
    # The answer is lost on its way, the deal is not.
    page.route(
        "**/t/*/", lambda route: (route.fetch(), route.abort()) if route.request.method == "POST" else route.continue_()
    )
    page.locator("#record").tap()
    expect(page.locator("#waiting")).to_contain_text("Not sent yet")
    page.unroute_all(behavior="wait")
    expect(page.locator("#waiting")).not_to_contain_text("Not sent yet")
    expect(page.locator("#entry [name=position]")).to_have_value("3")
    expect(page.locator(".deals li.deal")).to_have_count(2)
    expect(page.locator("#unsaved")).to_be_hidden()


def test_the_back_button_does_no_harm(page, server, evening):
    score, _ = evening(deals=[PASSED])
    page.goto(server + score)
    to(page, "people/join/")
    page.locator("#player").fill("Даша")
    pick(page, "after", 0)
    save(page)
    page.go_back()
    expect(page.locator("#player")).to_have_value("")
    page.go_forward()
    expect(page.locator(".seat")).to_have_count(5)
    thumb = Thumb(page)
    thumb.key("turned", "clubs")
    thumb.key("who", "passed")
    thumb.press_record()
    page.go_back()
    page.go_forward()
    expect(page.locator("#entry [name=position]")).to_have_value("4")
    assert page.locator("#entry :checked").count() == 0
    expect(page.locator(".deals li.deal")).to_have_count(3)


def test_enter_in_a_small_form_saves_once(page, server, evening):
    score, _ = evening("german")
    page.goto(server + score)
    to(page, "people/adjustment/")
    pick(page, "giver", 0)
    pick(page, "taker", 3)
    page.locator("#points").fill("5")
    page.locator("#reason").fill("late")
    page.locator("#reason").press("Enter")
    page.wait_for_url(re.compile(r"/t/[^/]+/$"))
    expect(page.locator(".deals li.deal")).to_have_count(1)


def test_who_sits_out_by_a_tap(page, server, evening):
    score, _ = evening(names=["Анна", "Борис", "Вера", "Глеб", "Даша"])
    page.goto(server + score)
    thumb = Thumb(page)
    thumb.open_more()
    thumb.key("out", 3)
    expect(page.locator(".ask-who")).not_to_contain_text("Глеб")
    expect(page.locator(".ask-who")).to_contain_text("Анна")
    page.reload()
    expect(page.locator("#out-3")).to_be_checked()
    assert violations(page) == []


NAMES = ["Иван", "Иван П.", "אבי", "🃏Даша", "👨‍👩‍👧‍👦", "Anna-Maria von Ü."]


@pytest.mark.parametrize("width", [320, 390])
def test_difficult_names_are_told_apart_and_fit(page, server, evening, width):
    page.set_viewport_size({"width": width, "height": 700})
    score, _ = evening("classic", names=[*NAMES[:5], "Ж" * 50], deals=[PASSED])
    page.goto(server + score)
    for tail in ("", "people/", "people/join/", "people/swap/", "people/adjustment/", "history/", "setup/", "sheet/"):
        to(page, tail)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width, tail
    to(page, "people/swap/")
    keys = page.locator(".ask-seats .key").all_inner_texts()
    assert len(set(keys)) == len(keys) == 6
    assert keys[:5] == NAMES[:5]
