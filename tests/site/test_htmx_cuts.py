"""What is cut out of htmx where it is joined into the scripts of the table is used by no page."""

import hashlib
import re

from boston_site.bootstrap import ROOT
from boston_site.bundles import read
from boston_site.htmx_cuts import COPY, CUTS, without_unused

CUT = re.compile(
    r"""hx-(?:boost|on\b|preserve|ext|vars|history(?!-elt)|inherit|prompt|encoding|select-oob)|data-hx-|hx-vals=['"]js:"""
    r"""|hx-trigger="[^"]*(?:revealed|intersect|load\b|changed|once|consume|throttle:|target:|queue:)"""
    r"""|hx-swap="[^"]*(?:scroll|show|swap|settle|transition):|hx-swap(?:-oob)?="(?:before|after|delete|text)"""
    r"""|hx-[a-z-]+="(?:next|previous|document|window|body|root|host)\b|HX-(?:Location|Trigger|Push|Reselect)"""
)
FILES = re.compile(r"<form[^>]*hx-post[^>]*multipart|<form[^>]*multipart[^>]*hx-post")


def test_what_is_cut_is_found_in_the_copy_that_is_served():
    published = read("htmx.min.js")
    # Of another copy nothing is cut, and the table would weigh more: look again what its functions are called.
    assert hashlib.sha256(published.encode()).hexdigest() == COPY
    served = without_unused(published)
    assert len(served) < len(published) * 7 // 10
    for name, does in CUTS.items():
        assert (f"function {name}(" in served) == (does is not None)
        # Nobody calls what is not there.
        # `e` is what callbacks call their argument, too.
        assert does is not None or name == "e" or not re.search(rf"(?<![\w$.]){re.escape(name)}\(", served)


def test_no_page_and_no_answer_uses_what_is_cut():
    written = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "ledger").rglob("*.py")]
    assert {page.name: found for page in written if (found := CUT.findall(page.read_text()))} == {}
    assert {page.name for page in written if FILES.search(page.read_text())} == set()
