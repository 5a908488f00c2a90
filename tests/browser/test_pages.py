"""The pages around the table on a real phone: start, sheet, settle, code, cards."""

import json
import re
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect

from ledger.management.commands.demo_evening import CLUB
from tests.browser.axe import barriers
from tests.browser.thumb import start_kassa

FOUR = ["Анна", "Борис", "Вера", "Глеб"]
PUBLIC = [
    "/",
    "/start/",
    "/example/",
    "/help/",
    "/phone/",
    "/rules/classic/?turned=hearts",
    "/rules/fontainebleau/",
]
EVENTS = ["join", "leave", "substitute", "swap", "adjustment", "cash_out"]
OF_A_TABLE = ["lines/", "big/", "sheet/", "compare/?rules=german", "settle/", "code/", "rules/"]
OF_ONE_TABLE = [
    *("people/", "history/", "setup/", "discard/", "merge/", "accounts/"),
    *(f"people/{kind}/" for kind in EVENTS),
]
OF_A_DEAL = ["", "correct/", "insert/", "insert/leave/", "move/", "undo/"]
OF_A_CLUB = [
    *("", "settings/", "links/", "players/", "seasons/", "seasons/new/"),
    *("season/", "season/?by=money", "season/?by=average&guests=1", "records/", "accounts/"),
]
SMALL = """() => {
  const found = [];
  for (const e of document.querySelectorAll("a, button, input, select, summary, label.key, label.tick")) {
    if (e.closest(".sr, .skip") || e.hidden || e.type === "hidden" || !e.getClientRects().length) continue;
    if (e.tagName === "INPUT" && e.closest(".key, .tick")) continue;
    // The link in a row of the sheet, of the totals or of the history reaches over all of it.
    const box = (e.classList.contains("deal-link") ? e.closest("td, th, li") : e).getBoundingClientRect();
    if (box.height < 43.9 || box.width < 43.9) found.push(e.outerHTML.slice(0, 120));
  }
  return found;
}"""

# Words on keys and buttons that stand on two lines without a hyphen; what the browser hyphenates itself has one.
BROKEN = """() => {
  const found = [];
  for (const e of document.querySelectorAll(".key, .button")) {
    if (e.closest(".sr") || !e.getClientRects().length) continue;
    const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (getComputedStyle(node.parentElement).hyphens === "auto") continue;
      for (const { index, 0: word } of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word);
      }
    }
  }
  return found;
}"""


@pytest.fixture(scope="module")
def demo(manage, server):
    """Links to score: a table of every kind, finished and running."""
    return re.findall(r"score:\s+(\S+)", manage("demo_evening", "--url", server))


@pytest.fixture(scope="module")
def addresses(demo, server, manage):
    tables = [re.search("/open/([^/]+)/", link)[1] for link in demo]
    one = f"{server}/t/{tables[-1]}/"
    deal = json.loads(manage("export_sheet", tables[-1]))["deals"][2]["entry_key"]
    return [
        *(server + path for path in PUBLIC),
        *(f"{server}/t/{t}/{tail}" for t in tables for tail in OF_A_TABLE),
        *(one + tail for tail in OF_ONE_TABLE),
        server + account_of_somebody(demo[-1], f"{one}accounts/"),
        *(f"{one}deals/{deal}/{tail}" for tail in OF_A_DEAL),
        *club_pages(demo, server, manage),
    ]


def club_pages(demo, server, manage):
    """The pages of a club to its keeper, whose link is opened first: a phone goes through all of it in order."""
    # Other tests of this server have clubs as well.
    link = re.search(r"\S+/club/\S+", manage("club_links", CLUB, "--url", server))[0]
    club = f"{server}/c/{link.split('/')[-3]}/"
    opener = build_opener(HTTPCookieProcessor())
    opener.open(link).close()

    def first(page, tail):
        with opener.open(club + page) as answer:
            return server + re.search(f'href="(/c/[^"]+/{tail}/[^"/]+/)"', answer.read().decode())[1]

    evening, player = first("", "evenings"), first("players/", "players")
    season = first("seasons/", "season")
    return [
        link,
        *(club + tail for tail in OF_A_CLUB),
        *(evening, player, f"{player}edit/", f"{player}erase/", first("accounts/", "accounts")),
        *(f"{season}lines/", f"{season}proof/", f"{season}pairs/"),
    ]


def account_of_somebody(link, accounts):
    opener = build_opener(HTTPCookieProcessor())
    opener.open(link).close()
    with opener.open(accounts) as page:
        return re.search('href="(/t/[^"]+/account/[^"]+)"', page.read().decode())[1]


def new_page(browser: Browser, demo, **options) -> Page:
    settings = {"device_scale_factor": 2, "is_mobile": True, "has_touch": True, "locale": "ru-RU"} | options
    page = browser.new_context(**settings).new_page()
    for link in demo:
        page.goto(link)
    return page


def sideways(page):
    return page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")


SIZES = {
    "ru-RU": [(320, 568), (1280, 800)],
    "fr-FR": [(320, 568)],
    "de-DE": [(390, 844), (844, 390)],
}
# To a page, text of 200 % on 390 pixels is the same as usual text on half of them.
TEXT_TWICE = (195, 422)


def misfits(page, sizes):
    """In which of the sizes something is cut off sideways, a target too small for a finger, or a word on a key
    broken."""
    wrong = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        wide, wants = page.evaluate("() => innerWidth"), [SMALL, BROKEN] if width > TEXT_TWICE[0] else []
        bad = [fault for look in wants for fault in page.evaluate(look)]
        if (wide, sideways(page), bad) != (width, 0, []):
            wrong.append((page.url, width, wide, bad))
    return wrong


@pytest.mark.parametrize("half", [0, 1])
def test_no_page_has_a_barrier_in_light_or_dark_and_each_fits_and_keeps_quiet_in_the_console(
    browser, demo, addresses, half
):
    page, said, wrong = new_page(browser, demo), [], []
    page.goto(next(address for address in addresses if "/club/" in address))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    # Given once, for it is half a megabyte.
    page.add_init_script(AXE_SCRIPT)
    for address in addresses[half::2]:
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(address)
        assert barriers(page) == [], address
        wrong += misfits(page, [*SIZES["ru-RU"], TEXT_TWICE])
    assert (wrong, said) == ([], [])
    page.context.close()


@pytest.mark.parametrize("language", ["fr-FR", "de-DE"])
def test_every_page_fits_and_every_target_is_large_enough(browser, demo, addresses, language):
    page, wrong = new_page(browser, demo, locale=language), []
    for address in addresses:
        page.goto(address)
        wrong += misfits(page, SIZES[language])
    assert wrong == []
    page.context.close()


def fill_names(page, names=FOUR):
    for field, name in zip(page.locator("[name=player]").all(), names, strict=False):
        field.fill(name)


@pytest.mark.parametrize("scripts", [True, False])
def test_an_evening_starts_with_and_without_scripts(browser, server, scripts):
    context = browser.new_context(java_script_enabled=scripts, locale="en-GB", has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{server}/start/")
    page.locator("label:has(#rules-kassa)").tap()
    if not scripts:
        page.locator("button[value=rules]").tap()
    expect(page.locator("[name=option-ante]")).to_be_visible()
    fill_names(page)
    page.locator("[id=down-0]").tap()
    expect(page.locator("[name=player]").first).to_have_value("Борис")
    page.locator("button[value=draw]").tap()
    expect(page.locator(".said", has_text="deals first.")).to_be_visible()
    page.locator("[name=stake_amount]").fill("1.000")
    page.locator(".dock .button").tap()
    expect(page.locator("#stake-fault")).to_be_visible()
    if scripts:
        expect(page.locator("[name=stake_amount]")).to_be_focused()
    page.locator("[name=stake_amount]").fill("0,25")
    page.locator(".dock .button").tap()
    page.wait_for_url(f"{server}/t/*/")
    page.goto(page.url + "settle/")
    expect(page.get_by_text("One point is €0.25")).to_be_visible()
    context.close()


def test_the_link_is_copied_and_a_revoked_one_is_dead(browser, server):
    context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844}, has_touch=True)
    # Chromium's headless shell cannot ask, so it refuses where Chromium allows.
    context.grant_permissions(["clipboard-write"])
    page = context.new_page()
    start_kassa(page, server, FOUR)
    page.goto(page.url.split("?")[0] + "code/")
    page.locator("[data-copy=link-viewer]").tap()
    expect(page.locator("[data-copy=link-viewer]")).to_have_text("Copied")
    link = page.locator("#link-viewer").inner_text()
    other = browser.new_context(locale="en-GB").new_page()
    assert other.goto(link).status == 200
    page.locator("button[value='ask:viewer']").tap()
    page.locator("button[value='revoke:viewer']").tap()
    expect(page.locator("#link-viewer")).not_to_have_text(link)
    assert other.reload().status == 403
    assert other.goto(link).status == 404
    other.context.close()
    context.close()


@pytest.mark.parametrize("language", ["ru-RU", "de-DE"])
def test_the_sheet_and_the_card_print_on_one_page_of_a4(browser, demo, server, language):
    page = new_page(browser, demo, is_mobile=False, has_touch=False, locale=language)
    sheet = re.search("/open/([^/]+)/", demo[0])[1]
    cards = [f"{server}/rules/{code}/" for code in ("kassa", "classic", "american", "fontainebleau")]
    for address in (f"{server}/t/{sheet}/sheet/", *cards):
        page.goto(address)
        printed = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, address
    page.context.close()


def test_the_date_is_the_phones_own(browser, server):
    context = browser.new_context(timezone_id="Pacific/Kiritimati")
    page = context.new_page()
    page.goto(f"{server}/start/")
    now = page.evaluate("() => new Date().toLocaleDateString('sv-SE')")
    expect(page.locator("#id_date")).to_have_value(now)
    # What was typed stays, whatever brings the page again.
    page.locator("summary", has=page.locator("text=name of this phone")).click()
    page.locator("#id_date").fill("2026-01-02")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#id_date")).to_have_value("2026-01-02")
    context.close()
