"""Start an evening: the club, its players, the rules that are pinned, what was agreed."""

import datetime
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction

from ledger.models import Club, Evening, RulesVersion, Seat, Settlement, Table
from ledger.queries.clubs import carrying_table, time_zones
from ledger.rules.document import agreed_values, fingerprint
from ledger.rules.problems import Problem, clean_name, name_fault
from ledger.rules.settlement import Stake
from ledger.rules.sheet import FORMAT, Sheet, read_sheet
from ledger.rules.sheet_reading import TITLE_MOST
from ledger.rules.table import dump_state, open_table
from ledger.rules.variant import Variant
from ledger.services.errors import Faulty
from ledger.services.naming import players_named
from ledger.services.rows import checked_stake, locked_table, log, signed

PLANNED_MOST = 1000


@transaction.atomic
def start_evening(
    *,
    club: Club | None,
    club_name: str,
    rules_code: str | Mapping[str, Any],
    options: Mapping[str, int | str | bool],
    players: Sequence[str],
    first_dealer: int,
    date: datetime.date | None,
    name: str = "",
    planned_deals: int | None = None,
    stake: Stake | None = None,
    opening_kitty: int = 0,
    time_zone: str = "",
    by: str,
) -> Table:
    """A new evening with one table; without a club a new club of that name, which plays in that time zone.

    `rules_code` may be a whole rules document. Players are found in the club by their folded names. Raises Faulty with
    everything that is wrong."""
    plain = {
        "rules": rules_code,
        "options": dict(options),
        "date": date and date.isoformat(),
        "name": name,
        "players": list(players),
        "first_dealer": first_dealer,
        "opening_kitty": opening_kitty or None,
    }
    sheet = _checked(plain, planned_deals, stake, club_faults(club, club_name))
    table = create_table(sheet, club=club, club_name=club_name, by=by, planned_deals=planned_deals)
    _take_up_kitty(table, club)
    if club is None and time_zone in time_zones():
        table.evening.club.time_zone = time_zone
        table.evening.club.save(update_fields=["time_zone"])
    log(table, "started", {}, by)
    return table


def _take_up_kitty(table: Table, club: Club | None) -> None:
    """Where the kitty is just what an evening before left to be carried on, it is that one, and its keeper keeps it."""
    before = carrying_table(club, table.rules.code) if club and table.opening_kitty else None
    if before is None or before.kept_state.kitty != table.opening_kitty:
        return
    # Two phones that start at once: only one of them takes it up.
    before = locked_table(before.public_id)
    if not Table.objects.filter(carried_from=before).exists():
        table.carried_from, table.kitty_keeper = before, before.kitty_keeper
        table.save(update_fields=["carried_from", "kitty_keeper"])


def _checked(plain: Mapping[str, Any], planned_deals: int | None, stake: Stake | None, besides: list[Problem]) -> Sheet:
    """The set-up as a sheet without deals. Raises Faulty with everything that is wrong, `besides` too."""
    read = read_sheet({"format": FORMAT, **plain, "deals": []})
    problems = read if isinstance(read, list) else planned_faults(read.variant, planned_deals)
    problems = problems + besides + stake_faults(stake)
    if problems or isinstance(read, list):
        raise Faulty(problems)
    return replace(read, stake=stake)


def planned_faults(variant: Variant, planned_deals: int | None) -> list[Problem]:
    """What is wrong with a length in deals."""
    if planned_deals is None:
        return []
    if variant.length.deals is None:
        return [Problem(("planned_deals",), "not-in-variant", {"why": "the length is counted in tours"})]
    if not variant.deals_may_be_planned:
        return [Problem(("planned_deals",), "not-in-variant", {"why": "the last deal is scored as the last"})]
    if not 1 <= planned_deals <= PLANNED_MOST:
        return [Problem(("planned_deals",), "out-of-range", {"wanted": f"from 1 to {PLANNED_MOST}"})]
    return []


def club_faults(club: Club | None, club_name: str) -> list[Problem]:
    """What is wrong with the name of a new club."""
    wanted = None if club else name_fault(clean_name(club_name), least=0, most=TITLE_MOST)
    return [Problem(("club_name",), "out-of-range", {"wanted": wanted})] if wanted else []


def stake_faults(stake: Stake | None) -> list[Problem]:
    """What is wrong with a stake."""
    try:
        checked_stake(stake)
    except Faulty as fault:
        return fault.problems
    return []


def create_table(
    sheet: Sheet,
    *,
    club: Club | None,
    club_name: str,
    by: str,
    planned_deals: int | None = None,
    import_digest: str | None = None,
) -> Table:
    """The rows of a table set up as a sheet says, without its deals and closing."""
    club = club or Club.objects.create(name=clean_name(club_name) or _name_of_players(sheet.players))
    evening = Evening.objects.create(club=club, date=sheet.date, name=sheet.name or "", started_by=signed(by))
    table = Table.objects.create(
        evening=evening,
        settlement=Settlement.objects.create(club=club),
        planned_deals=planned_deals,
        import_digest=import_digest,
        **_agreement(sheet),
    )
    players = players_named(club, sheet.players)
    Seat.objects.bulk_create(Seat(table=table, number=n, player=player) for n, player in enumerate(players))
    return table


def _agreement(sheet: Sheet) -> dict[str, Any]:
    """What was agreed, as columns of a table."""
    return {
        "rules": pin_rules(sheet.variant.code, sheet.document),
        "options": {"values": agreed_values(sheet.variant.options, sheet.options), "chosen": dict(sheet.options)},
        "first_dealer": sheet.first_dealer,
        "places": len(sheet.players),
        "opening_kitty": sheet.opening_kitty,
        "state": dump_state(open_table(len(sheet.players), sheet.first_dealer, sheet.opening_kitty)),
        **checked_stake(sheet.stake),
    }


def pin_rules(code: str, document: Mapping[str, Any]) -> RulesVersion:
    """The stored version of a rules document; the same document is stored once."""
    text = json.dumps(document)
    if "\\u0000" in text:
        raise Faulty([Problem(("rules",), "out-of-range", {"wanted": "without control characters"})])
    defaults = {"code": code, "document": json.loads(text)}
    return RulesVersion.objects.get_or_create(fingerprint=fingerprint(document), defaults=defaults)[0]


def _name_of_players(players: Sequence[str]) -> str:
    """A name for a club that was given none: as many of the players as have room, no name cut."""
    name = players[0]
    for player in players[1:]:
        longer = f"{name}, {player}"
        name = longer if len(longer) <= TITLE_MOST else name
    return name
