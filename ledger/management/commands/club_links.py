"""The links of a club: for who runs the server and has lost the keeper's, or whose club was made by a command."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.management.addresses import add_url, club_addresses
from ledger.models import Club


class Command(BaseCommand):
    help = "Prints the links of a club to keep it, to score and to look; without a name, of all clubs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", metavar="NAME|ID", nargs="?", help="the club")
        add_url(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = options["club"]
        found = Club.objects.order_by("name", "id")
        if wanted is not None:
            found = found.filter(public_id=wanted) or found.filter(name=wanted)
            if not found:
                raise CommandError(f"there is no club {wanted}", returncode=2)
        for club in found:
            self.stdout.write(f"{club.name}: {club.public_id}")
            for line in club_addresses(club, options["url"]):
                self.stdout.write(f"  {line}")
