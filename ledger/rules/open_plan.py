"""What is still to be paid when some of it has been: the open rest of a settlement, whichever way it is settled."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from ledger.rules.settlement import Payment, Plan, fewest_payments

Pairs = Mapping[tuple[int, int], int]
"""Of two people (i, j), i < j, what j is to pay i; below zero: what i is to pay j."""


class Way(StrEnum):
    """Who pays whom when an evening is settled."""

    FEWEST = "fewest"
    """As few payments as can be."""
    BANKER = "banker"
    """Everything through one of them."""
    EACH = "each"
    """Each with each, as they won and lost."""


def after(owed: Sequence[int], paid: Iterable[Payment]) -> tuple[int, ...]:
    """What each is still to receive (above zero) or to pay, in the unit of `owed`, once the payments are made.

    Raises ValueError where `owed` does not sum to zero.
    """
    if sum(owed):
        raise ValueError(f"balances {list(owed)} do not sum to zero")
    left = list(owed)
    for payer, payee, amount in paid:
        left[payer] += amount
        left[payee] -= amount
    return tuple(left)


def open_fewest(owed: Sequence[int], paid: Iterable[Payment]) -> Plan:
    """The fewest payments that are still to be made after those that were (oldest first).

    A payment of a proven plan, once made, is gone from it and nothing else changes; undone, it is back in its place.
    Raises ValueError where `owed` does not sum to zero.
    """
    plan, left = fewest_payments(owed), tuple(owed)
    for payment in paid:
        left = after(left, [payment])
        plan = _once_made(plan, payment, left)
    return plan


def _once_made(plan: Plan, made: Payment, left: Sequence[int]) -> Plan:
    """The plan goes on as it was wherever the payment belongs to it and nothing shorter has turned up."""
    lines = list(plan.payments)
    at = next((at for at, line in enumerate(lines) if line[:2] == made[:2] and line.amount >= made.amount), None)
    if at is None:
        return fewest_payments(left)
    part = lines[at].amount - made.amount
    lines[at : at + 1] = [made._replace(amount=part)] if part else []
    if plan.proven and not part:
        return Plan(tuple(lines), True)
    # What is left of a payment may make up a group with others that the whole did not.
    again = fewest_payments(left)
    return again if len(again.payments) < len(lines) else Plan(tuple(lines), again.proven)


def open_through(owed: Sequence[int], paid: Iterable[Payment], banker: int) -> Plan:
    """Everybody who still owes pays the banker, he pays everybody who is still owed; the largest amount first.

    Raises ValueError where `owed` does not sum to zero or the banker is none of the people.
    """
    if banker not in range(len(owed)):
        raise ValueError(f"nobody is number {banker}")
    left = after(owed, paid)
    return _largest_first({(who, banker): -amount for who, amount in enumerate(left) if who != banker})


def open_each(flows: Pairs, owed: Sequence[int], paid: Iterable[Payment]) -> Plan:
    """Each pays each what he lost to him (`flows`, before any payment), less what he has paid; largest amount first.

    What the pairs lack of `owed` goes on top with the fewest payments. A pair that paid too much turns round.
    Raises ValueError where `owed` does not sum to zero.
    """
    pairs = dict(flows)
    lost = [Payment(j, i, amount) for (i, j), amount in flows.items()]
    for payer, payee, amount in fewest_payments(after(owed, lost)).payments:
        _owe(pairs, payer, payee, amount)
    for payer, payee, amount in paid:
        _owe(pairs, payee, payer, amount)
    return _largest_first({(j, i): amount for (i, j), amount in pairs.items()})


def _owe(pairs: dict[tuple[int, int], int], payer: int, payee: int, amount: int) -> None:
    pair, signed = ((payee, payer), amount) if payee < payer else ((payer, payee), -amount)
    pairs[pair] = pairs.get(pair, 0) + signed


def _largest_first(pays: Mapping[tuple[int, int], int]) -> Plan:
    """The plan of what one pays the other, or, below zero, is paid by him."""
    lines = [
        Payment(one, other, amount) if amount > 0 else Payment(other, one, -amount)
        for (one, other), amount in pays.items()
        if amount
    ]
    return Plan(tuple(sorted(lines, key=lambda line: (-line.amount, line.payer, line.payee))), proven=not lines)
