"""Takes sheets into the ledger of the server, one a line, and says their links: a start of Django for each would be
most of the time that the browser tests take. Run as a program."""

import json
import os
import sys

import django


def main():
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boston_site.settings")
    django.setup()

    from ledger.access import links_for
    from ledger.rules.sheet import read_sheet
    from ledger.services.sheets import import_sheet

    for line in sys.stdin:
        table, _ = import_sheet(read_sheet(json.loads(line)), club=None, by="Anna's phone")
        links = links_for(table, "")
        print(json.dumps([links.scorer, links.viewer]), flush=True)


if __name__ == "__main__":
    main()
