#!/usr/bin/env python3
"""Boston's one command: prepares its own environment, then runs `serve`, `test` or any Django command."""

import sys

# Before every other import and in a syntax that any Python reads, so that an old one gets a sentence, not a traceback.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("Boston needs Python 3.11 or newer, and this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031

from boston_site.bootstrap import main

if __name__ == "__main__":
    try:
        main(sys.argv)
    except KeyboardInterrupt:
        sys.exit(130)
