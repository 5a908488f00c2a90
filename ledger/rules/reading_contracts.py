"""Reads the contracts of a rules document and the order in which they are bid."""

from dataclasses import replace
from typing import Any

from ledger.rules.cards import SuitScheme
from ledger.rules.deal_facts import TRICKS
from ledger.rules.prices import Flat
from ledger.rules.problems import Problem, Reader, folded_name, is_whole
from ledger.rules.reading_parts import LANGUAGES, POINTS_MOST, inner, list_of, marks, text, wrong_elements
from ledger.rules.reading_shapes import check_rows, price_keys, read_price
from ledger.rules.variant import Contract, Text, Trump

CONTRACT_KEYS = (
    "code name offered target null exact trump joint quotas price overtrick undertrick most_tricks slam_alone"
    " slam_helped boston reconstructed"
).split()
STEP_KEYS = ["contract", "rank"]


def read_contract(
    r: Reader, scheme: SuitScheme | None, codes: set[str], names: set[tuple[str, str]], *, owing: bool, kitty: bool
) -> tuple[Contract, bool]:
    """A contract and whether it is played. `codes` and `names` are those before it; `owing`: with a helper each of the
    two owes his own part, and pays into the kitty where he is short of it."""
    code = r.name("code", 1, 50) or ""
    if code in codes:
        r.fault("code", "duplicate")
    codes |= {code} if code else set()
    name = inner(r, "name", text, LANGUAGES) or {}
    _check_name(r, name, names)
    null = bool(r.switch("null", False))
    trump, target = r.word("trump", list(Trump)), r.integer("target", 0, TRICKS)
    joint = r.integer("joint", target or 0, TRICKS, None)
    quotas = _quotas(r, joint)
    if owing and r.has("joint") and not (kitty and r.has("quotas")):
        r.fault("joint", "not-in-variant", why="needs a kitty and quotas")
    shape = (r.table("price") or {}).get("shape")
    price = inner(r, "price", read_price, price_keys(shape, scheme))
    if shape == "by-rank" and trump == Trump.NONE:
        r.fault("price", "out-of-range", wanted="flat, as nothing is trump")
    exact = bool(r.switch("exact", False))
    most_tricks = r.integer("most_tricks", 1, TRICKS, TRICKS) or TRICKS
    if null and r.has("exact"):
        r.fault("exact", "not-in-variant", why="a null is made with the target or fewer")
    if not null and max(target or 0, joint or 0) > most_tricks:
        r.fault("target", "out-of-range", wanted=f"from 0 to {most_tricks}")
    if shape == "by-tricks" and (null or exact):
        r.fault("price", "out-of-range", wanted="flat, as no trick more or less has another price")
    elif target is not None and not {"price", "target"} & set(r.found):
        check_rows(r, price, target, joint, most_tricks)
    contract = Contract(
        code=code,
        name=name,
        target=target or 0,
        null=null,
        trump=Trump(trump or Trump.NONE),
        joint=joint,
        quotas=quotas,
        price=price or Flat(0),
        overtrick=r.integer("overtrick", 0, POINTS_MOST, 0) or 0,
        most_tricks=most_tricks,
        slam_alone=r.integer("slam_alone", 1, TRICKS, None),
        slam_helped=r.integer("slam_helped", 1, TRICKS, None),
        boston=bool(r.switch("boston", False)),
        reconstructed=marks(r),
        exact=exact,
        undertrick=r.integer("undertrick", 0, POINTS_MOST, 0) or 0,
    )
    return contract, r.switch("offered", True) is not False


def _check_name(r: Reader, name: Text, names: set[tuple[str, str]]) -> None:
    """Players tell contracts apart by their names, in every language."""
    said = {(language, folded_name(words)) for language, words in name.items()}
    if said & names:
        r.fault("name", "duplicate")
    names |= said


def _quotas(r: Reader, joint: int | None) -> tuple[int, int] | None:
    quotas = r.items("quotas", None)
    if quotas is None:
        return None
    r.faults_under("quotas", wrong_elements(quotas, is_whole, "a whole number"))
    whole = [q for q in quotas if is_whole(q)]
    if len(quotas) != 2:
        r.fault("quotas", "out-of-range", wanted="two numbers")
    elif len(whole) == 2 and (min(whole) < 0 or (sum(whole) != joint and (joint is not None or not r.has("joint")))):
        r.fault("quotas", "out-of-range", wanted="two parts of the joint target")
    return (whole[0], whole[1]) if len(whole) == 2 else None


def kitty_winners(every: list[tuple[Contract, bool]], won_from: Any) -> list[tuple[Contract, bool]]:
    """The contracts, of which only those from `won_from` on take the kitty; all, where it names none."""
    lowest = next((n for n, (contract, _) in enumerate(every) if contract.code == won_from), 0)
    return [(replace(contract, wins_kitty=n >= lowest), offered) for n, (contract, offered) in enumerate(every)]


def read_ladder(r: Reader, scheme: SuitScheme | None, codes: list[str]) -> tuple[tuple[str, str | None], ...]:
    """The order of bidding; contracts that it does not name stand above it. Steps of others are left out, so that
    a document may take contracts away from its base."""
    steps = list_of(r, "ladder", lambda x: _step(x, scheme), STEP_KEYS, default=())
    _check_steps(r, steps)
    named = [s for s in steps if s[0] in codes]
    return (*named, *((c, None) for c in codes if c not in {code for code, _ in named}))


def _check_steps(r: Reader, steps: list[tuple[str, str | None]]) -> None:
    """A step that stands there twice, or beside one of the same contract in whatever suit, would have two ranks."""
    twice = [
        Problem((i,), "duplicate")
        for i, (code, rank) in enumerate(steps)
        if any(c == code and (rank is None or other in (None, rank)) for c, other in steps[:i])
    ]
    r.faults_under("ladder", twice)


def _step(r: Reader, scheme: SuitScheme | None) -> tuple[str, str | None]:
    rank = r.word("rank", scheme.ranks, None) if scheme else r.text("rank", None)
    return r.text("contract"), rank
