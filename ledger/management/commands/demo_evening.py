"""A club to look around in."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from ledger.access import links_for
from ledger.models import Table
from ledger.services.demo import fill_demo

CLUB = "Касса и компания"
BY = "demo"
LOCAL = "http://127.0.0.1:8000"


class Command(BaseCommand):
    help = "Makes a club with players, three finished evenings and one that is running, and prints their addresses."

    def add_arguments(self, parser: ArgumentParser) -> None:
        at = settings.PUBLIC_URL or LOCAL
        parser.add_argument("--url", default=at, help=f"where the addresses begin (default: {at})")

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            tables = list(fill_demo(club_name=CLUB, by=BY, today=timezone.localdate()))
        for table in tables:
            state = "finished" if table.closing else "running"
            self.stdout.write(f"{table.evening.date} {table.rules.code}, {state}: {table.public_id}")
            for line in _links(table, options["url"].rstrip("/")):
                self.stdout.write(f"  {line}")


def _links(table: Table, url: str) -> list[str]:
    links = links_for(table, url)
    return [f"score:  {links.scorer}", f"follow: {links.viewer}"]
