"""The settings of a contract, and the ranks of suits that its price may go by."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext_lazy as _

from ledger.forms.rules_kinds import NO, Kind, Plain, Setting, When, number, row, switch, texts, under, value_at, word
from ledger.rules.cards import SuitScheme
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


def _row(first: str) -> Callable[[Plain], str]:
    """A row of prices begins with as many as the contract needs: from the target on, or for each trick short."""

    def row(contract: Plain) -> str:
        goals = [g for g in (contract.get("target"), contract.get("joint")) if isinstance(g, int)] or [0]
        tricks = contract.get("most_tricks", 13)
        cells = (tricks if isinstance(tricks, int) else 13) - min(goals) + 1 if first == "made" else max(goals)
        return " ".join([_any_price(contract) or "1"] * cells)

    return row


ALONE_OR_NOT = (When("null", ("", NO)),)
BY_TRICKS = (When("price.shape", ("by-tricks",)),)
CONTRACT = (
    Setting(("code",), Kind.LINE, hidden=True),
    *texts(("name",), _("name")),
    switch("null", _("a null: the tricks below are the most that may be taken")),
    word("trump", _("trump"), {"none": _("none"), "any": _("any suit"), "ranked": _("only suits with a rank")}),
    number("target", _("tricks alone"), 0, 13),
    number("joint", _("tricks with a helper"), 0, 13, default=None, help=_("Empty: nobody helps.")),
    Setting(("quotas", 0), Kind.INTEGER, _("of these the declarer"), default=None, when=(When("joint"),), most=13),
    Setting(("quotas", 1), Kind.INTEGER, _("of these the helper"), default=None, when=(When("joint"),), most=13),
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
            ),
            row("made", _("made: for the target and each trick above it"), start=_row("made"), when=BY_TRICKS),
            row("short", _("short: for each trick missing, one and more"), start=_row("short"), when=BY_TRICKS),
            number("points", _("points"), start=_any_price, when=(When("price.shape", ("flat", "per-trick")),)),
            *(
                Setting(
                    (rank,),
                    Kind.INTEGER,
                    _("price, %(rank)s"),
                    start=_any_price,
                    rank=rank,
                    may_be_agreed=True,
                    when=(When("price.shape", ("by-rank",)), When("/suits.scheme", schemes_of(rank))),
                )
                for rank in RANKS
            ),
        ),
    ),
    switch("exact", _("made with exactly so many tricks"), when=ALONE_OR_NOT),
    number("overtrick", _("each overtrick"), default=0, when=ALONE_OR_NOT),
    number("undertrick", _("each trick missing, on top of the price"), default=0, when=ALONE_OR_NOT),
    number("most_tricks", _("tricks there are"), 1, 13, default=13),
    number("slam_alone", _("slam alone from"), 1, 13, default=None, when=ALONE_OR_NOT, help=_("Empty: never.")),
    number("slam_helped", _("slam helped from"), 1, 13, default=None, when=ALONE_OR_NOT, help=_("Empty: never.")),
    switch("boston", _("boston money is paid")),
    switch("offered", _("is played"), default=True),
)
