"""The price card of a variant as people read it: every figure with its words, and whether it is a reconstruction."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from ledger.card_kitty import Figure, kitty_figures, passed_figure
from ledger.rules.breakdown import price_is_reconstructed
from ledger.rules.cards import SuitScheme
from ledger.rules.prices import ByRank
from ledger.rules.variant import Contract, Payment, Revoke, Trump, Variant
from ledger.words import in_language, suit_sign


class Cell(NamedTuple):
    """One price; `span` columns wide, empty where the contract is not played in that suit rank."""

    price: int | None
    span: int
    reconstructed: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the ladder."""

    name: str
    needs: tuple[str, ...]
    cells: tuple[Cell, ...]
    ours: tuple[str, ...]
    """What of it is a reconstruction, in words."""


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
        cells = [Cell(price, len(ranks), price_is_reconstructed(contract, None))]
    else:
        cells = [_cell(contract, rank, only) for rank in ranks]
    name = in_language(contract.name)
    return Step(
        f"{name} {in_language(variant.ranks[only])}" if only else name,
        _needs(variant, contract),
        tuple(cells),
        _ours(variant, contract),
    )


def _cell(contract: Contract, rank: str, only: str | None) -> Cell:
    if only and rank != only:
        return Cell(None, 1, False)
    return Cell(contract.price.of(rank, contract.target), 1, price_is_reconstructed(contract, rank))


def _needs(variant: Variant, contract: Contract) -> tuple[str, ...]:
    """What must be won, alone and with a helper, and from where on it is a slam."""
    if contract.null or contract.exact:
        few = [gettext("with twelve cards")] if contract.most_tricks < 13 else []
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


def prices_are_mixed(variant: Variant) -> bool:
    """Whether some prices stand in a source and others are ours."""
    cells = [cell.reconstructed for step in steps(variant) for cell in step.cells if cell.price is not None]
    return any(cells) and not all(cells)


def figures(variant: Variant, planned_deals: int | None = None) -> list[Figure]:
    """Everything beside the ladder that is a figure."""
    found = [_payment(variant), *_length(variant, planned_deals)]
    over = {(c.overtrick, "overtrick" in c.reconstructed) for c in variant.contracts if c.overtrick}
    found += [Figure(gettext("each trick above the target"), f"+{n}", ours) for n, ours in sorted(over)]
    short = {(c.undertrick, "undertrick" in c.reconstructed) for c in variant.contracts if c.undertrick}
    found += [Figure(gettext("each trick below the target, to pay"), f"+{n}", ours) for n, ours in sorted(short)]
    if variant.slam_factor > 1:
        found.append(Figure(gettext("a made slam: the price"), f"× {variant.slam_factor}", False))
    if variant.kitty:
        found += kitty_figures(variant, variant.kitty)
    if variant.passed:
        found.append(passed_figure(variant.passed))
    if variant.boston:
        found.append(Figure(gettext("boston money from each of the others"), str(variant.boston), False, "boston"))
    if variant.revoke:
        found += _revoke(variant.revoke)
    return found


def _payment(variant: Variant) -> Figure:
    if variant.payment is Payment.ACCOUNT:
        return Figure(gettext("the price goes"), gettext("to the declarer's own account"), False)
    return Figure(gettext("the price comes"), gettext("from each opponent, or goes to each"), False)


def _length(variant: Variant, planned_deals: int | None) -> list[Figure]:
    length, marks = variant.length, variant.length.reconstructed
    if length.deals is not None:
        words = gettext("deals in the evening") if length.fixed else gettext("deals proposed")
        return [Figure(words, str(planned_deals or length.deals), not planned_deals and "deals" in marks)]
    single = Figure(gettext("single tours, one deal a player each"), str(length.single), "double" in marks, "tour")
    double = Figure(gettext("then double tours"), str(length.double), "double" in marks)
    return [single, double] if length.double else [single]


def _revoke(revoke: Revoke) -> list[Figure]:
    marks = revoke.reconstructed
    return [
        Figure(gettext("fine of a revoke to each opponent"), str(revoke.fine), False, "revoke"),
        Figure(gettext("by an opponent, to each of the declaring side"), str(revoke.fine), "opponent" in marks),
        Figure(gettext("revoke and short together: into the kitty"), str(revoke.joint_kitty), "joint_kitty" in marks),
        Figure(gettext("revoke and short alone: into the kitty"), str(revoke.lone_kitty), "lone_kitty" in marks),
    ]


def helper_words(variant: Variant) -> str:
    """Which contracts are helped."""
    helped = [in_language(c.name) for c in variant.contracts if c.joint is not None]
    if not helped:
        return gettext("Everything is played alone.")
    return gettext("A helper only in: %(names)s. Everything else is played alone.") % {"names": ", ".join(helped)}


def order_is_reconstructed(variant: Variant) -> bool:
    """Whether the order of the ladder, or of the suits in it, is ours."""
    return bool(variant.reconstructed & {"ladder", "rank_order", "suits", "missing_bids"})


def has_ranks_to_ask(variant: Variant) -> bool:
    """Whether a turned suit decides who beats whom."""
    return variant.suits.turns_a_card and any(c.trump is not Trump.NONE for c in variant.contracts)
