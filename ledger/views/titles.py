"""What a page about a change is called, and what its button says."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.rules.events import EventKind
from ledger.words import Words, colon

TITLES: Mapping[str, Words] = {
    "correct": _("Correct a deal"),
    "insert": _("Insert before a deal"),
    "move": _("Move a deal"),
    "undo": _("Undo this deal?"),
    "restore": _("Restore this deal?"),
}
NUMBERED: Mapping[str, Words] = {
    "correct": _("Correct deal %(number)s"),
    "insert": _("Insert before deal %(number)s"),
    "move": _("Move deal %(number)s"),
}
SAVES: Mapping[str, Words] = {
    "correct": _("Save the correction"),
    "insert": _("Insert it"),
    "move": _("Move it"),
    "undo": _("Yes, undo it"),
    "restore": _("Yes, restore it"),
    "add": _("Save"),
}
WAYS: Mapping[EventKind, tuple[Words, Words]] = {
    EventKind.JOIN: (_("Somebody sits down"), _("one more at the table, up to six")),
    EventKind.LEAVE: (_("Somebody leaves"), _("his balance stays his")),
    EventKind.SUBSTITUTE: (_("Somebody takes a place"), _("one gets up, another sits down there")),
    EventKind.SWAP: (_("Two change places"), _("now, or noticed some deals later")),
    EventKind.CASH_OUT: (_("Somebody cashes out"), _("his result so far is settled in money with another")),
    EventKind.ADJUSTMENT: (_("Adjustment"), _("points by hand, with a reason; a penalty, for example")),
}
"""The small forms: what each is for."""


def title_words(does: str, kind: EventKind | None, number: int | None) -> dict[str, str]:
    """Title, help and button of a page."""
    if does == "add" and kind:
        return {"title": str(WAYS[kind][0]), "help": str(WAYS[kind][1]), "save": gettext("Save")}
    title = str(NUMBERED[does]) % {"number": number} if number and does in NUMBERED else str(TITLES[does])
    if does == "insert" and kind:
        title = f"{WAYS[kind][0]}{colon()} {title}"
    return {"title": title, "save": str(SAVES[does])}
