"""What buttons of the rules form do to a draft: elements added, removed and moved, figures left to the table."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.conf import settings
from django.utils.translation import override

from ledger.forms.rules_fields import LISTS, SETTINGS
from ledger.forms.rules_flat import counts
from ledger.forms.rules_kinds import Kind, Path, Plain, Setting, Texts, drop, put, value_at
from ledger.forms.rules_words import place_words, said_words
from ledger.rules.differences import named
from ledger.rules.document import bound_options
from ledger.rules.reading_parts import LANGUAGES

Draft = dict[str, Any]
SPOKEN = tuple(code for code, _ in settings.LANGUAGES if code in LANGUAGES)
"""Languages that our own words are written in."""


def read_change(sent: Texts) -> tuple[str, str]:
    """What the button that was pressed does, and where; one that leaves something open has its choice in a field."""
    what, _, where = sent.get("do", "").partition(":")
    return ("agree", sent.get(f"agree.{where}", "")) if what == "agree-one" else (what, where)


def opened_by(what: str, where: str, document: Plain) -> set[str]:
    """Which parts of the form a change leaves open: what was added, else the section, and in it what was changed."""
    added, place = document.get(where) if what == "add" else None, place_of(where)
    if isinstance(added, list) and added:
        return {f"e.{where}.{len(added) - 1}"}
    inner = {f"e.{place[0]}.{place[1]}"} if len(place) > 2 and what != "agree" else set()
    return {f"s.{place[0]}"} | inner


def changed(draft: Draft, does: str) -> Draft:
    """The draft after a button, named `what:where`; as it is after any other."""
    what, _, where = does.partition(":")
    change = CHANGES.get(what)
    if change is not None:
        change(draft, place_of(where))
    return draft


def place_of(name: str) -> Path:
    """A place from the name of its field."""
    return tuple(int(s) if s.isascii() and s.isdigit() and len(s) < 5 else s for s in name.split("."))


def _list_at(draft: Draft, place: Path) -> list[Any] | None:
    """The list that the form shows at a place."""
    found = value_at(draft, place)
    return found if isinstance(found, list) and any(x.path == place for x in LISTS) else None


def _add(draft: Draft, place: Path) -> None:
    if place not in [x.path for x in LISTS] or place == ("ladder",):
        return
    if not isinstance(value_at(draft, place), list):
        put(draft, place, [])
    draft[str(place[0])].append(_new_contract(draft) if place == ("contracts",) else {})


def _new_contract(draft: Draft) -> Draft:
    return {
        "code": _free_name("own", named(draft["contracts"], "contracts")),
        "name": {},
        "trump": "any",
        "price": {"shape": "flat"},
    }


def _free_name(begins: str, taken: Any) -> str:
    return next(name for n in range(1, len(taken) + 2) if (name := f"{begins}-{n}") not in taken)


def _remove(draft: Draft, place: Path) -> None:
    elements, n = _list_at(draft, place[:-1]), place[-1]
    if elements is None or not isinstance(n, int) or n >= len(elements):
        return
    gone = elements.pop(n)
    if place[0] == "contracts" and isinstance(draft.get("ladder"), list):
        draft["ladder"] = [s for s in draft["ladder"] if s.get("contract") != gone.get("code")]
    kitty = draft.get("kitty")
    if place[0] == "contracts" and isinstance(kitty, dict) and kitty.get("won_from") == gone.get("code"):
        del kitty["won_from"]
    if place[0] == "contracts":
        _forget_unbound(draft, bound_options(gone))


def _moved(by: int) -> Callable[[Draft, Path], None]:
    def move(draft: Draft, place: Path) -> None:
        if place[:-1] == ("ladder",) and isinstance(draft.get("ladder"), list):
            draft["ladder"] = whole_order(draft)
        elements, n = _list_at(draft, place[:-1]), place[-1]
        if elements is not None and isinstance(n, int) and 0 <= n + by < len(elements) and n < len(elements):
            elements.insert(n + by, elements.pop(n))

    return move


def whole_order(draft: Plain) -> list[Draft]:
    """The order of the bids with the contracts that it does not name on top."""
    steps = [dict(s) for s in draft.get("ladder") or ()]
    told = {s.get("contract") for s in steps}
    return steps + [{"contract": code} for code in named(draft.get("contracts"), "contracts") if code not in told]


def _own_order(draft: Draft, place: Path) -> None:
    draft["ladder"] = whole_order(draft)


def _no_order(draft: Draft, place: Path) -> None:
    draft.pop("ladder", None)


def _fix(draft: Draft, place: Path) -> None:
    """What was proposed holds always."""
    bound = value_at(draft, place)
    key = str(bound["option"]) if isinstance(bound, dict) and set(bound) == {"option"} else ""
    option = named(draft.get("options"), "options").get(key)
    if option is None or not _asked(draft, place):
        return
    if option.get("default") is None:
        drop(draft, place)
    else:
        put(draft, place, option["default"])
    _forget_unbound(draft, {key})


def _forget_unbound(draft: Draft, keys: set[str]) -> None:
    """What nothing is bound to any more need not be agreed; what followed it goes by its own default."""
    gone = keys - bound_options({key: value for key, value in draft.items() if key != "options"})
    kept = [dict(option) for option in draft.get("options") or () if option.get("key") not in gone]
    for option in kept:
        if option.get("follows") in gone:
            del option["follows"]
    draft["options"] = kept
    if not kept:
        del draft["options"]


KINDS = {Kind.INTEGER: "integer", Kind.WORD: "word", Kind.SWITCH: "switch"}


def _agree(draft: Draft, place: Path) -> None:
    """A figure that held always is only proposed from now on."""
    setting, value = _asked(draft, place), value_at(draft, place)
    if setting is None or isinstance(value, dict):
        return
    value = setting.default if value is None else value
    options = draft.setdefault("options", [])
    key = _free_name("-".join(str(s) for s in place if isinstance(s, str)), named(options, "options"))
    option: Draft = {
        "key": key,
        "kind": KINDS[setting.kind],
        "default": value,
        "name": _spoken(partial(place_words, draft, place)),
    }
    if setting.kind is Kind.INTEGER:
        option |= {"least": setting.least, "most": setting.most}
    if setting.words:
        option["words"] = [{"value": w, **_spoken(partial(said_words, setting, w, draft))} for w in setting.words]
    options.append(option)
    put(draft, place, {"option": key})


def _asked(draft: Plain, place: Path) -> Setting | None:
    """The setting at a place that may be left open."""
    return next((s for at, s in settings_at(draft, place) if at == place and s.may_be_agreed), None)


def settings_at(draft: Plain, place: Path) -> Iterator[tuple[Path, Setting]]:
    """The settings of the object that a place is in, each with its place."""
    for listing in LISTS:
        if place[: len(listing.path)] == listing.path and len(place) > len(listing.path) + 1:
            here = place[: len(listing.path) + 1]
            yield from (((*here, *s.path), s) for s in listing.settings if value_at(draft, here) is not None)
            return
    yield from ((s.path, s) for s in SETTINGS)


def _spoken(words: Callable[[], str]) -> dict[str, str]:
    """Our words in every language that we speak."""
    found = {}
    for language in SPOKEN:
        with override(language):
            found[language] = words()
    return found


def _for_all(draft: Draft, place: Path) -> None:
    """What one contract says of a figure, all say in which it can count."""
    setting, said = _asked(draft, place), value_at(draft, place)
    if setting is None or setting.for_all is None:
        return
    for contract in draft["contracts"]:
        if counts(setting, draft, contract) and setting.for_all(contract):
            put(contract, setting.path, setting.default if said is None else said)


CHANGES: dict[str, Callable[[Draft, Path], None]] = {
    "add": _add,
    "remove": _remove,
    "up": _moved(-1),
    "down": _moved(1),
    "own-order": _own_order,
    "no-order": _no_order,
    "fix": _fix,
    "agree": _agree,
    "all": _for_all,
}
