"""The versions of a club's own rules: what each changed, and a word on what was just done to them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.forms.rules_words import difference_words
from ledger.http import go_to
from ledger.models import Club
from ledger.queries.compare import Choice
from ledger.queries.house import HouseCard, VersionRow
from ledger.rules.differences import differences
from ledger.rules.document import Plain
from ledger.templatetags.boston import there, written
from ledger.words import Words, title_of

AT_ONCE = 3
LETTERS_MOST = 60
DONE: Mapping[str, Words] = {
    "copied": _("Copied: these are rules of your own now. Change what you like; saved, it becomes version 2."),
    "saved": _("Saved as version %(n)s. Evenings that begin from now on are played by it."),
    "same": _("Nothing was new: version %(n)s says just this."),
    "taken": _("Taken over: version %(n)s is the club's own now, to play by and to change."),
    "again": _("Version %(n)s is saved: it says again what the earlier one said."),
    "aside": _("They are laid aside."),
    "back": _("They are offered again where an evening is started."),
    "withdrawn": _("The links are withdrawn: none that was given out opens anything any more."),
}


def told_done(request: HttpRequest, to: str, club_id: str, code: str, done: str) -> HttpResponse:
    """On to a page of these rules, which says what was done."""
    return go_to(request, f"{reverse(to, args=(club_id, code))}?done={done}")


def done_words(request: HttpRequest, card: HouseCard) -> str:
    """What was just done, where the address says so."""
    words = DONE.get(request.GET.get("done", "")) if request.method == "GET" else None
    return str(words) % {"n": card.newest.number} if words else ""


class Line(NamedTuple):
    """A version, and what it says otherwise than the one before: the first few changes, then the others."""

    row: VersionRow
    changes: Sequence[str]
    more: Sequence[str]


def version_lines(card: HouseCard) -> list[Line]:
    """All versions, the newest first."""
    before: list[VersionRow | None] = [*card.versions[1:], None]
    return [_line(row, old) for row, old in zip(card.versions, before, strict=True)]


def _line(row: VersionRow, old: VersionRow | None) -> Line:
    changes = changes_between(old.document, row.document) if old else []
    most = len(changes) if len(changes) == AT_ONCE + 1 else AT_ONCE
    return Line(row, changes[:most], changes[most:])


def changes_between(before: Plain, after: Plain) -> list[str]:
    """What the later one says otherwise, in words."""
    return difference_words(differences(before, after), before, after)


def labelled(choices: Sequence[Choice]) -> list[tuple[Choice, str]]:
    """Rules to choose from by their titles; later versions of a club's own with what they changed."""
    older: list[Choice | None] = [*choices[1:], None]
    return [(one, _label(one, old)) for one, old in zip(choices, older, strict=True)]


def _label(one: Choice, older: Choice | None) -> str:
    title = title_of(one.variant, one.variant.name)
    if older is None or not one.house or older.variant.code != one.variant.code:
        return title
    words = change_in_short(older.document, one.document)
    return f"{title} ({words})" if words else title


def versions_told(cards: Iterable[HouseCard], club: Club | None) -> Mapping[tuple[str, int | None], str]:
    """What tells a version from others of the same name and summary, by code and number: its day, what it changed."""
    found: dict[tuple[str, int | None], str] = {}
    for card in cards:
        for row, old in zip(card.versions, [*card.versions[1:], None], strict=True):
            day = gettext("Saved on %(day)s") % {"day": written(there(row.at, club), "day")}
            change = change_in_short(old.document, row.document) if old else ""
            found[card.code, row.number] = f"{day} · {change}" if change else day
    return found


def newest_change(card: HouseCard) -> str:
    """What the newest version changed, in short; empty of the first one."""
    return change_in_short(card.versions[1].document, card.newest.document) if len(card.versions) > 1 else ""


def change_in_short(before: Plain, after: Plain) -> str:
    """The first change, and how many more there are."""
    changes = changes_between(before, after)
    if not changes:
        return ""
    words = changes[0] if len(changes[0]) <= LETTERS_MOST else f"{changes[0][:LETTERS_MOST]}…"
    if len(changes) == 1:
        return words
    return gettext("%(change)s and %(n)s more") % {"change": words, "n": len(changes) - 1}
