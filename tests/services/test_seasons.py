"""A season: which evenings belong to it, what each made of it, and what does not count."""

import random
from collections import Counter, defaultdict
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.models import (
    Club,
    Deal,
    DealPart,
    DealPosting,
    Evening,
    MonthContract,
    MonthMoney,
    MonthTotal,
    Player,
    TableTotal,
)
from ledger.queries.audit import audit_months
from ledger.queries.fold import live_deals
from ledger.queries.games import game_rules
from ledger.queries.player_page import player_page
from ledger.queries.proof import proof
from ledger.queries.records import club_records
from ledger.queries.rows import facts_of, variant_of
from ledger.queries.season_lines import season_lines
from ledger.queries.seasons import Span, current_span, find_span, span_of_day, spans_of, year_span
from ledger.queries.standings import Asked, openings_of, season_money, season_sums, standings
from ledger.queries.table_lines import lines_of
from ledger.rules.document import built_in_variant
from ledger.rules.events import EventFacts
from ledger.rules.log import check_entry
from ledger.rules.seating import playing
from ledger.rules.settlement import Stake
from ledger.rules.sheet import FORMAT, read_sheet
from ledger.rules.standings import By, Standing, ranked
from ledger.rules.table import divided, open_table, replay, score_next
from ledger.services.clubs import change_club
from ledger.services.counting import count_deal, count_evening
from ledger.services.deals import correct_deal, restore_deal, undo_deal
from ledger.services.demo import random_facts
from ledger.services.errors import Faulty
from ledger.services.players import add_player
from ledger.services.seasons import delete_season, save_season
from ledger.services.sheets import import_sheet
from ledger.services.spellings import merge_players, split_player
from ledger.services.tables import close_table, reopen_table, set_stake
from ledger.services.together import settle_apart, settle_together
from ledger.services.totals import catch_up, refold_club
from ledger.services.whole_tables import discard_table, merge_tables
from tests.stories import FOUR, again, differences, record, record_some, start

pytestmark = pytest.mark.django_db

EURO = Stake(1, 5000, "EUR")
WON = {"contract": "7", "trump": "hearts", "declarer": 1, "tricks": 8}
LOST = {"contract": "7", "trump": "hearts", "declarer": 1, "tricks": 5}
YEAR = year_span(2026)


def played(*deals, rules="german", kitty=None, seed=1, some=0, **more):
    """A closed evening."""
    table = start(rules, **more)
    for facts in deals:
        record(table, facts)
    record_some(table, some, seed)
    return close_table(table_id=table.public_id, kitty=kitty, by="")


def named(club, span=YEAR, **asked):
    """Who stands where, by name."""
    found = standings(club, span, Asked(**asked))
    return {row.player.name: row for row in found.rows}


def points(club, span=YEAR, **asked):
    return {name: row.standing.points for name, row in named(club, span, **asked).items()}


def all_right(*tables):
    return [*audit_months(), *(line for table in tables for line in differences(table))] == []


# What each made of an evening


def test_an_evening_counts_from_the_moment_it_is_closed():
    table = start("german")
    record(table, WON)
    club = table.evening.club
    assert points(club) == {}
    close_table(table_id=table.public_id, kitty=None, by="")
    before = points(club)
    assert before["Boris"] > 0
    assert sum(before.values()) == 0
    reopen_table(table_id=table.public_id, by="")
    assert points(club) == {}
    assert not TableTotal.objects.exists()
    assert not MonthTotal.objects.exists()


def test_a_correction_after_closing_is_in_the_standings_at_once():
    table = played(WON, LOST)
    club, key = table.evening.club, again(table).results.first().deal.entry_key
    assert (named(club)["Boris"].standing.declared, named(club)["Boris"].standing.made) == (2, 1)
    correct_deal(table_id=table.public_id, deal_key=key, entry_key=_key(), facts=LOST, by="")
    assert named(club)["Boris"].standing.made == 0
    assert all_right(table)


def test_undoing_the_last_deal_of_a_closed_evening_takes_it_out_of_money_and_standings():
    table = played(WON, stake=EURO)
    undo_deal(table_id=table.public_id, deal_key=again(table).results.get().deal.entry_key, by="")
    assert points(table.evening.club) == {}
    assert all_right(table)


def test_helped_declared_and_sat_out_deals_are_told_apart():
    table = start("kassa", seats=5)
    record(
        table, {"contract": "simple", "trump": "hearts", "turned": "hearts", "declarer": 1, "helper": 3, "tricks": 9}
    )
    close_table(table_id=table.public_id, kitty="carry", by="")
    rows = {name: row.standing for name, row in named(table.evening.club).items()}
    assert {name: (one.deals, one.declared, one.helped) for name, one in rows.items()} == {
        "Boris": (1, 1, 0), "Gleb": (1, 0, 1), "Vera": (1, 0, 0), "Dora": (1, 0, 0),
    }  # fmt: skip
    totals = {t.player.name: t for t in TableTotal.objects.select_related("player")}
    assert {name: t.opposed for name, t in totals.items()} == {"Boris": 0, "Gleb": 0, "Vera": 1, "Dora": 1}
    assert totals["Boris"].declared_net == totals["Boris"].net
    assert totals["Gleb"].helped_net == totals["Gleb"].net
    assert totals["Vera"].opposed_net == totals["Vera"].net


def test_who_ties_for_the_most_points_shares_the_evening():
    table = start("kassa")
    record(table, {"kind": "passed", "turned": "clubs"})
    close_table(table_id=table.public_id, kitty="divide", by="")
    won = {t.player.name for t in TableTotal.objects.filter(won=True).select_related("player")}
    assert len(won) > 1


def parts_of(table):
    found = DealPart.objects.filter(table=table).select_related("player", "partner").order_by("deal", "player")
    return [(p.player.name, p.part, p.partner and p.partner.name, p.contract, p.made, p.points, p.pot) for p in found]


def test_every_deal_is_kept_as_each_who_played_it_had_it():
    table = start("kassa")
    record(table, {"kind": "passed", "turned": "clubs"})
    helped = {"contract": "simple", "trump": "hearts", "turned": "hearts", "declarer": 1, "helper": 3, "tricks": 9}
    record(table, helped)
    close_table(table_id=table.public_id, kitty="carry", by="")
    passed, played = parts_of(table)[:4], parts_of(table)[4:]
    # Ten from each before every deal (rules, section 4): eighty lie there when the second is won.
    assert [one[1:] for one in passed] == [("none", None, "", False, -10, 0)] * 4
    assert [(*one[:5], one[6]) for one in played] == [
        ("Anna", "opposed", None, "simple", True, 0),
        ("Boris", "declared", "Gleb", "simple", True, 80),
        ("Vera", "opposed", None, "simple", True, 0),
        ("Gleb", "helped", "Boris", "simple", True, 80),
    ]
    assert [one[5] for one in played] == [delta_of(table, n) for n in range(4)]


def delta_of(table, number):
    return DealPosting.objects.get(result__table=table, result__position=2, account=number).points


def test_a_mark_that_opens_the_kitty_is_seen_in_the_parts():
    table = start("kassa")
    helped = {"contract": "simple", "trump": "hearts", "turned": "hearts", "declarer": 1, "helper": 3, "tricks": 9}
    record(table, {**helped, "tricks": 6, "helper_tricks": 3, "revoke": 3})
    close_table(table_id=table.public_id, kitty="carry", by="")
    pots = {one[0]: one[6] for one in parts_of(table)}
    # Antes of 40 and the fine of 4 (rules, section 4).
    assert pots == {"Anna": 44, "Boris": 0, "Vera": 44, "Gleb": 0}


# What does not count


def test_a_deal_that_does_not_count_is_left_out_and_so_is_what_replaces_it():
    table = played(WON, LOST)
    club, key = table.evening.club, again(table).results.first().deal.entry_key
    both = points(club)
    for _ in range(2):
        count_deal(table_id=table.public_id, deal_key=key, counts=False, by="")
    assert points(club) == points(played(LOST, club_name="Another").evening.club)
    new = correct_deal(table_id=table.public_id, deal_key=key, entry_key=_key(), facts={**WON, "tricks": 9}, by="")
    assert points(club) == points(Club.objects.get(name="Another"))
    undo_deal(table_id=table.public_id, deal_key=new.deal.entry_key, by="")
    back = restore_deal(table_id=table.public_id, deal_key=new.deal.entry_key, entry_key=_key(), by="")
    assert points(club) == points(Club.objects.get(name="Another"))
    correct_deal(table_id=table.public_id, deal_key=back.deal.entry_key, entry_key=_key(), facts=WON, by="")
    count_deal(table_id=table.public_id, deal_key=_first(table), counts=True, by="")
    assert points(club) == both
    assert all_right(table)


def test_a_deal_flagged_on_one_phone_stays_flagged_when_the_evenings_are_joined():
    table, other = start("german"), None
    other = start("german", club=table.evening.club)
    record(table, WON)
    record(other, LOST)
    count_deal(table_id=other.public_id, deal_key=_first(other), counts=False, by="")
    merge_tables(table_id=table.public_id, from_id=other.public_id, by="")
    close_table(table_id=table.public_id, kitty=None, by="")
    assert named(table.evening.club)["Boris"].standing.deals == 1


def test_an_evening_that_does_not_count_is_left_out_until_it_does():
    table = played(WON)
    evening = table.evening
    before = points(evening.club)
    for counts, wanted in ((False, {}), (True, before)):
        count_evening(club_id=evening.club.public_id, evening_id=evening.public_id, counts=counts, by="")
        assert points(evening.club) == wanted
        assert all_right(table)


def test_guests_play_and_win_but_stand_in_the_list_only_when_asked_for():
    club = played(WON).evening.club
    Player.objects.filter(name="Boris").update(guest=True)
    assert "Boris" not in points(club)
    assert standings(club, YEAR, Asked()).guests == 1
    assert points(club, guests=True)["Boris"] > 0
    assert sum(points(club, guests=True).values()) == 0
    assert proof(club, YEAR, "german").total == 0


def test_a_discarded_evening_leaves_nothing_behind():
    table = played(WON)
    club = table.evening.club
    discard_table(table_id=table.public_id, by="")
    assert points(club) == {}
    assert not MonthTotal.objects.exists()


# Which evenings belong to a season


def begun(moment, zone, **more):
    """An evening without a date, which began then."""
    table = played(WON, date=None, **more)
    Evening.objects.filter(pk=table.evening_id).update(started_at=moment)
    refold_club(table.evening.club)
    change_club(club_id=table.evening.club.public_id, name="Saturday", time_zone=zone, by="")
    return Club.objects.get(pk=table.evening.club_id)


@pytest.mark.parametrize(
    ("zone", "moment", "year"),
    [
        ("America/Los_Angeles", datetime(2027, 1, 1, 4, 0, tzinfo=UTC), 2026),
        ("America/Los_Angeles", datetime(2027, 1, 1, 7, 59, 59, tzinfo=UTC), 2026),
        ("America/Los_Angeles", datetime(2027, 1, 1, 8, 0, tzinfo=UTC), 2027),
        ("Pacific/Tongatapu", datetime(2026, 12, 31, 10, 59, 59, tzinfo=UTC), 2026),
        ("Pacific/Tongatapu", datetime(2026, 12, 31, 11, 0, tzinfo=UTC), 2027),
        ("", datetime(2026, 12, 31, 23, 59, tzinfo=UTC), 2026),
        ("", datetime(2027, 1, 1, 0, 0, tzinfo=UTC), 2027),
    ],
)
def test_an_evening_has_the_date_on_which_it_began_where_the_club_plays(settings, zone, moment, year):
    settings.TIME_ZONE = "UTC"
    club = begun(moment, zone)
    assert {y for y in (2026, 2027) if points(club, year_span(y))} == {year}
    assert [*audit_months()] == []
    assert proof(club, year_span(year), "german").lines[0].day.year == year


@pytest.mark.parametrize(
    ("moment", "first"),
    [
        # Clocks in Berlin went forward at 2 o'clock on 29 March 2026, and back at 3 on 25 October.
        (datetime(2026, 3, 28, 22, 59, tzinfo=UTC), False),
        (datetime(2026, 3, 28, 23, 0, tzinfo=UTC), True),
        (datetime(2026, 3, 29, 21, 59, tzinfo=UTC), True),
        (datetime(2026, 3, 29, 22, 0, tzinfo=UTC), False),
        (datetime(2026, 10, 24, 21, 59, tzinfo=UTC), False),
        (datetime(2026, 10, 24, 22, 0, tzinfo=UTC), True),
        (datetime(2026, 10, 25, 22, 59, tzinfo=UTC), True),
        (datetime(2026, 10, 25, 23, 0, tzinfo=UTC), False),
    ],
)
def test_a_day_on_which_the_clocks_change_is_as_long_as_it_is(moment, first):
    club = begun(moment, "Europe/Berlin")
    day = date(2026, 3, 29) if moment.month == 3 else date(2026, 10, 25)
    assert moment.astimezone(ZoneInfo("Europe/Berlin")).date() == day or not first
    assert bool(points(club, Span("", "", day, day))) is first


@pytest.mark.parametrize("day", [date.min, date(2999, 12, 31), date.max])
@pytest.mark.parametrize("zone", ["Pacific/Apia", "America/Los_Angeles"])
def test_an_evening_that_was_dated_far_off_is_closed_and_audited_all_the_same(day, zone):
    table = start("german", date=None)
    change_club(club_id=table.evening.club.public_id, name="Far", time_zone=zone, by="")
    record(table, WON)
    # As it could be dated once.
    Evening.objects.update(date=day)
    assert close_table(table_id=table.public_id, kitty=None, by="").closing == "plain"
    assert all_right(table)
    assert spans_of(table.evening.club)


def test_two_evenings_on_one_day_are_two_evenings():
    table = played(WON, WON)
    played(LOST, club=table.evening.club)
    one = named(table.evening.club)["Boris"].standing
    assert (one.evenings, one.deals) == (2, 3)
    assert (one.best, one.worst) == (one.form[0], one.form[1])
    assert one.best > 0 > one.worst


def test_a_season_of_the_clubs_own_takes_the_days_it_has():
    club = played(WON, date=date(2026, 11, 28)).evening.club
    season = own(club, date(2026, 9, 15), date(2027, 5, 31))
    assert span_of_day(club, date(2026, 11, 28)).key == season.public_id
    assert span_of_day(club, date(2026, 9, 14)).key == "2026"
    assert points(club, find_span(club, season.public_id))["Boris"] > 0
    assert [span.key for span in spans_of(club)] == [season.public_id, "2026"]
    delete_season(club_id=club.public_id, season_id=season.public_id, by="")
    assert current_span(club).season is None


@pytest.mark.parametrize("key", ["", "26", "1776", "20266", "nothing", "\0", "٢٠٢٦"])
def test_there_is_no_season_of_such_a_key(key):
    assert find_span(start().evening.club, key) is None


def own(club, starts, ends, openings=None, season_id=None, name="Winter"):
    given = {"club_id": club.public_id, "season_id": season_id, "name": name, "starts": starts, "ends": ends}
    return save_season(**given, openings=openings or {}, by="")


@pytest.mark.parametrize(
    ("starts", "ends", "name", "path"),
    [
        (date(2026, 5, 1), date(2026, 4, 30), "A", "ends"),
        (date(2026, 6, 30), date(2026, 7, 30), "A", "starts"),
        (date(2025, 1, 1), date(2026, 5, 1), "A", "starts"),
        (date(2027, 1, 1), date(2027, 5, 1), " ", "name"),
        (date(1, 1, 1), date(2027, 5, 1), "A", "starts"),
    ],
)
def test_a_season_that_cannot_be_is_refused_at_its_field(starts, ends, name, path):
    club = start().evening.club
    own(club, date(2026, 5, 1), date(2026, 6, 30))
    with pytest.raises(Faulty) as refused:
        own(club, starts, ends, name=name)
    assert path in [p.path[0] for p in refused.value.problems]
    assert club.seasons.count() == 1


def test_players_begin_a_season_with_points_that_make_0_together():
    club = played(WON).evening.club
    ids = {p.name: p.public_id for p in club.players.all()}
    with pytest.raises(Faulty) as refused:
        own(club, YEAR.starts, YEAR.ends, {"german": {ids["Anna"]: 10, ids["Vera"]: -9}})
    assert refused.value.problems[0].details["total"] == 1
    season = own(club, YEAR.starts, YEAR.ends, {"german": {ids["Anna"]: 10, ids["Vera"]: -10}})
    span = find_span(club, season.public_id)
    without, found = points(club), points(club, span)
    assert {name: found[name] - without[name] for name in found} == {"Anna": 10, "Boris": 0, "Vera": -10, "Gleb": 0}
    assert proof(club, span, "german").total == 0
    assert points(club, span.cut(date(2026, 2, 1), None)) == without
    own(club, YEAR.starts, YEAR.ends, {}, season.public_id)
    assert points(club, span) == without


def test_a_season_that_is_added_twice_is_one():
    club = played(WON).evening.club
    ids = {p.name: p.public_id for p in club.players.all()}
    begin = {"german": {ids["Anna"]: 10, ids["Vera"]: -10, ids["Gleb"]: 0}}
    assert own(club, YEAR.starts, YEAR.ends, begin) == own(club, YEAR.starts, YEAR.ends, begin)
    with pytest.raises(Faulty):
        own(club, YEAR.starts, YEAR.ends, {})


def test_a_spelling_that_was_merged_begins_with_nothing_of_its_own():
    club = played(WON).evening.club
    anya = add_player(club_id=club.public_id, name="Anya", by="")
    ids = {p.name: p.public_id for p in club.players.all()}
    merge_players(club_id=club.public_id, into=ids["Anna"], other=anya.public_id, by="")
    with pytest.raises(Faulty) as refused:
        own(club, YEAR.starts, YEAR.ends, {"german": {ids["Anya"]: 5, ids["Boris"]: -5}})
    assert [p.code for p in refused.value.problems] == ["missing"]


def test_who_began_with_points_that_were_a_spellings_alone_is_not_in_a_season_he_never_played():
    club = played(WON).evening.club
    zoya, annie = (add_player(club_id=club.public_id, name=name, by="") for name in ("Zoya", "Annie"))
    ids = {p.name: p.public_id for p in club.players.all()}
    season = own(club, YEAR.starts, YEAR.ends, {"german": {ids["Annie"]: 5, ids["Boris"]: -5}})
    merge_players(club_id=club.public_id, into=zoya.public_id, other=annie.public_id, by="")
    assert named(club, find_span(club, season.public_id))["Zoya"].standing.opening == 5
    split_player(club_id=club.public_id, other=annie.public_id, by="")
    assert "Zoya" not in named(club, find_span(club, season.public_id))


# Rank


def test_equal_ones_share_a_rank_and_the_next_is_left_out():
    found = ranked([Standing(n, net=p) for n, p in enumerate((5, 9, 5, 1))], By.POINTS, ["b", "a", "c", "d"])
    assert [(rank, one.player_id) for rank, one in found] == [(1, 1), (2, 0), (2, 2), (4, 3)]


def test_those_who_share_a_rank_stand_by_evenings_won_then_contracts_made_then_name():
    ones = [Standing(0), Standing(1, made=2), Standing(2, won=1), Standing(3)]
    found = ranked(ones, By.POINTS, ["z", "y", "x", "a"])
    assert [(rank, one.player_id) for rank, one in found] == [(1, 2), (1, 1), (1, 3), (1, 0)]


def test_an_average_is_compared_exactly_and_needs_enough_deals():
    ones = [Standing(0, net=10, deals=30), Standing(1, net=1000, deals=23), Standing(2, net=11, deals=33)]
    found = ranked(ones, By.AVERAGE, ["a", "b", "c"])
    assert [(rank, one.player_id) for rank, one in found] == [(1, 0), (1, 2), (None, 1)]


def test_who_has_too_few_deals_for_a_rank_stands_last_by_his_average():
    ones = [Standing(0, net=0, deals=9), Standing(1, net=11, deals=4), Standing(2, net=-30, deals=24)]
    found = ranked(ones, By.AVERAGE, ["Clara", "Erik", "Max"])
    assert [(rank, one.player_id) for rank, one in found] == [(1, 2), (None, 1), (None, 0)]


def test_points_of_two_games_are_never_added_up():
    club = played(WON).evening.club
    for _ in range(2):
        played(some=3, rules="kassa", kitty="divide", club=club)
    found = standings(club, YEAR, Asked())
    assert (found.game.code, [g.code for g in found.games]) == ("kassa", ["kassa", "german"])
    assert standings(club, YEAR, Asked(variant="german")).evenings == 1
    won = standings(club, YEAR, Asked(by=By.WON))
    assert (won.game, won.evenings) == (None, 3)
    assert sum(row.standing.won for row in won.rows) >= 3


# Money


def test_money_is_what_was_won_of_each_other_with_the_rounding():
    table = played(WON, WON, LOST, stake=Stake(1, 3333, "EUR"))
    other = played(some=4, club=table.evening.club, stake=Stake(1, 3333, "EUR"), date=date(2026, 12, 5))
    club = table.evening.club

    def money(span=YEAR):
        return dict(season_money(club, span, "").get("EUR", {}))

    def booked():
        lines = club_lines(club)
        return {
            p: sum(line.amount for line in lines if line.player_id == p) for p in {line.player_id for line in lines}
        }

    assert money() == booked()
    settle_together(table_id=table.public_id, others=[other.public_id], by="")
    assert money() == booked()
    assert all_right(table, other)
    settle_apart(table_id=other.public_id, by="")
    assert all_right(table, other)
    set_stake(table_id=table.public_id, stake=Stake(1, 10000, "USD"), by="")
    assert set(season_money(club, YEAR, "")) == {"EUR", "USD"}
    assert standings(club, YEAR, Asked(by=By.MONEY, currency="USD")).currency == "USD"
    assert all_right(table, other)


def club_lines(club):
    from ledger.models import SettlementLine

    kinds = ("result", "rounding", "kitty_shared")
    return list(SettlementLine.objects.filter(settlement__club=club, kind__in=kinds, player__isnull=False))


# The whole


def recomputed(club, span, code):
    """The season in plain Python, from the facts alone."""
    nights = defaultdict(Counter)
    found = defaultdict(Counter)
    for evening in Evening.objects.filter(club=club, counts=True, date__range=(span.starts, span.ends)):
        for table in evening.tables.filter(closing__isnull=False, rules__code=code).select_related("rules"):
            nets, who = Counter(), set()
            for player, what in made_of(table):
                who.add(player)
                found[player].update(what)
                nights[player][evening.pk] += what["net"]
                nets[player] += what["net"]
            for player in who:
                found[player]["won"] += nets[player] == max(nets[p] for p in who)
    return {
        player: (sums["net"], len(nights[player]), sums["deals"], sums["declared"], sums["made"],
                 sums["helped"], sums["opposed"], sums["declared_net"], sums["helped_net"], sums["opposed_net"],
                 sums["won"], max(nights[player].values()), min(nights[player].values()))
        for player, sums in found.items()
    }  # fmt: skip


def made_of(table):
    variant, players = variant_of(table), {s.number: s.player_id for s in table.seats.all()}
    state = table.opening_state
    deals = live_deals(table)
    flagged = set(Deal.objects.filter(table=table, uncounted__isnull=False).values_list("pk", flat=True))
    found = []
    for deal, scored in zip(deals, replay(variant, state, [facts_of(d) for d in deals]), strict=True):
        before, state = state, scored.state
        if deal.pk in flagged or isinstance(scored.facts, EventFacts):
            continue
        for seat in playing(state.order, scored.dealer, scored.facts.sitting_out) if scored.number else ():
            facts, more = scored.facts, Counter(deals=1)
            part = "declared" if facts.declarer == seat else "helped" if facts.helper == seat else "opposed"
            if facts.contract:
                net = state.net[seat] - (before.net[seat] if seat < len(before.net) else 0)
                more.update({part: 1, f"{part}_net": net})
            if facts.declarer == seat:
                made = variant.by_code[facts.contract].made(facts.tricks, facts.helper is not None)
                more.update(made=int(made))
            found.append((players[seat], more))
        for seat in range(len(state.net)):
            gain = state.net[seat] - (before.net[seat] if seat < len(before.net) else 0)
            if gain:
                found.append((players[seat], Counter(net=gain)))
    if table.closing == "divide":
        end = divided(state)
        found += [(players[s], Counter(net=end.net[s] - state.net[s])) for s in range(len(state.net))]
    return found


FIELDS = (
    "net", "evenings", "deals", "declared", "made", "helped", "opposed",
    "declared_net", "helped_net", "opposed_net", "won", "best", "worst",
)  # fmt: skip


def numbers(one):
    return tuple(getattr(one, name) for name in FIELDS)


def generated(rng, club, number, rules):
    """An evening of up to 24 deals, played and read from its sheet: four or five of the twelve."""
    variant = built_in_variant(rules)
    count = min(rng.choice((4, 4, 5)), variant.seating.most)
    players = rng.sample([*FOUR, *(f"Player {n}" for n in range(8))], count)
    state, deals, most = open_table(len(players)), [], rng.choice((3, 5, 7, 24))
    while len(deals) < most:
        deals.append(random_facts(rng, variant, state))
        state = score_next(variant, state, check_entry(variant, state.situation, deals[-1])).state
    kitty = {"kitty": rng.choice(("divide", "carry"))} if variant.kitty else {}
    day = date(2025, 12, 20) + timedelta(days=2 * number)
    plain = {"rules": rules, "date": day.isoformat(), "players": players, "deals": deals, "closing": kitty}
    return import_sheet(read_sheet({"format": FORMAT, **plain}), club=club, by="")[0]


GAMES = ("german", "kassa", "classic", "russian")


@pytest.mark.parametrize("code", GAMES)
def test_every_page_of_a_season_has_the_points_that_are_settled(code):
    """Also where the score sheet is kept against a bank, with a guest and with opening balances."""
    kitty = "carry" if built_in_variant(code).kitty else None
    club = played(rules=code, some=8, kitty=kitty, date=date(2026, 10, 3)).evening.club
    table = played(rules=code, some=8, seed=2, kitty=kitty, club=club, date=date(2026, 11, 28))
    club.players.filter(name="Vera").update(guest=True)
    anna, vera = (club.players.get(name=name).public_id for name in ("Anna", "Vera"))
    span = find_span(club, own(club, YEAR.starts, YEAR.ends, {code: {anna: 100, vera: -100}}).public_id)
    rows = named(club, span, variant=code, guests=True)
    found = {name: row.standing.points for name, row in rows.items()}
    proven = proof(club, span, code)

    assert {row.player.name: row.total for row in proven.rows} == found
    assert sum(found.values()) + proven.kitty == 0
    lines = season_lines(club, span, code, dict(openings_of(span, code)), guests=True).lines
    assert {line.player.name: line.so_far[-1] for line in lines} == found
    latest = {line.name: line.values[-1] for line in lines_of([again(table)])[table.pk].lines}
    state = again(table).kept_state
    assert latest == dict(zip(FOUR, state.net, strict=True))
    for name, row in rows.items():
        page = player_page(club, row.player, span, code).page
        assert (page.one.points, page.evenings.lines[-1].balance) == (found[name], found[name])
        assert page.evenings.lines[-1].points == row.standing.form[-1] == latest[name]
        assert {row.standing.best, row.standing.worst} == set(row.standing.form)
    records = club_records(club, span, game_rules(club, code).newest)
    assert records.best.rows[0].points == max(row.standing.best for row in rows.values())
    assert records.worst.rows[0].points == min(row.standing.worst for row in rows.values())


@pytest.mark.long
def test_standings_equal_a_plain_recomputation_of_a_generated_season():
    """200 evenings among 12 players, some of which do not count."""
    rng = random.Random(7)
    club = start(club_name="Twelve").evening.club
    for n in range(200):
        table = generated(rng, club, n, rng.choice(GAMES))
        if n % 25 == 0:
            count_deal(table_id=table.public_id, deal_key=_first(table), counts=False, by="")
        if n % 35 == 0:
            count_evening(club_id=club.public_id, evening_id=table.evening.public_id, counts=False, by="")
    assert Player.objects.filter(club=club).count() >= 12
    spans = (YEAR, Span("", "", date(2026, 2, 10), date(2026, 8, 5)), Span("", "", date(2026, 3, 3), date(2026, 3, 20)))
    Player.objects.filter(name="Boris").update(guest=True)
    anna, boris = (club.players.get(name=name).public_id for name in ("Anna", "Boris"))
    openings = {code: {anna: 34, boris: -34} for code in GAMES}
    season = find_span(club, own(club, date(2026, 1, 10), date(2026, 11, 20), openings).public_id)
    for code in GAMES:
        for span in (season, *spans):
            found = {player: numbers(one) for player, one in season_sums(club, span, code).items()}
            assert found == recomputed(club, span, code), (span, code)
            proven = proof(club, span, code)
            assert proven.total == 0
            assert {line.total for line in proven.lines} == {0}
            rows = standings(club, span, Asked(variant=code, guests=True)).rows
            assert sum(row.standing.points for row in rows) + proven.kitty == 0
            assert {r.player: r.standing.points for r in rows} == {r.player: r.total for r in proven.rows}
    assert [*audit_months()] == []


def test_evenings_from_before_there_were_standings_are_caught_up_with():
    table = played(WON, stake=EURO)
    club, before = table.evening.club, points(table.evening.club)
    for model in (TableTotal, MonthTotal, MonthMoney, DealPart, MonthContract):
        model.objects.all().delete()
    assert [catch_up(), catch_up()] == [1, 0]
    assert points(club) == before
    assert all_right(table)


def test_the_audit_tells_of_a_month_and_of_a_total_that_were_tampered_with():
    table = played(WON, stake=EURO)
    MonthTotal.objects.filter(player__name="Boris").update(net=1)
    MonthMoney.objects.filter(player__name="Boris").update(amount=1)
    MonthContract.objects.filter(player__name="Boris").update(made=9)
    TableTotal.objects.filter(player__name="Boris").update(deals=9)
    DealPart.objects.filter(player__name="Anna").update(pot=9)
    said = [str(line) for line in audit_months()]
    assert len(said) == 3
    for what in ("points", "money", "contracts"):
        assert any(f"the {what} of 2026-11-01" in line for line in said)
    for what in ("the totals", "the parts in deals"):
        assert any(what in line for line in differences(table))


def test_a_season_asks_the_database_as_much_after_one_evening_as_after_many():
    club = played(WON, stake=EURO).evening.club
    counts = []
    for more in (0, 9):
        for n in range(more):
            played(LOST, club=club, date=date(2026, 1 + n, 1), stake=EURO)
        with CaptureQueriesContext(connection) as seen:
            standings(club, YEAR, Asked(by=By.MONEY))
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_the_average_of_a_season_is_exact():
    assert Standing(0, net=10, opening=-3, deals=4).average == Fraction(5, 2)
    assert Standing(0).average is None


def _key():
    from uuid import uuid4

    return uuid4()


def _first(table):
    return again(table).results.order_by("position").first().deal.entry_key
