"""Reads the prices of contracts and what a deal that all passed is played for, with every fault at its key."""

from typing import Any

from ledger.rules.cards import SUIT_NAMES, SuitScheme
from ledger.rules.kitty_shapes import Passed, PassedPlay
from ledger.rules.prices import ByRank, ByTricks, Flat, PerTrick, Price
from ledger.rules.problems import UNJUDGED, Problem, Reader, is_whole
from ledger.rules.reading_parts import POINTS_MOST, marks
from ledger.rules.variant import Payment

PRICE_SHAPES = ("flat", "per-trick", "by-rank", "by-tricks")
PASSED_KEYS = ["play", "points", "reconstructed"]


def read_price(r: Reader) -> Price:
    """The price of a contract; the reader knows the keys that `price_keys` gives."""
    shape = r.word("shape", PRICE_SHAPES)
    if shape in ("flat", "per-trick"):
        points = r.integer("points", 0, POINTS_MOST) or 0
        return Flat(points) if shape == "flat" else PerTrick(points)
    if shape == "by-tricks":
        return ByTricks(_row(r, "made"), _row(r, "short"))
    ranks = [k for k in r.known if k not in ("shape", "points", "made", "short")] if shape else []
    return ByRank({k: r.integer(k, 0, POINTS_MOST) or 0 for k in ranks if "points" not in r.known or r.has(k)})


def price_keys(shape: Any, scheme: SuitScheme | None) -> list[str]:
    """The keys a price of this shape has; where shape or scheme can't be known, every key that any price has."""
    if shape in ("flat", "per-trick"):
        return ["shape", "points"]
    if shape == "by-tricks":
        return ["shape", "made", "short"]
    if shape == "by-rank" and scheme:
        return ["shape", *scheme.ranks]
    return ["shape", "points", "made", "short", *(rank for s in SuitScheme for rank in s.ranks)]


def _row(r: Reader, key: str) -> tuple[int, ...]:
    """A row of points."""
    points = r.items(key) or ()
    faults = []
    for i, value in enumerate(points):
        if not is_whole(value) and value is not UNJUDGED:
            faults.append(Problem((i,), "wrong-type", {"wanted": "a whole number"}))
        elif is_whole(value) and not 0 <= value <= POINTS_MOST:
            faults.append(Problem((i,), "out-of-range", {"wanted": f"from 0 to {POINTS_MOST}"}))
    r.faults_under(key, faults)
    return () if faults else tuple(points)


def check_rows(r: Reader, price: Price | None, target: int, joint: int | None, most_tricks: int) -> None:
    """The rows of a price by tricks must have just the cells that the contract (`r`) can need."""
    if not isinstance(price, ByTricks):
        return
    goals = [target] if joint is None else [target, joint]
    wanted = {"made": (price.made, most_tricks - min(goals) + 1), "short": (price.short, max(goals))}
    faults = [
        Problem((key,), "out-of-range", {"wanted": f"{cells} numbers, one for each number of tricks"})
        for key, (row, cells) in wanted.items()
        if len(row) != cells
    ]
    r.faults_under("price", faults)


def read_order(r: Reader) -> tuple[str, ...]:
    """The four suits of a fixed order, lowest first."""
    order = r.items("order")
    if order is None:
        return ()
    texts = [s for s in order if isinstance(s, str)]
    if sorted(texts) != sorted(SUIT_NAMES) or len(texts) != len(order):
        r.fault("order", "out-of-range", wanted="each of the four suits once, lowest first")
        return ()
    return tuple(texts)


def read_passed(r: Reader) -> Passed:
    """How a deal that all passed is played out."""
    play, points = r.word("play", list(PassedPlay)), 0
    if play == PassedPlay.MOST_PAYS:
        points = r.integer("points", 1, POINTS_MOST) or 0
    elif play is not None and r.has("points"):
        r.fault("points", "not-in-variant", why="it is played for the kitty")
    return Passed(PassedPlay(play or PassedPlay.MOST_PAYS), points, marks(r))


def check_passed(r: Reader, payment: str | None) -> None:
    """What a passed deal is played for must be there: other players, or a kitty."""
    play = (r.table("passed", None) or {}).get("play")
    if play == PassedPlay.FEWEST_TAKES_KITTY and not r.has("kitty"):
        r.fault("passed", "not-in-variant", why="it is played for the kitty")
    elif play == PassedPlay.MOST_PAYS and payment == Payment.ACCOUNT:
        r.fault("passed", "not-in-variant", why="on a score-only sheet nothing goes from player to player")
