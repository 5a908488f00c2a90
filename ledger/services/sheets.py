"""A sheet becomes a table of the ledger, once."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction

from ledger.models import ORDER_STEP, Club, Deal, DealMark, Table
from ledger.queries.naming import known_by_name
from ledger.queries.rows import columns_of, marks_of
from ledger.queries.sheet import export_sheet, portable, portable_numbers
from ledger.rules.document import in_all_languages
from ledger.rules.events import EventFacts
from ledger.rules.problems import Problem
from ledger.rules.sheet import Sheet, SheetDeal, write_sheet
from ledger.services.changing import seat_arrivals
from ledger.services.errors import Faulty
from ledger.services.evenings import create_table
from ledger.services.repost import repost
from ledger.services.rows import log, save_table, signed


def import_sheet(sheet: Sheet, *, club: Club | None, by: str) -> tuple[Table, bool]:
    """The table of a sheet, and whether it is new. Without a club a new one is made.

    A sheet that was imported before adds nothing, nor does the export of a table that is still here. Raises Faulty.
    """
    digest = digest_of(sheet, club)
    found = _known(sheet, club, digest)
    if found:
        return found, False
    try:
        return _import(sheet, club, digest, by), True
    except IntegrityError:
        # Somebody imported the same sheet at the same moment.
        found = _known(sheet, club, digest)
        if found is None:
            raise
        return found, False


def digest_of(sheet: Sheet, club: Club | None) -> str:
    """SHA-256 (hex) of the canonical sheet, for that club."""
    plain = {"club": club.public_id if club else "", "sheet": write_sheet(sheet)}
    text = json.dumps(plain, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@transaction.atomic
def _import(sheet: Sheet, club: Club | None, digest: str, by: str) -> Table:
    table = create_table(sheet, club=club, club_name=sheet.name or "", by=by, import_digest=digest)
    _store_deals(table, sheet.deals, by)
    try:
        repost(table, 1)
    except Faulty as fault:
        raise Faulty([p.under("deals", n - 1) for n, found in fault.later.items() for p in found]) from None
    if sheet.closing:
        table.closing = str(sheet.closing.kitty or "plain")
    save_table(table, "state", "closing")
    log(table, "imported", {}, by)
    return table


def _store_deals(table: Table, deals: Sequence[SheetDeal], by: str) -> None:
    deals = _numbered(_by_known_names(table, deals), table.places)
    rows = [
        Deal(
            table=table,
            order_key=n * ORDER_STEP,
            entry_key=UUID(deal.entry_key) if deal.entry_key else uuid4(),
            recorded_by=signed(by),
            **columns_of(deal.facts),
        )
        for n, deal in enumerate(deals, start=1)
    ]
    Deal.objects.bulk_create(rows, batch_size=500)
    seat_arrivals(table, [deal.facts for deal in deals])
    _refuse_twice(table)
    marks = [mark for row, deal in zip(rows, deals, strict=True) for mark in marks_of(row, deal.facts)]
    DealMark.objects.bulk_create(marks, batch_size=500)


def _by_known_names(table: Table, deals: Sequence[SheetDeal]) -> list[SheetDeal]:
    """The entries with the names that newcomers are known by in the club."""
    found = []
    for deal in deals:
        if isinstance(deal.facts, EventFacts) and deal.facts.player is not None:
            name = known_by_name(table.evening.club_id, {"player": deal.facts.player})["player"]
            deal = replace(deal, facts=replace(deal.facts, player=name))
        found.append(deal)
    return found


def _refuse_twice(table: Table) -> None:
    """Two spellings of the sheet may mean one person of the club. Raises Faulty."""
    players = [seat.player_id for seat in table.seats.order_by("number")]
    twice = [n for n, player in enumerate(players) if player in players[:n]]
    if twice:
        raise Faulty([Problem(("players", n), "duplicate") for n in twice])


def _numbered(deals: Sequence[SheetDeal], following: int) -> list[SheetDeal]:
    """The entries with the numbers of those who came, in order."""
    found = []
    for deal in deals:
        if isinstance(deal.facts, EventFacts) and deal.facts.player is not None:
            deal = replace(deal, facts=replace(deal.facts, number=following))
            following += 1
        found.append(deal)
    return found


def _known(sheet: Sheet, club: Club | None, digest: str) -> Table | None:
    found = Table.objects.filter(import_digest=digest).first()
    return found or (_by_entry_keys(sheet, club) if sheet.deals else _empty_twin(sheet, club))


def _by_entry_keys(sheet: Sheet, club: Club | None) -> Table | None:
    """A table where every deal of the sheet was recorded under its key: the sheet is an export of it."""
    keys = [UUID(deal.entry_key) for deal in sheet.deals if deal.entry_key]
    if len(keys) < len(sheet.deals):
        return None
    candidates = Table.objects.filter(rules__code=sheet.variant.code, deals__entry_key=keys[0]).select_related("rules")
    if club:
        candidates = candidates.filter(evening__club=club)
    wanted = in_all_languages(sheet.document)
    for table in candidates.order_by("id"):
        if in_all_languages(table.rules.document) != wanted:
            continue
        deals = Deal.objects.filter(table=table).prefetch_related("marks")
        numbers = portable_numbers(table)
        facts = {str(d.entry_key): portable(d, numbers).facts for d in deals}
        if all(facts.get(d.entry_key or "") == d.facts for d in sheet.deals):
            return table
    return None


def _empty_twin(sheet: Sheet, club: Club | None) -> Table | None:
    """A table without deals whose export is just this sheet."""
    candidates = Table.objects.filter(
        rules__code=sheet.variant.code,
        deals__isnull=True,
        evening__date=sheet.date,
        evening__name=sheet.name or "",
    ).select_related("rules", "evening__club")
    if club:
        candidates = candidates.filter(evening__club=club)
    wanted = write_sheet(sheet)
    return next((t for t in candidates.order_by("id") if export_sheet(t) == wanted), None)
