"""Marks of a deal: who held the boston, who revoked."""

from ledger.rules.kitty import to_opponents
from ledger.rules.points import Points
from ledger.rules.postings import KITTY, Reason, Tally
from ledger.rules.variant import Revoke


def pay_boston(tally: Tally, points: Points, holder: int, four: tuple[int, ...], m: int) -> None:
    """The holder of the boston gets so much from each of the others (rules, section 4)."""
    others = [seat for seat in four if seat != holder]
    tally.collect(others, holder, points * m, Reason.BOSTON, points, m)


def fine_each(
    tally: Tally, points: Points, culprit: int, takers: tuple[int, ...], m: int, reason: Reason = Reason.REVOKE
) -> None:
    """The culprit of a revoke pays so much to each."""
    tally.hand_out(culprit, takers, points * m, reason, points, m)


def short_together(
    tally: Tally, revoke: Revoke, culprit: int, opponents: tuple[int, ...], m: int, kitty: Points, *, unclaimed: bool
) -> None:
    """A revoke of one of two who are short together: his fines, then the kitty to the opponents."""
    tally.move(culprit, KITTY, revoke.joint_kitty * m, Reason.REVOKE_INTO_KITTY, revoke.joint_kitty, m)
    fine_each(tally, revoke.fine, culprit, opponents, m)
    if not unclaimed:
        to_opponents(tally, kitty + tally.sums[KITTY], opponents)


def short_alone(tally: Tally, revoke: Revoke, culprit: int, opponents: tuple[int, ...], m: int) -> None:
    """The fines of a lone declarer who revoked and is short, after everything else."""
    tally.move(culprit, KITTY, revoke.lone_kitty * m, Reason.REVOKE_INTO_KITTY, revoke.lone_kitty, m)
    fine_each(tally, revoke.fine, culprit, opponents, m)
