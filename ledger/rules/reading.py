"""Reads a whole rules document into the dataclasses of `variant`, with every fault at its path."""

from collections.abc import Collection, Mapping
from typing import Any

from ledger.rules.cards import SuitScheme
from ledger.rules.kitty_shapes import Kitty, LoneLoss
from ledger.rules.options import Option
from ledger.rules.problems import UNJUDGED, Problem, Reader
from ledger.rules.reading_contracts import CONTRACT_KEYS, kitty_winners, read_contract, read_ladder
from ledger.rules.reading_parts import LANGUAGES, NOTE_KEYS, POINTS_MOST, inner, list_of, marks, note, own_places, text
from ledger.rules.reading_shapes import PASSED_KEYS, check_passed, read_passed
from ledger.rules.reading_table import (
    KITTY_KEYS,
    LENGTH_KEYS,
    REVOKE_KEYS,
    SEATING_KEYS,
    SUITS_KEYS,
    TURN_KEYS,
    read_kitty,
    read_length,
    read_revoke,
    read_seating,
    read_suits,
    read_turn,
)
from ledger.rules.variant import Contract, HelpedFailure, Payment, Settling, Variant

SCHEMA = 1
VERSION_MOST = 2**31 - 1
"""What a column of a database takes."""
VARIANT_KEYS = (
    "schema code version based_on name short summary dealing notes sources reconstructed payment settling seating turn"
    " suits length kitty boston revoke slam helped_failure passed contracts ladder options copied_from own"
).split()


def read_variant(
    plain: Mapping[str, Any], options: tuple[Option, ...], option_faults: list[Problem], bases: Collection[str]
) -> Variant | list[Problem]:
    """A document whose options are filled in, as a `Variant`, or all its faults, those of its options among them.

    `bases` are the codes that `based_on` may name.
    """
    r = Reader(plain, VARIANT_KEYS)
    r.integer("schema", SCHEMA, SCHEMA)
    if r.text("based_on", None) is not None:  # a base that is known was filled in before
        r.fault("based_on", "unknown-rules", known=", ".join(bases))
    if option_faults:
        r.found["options"] = option_faults
    payment = r.word("payment", list(Payment))
    scheme_and_names = inner(r, "suits", read_suits, SUITS_KEYS)
    scheme, names = scheme_and_names or (None, {})
    codes: set[str] = set()
    helped_failure = HelpedFailure(r.word("helped_failure", list(HelpedFailure), None) or "quotas")
    owing = payment == Payment.OPPONENTS and helped_failure is HelpedFailure.QUOTAS
    names_before: set[tuple[str, str]] = set()
    every = list_of(
        r,
        "contracts",
        lambda x: read_contract(x, scheme, codes, names_before, owing=owing, kitty=r.has("kitty")),
        CONTRACT_KEYS,
    )
    kitty = inner(r, "kitty", lambda x: read_kitty(x, codes), KITTY_KEYS, optional=True)
    every = kitty_winners(every, (r.table("kitty", None) or {}).get("won_from"))
    contracts = tuple(c for c, offered in every if offered)
    settling = r.word("settling", list(Settling))
    _check_parts(r, contracts, payment, settling)
    fields = {
        "code": r.name("code", 1, 50),
        "version": r.integer("version", 1, VERSION_MOST, None),
        "name": inner(r, "name", text, LANGUAGES),
        "short": inner(r, "short", text, LANGUAGES),
        "summary": inner(r, "summary", text, LANGUAGES),
        "dealing": tuple(list_of(r, "dealing", text, LANGUAGES, default=())),
        "notes": tuple(list_of(r, "notes", note, NOTE_KEYS, default=())),
        "sources": tuple(list_of(r, "sources", text, LANGUAGES, default=())),
        "seating": inner(r, "seating", read_seating, SEATING_KEYS),
        "turn": inner(r, "turn", read_turn, TURN_KEYS),
        "settling": Settling(settling or "balances"),
        "slam_factor": inner(r, "slam", lambda x: x.integer("factor", 1, 10), ["factor"], optional=True) or 1,
        "kitty": _fed(r, kitty, contracts, owing=owing),
        "boston": inner(r, "boston", lambda x: x.integer("points", 1, POINTS_MOST), ["points"], optional=True),
        "revoke": inner(r, "revoke", read_revoke, REVOKE_KEYS, optional=True),
        "passed": inner(r, "passed", read_passed, PASSED_KEYS, optional=True),
        "length": inner(r, "length", read_length, LENGTH_KEYS),
        "ladder": read_ladder(r, scheme, [c.code for c in contracts]),
        "reconstructed": marks(r),
        "own": own_places(r),
        "copied_from": inner(r, "copied_from", text, LANGUAGES, optional=True),
    }
    if r.problems():
        # What is missing can't be known while the base it might come from is not.
        return [p for p in r.problems() if not (r.has("based_on") and p.code == "missing" and len(p.path) == 1)]
    return Variant(
        **fields,
        payment=Payment(payment),
        helped_failure=helped_failure,
        suits=scheme or SuitScheme.EQUAL,
        ranks=names,
        contracts=contracts,
        withheld=frozenset(c.code for c, offered in every if not offered),
        options=options,
    )


def _check_parts(r: Reader, contracts: tuple[Contract, ...], payment: str | None, settling: str | None) -> None:
    """Faults between the parts: no contract, a settling, kitty or boston that does not go with the payment, fines
    without a kitty."""
    if not contracts and r.plain.get("contracts") is not UNJUDGED:
        r.fault("contracts", "out-of-range", wanted="at least one contract")
    if payment and settling and (payment == Payment.ACCOUNT) != (settling == Settling.PAIRWISE):
        r.fault("settling", "not-in-variant", why="account goes with pairwise, opponents with balances")
    if payment == Payment.ACCOUNT:
        for key in ("kitty", "boston"):
            if r.has(key):
                r.fault(key, "not-in-variant", why="on a score-only sheet nothing goes from player to player")
    if r.has("revoke") and not r.has("kitty"):
        r.fault("revoke", "not-in-variant", why="its fines go into the kitty")
    check_passed(r, payment)


def _fed(r: Reader, kitty: Kitty | None, contracts: tuple[Contract, ...], *, owing: bool) -> Kitty | None:
    """The kitty; a fault where it could be won but nothing would ever be put in."""
    by_failures = kitty and (kitty.lone_loss is LoneLoss.MATCHED or (owing and any(c.quotas for c in contracts)))
    if kitty and not (kitty.ante or kitty.dealer_ante or by_failures):
        r.faults_under("kitty", [Problem(("ante",), "out-of-range", {"wanted": "above 0, as nothing else feeds it"})])
    return kitty
