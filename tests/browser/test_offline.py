"""The table without a connection: what is recorded then waits on the phone, and arrives once, in order."""

import re
import shutil

import pytest
from playwright.sync_api import expect

from boston_site.bootstrap import ROOT
from tests.browser.conftest import running
from tests.browser.line import Line
from tests.browser.thumb import settle

NAMES = ["Anna", "Boris", "Vera", "Gleb"]
FIVE = [
    {"kind": "passed"},
    {"contract": "8", "trump": "hearts", "declarer": 0, "tricks": 8},
    {"contract": "7", "trump": "clubs", "declarer": 1, "tricks": 6},
    {"contract": "9", "trump": "spades", "declarer": 2, "tricks": 10},
    {"contract": "7", "trump": "diamonds", "declarer": 3, "tricks": 7},
]
PASSED = {"kind": "passed", "turned": "clubs"}
# Waits in the page: `wait_for_function` takes a promise for a yes.
LIES_HERE = "async path => { while (!await caches.match(path)) await new Promise(done => setTimeout(done, 20)); }"

# Without the pauses between one try and the next.
TRIES_UNTIL_TOLD = """async () => {
  while (!(await boston.store.all())[0].notice) {
    await boston.outbox.drain(true);
    await new Promise(done => setTimeout(done, 50));
  }
}"""
NO_SUCH_CONTRACT = """async () => {
  const [item] = await boston.store.all();
  item.fields = item.fields.map(([name, value]) => [name, name === "what" ? "99" : value]);
  await boston.store.save([item]);
}"""
OTHER_KITTY = """async () => {
  const [item] = await boston.store.all();
  item.shown.kitty += 1;
  await boston.store.save([item]);
}"""


@pytest.fixture
def line(server):
    carries = Line(server)
    yield carries
    carries.close()


@pytest.fixture
def phone(browser, browser_context_args, line):
    """Open a link over the line on a phone of its own, ready to go without a connection; gives its page."""
    contexts = []

    def pick_up(link):
        contexts.append(browser.new_context(**browser_context_args))
        page = contexts[-1].new_page()
        page.goto(line.address + link)
        kept(page)
        return page

    yield pick_up
    for context in contexts:
        context.close()


def kept(page):
    """Wait until the phone has what it needs without a connection."""
    page.wait_for_load_state()
    # Only what a worker controls is his to answer.
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    page.evaluate(LIES_HERE, page.evaluate("() => location.pathname"))
    page.evaluate(LIES_HERE, page.locator("#entry").get_attribute("data-outcomes"))


def tap_deal(page, facts):
    """Tap a deal of german, whether or not somebody answers, and record it."""
    if "turned" in facts:
        choose(page, "turned", facts["turned"])
    choose(page, "who", "passed" if facts.get("kind") else facts["declarer"])
    for name, field in (("what", "contract"), ("trump", "trump"), ("tricks", "tricks")):
        if field in facts:
            choose(page, name, facts[field])
    page.locator("#record").tap()


def choose(page, name, value):
    if not page.locator(f"#{name}-{value}").is_checked():
        page.locator(f"label:has(#{name}-{value})").tap()
    # Where somebody answers, the form is drawn anew.
    settle(page)
    expect(page.locator(f"#{name}-{value}")).to_be_checked()


def waiting(page):
    return page.locator("#waiting summary b")


def deals(page):
    """Contract and trump of each, the last first."""
    return [text[:2] for text in page.locator(".deal-row > span:first-child").all_inner_texts()]


def balances(page):
    return page.locator(".seat-figure").all_inner_texts()


def test_five_deals_without_a_connection_survive_reload_and_restart_and_arrive_in_order(
    playwright, browser_type_launch_args, browser_context_args, line, evening, tmp_path
):
    def pick_up():
        options = browser_type_launch_args | browser_context_args
        return playwright.chromium.launch_persistent_context(tmp_path / "profile", **options)

    context = pick_up()
    page = context.new_page()
    page.goto(line.address + evening("german", names=NAMES)[0])
    table = page.url
    kept(page)
    line.state = "down"
    context.set_offline(True)
    for number, facts in enumerate(FIVE[:3], 1):
        tap_deal(page, facts)
        expect(waiting(page)).to_have_text(str(number))
    page.reload()
    expect(waiting(page)).to_have_text("3")
    expect(page.locator("#status")).to_contain_text(re.compile(r"As of \d\d:\d\d, offline"))
    context.close()

    context = pick_up()
    page = context.new_page()
    context.set_offline(True)
    page.goto(table)
    for number, facts in enumerate(FIVE[3:], 4):
        tap_deal(page, facts)
        expect(waiting(page)).to_have_text(str(number))
    assert line.posted() == []
    line.state = "up"
    context.set_offline(False)
    expect(page.locator("#waiting")).to_be_empty()
    expect(page.locator("#status")).to_be_hidden()

    # All passed has no number of its own.
    expect(page.locator("#record")).to_have_text("Record deal 5")
    page.goto(table + "sheet/")
    came = page.locator(".paper-sheet tbody").inner_text()
    page.goto(line.address + evening("german", names=NAMES, deals=FIVE)[0])
    page.goto(page.url + "sheet/")
    assert came == page.locator(".paper-sheet tbody").inner_text()
    context.close()


def test_what_waits_moves_the_next_deal_on(phone, line, evening):
    page = phone(evening("german", names=[*NAMES, "Дора"])[0])
    page.context.set_offline(True)
    tap_deal(page, FIVE[1] | {"declarer": 1, "tricks": 9})
    expect(waiting(page)).to_have_text("1")
    # Anna sat out as the dealer; now Boris deals. A half-made entry comes back with who plays, too.
    who = ["Anna", "Vera", "Gleb", "Дора", "all passed"]
    expect(page.locator(".ask-who bdi")).to_have_text(who)
    choose(page, "who", 0)
    page.reload()
    expect(page.locator(".ask-who bdi")).to_have_text(who)
    expect(page.locator("#who-0")).to_be_checked()
    page.locator("#record").tap()
    expect(page.get_by_text("Still to choose: what, tricks.")).to_be_visible()
    expect(waiting(page)).to_have_text("1")
    for name, value in (("what", 7), ("trump", "clubs"), ("tricks", 7)):
        choose(page, name, value)
    assert page.locator("#entry .change b").all_inner_texts() == ["+21", "−7", "−7", "−7"]
    page.locator("#record").tap()
    expect(waiting(page)).to_have_text("2")

    # The second is corrected where it waits: it is still one deal, in its place.
    second = "() => new URLSearchParams([...boston.waiting()[1].fields, ['position', 1]]).toString()"
    page.goto(f"{page.url}?{page.evaluate(second)}")
    expect(page.locator(".ask-who bdi")).to_have_text(who)
    choose(page, "tricks", 8)
    page.locator("#record").tap()
    expect(page.locator("#waiting li").nth(1)).to_contain_text("7 ♣\ufe0e Anna · tricks 8 +21 0 −7 −7 −7")
    expect(waiting(page)).to_have_text("2")

    # What is tapped while they are sent stays: it was meant for the deal after them.
    choose(page, "who", 1)
    page.context.set_offline(False)
    expect(page.locator(".deal-row")).to_have_count(2)
    expect(page.locator("#who-1")).to_be_checked()
    assert balances(page) == ["+21", "+24", "−15", "−15", "−15"]

    # One is discarded before another: who was seen to deal has dealt, and wins and loses nothing.
    page.context.set_offline(True)
    tap_deal(page, FIVE[1])
    expect(waiting(page)).to_have_text("1")
    tap_deal(page, FIVE[3])
    expect(waiting(page)).to_have_text("2")
    page.locator("#waiting summary").tap()
    page.get_by_role("button", name="discard", exact=True).first.tap()
    page.get_by_role("button", name="Yes, discard it").tap()
    expect(waiting(page)).to_have_text("1")
    expect(page.locator("#waiting li")).to_contain_text("3 9 ♠\ufe0e Vera · tricks 10 −9 −9 +27 0 −9")
    seen = page.locator("#board .score").inner_text()
    page.context.set_offline(False)
    expect(page.locator(".deal-row")).to_have_count(3)
    assert page.locator("#board .score").inner_text() == seen
    assert balances(page)[3] == "−15"


def test_the_head_of_the_table_counts_what_waits_and_takes_back_what_is_discarded(phone, line, evening):
    page = phone(evening("kassa", names=NAMES, deals=[PASSED] * 3, options={"single_tours": 1})[0])
    score, title = page.locator("#board .score"), page.locator("#board header")
    before = score.inner_text(), title.inner_text()
    page.context.set_offline(True)
    page.get_by_role("link", name="undo").tap()
    assert page.get_by_text("This needs a connection.").bounding_box()["width"] > 300
    page.get_by_role("button", name="Deutsch").tap()
    expect(page.get_by_text("No connection: nothing was sent.")).to_be_visible()
    tap_deal(page, PASSED)
    # The next one begins the tour that is played double.
    expect(title).to_contain_text("Deal 5")
    expect(title).to_contain_text("tour 2 of 3 · double")
    for name, value in (("turned", "hearts"), ("who", 2), ("what", "misere"), ("tricks", 0)):
        choose(page, name, value)
    page.locator("#record").tap()
    expect(page.locator("h1")).to_have_text("Deal 6")
    expect(page.locator("#waiting summary")).to_have_text("Not sent yet, but counted above: 2")
    expect(page.locator("#waiting li").nth(1)).to_contain_text("5 misère Vera")
    expect(page.locator("#record")).to_have_text("Record deal 6")
    page.reload()
    expect(page.locator("h1")).to_have_text("Deal 6")
    ahead = score.inner_text(), title.inner_text()
    page.context.set_offline(False)
    expect(page.locator("#waiting")).to_be_empty()
    expect(page.locator("#record")).to_have_text("Record deal 6")
    expect(page.locator("#board.ahead")).to_have_count(0)
    # What the phone had worked out is what counts: names, badges, balances, kitty, tour.
    assert (score.inner_text(), title.inner_text()) == ahead != before

    page.context.set_offline(True)
    tap_deal(page, PASSED)
    expect(page.locator("h1")).to_have_text("Deal 7")
    page.locator("#waiting summary").tap()
    page.get_by_role("button", name="discard", exact=True).tap()
    page.get_by_role("button", name="Yes, discard it").tap()
    expect(page.locator("h1")).to_have_text("Deal 6")
    assert (score.inner_text(), title.inner_text()) == ahead

    # Should another sum count than the one that was shown, the person is told.
    tap_deal(page, PASSED)
    expect(page.locator("h1")).to_have_text("Deal 7")
    page.evaluate(OTHER_KITTY)
    page.context.set_offline(False)
    expect(page.get_by_text("What counts differs from what this phone had worked out.")).to_be_visible()


def test_two_phones_without_a_connection_record_the_same_number(phone, line, evening):
    score, _ = evening("german", names=NAMES)
    first, second = phone(score), phone(score)
    for page, facts in ((first, FIVE[1]), (second, FIVE[2])):
        page.context.set_offline(True)
        tap_deal(page, facts)
        expect(waiting(page)).to_have_text("1")
    tap_deal(second, FIVE[3])
    expect(waiting(second)).to_have_text("2")

    first.context.set_offline(False)
    expect(first.locator("#waiting")).to_be_empty()
    second.context.set_offline(False)
    said = second.locator("#waiting .told").first
    # Nothing is decided without the person: not the same deal, not the one after it.
    expect(said).to_contain_text("Deal 1 was entered on another phone: 8")
    expect(said).to_contain_text("Yours was not saved: 7")
    expect(second.locator(".deal-row")).to_have_count(1)
    second.reload()
    second.get_by_role("link", name="Enter mine as the next deal").tap()
    expect(second.locator("#waiting")).to_be_empty()
    for page in (first, second):
        expect(page.locator(".deal-row")).to_have_count(3)
    assert deals(first) == ["9♠", "7♣", "8♥"]
    assert balances(first) == balances(second)

    second.context.set_offline(True)
    for facts in (FIVE[4], FIVE[1]):
        tap_deal(second, facts)
    expect(waiting(second)).to_have_text("2")
    tap_deal(first, FIVE[4])
    expect(first.locator(".deal-row")).to_have_count(4)
    second.context.set_offline(False)
    # The same deal twice: theirs stands for mine, what I recorded after it comes after it.
    second.get_by_role("link", name="Take it, drop mine").tap()
    expect(second.locator(".deal-row")).to_have_count(5)
    assert deals(second) == ["8♥", "7♦", "9♠", "7♣", "8♥"]


def test_whatever_becomes_of_an_answer_a_deal_is_there_once(phone, line, evening):
    page = phone(evening("german", names=NAMES)[0])
    for number, state in enumerate(["lossy", "down", "away"], 1):
        line.state = state
        tap_deal(page, FIVE[number])
        expect(waiting(page)).to_have_text("1")
        line.state = "up"
        expect(page.locator("#waiting")).to_be_empty()
        expect(page.locator(".deal-row")).to_have_count(number)
    assert deals(page) == ["9♠", "7♣", "8♥"]

    # At what the server fails again and again it fails for ever: the person is told, and may try once more.
    line.state = "down"
    tap_deal(page, FIVE[4])
    expect(waiting(page)).to_have_text("1")
    line.state = "broken"
    page.evaluate(TRIES_UNTIL_TOLD)
    expect(page.get_by_text("The server fails to save this deal.")).to_be_visible()
    line.state = "up"
    page.get_by_role("button", name="Try again").tap()
    expect(page.locator("#waiting")).to_be_empty()
    expect(page.locator(".deal-row")).to_have_count(4)
    assert deals(page) == ["7♦", "9♠", "7♣", "8♥"]

    # What a correction brings is shown without asking the server, too; to save it, it is asked.
    page.locator(".deal-row").first.tap()
    page.get_by_role("link", name="Correct it, or add a note").tap()
    brings = page.locator("#entry .change b")
    expect(brings).to_have_text(["−7", "−7", "−7", "+21"])
    # The table of outcomes is there already.
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.locator("label:has(#tricks-6)").tap()
    expect(brings).to_have_text(["+7", "+7", "+7", "−21"])


def test_the_first_load_is_light_the_second_next_to_nothing_and_a_poll_less(
    browser, browser_context_args, line, evening
):
    context = browser.new_context(**browser_context_args)
    page = context.new_page()
    page.goto(line.address + evening(deals=[{"kind": "passed", "turned": "hearts"}])[0])
    kept(page)
    # A browser that could install the app asks for these as well.
    manifest = page.locator("link[rel=manifest]").get_attribute("href")
    icons = [icon["src"] for icon in page.evaluate("async path => (await (await fetch(path)).json()).icons", manifest)]
    page.evaluate("async path => (await fetch(path)).blob()", icons[0])
    first = {path: size for _, path, _, size in line.carried if "/board/" not in path and "/open/" not in path}
    assert any("/outcomes/" in path for path in first)
    assert len(first) <= 8
    assert len([path for _, path, *_ in line.carried if path in first]) == len(first)
    assert sum(first.values()) <= 40_000
    # What the table consists of is there without a connection, and nothing of it comes later.
    parts = [path for path in first if (path.endswith((".js", ".css")) and path != "/sw.js") or "/outcomes/" in path]
    assert len(parts) == 3
    assert (
        page.evaluate("paths => Promise.all(paths.map(async path => !!(await caches.match(path))))", parts)
        == [True] * 3
    )

    line.carried.clear()
    page.goto(page.url)
    with page.expect_response("**/board/*"):
        expect(page.locator("#record")).to_be_visible()
    [*rest, poll] = [size for *_, size in line.carried]
    assert sum(rest) <= 3_000
    assert poll <= 300
    context.close()


def test_the_app_is_updated_in_mid_evening(phone, line, evening, server_environment, tmp_path):
    page = phone(evening("german", names=NAMES)[0])
    line.state = "down"
    tap_deal(page, FIVE[1])
    expect(waiting(page)).to_have_text("1")
    with running(newer(tmp_path / "newer"), server_environment, tmp_path / "log") as line.server:
        line.state = "up"
        # The open page goes on as it is, and what waited arrives.
        expect(page.locator("#waiting")).to_be_empty()
        expect(page.locator(".deal-row")).to_have_count(1)
        choose(page, "who", 2)
        assert page.evaluate("() => getComputedStyle(document.documentElement).getPropertyValue('--newer')") == ""
        page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
        expect(page.get_by_text("A new version is ready.")).to_be_visible()
        expect(page.locator("#who-2")).to_be_checked()

        page.get_by_role("button", name="Load it").tap()
        page.wait_for_function("() => getComputedStyle(document.documentElement).getPropertyValue('--newer') === '1'")
        expect(page.locator("#who-2")).to_be_checked()
        kept(page)
        page.context.set_offline(True)
        page.reload()
        expect(page.locator("#status")).to_be_visible()
        assert page.evaluate("() => getComputedStyle(document.documentElement).getPropertyValue('--newer')") == "1"
        expect(page.locator("#who-2")).to_be_checked()


def newer(folder):
    """The program with one more line of style, as it would be after an update."""
    for part in ("boston_site", "ledger", "templates", "manage.py"):
        whole = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        folder.mkdir(exist_ok=True)
        whole(ROOT / part, folder / part)
    styles = folder / "ledger/static/ledger/app.css"
    styles.write_text(
        styles.read_text("utf-8").replace("/* Not at the table. */", ":root { --newer: 1; }\n/* Not at the table. */"),
        "utf-8",
    )
    return folder


def test_who_is_not_let_in_any_more_loses_nothing_that_waits(phone, line, evening, manage):
    score, _ = evening("german", names=NAMES)
    page, keeper = phone(score), phone(score)
    page.context.set_offline(True)
    tap_deal(page, FIVE[1])
    expect(waiting(page)).to_have_text("1")
    keeper.goto(keeper.url + "code/")
    old = keeper.locator("#link-scorer").inner_text()
    keeper.locator("button[value='ask:scorer']").tap()
    keeper.locator("button[value='revoke:scorer']").tap()
    expect(keeper.locator("#link-scorer")).not_to_have_text(old)
    again = re.search("/open/.+", keeper.locator("#link-scorer").inner_text())[0]
    page.context.set_offline(False)
    expect(page.locator("#waiting .told")).to_contain_text("This phone is not let in yet")
    assert page.reload().status == 403
    # What the person recorded is still there, to look at and to discard.
    expect(waiting(page)).to_have_text("1")
    page.context.set_offline(True)
    page.reload()
    # Nor does the phone show what it may not see.
    expect(page.get_by_text("This page is not kept on the phone.")).to_be_visible()
    page.context.set_offline(False)
    page.goto(line.address + again)
    page.get_by_role("button", name="Try again").tap()
    expect(page.locator(".deal-row")).to_have_count(1)
    expect(page.locator("#waiting")).to_be_empty()


def test_a_phone_that_is_to_keep_nothing_keeps_nothing_but_what_waits(phone, line, evening):
    page = phone(evening("german", names=NAMES)[0])
    table = page.url
    page.context.set_offline(True)
    tap_deal(page, FIVE[1])
    expect(waiting(page)).to_have_text("1")
    line.state = "away"
    page.context.set_offline(False)
    line.state = "up"
    page.goto(line.address + "/phone/")
    page.get_by_role("button", name="keep nothing").tap()
    expect(page.get_by_role("button", name="keep nothing")).to_have_attribute("aria-current", "true")
    left = "async () => [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length]"
    page.evaluate(
        f"async () => {{ while ((await ({left})()).join() !== '0,0') await new Promise(go => setTimeout(go, 20)); }}"
    )
    page.goto(table)
    expect(page.locator(".deal-row")).to_have_count(1)
    assert page.evaluate(left) == [0, 0]


def test_a_deal_that_is_discarded_too_late_counts_and_that_is_said(phone, line, evening):
    page = phone(evening("german", names=NAMES)[0])
    line.state = "down"
    for facts in FIVE[1:4]:
        tap_deal(page, facts)
    expect(waiting(page)).to_have_text("3")
    line.state = "held"
    page.evaluate("() => void boston.outbox.drain(true)")
    page.locator("#waiting summary").tap()
    first = page.locator("#waiting li").first
    first.get_by_role("button", name="discard", exact=True).tap()
    assert line.holds.wait(15)
    first.get_by_role("button", name="Yes, discard it").tap()
    expect(waiting(page)).to_have_text("2")
    line.state = "up"
    expect(page.locator("#waiting")).to_be_empty()
    expect(page.get_by_text("The deal that was discarded had been sent already")).to_be_visible()
    expect(page.locator(".deal-row")).to_have_count(3)
    assert deals(page) == ["9♠", "7♣", "8♥"]

    # Undone, it leaves the place that the phone had sent it to.
    page.get_by_role("link", name="undo").tap()
    page.get_by_role("button", name="Yes, undo it").tap()
    expect(page.locator(".deal-row")).to_have_count(2)
    # A poll may have told it before the answer to the tap is there.
    settle(page)
    line.state = "down"
    choose(page, "who", 1)
    page.locator("#record").tap()
    expect(page.get_by_text("Still to choose: what, tricks.")).to_be_visible()
    expect(page.locator("#waiting")).to_be_empty()


def test_a_waiting_deal_that_is_corrected_and_refused_again_waits_on(phone, evening):
    score, _ = evening("german", names=NAMES)
    page, other = phone(score), phone(score)
    page.context.set_offline(True)
    for facts in FIVE[1:3]:
        tap_deal(page, facts)
    expect(waiting(page)).to_have_text("2")
    page.evaluate(NO_SUCH_CONTRACT)
    page.context.set_offline(False)
    page.get_by_role("link", name="Correct it").tap()
    expect(page.locator("#who-0")).to_be_checked()
    with page.expect_response(lambda answer: answer.request.method == "POST") as refused:
        page.locator("#record").tap()
    assert refused.value.status == 422
    settle(page)
    expect(waiting(page)).to_have_text("2")

    # Put right at last, it comes too late: another phone has recorded that deal.
    page.route("**/board/**", lambda route: route.abort())
    for name, value in (("what", 8), ("trump", "hearts"), ("tricks", 8)):
        choose(page, name, value)
    tap_deal(other, FIVE[3])
    expect(other.locator(".deal-row")).to_have_count(1)
    page.locator("#record").tap()
    expect(page.locator("#waiting .told").first).to_contain_text("Yours was not saved: 8")
    page.unroute("**/board/**")
    page.reload()
    expect(waiting(page)).to_have_text("2")
    page.get_by_role("link", name="Enter mine as the next deal").first.tap()
    expect(page.locator(".deal-row")).to_have_count(3)
    assert deals(page) == ["7♣", "8♥", "9♠"]


def test_two_tabs_in_sight_know_of_each_others_deals(phone, evening):
    one = phone(evening("german", names=NAMES)[0])
    other = one.context.new_page()
    other.goto(one.url)
    kept(other)
    one.context.set_offline(True)
    tap_deal(one, FIVE[1])
    for tab in (one, other):
        expect(tab.locator("h1")).to_have_text("Deal 2")
        expect(waiting(tab)).to_have_text("1")


def test_whoever_decides_first_decides_for_both_phones(phone, line, evening):
    score, _ = evening("german", names=NAMES)
    first, second = phone(score), phone(score)
    second.context.set_offline(True)
    for facts in (FIVE[2], FIVE[3]):
        tap_deal(second, facts)
    expect(waiting(second)).to_have_text("2")
    tap_deal(first, FIVE[1])
    expect(first.locator(".deal-row")).to_have_count(1)
    choose(first, "who", 3)
    second.context.set_offline(False)
    both = first.locator("#seconds")
    expect(both).to_contain_text("It stands as 8")
    expect(both).to_contain_text("The second one, not in the balances: 7")
    expect(second.locator("#waiting .told").first).to_contain_text("Yours was not saved: 7")

    first.get_by_role("button", name="Record the second as the next deal").tap()
    for page in (first, second):
        expect(page.locator(".deal-row")).to_have_count(3)
        expect(page.locator("#seconds > *")).to_have_count(0)
        assert deals(page) == ["9♠", "7♣", "8♥"]
    expect(second.locator("#waiting")).to_be_empty()
    expect(first.locator("#who-3")).to_be_checked()

    # Dropped on one phone, while the other had not heard of it and wants it next: dropped it is, and what was recorded
    # after it takes its place.
    second.context.set_offline(True)
    for facts in (FIVE[4], FIVE[2]):
        tap_deal(second, facts)
    expect(waiting(second)).to_have_text("2")
    first.reload()
    tap_deal(first, FIVE[4])
    expect(first.locator(".deal-row")).to_have_count(4)
    second.context.set_offline(False)
    expect(second.locator("#waiting .told").first).to_contain_text("Yours was not saved: 7")
    second.context.set_offline(True)
    first.get_by_role("button", name="It is the same deal: drop the second").tap()
    expect(first.locator("#seconds > *")).to_have_count(0)
    second.get_by_role("link", name="Enter mine as the next deal").tap()
    second.context.set_offline(False)
    expect(second.locator("#waiting")).to_be_empty()
    for page in (first, second):
        expect(page.locator(".deal-row")).to_have_count(5)
        assert deals(page) == ["7♣", "7♦", "9♠", "7♣", "8♥"]
    tap_deal(second, FIVE[3])
    expect(second.locator(".deal-row").first).to_contain_text("9♠")


def test_a_form_that_can_not_be_sent_stays_as_it_was_filled_in(page, server):
    page.goto(server + "/start/")
    page.locator("#player-1").fill("Анна")
    page.context.set_offline(True)
    page.get_by_role("button", name="Deutsch").tap()
    expect(page.get_by_text("No connection: nothing was sent.")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Deutsch").tap()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#player-1")).to_have_value("Анна")
