"""The price card of a variant as people read it: every figure with its words, and whether it is a reconstruction or was
changed by a club."""

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from ledger.card_kitty import Figure, figure, kitty_figures, passed_figure
from ledger.card_own import own_words
from ledger.rules.breakdown import price_is_reconstructed
from ledger.rules.cards import SuitScheme
from ledger.rules.deal_facts import TRICKS
from ledger.rules.kitty_shapes import Revoke
from ledger.rules.prices import ByRank, ByTricks
from ledger.rules.variant import Contract, Payment, Trump, Variant
from ledger.words import in_language, suit_sign


class Cell(NamedTuple):
    """One price; `span` columns wide, empty where the contract is not played in that suit rank."""

    price: int | None
    span: int
    reconstructed: bool
    own: bool = False
    """Changed by the club whose rules these are."""

    @property
    def sourced(self) -> bool:
        """Whether it stands in a source."""
        return self.price is not None and not self.reconstructed and not self.own


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the ladder."""

    name: str
    needs: tuple[str, ...]
    cells: tuple[Cell, ...]
    ours: tuple[str, ...]
    """What of it is a reconstruction, in words."""
    own: tuple[str, ...]
    """What of it a club changed, in words."""


def rank_names(variant: Variant) -> list[str]:
    """The heads of the price columns, lowest first; one without a name where no price depends on the suit."""
    ranks = priced_ranks(variant)
    if len(ranks) < 2:
        return [gettext("price")]
    if variant.suits is SuitScheme.FIXED:
        return [suit_sign(rank) for rank in ranks]
    return [in_language(variant.ranks[rank]) for rank in ranks]


def priced_ranks(variant: Variant) -> tuple[str, ...]:
    """The suit ranks that have a column of prices."""
    by_rank = any(isinstance(c.price, ByRank) for c in variant.contracts)
    return variant.rank_order if by_rank else variant.rank_order[:1]


def steps(variant: Variant) -> list[Step]:
    """The ladder, lowest bid first."""
    return [_step(variant, variant.by_code[code], rank) for code, rank in variant.ladder]


def _step(variant: Variant, contract: Contract, only: str | None) -> Step:
    ranks = priced_ranks(variant)
    if not isinstance(contract.price, ByRank):
        price = contract.price.of(None, contract.target)
        own = _is_own_price(variant, contract, "points")
        cells = [Cell(price, len(ranks), not own and price_is_reconstructed(contract, None), own)]
    else:
        cells = [_cell(variant, contract, rank, only) for rank in ranks]
    name = in_language(contract.name)
    return Step(
        f"{name} {in_language(variant.ranks[only])}" if only else name,
        _needs(variant, contract),
        tuple(cells),
        _ours(variant, contract),
        tuple(own_words(variant, contract, only)),
    )


def _cell(variant: Variant, contract: Contract, rank: str, only: str | None) -> Cell:
    if only and rank != only:
        return Cell(None, 1, False)
    own = _is_own_price(variant, contract, rank)
    ours = not own and price_is_reconstructed(contract, rank)
    return Cell(contract.price.of(rank, contract.target), 1, ours, own)


def _is_own_price(variant: Variant, contract: Contract, key: str) -> bool:
    """Whether a club changed this price of a contract; of a row its first cell is shown."""
    place = "contracts", contract.code, "price"
    cell = ("made", "0") if isinstance(contract.price, ByTricks) else (key,)
    return variant.is_own(*place, *cell) or variant.is_own(*place, "shape")


def _needs(variant: Variant, contract: Contract) -> tuple[str, ...]:
    """What must be won, alone and with a helper, and from where on it is a slam."""
    if contract.null or contract.exact:
        few = [gettext("with twelve cards")] if contract.most_tricks < TRICKS else []
        just = ngettext("just %(n)s trick", "just %(n)s tricks", contract.target) % {"n": contract.target}
        most = ngettext("at most %(n)s trick", "at most %(n)s tricks", contract.target) % {"n": contract.target}
        return (just if contract.exact else most if contract.target else gettext("no trick"), *few)
    found = [ngettext("%(n)s trick alone", "%(n)s tricks alone", contract.target) % {"n": contract.target}]
    if contract.joint is not None:
        words = gettext("%(n)s with a helper") % {"n": contract.joint}
        parts = contract.quotas if variant.owes_parts(contract) else None
        found.append(words + (" ({} + {})".format(*parts) if parts else ""))
    if variant.slam_factor > 1 and contract.slam_alone:
        found.append(gettext("slam from %(n)s alone") % {"n": contract.slam_alone})
    return tuple(found)


def _ours(variant: Variant, contract: Contract) -> tuple[str, ...]:
    marks = contract.reconstructed
    single = [in_language(variant.ranks[r]) for r in variant.rank_order if f"price.{r}" in marks]
    words = {
        "price": gettext("price"),
        "joint": gettext("the helper"),
        "slam_alone": gettext("slam alone"),
    }
    known = [key for key in words if key in marks]
    if variant.slam_factor == 1:
        known = [key for key in known if key != "slam_alone"]
    prices = [gettext("price %(points)s") % {"points": ", ".join(single)}] if single else []
    return (*prices, *(words[key] for key in known))


def bold_words(variant: Variant) -> str:
    """What bold prices are, where some stand in a source and others do not; else empty."""
    cells = [cell for step in steps(variant) for cell in step.cells if cell.price is not None]
    if not any(cell.sourced for cell in cells):
        return ""
    if any(cell.own for cell in cells):
        if any(cell.reconstructed for cell in cells):
            return gettext("Prices in bold stand in a source; the others are the club's own or a reconstruction.")
        return gettext("Prices in bold stand in a source; the others are the club's own.")
    if any(cell.reconstructed for cell in cells):
        return gettext("Prices in bold stand in a source; all others are a reconstruction.")
    return ""


def figures(variant: Variant, planned_deals: int | None = None) -> list[Figure]:
    """Everything beside the ladder that is a figure."""
    one = partial(figure, variant)
    found = [_payment(variant), *_length(variant, planned_deals)]
    found += _tricks(variant, gettext("each trick above the target"), "overtrick")
    found += _tricks(variant, gettext("each trick below the target, to pay"), "undertrick")
    if variant.slam_factor > 1:
        found.append(one(gettext("a made slam: the price"), f"× {variant.slam_factor}", "slam.factor"))
    if variant.kitty:
        found += kitty_figures(variant, variant.kitty)
    if variant.passed:
        found.append(passed_figure(variant, variant.passed))
    if variant.boston:
        found.append(
            one(gettext("boston money from each of the others"), variant.boston, "boston.points", term="boston")
        )
    if variant.revoke:
        found += _revoke(variant, variant.revoke)
    return found


def _tricks(variant: Variant, words: str, key: str) -> list[Figure]:
    """What each trick above or below the target brings, once for every sum; of several sums with whose they are."""
    kinds: dict[tuple[int, bool, bool], list[str]] = {}
    for contract in variant.contracts:
        points, own = getattr(contract, key), variant.is_own("contracts", contract.code, key)
        if points:
            kind = (points, not own and key in contract.reconstructed, own)
            kinds.setdefault(kind, []).append(in_language(contract.name))
    whose = {kind: f"{words} ({', '.join(names)})" if len(kinds) > 1 else words for kind, names in kinds.items()}
    return [Figure(whose[kind], f"+{kind[0]}", *kind[1:]) for kind in sorted(kinds)]


def _payment(variant: Variant) -> Figure:
    if variant.payment is Payment.ACCOUNT:
        return figure(variant, gettext("the price goes"), gettext("to the declarer's own account"), "payment")
    return figure(variant, gettext("the price comes"), gettext("from each opponent, or goes to each"), "payment")


def _length(variant: Variant, planned_deals: int | None) -> list[Figure]:
    length, mark, one = variant.length, "double" in variant.length.reconstructed, partial(figure, variant)
    if length.deals is not None:
        words, mark = gettext("deals proposed"), not planned_deals and "deals" in length.reconstructed
        words = gettext("deals in the evening") if length.fixed else words
        return [one(words, planned_deals or length.deals, *([] if planned_deals else ["length.deals"]), mark=mark)]
    words = gettext("single tours, one deal a player each")
    single = one(words, length.single, "length.single", "length.shape", mark=mark, term="tour")
    double = one(gettext("then double tours"), length.double, "length.double", "length.shape", mark=mark)
    return [single, double] if length.double else [single]


def _revoke(variant: Variant, revoke: Revoke) -> list[Figure]:
    marks, one = revoke.reconstructed, partial(figure, variant)
    into = [
        (gettext("revoke and short together: into the kitty"), revoke.joint_kitty, "joint_kitty"),
        (gettext("revoke and short alone: into the kitty"), revoke.lone_kitty, "lone_kitty"),
    ]
    opponent = gettext("by an opponent, to each of the declaring side")
    return [
        one(gettext("fine of a revoke to each opponent"), revoke.fine, "revoke.fine", term="revoke"),
        one(opponent, revoke.fine, "revoke.fine", mark="opponent" in marks),
        *(one(words, points, f"revoke.{key}", mark=key in marks) for words, points, key in into),
    ]


def helper_words(variant: Variant) -> str:
    """Which contracts are helped."""
    helped = [in_language(c.name) for c in variant.contracts if c.joint is not None]
    if not helped:
        return gettext("Everything is played alone.")
    return gettext("A helper only in: %(names)s. Everything else is played alone.") % {"names": ", ".join(helped)}


def has_ranks_to_ask(variant: Variant) -> bool:
    """Whether a turned suit decides who beats whom."""
    return variant.suits.turns_a_card and any(c.trump is not Trump.NONE for c in variant.contracts)
