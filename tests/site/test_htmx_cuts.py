"""What is cut out of htmx where it is joined into the scripts of the table is used by no page."""

import hashlib
import re

from boston_site.bootstrap import ROOT
from boston_site.bundles import read
from boston_site.htmx_cuts import COPY, CUTS, without_unused

CUT = re.compile(
    r"""hx-(?:boost|on\b|preserve|ext|vars|history(?!-elt)|inherit)|hx-vals=['"]js:|hx-trigger="[^"]*(?:revealed|intersect|load\b)"""
    r"""|hx-swap="[^"]*(?:scroll|show|swap|settle|transition):"""
)


def test_what_is_cut_is_found_in_the_copy_that_is_served():
    published = read("htmx.min.js")
    # Of another copy nothing is cut, and the table would weigh more: look again what its functions are called.
    assert hashlib.sha256(published.encode()).hexdigest() == COPY
    served = without_unused(published)
    assert len(served) < len(published) * 9 // 10
    assert all(f"function {name}(" in served for name in CUTS)


def test_no_page_uses_what_is_cut():
    pages = (ROOT / "templates").rglob("*.html")
    assert {page.name: found for page in pages if (found := CUT.findall(page.read_text()))} == {}
