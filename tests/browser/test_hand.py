"""The phone in one hand: it stays awake, goes back step by step, and can be held in either."""

from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.thumb import Thumb, settle

SENTINELS = """() => {
  window.locks = [];
  const request = navigator.wakeLock.request.bind(navigator.wakeLock);
  navigator.wakeLock.request = async (kind) => {
    const lock = await request(kind);
    window.locks.push(lock);
    return lock;
  };
}"""


def test_the_screen_stays_awake_while_the_evening_is_open(page, server, evening):
    page.context.grant_permissions(["screen-wake-lock"])
    # The lock is the browser's own; it is only written down.
    page.add_init_script(f"({SENTINELS})()")
    page.goto(server + evening("german")[0])
    page.wait_for_function("() => window.locks.length === 1 && !window.locks[0].released")
    other = page.context.new_page()
    other.goto(page.url + "settle/")
    other.locator("button[value=close]").tap()
    # Nobody records any more: the phone may sleep.
    page.bring_to_front()
    expect(page.get_by_role("heading", name="Closed evening")).to_be_visible()
    page.wait_for_function("() => window.locks.every((lock) => lock.released)")


def test_a_phone_that_refuses_to_stay_awake_does_no_harm(page, server, evening):
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.add_init_script("navigator.wakeLock.request = () => Promise.reject(new Error('low battery'))")
    page.goto(server + evening()[0])
    Thumb(page).key("who", 0)
    assert faults == []


def test_back_closes_what_is_open_before_it_leaves_and_keeps_what_was_tapped(page, server, evening):
    page.goto(server + "/phone/")
    page.goto(server + evening()[0])
    thumb = Thumb(page)
    thumb.key("who", 1)
    thumb.open_more()
    expect(page.locator("details.more")).to_have_attribute("open", "")
    page.go_back()
    expect(page.locator("details.more")).not_to_have_attribute("open", "")
    expect(page.locator("#who-1")).to_be_checked()
    page.reload()
    expect(page.locator("#who-1")).to_be_checked()
    # Closed by hand, it takes no step more.
    for _ in range(2):
        page.locator("details.more > summary").tap()
    page.go_back()
    page.wait_for_url("**/phone/")


def test_on_its_side_the_keys_lie_under_the_thumb_of_either_hand(page, server, evening):
    page.goto(server + evening()[0])
    table = page.url
    page.set_viewport_size({"width": 844, "height": 390})
    settle(page)
    assert middle(page, "#entry") > 422 > middle(page, "#board")
    assert middle(page, "#record") > 633
    page.goto(server + "/phone/")
    page.get_by_role("button", name="left").tap()
    expect(page.get_by_role("button", name="left")).to_have_attribute("aria-current", "true")
    page.goto(table)
    assert middle(page, "#entry") < 422 < middle(page, "#board")
    assert middle(page, "#record") < 211
    for size in ((844, 390), (390, 844), (320, 568)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate("() => document.documentElement.scrollWidth") == size[0]
        assert violations(page) == []


def middle(page, selector):
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2
