"""Ticking, parts, payments typed in, and how it is paid: what people see on their phones."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.access import Role
from ledger.models import Payment
from ledger.queries.payments import settlement_picture
from ledger.rules.settlement import Stake
from ledger.services.deals import correct_deal
from ledger.services.settling import pay
from ledger.services.tables import close_table, reopen_table
from ledger.services.together import settle_together
from tests.paying import evening
from tests.stories import ANNA, BORIS, PASSED, SIMPLE, VERA, again, record, record_some, start
from tests.views.doors import let_in, phone
from tests.views.phones import htmx

pytestmark = pytest.mark.django_db

DEALS = (
    {"contract": "7", "trump": "hearts", "declarer": BORIS, "tricks": 8},
    {"contract": "6", "trump": "clubs", "declarer": ANNA, "tricks": 6},
    {"contract": "8", "trump": "diamonds", "declarer": VERA, "tricks": 5},
)


@pytest.fixture
def table():
    table = start("german", stake=Stake(1, 1000, "EUR"))
    for facts in DEALS:
        record(table, facts)
    return close_table(table_id=table.public_id, kitty=None, by="")


@pytest.fixture
def client(table):
    return let_in(table)


def address(table, tail=""):
    return f"/t/{table.public_id}/settle/{tail}"


def page(client, table, tail=""):
    return client.get(address(table, tail)).content.decode()


def rows(table):
    return [row for c in settlement_picture(again(table).settlement).currencies for row in c.rows]


def line(row, **changes):
    """What the form of a line sends."""
    sent = {"payer": row.payer.public_id, "payee": row.payee.public_id, "currency": "EUR", "amount": row.open}
    return {"key": str(uuid4()), **sent, **changes}


def typed(row, amount, **changes):
    return line(row, typed="1", amount=amount, seen=row.open, **changes)


def test_a_tick_without_a_script_comes_back_to_the_list(client, table):
    answer = client.post(address(table, "payment/"), line(rows(table)[0]))

    assert answer.status_code == 302
    assert answer.headers["Location"] == address(table) + "#pays"
    assert 'aria-pressed="true"' in page(client, table)


def test_a_tick_answers_with_the_list_as_it_is_now(client, table):
    first = rows(table)[0]
    answer = client.post(address(table, "payment/"), line(first), **htmx("pays"))

    found = answer.content.decode()
    assert answer.status_code == 200
    assert found.count('aria-pressed="true"') == 1
    assert f"{first.payer.name} has paid {first.payee.name}" in found
    assert "<html" not in found


def test_the_list_says_how_much_is_open_and_at_last_that_all_is_settled(client, table):
    assert "Still open: " in page(client, table)
    for row in rows(table):
        client.post(address(table, "payment/"), line(row))
    assert "Settled: everything is paid." in page(client, table)
    assert "Still open" not in page(client, table)


def test_a_line_ticked_on_two_phones_is_paid_once_and_the_second_is_told(client, table):
    sent = line(rows(table)[0])
    client.post(address(table, "payment/"), sent)

    answer = client.post(address(table, "payment/"), {**sent, "key": str(uuid4())}, **htmx("pays"))

    assert answer.status_code == 409
    assert "has ticked this already" in answer.content.decode() or "Another phone" in answer.content.decode()
    assert Payment.objects.count() == 1
    without_script = client.post(address(table, "payment/"), {**sent, "key": str(uuid4())})
    assert without_script.status_code == 409
    assert "<html" in without_script.content.decode()


def test_a_double_tap_is_one_payment(client, table):
    sent = line(rows(table)[0])
    for _ in range(2):
        assert client.post(address(table, "payment/"), sent, **htmx("pays")).status_code == 200
    assert Payment.objects.count() == 1


def test_a_tick_is_taken_back_by_a_tap(client, table):
    client.post(address(table, "payment/"), line(rows(table)[0]))
    undo = re.search(r'action="([^"]*/undo/)"', page(client, table)).group(1)

    answer = client.post(undo, **htmx("pays"))

    assert answer.status_code == 200
    assert 'aria-pressed="true"' not in answer.content.decode()
    assert "taken back" in page(client, table, "payment/")


def test_the_list_of_what_was_paid_says_who_paid_whom(client, table):
    row = rows(table)[0]
    client.post(address(table, "payment/"), line(row))

    assert f"<bdi>{row.payer.name}</bdi> → <bdi>{row.payee.name}</bdi>" in page(client, table, "payment/")


def test_of_two_currencies_every_coin_to_round_to_is_named_in_both():
    roubles = evening(stake=Stake(1, 10_000, "RUB"))
    euros = evening(club=roubles.evening.club, stake=Stake(1, 10_000, "EUR"))
    settle_together(table_id=roubles.public_id, others=[euros.public_id], by="")

    assert "€5 · ₽5" in page(let_in(roubles), roubles).replace("\xa0", " ")


@pytest.mark.parametrize("amount", ["1,5", "1.50", "1.5 €"])
def test_a_part_is_typed_as_people_write_it(client, table, amount):
    row = rows(table)[0]
    client.post(address(table, "payment/"), typed(row, amount))

    assert rows(table)[0].paid == 150
    assert "€1.50 paid" in page(client, table)


@pytest.mark.long
@pytest.mark.parametrize(
    ("amount", "said"),
    [
        ("", "Write how much it was."),
        ("1.234", "thousands"),
        ("99999", "more than is open"),
        ("0", "more than 0"),
        ("-5", "without a minus"),
        ("x", "Write digits"),
        ("5 ₽", "the currency chosen is EUR"),
    ],
)
def test_an_amount_that_cannot_be_is_refused_at_its_field_and_stays_there(client, table, amount, said):
    answer = client.post(address(table, "payment/"), typed(rows(table)[0], amount))

    found = answer.content.decode()
    assert answer.status_code == 422
    assert said in found
    assert 'aria-describedby="amount-fault"' in found
    assert not amount or f'value="{amount}"' in found
    assert Payment.objects.count() == 0


def test_a_part_that_rests_on_an_old_page_is_refused_whole(client, table):
    row = rows(table)[0]
    client.post(address(table, "payment/"), typed(row, "1"))

    answer = client.post(address(table, "payment/"), typed(row, "1"))

    assert answer.status_code == 409
    assert rows(table)[0].paid == 100


def test_a_payment_that_no_plan_asked_for(client, table):
    people = {p.name: p.public_id for p in settlement_picture(table.settlement).people}
    sent = {"key": str(uuid4()), "typed": "1", "payer": people["Gleb"], "payee": people["Anna"], "currency": "EUR"}
    before = {p.person.name: p.left for p in settlement_picture(table.settlement).currencies[0].people}

    assert client.post(address(table, "payment/"), {**sent, "amount": "2"}).status_code == 302

    after = {p.person.name: p.left for p in settlement_picture(again(table).settlement).currencies[0].people}
    assert (after["Gleb"] - before["Gleb"], after["Anna"] - before["Anna"]) == (200, -200)
    wrong = client.post(address(table, "payment/"), {**sent, "payee": people["Gleb"], "amount": "x"})
    assert wrong.status_code == 422
    assert "Nobody pays himself." in wrong.content.decode()
    assert "Write digits" in wrong.content.decode()


def test_a_follower_sees_the_list_and_can_tick_nothing(table):
    follower = let_in(table, Role.VIEWER)
    row = rows(table)[0]

    found = page(follower, table)
    assert row.payer.name in found
    assert "<button" not in found.split("<main")[1].split("<footer")[0]
    assert "<form" not in page(follower, table, "payment/").split("<footer")[0]
    for tail in ("payment/", "plan/", "keeper/", "apart/", "together/", f"payment/{uuid4()}/undo/"):
        assert follower.post(address(table, tail), line(row)).status_code == 403
    assert Payment.objects.count() == 0


def test_phones_that_follow_hear_of_a_tick_and_of_nothing_else(client, table):
    seen = re.search(r"payments/\?seen=([^\"]+)\"", page(client, table)).group(1)
    assert client.get(address(table, f"payments/?seen={seen}")).status_code == 204
    client.post(address(table, "payment/"), line(rows(table)[0]))
    answer = client.get(address(table, f"payments/?seen={seen}"), **htmx("pays"))
    assert answer.status_code == 200
    assert 'aria-pressed="true"' in answer.content.decode()


def test_after_a_correction_the_list_asks_for_the_difference(client, table):
    for row in rows(table):
        client.post(address(table, "payment/"), line(row))
    deal = again(table).results.get(position=2).deal
    better = {**DEALS[1], "tricks": 3}
    correct_deal(table_id=table.public_id, deal_key=deal.entry_key, entry_key=uuid4(), facts=better, by="")

    found = page(client, table)
    assert "Still open" in found
    assert "Settled" not in found
    assert sum(row.open for row in rows(table)) > 0


def test_a_reopened_evening_says_so_and_keeps_what_was_paid(client, table):
    client.post(address(table, "payment/"), line(rows(table)[0]))
    reopen_table(table_id=table.public_id, by="")
    answer = client.post(address(table, "payment/"), line(rows(table)[0]), **htmx("pays"))
    assert answer.status_code in (409, 422)
    assert "is being played on" in answer.content.decode() or "has changed" in answer.content.decode()
    assert Payment.objects.count() == 1


def test_the_way_and_the_rounding_are_buttons(client, table):
    answer = client.post(address(table, "plan/"), {"way": "each"})
    assert answer.headers["Location"] == address(table) + "#how"
    assert "each with each." in page(client, table)

    banker = re.search(r'value="(banker:[^"]+)"', page(client, table)).group(1)
    client.post(address(table, "plan/"), {"way": banker})
    assert "through the banker" in page(client, table)

    client.post(address(table, "plan/"), {"round": "50"})
    found = page(client, table)
    assert "what rounding gave or took" in found
    assert again(table).settlement.way == "banker"


@pytest.mark.long
@pytest.mark.parametrize("sent", [{"way": "dice"}, {"way": "banker:nobody"}, {"round": "0"}, {"round": "x"}, {}])
def test_a_way_that_cannot_be_changes_nothing(client, table, sent):
    assert client.post(address(table, "plan/"), sent).status_code == 302
    settlement = again(table).settlement
    assert (settlement.way, settlement.rounding) == ("fewest", 1)


def test_the_keeper_of_a_carried_kitty_is_named_by_a_tap():
    table = start(stake=Stake(1, 1000, "EUR"))
    record(table, SIMPLE)
    record(table, PASSED)
    close_table(table_id=table.public_id, kitty="carry", by="")
    client = let_in(table)
    found = page(client, table)
    assert "Name who keeps the kitty" in found
    assert "Who keeps the €4" in found

    vera = again(table).seats.get(player__name="Vera").player.public_id
    client.post(address(table, "keeper/"), {"keeper": vera})

    assert "Name who keeps" not in page(client, table)
    assert again(table).kitty_keeper.name == "Vera"
    assert "Vera keeps €4" in page(let_in(table, Role.VIEWER), table)
    client.post(address(table, "keeper/"), {"keeper": "nobody"})
    assert again(table).kitty_keeper.name == "Vera"


def test_a_changed_stake_says_first_what_it_changes(client, table):
    sent = {"stake_points": "1", "stake_amount": "0,20", "stake_currency": "EUR"}
    answer = client.post(address(table), {**sent, "do": "stake"})

    found = answer.content.decode()
    assert "This changes what everybody has won or lost" in found
    assert again(table).stake == Stake(1, 1000, "EUR")
    agreed = re.search(r'name="sure" value="([^"]+)"', found).group(1).replace("&#x27;", "'")
    another = client.post(address(table), {**sent, "stake_amount": "9", "do": "stake", "sure": agreed})
    assert "This changes" in another.content.decode()
    client.post(address(table), {**sent, "do": "stake", "sure": agreed})
    assert again(table).stake == Stake(1, 2000, "EUR")


def test_evenings_are_settled_together_and_apart_again(table):
    other = start("german", club=table.evening.club, stake=Stake(1, 2500, "EUR"), name="Sunday")
    record(other, DEALS[0])
    close_table(table_id=other.public_id, kitty=None, by="")
    client = let_in(other, client=let_in(table))

    assert "Carry 1 open evening here" in page(client, table)
    assert "Sunday" in page(client, table, "together/")
    assert client.post(address(table, "together/"), {}).status_code == 422
    client.post(address(table, "together/"), {"with": other.public_id})

    assert again(table).settlement == again(other).settlement
    found = page(client, table)
    assert "Settled together" in found
    assert "What makes it up" in found
    client.post(address(table, "apart/"), {"which": other.public_id})
    assert again(table).settlement != again(other).settlement
    assert "Settled together" not in page(client, table)


def test_a_phone_joins_no_evening_that_it_does_not_score(table):
    other = start("german", club=table.evening.club, stake=Stake(1, 2500, "EUR"), name="Sunday")
    record(other, DEALS[0])
    close_table(table_id=other.public_id, kitty=None, by="")
    client = let_in(other, Role.VIEWER, client=let_in(table))

    assert "Sunday" not in page(client, table, "together/")
    assert client.post(address(table, "together/"), {"with": other.public_id}).status_code == 422
    assert again(table).settlement != again(other).settlement


def test_an_evening_with_payments_is_not_deleted(client, table):
    client.post(address(table, "payment/"), line(rows(table)[0]))
    answer = client.post(f"/t/{table.public_id}/discard/", {"version": again(table).version})
    assert answer.status_code == 409
    assert "Money was paid" in answer.content.decode()


def test_a_payment_of_another_evening_is_out_of_reach(client, table):
    other = start("german", stake=Stake(1, 1000, "EUR"))
    for facts in DEALS:
        record(other, facts)
    close_table(table_id=other.public_id, kitty=None, by="")
    row = rows(other)[0]
    made = pay(
        table_id=other.public_id, key=uuid4(), payer=row.payer.public_id, payee=row.payee.public_id, currency="EUR",
        amount=row.open, seen=row.open, by="",
    )  # fmt: skip
    assert client.post(address(table, f"payment/{made.key}/undo/"), **htmx("pays")).status_code == 409
    assert not hasattr(Payment.objects.get(), "undone")
    assert client.post(address(other, f"payment/{made.key}/undo/")).status_code == 403


@pytest.mark.long
@pytest.mark.parametrize("rubbish", [{}, {"key": "x"}, {"amount": "-1"}, {"currency": "??"}, {"payer": "\0"}])
def test_rubbish_is_refused_without_a_traceback(client, table, rubbish):
    sent = {**line(rows(table)[0]), **rubbish} if rubbish else {}
    assert client.post(address(table, "payment/"), sent).status_code in (409, 422)
    assert client.post(address(table, "payment/"), {**sent, "typed": "1"}).status_code in (409, 422)
    assert Payment.objects.count() == 0


@pytest.mark.long
def test_the_page_asks_the_same_few_questions_however_much_was_played_and_paid():
    counts = []
    for deals in (3, 20):
        table = start("kassa", seats=6, stake=Stake(1, 1000, "EUR"))
        record_some(table, deals)
        close_table(table_id=table.public_id, kitty="carry", by="")
        client = let_in(table)
        if deals == 20:
            for row in [r for r in rows(table) if r.can_tick]:
                client.post(address(table, "payment/"), line(row))
        page(client, table)
        with CaptureQueriesContext(
            connection,
        ) as seen:
            page(client, table)
        counts.append(len(seen))
    assert counts[0] == counts[1]
    assert counts[0] <= 24


@pytest.mark.long
def test_each_language_writes_the_same_amount_its_own_way():
    table = start("german", stake=Stake(1, 10_000, "EUR"))
    for facts in DEALS:
        for _ in range(30):
            record(table, facts)
    close_table(table_id=table.public_id, kitty=None, by="")
    for language, written in (("ru", r"\d[\u00a0\u202f]\d{3}"), ("fr", r"\d\u00a0\d{3}"), ("en", r"\d,\d{3}")):
        found = page(let_in(table, client=phone(language)), table)
        assert re.search(written, found), language


def test_the_next_evening_says_whose_kitty_lies_there_and_who_keeps_it():
    table = start(stake=Stake(1, 1000, "EUR"))
    record(table, PASSED)
    close_table(table_id=table.public_id, kitty="carry", by="")
    client = let_in(table)
    vera = again(table).seats.get(player__name="Vera").player.public_id
    client.post(address(table, "keeper/"), {"keeper": vera})

    found = " ".join(client.get(f"/start/?again={table.public_id}").content.decode().split())

    assert "The kitty of 40 was carried on from kassa, 28 November 2026." in found
    assert "Vera keeps its money." in found


@pytest.mark.parametrize("joint", [False, True])
def test_under_the_columns_all_sums_are_zero(table, joint):
    client = let_in(table)
    if joint:
        other = start("german", club=table.evening.club, stake=Stake(1, 2500, "EUR"))
        record(other, DEALS[0])
        close_table(table_id=other.public_id, kitty=None, by="")
        let_in(other, client=client)
        client.post(address(table, "together/"), {"with": other.public_id})
    foot = re.findall(r"<tfoot>.*?</tfoot>", page(client, table), re.DOTALL)
    sums = [re.findall(r'<td class="num">([^<]*)</td>', one) for one in foot]
    assert sums
    assert all(cell == "0" for row in sums for cell in row), sums
