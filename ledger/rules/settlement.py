"""Settling an evening: points to money at the stake, and the fewest payments that bring everybody to zero."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ledger.rules.currencies import MINOR_UNITS
from ledger.rules.zero_groups import zero_groups

AMOUNT_DIGITS = 4  # decimals of a stake's amount

_AMOUNT = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,4}))?")

_Side = list[tuple[int, int]]  # (minus the amount, person): sorted, the largest comes first and ties by person


@dataclass(frozen=True, slots=True)
class Stake:
    """Money per point: `points` points (1 or more) are worth `amount` ten-thousandths of the currency's main unit."""

    points: int
    amount: int
    currency: str

    @property
    def rate(self) -> tuple[int, int]:
        """Minor units and the points they are for: a fraction, not reduced."""
        return self.amount * 10 ** MINOR_UNITS[self.currency], self.points * 10**AMOUNT_DIGITS


class Payment(NamedTuple):
    """One person pays another `amount` (above zero), in the unit of the balances; people are positions there."""

    payer: int
    payee: int
    amount: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Payments that bring every balance to zero; `proven` when it is certain that fewer cannot do it.

    A proven plan without one of its payments is a fewest plan for what is left once that payment has been made.
    """

    payments: tuple[Payment, ...]
    proven: bool


def parse_amount(text: str) -> int | None:
    """A stake's amount, "digits" or "digits.digits" (up to 9 and 4), in ten-thousandths; None if malformed."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        return None
    whole, decimals = match.groups("")
    return int(whole + decimals.ljust(AMOUNT_DIGITS, "0"))


def minor_shares(net: Sequence[int], kitty_change: int, stake: Stake) -> tuple[tuple[int, ...], int]:
    """Minor units of each seat and of the kitty for their points; together exactly zero.

    Shares are floored; missing units go one each to the largest fractions, ties to the earlier seat, the kitty last.
    Raises ValueError where the points do not sum to zero.
    """
    points = [*net, kitty_change]
    if sum(points):
        raise ValueError(f"net {list(net)} and the kitty's change {kitty_change} do not sum to zero")
    price, per = stake.rate
    shares = [point * price // per for point in points]
    missing = -sum(shares)
    if missing:
        by_fraction = sorted(range(len(points)), key=lambda who: -(points[who] * price % per))
        for who in by_fraction[:missing]:
            shares[who] += 1
    kitty = shares.pop()
    return tuple(shares), kitty


def worth(points: int, stake: Stake) -> int:
    """Minor units that points are worth, the fraction cut down: what lies in a kitty when an evening opens."""
    price, per = stake.rate
    return points * price // per


def format_minor(minor: int, currency: str) -> str:
    """Minor units as an amount of the main unit with the currency's decimals and an ASCII minus: "-0.90", "-33"."""
    digits = MINOR_UNITS[currency]
    if not digits:
        return str(minor)
    text = str(abs(minor)).rjust(digits + 1, "0")
    return f"{'-' if minor < 0 else ''}{text[:-digits]}.{text[-digits:]}"


def fewest_payments(balances: Sequence[int]) -> Plan:
    """The fewest payments that bring all balances (above zero receives) to zero; never more than people less one.

    Who pays whom depends on the balances alone, not on the order of people; only equal balances go by position.
    Raises ValueError where the balances do not sum to zero.
    """
    if sum(balances):
        raise ValueError(f"balances {list(balances)} do not sum to zero")
    creditors = sorted([(-balance, who) for who, balance in enumerate(balances) if balance > 0])
    debtors = sorted([(balance, who) for who, balance in enumerate(balances) if balance < 0])
    payments: list[Payment] = []
    if not {owed for owed, _ in creditors}.isdisjoint([owing for owing, _ in debtors]):
        creditors, debtors = _pay_equals(creditors, debtors, payments)
    values = [-amount for amount, _ in creditors] + [amount for amount, _ in debtors]
    groups, proven = zero_groups(values)
    if len(groups) == 1:
        _pay_along(creditors, debtors, payments)
        return Plan(tuple(payments), proven)
    border = len(creditors)
    for group in groups:
        owed = [creditors[at] for at in group if at < border]
        owing = [debtors[at - border] for at in group if at >= border]
        _pay_along(owed, owing, payments)
    return Plan(tuple(payments), proven)


def _pay_equals(creditors: _Side, debtors: _Side, payments: list[Payment]) -> tuple[_Side, _Side]:
    """Pay every debt that equals a credit (some fewest plan always does); return who is left."""
    owed, owing = creditors[::-1], debtors[::-1]
    rest: tuple[_Side, _Side] = [], []
    while owed and owing:
        if owed[-1][0] == owing[-1][0]:
            amount, payee = owed.pop()
            payments.append(Payment(owing.pop()[1], payee, -amount))
        elif owed[-1][0] < owing[-1][0]:
            rest[0].append(owed.pop())
        else:
            rest[1].append(owing.pop())
    return rest[0] + owed[::-1], rest[1] + owing[::-1]


def _pay_along(creditors: _Side, debtors: _Side, payments: list[Payment]) -> None:
    """Settle one group: lay credits and debts end to end, the largest first, and pay where they overlap."""
    owing = 0
    payer = -1
    remaining = iter(debtors)
    for owed, payee in creditors:
        while owed:
            if not owing:
                owing, payer = next(remaining)
            part = max(owed, owing)
            payments.append(Payment(payer, payee, -part))
            owed -= part
            owing -= part
