"""Who sits at the table: people come, go, change places; points are moved by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.access import Role, role_on, table_for
from ledger.models import Table
from ledger.queries.places import names_at
from ledger.queries.rows import variant_of
from ledger.rules.events import EventKind
from ledger.rules.seating import AT_PLAY
from ledger.rules.table import TableState, sitters
from ledger.rules.variant import Variant
from ledger.views.titles import WAYS
from ledger.words import Words, signed


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table, in words."""

    name: str
    balance: str
    is_dealer: bool = False
    sits_out: bool = False
    is_new: bool = False


def seated(state: TableState, names: Sequence[str], before: TableState | None = None) -> list[Person]:
    """Those at the table, clockwise; `before` tells who is new there."""
    out = sitters(state) if len(state.order) > AT_PLAY else ()
    known = state.order if before is None else before.order
    return [
        Person(names[s], signed(state.balances[s]), s == state.dealer, s in out, s not in known) for s in state.order
    ]


def gone(state: TableState, names: Sequence[str]) -> list[Person]:
    """Those who have left."""
    return [Person(names[s], signed(state.balances[s])) for s in state.met if s not in state.order]


def ways(variant: Variant, state: TableState) -> list[tuple[str, Words, Words]]:
    """The small forms that are of use now."""
    idle = {EventKind.JOIN} if len(state.order) >= variant.seating.most else set()
    return [(str(kind), *words) for kind, words in WAYS.items() if kind not in idle]


@require_safe
def people(request: HttpRequest, table_id: str) -> HttpResponse:
    """Who sits where, who left, and what can change."""
    table: Table = table_for(request, table_id)
    state, names = table.kept_state, names_at(table)
    context: dict[str, Any] = {
        "table": table,
        "seated": seated(state, names),
        "gone": gone(state, names),
        "paused": len(state.order) < AT_PLAY,
        "ways": ways(variant_of(table), state),
        "may_score": role_on(request, table) == Role.SCORER,
    }
    return render(request, "ledger/people.html", context)
