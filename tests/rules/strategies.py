"""Hypothesis strategies for sheets that are right: every built-in variant, 4 to 6 players, options, marks, misdeals."""

from typing import Any

from hypothesis import strategies as st

from ledger.rules.cards import SuitScheme
from ledger.rules.document import built_in, built_in_variant
from ledger.rules.facts import SUITS
from ledger.rules.seating import playing
from ledger.rules.situation import Situation
from ledger.rules.table import open_table
from ledger.rules.variant import Contract, Trump, Variant

CODES = tuple(sorted(built_in()))
suits = st.sampled_from(SUITS)
Plain = dict[str, Any]

names = st.lists(
    st.text(st.characters(exclude_categories=("Cs", "Cc", "Z")), min_size=1, max_size=12),
    min_size=6,
    max_size=6,
    unique_by=lambda name: name.casefold(),
)
NAMES = ["Anna", "Boris", "Vera", "Gleb", "Dina", "Eva"]


@st.composite
def options(draw: st.DrawFn, code: str) -> Plain:
    """Some of what a variant lets a table agree."""
    chosen: Plain = {}
    for option in built_in_variant(code).options:
        if draw(st.booleans()):
            chosen[option.key] = draw(
                {
                    "integer": st.integers(option.least, min(option.most, option.least + 12)),
                    "word": st.sampled_from(sorted(option.words)),
                    "switch": st.booleans(),
                }[option.kind]
            )
    return chosen


@st.composite
def sheets(
    draw: st.DrawFn, codes: tuple[str, ...] = CODES, least_deals: int = 0, most_deals: int = 14, stakes: bool = True
) -> Plain:
    """A whole sheet as plain data."""
    code = draw(st.sampled_from(codes))
    agreed = draw(options(code))
    variant = built_in_variant(code, tuple(sorted(agreed.items())))
    seats = draw(st.integers(variant.seating.least, variant.seating.most))
    plain: Plain = {"format": "boston-sheet/1", "rules": code, "players": NAMES[:seats]}
    if agreed:
        plain["options"] = agreed
    plain["first_dealer"] = draw(st.integers(0, seats - 1))
    if variant.kitty:
        plain["opening_kitty"] = draw(st.sampled_from([0, 1, 7, 100]))
    if stakes and draw(st.booleans()):
        plain["stake"] = draw(stake)
    situation = open_table(seats, plain["first_dealer"]).situation
    plain["deals"] = []
    for _ in range(draw(st.integers(least_deals, most_deals))):
        deal = draw(deals(variant, situation))
        plain["deals"].append(deal)
        situation = situation.after(variant, deal)
    if draw(st.booleans()):
        plain["closing"] = {"kitty": draw(st.sampled_from(["divide", "carry"]))} if variant.kitty else {}
    return plain


stake = st.fixed_dictionaries(
    {
        "points": st.integers(1, 1000),
        "amount": st.sampled_from(["0.50", "1", "0.0001", "12.5", "007.00", "999999999.9999"]),
        "currency": st.sampled_from(["EUR", "JPY", "KWD", "CLF"]),
    }
)


@st.composite
def deals(draw: st.DrawFn, variant: Variant, situation: Situation) -> Plain:
    """One deal that the rules allow in this situation."""
    kind = draw(st.sampled_from(["played"] * 6 + ["passed", "misdeal"]))
    plain: Plain = {} if kind == "played" else {"kind": kind}
    dealer = situation.dealer
    if draw(st.integers(0, 9)) == 0:
        dealer = plain["dealer"] = draw(st.sampled_from(situation.order))
    if kind == "played":
        contract = draw(st.sampled_from(variant.contracts))
        four = playing(situation.order, dealer)
        plain |= draw(_play(variant, contract, four))
        plain |= draw(_suits(variant, contract, situation))
        if variant.boston is not None:
            plain |= draw(_marks(variant, contract, four))
        _owe_helper_tricks(draw, contract, plain)
    else:
        needs_card = kind == "passed" and variant.suits is SuitScheme.SENIOR and situation.counted == 0
        if needs_card or (variant.suits.turns_a_card and draw(st.booleans())):
            plain["turned"] = draw(suits)
        if kind == "passed" and variant.passed:
            four = playing(situation.order, dealer)
            plain["seat_tricks"] = draw(seat_tricks(max(situation.met) + 1, four))
        if kind == "misdeal" and variant.turn.fault and draw(st.booleans()):
            plain |= {"fault": True, "forfeit": draw(st.booleans())}
    return plain


@st.composite
def seat_tricks(draw: st.DrawFn, people: int, four: tuple[int, ...]) -> list[int]:
    """The 13 tricks of a passed deal, each taken by one of the four."""
    takers = draw(st.lists(st.sampled_from(four), min_size=13, max_size=13))
    return [takers.count(person) for person in range(people)]


@st.composite
def _play(draw: st.DrawFn, variant: Variant, contract: Contract, four: tuple[int, ...]) -> Plain:
    declarer = draw(st.sampled_from(four))
    plain = {"contract": contract.code, "declarer": declarer, "tricks": draw(st.integers(0, contract.most_tricks))}
    if contract.joint is not None and draw(st.booleans()):
        plain["helper"] = draw(st.sampled_from([s for s in four if s != declarer]))
        if draw(st.booleans()):
            plain["helper_tricks"] = draw(st.integers(0, plain["tricks"]))
    return plain


@st.composite
def _suits(draw: st.DrawFn, variant: Variant, contract: Contract, situation: Situation) -> Plain:
    scheme = variant.suits
    if not scheme.turns_a_card:
        return {} if contract.trump is Trump.NONE else {"trump": draw(suits)}
    turned = draw(suits)
    if contract.trump is Trump.NONE:
        required = scheme is SuitScheme.SENIOR and situation.counted == 0
        return {"turned": turned} if required or draw(st.booleans()) else {}
    if scheme is SuitScheme.COLOURS or contract.trump is Trump.ANY:
        plain = {"turned": turned, "trump": draw(suits)}
        if scheme is SuitScheme.SENIOR and situation.counted != 0 and draw(st.booleans()):
            del plain["turned"]
        return plain
    if situation.counted == 0:
        return {"turned": turned, "trump": turned}
    senior = str(situation.senior)
    trump = draw(st.sampled_from([senior, turned]))
    return {"trump": trump} if trump == senior and draw(st.booleans()) else {"turned": turned, "trump": trump}


@st.composite
def _marks(draw: st.DrawFn, variant: Variant, contract: Contract, four: tuple[int, ...]) -> Plain:
    plain: Plain = {}
    if contract.boston and draw(st.booleans()):
        plain["boston_holder"] = draw(st.sampled_from(four))
    if draw(st.integers(0, 2)) == 0:
        plain["revoke"] = draw(st.sampled_from(four))
    if draw(st.integers(0, 4)) == 0:
        plain["unclaimed"] = True
    return plain


def _owe_helper_tricks(draw: st.DrawFn, contract: Contract, plain: Plain) -> None:
    """Where the two are short and neither revoked, the helper's part must be known."""
    if contract.quotas is None or "helper" not in plain or plain["tricks"] >= contract.joint:
        return
    if plain.get("revoke") not in (plain["declarer"], plain["helper"]):
        plain.setdefault("helper_tricks", draw(st.integers(0, plain["tricks"])))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | suits | st.just("\ud800"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def mutated(draw: st.DrawFn, plain: Plain) -> Any:
    """A sheet of which something was deleted, replaced or added somewhere."""
    plain = _copy(plain)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(_places(plain) or [()]))
        if not path:
            return draw(json_values)
        outer = plain
        for step in path[:-1]:
            outer = outer[step]
        _mutate(draw, outer, path[-1])
    return plain


def _mutate(draw: st.DrawFn, outer: Any, step: Any) -> None:
    how = draw(st.sampled_from(["delete", "replace", "small", "add"]))
    if how == "delete":
        del outer[step]
    elif how == "replace":
        outer[step] = draw(json_values)
    elif how == "small":
        outer[step] = draw(st.integers(-2, 15) | suits | st.sampled_from(["", "7", "misere", "passed", "misdeal"]))
    elif isinstance(outer, dict):
        outer[draw(st.sampled_from(ALL_KEYS) | st.text(max_size=4))] = draw(json_values | st.integers(-1, 7))


ALL_KEYS = (
    "kind dealer contract declarer tricks trump turned helper helper_tricks boston_holder revoke unclaimed fault"
    " forfeit seat_tricks entry_key format rules options date name players first_dealer opening_kitty stake deals"
    " closing kitty points amount currency ante boston single_tours"
).split()


def _copy(plain: Any) -> Any:
    if isinstance(plain, dict):
        return {k: _copy(v) for k, v in plain.items()}
    return [_copy(v) for v in plain] if isinstance(plain, (list, tuple)) else plain


def _places(plain: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    steps = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    return [(*path, k) for k, _ in steps] + [p for k, v in steps for p in _places(v, (*path, k))]
