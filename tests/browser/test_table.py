"""The table's screen on a real phone-sized browser: weight, width, contrast, no script, double taps, polls."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import barriers
from tests.browser.thumb import Thumb, settle

HELPED = {"turned": "hearts", "contract": "simple", "trump": "hearts", "declarer": 0, "helper": 1, "tricks": 8}
PASSED = {"kind": "passed", "turned": "hearts"}
WIDTH_OF_TEXT = """e => {
    const range = document.createRange();
    range.selectNodeContents(e);
    return range.getBoundingClientRect().width;
}"""


@pytest.mark.parametrize("rules", ["classic", "german", "kassa", "russian"])
def test_no_accessibility_fault_in_light_or_dark(page, server, evening, rules):
    score, _ = evening(rules)
    page.goto(server + score)
    thumb = Thumb(page)
    thumb.key("who", 0)
    page.locator("details.more summary").first.tap()
    assert barriers(page) == []


def test_why_correct_and_undo_have_no_accessibility_fault(page, server, evening):
    score, _ = evening(deals=[HELPED, {**PASSED, "turned": "clubs"}])
    page.goto(server + score)
    table = page.url
    for way in ("", "correct/", "undo/"):
        page.goto(table)
        page.locator(".deal-row").last.tap()
        page.wait_for_url("**/deals/**")
        page.goto(page.url + way)
        assert barriers(page) == []


@pytest.mark.parametrize("rules", ["classic", "german", "kassa"])
def test_nothing_scrolls_sideways(page, server, evening, rules):
    score, _ = evening(
        rules, names=["Анна-Мария фон Юнцт-Ковалевская", "Иван", "Иван П.", "Zoë d'Arc", "אבי", "🃏Даша"]
    )
    page.goto(server + score)
    thumb = Thumb(page)
    if rules != "german":
        thumb.key("turned", "hearts")
    page.locator("details.more summary").first.tap()
    for width, height in [(320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width, (width, height)


def test_everything_down_to_record_is_on_one_screen(page, server, evening):
    score, _ = evening(deals=[PASSED])
    page.goto(server + score)
    thumb = Thumb(page)
    thumb.enter({**HELPED, "turned": "clubs"})
    box = page.locator("#record").bounding_box()
    assert page.evaluate("() => scrollY") == 0
    assert box["y"] + box["height"] <= 844
    assert page.locator(".because").bounding_box()["y"] < box["y"]


def test_record_stays_in_sight_on_the_smallest_phone(page, server, evening):
    page.set_viewport_size({"width": 320, "height": 568})
    score, _ = evening(deals=[PASSED])
    page.goto(server + score)
    for place in (0, 200, 400):
        page.evaluate("place => scrollTo(0, place)", place)
        expect(page.locator("#record")).to_be_in_viewport()


def test_without_a_script_a_whole_deal_can_be_entered_seen_and_recorded(browser, server, evening):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    score, _ = evening()
    page.goto(server + score)
    page.locator("label:has(#turned-hearts)").click()
    page.locator("label:has(#who-0)").click()
    page.locator("label:has(#what-simple-senior)").click()
    page.get_by_role("button", name="Show the result first").click()
    page.locator("label:has(#helper-1)").click()
    page.locator("label:has(#tricks-8)").click()
    page.get_by_role("button", name="Show the result first").click()
    expect(page.locator("#entry .change")).to_contain_text("+16")
    page.locator("#record").click()
    expect(page.locator(".deal-row")).to_contain_text("8 made")
    page.get_by_role("link", name="undo").click()
    page.get_by_role("button", name="Yes, undo it").click()
    expect(page.get_by_text("No deal yet")).to_be_visible()
    context.close()


def test_a_double_tap_records_once(page, server, evening, manage):
    score, _ = evening(deals=[PASSED])
    page.goto(server + score)
    thumb = Thumb(page)
    thumb.enter(HELPED)
    page.locator("#record").dblclick()
    expect(page.locator("#entry [name=position]")).to_have_value("3")
    page.wait_for_timeout(300)
    expect(page.locator(".deals li.deal")).to_have_count(2)


def test_a_choice_tapped_again_is_taken_back(page, server, evening):
    score, _ = evening()
    page.goto(server + score)
    thumb = Thumb(page)
    thumb.key("who", 2)
    expect(page.locator("#who-2")).to_be_checked()
    thumb.key("who", 2)
    expect(page.locator("#who-2")).not_to_be_checked()


def test_a_half_made_entry_survives_reload_rotation_and_news_from_another_phone(page, server, evening, browser):
    score, _ = evening()
    page.goto(server + score)
    thumb = Thumb(page)
    thumb.key("turned", "clubs")
    thumb.key("who", 2)
    page.reload()
    expect(page.locator("#who-2")).to_be_checked()
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator("#turned-clubs")).to_be_checked()
    other = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    second = Thumb(other.new_page())
    second.page.goto(server + score)
    second.record(PASSED)
    expect(page.get_by_text("The table has moved on")).to_be_visible()
    expect(page.locator("#who-2")).to_be_checked()
    expect(page.locator(".seat-figure").first).to_have_text("−10")
    page.locator("#record").tap()
    expect(page.get_by_text("was entered on another phone: all passed")).to_be_visible()
    page.get_by_role("link", name="Enter mine as the next deal").tap()
    expect(page.locator("#who-2")).to_be_checked()
    expect(page.locator("#entry [name=position]")).to_have_value("2")
    # One that was refused is touched: it is to be put right.
    Thumb(page).key("who", 0)
    with page.expect_response(lambda answer: answer.request.method == "POST") as refused:
        page.locator("#record").tap()
    assert refused.value.status == 422
    second.record(PASSED)
    expect(page.get_by_text("The table has moved on")).to_be_visible()
    expect(page.locator("#who-0")).to_be_checked()
    other.close()


def test_an_untouched_form_follows_the_other_phone(page, server, evening, browser):
    score, _ = evening()
    page.goto(server + score)
    other = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    second = Thumb(other.new_page())
    second.page.goto(server + score)
    second.record(PASSED)
    expect(page.locator("#entry [name=position]")).to_have_value("2")
    other.close()


def test_the_word_reconstruction_stands_wherever_such_a_figure_does(page, server, evening):
    score, _ = evening(deals=[PASSED])
    page.goto(server + score)
    table = page.url
    expect(page.locator(".ask-what")).to_contain_text("reconstruction")
    thumb = Thumb(page)
    thumb.enter({**HELPED, "turned": "clubs"})
    expect(page.locator(".because")).to_contain_text("reconstruction")
    page.locator(".whys summary").tap()
    expect(page.locator(".lines")).to_contain_text("price of the contract · reconstruction")
    for way in ("sheet/", "rules/"):
        page.goto(table + way)
        expect(page.locator("main")).to_contain_text("econstruction")


def test_chips_in_hand_by_a_tap(page, server, evening):
    score, _ = evening(deals=[PASSED])
    page.goto(server + score)
    page.locator(".seat").first.tap()
    expect(page.locator(".seat-figure").first).to_have_text("110")
    page.locator(".seat").first.tap()
    expect(page.locator(".seat-figure").first).to_have_text("−10")


def test_an_announcement_stands_on_the_followers_phone(page, server, evening, browser):
    score, view = evening()
    page.goto(server + score)
    other = browser.new_context(viewport={"width": 390, "height": 844})
    follower = other.new_page()
    follower.goto(server + view)
    thumb = Thumb(page)
    thumb.enter(HELPED)
    page.get_by_role("button", name="announce").tap()
    settle(page)
    expect(follower.locator(".board .said").first).to_contain_text("target 8")
    expect(page.locator("#helper-1")).to_be_checked()
    other.close()


def test_a_lost_connection_is_said(page, server, evening):
    score, _ = evening()
    page.goto(server + score)
    page.context.set_offline(True)
    expect(page.locator("#status")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#status")).to_be_hidden()


def test_the_price_stands_by_rank_and_then_the_one_that_counts(page, server, evening):
    score, _ = evening("classic")
    page.goto(server + score)
    thumb = Thumb(page)
    seven = page.locator("label:has(#what-7)")
    expect(seven).to_contain_text("6·7·8")
    thumb.key("turned", "hearts")
    thumb.key("what", "7")
    expect(page.locator("label:has(#trump-diamonds)")).to_contain_text("7")
    thumb.key("trump", "hearts")
    expect(seven).not_to_contain_text("·")
    expect(seven).to_contain_text("8")


@pytest.mark.parametrize(
    ("rules", "taps", "facts"),
    [
        ("german", 4, {"contract": "8", "trump": "hearts", "declarer": 0, "tricks": 8}),
        ("german", 5, {"contract": "8", "trump": "hearts", "declarer": 0, "tricks": 9}),
        ("classic", 4, {"turned": "hearts", "contract": "7", "trump": "hearts", "declarer": 0, "tricks": 7}),
        ("classic", 5, {"turned": "hearts", "contract": "7", "trump": "clubs", "declarer": 0, "tricks": 6}),
        (
            "classic",
            5,
            {"turned": "hearts", "contract": "6", "trump": "clubs", "declarer": 0, "helper": 2, "tricks": 9},
        ),
        (
            "classic",
            6,
            {"turned": "hearts", "contract": "6", "trump": "clubs", "declarer": 0, "helper": 2, "tricks": 8},
        ),
    ],
)
def test_the_taps_of_a_usual_deal(page, server, evening, rules, taps, facts):
    score, _ = evening(rules)
    page.goto(server + score)
    thumb = Thumb(page)
    assert thumb.record(facts)[0] == taps


@pytest.mark.parametrize("size", [(320, 568), (390, 664)])
def test_a_tap_leaves_the_page_where_it_is(page, server, evening, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    score, _ = evening(deals=[PASSED])
    page.goto(server + score)
    thumb = Thumb(page)
    thumb.key("who", 0)
    page.evaluate("() => scrollTo(0, 220)")
    box = page.locator("label:has(#what-nine-senior)").bounding_box()
    with page.expect_response(lambda r: "position=" in r.url):
        page.touchscreen.tap(box["x"] + 10, box["y"] + 10)
    settle(page)
    expect(page.locator("#what-nine-senior")).to_be_checked()
    assert page.evaluate("() => scrollY") == 220


@pytest.mark.parametrize("width", [320, 390])
def test_long_balances_stay_on_one_line_inside_their_seat(page, server, evening, width):
    misere = {"turned": "hearts", "contract": "misere", "declarer": 0, "tricks": 0}
    page.set_viewport_size({"width": width, "height": 700})
    score, _ = evening(deals=[misere] * 14)
    page.goto(server + score)
    seats = page.locator(".score > li").all()
    assert page.locator(".seat-figure").first.inner_text() == "+1260"
    for seat in seats:
        outer, figure = seat.bounding_box(), seat.locator(".seat-figure").bounding_box()
        assert figure["height"] < 60
        text = seat.locator(".seat-figure").evaluate(WIDTH_OF_TEXT)
        assert text <= outer["width"]


def test_what_is_missing_is_said_and_comes_into_view(page, server, evening):
    score, _ = evening(deals=[PASSED])
    page.goto(server + score)
    thumb = Thumb(page)
    thumb.enter({**HELPED, "tricks": 7})
    expect(page.locator(".because")).to_contain_text("Still to choose: the helper's part")
    page.locator("#record").tap()
    expect(page.locator("#fault-part")).to_be_in_viewport()
