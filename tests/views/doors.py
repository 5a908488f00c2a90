"""Phones for tests: each is a client of its own, let in by the links that a table or a club gives out."""

from urllib.parse import urlsplit

from django.test import Client

from ledger.access import Role, club_link, links_for
from tests.stories import again


def phone(language="en"):
    return Client(headers={"accept-language": language})


def let_in(table, role=Role.SCORER, client=None):
    """A phone that opened the table's link."""
    client = client or phone()
    links = links_for(again(table), "http://testserver")
    address = links.scorer if role is Role.SCORER else links.viewer
    assert client.get(urlsplit(address).path).status_code == 302
    return client


def member(club, role, client=None):
    """A phone that opened the club's link."""
    client = client or phone()
    club.refresh_from_db()
    assert client.get(urlsplit(club_link(club, role, "http://testserver")).path).status_code == 302
    return client
