"""Barriers on a page, as axe finds them."""

from axe_playwright_python.base import AXE_SCRIPT

# What is right would be most of the answer, and most of the time: only what is wrong is worked out and comes back.
RUN = "options => axe.run({...options, resultTypes: ['violations']}).then(found => found.violations)"


RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


def barriers(page):
    """What bars somebody from this page in light or in dark, with the scheme."""
    found = []
    # What bars in the dark alone can only be a matter of colours.
    for scheme, rules in (("light", RULES), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)
        found += [(scheme, *fault) for fault in violations(page, runOnly=rules)]
    return found


def violations(page, **options):
    """What bars somebody from this page as it stands, each fault with the elements it is at."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return [(v["id"], [n["html"] for n in v["nodes"]]) for v in page.evaluate(RUN, options)]
