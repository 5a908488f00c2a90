"""Names that read from the right stand where they belong: on every page, in titles, labels and choices."""

import re
from html.parser import HTMLParser

import pytest

from ledger.access import Role
from tests.stories import record
from tests.views.doors import let_in, member
from tests.views.world import address, body, build, knock, routes

pytestmark = pytest.mark.django_db

NAMES = ("محمد", "אברהם", "Anna (أنا)", "דוד")
CLUB, NEW = "מועדון", "יעל"
TYPED = {*NAMES, NEW, CLUB, f"{NAMES[0]}’s birthday", "לא ברור", "טעות"}
"""What people wrote: alone it may stand as it is."""
TURNS = re.compile("[\u0590-\u08ff]")
ISOLATED = re.compile("\u2068[^\u2068\u2069]*\u2069")
BESIDE = re.compile('<span class="face.*?</span>|<script.*?</script>', re.DOTALL)
"""What stands in a box of its own."""
INLINE = ("b", "small", "a", "span", "strong")
READ_OUT = {"aria-label", "title", "alt", "placeholder"}
MORE = [
    {"contract": "simple", "trump": "clubs", "turned": "clubs", "declarer": 0, "helper": 1, "tricks": 8}
    | {"boston_holder": 3, "revoke": 2, "note": "לא ברור"},
    {"kind": "swap", "seats": [0, 1]},
    {"kind": "adjustment", "from": 0, "to": 1, "points": 4, "reason": "טעות"},
    {"kind": "substitute", "seat": 3, "player": NEW},
]


class Loose(HTMLParser):
    """Finds what reads from the right and could turn round what stands beside it."""

    def __init__(self):
        super().__init__()
        self.said, self.found, self.pieces = "", [], []

    def handle_starttag(self, tag, attrs):
        # What a phone isolates is one piece, as what is isolated by characters.
        self.said += {"bdi": "\u2068"}.get(tag, "" if tag in INLINE else "\n")
        if tag == "bdi":
            self.pieces.append(len(self.said))
        for key, value in attrs:
            if key in READ_OUT and value:
                self.check(value)

    def handle_endtag(self, tag):
        if tag == "bdi":
            self.check_piece(self.said[self.pieces.pop() :])
        self.said += {"bdi": "\u2069"}.get(tag, "" if tag in INLINE else "\n")

    def handle_data(self, data):
        self.said += data.replace("\n", " ")

    def check_piece(self, text):
        # The phone goes by the first letter of a bdi, isolated or not: with a name in front the rest would turn.
        if TURNS.search(text) and ISOLATED.search(text) and re.search(r"[^\W\d_]", ISOLATED.sub("", text)):
            self.found.append(text)
        self.check(text)

    def check(self, text):
        # A name or its initial alone has nothing beside it.
        bare = ISOLATED.sub("", ISOLATED.sub("", text)).strip()
        if TURNS.search(bare) and text.strip() not in TYPED and not re.fullmatch(r"[^\W\d_]{1,3}", bare):
            self.found.append(text.strip())


def loose(html):
    parser = Loose()
    parser.feed(BESIDE.sub("\n", html))
    for line in parser.said.split("\n"):
        parser.check(line)
    return parser.found


def test_no_name_turns_round_the_words_beside_it():
    world = build(NAMES, CLUB)
    for facts in MORE:
        record(world.open, facts)
    keeper = member(world.club, Role.KEEPER)
    for table in (world.open, world.closed):
        let_in(table, Role.SCORER, keeper)
    keeper.post(
        address("announce", world.ids("announce")),
        body("table", world) | {"turned": "hearts", "who": "1", "what": "simple", "trump": "hearts", "position": "6"},
    )

    found = {}
    pages = [route.removeprefix("ledger:") for route in routes()]
    for route in [*pages, "settle@closed", "sheet@closed", "share@closed", "table@closed", "season@year"]:
        if route != "undo_payment":
            answer = knock(keeper, "GET", address(route, world.ids(route)))
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                found[route] = loose(answer.content.decode())
    assert len(found) > 40
    assert {route: texts for route, texts in found.items() if texts} == {}
