"""Who has never seen it records a first deal, from the first page on, in few taps."""

from playwright.sync_api import expect

from tests.browser.thumb import Thumb


def test_a_newcomer_sees_an_example_and_records_a_first_deal_in_few_taps(page, server):
    page.goto(server)
    # The example is on the first screen, and nothing of it can be touched.
    example = page.locator("figure.shown")
    expect(example).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("document.querySelector('figure.shown > div').inert")

    page.get_by_role("link", name="Start an evening").tap()
    expect(page.locator("[name=player]")).to_have_count(4)
    for field, name in zip(page.locator("[name=player]").all(), ["Anna", "Boris", "Vera", "Gleb"], strict=True):
        field.fill(name)
    # Another language, and back: what was typed goes along.
    for language in ("Deutsch", "English"):
        page.get_by_role("button", name=language).tap()
        expect(page.get_by_role("button", name=language)).to_have_count(0)
        expect(page.locator("[name=player]").last).to_have_value("Gleb")
    page.locator("label:has([aria-label='Player 1 deals first'])").tap()

    question = page.get_by_label("What does “point value” mean?")
    question.tap()
    expect(page.get_by_text("left empty, you play for points alone")).to_be_visible()
    question.tap()
    expect(page.get_by_text("left empty, you play for points alone")).to_be_hidden()

    page.get_by_role("button", name="Deal", exact=True).last.tap()
    thumb = Thumb(page)
    thumb.key("turned", "hearts")
    thumb.key("who", "0")
    thumb.key("what", "7")
    thumb.key("trump", "hearts")
    page.locator("#record").tap()

    expect(page.locator("#deals")).to_contain_text("7")
    expect(page.locator(".seat-figure").first).to_have_text("+8")
    # Start, D, Deal and five for the deal: nothing else has to be found.
    assert thumb.taps + 1 + 3 == 8
