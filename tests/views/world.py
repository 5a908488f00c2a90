"""A club to knock at from all sides: an open table, a closed one with a payment, a season; the phones that may look in;
and every address there is."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import cache
from typing import Any, NamedTuple
from uuid import uuid4

from django.db import connection
from django.http import HttpResponse, SimpleCookie
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from ledger.access import Role, rules_token, token
from ledger.models import Club, HouseVersion, Payment, Season, Table
from ledger.rules.document import built_in
from ledger.services.clubs import revoke_club_link
from ledger.services.deals import undo_deal
from ledger.services.house import copy_rules
from ledger.services.tables import close_table, revoke_links
from tests.paying import ROUBLE, SEVEN, paid
from tests.stories import SIMPLE, again, record, start
from tests.views.doors import let_in, member, phone

VARIANTS = ("closed", "year")
"""What may follow a route's name after an @: the closed table, the calendar year."""


class World(NamedTuple):
    """One club with what its addresses name."""

    club: Club
    open: Table
    closed: Table
    season: Season
    payment: Payment
    undone: str
    """The key of a deal of the open table that was undone."""
    names: tuple[str, ...]
    """Of its people and its own."""
    rules: HouseVersion
    """Of rules of its own."""

    @cache  # noqa: B019 - a world is gone with its test
    def who(self, number: int) -> str:
        return self.club.players.get(name=self.names[number]).public_id

    @cache  # noqa: B019 - a world is gone with its test
    def ids(self, route: str) -> dict[str, str]:
        """All that the address of a route may ask for."""
        name, _, variant = route.partition("@")
        table = self.closed if variant == "closed" else self.open
        key = table.results.order_by("position").last().deal.entry_key
        return {
            "club_id": self.club.public_id,
            "table_id": table.public_id,
            "evening_id": self.closed.evening.public_id,
            "player_id": self.who(1),
            "deal_key": self.undone if name == "restore" else str(key),
            "key": "2026" if variant == "year" else self.season.public_id,
            "kind": "join",
            "code": self.rules.house.code if name.startswith("house") else "kassa",
            "token": self._token(name, table),
            **({"key": str(self.payment.key)} if name == "undo_payment" else {}),
        }

    def _token(self, name: str, table: Table) -> str:
        if name.startswith("shared"):
            return rules_token(self.rules.pk, self.rules.house.share_generation)
        return token(self.club if name == "open_club" else table, Role.VIEWER)


def build(names: tuple[str, ...], name: str) -> World:
    """A club of these people."""
    running = start("kassa", club_name=name, players=names, name=f"{names[0]}’s birthday")
    record(running, SIMPLE)
    undone = record(running, {"kind": "passed", "turned": "clubs"}).deal.entry_key
    undo_deal(table_id=running.public_id, deal_key=undone, by="")
    club = running.evening.club
    closed = start("german", club=club, players=names, stake=ROUBLE)
    record(closed, SEVEN)
    close_table(table_id=closed.public_id, kitty=None, by="")
    paid(closed, names[0], names[1], 300)
    season = Season.objects.create(club=club, name="Winter", starts=date(2026, 9, 1), ends=date(2027, 5, 31))
    payment = Payment.objects.get(settlement=closed.settlement)
    rules = copy_rules(club_id=club.public_id, document=built_in()["kassa"], name="Ours", by="")
    return World(club, again(running), again(closed), season, payment, str(undone), (*names, name), rules)


def phones(world: World, other: World) -> dict[str, Client]:
    """Everybody who may knock, by what he is."""
    found = {"stranger": phone(), "revoked": phone()}
    member(world.club, Role.KEEPER, found["revoked"])
    let_in(world.open, Role.SCORER, let_in(world.closed, Role.VIEWER, found["revoked"]))
    revoke_club_link(club_id=world.club.public_id, role="keeper", by="")
    revoke_links(table_id=world.open.public_id, role="scorer", by="")
    revoke_links(table_id=world.closed.public_id, role="viewer", by="")
    found["other club’s keeper"] = member(other.club, Role.KEEPER)
    for role in Role:
        found[role.word] = member(world.club, role)
    for role in (Role.VIEWER, Role.SCORER):
        found[f"{role.word} of the tables"] = let_in(world.open, role, let_in(world.closed, role))
    return found


def knock(client: Client, method: str, where: str, sent: dict[str, Any] | None = None) -> HttpResponse:
    """What the phone is answered; afterwards it is as it was when it was let in, whatever it was given."""
    before = SimpleCookie(client.cookies)
    answer = client.get(where) if method == "GET" else client.post(where, sent or {})
    client.cookies = before
    return answer


@cache
def routes() -> dict[str, URLPattern]:
    """Every address there is, by its name."""
    return dict(_routes(get_resolver(), ""))


def _routes(found: URLResolver, space: str) -> Iterator[tuple[str, URLPattern]]:
    for one in found.url_patterns:
        if isinstance(one, URLResolver):
            yield from _routes(one, f"{one.namespace}:" if one.namespace else space)
        else:
            yield space + (one.name or str(one.pattern)), one


def ids_in(route: str) -> dict[str, str]:
    """What the address of a route asks for, and how each is read."""
    return {name: type(reads).__name__ for name, reads in route_of(route).pattern.converters.items()}


def route_of(route: str) -> URLPattern:
    name = route.partition("@")[0]
    known = routes()
    return known.get(f"ledger:{name}") or known[name]


def address(route: str, ids: dict[str, str]) -> str:
    name = route.partition("@")[0]
    full = f"ledger:{name}" if f"ledger:{name}" in routes() else name
    return reverse(full, kwargs={asked: ids[asked] for asked in ids_in(route)})


@contextmanager
def writes() -> Iterator[list[str]]:
    """What is written into the database meanwhile."""
    found: list[str] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.split(None, 1)[0] in ("INSERT", "UPDATE", "DELETE"):
            found.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield found


def body(route: str, world: World) -> dict[str, Any]:
    """What a phone that means it would send: something that changes what is stored, where it is let."""
    name, ids = route.partition("@")[0], world.ids(route)
    entry = {"entry_key": str(uuid4()), "position": "2"}
    sits_down = entry | {"player": "Dora", "after": "0"}
    line = {"key": str(uuid4()), "payer": world.who(3), "payee": ids["player_id"], "currency": "RUB", "amount": "700"}
    deal = {"who": "passed", "turned": "clubs", "why": "as it was"}
    people = {"player": ["Kim", "Lea", "Mia", "Noa"], "first_dealer": "0"}
    bodies: dict[str, dict[str, Any]] = {
        "start": {"club": world.club.public_id, "rules": "german", **people, "do": "start"},
        "club_settings": {"name": "Sunday"},
        "club_links": {"do": "revoke:viewer"},
        "players": {"name": "Zoya"},
        "player_edit": {"do": "rename", "name": "Zoya"},
        "house": {"do": "copy", "source": "german", "name": "Others"},
        "house_rules": {"do": "aside"},
        "house_edit": {"do": "save", "version": "1", "name.en": "Ours, and dearer"},
        "shared_rules": {"club": world.club.public_id},
        "season_new": {"name": "Spring", "starts": "2026-02-01", "ends": "2026-05-31"},
        "season_edit": {"do": "delete"},
        "table": entry | deal,
        "announce": entry | deal,
        "correct": entry | deal,
        "insert": entry | deal,
        "insert_event": sits_down,
        "event": sits_down,
        "restore": entry,
        "settle": {"do": "carry"},
        "setup": OPTIONS
        | {"order": ["0", "1", "2", "3"], "first_dealer": "2", "rules": "kassa", "do": "save", "why": "drawn"},
        "payment": line | {"seen": "700"},
        "plan": {"way": "each"},
        "keeper": {"keeper": world.who(0)},
        "code": {"do": "revoke:viewer"},
        "phone": {"do": "name", "name": "Zoya’s phone"},
        "paste": {"link": f"http://testserver/open/{ids['table_id']}/{ids['token']}/"},
        "set_language": {"language": "de", "next": "/"},
    }
    return bodies.get(name, {"counts": "0"})


OPTIONS = {"option-single_tours": "8", "option-double_tours": "2", "option-ante": "10", "option-dealer_ante": ""}
STRONG = re.compile(r"[A-Za-z0-9_-]{11,}")
"""At least 64 bits, six of them a letter."""
