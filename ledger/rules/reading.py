"""Reads a whole rules document into the dataclasses of `variant`, with every fault at its path."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ledger.rules.cards import SuitScheme
from ledger.rules.prices import ByRank, Flat, PerTrick, Price
from ledger.rules.problems import Problem, Reader
from ledger.rules.variant import (
    Contract,
    FirstDealer,
    Kitty,
    Length,
    LoneLoss,
    Option,
    Payment,
    Revoke,
    Seating,
    Settling,
    Text,
    Trump,
    Turn,
    Variant,
)

T = TypeVar("T")
Plain = Mapping[str, Any]

SCHEMA = 1
POINTS_MOST = 1_000_000
TEXT_MOST = 2000
LANGUAGES = ("en", "ru", "de", "fr")
STEPS = {"clockwise": 1, "counter-clockwise": -1}
VARIANT_KEYS = (
    "schema code based_on name short summary dealing notes sources reconstructed payment settling seating turn suits"
    " length kitty boston revoke slam contracts ladder options"
).split()


def read_options(plain: Plain) -> tuple[Option, ...] | list[Problem]:
    """The options of a document in its order, or their faults with paths from the document."""
    reader = Reader({"options": plain.get("options")}, ["options"])
    found = _list_of(reader, "options", _option, default=())
    keys = {o.key for o in found if o}
    for i, option in enumerate(found):
        if option and option.follows and option.follows not in keys:
            reader.faults_under("options", [Problem((i, "follows"), "out-of-range", {"wanted": "another option"})])
    return reader.problems() or tuple(found)


def read_variant(plain: Plain, options: tuple[Option, ...]) -> Variant | list[Problem]:
    """A document whose options are filled in, as a `Variant`, or all its faults."""
    r = Reader(plain, VARIANT_KEYS)
    r.integer("schema", SCHEMA, SCHEMA)
    if r.has("based_on"):
        r.fault("based_on", "unknown-rules", known="")
    payment = r.word("payment", list(Payment))
    scheme_and_names = _inner(r, "suits", _suits)
    scheme, names = scheme_and_names or (None, {})
    every = _list_of(r, "contracts", lambda x: _contract(x, scheme))
    contracts = tuple(c for c, offered in every if offered)
    _check_contracts(r, contracts, payment)
    codes = [c.code for c in contracts]
    ladder = tuple(s for s in _list_of(r, "ladder", _step, default=()) if s and s[0] in codes)
    fields = {
        "code": r.name("code", 1, 50),
        "name": _inner(r, "name", _text),
        "short": _inner(r, "short", _text),
        "summary": _inner(r, "summary", _text),
        "dealing": tuple(_list_of(r, "dealing", _text, default=())),
        "notes": tuple(_list_of(r, "notes", _note, default=())),
        "sources": tuple(_list_of(r, "sources", _text, default=())),
        "seating": _inner(r, "seating", _seating),
        "turn": _inner(r, "turn", _turn),
        "settling": Settling(r.word("settling", list(Settling)) or "balances"),
        "slam_factor": _inner(r, "slam", lambda x: x.integer("factor", 1, 10), ["factor"], optional=True) or 1,
        "kitty": _inner(r, "kitty", _kitty, optional=True),
        "boston": _inner(r, "boston", lambda x: x.integer("points", 1, POINTS_MOST), ["points"], optional=True),
        "revoke": _inner(r, "revoke", _revoke, optional=True),
        "length": _inner(r, "length", _length),
        "reconstructed": _marks(r),
    }
    if r.problems():
        return r.problems()
    return Variant(
        **fields,
        payment=Payment(payment),
        suits=scheme or SuitScheme.EQUAL,
        ranks=names,
        contracts=contracts,
        withheld=frozenset(c.code for c, offered in every if not offered),
        ladder=ladder or tuple((c.code, None) for c in contracts),
        options=options,
    )


def _check_contracts(r: Reader, contracts: tuple[Contract, ...], payment: str | None) -> None:
    """Faults between the parts: a code twice, no contract, a helper or a kitty the payment has no rule for."""
    if not contracts and "contracts" not in r.found:
        r.fault("contracts", "out-of-range", wanted="at least one contract")
    codes = [c.code for c in contracts]
    for i, c in enumerate(contracts):
        if c.code in codes[:i]:
            r.faults_under("contracts", [Problem((i, "code"), "duplicate")])
        if payment == Payment.OPPONENTS and c.joint is not None and not (r.has("kitty") and c.quotas):
            r.faults_under("contracts", [Problem((i, "joint"), "not-in-variant", {"why": "needs a kitty and quotas"})])
    if payment == Payment.ACCOUNT and r.has("kitty"):
        r.fault("kitty", "not-in-variant", why="a score-only sheet has no kitty")
    if r.has("revoke") and not r.has("kitty"):
        r.fault("revoke", "not-in-variant", why="its fines go into the kitty")


def _inner(
    r: Reader, key: str, read: Callable[[Reader], T], known: list[str] | None = None, *, optional: bool = False
) -> T | None:
    """The object behind a key, read by `read`, which names the keys it knows in its `known` list."""
    plain = r.table(key, None) if optional else r.table(key)
    if plain is None:
        return None
    inner = Reader(plain, known if known is not None else _KNOWN[read])
    value = read(inner)
    r.faults_under(key, inner.problems())
    return None if inner.problems() else value


def _list_of(r: Reader, key: str, read: Callable[[Reader], T], default: Any = ...) -> list[T]:
    """The list of objects behind a key; elements with faults are left out and reported."""
    plain = r.items(key) if default is ... else r.items(key, default)
    found: list[T] = []
    problems: list[Problem] = []
    for i, element in enumerate(plain or ()):
        if not isinstance(element, Mapping):
            problems.append(Problem((i,), "wrong-type", {"wanted": "an object"}))
            continue
        inner = Reader(element, _KNOWN_IN_LIST[key])
        value = read(inner)
        problems += [p.under(i) for p in inner.problems()]
        if not inner.problems():
            found.append(value)
    r.faults_under(key, problems)
    return found


def _marks(r: Reader) -> frozenset[str]:
    """The keys of an object whose figures are our own reconstruction."""
    marks = r.items("reconstructed", ()) or ()
    if any(not isinstance(m, str) for m in marks):
        r.fault("reconstructed", "wrong-type", wanted="a list of keys")
        return frozenset()
    return frozenset(marks)


def _text(r: Reader) -> Text:
    for language in LANGUAGES:
        words = r.text(language) if language == "en" else r.text(language, None)
        if words is not None and len(words) > TEXT_MOST:
            r.fault(language, "out-of-range", wanted=f"at most {TEXT_MOST} characters")
    return {k: v for k, v in r.plain.items() if k in LANGUAGES}


def _note(r: Reader) -> tuple[Text, bool]:
    return _text(r), bool(r.switch("reconstructed", False))


def _suits(r: Reader) -> tuple[SuitScheme, Mapping[str, Text]] | None:
    scheme = r.word("scheme", list(SuitScheme))
    if scheme is None:
        return None
    ranks = SuitScheme(scheme).ranks
    names = r.table("names")
    inner = Reader(names or {}, ranks)
    read = {rank: _inner(inner, rank, _text) for rank in ranks}
    r.faults_under("names", inner.problems())
    return SuitScheme(scheme), {rank: text or {} for rank, text in read.items()}


def _seating(r: Reader) -> Seating:
    least, most = r.integer("least", 4, 6), r.integer("most", 4, 6)
    if least and most and most < least:
        r.fault("most", "out-of-range", wanted=f"from {least} to 6")
    step = STEPS.get(r.word("direction", STEPS) or "", 1)
    _marks(r)
    return Seating(least, most, step, bool(r.switch("by_lot", False)))


def _turn(r: Reader) -> Turn:
    first, passed = r.word("first_dealer", list(FirstDealer)), r.word("passed", ("next", "same"))
    counts, fault = r.switch("passed_counts"), r.switch("fault", False)
    _marks(r)
    return Turn(FirstDealer(first or "lot"), passed == "same", bool(counts), bool(fault))


def _length(r: Reader) -> Length:
    shape = r.word("shape", ("tours", "deals"))
    if shape == "deals":
        for key in ("single", "double", "factor"):
            if r.has(key):
                r.fault(key, "not-in-variant", why="the length is counted in deals")
        return Length(0, 0, 1, r.integer("deals", 1, 1000), bool(r.switch("fixed", False)), _marks(r))
    for key in ("deals", "fixed"):
        if r.has(key):
            r.fault(key, "not-in-variant", why="the length is counted in tours")
    tours = r.integer("single", 0, 99), r.integer("double", 0, 99)
    return Length(*tours, r.integer("factor", 1, 10), None, True, _marks(r))


def _kitty(r: Reader) -> Kitty:
    return Kitty(
        ante=r.integer("ante", 0, POINTS_MOST),
        dealer_ante=r.integer("dealer_ante", 0, POINTS_MOST),
        consolation=r.integer("consolation", 0, POINTS_MOST),
        lone_loss=LoneLoss(r.word("lone_loss", list(LoneLoss)) or "stays"),
        chips=r.integer("chips", 0, POINTS_MOST),
        reconstructed=_marks(r),
    )


def _revoke(r: Reader) -> Revoke:
    return Revoke(
        fine=r.integer("fine", 0, POINTS_MOST),
        joint_kitty=r.integer("joint_kitty", 0, POINTS_MOST),
        lone_kitty=r.integer("lone_kitty", 0, POINTS_MOST),
        reconstructed=_marks(r),
    )


def _price(r: Reader) -> Price:
    shape = r.word("shape", ("flat", "per-trick", "by-rank"))
    if shape in ("flat", "per-trick"):
        points = r.integer("points", 0, POINTS_MOST) or 0
        return Flat(points) if shape == "flat" else PerTrick(points)
    return ByRank({k: r.integer(k, 0, POINTS_MOST) or 0 for k in r.known if k != "shape"})


def _contract(r: Reader, scheme: SuitScheme | None) -> tuple[Contract, bool]:
    null = bool(r.switch("null", False))
    trump, target = r.word("trump", list(Trump)), r.integer("target", 0, 13)
    joint = r.integer("joint", target or 0, 13, None)
    shape = (r.table("price") or {}).get("shape")
    ranks = list(scheme.ranks) if scheme else []
    price = _inner(r, "price", _price, ["shape", *(ranks if shape == "by-rank" else ["points"])])
    if shape == "by-rank" and trump == Trump.NONE:
        r.fault("price", "out-of-range", wanted="flat, as nothing is trump")
    contract = Contract(
        code=r.name("code", 1, 50) or "",
        name=_inner(r, "name", _text) or {},
        target=target or 0,
        null=null,
        trump=Trump(trump or Trump.NONE),
        joint=joint,
        quotas=_quotas(r, joint),
        price=price or Flat(0),
        overtrick=r.integer("overtrick", 0, POINTS_MOST, 0) or 0,
        most_tricks=r.integer("most_tricks", 1, 13, 13) or 13,
        slam_alone=r.integer("slam_alone", 1, 13, None),
        slam_helped=r.integer("slam_helped", 1, 13, None),
        boston=bool(r.switch("boston", False)),
        reconstructed=_marks(r),
    )
    return contract, bool(r.switch("offered", True))


def _quotas(r: Reader, joint: int | None) -> tuple[int, int] | None:
    quotas = r.items("quotas", None)
    if quotas is None:
        return None
    if len(quotas) != 2 or any(type(q) is not int for q in quotas):
        r.fault("quotas", "wrong-type", wanted="two whole numbers")
    elif sum(quotas) != joint or min(quotas) < 0:
        r.fault("quotas", "out-of-range", wanted=f"two parts of the joint target {joint}")
    return tuple(quotas[:2]) if len(quotas) == 2 else None


def _step(r: Reader) -> tuple[str, str | None]:
    return r.text("contract"), r.text("rank", None)


def _option(r: Reader) -> Option:
    kind = r.word("kind", ("integer", "word", "switch"))
    words = dict(_list_of(r, "words", _word, default=()))
    least, most = r.integer("least", 0, POINTS_MOST, 0), r.integer("most", 0, POINTS_MOST, POINTS_MOST)
    default: Any = None
    if kind == "integer":
        default = r.integer("default", least or 0, most or POINTS_MOST)
    elif kind == "word":
        default = r.word("default", words)
    elif kind == "switch":
        default = r.switch("default")
    return Option(
        key=r.name("key", 1, 50) or "",
        kind=kind or "integer",
        default=default,
        follows=r.text("follows", None),
        least=least or 0,
        most=most or 0,
        words=words,
        name=_inner(r, "name", _text) or {},
        reconstructed=bool(r.switch("reconstructed", False)),
    )


def _word(r: Reader) -> tuple[str, Text]:
    return r.name("value", 1, 50) or "", _text(r)


_KNOWN: Mapping[Callable[[Reader], Any], list[str]] = {
    _text: list(LANGUAGES),
    _suits: ["scheme", "names"],
    _seating: ["least", "most", "direction", "by_lot", "reconstructed"],
    _turn: ["first_dealer", "passed", "passed_counts", "fault", "reconstructed"],
    _length: ["shape", "single", "double", "factor", "deals", "fixed", "reconstructed"],
    _kitty: ["ante", "dealer_ante", "consolation", "lone_loss", "chips", "reconstructed"],
    _revoke: ["fine", "joint_kitty", "lone_kitty", "reconstructed"],
}
_KNOWN_IN_LIST: Mapping[str, list[str]] = {
    "dealing": list(LANGUAGES),
    "sources": list(LANGUAGES),
    "notes": [*LANGUAGES, "reconstructed"],
    "ladder": ["contract", "rank"],
    "words": ["value", *LANGUAGES],
    "options": "key kind default follows least most words name reconstructed".split(),
    "contracts": (
        "code name offered target null trump joint quotas price overtrick most_tricks slam_alone slam_helped"
        " boston reconstructed"
    ).split(),
}
