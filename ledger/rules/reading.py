"""Reads a whole rules document into the dataclasses of `variant`, with every fault at its path."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from ledger.rules.cards import SuitScheme
from ledger.rules.prices import Flat
from ledger.rules.problems import UNJUDGED, Problem, Reader, clean_name, folded_name, is_text, is_whole
from ledger.rules.reading_shapes import (
    PASSED_KEYS,
    POINTS_MOST,
    check_passed,
    check_rows,
    price_keys,
    read_order,
    read_passed,
    read_price,
)
from ledger.rules.variant import (
    Contract,
    Feeding,
    FirstDealer,
    HelpedFailure,
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
TEXT_MOST = 2000
VERSION_MOST = 2**31 - 1
"""What a column of a database takes."""
LANGUAGES = ("en", "ru", "de", "fr")
STEPS = {"clockwise": 1, "counter-clockwise": -1}
VARIANT_KEYS = (
    "schema code version based_on name short summary dealing notes sources reconstructed payment settling seating turn"
    " suits length kitty boston revoke slam helped_failure passed contracts ladder options"
).split()


def read_options(plain: Plain) -> tuple[tuple[Option, ...], list[Problem]]:
    """The options of a document that are without fault, in its order, and the faults with paths from the document."""
    reader = Reader({"options": plain.get("options")}, ["options"])
    kinds = _kinds(plain.get("options"))
    keys: set[str] = set()
    found = _list_of(reader, "options", lambda r: _option(r, kinds, keys), default=())
    return tuple(found), reader.problems()


def _kinds(options: Any) -> dict[str, Any]:
    """The kind of each option, faulty or not, as it stands: what `follows` may name."""
    stands = [o for o in options if isinstance(o, Mapping)] if isinstance(options, list) else []
    return {clean_name(o["key"]): o.get("kind") for o in stands if is_text(o.get("key"))}


def read_variant(
    plain: Plain, options: tuple[Option, ...], option_faults: list[Problem], bases: Collection[str]
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
    scheme_and_names = _inner(r, "suits", _suits)
    scheme, names = scheme_and_names or (None, {})
    codes: set[str] = set()
    helped_failure = HelpedFailure(r.word("helped_failure", list(HelpedFailure), None) or "quotas")
    owing = payment == Payment.OPPONENTS and helped_failure is HelpedFailure.QUOTAS
    names_before: set[tuple[str, str]] = set()
    every = _list_of(
        r, "contracts", lambda x: _contract(x, scheme, codes, names_before, owing=owing, kitty=r.has("kitty"))
    )
    kitty = _inner(r, "kitty", lambda x: _kitty(x, codes), _KNOWN[_kitty], optional=True)
    every = _kitty_winners(every, (r.table("kitty", None) or {}).get("won_from"))
    contracts = tuple(c for c, offered in every if offered)
    settling = r.word("settling", list(Settling))
    _check_parts(r, contracts, payment, settling)
    fields = {
        "code": r.name("code", 1, 50),
        "version": r.integer("version", 1, VERSION_MOST, None),
        "name": _inner(r, "name", _text),
        "short": _inner(r, "short", _text),
        "summary": _inner(r, "summary", _text),
        "dealing": tuple(_list_of(r, "dealing", _text, default=())),
        "notes": tuple(_list_of(r, "notes", _note, default=())),
        "sources": tuple(_list_of(r, "sources", _text, default=())),
        "seating": _inner(r, "seating", _seating),
        "turn": _inner(r, "turn", _turn),
        "settling": Settling(settling or "balances"),
        "slam_factor": _inner(r, "slam", lambda x: x.integer("factor", 1, 10), ["factor"], optional=True) or 1,
        "kitty": _fed(r, kitty, contracts, owing=owing),
        "boston": _inner(r, "boston", lambda x: x.integer("points", 1, POINTS_MOST), ["points"], optional=True),
        "revoke": _inner(r, "revoke", _revoke, optional=True),
        "passed": _inner(r, "passed", read_passed, PASSED_KEYS, optional=True),
        "length": _inner(r, "length", _length),
        "ladder": _ladder(r, scheme, [c.code for c in contracts]),
        "reconstructed": _marks(r),
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


def _ladder(r: Reader, scheme: SuitScheme | None, codes: list[str]) -> tuple[tuple[str, str | None], ...]:
    """The order of bidding; contracts that it does not name stand above it. Steps of others are left out, so that
    a document may take contracts away from its base."""
    steps = _list_of(r, "ladder", lambda x: _step(x, scheme), default=())
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
        if element is UNJUDGED:
            continue
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
    r.faults_under("reconstructed", _wrong_elements(marks, is_text, "a text"))
    return frozenset(m for m in marks if is_text(m))


def _wrong_elements(elements: Iterable[Any], right: Callable[[object], bool], wanted: str) -> list[Problem]:
    return [
        Problem((i,), "wrong-type", {"wanted": wanted})
        for i, element in enumerate(elements)
        if not right(element) and element is not UNJUDGED
    ]


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
    if scheme == SuitScheme.FIXED:
        ranks = read_order(r) or ranks
    elif r.has("order"):
        r.fault("order", "not-in-variant", why="only a fixed order is set")
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
    if shape is None:
        return Length(0, 0, 1, None, True, _marks(r))
    for key in ("deals", "fixed"):
        if r.has(key):
            r.fault(key, "not-in-variant", why="the length is counted in tours")
    tours = r.integer("single", 0, 99), r.integer("double", 0, 99)
    return Length(*tours, r.integer("factor", 1, 10), None, True, _marks(r))


def _kitty(r: Reader, codes: Collection[str]) -> Kitty:
    """The kitty. `codes` are those of the contracts, for `won_from`."""
    if r.text("won_from", None) not in (None, *codes):
        r.fault("won_from", "out-of-range", wanted="the code of a contract")
    return Kitty(
        ante=r.integer("ante", 0, POINTS_MOST),
        dealer_ante=r.integer("dealer_ante", 0, POINTS_MOST),
        consolation=r.integer("consolation", 0, POINTS_MOST, 0) or 0,
        lone_loss=LoneLoss(r.word("lone_loss", list(LoneLoss)) or "stays"),
        chips=r.integer("chips", 0, POINTS_MOST),
        reconstructed=_marks(r),
        fed=Feeding(r.word("fed", list(Feeding), None) or "every-deal"),
        sitters_ante=bool(r.switch("sitters_ante", False)),
        most=r.integer("most", 0, POINTS_MOST, None),
        last_to_opponents=bool(r.switch("last_to_opponents", False)),
    )


def _kitty_winners(every: list[tuple[Contract, bool]], won_from: Any) -> list[tuple[Contract, bool]]:
    """The contracts, of which only those from `won_from` on take the kitty; all, where it names none."""
    lowest = next((n for n, (contract, _) in enumerate(every) if contract.code == won_from), 0)
    return [(replace(contract, wins_kitty=n >= lowest), offered) for n, (contract, offered) in enumerate(every)]


def _revoke(r: Reader) -> Revoke:
    return Revoke(
        fine=r.integer("fine", 0, POINTS_MOST),
        joint_kitty=r.integer("joint_kitty", 0, POINTS_MOST),
        lone_kitty=r.integer("lone_kitty", 0, POINTS_MOST),
        reconstructed=_marks(r),
    )


def _contract(
    r: Reader, scheme: SuitScheme | None, codes: set[str], names: set[tuple[str, str]], *, owing: bool, kitty: bool
) -> tuple[Contract, bool]:
    """A contract and whether it is played. `codes` and `names` are those before it; `owing`: with a helper each of the
    two owes his own part, and pays into the kitty where he is short of it."""
    code = r.name("code", 1, 50) or ""
    if code in codes:
        r.fault("code", "duplicate")
    codes |= {code} if code else set()
    name = _inner(r, "name", _text) or {}
    _check_name(r, name, names)
    null = bool(r.switch("null", False))
    trump, target = r.word("trump", list(Trump)), r.integer("target", 0, 13)
    joint = r.integer("joint", target or 0, 13, None)
    quotas = _quotas(r, joint)
    if owing and r.has("joint") and not (kitty and r.has("quotas")):
        r.fault("joint", "not-in-variant", why="needs a kitty and quotas")
    shape = (r.table("price") or {}).get("shape")
    price = _inner(r, "price", read_price, price_keys(shape, scheme))
    if shape == "by-rank" and trump == Trump.NONE:
        r.fault("price", "out-of-range", wanted="flat, as nothing is trump")
    exact, most_tricks = bool(r.switch("exact", False)), r.integer("most_tricks", 1, 13, 13) or 13
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
        slam_alone=r.integer("slam_alone", 1, 13, None),
        slam_helped=r.integer("slam_helped", 1, 13, None),
        boston=bool(r.switch("boston", False)),
        reconstructed=_marks(r),
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
    r.faults_under("quotas", _wrong_elements(quotas, is_whole, "a whole number"))
    whole = [q for q in quotas if is_whole(q)]
    if len(quotas) != 2:
        r.fault("quotas", "out-of-range", wanted="two numbers")
    elif len(whole) == 2 and (min(whole) < 0 or (sum(whole) != joint and (joint is not None or not r.has("joint")))):
        r.fault("quotas", "out-of-range", wanted="two parts of the joint target")
    return (whole[0], whole[1]) if len(whole) == 2 else None


def _step(r: Reader, scheme: SuitScheme | None) -> tuple[str, str | None]:
    rank = r.word("rank", scheme.ranks, None) if scheme else r.text("rank", None)
    return r.text("contract"), rank


def _option(r: Reader, kinds: Mapping[str, Any], keys: set[str]) -> Option:
    """An option. `kinds` are those of all options, for `follows`; `keys` are the keys before it."""
    key = r.name("key", 1, 50) or ""
    if key in keys:
        r.fault("key", "duplicate")
    keys |= {key} if key else set()
    kind = r.word("kind", ("integer", "word", "switch"))
    words = dict(_list_of(r, "words", _word, default=()))
    least, most = r.integer("least", 0, POINTS_MOST, 0), r.integer("most", 0, POINTS_MOST, POINTS_MOST)
    follows = r.text("follows", None)
    if follows is not None and (follows == key or follows not in kinds or (kind and kinds[follows] != kind)):
        r.fault("follows", "out-of-range", wanted="another option of the same kind")
    default: Any = None
    if kind == "integer":
        default = r.integer("default", least or 0, POINTS_MOST if most is None else most)
    elif kind == "word":
        default = r.text("default") if "words" in r.found else r.word("default", words)
    elif kind == "switch":
        default = r.switch("default")
    return Option(
        key=key,
        kind=kind or "integer",
        default=default,
        follows=follows,
        least=least or 0,
        most=most or 0,
        words=words,
        name=_inner(r, "name", _text) or {},
        reconstructed=bool(r.switch("reconstructed", False)),
    )


def _word(r: Reader) -> tuple[str, Text]:
    return r.name("value", 1, 50) or "", _text(r)


_KNOWN: Mapping[Callable[..., Any], list[str]] = {
    _text: list(LANGUAGES),
    _suits: ["scheme", "order", "names"],
    _seating: ["least", "most", "direction", "by_lot", "reconstructed"],
    _turn: ["first_dealer", "passed", "passed_counts", "fault", "reconstructed"],
    _length: ["shape", "single", "double", "factor", "deals", "fixed", "reconstructed"],
    _kitty: (
        "ante dealer_ante fed sitters_ante won_from consolation lone_loss most last_to_opponents chips reconstructed"
    ).split(),
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
        "code name offered target null exact trump joint quotas price overtrick undertrick most_tricks slam_alone"
        " slam_helped"
        " boston reconstructed"
    ).split(),
}
