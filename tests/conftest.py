from pathlib import Path

import pytest

from boston_site.bootstrap import ROOT
from boston_site.translations import compile_translations

BROWSER_TESTS = Path(__file__).parent / "browser"


def pytest_configure(config):
    compile_translations(ROOT / "ledger" / "locale")


def pytest_collection_modifyitems(items):
    """Browser tests last: the quick tests tell first, and no event loop is running yet while they use the database."""
    for item in items:
        if item.path.is_relative_to(BROWSER_TESTS):
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.path.is_relative_to(BROWSER_TESTS))
