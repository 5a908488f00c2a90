"""The lines a player reads when he asks why: every movement with its arithmetic, and whether a figure of it is ours."""

from dataclasses import dataclass

from ledger.rules.cards import suit_rank
from ledger.rules.kitty_shapes import Kitty, Passed
from ledger.rules.points import Points
from ledger.rules.postings import Account, Limit, Movement, Reason, Split
from ledger.rules.prices import ByTricks
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
    if moved.how and isinstance(moved.how[0], Limit):
        return f"{moved.how[0].most} − {moved.how[0].lying} = {moved.points}"
    factors = [f for f in moved.how if isinstance(f, int) and f != 1]
    if len(factors) < 2:
        return ""
    return f"{' × '.join(map(str, factors))} = {moved.points}"


def _division(split: Split) -> str:
    if not split.parts:
        price, apart, each = split.terms
        return f"{price} + {apart} × {each} = {split.whole}" if apart else ""
    parts = " + ".join(str(p) for p in (*split.parts, *([split.rest] if split.rest else [])))
    whole = str(split.whole)
    if split.terms and split.terms[1]:
        price, over, each = split.terms
        whole = f"{price} + {over} × {each} = {split.whole}"
    return f"{whole} = {parts}"


def price_is_reconstructed(contract: Contract, rank: str | None, *, made: bool = True) -> bool:
    """Whether the price of a contract, made or failed, in a suit of this rank (None: in any) is our own."""
    marks = contract.reconstructed
    if "price" in marks:
        return True
    if isinstance(contract.price, ByTricks):
        return f"price.{'made' if made else 'short'}" in marks
    return f"price.{rank}" in marks if rank else any(m.startswith("price.") for m in marks)


_MARKS = {
    Reason.DEALER_ANTE: "dealer_ante",
    Reason.ANTE: "ante",
    Reason.FORFEIT: "dealer_ante",
    Reason.KITTY_HALF: "shares",
    Reason.KITTY_TO_OPPONENTS: "shares",
    Reason.KITTY_WON: "won_from",
    Reason.KITTY_DOUBLED: "lone_loss",
    Reason.CONSOLATION: "consolation",
    Reason.DIVIDED: "shares",
}


def is_reconstructed(variant: Variant, seen: Seen, moved: Movement) -> bool:
    """Whether any figure or rule behind a movement is our own: the amount, its doubling, or the way it is shared."""
    if seen.multiplier > 1 and "double" in variant.length.reconstructed and moved.how:
        return True
    if moved.reason in _MARKS:
        return variant.kitty is not None and _of_kitty(variant.kitty, moved)
    if moved.reason in (Reason.MOST_PAYS, Reason.FEWEST_TAKE):
        return variant.passed is not None and _of_passed(variant.passed, moved)
    if moved.reason in (Reason.REVOKE, Reason.REVOKE_INTO_KITTY, Reason.REVOKE_OPPONENT):
        return _fine_is_reconstructed(variant, seen, moved)
    if seen.facts.contract is None:
        return False
    contract, facts = variant.by_code[seen.facts.contract], seen.facts
    if moved.reason in (Reason.OVERTRICKS, Reason.UNDERTRICKS):
        return ("overtrick" if moved.reason is Reason.OVERTRICKS else "undertrick") in contract.reconstructed
    rank = None
    if facts.trump is not None:
        rank = suit_rank(variant.suits, facts.trump, turned=facts.turned, senior=seen.senior)
    if moved.reason is Reason.BOSTON or _cell_is_own(variant, contract, seen):
        return False
    made = contract.made(facts.tricks or 0, facts.helper is not None)
    return price_is_reconstructed(contract, rank, made=made)


def _cell_is_own(variant: Variant, contract: Contract, seen: Seen) -> bool:
    """Whether a club changed just this price of a row, the mark of which holds for the others."""
    over = contract.over(seen.facts.tricks or 0, seen.facts.helper is not None)
    cell = ("made", str(over)) if over >= 0 else ("short", str(-over - 1))
    return isinstance(contract.price, ByTricks) and variant.is_own("contracts", contract.code, "price", *cell)


def _of_kitty(kitty: Kitty, moved: Movement) -> bool:
    """Of the kitty, with the limit that cut a payment, and the division at the end apart from the other shares."""
    marks = {_MARKS[moved.reason]}
    if moved.reason is Reason.DIVIDED:
        marks.add("division")
    if moved.how and isinstance(moved.how[0], Limit):
        marks.add("most")
    return not marks.isdisjoint(kitty.reconstructed)


def _of_passed(passed: Passed, moved: Movement) -> bool:
    """Of a passed deal that was played out; several share only where a split says so."""
    shared = bool(moved.how) and isinstance(moved.how[0], Split)
    return "points" in passed.reconstructed or (shared and "tie" in passed.reconstructed)


def _fine_is_reconstructed(variant: Variant, seen: Seen, moved: Movement) -> bool:
    marks = variant.revoke.reconstructed if variant.revoke else frozenset()
    if moved.reason is Reason.REVOKE_OPPONENT:
        return "opponent" in marks
    alone = seen.facts.helper is None
    if moved.reason is Reason.REVOKE_INTO_KITTY:
        return ("lone_kitty" if alone else "joint_kitty") in marks
    contract = variant.by_code[seen.facts.contract or ""]
    return alone and not contract.made(seen.facts.tricks or 0, helped=False) and "lone_kitty" in marks
