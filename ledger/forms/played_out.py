"""The tricks of each in a deal that all passed and played out: as the form sends them, and its rows.

`took` is what was tapped as one text, `0.7-2.3`: person, tricks. Who is the last without tricks has those that are
left; they are `preset`, so that they follow when another's are changed.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from ledger.fault_words import fault_words
from ledger.forms.keys import Ask, Key
from ledger.rules.facts import TRICKS
from ledger.rules.problems import Problem
from ledger.words import breakable

FIELD = "took-"
"""With a person's number behind it, the name of the keys of his tricks."""
FACT = "seat_tricks"


def took_in(data: Mapping[str, Any]) -> str:
    """What was tapped, in a query string or a posted form: in one text, or key by key."""
    said = said_tricks(str(data.get("took", "")))
    keys = {name.removeprefix(FIELD): name for name in data if name.startswith(FIELD)}
    said |= {int(seat): str(data[name]) for seat, name in keys.items() if _is_number(seat)}
    return took_text(said)


def took_text(said: Mapping[int, str]) -> str:
    """The text of the tricks by person; what is no number is a question mark in it."""
    return "-".join(f"{seat}.{n if _is_number(n) else '?'}" for seat, n in said.items() if n)


def said_tricks(took: str, preset: str = "") -> dict[int, str]:
    """The tricks by person as they were tapped, without those that were preset."""
    pairs = [pair.partition(".") for pair in took.split("-") if pair != preset]
    return {int(seat): n for seat, _, n in pairs if _is_number(seat) and n}


def with_rest(said: Mapping[int, str], four: Sequence[int]) -> tuple[dict[int, str], str]:
    """The tricks of the four with those that are left for the last one, and these as the preset text."""
    lacking = [seat for seat in four if seat not in said]
    numbers = [int(said[seat]) for seat in four if seat in said and _is_number(said[seat])]
    rest = TRICKS - sum(numbers)
    if len(lacking) != 1 or len(numbers) != len(four) - 1 or rest < 0:
        return dict(said), ""
    return {**said, lacking[0]: str(rest)}, f"{lacking[0]}.{rest}"


def plain_tricks(took: str, preset: str, four: Sequence[int], people: int) -> list[Any] | None:
    """The fact that the taps mean, by people's numbers; None while somebody's are still to be said."""
    said, _ = with_rest(said_tricks(took, preset), four)
    if not set(four) <= set(said):
        return None
    numbers = {seat: int(n) if _is_number(n) else n for seat, n in said.items()}
    return [numbers.get(person, 0) for person in range(max([people, *(seat + 1 for seat in numbers)]))]


def took_asks(names: Sequence[str], four: Sequence[int], took: str, problems: Sequence[Problem]) -> Iterator[Ask]:
    """A row for each of the four: how many of the tricks he took."""
    said = said_tricks(took)
    for seat in four:
        name, mine = f"{FIELD}{seat}", said.get(seat, "")
        keys = tuple(Key(name, str(n), str(n), mine == str(n), figure=True) for n in range(TRICKS + 1))
        aside = gettext("tricks of each, %(n)s together") % {"n": TRICKS} if seat == four[-1] else ""
        yield Ask(
            name, breakable(names[seat]), keys, aside, "full" if aside else "", _error(seat, mine, four, problems)
        )


def took_field(problem: Problem, four: Sequence[int]) -> str:
    """The row of a fault in the tricks: a person's own, or the last one where it is about all of them."""
    return f"{FIELD}{problem.path[1] if len(problem.path) > 1 else four[-1]}"


def _error(seat: int, mine: str, four: Sequence[int], problems: Sequence[Problem]) -> str:
    for problem in problems:
        if problem.path[:1] != (FACT,):
            continue
        if problem.code == "missing" and not mine:
            return fault_words(problem)
        if problem.path == (FACT, seat):
            return fault_words(problem)
        if problem.path == (FACT,) and problem.code != "missing" and seat == four[-1]:
            return gettext("All together they must have %(n)s tricks.") % {"n": TRICKS}
    return ""


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4
