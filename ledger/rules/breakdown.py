"""The lines a player reads when he asks why: every movement with its arithmetic, and whether a figure of it is ours."""

from dataclasses import dataclass

from ledger.rules.cards import suit_rank
from ledger.rules.points import Points
from ledger.rules.postings import Account, Movement, Reason, Split
from ledger.rules.scoring import Seen
from ledger.rules.variant import Contract, Variant


@dataclass(frozen=True, slots=True)
class Line:
    """One movement: giver, taker, points above zero, why, the arithmetic in signs (`8 × 2 = 16`, or empty where
    the amount says it all), and whether it rests on a reconstruction."""

    giver: Account
    taker: Account
    points: Points
    reason: Reason
    arithmetic: str
    reconstructed: bool


def lines(variant: Variant, seen: Seen, moved: tuple[Movement, ...]) -> tuple[Line, ...]:
    """The breakdown of a deal; its lines add up to the deal's postings."""
    return tuple(
        Line(m.giver, m.taker, m.points, m.reason, arithmetic(m), is_reconstructed(variant, seen, m)) for m in moved
    )


def arithmetic(moved: Movement) -> str:
    """How the points come about, in signs only; empty where nothing is multiplied or divided."""
    if moved.how and isinstance(moved.how[0], Split):
        return _division(moved.how[0])
    factors = [f for f in moved.how if isinstance(f, int) and f != 1]
    if len(factors) < 2:
        return ""
    return f"{' × '.join(map(str, factors))} = {moved.points}"


def _division(split: Split) -> str:
    parts = " + ".join(str(p) for p in (*split.parts, *([split.rest] if split.rest else [])))
    whole = str(split.whole)
    if split.terms and split.terms[1]:
        price, over, each = split.terms
        whole = f"{price} + {over} × {each} = {split.whole}"
    return f"{whole} = {parts}"


def price_is_reconstructed(contract: Contract, rank: str | None) -> bool:
    """Whether the price of a contract in a suit of this rank (None: in any) is our own."""
    marks = contract.reconstructed
    if "price" in marks:
        return True
    return f"price.{rank}" in marks if rank else any(m.startswith("price.") for m in marks)


_MARKS = {
    Reason.DEALER_ANTE: "dealer_ante",
    Reason.ANTE: "ante",
    Reason.FORFEIT: "dealer_ante",
    Reason.KITTY_HALF: "shares",
    Reason.KITTY_TO_OPPONENTS: "shares",
    Reason.KITTY_DOUBLED: "lone_loss",
    Reason.CONSOLATION: "consolation",
    Reason.DIVIDED: "shares",
}


def is_reconstructed(variant: Variant, seen: Seen, moved: Movement) -> bool:
    """Whether any figure or rule behind a movement is our own: the amount, its doubling, or the way it is shared."""
    if seen.multiplier > 1 and "double" in variant.length.reconstructed and moved.how:
        return True
    if moved.reason in _MARKS:
        return variant.kitty is not None and _MARKS[moved.reason] in variant.kitty.reconstructed
    if moved.reason in (Reason.REVOKE, Reason.REVOKE_INTO_KITTY, Reason.REVOKE_OPPONENT):
        return _fine_is_reconstructed(variant, seen, moved)
    if seen.facts.contract is None:
        return False
    contract, facts = variant.by_code[seen.facts.contract], seen.facts
    if moved.reason is Reason.OVERTRICKS:
        return "overtrick" in contract.reconstructed
    rank = None
    if facts.trump is not None:
        rank = suit_rank(variant.suits, facts.trump, turned=facts.turned, senior=seen.senior)
    return moved.reason is not Reason.BOSTON and price_is_reconstructed(contract, rank)


def _fine_is_reconstructed(variant: Variant, seen: Seen, moved: Movement) -> bool:
    marks = variant.revoke.reconstructed if variant.revoke else frozenset()
    if moved.reason is Reason.REVOKE_OPPONENT:
        return "opponent" in marks
    alone = seen.facts.helper is None
    if moved.reason is Reason.REVOKE_INTO_KITTY:
        return ("lone_kitty" if alone else "joint_kitty") in marks
    contract = variant.by_code[seen.facts.contract or ""]
    return alone and not contract.made(seen.facts.tricks or 0, helped=False) and "lone_kitty" in marks
