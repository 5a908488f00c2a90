"""The settings of a contract, and the ranks of suits that its price may go by."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ledger.forms.rules_kinds import NO, Kind, Plain, Setting, When, number, row, switch, texts, under, value_at, word
from ledger.rules.cards import SuitScheme
from ledger.rules.deal_facts import TRICKS
from ledger.rules.document import built_in

RANKS = tuple(dict.fromkeys(rank for scheme in SuitScheme for rank in scheme.ranks))


def schemes_of(rank: str) -> tuple[str, ...]:
    """The schemes that know a rank."""
    return tuple(str(scheme) for scheme in SuitScheme if rank in scheme.ranks)


def rank_name(rank: str, language: str) -> str:
    """What built-in rules call a rank."""
    found = [value_at(document, ("suits", "names", rank, language)) for document in built_in().values()]
    return next((str(name) for name in found if name), "")


def _any_price(contract: Plain) -> str:
    """A price of another shape begins with a price that is there."""
    price = contract.get("price")
    found = [v for k, v in price.items() if k != "shape" and isinstance(v, int)] if isinstance(price, Mapping) else []
    return str(found[0]) if found else ""


def _goals(contract: Plain) -> list[int]:
    found = [g for g in (contract.get("target"), contract.get("joint")) if isinstance(g, int) and 0 <= g <= TRICKS]
    return found or [0]


def _may_be_exceeded(contract: Plain) -> bool:
    """Whether there can be an overtrick: not beyond the last trick, nor where so many must be made exactly."""
    return not contract.get("exact") and min(_goals(contract)) < _most(contract)


def _most(contract: Plain) -> int:
    tricks = contract.get("most_tricks", TRICKS)
    return tricks if isinstance(tricks, int) and 0 < tricks <= TRICKS else TRICKS


def _made(contract: Plain) -> tuple[str, ...]:
    """A price for each number of tricks from the target on."""
    return tuple(map(str, range(min(_goals(contract)), _most(contract) + 1)))


def _short(contract: Plain) -> tuple[str, ...]:
    """A price for each number of tricks that may be missing."""
    return tuple(f"−{n}" for n in range(1, max(_goals(contract)) + 1))


def _row(cells: Callable[[Plain], tuple[str, ...]]) -> Callable[[Plain], str]:
    """A row of prices begins with as many as the contract needs."""
    return lambda contract: " ".join([_any_price(contract) or "1"] * len(cells(contract)))


ALONE_OR_NOT = (When("null", ("", NO)),)
BY_TRICKS = (When("price.shape", ("by-tricks",)),)
TRICKS_THERE_ARE = _("Tricks of the whole deal: 13; 12 where a card is laid aside.")
CONTRACT = (
    Setting(("code",), Kind.LINE, hidden=True),
    *texts(("name",), pgettext_lazy("rules", "name"), help=_("As it is called when it is bid: “seven”, “misère”.")),
    switch("null", _("a null: the tricks below are the most that may be taken"), help=_("0 tricks: a misère.")),
    word(
        "trump",
        _("trump"),
        {"none": _("none"), "any": _("any suit"), "ranked": _("only suits with a rank")},
        help=_("Which suits the declarer may choose."),
    ),
    number("target", _("tricks alone"), 0, TRICKS, help=_("So many the declarer must take, say 7.")),
    number(
        "joint",
        _("tricks with a helper"),
        0,
        TRICKS,
        default=None,
        help=_("So many the two must take together, say 10. Empty: nobody helps."),
    ),
    Setting(
        ("quotas", 0),
        Kind.INTEGER,
        _("of these the declarer"),
        default=None,
        when=(When("joint"),),
        most=TRICKS,
        help=_("His own part; the two parts make up the tricks with a helper, say 6 and 4."),
    ),
    Setting(
        ("quotas", 1),
        Kind.INTEGER,
        _("of these the helper"),
        default=None,
        when=(When("joint"),),
        most=TRICKS,
        help=_("The helper's part."),
    ),
    number("most_tricks", _("tricks there are"), 1, TRICKS, default=TRICKS, help=TRICKS_THERE_ARE),
    *under(
        "price",
        (
            word(
                "shape",
                _("price"),
                {
                    "flat": _("one price"),
                    "per-trick": _("for each trick bid"),
                    "by-rank": _("by the rank of the suit"),
                    "by-tricks": _("by the tricks taken"),
                },
                help=_("What the price goes by; it is in points, from each who pays."),
            ),
            row(
                "made",
                _("made: for the target and each trick above it"),
                start=_row(_made),
                when=BY_TRICKS,
                cells=_made,
                help=_("Points, by the number of tricks taken."),
            ),
            row(
                "short",
                _("short: for each trick missing, one and more"),
                start=_row(_short),
                when=BY_TRICKS,
                cells=_short,
                help=_("Points, by the number of tricks missing."),
            ),
            number(
                "points",
                _("points"),
                start=_any_price,
                when=(When("price.shape", ("flat", "per-trick")),),
                help=_("Points from each who pays, say 10."),
            ),
            *(
                Setting(
                    (rank,),
                    Kind.INTEGER,
                    _("price, %(rank)s"),
                    start=_any_price,
                    rank=rank,
                    may_be_agreed=True,
                    when=(When("price.shape", ("by-rank",)), When("/suits.scheme", schemes_of(rank))),
                    help=_("Points from each who pays, with such a trump."),
                )
                for rank in RANKS
            ),
        ),
    ),
    switch(
        "exact",
        _("made with exactly so many tricks"),
        when=ALONE_OR_NOT,
        help=_("One trick more loses, too."),
    ),
    number(
        "overtrick",
        _("each overtrick"),
        default=0,
        when=ALONE_OR_NOT,
        for_all=_may_be_exceeded,
        help=_("Points on top of the price for each trick above the target, say 2."),
    ),
    number(
        "undertrick",
        _("each trick missing, on top of the price"),
        default=0,
        when=ALONE_OR_NOT,
        for_all=lambda contract: True,
        help=_("Points for each trick below the target, say 2. With 0 a failure costs the price alone."),
    ),
    number(
        "slam_alone",
        _("slam alone from"),
        1,
        TRICKS,
        default=None,
        when=ALONE_OR_NOT,
        help=_("From so many tricks on, played alone, it is a slam, say 13. Empty: never."),
    ),
    number(
        "slam_helped",
        _("slam helped from"),
        1,
        TRICKS,
        default=None,
        when=ALONE_OR_NOT,
        help=_("The same with a helper. Empty: never."),
    ),
    switch("boston", _("boston money is paid"), help=_("Who holds the boston, a card named before, is paid in it.")),
    switch("offered", _("is played"), default=True, help=_("Without the tick it stays here and can't be bid.")),
)
