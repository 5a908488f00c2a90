import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.access import Role
from ledger.models import Payment, Table
from ledger.services.clubs import change_club
from ledger.services.settling import choose_plan, name_keeper
from ledger.services.spellings import merge_players
from ledger.services.tables import reopen_table
from ledger.services.together import settle_together
from tests.paying import HALF_EURO, ROUBLE, SEVEN, evening, paid, pay_all, player
from tests.stories import GLEB, PASSED, start
from tests.views.doors import let_in, member, phone
from tests.views.read import where

pytestmark = pytest.mark.django_db

NO_BREAK = "\u00a0"


def address(table, name):
    return f"/t/{table.public_id}/account/{player(table, name).public_id}/"


def words(answer):
    """What the page says, without its tags, on one line."""
    body = answer.content.decode().split("<main", 1)[1].split("</main>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", body.replace(NO_BREAK, " ")).split())


def account(table, name, client=None, page=""):
    return words((client or let_in(table)).get(address(table, name) + page))


def accounts(table, client=None):
    return words((client or let_in(table)).get(f"/t/{table.public_id}/accounts/"))


def links(answer):
    return re.findall(r'href="/t/([^/"]+)/settle/"', answer.content.decode())


def queries(client, path):
    with CaptureQueriesContext(connection) as found:
        assert client.get(path).status_code == 200
    return len(found)


def test_a_loser_reads_what_he_owes_and_to_whom():
    table = evening()
    paid(table, "Anna", "Boris", 300)

    found = account(table, "Anna")
    assert "Anna Account over all evenings owes ₽4" in found
    assert "german, 28 November 2026 pays Boris ₽4 −₽4 lost at the table −₽7 paid to Boris" in found
    assert "+₽3" in found


def test_a_winner_reads_what_he_is_owed_and_by_whom():
    table = evening()
    paid(table, "Anna", "Boris", 300)

    found = account(table, "Boris")
    assert "is owed ₽18" in found
    assert "gets ₽7 from Gleb" in found
    assert "won at the table +₽21 received from Anna" in found
    assert "−₽3" in found


def test_each_currency_has_a_sum_of_its_own():
    table = evening()
    evening(table.evening.club, stake=HALF_EURO)

    assert "owes €3.50 owes ₽7" in account(table, "Anna")
    assert "EUR Boris is owed +€10.50" in accounts(table)


def test_a_settled_evening_says_what_was_won_and_paid_and_that_nothing_remains():
    table = evening()
    pay_all(table)

    found = account(table, "Anna")
    assert "Nothing is open." in found
    assert "Settled german, 28 November 2026 −₽7 lost at the table −₽7 paid to Boris" in found
    assert "remaining ₽0" in found
    assert "Nobody owes anybody. RUB Anna even in all ₽0" in accounts(table)


def test_evenings_that_are_settled_together_are_one_entry():
    table = evening()
    other = evening(table.evening.club, name="Vera’s birthday", deals=[SEVEN, SEVEN])
    settle_together(table_id=table.public_id, others=[other.public_id], by="")

    found = account(table, "Anna")
    assert "2 evenings together pays Boris ₽21 −₽21" in found
    assert "lost at the table german, Vera’s birthday −₽14" in found


def test_a_reopened_evening_is_told_apart_with_what_was_paid_on_it():
    table = evening()
    paid(table, "Anna", "Boris", 300)
    reopen_table(table_id=table.public_id, by="")

    found = account(table, "Anna")
    assert "Nothing is open." in found
    assert "Being played on german, 28 November 2026 paid to Boris" in found
    assert "It counts when it is closed" in found
    assert "1 settlement does not count yet" in accounts(table)


def test_the_keeper_reads_that_the_kitty_is_not_his_own():
    table = evening(rules="kassa", deals=[PASSED], kitty="carry")
    name_keeper(table_id=table.public_id, keeper=player(table, "Anna").public_id, by="")

    found = account(table, "Anna")
    assert "keeps the kitty +₽40" in found
    assert "Kept for the kitty until the next evening, and nobody’s own: ₽40." in found
    assert "nobody’s own" not in account(table, "Boris")


def test_a_kitty_that_nobody_keeps_is_owed_too():
    table = evening(rules="kassa", deals=[PASSED], kitty="carry")

    assert "pays ₽10 into the kitty" in account(table, "Anna")
    assert "the kitty nobody is named who keeps its money +₽40 All of these together make 0." in accounts(table)


def test_a_scorer_sees_all_evenings_of_the_club_and_may_open_those_it_has_a_link_to():
    table = evening()
    other = evening(table.evening.club)
    answer = let_in(table).get(address(table, "Anna"))

    assert "owes ₽14" in words(answer)
    assert "this phone may look at" not in words(answer)
    assert set(links(answer)) == {table.public_id}
    both = let_in(other, client=let_in(table)).get(address(table, "Anna"))
    assert set(links(both)) == {table.public_id, other.public_id}


def test_a_follower_sees_only_evenings_it_may_look_at_and_is_told_so():
    table = evening()
    other = evening(table.evening.club)
    follower = let_in(table, Role.VIEWER)

    assert "owes ₽7 Only evenings this phone may look at are counted. 1 settlement is left out." in account(
        table, "Anna", follower
    )
    assert "1 settlement is left out. RUB Boris is owed +₽21" in accounts(table, follower)
    let_in(other, Role.VIEWER, follower)
    assert "owes ₽14 Only evenings this phone may look at are counted. Open" in account(table, "Anna", follower)


def test_a_follower_who_scores_elsewhere_in_the_club_still_follows_here():
    table = evening()
    other = evening(table.evening.club)
    evening(table.evening.club)
    client = let_in(other, Role.SCORER, let_in(table, Role.VIEWER))

    assert "owes ₽14" in account(table, "Anna", client)
    assert "owes ₽21" in account(other, "Anna", client)


@pytest.mark.parametrize("who", ["another club's", "nobody", "%00"])
def test_only_players_of_this_club_have_an_account_here(who):
    table, other = evening(), evening()
    which = player(other, "Anna").public_id if who == "another club's" else who

    assert let_in(table).get(f"/t/{table.public_id}/account/{which}/").status_code == 404
    club = table.evening.club
    assert member(club, Role.VIEWER).get(where(club, f"accounts/{which}/")).status_code == 404


def test_settled_evenings_come_in_pages():
    table = evening()
    pay_all(table)
    for _ in range(20):
        pay_all(evening(table.evening.club))
    still = evening(table.evening.club)
    client = let_in(table)

    first = client.get(address(table, "Anna"))
    assert "page 1 of 2" in words(first)
    assert 'href="?page=2" rel="next"' in first.content.decode()
    assert 'rel="prev"' not in first.content.decode()
    second = client.get(address(table, "Anna") + "?page=2")
    assert second.content.decode().count("remaining") == 1
    assert 'href="?page=1" rel="prev"' in second.content.decode()
    # What is open in all stays said, the entries stand on the first page alone.
    assert "owes ₽7" in words(second)
    assert "pays Boris" not in words(second)
    for wrong in ("x", "-1", "0", "9" * 5000):
        assert "page 1 of 2" in account(still, "Anna", page=f"?page={wrong}")


def test_more_evenings_need_no_more_queries():
    table = evening()
    client, follower, club = let_in(table), let_in(table, Role.VIEWER), table.evening.club
    viewer = member(club, Role.VIEWER)
    choose_plan(table_id=table.public_id, way="each", by="")
    pay_all(evening(table.evening.club))
    pages = [(c, path) for c in (client, follower) for path in (address(table, "Anna"), accounts_path(table))]
    pages += [(viewer, where(club, t)) for t in ("accounts/", f"accounts/{player(table, 'Anna').public_id}/")]
    few = [queries(*page) for page in pages]
    for number in range(12):
        other = evening(table.evening.club)
        let_in(other, Role.VIEWER, follower)
        choose_plan(table_id=other.public_id, way="each", by="")
        if number % 3 == 0:
            pay_all(other)

    assert [queries(*page) for page in pages] == few


def test_who_is_even_stands_below_those_who_are_not():
    table = evening()
    paid(table, "Anna", "Boris", 700)

    found = accounts(table)
    assert "Boris is owed +₽14 Gleb owes −₽7 Vera owes −₽7 Anna even in all ₽0 All of these together" in found


def test_the_clubs_link_leads_to_the_accounts_of_all_its_evenings():
    table = evening()
    club = table.evening.club
    evening(club)
    viewer, anna = member(club, Role.VIEWER), player(table, "Anna").public_id

    listed = viewer.get(where(club, "accounts/"))
    one = viewer.get(where(club, f"accounts/{anna}/"))

    assert f'href="{where(club, "accounts/")}"' in viewer.get(where(club)).content.decode()
    assert "Boris is owed +₽42 Anna owes −₽14" in words(listed)
    assert f'href="{where(club, f"accounts/{anna}/")}"' in listed.content.decode()
    assert f'href="{where(club)}"' in listed.content.decode()
    assert "this phone may look at" not in words(listed) + words(one)
    assert "Anna Account over all evenings owes ₽14" in words(one)
    assert f'href="{where(club, "accounts/")}"' in one.content.decode()
    assert set(links(one)) == {t.public_id for t in Table.objects.filter(evening__club=club)}


def test_a_spelling_that_was_merged_leads_to_the_account_of_the_person():
    table = evening()
    club, anna = table.evening.club, player(table, "Anna")
    other = evening(club, players=("Anne", "Boris", "Vera", "Gleb"))
    merge_players(club_id=club.public_id, into=anna.public_id, other=player(other, "Anne").public_id, by="")

    found = member(club, Role.VIEWER).get(where(club, f"accounts/{player(other, 'Anne').public_id}/"))

    assert "Anna Account over all evenings owes ₽14" in words(found)


def test_a_payment_has_the_day_it_had_where_the_club_plays():
    table = evening()
    paid(table, "Anna", "Boris", 300)
    Payment.objects.update(at=datetime(2026, 12, 31, 11, 30, tzinfo=UTC))
    change_club(club_id=table.evening.club.public_id, name="Saturday", time_zone="Pacific/Tongatapu", by="")

    assert "paid to Boris , 1 Jan +₽3" in account(table, "Anna")


def accounts_path(table):
    return f"/t/{table.public_id}/accounts/"


def test_the_settlement_leads_to_the_accounts():
    table = evening()
    found = let_in(table, Role.VIEWER).get(f"/t/{table.public_id}/settle/").content.decode()

    assert f'href="{address(table, "Anna")}"' in found
    assert f'href="{accounts_path(table)}"' in found
    assert f'href="{address(table, "Boris")}"' in let_in(table).get(accounts_path(table)).content.decode()


def test_an_evening_on_points_alone_leads_to_no_account():
    table = evening(stake=None)

    assert "/account/" not in let_in(table).get(f"/t/{table.public_id}/settle/").content.decode()


def test_home_says_what_is_open_and_what_is_settled():
    client = phone()
    table = evening(name="first")
    paid(table, "Anna", "Boris", 700)
    settled = evening(table.evening.club, name="second")
    pay_all(settled)
    points = evening(table.evening.club, stake=None, name="third")
    running = start("german", club=table.evening.club, stake=ROUBLE)
    for one in (table, settled, points, running):
        let_in(one, client=client)

    found = words(client.get("/"))
    assert "first german · Boris +21, Anna −7, Vera −7, Gleb −7 · open: ₽14" in found
    assert "second german · Boris +21, Anna −7, Vera −7, Gleb −7 · settled" in found
    assert found.count("open: ") + found.count("settled") == 2


@pytest.mark.parametrize("way", ["each", "banker"])
def test_home_and_table_ask_for_as_much_as_the_settlement(way):
    table = evening(deals=[SEVEN, {**SEVEN, "declarer": GLEB}])
    banker = player(table, "Anna").public_id if way == "banker" else None
    choose_plan(table_id=table.public_id, way=way, banker=banker, by="")
    client = let_in(table)

    asked = re.search(r"Still open: ([^.]+)\.", words(client.get(f"/t/{table.public_id}/settle/")))[1]
    assert f"The evening is closed. Still open: {asked}." in words(client.get(f"/t/{table.public_id}/"))
    assert f"open: {asked}" in words(client.get("/"))


def test_the_closed_table_says_when_everything_is_settled():
    table = evening()
    pay_all(table)

    found = let_in(table).get(f"/t/{table.public_id}/").content.decode()
    assert "Everything is settled." in found
    assert f"/t/{table.public_id}/settle/" in found
    points = evening(stake=None)
    assert "settled" not in words(let_in(points).get(f"/t/{points.public_id}/")).lower()


def test_more_evenings_with_money_need_no_more_queries_at_home():
    client = phone()
    let_in(evening(), client=client)
    few = queries(client, "/")
    for _ in range(8):
        let_in(evening(), client=client)

    assert queries(client, "/") == few


def test_in_russian_money_and_dates_are_written_the_russian_way():
    table = evening(stake=HALF_EURO)
    paid(table, "Anna", "Boris", 120, "EUR")

    found = account(table, "Anna", let_in(table, client=phone("ru")))
    assert "к оплате 2,30 €" in found
    assert "28 ноября 2026 платит 2,30 € → Boris" in found
    assert "−3,50 €" in found
