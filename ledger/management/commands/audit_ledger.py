"""Replay every table from its facts and compare with what is stored."""

from typing import Any

from django.core.management.base import BaseCommand

from ledger.queries.audit import Audited, audit


class Command(BaseCommand):
    help = "Replays every table from its facts and compares; prints what differs and then exits with 1."

    def handle(self, *args: Any, **options: Any) -> None:
        audited, differences = Audited(), 0
        for difference in audit(audited):
            differences += 1
            self.stdout.write(str(difference))
        summary = f"{audited.tables} tables, {audited.deals} deals"
        if differences:
            self.stderr.write(f"{summary}: {differences} differences")
            raise SystemExit(1)
        self.stdout.write(f"{summary}: all right")
