"""Places of a rules document, and what stands there, in the reader's words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language, gettext, pgettext

from ledger.forms.rules_contract import rank_name
from ledger.forms.rules_fields import LISTS, SECTIONS, SETTINGS, Listing
from ledger.forms.rules_kinds import LANGUAGE_NAMES, YES_NO, Kind, Path, Plain, Setting, value_at, written
from ledger.rules.differences import NAMED, Difference, named
from ledger.words import colon, in_language

NOTHING = "–"


def language_first() -> str:
    """The reader's language, as documents name it."""
    return (get_language() or "en").split("-")[0]


def words_in(text: Any) -> str:
    """Words of a draft in the reader's language; empty where there are none."""
    said = {k: v for k, v in text.items() if isinstance(v, str) and v} if isinstance(text, Mapping) else {}
    return in_language(said) if said else ""


def rank_words(document: Plain, rank: str) -> str:
    """What the document calls a rank of suits."""
    name = words_in(value_at(document, ("suits", "names", rank)))
    return name or rank_name(rank, language_first()) or rank


def label_words(document: Plain, setting: Setting) -> str:
    """What a setting is called, its language aside."""
    if not setting.rank:
        return str(setting.label)
    known = rank_name(setting.rank, language_first()) or setting.rank
    rank = known if setting.path[0] == "suits" else rank_words(document, setting.rank)
    return str(setting.label) % {"rank": rank}


def element_words(listing: Listing, element: Any, n: int) -> str:
    """What an element of a list is called."""
    name = words_in(element.get("name")) if isinstance(element, Mapping) else ""
    return name or f"{listing.title} {n + 1}"


def place_words(document: Plain, path: Path) -> str:
    """What stands at a place, from the outside in: `9, price, third`."""
    listing = next((x for x in LISTS if x.path == path[:1]), None)
    if listing is None:
        return _settled(document, SETTINGS, path)
    if len(path) == 1:
        return str(next(s.title for s in SECTIONS if listing in s.lists))
    element, n = element_at(document, path)
    title = element_words(listing, element, n)
    rest = _settled(document, listing.settings, path[2:]) if len(path) > 2 else ""
    return f"{title}, {rest}" if rest else title


def element_at(document: Plain, path: Path) -> tuple[Any, int]:
    """An element of a list by its number or name, and its number."""
    elements, step = document.get(str(path[0])), path[1]
    elements = elements if isinstance(elements, list) else []
    if not isinstance(step, int):
        names = list(named(elements, str(path[0]))) if path[0] in NAMED else []
        step = names.index(step) if step in names else len(elements)
    return (elements[step] if step < len(elements) else None), step


def setting_at(settings: tuple[Setting, ...], path: Path) -> Setting | None:
    """The setting at a place, else one within it, else the one that the place is in."""
    exact = (s for s in settings if s.path == path)
    inside = (s for s in settings if s.path[: len(path)] == path)
    around = (s for s in settings if path[: len(s.path)] == s.path)
    return next(exact, None) or next(inside, None) or next(around, None)


def _settled(document: Plain, settings: tuple[Setting, ...], path: Path) -> str:
    setting = setting_at(settings, path)
    if setting is None:
        return ".".join(map(str, path))
    words = label_words(document, setting)
    if setting.language not in ("", language_first()) and len(path) >= len(setting.path):
        words = f"{words} ({LANGUAGE_NAMES[setting.language]})"
    return words


def proposal(document: Plain, key: str) -> Any:
    """What is proposed for an option, None where there is no such option."""
    return named(document.get("options"), "options").get(key, {}).get("default")


def names_among(setting: Setting, document: Plain) -> dict[str, str]:
    """The elements that a setting may name, by their names, with what they are called."""
    elements = named(document.get(setting.among), setting.among)
    return {name: words_in(element.get("name")) or name for name, element in elements.items()}


def said_words(setting: Setting, value: Any, document: Plain) -> str:
    """A value as people say it; what is bound to an option by what is proposed."""
    if isinstance(value, Mapping) and set(value) == {"option"}:
        proposed = said_words(setting, proposal(document, str(value["option"])), document)
        return gettext("%(value)s proposed") % {"value": proposed}
    if setting.kind is Kind.PRESENCE:
        return str(YES_NO["no" if value is None else "yes"])
    if setting.among:
        return names_among(setting, document).get(str(value), written(value)) or gettext("every one")
    if isinstance(value, list) and setting.words:
        return ", ".join(str(setting.words.get(str(v), v)) for v in value)
    if value is None:
        value = setting.default if isinstance(setting.default, int | str) else None
    if isinstance(value, bool):
        return str(YES_NO[written(value)])
    return str((setting.words or {}).get(str(value), written(value))) if value is not None else NOTHING


def difference_words(found: tuple[Difference, ...], before: Plain, after: Plain) -> list[str]:
    """What differs between two documents, one sentence each; contracts that differ in the same way together."""
    alike: dict[tuple[str, str], list[str]] = {}
    for one in _without_echoes(_without_ranks(found)):
        whose, what, change = _parts(one, before, after)
        alike.setdefault((what, change), []).append(whose)
    lines = []
    for (what, change), owners in alike.items():
        place = ", ".join(dict.fromkeys(w for w in [*owners, what] if w))
        lines.append(f"{place}{colon()} {change}")
    return lines


def _without_echoes(found: tuple[Difference, ...]) -> tuple[Difference, ...]:
    """English that only follows the reader's language need not be told."""
    own = {(*one.path[:-1], "en"): one for one in found if one.path[-1] == language_first() != "en"}
    return tuple(one for one in found if one.path not in own or own[one.path].after != one.after)


def _without_ranks(found: tuple[Difference, ...]) -> tuple[Difference, ...]:
    """Another rank of the suits takes the old names and prices along: that need not be told one by one."""
    if all(one.path != ("suits", "scheme") for one in found):
        return found
    gone = [one for one in found if "names" in one.path or ("price" in one.path and one.after is None)]
    return tuple(one for one in found if one not in gone)


def _parts(one: Difference, before: Plain, after: Plain) -> tuple[str, str, str]:
    """The element, what of it, and the change."""
    listing = next((x for x in LISTS if x.path == one.path[:1]), None)
    if listing is None:
        setting = setting_at(SETTINGS, one.path)
        return "", place_words(after, one.path), _change(setting, one, before, after)
    if len(one.path) == 1:
        return "", place_words(after, one.path), gettext("another order") if listing.name else gettext("changed")
    side = before if one.after is None and len(one.path) == 2 else after
    whose = place_words(side, one.path[:2])
    if len(one.path) == 2:
        # What has no name is called by its place already.
        whose = whose if whose.startswith(str(listing.title)) else f"{listing.title} {whose}"
        return whose, "", pgettext("change", "gone") if one.after is None else pgettext("change", "new")
    setting = setting_at(listing.settings, one.path[2:])
    return whose, _settled(after, listing.settings, one.path[2:]), _change(setting, one, before, after)


def _change(setting: Setting | None, one: Difference, before: Plain, after: Plain) -> str:
    if setting is None or setting.kind is Kind.PROSE:
        return gettext("changed")
    if setting.kind is Kind.NUMBERS and setting.cells and not setting.words:
        return _row_change(one, setting.cells(element_at(after, one.path)[0] or {}))
    return f"{said_words(setting, one.before, before)} → {said_words(setting, one.after, after)}"


def _row_change(one: Difference, labels: tuple[str, ...]) -> str:
    """The cells of a row that differ, each by its number of tricks."""
    before, after = one.before, one.after
    if not isinstance(before, list) or not isinstance(after, list) or not len(before) == len(after) == len(labels):
        return gettext("changed")
    cells = zip(labels, before, after, strict=True)
    return ", ".join(f"({label}) {old} → {new}" for label, old, new in cells if old != new)
