"""A player's season: every number on his page is what the facts of its deals come to."""

import random
from collections import Counter, defaultdict
from datetime import UTC, date, datetime, timedelta

import pytest

from ledger.models import Deal, DealPart, Evening, OpeningBalance, Player, Season
from ledger.queries.fold import live_deals
from ledger.queries.house import rulebook
from ledger.queries.player_page import PAGE, player_page
from ledger.queries.rows import facts_of, variant_of
from ledger.queries.seasons import ALWAYS, FIRST_DAY, LAST_DAY, Span, season_span, year_span
from ledger.rules.document import built_in, built_in_variant
from ledger.rules.events import EventFacts
from ledger.rules.seating import playing
from ledger.rules.table import divided, replay
from ledger.services.counting import count_deal, count_evening
from ledger.services.house import copy_rules, save_rules
from ledger.services.players import set_guest
from ledger.services.tables import close_table
from tests.services.test_seasons import generated
from tests.stories import SIMPLE, again, record, start

pytestmark = pytest.mark.django_db

WON = {"contract": "7", "trump": "hearts", "declarer": 1, "tricks": 8}
LOST = {"contract": "7", "trump": "hearts", "declarer": 1, "tricks": 5}
YEAR = year_span(2026)


def played(*deals, rules="german", kitty=None, **more):
    table = start(rules, **more)
    for facts in deals:
        record(table, facts)
    return close_table(table_id=table.public_id, kitty=kitty, by="")


def page_of(club, name, span=YEAR, variant="", page=1):
    return player_page(club, club.players.get(name=name), span, variant, page)


# The whole, recomputed


class Plain:
    """A player's season in one game in plain Python, from the facts alone."""

    def __init__(self):
        self.nights = defaultdict(int)
        self.deals = []
        self.contracts = defaultdict(Counter)
        self.parts = defaultdict(Counter)

    @property
    def points(self):
        return sum(self.nights.values())


def recomputed(club, span, code):
    found = defaultdict(Plain)
    ours = Evening.objects.filter(club=club, counts=True, date__range=(span.starts, span.ends))
    for evening in ours.order_by("date", "started_at", "pk"):
        for table in evening.tables.filter(closing__isnull=False, rules__code=code).select_related("rules"):
            add_table(found, evening, table)
    return found


def add_table(found, evening, table):
    variant, players, state = variant_of(table), seats_of(table), table.opening_state
    left_out = set(Deal.objects.filter(table=table, uncounted__isnull=False).values_list("pk", flat=True))
    deals = live_deals(table)
    for deal, scored in zip(deals, replay(variant, state, [facts_of(d) for d in deals]), strict=True):
        before, state = state, scored.state
        if deal.pk in left_out:
            continue
        for seat, points in enumerate(scored.deltas):
            if points:
                found[players[seat]].nights[evening.pk] += points
        if scored.number and not isinstance(scored.facts, EventFacts):
            for seat in playing(state.order, scored.dealer, scored.facts.sitting_out):
                net = state.net[seat] - before.net[seat]
                add_deal(found[players[seat]], variant, deal, scored, seat, net)
                found[players[seat]].nights[evening.pk] += 0
    if table.closing == "divide":
        end = divided(state)
        for seat, balance in enumerate(end.balances):
            found[players[seat]].nights[evening.pk] += balance - state.balances[seat]


def seats_of(table):
    return {seat.number: seat.player_id for seat in table.seats.all()}


def add_deal(plain, variant, deal, scored, seat, net):
    facts, points = scored.facts, scored.deltas[seat]
    plain.deals.append((points, deal.pk))
    if facts.declarer is None:
        return
    part = {facts.declarer: "declared", facts.helper: "helped"}.get(seat, "opposed")
    plain.parts[part].update(deals=1, net=net)
    if part == "declared":
        helped = facts.helper is not None
        made = variant.by_code[facts.contract].made(facts.tricks, helped)
        plain.contracts[facts.contract].update(
            declared=1, made=made, points=points, helped=helped, helped_made=helped and made
        )


def assert_equal(club, span, code, person, plain, openings):
    found = player_page(club, person, span, code, 1).page
    one, opening = found.one, openings.get(person.pk, 0)
    assert (one.points, one.opening) == (plain.points + opening, opening)
    shown, before = [], opening
    pages = [player_page(club, person, span, code, n).page.evenings for n in range(found.evenings.pages, 0, -1)]
    for part in pages:
        assert part.before == before
        shown += part.lines
        before = part.lines[-1].balance if part.lines else before
    assert [line.points for line in shown] == list(plain.nights.values())
    assert before == one.points
    for part in ("declared", "helped", "opposed"):
        assert getattr(one, part) == plain.parts[part]["deals"]
        assert getattr(one, f"{part}_net") == plain.parts[part]["net"]
    names = built_in_variant(code).by_code
    lines = {c.name["en"]: Counter(declared=c.declared, made=c.made, points=c.points, helped=c.helped,
                                   helped_made=c.helped_made) for c in found.contracts}  # fmt: skip
    assert lines == {names[contract].name["en"]: sums for contract, sums in plain.contracts.items()}
    ordered = [contract.name["en"] for contract in built_in_variant(code).contracts]
    assert list(lines) == [name for name in ordered if name in lines]
    points = sorted(points for points, _ in plain.deals)
    assert [deal.points for deal in found.lowest] == [p for p in points if p < 0][:5]
    assert [deal.points for deal in found.highest] == [p for p in points[::-1] if p > 0][:5]


@pytest.mark.long
def test_every_number_equals_a_plain_recomputation_of_a_generated_season():
    """Forty evenings in two games, an evening and deals that do not count, a guest; seasons cut within months."""
    rng = random.Random(11)
    club = start(club_name="Twelve").evening.club
    for n in range(40):
        table = generated(rng, club, 3 * n, rng.choice(("german", "kassa")))
        if n % 7 == 0:
            key = again(table).results.first().deal.entry_key
            count_deal(table_id=table.public_id, deal_key=key, counts=False, by="")
        if n % 13 == 5:
            count_evening(club_id=club.public_id, evening_id=table.evening.public_id, counts=False, by="")
    people = list(Player.objects.filter(club=club))
    guest = people[3]
    set_guest(club_id=club.public_id, player_id=guest.public_id, guest=True, by="")
    winter = Season.objects.create(club=club, name="Winter", starts=date(2026, 1, 10), ends=date(2026, 4, 20))
    openings = {people[0].pk: 120, people[1].pk: -120}
    for player, points in openings.items():
        OpeningBalance.objects.create(season=winter, player_id=player, rules_code="german", points=points)

    for code in ("german", "kassa"):
        for span in (season_span(winter), YEAR, ALWAYS, Span("", "", date(2026, 2, 3), date(2026, 2, 25))):
            began = openings if span.season and code == "german" else {}
            plain = recomputed(club, span, code)
            totals = {pk: one.points + began.get(pk, 0) for pk, one in plain.items() if one.nights or began.get(pk)}
            totals |= {pk: points for pk, points in began.items() if pk not in totals}
            totals.pop(guest.pk, None)
            for person in people:
                if not plain[person.pk].nights and person.pk not in began:
                    continue
                assert_equal(club, span, code, person, plain[person.pk], began)
                found = player_page(club, person, span, code).page
                place = 1 + sum(other > found.one.points for other in totals.values())
                is_ranked = person != guest and span != ALWAYS
                assert found.rank == (place if is_ranked else None)
                assert found.ranked == len(totals) or not is_ranked


# What is shown of it


def test_the_game_played_most_is_shown_unless_another_one_he_played_is_asked_for():
    table = played(WON)
    club = table.evening.club
    played(SIMPLE, rules="kassa", kitty="divide", club=club)
    played(SIMPLE, rules="kassa", kitty="divide", club=club)
    assert page_of(club, "Boris").page.game.code == "kassa"
    assert [(game.code, game.evenings) for game in page_of(club, "Boris").games] == [("kassa", 2), ("german", 1)]
    assert page_of(club, "Boris", variant="german").page.game.code == "german"
    assert page_of(club, "Boris", variant="russian").page.game.code == "kassa"


def test_who_played_nothing_in_a_season_has_no_page_there_but_it_is_known_that_he_played():
    club = played(WON).evening.club
    Player.objects.create(club=club, name="Zoya", folded="zoya")
    nothing = page_of(club, "Boris", year_span(2020))
    assert (nothing.page, nothing.games, nothing.has_played) == (None, (), True)
    assert page_of(club, "Zoya").has_played is False


def test_who_begins_a_season_with_points_has_a_page_before_his_first_evening():
    club = played(WON).evening.club
    season = Season.objects.create(club=club, name="Next", starts=date(2027, 1, 15), ends=date(2027, 5, 31))
    OpeningBalance.objects.create(season=season, player=club.players.get(name="Anna"), rules_code="german", points=-7)
    found = page_of(club, "Anna", season_span(season)).page
    assert (found.one.points, found.one.evenings, found.evenings.lines, found.rank) == (-7, 0, (), 1)
    assert page_of(club, "Boris", season_span(season)).page is None


@pytest.mark.long
def test_evenings_come_a_page_at_a_time_those_without_a_date_among_the_others():
    table = played(WON, name="first")
    club = table.evening.club
    for n in range(PAGE + 2):
        played(LOST if n % 3 else WON, club=club, date=date(2026, 1, 1) + timedelta(days=n), name=f"{n}")
    undated = played(WON, club=club, name="undated").evening
    Evening.objects.filter(pk=undated.pk).update(date=None, started_at=datetime(2026, 1, 10, 12, 30, tzinfo=UTC))
    latest = page_of(club, "Boris").page.evenings
    earliest = page_of(club, "Boris", page=2).page.evenings
    in_order = [*range(9), "undated", *range(9, PAGE + 2), "first"]
    assert [line.name for line in (*earliest.lines, *latest.lines)] == list(map(str, in_order))
    assert (len(latest.lines), latest.earlier, latest.pages) == (PAGE, 4, 2)
    assert (earliest.before, earliest.earlier) == (0, 0)
    assert earliest.lines[-1].balance == latest.before
    assert page_of(club, "Boris", page=10**21).page.evenings == earliest
    assert page_of(club, "Boris", page=-1).page.evenings == latest


def test_a_contract_that_the_newest_rules_lack_keeps_the_name_it_had():
    club = played(WON).evening.club
    told = {"club_id": club.public_id, "by": ""}
    document = copy_rules(document=built_in()["german"], name="Ours", **told).rules.document
    seven = {**document["contracts"][2], "name": {"en": "seven"}}
    assert seven["code"] == "7"
    save_rules(document={**document, "contracts": [seven]}, **told)
    played(WON, club=club, rules=rulebook(club)[document["code"]])
    eight = {**document["contracts"][3], "name": {"en": "eight"}}
    save_rules(document={**document, "contracts": [eight]}, **told)
    (line,) = page_of(club, "Boris", variant=document["code"]).page.contracts
    assert line.name == {"en": "seven"}
    DealPart.objects.filter(rules_code=document["code"]).update(contract="gone")
    assert page_of(club, "Boris", variant=document["code"]).page.highest[0].contract == {"en": "gone"}


def test_the_biggest_deals_are_those_of_evenings_and_deals_that_count():
    table = played(WON, LOST)
    club = table.evening.club
    other = played(WON, club=club)
    count_evening(club_id=club.public_id, evening_id=other.evening.public_id, counts=False, by="")
    won, lost = again(table).results.order_by("position")
    found = page_of(club, "Boris").page
    assert [deal.deal_key for deal in found.highest] == [won.deal.entry_key]
    assert [deal.deal_key for deal in found.lowest] == [lost.deal.entry_key]
    count_deal(table_id=table.public_id, deal_key=won.deal.entry_key, counts=False, by="")
    assert page_of(club, "Boris").page.highest == ()


def test_always_is_every_day_an_evening_can_have():
    club = played(WON, date=FIRST_DAY).evening.club
    played(WON, club=club, date=LAST_DAY)
    assert page_of(club, "Boris", ALWAYS).page.one.evenings == 2
