"""The links of a table, for commands to print: without one of them nobody gets in."""

from argparse import ArgumentParser

from django.conf import settings

from ledger.access import Role, club_link, links_for
from ledger.models import Club, Table

LOCAL = "http://127.0.0.1:8000"


def add_url(parser: ArgumentParser) -> None:
    """The option that says where the addresses begin."""
    at = settings.PUBLIC_URL or LOCAL
    parser.add_argument("--url", default=at, help=f"where the addresses begin (default: {at})")


def addresses(table: Table, url: str) -> list[str]:
    """A line for each link."""
    links = links_for(table, url.rstrip("/"))
    return [f"score:  {links.scorer}", f"follow: {links.viewer}"]


def club_addresses(club: Club, url: str) -> list[str]:
    """A line for each link of a club."""
    base = url.rstrip("/")
    given = (("keep:  ", Role.KEEPER), ("score: ", Role.SCORER), ("look:  ", Role.VIEWER))
    return [f"{word} {club_link(club, role, base)}" for word, role in given]
