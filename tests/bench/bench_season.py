"""How much dearer are the pages of a season, a player, a club and a table after a thousand evenings than after one?

usage: python tests/bench/bench_season.py [--evenings N] [--rounds N]

Builds two clubs in a database of its own: twelve players who played one evening of three tables (eight deals each), and
the same after many such evenings; then a table that is being played. (The club's own page lists its last evenings, so
it is compared with that of a club that has just as many.) Asks both for each page through the test client,
in turn in one run, and compares the processor time of each: the ratio holds on a busy machine. Exit status 1 where a
ratio is above the limit, or where the pages ask the database a different number of questions.
"""

import argparse
import gc
import os
import statistics
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from ledger.rules.settlement import Stake

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
os.environ.setdefault("BOSTON_DATA", tempfile.mkdtemp(prefix="boston-bench-"))

LIMIT = 1.5
PAGE = 20
START = date(2026, 1, 15)
WINTER = date(2026, 1, 10), date(2026, 11, 20)
"""A season of the club's own that begins and ends within a month."""
STAKE = Stake(1, 5000, "EUR")
RUNNING = "running"
QUERIES = ("", "by=average", "by=won", "by=money", "from=2026-01-01&to=2026-12-30")


def club_with(evenings: int) -> Any:
    """A club whose evenings are copies of one that was really played."""
    from ledger.models import Season
    from ledger.services.tables import close_table
    from tests.stories import record_some, start

    names = [f"Player {n:02}" for n in range(12)]
    first = start("german", players=names[:4], club_name=f"{evenings} evenings", date=START, stake=STAKE)
    tables = [
        first,
        *(
            start("german", club=first.evening.club, players=names[4 * n :][:4], date=START, stake=STAKE)
            for n in (1, 2)
        ),
    ]
    for seed, table in enumerate(tables):
        record_some(table, 8, seed)
        close_table(table_id=table.public_id, kitty=None, by="")
    one_evening(tables)
    copy_evenings(tables, evenings - 1)
    Season.objects.create(club=first.evening.club, name="Winter", starts=WINTER[0], ends=WINTER[1])
    record_some(start("german", club=first.evening.club, players=names[:4], date=START, name=RUNNING), 8, 5)
    return first.evening.club


def one_evening(tables: list[Any]) -> None:
    """Let the tables belong to the evening of the first."""
    from ledger.models import Evening, Table

    Table.objects.filter(pk__in=[t.pk for t in tables]).update(evening=tables[0].evening)
    Evening.objects.filter(club=tables[0].evening.club).exclude(pk=tables[0].evening_id).delete()


def copy_evenings(tables: list[Any], times: int) -> None:
    """As many evenings more with the same tables and deals, three a day, their rows in bulk."""
    from ledger.models import Evening, Settlement, Table, new_public_id
    from ledger.services.totals import refold_club

    club = tables[0].evening.club
    days = [START + timedelta(days=n // 3) for n in range(times)]
    evenings = Evening.objects.bulk_create([Evening(club=club, date=day) for day in days], batch_size=500)
    for table in tables:
        settlements = Settlement.objects.bulk_create([Settlement(club=club) for _ in evenings], batch_size=500)
        columns = {
            f.attname: getattr(again_of(table), f.attname) for f in Table._meta.concrete_fields if f.attname != "id"
        }
        copies = Table.objects.bulk_create(
            [
                Table(**columns | {"evening_id": e.pk, "settlement_id": s.pk, "public_id": new_public_id()})
                for e, s in zip(evenings, settlements, strict=True)
            ],
            batch_size=500,
        )
        copy_rows(table, copies)
    refold_club(club)


def again_of(table: Any) -> Any:
    from ledger.models import Table

    return Table.objects.get(pk=table.pk)


def _place(row: dict[str, Any], copy: Any) -> dict[str, Any]:
    """Where a copied row belongs."""
    place = {"id": None, "table_id": copy.pk, "settlement_id": copy.settlement_id}
    return {name: value for name, value in place.items() if name in row}


def copy_rows(table: Any, copies: list[Any]) -> None:
    """Deals, results, postings, parts, seats and totals of a table, for each of its copies."""
    import uuid

    from ledger.models import Deal, DealPart, DealPosting, DealResult, Seat, SettlementLine, TableTotal

    for model in (Seat, TableTotal, SettlementLine):
        rows = list(model.objects.filter(table=table).values())
        model.objects.bulk_create([model(**row | _place(row, c)) for c in copies for row in rows], batch_size=500)
    deals = list(Deal.objects.filter(table=table).order_by("pk").values())
    made = Deal.objects.bulk_create(
        [Deal(**d | {"id": None, "table_id": c.pk, "entry_key": uuid.uuid4()}) for c in copies for d in deals],
        batch_size=500,
    )
    old = [d["id"] for d in deals] * len(copies)
    parts = list(DealPart.objects.filter(table=table).values())
    DealPart.objects.bulk_create(
        [
            DealPart(**p | {"id": None, "deal_id": d.pk, "table_id": d.table_id})
            for o, d in zip(old, made, strict=True)
            for p in parts
            if p["deal_id"] == o
        ],
        batch_size=500,
    )
    results = {row["deal_id"]: row for row in DealResult.objects.filter(table=table).values()}
    DealResult.objects.bulk_create(
        [DealResult(**results[o] | {"deal_id": d.pk, "table_id": d.table_id}) for o, d in zip(old, made, strict=True)],
        batch_size=500,
    )
    postings = list(DealPosting.objects.filter(result__table=table).values())
    DealPosting.objects.bulk_create(
        [
            DealPosting(**p | {"id": None, "result_id": d.pk})
            for o, d in zip(old, made, strict=True)
            for p in postings
            if p["result_id"] == o
        ],
        batch_size=500,
    )


def visitor(club: Any) -> Any:
    """A phone with the club's link to score."""
    from urllib.parse import urlsplit

    from django.test import Client

    from ledger.access import Role, club_link

    client = Client()
    client.get(urlsplit(club_link(club, Role.SCORER, "http://testserver")).path)
    return client


def ask(client: Any, page: str) -> tuple[int, int]:
    """Processor time of the page, and its questions to the database."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    start = time.process_time_ns()
    answer = client.get(page)
    spent = time.process_time_ns() - start
    assert answer.status_code == 200, answer.status_code
    with CaptureQueriesContext(connection) as seen:
        client.get(page)
    return spent, len(seen)


def pages_of(club: Any) -> dict[str, str]:
    """The addresses that are compared, by what they are."""
    here, player = f"/c/{club.public_id}/", club.players.get(name="Player 00")
    table, winter = club.evenings.get(name=RUNNING).tables.get(), club.seasons.get()
    his = f"{here}players/{player.public_id}/"
    season = {query or "by=points": f"{here}season/2026/?{query}" for query in QUERIES}
    return {f"standings {query}": address for query, address in season.items()} | {
        "player": f"{his}?season=2026",
        "player, season cut within months": f"{his}?season={winter.public_id}",
        "player, always": f"{his}?season=always",
        "club": here,
        "table": f"/t/{table.public_id}/",
    }


def compare(few: Any, many: Any, page: str, rounds: int) -> bool:
    """Print how the pages of both clubs compare; whether that is within the limit."""
    pages = [(visitor(club), pages_of(club)[page]) for club in (few, many)]
    for asked in pages * 2:
        ask(*asked)
    found = [[ask(*asked) for asked in pages] for _ in range(rounds)]
    ratio = statistics.median(b[0] / a[0] for a, b in found)
    ours = [statistics.median(pair[i][0] for pair in found) / 1e6 for i in (0, 1)]
    questions = {pair[i][1] for pair in found for i in (0, 1)}
    print(f"{page:48} {ours[0]:7.2f} ms, {ours[1]:7.2f} ms, ratio {ratio:.2f}, questions {questions}")
    return ratio <= LIMIT and len(questions) == 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--evenings", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    import django

    django.setup()
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    from ledger.models import DealResult

    setup_test_environment()
    old = setup_databases(verbosity=0, interactive=False)
    try:
        few, many, page = club_with(1), club_with(options.evenings), club_with(PAGE)
        deals = DealResult.objects.filter(table__evening__club=many).count()
        print(f"1 evening against {options.evenings} ({deals} deals)")
        gc.disable()
        found = [compare(few, many, name, options.rounds) for name in pages_of(few) if name != "club"]
        print(f"{PAGE} evenings, as many as the club's page lists, against {options.evenings}")
        found.append(compare(page, many, "club", options.rounds))
        return int(not all(found))
    finally:
        teardown_databases(old, verbosity=0)


if __name__ == "__main__":
    sys.exit(main())
