"""Who sat at a table. Seats tell more: the number of somebody whose arrival was undone is kept for him."""

from typing import Final

from django.db.models import Exists, F, IntegerField, OuterRef, Q
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from ledger.models import Deal, Table
from ledger.queries.refold import names_by_number
from ledger.rules.events import EventKind

ARRIVALS: Final = (str(EventKind.JOIN), str(EventKind.SUBSTITUTE))
"""Entries with which somebody new may come."""


def who_sat() -> Q:
    """Of seats those of people who sat down at the start or came by an entry that stands."""
    came = Deal.objects.filter(table=OuterRef("table"), kind__in=ARRIVALS, retired=None)
    numbered = came.annotate(came=Cast(KT("data__number"), IntegerField()))
    return Q(number__lt=F("table__places")) | Q(Exists(numbered.filter(came=OuterRef("number"))))


def sitting_names(table: Table) -> tuple[str, ...]:
    """The names of who sat at a table, by number."""
    names = names_by_number(table)
    return tuple(names[number] for number in sorted(table.kept_state.met))
