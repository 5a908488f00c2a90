#!/usr/bin/env python3
"""Boston's one command: prepares its own environment, then runs `serve`, `test` or any Django command."""

import sys

# Before every other import and without newer syntax, so that an old Python still gets a sentence, not a traceback.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("Boston needs Python 3.11 or newer, and this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031

import os

from boston_site import bootstrap


def main() -> None:
    verb = sys.argv[1] if len(sys.argv) > 1 else ""
    bootstrap.rerun("test" if verb == "test" else "base")
    if verb == "test":
        bootstrap.ensure_browser()
        # An inherited DJANGO_SETTINGS_MODULE would reach the processes that tests start.
        os.environ.pop("DJANGO_SETTINGS_MODULE", None)
        os.chdir(bootstrap.ROOT)
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *sys.argv[2:]])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boston_site.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
