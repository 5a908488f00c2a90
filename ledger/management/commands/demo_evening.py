"""A club to look around in."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from ledger.management.addresses import add_url, addresses
from ledger.services.demo import fill_demo

CLUB = "Касса и компания"
BY = "demo"


class Command(BaseCommand):
    help = "Makes a club with players, three finished evenings and one that is running, and prints their addresses."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_url(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            tables = list(fill_demo(club_name=CLUB, by=BY, today=timezone.localdate()))
        for table in tables:
            state = "finished" if table.closing else "running"
            self.stdout.write(f"{table.evening.date} {table.rules.code}, {state}: {table.public_id}")
            for line in addresses(table, options["url"]):
                self.stdout.write(f"  {line}")
