"""A thumb on the table's screen: records deals by taps, counting them."""

import re

from playwright.sync_api import Page, expect

START = {"single_tours": "2", "double_tours": "1"}


def start_kassa(page: Page, server: str, names, options=START, phone="Anna's phone"):
    """Start an evening of the game with a kitty through the start page."""
    page.goto(f"{server}/start/")
    page.locator("label:has(#rules-kassa)").tap()
    expect(page.locator("[name$=single_tours]")).to_be_visible()
    for field, name in zip(page.locator("[name=player]").all(), names, strict=False):
        field.fill(name)
    page.locator("label:has([aria-label='Player 1 deals first'])").tap()
    for key, value in options.items():
        page.locator(f"[name$={key}]").fill(value)
    page.locator("summary", has_text="name of this phone").tap()
    page.locator("#id_phone_name").fill(phone)
    page.locator(".dock .button").tap()
    expect(page.locator("#record")).to_be_visible()


class Thumb:
    """Taps keys; `taps` counts those since the last deal, the turned suit apart, as the screens' table counts."""

    def __init__(self, page: Page):
        self.page = page
        self.taps = 0
        self.senior = None

    def tap(self, selector, *, counts=True):
        key = self.page.locator(selector).first
        with self.page.expect_response(lambda r: "position=" in r.url and r.request.method == "GET"):
            key.tap()
        settle(self.page)
        self.taps += counts

    def key(self, name, value, **more):
        self.tap(f"label:has(#{name}-{value})", **more)

    def rank(self, facts):
        if not self.page.locator(f"#what-{facts['contract']}-senior").count():
            return ""
        return "-senior" if facts["trump"] == self.senior else "-junior"

    def enter(self, facts):
        """Tap everything but Record."""
        self.taps = 0
        if "turned" in facts:
            self.key("turned", facts["turned"], counts=False)
            self.senior = self.senior or facts["turned"]
        if facts.get("kind") in ("passed", "misdeal"):
            self.enter_unplayed(facts["kind"])
            return
        self.key("who", facts["declarer"])
        self.key("what", facts["contract"] + self.rank(facts))
        if "trump" in facts and not self.rank(facts):
            self.key("trump", facts["trump"])
        for name, key in (("helper", "helper"), ("tricks", "tricks"), ("helper_tricks", "part")):
            self.choose(key, facts.get(name))
        self.choose("boston", facts.get("boston_holder"))
        if "revoke" in facts:
            self.open_more()
            self.choose("revoke", facts["revoke"])

    def choose(self, name, value):
        if value is not None and not self.page.locator(f"#{name}-{value}").is_checked():
            self.key(name, value)

    def open_more(self):
        self.page.locator("details.more > summary").first.tap()
        self.taps += 1

    def enter_unplayed(self, kind):
        if kind == "misdeal":
            self.open_more()
        self.key("who", kind)

    def record(self, facts):
        """Tap the whole deal; gives the number of taps, Record included."""
        self.enter(facts)
        shown = self.outcome()
        self.press_record()
        return self.taps, shown

    def press_record(self):
        before = self.page.locator("#entry [name=position]").get_attribute("value")
        self.page.locator("#record").tap()
        self.taps += 1
        expect(self.page.locator("#entry [name=position]")).not_to_have_value(before)

    def outcome(self):
        """The result as it is shown before saving: changes of the four, then the kitty before and after."""
        cells = self.page.locator("#entry .change li")
        return [number(t.split("→")[-1]) for t in cells.locator("b").all_inner_texts()]

    def balances(self):
        return [number(t) for t in self.page.locator(".seat-figure").all_inner_texts()]

    def kitty(self):
        return number(self.page.locator(".board .kitty b").inner_text())


def settle(page):
    """Wait until the answer is on the screen."""
    page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")


def number(text):
    """A number as people read it, with its true minus."""
    return int(re.sub(r"[^0-9\-]", "", text.replace("−", "-")))
