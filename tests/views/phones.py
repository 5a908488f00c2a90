"""Phones at a table, each with a right of its own, and requests as htmx sends them."""

from django.test import Client

from ledger.access import Role
from tests.views.doors import let_in


def phone(table, role: Role) -> Client:
    """A phone that was let in by the table's link."""
    return let_in(table, role)


def htmx(target=""):
    """What htmx adds to a request."""
    return {"headers": {"hx-request": "true"} | ({"hx-target": target} if target else {})}
