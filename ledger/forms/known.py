"""A name that was written and is known already means the one who is known."""

from collections.abc import Sequence
from dataclasses import replace

from ledger.forms.events import SEAT, EventDraft
from ledger.rules.events import EventKind
from ledger.rules.problems import folded_name
from ledger.rules.table import TableState


def known_person(kind: EventKind, draft: EventDraft, state: TableState, names: Sequence[str]) -> EventDraft:
    """The draft with the number of somebody who left, where his name was written instead of tapped."""
    if kind not in (EventKind.JOIN, EventKind.SUBSTITUTE) or not draft.player:
        return draft
    wanted = folded_name(draft.player)
    gone = [s for s in state.met if s not in state.order and folded_name(names[s]) == wanted]
    return replace(draft, player="", who=f"{SEAT}{gone[0]}") if gone else draft
