from pathlib import Path

import pytest
from django.utils import translation

from boston_site.bootstrap import ROOT
from boston_site.translations import compile_translations

BROWSER_TESTS = Path(__file__).parent / "browser"
# Each process drives a Chromium of its own: more would want more memory than a laptop may have.
MOST_PROCESSES = 4


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """All tests run in as many processes as there are processors; a choice of tests, or a look inside, in one."""
    option = config.option
    if hasattr(config, "workerinput") or not hasattr(option, "numprocesses"):
        return
    if option.numprocesses is None and not in_one(config):
        option.numprocesses = "auto"
    if option.numprocesses == "auto":
        option.maxprocesses = option.maxprocesses or MOST_PROCESSES
    # One by one, so that the last tests, which are the long ones, end together.
    option.maxschedchunk = option.maxschedchunk or 1


def in_one(config):
    chosen = config.args_source != pytest.Config.ArgsSource.TESTPATHS
    looks = ("keyword", "markexpr", "lf", "usepdb", "trace", "headed", "tx", "distload")
    return chosen or config.option.capture == "no" or any(config.getoption(name, None) for name in looks)


def pytest_configure(config):
    compile_translations(ROOT / "ledger" / "locale")


def pytest_runtest_setup():
    """The language of the last page that was asked for stays that of the thread: no test begins with it."""
    translation.deactivate()


def pytest_collection_modifyitems(items):
    """Browser tests last: the quick tests tell first, and no event loop is running yet while they use the database.

    With several processes too, for each takes the next tests of this one order (`--dist load`).
    """
    for item in items:
        if item.path.is_relative_to(BROWSER_TESTS):
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.path.is_relative_to(BROWSER_TESTS))
