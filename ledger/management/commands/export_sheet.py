"""One table of the ledger as a sheet."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.queries.sheet import export_sheet
from ledger.queries.tables import get_table


class Command(BaseCommand):
    help = "Writes the sheet of a table: its facts, names, agreement, stake and closing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", metavar="TABLE_ID", help="the table's public id, as in its address")
        parser.add_argument("--output", metavar="FILE", help="write there, not to standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        table = get_table(options["table"])
        if table is None:
            raise CommandError(f"there is no table {options['table']}", returncode=2)
        text = json.dumps(export_sheet(table), ensure_ascii=False, indent=2)
        if options["output"] is None:
            self.stdout.write(text)
            return
        try:
            Path(options["output"]).write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{options['output']}: {error.strerror}", returncode=2) from None
