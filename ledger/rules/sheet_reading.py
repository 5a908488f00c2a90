"""Reads a sheet with every fault at once: the codes, places and order of the sheet format."""

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ledger.rules.currencies import is_currency
from ledger.rules.document import all_options, built_in, built_in_variant, read_document, whole_document
from ledger.rules.options import Option
from ledger.rules.points import Points
from ledger.rules.problems import Problem, Reader, clean_name, is_text, is_whole, name_fault
from ledger.rules.settlement import Stake, parse_amount
from ledger.rules.sheet_deals import kitty_faults, read_deals
from ledger.rules.sheet_shapes import Closing, KittyEnd, Plain, Sheet
from ledger.rules.situation import Situation
from ledger.rules.table import open_table
from ledger.rules.variant import Variant

FORMAT: Final = "boston-sheet/1"
SHEET_KEYS: Final = (
    "format", "rules", "options", "date", "name", "players", "first_dealer", "opening_kitty", "stake", "deals",
    "closing",
)  # fmt: skip
"""The keys of a sheet in the order of the format."""
NAME_MOST: Final = 50
FIRST_DAY: Final = datetime.date(1900, 1, 1)
LAST_DAY: Final = datetime.date(2999, 12, 31)
"""Between which an evening is played: no season lies elsewhere."""
TITLE_MOST: Final = 100
OPENING_KITTY_MOST: Final = 1_000_000
STAKE_POINTS_MOST: Final = 1_000_000
SEATS: Final = (4, 6)
"""The fewest and the most who can sit at a table of any rules."""
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def read_sheet(plain: Any) -> Sheet | list[Problem]:
    """The sheet of plain data, or all its faults in the order of the format. What can't be judged because of
    another fault is left unjudged."""
    if not isinstance(plain, Mapping):
        return [Problem((), "wrong-type", {"wanted": "an object"})]
    r = Reader(plain, SHEET_KEYS)
    r.word("format", [FORMAT])
    rules = _rules(r)
    options = _options(r, rules.variant if rules else None)
    variant = _agreed_variant(r, rules, options)
    date, name = _date(r), r.name("name", 0, TITLE_MOST, None)
    players = _players(r, variant)
    seats = len(players) if players else None
    first_dealer = _seat(r, "first_dealer", seats)
    kitty, stake = _opening_kitty(r, variant), _stake(r)
    order = None if seats is None else tuple(range(seats))
    deals = read_deals(r, variant, Situation(order, order, first_dealer, 0, None, players))
    closing = _closing(r, variant)
    problems = r.problems()
    if problems or rules is None or variant is None or players is None:
        return problems
    state = open_table(len(players), first_dealer or 0, kitty)
    if problems := kitty_faults(variant, state, deals):
        return problems
    return Sheet(
        rules.code,
        rules.document,
        options,
        variant,
        players,
        deals,
        date,
        name,
        first_dealer or 0,
        kitty,
        stake,
        closing,
    )


@dataclass(frozen=True, slots=True)
class _Rules:
    code: str | None
    document: Plain
    variant: Variant


def _rules(r: Reader) -> _Rules | None:
    """The rules without what was agreed, or None where they can't be known."""
    wanted = "the code of built-in rules or a rules document"
    value = r.typed("rules", lambda v: is_text(v) or isinstance(v, Mapping), wanted)
    if isinstance(value, Mapping):
        document = whole_document(value, built_in())
        read = read_document(document)
        if isinstance(read, Variant):
            return _Rules(None, document, read)
        r.faults_under("rules", read)
    elif value in built_in():
        return _Rules(value, built_in()[value], built_in_variant(value))
    elif value is not None:
        r.fault("rules", "unknown-rules", known=", ".join(built_in()))
    return None


def _options(r: Reader, variant: Variant | None) -> dict[str, int | str | bool]:
    """What was agreed and is without fault. Of rules that are not known only keys that no rules have are faults."""
    plain = r.table("options", None)
    if plain is None or (variant is None and isinstance(r.plain.get("rules"), Mapping)):
        return {}
    own = {o.key: o for o in variant.options} if variant else {}
    inner = Reader(plain, [*all_options(), *own])
    chosen = {}
    for key in list(inner.plain):
        if key in own:
            value = _agreed(inner, own[key])
            if value is not None:
                chosen[key] = value
        elif variant:
            inner.fault(key, "not-in-variant", why="these rules have no such agreement")
    r.faults_under("options", inner.problems())
    return chosen


def _agreed(r: Reader, option: Option) -> Any:
    if option.kind == "integer":
        return r.integer(option.key, option.least, option.most)
    return r.word(option.key, option.words) if option.kind == "word" else r.switch(option.key)


def _agreed_variant(r: Reader, rules: _Rules | None, options: Mapping[str, int | str | bool]) -> Variant | None:
    if rules is None or not options:
        return rules.variant if rules else None
    if rules.code is not None:
        return built_in_variant(rules.code, tuple(sorted(options.items())))
    read = read_document(rules.document, options)
    if isinstance(read, Variant):
        return read
    r.faults_under("rules", read)
    return None


def _date(r: Reader) -> datetime.date | None:
    text = r.text("date", None)
    if text is None:
        return None
    try:
        day = datetime.date.fromisoformat(text) if _DATE.fullmatch(text) else None
    except ValueError:
        day = None
    if day is None:
        r.fault("date", "wrong-type", wanted="a date such as 2026-11-28")
    elif not FIRST_DAY <= day <= LAST_DAY:
        r.fault("date", "out-of-range", wanted=f"from {FIRST_DAY} to {LAST_DAY}")
        return None
    return day


def _players(r: Reader, variant: Variant | None) -> tuple[str, ...] | None:
    """The cleaned names, a blank one for each faulty name; None where the number of seats can't be known."""
    plain = r.items("players")
    if plain is None:
        return None
    least, most = (variant.seating.least, variant.seating.most) if variant else SEATS
    in_range = least <= len(plain) <= most
    wanted = f"{least} to {most} players" if most > least else f"{least} players"
    problems = [] if in_range else [Problem(("players",), "out-of-range", {"wanted": wanted})]
    names: list[str] = []
    folded: set[str] = set()
    for i, raw in enumerate(plain):
        name, fault = _player(raw, folded)
        names.append(name)
        problems += [fault.under("players", i)] if fault else []
    if problems:
        r.found["players"] = problems
    return tuple(names) if in_range else None


def _player(raw: Any, folded: set[str]) -> tuple[str, Problem | None]:
    """A cleaned name, or its fault; `folded` holds the names so far, case folded."""
    if not is_text(raw):
        return "", Problem((), "wrong-type", {"wanted": "a name"})
    name = clean_name(raw)
    wanted = name_fault(name, least=1, most=NAME_MOST)
    if wanted:
        return "", Problem((), "out-of-range", {"wanted": wanted})
    if name.casefold() in folded:
        return "", Problem((), "duplicate")
    folded.add(name.casefold())
    return name, None


def _seat(r: Reader, key: str, seats: int | None) -> int | None:
    seat = r.typed(key, is_whole, "a seat, a whole number", 0)
    if seat is not None and (seat < 0 or (seats is not None and seat >= seats)):
        r.fault(key, "unknown-seat", last=(seats or SEATS[1]) - 1)
        return None
    return seat  # type: ignore[no-any-return]


def _opening_kitty(r: Reader, variant: Variant | None) -> Points:
    if variant is None or not r.has("opening_kitty"):
        return 0
    if variant.kitty is None:
        r.fault("opening_kitty", "not-in-variant", why="these rules have no kitty")
        return 0
    return r.integer("opening_kitty", 0, OPENING_KITTY_MOST) or 0


def _stake(r: Reader) -> Stake | None:
    plain = r.table("stake", None)
    if plain is None:
        return None
    inner = Reader(plain, ["points", "amount", "currency"])
    points, text, currency = inner.integer("points", 1, STAKE_POINTS_MOST), inner.text("amount"), inner.text("currency")
    amount = parse_amount(text) if text is not None else None
    if text is not None and amount is None:
        inner.fault("amount", "wrong-type", wanted="digits, or digits.digits with up to 9 before and 4 after the point")
    elif amount == 0:
        inner.fault("amount", "out-of-range", wanted="above 0")
    if currency is not None and not is_currency(currency):
        inner.fault("currency", "out-of-range", wanted="a currency of ISO 4217 such as EUR")
    r.faults_under("stake", inner.problems())
    return None if inner.problems() or amount is None else Stake(points, amount, currency)


def _closing(r: Reader, variant: Variant | None) -> Closing | None:
    plain = r.table("closing", None)
    if plain is None:
        return None
    inner = Reader(plain, ["kitty"])
    kitty = None
    if variant and variant.kitty:
        kitty = inner.word("kitty", list(KittyEnd))
    elif variant and inner.has("kitty"):
        inner.fault("kitty", "not-in-variant", why="these rules have no kitty")
    r.faults_under("closing", inner.problems())
    return Closing(KittyEnd(kitty) if kitty else None)
