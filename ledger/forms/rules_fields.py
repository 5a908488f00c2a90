"""Every setting of a rules document that a form knows, with its words: what the engine learns later is a line here.

What is not here is carried over as it stands.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ledger.forms.rules_contract import CONTRACT, RANKS, rank_name, schemes_of
from ledger.forms.rules_kinds import REQUIRED, YES, Kind, Path, Setting, When, number, row, switch, texts, under, word
from ledger.forms.rules_kitty import HELPED_FAILURE, KITTY, PASSED, REVOKE
from ledger.rules.reading_parts import LANGUAGES
from ledger.words import SUIT_NAMES, Words


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of objects: their settings, and the key that names each of them, "" where they have no name."""

    path: Path
    title: Words
    settings: tuple[Setting, ...]
    name: str = ""
    lists: "tuple[Listing, ...]" = ()


@dataclass(frozen=True, slots=True)
class Section:
    """What stands together on the page."""

    key: str
    title: Words
    settings: tuple[Setting, ...] = ()
    lists: tuple[Listing, ...] = ()


def _named_rank(rank: str) -> tuple[Setting, ...]:
    when = (When("/suits.scheme", schemes_of(rank)),)
    return tuple(
        Setting(
            ("suits", "names", rank, x),
            Kind.LINE,
            _("what is called “%(rank)s”"),
            default=REQUIRED if x == "en" else None,
            start=rank_name(rank, x),
            when=when,
            language=x,
            rank=rank,
        )
        for x in LANGUAGES
    )


OF_NUMBERS = (When("kind", ("integer",)),)
OPTION_WORD = (Setting(("value",), Kind.LINE, hidden=True), *texts((), _("word")))
OPTION = (
    Setting(("key",), Kind.LINE, hidden=True),
    Setting(("kind",), Kind.WORD, hidden=True),
    Setting(("follows",), Kind.LINE, default=None, hidden=True),
    *texts(("name",), _("what is agreed")),
    Setting(("default",), Kind.INTEGER, _("proposed"), when=OF_NUMBERS),
    Setting(("default",), Kind.WORD, _("proposed"), when=(When("kind", ("word",)),)),
    Setting(("default",), Kind.SWITCH, _("proposed"), when=(When("kind", ("switch",)),)),
    number("least", _("at least"), default=0, when=OF_NUMBERS, may_be_agreed=False),
    number("most", _("at most"), default=1_000_000, when=OF_NUMBERS, may_be_agreed=False),
)
NOTE = Setting(("reconstructed",), Kind.SWITCH, default=False, hidden=True)
BY_TOURS = (When("length.shape", ("tours",)),)
BY_DEALS = (When("length.shape", ("deals",)),)
LENGTH = (
    word("shape", _("counted in"), {"deals": _("deals"), "tours": _("tours, one deal a player each")}),
    number("deals", _("deals in the evening"), 1, 1000, start="12", when=BY_DEALS),
    switch("fixed", _("their number is fixed, not only proposed"), when=BY_DEALS),
    number("single", _("single tours"), 0, 99, start="8", when=BY_TOURS),
    number("double", _("double tours after them"), 0, 99, start="2", when=BY_TOURS),
    number("factor", _("a double tour counts so many times"), 1, 10, start="2", when=BY_TOURS),
)
SEATING = (
    number("least", _("players, at least"), 4, 6),
    number("most", _("players, at most"), 4, 6),
    word("direction", _("direction"), {"clockwise": _("clockwise"), "counter-clockwise": _("counter-clockwise")}),
    switch("by_lot", _("seats are drawn by lot")),
)
TURN = (
    word(
        "first_dealer",
        _("the first dealer"),
        {
            "lot": _("by lot"),
            "highest": _("draws the highest card"),
            "jack-of-diamonds": _("draws the jack of diamonds"),
        },
    ),
    word("passed", _("after all passed deals"), {"next": _("the next one"), "same": _("the same one again")}),
    switch("passed_counts", _("a deal that all passed counts"), default=REQUIRED),
    switch("fault", _("a misdeal can be the dealer's fault")),
)
SCHEMES: Mapping[str, Words] = {
    "colours": _("by colour: the turned suit, its colour, the other colour"),
    "senior": _("senior for the whole evening, junior in each deal"),
    "equal": _("no suit beats another"),
    "fixed": _("a fixed order, nothing is turned"),
}


def _optional(key: str, label: Words, settings: tuple[Setting, ...]) -> tuple[Setting, ...]:
    """An object that may be there or not."""
    presence = Setting((key,), Kind.PRESENCE, label, default=None)
    return (presence, *under(key, settings, (When(f"/{key}", (YES,)),)))


SECTIONS: tuple[Section, ...] = (
    Section(
        "names",
        pgettext_lazy("rules", "Name"),
        (
            *texts(("name",), pgettext_lazy("rules", "name")),
            *texts(("short",), _("short name")),
            *texts(("summary",), _("in a sentence"), Kind.PROSE),
        ),
    ),
    Section("contracts", _("Contracts"), lists=(Listing(("contracts",), _("contract"), CONTRACT, "code"),)),
    Section(
        "order",
        _("Order of the bids"),
        lists=(
            Listing(
                ("ladder",),
                _("bid"),
                (
                    Setting(("contract",), Kind.LINE, hidden=True),
                    Setting(("rank",), Kind.LINE, default=None, hidden=True),
                ),
            ),
        ),
    ),
    Section(
        "pay",
        pgettext_lazy("rules", "Payment"),
        (
            word(
                "payment",
                _("the price"),
                {
                    "opponents": _("comes from each opponent, or goes to each"),
                    "account": _("goes to the declarer's own account"),
                },
            ),
            *_optional(
                "slam",
                _("a made slam costs more"),
                (number("factor", _("a made slam: the price times"), 1, 10, start="2"),),
            ),
            *_optional(
                "boston",
                _("the boston is paid for"),
                (number("points", _("boston money from each of the others"), 1, start="2"),),
            ),
            *_optional("revoke", _("a revoke is fined"), REVOKE),
            word("helped_failure", _("two who are short together"), HELPED_FAILURE, default="quotas"),
            *_optional("passed", _("a deal that all passed is played out"), PASSED),
        ),
    ),
    Section("kitty", pgettext_lazy("rules", "Kitty"), _optional("kitty", _("there is a kitty"), KITTY)),
    Section("seats", _("Seats and turn"), (*under("seating", SEATING), *under("turn", TURN))),
    Section(
        "suits",
        _("Suits"),
        (
            Setting(("suits", "scheme"), Kind.WORD, _("rank of the suits"), words=SCHEMES),
            *under(
                "suits",
                (
                    row(
                        "order",
                        _("the suits, lowest first"),
                        words={str(suit): words for suit, words in SUIT_NAMES.items()},
                        cells=lambda _: ("1", "2", "3", "4"),
                        start="clubs diamonds hearts spades",
                        when=(When("suits.scheme", ("fixed",)),),
                    ),
                ),
            ),
            *(setting for rank in RANKS for setting in _named_rank(rank)),
        ),
    ),
    Section("length", _("Length of the evening"), under("length", LENGTH)),
    Section(
        "options",
        _("Agreed before each evening"),
        lists=(
            Listing(
                ("options",), _("agreement"), OPTION, "key", (Listing(("words",), _("word"), OPTION_WORD, "value"),)
            ),
        ),
    ),
    Section(
        "notes", _("Rules in words"), lists=(Listing(("notes",), _("rule"), (NOTE, *texts((), _("rule"), Kind.PROSE))),)
    ),
    Section("dealing", _("Dealing"), lists=(Listing(("dealing",), _("step"), texts((), _("step"), Kind.PROSE)),)),
    Section("sources", _("Sources"), lists=(Listing(("sources",), _("source"), texts((), _("source"), Kind.PROSE)),)),
)
SETTINGS = tuple(setting for section in SECTIONS for setting in section.settings)
LISTS = tuple(listing for section in SECTIONS for listing in section.lists)
