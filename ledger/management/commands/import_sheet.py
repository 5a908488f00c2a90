"""A sheet into the ledger."""

from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import closing
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from ledger.management.addresses import add_url, addresses
from ledger.management.commands.score import one_line, opened
from ledger.models import Club
from ledger.rules.problems import Problem, clean_name, name_fault
from ledger.rules.sheet import Sheet, parse_sheet, read_sheet
from ledger.services.errors import Faulty
from ledger.services.sheets import import_sheet

BY = "import_sheet"


class Command(BaseCommand):
    help = "Adds the evening of a sheet to the ledger; a sheet that is there already adds nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("sheet", metavar="FILE", help="the sheet, or - for standard input")
        parser.add_argument("--club", metavar="NAME|ID", help="the club; a name that is not known makes a new one")
        add_url(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        sheet = self.read(options["sheet"])
        try:
            # Together, so that a sheet that is refused leaves no new club behind.
            with transaction.atomic():
                table, created = import_sheet(sheet, club=_club(options["club"]), by=BY)
        except Faulty as fault:
            self.refuse(fault.problems)
        self.stdout.write(f"{table.public_id} {'added' if created else 'was there already'}")
        for line in addresses(table, options["url"]):
            self.stdout.write(f"  {line}")

    def read(self, path: str) -> Sheet:
        """The sheet of a file; exits with all its faults."""
        try:
            with closing(opened(path)) as file:
                plain = parse_sheet(file.read())
        except (OSError, ValueError) as error:
            raise CommandError(f"{path}: {getattr(error, 'strerror', None) or error}", returncode=2) from None
        sheet = plain if isinstance(plain, list) else read_sheet(plain)
        if isinstance(sheet, list):
            self.refuse(sheet)
        return sheet

    def refuse(self, problems: Sequence[Problem]) -> NoReturn:
        """Say every fault and exit."""
        for problem in problems:
            self.stderr.write(one_line(f"{problem.where}: {problem.code}: {problem.message}"))
        raise SystemExit(2)


def _club(name_or_id: str | None) -> Club | None:
    """The club of a public id, else the oldest one of a name, else a new one."""
    if name_or_id is None:
        return None
    name = clean_name(name_or_id)
    wanted = name_fault(name, least=1, most=100)
    if wanted:
        raise CommandError(f"the club's name must be {wanted}", returncode=2)
    found = Club.objects.filter(public_id=name_or_id).first() or Club.objects.filter(name=name).order_by("id").first()
    return found or Club.objects.create(name=name)
