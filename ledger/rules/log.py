"""The log of a table: deals and events in one list, each checked upon what the ones before it left."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ledger.rules.events import EVENT_KEYS, EVENT_KINDS, EventFacts, EventKind, check_event, plain_event
from ledger.rules.facts import FACT_KEYS, check_deal, plain_facts
from ledger.rules.problems import Problem
from ledger.rules.seating import joined, left, substituted, swapped
from ledger.rules.situation import Situation
from ledger.rules.table import Entry
from ledger.rules.variant import Variant

Plain = Mapping[str, Any]
ENTRY_KEYS = (*FACT_KEYS, *(key for key in EVENT_KEYS if key not in FACT_KEYS))
"""Every key that some entry knows, in the order of the format."""


def is_event(plain: Plain) -> bool:
    """Whether plain data means an event, not a deal."""
    return plain.get("kind") in EVENT_KINDS


def check_entry(
    variant: Variant, situation: Situation, plain: Plain, besides: tuple[str, ...] = ()
) -> Entry | list[Problem]:
    """The deal or event given as plain data, or all that is wrong with it; as `check_deal`."""
    check = check_event if is_event(plain) else check_deal
    return check(variant, situation, plain, besides)


def plain_entry(entry: Entry) -> dict[str, Any]:
    """The entry as the plain data of the sheet format, defaults left out."""
    return plain_event(entry) if isinstance(entry, EventFacts) else plain_facts(entry)


def after_plain(variant: Variant, situation: Situation, plain: Plain) -> Situation:
    """What is known after an entry given as plain data, faulty or not."""
    if not is_event(plain):
        return situation.after(variant, plain)
    event = check_event(variant, situation, {k: v for k, v in plain.items() if k in ("kind", *EVENT_KEYS)})
    if isinstance(event, list):
        seating = plain.get("kind") not in (EventKind.ADJUSTMENT, EventKind.CASH_OUT)
        return situation.lost() if seating else replace(situation, kitty=None)
    return _after_event(variant, situation, event)


def _after_event(variant: Variant, before: Situation, event: EventFacts) -> Situation:
    met, names, number = before.met, before.names, event.number
    if event.player is not None and met is not None:
        number = max(met) + 1 if number is None else number
        met = (*met, number)
        names = None if names is None else (*names, event.player)
    order, dealer = before.order, before.dealer
    if order is None or met is None:
        return replace(before, met=met, names=names, kitty=None)
    # A dealer who is not known stays so; any seat will do to work the order out.
    seated = order, order[0] if dealer is None else dealer
    if event.kind is EventKind.JOIN:
        seated = joined(seated, (number or 0) if event.seat is None else event.seat, event.after)
    elif event.kind is EventKind.LEAVE:
        seated = left(seated, event.seat or 0, variant.seating.step)
    elif event.kind is EventKind.SUBSTITUTE:
        seated = substituted(seated, event.seat or 0, (number or 0) if event.by is None else event.by)
    elif event.kind is EventKind.SWAP and event.seats:
        seated = swapped(seated, *event.seats)
    known = None if dealer is None else seated[1]
    return replace(before, met=met, names=names, order=seated[0], dealer=known, kitty=None)
