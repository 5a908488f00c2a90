"""Reads how the table plays: suits, seats, turn, length, kitty, fines."""

from collections.abc import Collection, Mapping

from ledger.rules.cards import SuitScheme
from ledger.rules.kitty_shapes import Feeding, Kitty, LoneLoss
from ledger.rules.problems import Reader
from ledger.rules.reading_parts import LANGUAGES, POINTS_MOST, inner, marks, text
from ledger.rules.reading_shapes import read_order
from ledger.rules.variant import FirstDealer, Length, Revoke, Seating, Text, Turn

STEPS = {"clockwise": 1, "counter-clockwise": -1}
SUITS_KEYS = ["scheme", "order", "names"]
SEATING_KEYS = ["least", "most", "direction", "by_lot", "reconstructed"]
TURN_KEYS = ["first_dealer", "passed", "passed_counts", "fault", "reconstructed"]
LENGTH_KEYS = ["shape", "single", "double", "factor", "deals", "fixed", "reconstructed"]
KITTY_KEYS = (
    "ante dealer_ante fed sitters_ante won_from consolation lone_loss most last_to_opponents chips reconstructed"
).split()
REVOKE_KEYS = ["fine", "joint_kitty", "lone_kitty", "reconstructed"]


def read_suits(r: Reader) -> tuple[SuitScheme, Mapping[str, Text]] | None:
    """How the suits rank, and what the ranks are called."""
    scheme = r.word("scheme", list(SuitScheme))
    if scheme is None:
        return None
    ranks = SuitScheme(scheme).ranks
    if scheme == SuitScheme.FIXED:
        ranks = read_order(r) or ranks
    elif r.has("order"):
        r.fault("order", "not-in-variant", why="only a fixed order is set")
    names = r.table("names")
    within = Reader(names or {}, ranks)
    read = {rank: inner(within, rank, text, LANGUAGES) for rank in ranks}
    r.faults_under("names", within.problems())
    return SuitScheme(scheme), {rank: words or {} for rank, words in read.items()}


def read_seating(r: Reader) -> Seating:
    """How many sit at the table, and which way it goes on."""
    least, most = r.integer("least", 4, 6), r.integer("most", 4, 6)
    if least and most and most < least:
        r.fault("most", "out-of-range", wanted=f"from {least} to 6")
    step = STEPS.get(r.word("direction", STEPS) or "", 1)
    marks(r)
    return Seating(least, most, step, bool(r.switch("by_lot", False)))


def read_turn(r: Reader) -> Turn:
    """Who deals first, and what a deal that is not played does to the turn."""
    first, passed = r.word("first_dealer", list(FirstDealer)), r.word("passed", ("next", "same"))
    counts, fault = r.switch("passed_counts"), r.switch("fault", False)
    marks(r)
    return Turn(FirstDealer(first or "lot"), passed == "same", bool(counts), bool(fault))


def read_length(r: Reader) -> Length:
    """How long the evening is, in deals or in tours."""
    shape = r.word("shape", ("tours", "deals"))
    if shape == "deals":
        for key in ("single", "double", "factor"):
            if r.has(key):
                r.fault(key, "not-in-variant", why="the length is counted in deals")
        return Length(0, 0, 1, r.integer("deals", 1, 1000), bool(r.switch("fixed", False)), marks(r))
    if shape is None:
        return Length(0, 0, 1, None, True, marks(r))
    for key in ("deals", "fixed"):
        if r.has(key):
            r.fault(key, "not-in-variant", why="the length is counted in tours")
    tours = r.integer("single", 0, 99), r.integer("double", 0, 99)
    return Length(*tours, r.integer("factor", 1, 10), None, True, marks(r))


def read_kitty(r: Reader, codes: Collection[str]) -> Kitty:
    """The kitty. `codes` are those of the contracts, for `won_from`."""
    if r.text("won_from", None) not in (None, *codes):
        r.fault("won_from", "out-of-range", wanted="the code of a contract")
    return Kitty(
        ante=r.integer("ante", 0, POINTS_MOST),
        dealer_ante=r.integer("dealer_ante", 0, POINTS_MOST),
        consolation=r.integer("consolation", 0, POINTS_MOST, 0) or 0,
        lone_loss=LoneLoss(r.word("lone_loss", list(LoneLoss)) or "stays"),
        chips=r.integer("chips", 0, POINTS_MOST),
        reconstructed=marks(r),
        fed=Feeding(r.word("fed", list(Feeding), None) or "every-deal"),
        sitters_ante=bool(r.switch("sitters_ante", False)),
        most=r.integer("most", 0, POINTS_MOST, None),
        last_to_opponents=bool(r.switch("last_to_opponents", False)),
    )


def read_revoke(r: Reader) -> Revoke:
    """The fines of a revoke."""
    return Revoke(
        fine=r.integer("fine", 0, POINTS_MOST),
        joint_kitty=r.integer("joint_kitty", 0, POINTS_MOST),
        lone_kitty=r.integer("lone_kitty", 0, POINTS_MOST),
        reconstructed=marks(r),
    )
