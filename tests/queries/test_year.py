"""A year of the club read off the stored folds: the same as counted by hand from the logs of its tables."""

import random
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import add
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.models import DealPart, Player, Season, Table
from ledger.queries.fold import live_deals
from ledger.queries.games import game_rules
from ledger.queries.records import club_records
from ledger.queries.rows import facts_of, variant_of
from ledger.queries.season_pairs import season_pairs
from ledger.queries.seasons import season_span, year_span
from ledger.queries.table_lines import DEALS_MOST, lines_at, lines_of
from ledger.rules.document import built_in_variant
from ledger.rules.events import EventFacts
from ledger.rules.postings import KITTY
from ledger.rules.seating import playing
from ledger.rules.situation import Kind
from ledger.rules.table import divided, movements, score_next
from ledger.services.counting import count_deal, count_evening
from ledger.services.deals import record_deal
from ledger.services.spellings import merge_players
from ledger.services.tables import close_table
from tests.stories import SIX, again, record, record_some, start

pytestmark = pytest.mark.django_db

WON = {"contract": "7", "trump": "hearts", "declarer": 1, "tricks": 8}
LOST = {"contract": "7", "trump": "hearts", "declarer": 1, "tricks": 5}
# The season is from 15 January to 20 March: a whole month, and a part before and after it.
DAYS = [date.fromisoformat(day) for day in "2025-12-30 2026-01-10 2026-01-15 2026-02-14 2026-03-20 2026-06-01".split()]


@dataclass(frozen=True)
class Told:
    """A deal that counts, worked out from the log alone."""

    day: date
    table: int
    key: UUID
    made: bool
    declarer: str | None
    helper: str | None
    points: dict[str, int]
    pot: int
    shares: frozenset[str]


def told(club, code, first=date.min, last=date.max):
    """Every deal of a game that counts, in the order they were played."""
    tables = Table.objects.filter(evening__club=club, rules__code=code, closing__isnull=False, evening__counts=True)
    for table in sorted(tables.select_related("evening", "rules"), key=lambda t: (t.evening.date, t.pk)):
        if first <= table.evening.date <= last:
            yield from told_at(table)


def told_at(table):
    variant, state = variant_of(table), table.opening_state
    names = {seat.number: seat.player.name for seat in table.seats.select_related("player")}
    for deal in live_deals(table):
        facts = facts_of(deal)
        scored = score_next(variant, state, facts)
        counts = scored.number is not None and not hasattr(deal, "uncounted") and not isinstance(facts, EventFacts)
        if counts:
            four = playing(scored.state.order, scored.dealer, facts.sitting_out)
            paid = [m for m in movements(variant, state, facts) if m.giver == KITTY]
            played = facts.kind is Kind.PLAYED
            yield Told(
                day=table.evening.date,
                table=table.pk,
                key=deal.entry_key,
                made=played and variant.by_code[facts.contract].made(facts.tricks, facts.helper is not None),
                declarer=names[facts.declarer] if played else None,
                helper=names[facts.helper] if played and facts.helper is not None else None,
                points={names[n]: scored.deltas[n] for n in four},
                pot=sum(m.points for m in paid),
                shares=frozenset(names[m.taker] for m in paid if m.taker in four),
            )
        state = scored.state


@pytest.fixture
def club():
    """Two games, an uncounted evening and an uncounted deal, a guest, and a season that begins in mid-month."""
    rng, club = random.Random(3), None
    for number, day in enumerate(DAYS):
        for rules in ("kassa", "german"):
            players = tuple(rng.sample(SIX, 4 + number % 3))
            table = start(rules, club=club, players=players, date=day)
            club = table.evening.club
            record_some(table, 7, seed=number)
            close_table(table_id=table.public_id, kitty="divide" if rules == "kassa" else None, by="")
    count_evening(
        club_id=club.public_id,
        evening_id=club.evenings.get(date=DAYS[4], tables__rules__code="kassa").public_id,
        counts=False,
        by="",
    )
    first = DealPart.objects.filter(club=club, rules_code="kassa").order_by("-points")[0].deal
    count_deal(table_id=first.table.public_id, deal_key=first.entry_key, counts=False, by="")
    Player.objects.filter(name="Dora").update(guest=True)
    Season.objects.create(club=club, name="Winter", starts=date(2026, 1, 15), ends=date(2026, 3, 20))
    return club


def spans(club):
    """Always, a year, and a season of the club's own."""
    return (None, year_span(2026), season_span(club.seasons.get()))


def days_of(chosen):
    return (chosen.starts, chosen.ends) if chosen else (date.min, date.max)


def cases(club):
    return [(code, chosen) for code in ("kassa", "german") for chosen in spans(club)]


def cut(values, most):
    """The first of values in order, and how many more are equal to the last of them."""
    return values[:most], values[most:].count(values[:most][-1])


def test_the_highest_deals_and_the_largest_kitties_are_those_of_the_logs(club):
    for code, chosen in cases(club):
        deals = list(told(club, code, *days_of(chosen)))
        by_key = {deal.key: deal for deal in deals}
        found = club_records(club, chosen, built_in_variant(code))

        points = sorted((p for deal in deals for p in deal.points.values() if p > 0), reverse=True)
        assert ([one.points for one in found.deals.rows], found.deals.more) == cut(points, 5)
        assert all(by_key[one.deal.key].points[one.players[0].name] == one.points for one in found.deals.rows)
        if code == "german":
            assert found.kitties is None
            continue
        pots = sorted((deal.pot for deal in deals if deal.shares), reverse=True)
        assert ([one.points for one in found.kitties.rows], found.kitties.more) == cut(pots, 5)
        for one in found.kitties.rows:
            assert {player.name for player in one.players} == by_key[one.deal.key].shares


def test_the_longest_runs_are_those_of_the_logs(club):
    for code, chosen in cases(club):
        runs = list(runs_told(club, code, *days_of(chosen)))
        found = club_records(club, chosen, built_in_variant(code)).runs

        shown = [
            (one.run.length, one.player.name, one.first.key, one.last.key, one.run.goes_on, one.run.went_on)
            for one in found.rows
        ]
        lengths = sorted((length for length, *_ in runs), reverse=True)
        assert ([length for length, *_ in shown], found.more) == cut(lengths, 3)
        assert set(shown) <= set(runs)


def runs_told(club, code, first, last):
    """Two and more made contracts in a row: how many, whose, first and last, whether it goes on now and went on."""
    declared = defaultdict(list)
    for deal in told(club, code):
        if deal.declarer:
            declared[deal.declarer].append(deal)
    for name, of in declared.items():
        for made, group in groupby(of, key=lambda deal: deal.made):
            run = list(group)
            inside = [deal for deal in run if first <= deal.day <= last]
            if made and len(inside) > 1:
                goes_on, went_on = run[-1] is of[-1], inside[-1] is not run[-1]
                yield len(inside), name, inside[0].key, inside[-1].key, goes_on, went_on


def test_the_best_and_the_worst_evening_are_those_of_the_logs(club):
    for code, chosen in cases(club):
        made = evenings_told(club, code, *days_of(chosen))
        found = club_records(club, chosen, built_in_variant(code))
        for records, value in ((found.best, max(made.values())), (found.worst, min(made.values()))):
            wanted = {who for who, points in made.items() if points == value}
            assert {(one.player.name, one.day) for one in records.rows} == wanted
            assert {one.points for one in records.rows} == {value}


def evenings_told(club, code, first, last):
    """Points by player and day, shares of a kitty that was divided at the end with them."""
    made = Counter()
    for deal in told(club, code, first, last):
        for name, points in deal.points.items():
            made[name, deal.day] += points
    for table in Table.objects.filter(rules__code=code, closing="divide", evening__counts=True):
        if first <= table.evening.date <= last:
            state, seats = table.kept_state, table.seats.select_related("player")
            for seat in seats:
                share = divided(state).balances[seat.number] - state.balances[seat.number]
                made[seat.player.name, table.evening.date] += share
    return made


def test_the_pairs_are_those_of_the_logs(club):
    for chosen, guests in [(chosen, guests) for chosen in spans(club)[1:] for guests in (True, False)]:
        wanted = pairs_told(club, chosen.starts, chosen.ends, without=() if guests else ("Dora",))
        found = season_pairs(club, chosen, "kassa", guests=guests).pairs

        assert found
        directions = [d for pair in found for d in pair.directions]
        assert {
            (d.declarer.name, d.helper.name): (d.deals, d.made, d.declarer_points, d.helper_points) for d in directions
        } == wanted
        assert all(pair.points == pair.points_of(pair.one) + pair.points_of(pair.other) for pair in found)
        assert [pair.deals for pair in found] == sorted((pair.deals for pair in found), reverse=True)
        assert len({frozenset((pair.one, pair.other)) for pair in found}) == len(found)


def pairs_told(club, first, last, without):
    """Deals, made, points of the declarer and of the helper, by both their names."""
    found = defaultdict(lambda: (0, 0, 0, 0))
    for deal in told(club, "kassa", first, last):
        if deal.helper and not {deal.declarer, deal.helper} & set(without):
            so_far, more = found[deal.declarer, deal.helper], (deal.points[deal.declarer], deal.points[deal.helper])
            found[deal.declarer, deal.helper] = tuple(map(add, so_far, (1, int(deal.made), *more)))
    return dict(found)


# Runs.


def german(*deals, **more):
    table = start("german", **more)
    for facts in deals:
        record(table, facts)
    return close_table(table_id=table.public_id, kitty=None, by="")


def runs_of(club, chosen=None):
    rows = club_records(club, chosen, built_in_variant("german")).runs.rows
    return [(r.player.name, r.run.length, r.run.began_before, r.run.went_on, r.run.goes_on) for r in rows]


def test_a_run_is_broken_by_ones_own_lost_contract_and_by_nothing_else():
    table = german(WON, {**LOST, "declarer": 2}, {"kind": "passed"}, WON, LOST, WON)
    assert runs_of(table.evening.club) == [("Boris", 2, False, False, False)]


def test_a_run_goes_on_over_evenings_and_over_the_border_of_a_season():
    club = german(WON, WON, date=date(2025, 12, 31)).evening.club
    german(WON, WON, WON, club=club, date=date(2026, 1, 1))
    assert runs_of(club) == [("Boris", 5, False, False, True)]
    assert runs_of(club, year_span(2025)) == [("Boris", 2, False, True, True)]
    assert runs_of(club, year_span(2026)) == [("Boris", 3, True, False, True)]
    german(LOST, club=club, date=date(2026, 1, 2))
    assert runs_of(club) == [("Boris", 5, False, False, False)]


def test_evenings_entered_late_stand_where_they_were_played():
    club = german(WON, date=date(2026, 3, 3)).evening.club
    german(LOST, club=club, date=date(2026, 2, 2))
    german(WON, club=club, date=date(2026, 1, 1))
    assert runs_of(club) == []


def test_a_run_of_two_spellings_is_one_run():
    club = german(WON).evening.club
    german(WON, club=club, players=("Anna", "Borja", "Vera", "Gleb"), date=date(2026, 11, 29))
    assert runs_of(club) == []
    ids = {p.name: p.public_id for p in club.players.all()}
    merge_players(club_id=club.public_id, into=ids["Boris"], other=ids["Borja"], by="")
    assert runs_of(club) == [("Boris", 2, False, False, True)]


def test_equal_runs_and_deals_share_a_place_and_those_left_out_are_counted():
    club = german(*[{**WON, "declarer": n} for n in (0, 1, 2, 3)] * 2).evening.club
    found = club_records(club, None, built_in_variant("german"))
    assert [(r.place, r.run.length) for r in found.runs.rows] == [(1, 2)] * 3
    assert found.runs.more == 1
    assert {record.place for record in found.deals.rows} == {1}
    assert (len(found.deals.rows), found.deals.more) == (5, 3)


def test_a_club_without_a_closed_evening_has_no_records():
    table = start("kassa")
    found = club_records(table.evening.club, None, game_rules(table.evening.club, "kassa").newest)
    assert [len(x.rows) for x in (found.deals, found.runs, found.kitties, found.best, found.worst)] == [0] * 5


# Lines of an evening.


def lines(table):
    found = lines_of([again(table)])[table.pk]
    return found, {line.name: line.values for line in found.lines}


def event(table, **facts):
    return record_deal(
        table_id=table.public_id, position=again(table).results.count() + 1, entry_key=uuid4(), facts=facts, by=""
    )


def test_lines_are_the_balances_and_the_kitty():
    table = start("kassa")
    record_some(table, 9)
    found, by_name = lines(table)
    results = list(again(table).results.order_by("position"))
    for number, name in enumerate(SIX[:4]):
        assert by_name[name] == tuple(r.postings.get(account=number).balance for r in results)
    assert found.kitty == tuple(r.kitty for r in results)
    assert [stop.number for stop in found.stops] == [r.number for r in results]
    close_table(table_id=table.public_id, kitty="divide", by="")
    found, by_name = lines(table)
    assert tuple(by_name[name][-1] for name in SIX[:4]) == divided(again(table).kept_state).balances


def test_a_line_begins_where_somebody_comes_and_ends_where_he_goes():
    table = start("german")
    record(table, WON)
    event(table, kind="join", player="Dora")
    record(table, {"kind": "passed"})
    event(table, kind="leave", seat=3)
    event(table, kind="substitute", seat=2, player="Egor")
    record(table, {"kind": "passed"})
    event(table, kind="adjustment", **{"from": 3, "to": 0}, points=5, reason="late")
    found, by_name = lines(table)

    assert [stop.kind for stop in found.stops] == ["played", "passed", "passed", "adjustment"]
    there = {name: [value is not None for value in values] for name, values in by_name.items()}
    assert there == {
        "Anna": [True, True, True, True],
        "Boris": [True, True, True, True],
        "Vera": [True, True, False, False],
        # Gleb has left, but his points moved.
        "Gleb": [True, True, False, True],
        "Dora": [False, True, True, True],
        "Egor": [False, False, True, True],
    }


def test_a_long_evening_is_thinned_out_and_keeps_everybodys_first_and_last():
    table = start("german")
    record_some(table, 70)
    event(table, kind="substitute", seat=2, player="Egor")
    record_some(table, 1)
    found, by_name = lines(table)
    assert found.entries == 71
    assert len(found.stops) <= DEALS_MOST
    assert tuple(by_name[name][-1] for name in ("Anna", "Boris", "Gleb", "Egor")) == tuple(
        again(table).kept_state.balances[n] for n in (0, 1, 3, 4)
    )
    assert by_name["Vera"][-2] == again(table).kept_state.balances[2]
    assert found.stops[-1].counted == again(table).kept_state.counted


def test_the_questions_stay_the_same_however_much_was_played():
    counts = defaultdict(set)
    for evenings in (1, 4):
        club = german(WON, WON, LOST, club_name=f"{evenings} evenings", date=date(2026, 1, 20)).evening.club
        for n in range(1, evenings):
            german(*[WON] * n, club=club, date=date(2026, 1 + n, 20))
        tables = list(Table.objects.filter(evening__club=club).values_list("public_id", flat=True))
        for what, ask in {
            "lines": lambda tables=tables: lines_at(tables),
            "records": lambda club=club: club_records(club, year_span(2026), built_in_variant("german")),
            "always": lambda club=club: club_records(club, None, built_in_variant("german")),
        }.items():
            with CaptureQueriesContext(connection) as seen:
                ask()
            counts[what].add(len(seen))
    assert {what: len(different) for what, different in counts.items()} == {"lines": 1, "records": 1, "always": 1}
