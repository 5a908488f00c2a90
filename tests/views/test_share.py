"""The result sent around: as text, as a card, and the link in both."""

import html
import re
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.access import Role, find_table, links_for, settle_link, token
from ledger.models import Player
from ledger.queries.payments import settlement_picture
from ledger.rules.settlement import Stake
from ledger.services.settling import choose_plan, name_keeper, pay
from ledger.services.tables import close_table, revoke_links, set_stake
from ledger.services.together import settle_together
from tests.stories import PASSED, SIMPLE, again, record, record_some, start
from tests.views.doors import let_in, phone

pytestmark = pytest.mark.django_db

EUROS, ROUBLES = Stake(1, 2500, "EUR"), Stake(1, 30_000, "RUB")
RUSSIAN = ("Анна", "Борис", "Вера", "Глеб")


def evening(kitty="carry", stake=EUROS, **more):
    """Boris and Gleb have won 6 each, Anna and Vera lost 26 each, and 40 lie in the kitty; closed unless None."""
    table = start(stake=stake, **more)
    record(table, SIMPLE)
    record(table, PASSED)
    if kitty:
        close_table(table_id=table.public_id, kitty=kitty, by="")
    return again(table)


def get(table, name, language="en", role=Role.VIEWER):
    answer = let_in(table, role, phone(language)).get(f"/t/{table.public_id}/{name}")
    assert answer.status_code == 200
    return answer.content.decode()


def told(table, language="en"):
    """The text that is shared, and the link at its end."""
    page = get(table, "settle/share/", language)
    text = html.unescape(re.search(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL)[1])
    text, _, link = text.rpartition("\n\n")
    return text.replace("\u00a0", " "), link


def tick(table, payer, payee, part=None):
    (found,) = settlement_picture(again(table).settlement).currencies
    (row,) = (r for r in found.rows if (r.payer.name, r.payee.name) == (payer, payee))
    pay(
        table_id=table.public_id,
        key=uuid4(),
        payer=row.payer.public_id,
        payee=row.payee.public_id,
        currency=found.currency,
        amount=part or row.open,
        seen=row.open,
        by="",
    )


def keep(table, name):
    keeper = Player.objects.get(club=table.evening.club_id, name=name)
    name_keeper(table_id=table.public_id, keeper=keeper.public_id, by="")


def test_the_text_says_everything_in_a_few_lines():
    table = evening()
    keep(table, "Anna")

    text, link = told(table)

    assert text.split("\n") == [
        "28 November 2026 · Boston, kassa",
        "1 · Boris +6 · +€1.50",
        "1 · Gleb +6 · +€1.50",
        "3 · Anna −26 · −€6.50",
        "3 · Vera −26 · −€6.50",
        "The kitty of 40 is carried on: Anna keeps €10.",
        "",
        "Who pays whom:",
        "Vera → Anna €3.50",
        "Vera → Boris €1.50",
        "Vera → Gleb €1.50",
    ]
    assert link == settle_link(table, "http://testserver")


def test_a_russian_reader_shares_russian_text_with_what_was_paid():
    table = evening(stake=ROUBLES, players=RUSSIAN)
    keep(table, "Анна")
    tick(table, "Вера", "Анна")
    tick(table, "Вера", "Борис", part=1000)

    text, _ = told(table, "ru")

    assert text.split("\n") == [
        "28 ноября 2026 · Бостон: с кассой",
        "1 · Борис +6 · +18 ₽",
        "1 · Глеб +6 · +18 ₽",
        "3 · Анна −26 · −78 ₽",
        "3 · Вера −26 · −78 ₽",
        "Касса 40 перенесена: 120 ₽ хранит Анна.",
        "",
        "Кто кому платит:",
        "Вера → Анна 42 ₽ ✓",
        "Вера → Борис 18 ₽ (10 ₽ уже отдано)",
        "Вера → Глеб 18 ₽",
    ]


CURRENCIES = {
    "no decimals": (Stake(1, 3_000_000, "JPY"), "en", "+JPY 1,800", "−JPY 7,800"),
    "no decimals, in Russian": (Stake(1, 3_000_000, "JPY"), "ru", "+1 800 JPY", "−7 800 JPY"),
    "three decimals": (Stake(1, 2515, "KWD"), "en", "+KWD 1.509", "−KWD 6.539"),
    "three decimals, in Russian": (Stake(1, 2515, "KWD"), "ru", "+1,509 KWD", "−6,539 KWD"),
    "decimals that nobody needs": (Stake(1, 10_000, "EUR"), "en", "+€6", "−€26"),
}


@pytest.mark.parametrize(("stake", "language", "won", "lost"), CURRENCIES.values(), ids=CURRENCIES)
def test_money_is_written_in_the_readers_way(stake, language, won, lost):
    text, _ = told(evening(stake=stake), language)

    assert f"1 · Boris +6 · {won}\n" in text
    assert f"3 · Anna −26 · {lost}\n" in text


def test_what_is_rounded_is_told_rounded():
    table = evening(kitty="divide")
    choose_plan(table_id=table.public_id, way="fewest", rounding=100, by="")

    text, _ = told(table)

    assert "1 · Boris +16 · +€4" in text
    assert "The kitty of 40 was divided by consent." in text
    assert "Anna → Boris €4" in text


def test_the_kitty_is_named_where_nobody_keeps_it():
    text, _ = told(evening())

    assert "The kitty of 40 is carried on: €10, which nobody keeps yet." in text
    assert "Anna → the kitty €6.50" in text


def test_a_kitty_that_was_brought_along_says_from_whom():
    before = evening()
    keep(before, "Anna")
    table = evening("divide", club=before.evening.club, opening_kitty=40)

    assert "Brought along in the kitty, from Anna: €10." in told(table)[0]


def test_an_evening_for_points_speaks_of_no_money():
    text, _ = told(evening(stake=None))

    assert text.endswith("3 · Vera −26\nThe kitty of 40 is carried on.")


def test_an_evening_that_is_still_played_is_told_as_it_stands():
    text, _ = told(evening(kitty=None))

    assert "1 · Boris +6 · +€1.50" in text
    assert text.endswith("In the kitty: 40.\nStill being played: 2 of 40 deals.")


def test_when_all_is_paid_the_text_says_so():
    table = evening("divide")
    tick(table, "Anna", "Boris")
    tick(table, "Vera", "Gleb")

    text, _ = told(table)

    assert text.endswith("Anna → Boris €4 ✓\nVera → Gleb €4 ✓\nSettled: everything is paid.")


def test_where_nobody_owes_anybody_the_text_says_so():
    table = start("german", stake=EUROS)
    close_table(table_id=table.public_id, kitty=None, by="")

    assert told(table)[0].endswith("\n\nNobody owes anybody. Well played, all of you.")


def test_evenings_that_are_settled_together_are_all_told():
    first = evening("divide", name="At Anna's")
    second = evening("divide", club=first.evening.club, name="At Vera's")
    settle_together(table_id=first.public_id, others=[second.public_id], by="")

    text, _ = told(first)

    assert "At Anna's · 28 November 2026 · Boston, kassa\n1 · Boris +16 · +€4" in text
    assert "At Vera's · 28 November 2026 · Boston, kassa\n1 · Boris +16 · +€4" in text
    assert "All evenings together:\nBoris +€8\nGleb +€8\nAnna −€8\nVera −€8" in text
    assert "Anna → Boris €8" in text


def test_a_name_stays_on_its_line_and_turns_nothing_around():
    table = evening(players=("Anna", "Boris", "Vera\u2028Anna → Boris 100 €", "\u202eGleb"))

    lines = told(table)[0].split("\n")

    assert "3 · Vera Anna → Boris 100 € −26 · −€6.50" in lines
    assert "1 · Gleb +6 · +€1.50" in lines


@pytest.mark.parametrize("name", ["settle/share/", "settle/card/", "settle/chips/", "settle/"])
def test_a_name_is_never_markup(name):
    bad = "<script>alert(1)</script>"
    found = get(evening(players=("Anna", "Boris", "Vera", bad), name=bad), name)

    assert bad not in found
    assert html.escape(bad) in found


def test_the_link_shows_a_stranger_the_settlement_and_lets_him_change_nothing():
    table, stranger = evening(), phone()
    address = f"/t/{table.public_id}/settle/"

    answer = stranger.get(urlsplit(told(table)[1]).path)

    assert answer.headers["Location"] == address
    assert "Who pays whom" in stranger.get(address).content.decode()
    assert stranger.post(address, {"do": "stake"}).status_code == 403
    assert stranger.get(f"/t/{table.public_id}/code/").status_code == 403


def test_who_keeps_the_score_goes_on_doing_so_after_opening_it():
    table = evening()
    client = let_in(table)
    client.get(urlsplit(told(table)[1]).path)

    assert client.get(f"/t/{table.public_id}/code/").status_code == 200


def test_a_revoked_link_is_dead():
    table = evening()
    path = urlsplit(told(table)[1]).path
    revoke_links(table_id=table.public_id, role="viewer", by="")

    answer = phone().get(path)

    assert answer.status_code == 404
    assert "This link does not open" in answer.content.decode()


@pytest.mark.parametrize("table_id", ["nothing"])
def test_a_link_to_no_table_is_dead(table_id):
    answer = phone().get(f"/open/{table_id}/{'a' * 22}/settle/")

    assert answer.status_code == 404
    assert "This link does not open" in answer.content.decode()


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("name", ["settle/", "settle/share/", "settle/card/", "settle/chips/"])
def test_no_page_of_the_settlement_gives_the_pencil_away(name, role):
    table = evening()

    assert token(table, Role.SCORER) not in get(table, name, role=role)


@pytest.mark.parametrize("around", ["{}", "Look: {} !", "{}\nAnna", "«{}»"])
def test_the_link_can_be_pasted(around):
    link = settle_link(evening(), "http://192.168.1.20:8000")

    answer = phone().post("/open/", {"link": around.format(link)})

    assert answer.headers["Location"] == urlsplit(link).path


def test_a_link_to_the_table_that_is_pasted_still_opens_the_table():
    link = links_for(evening(), "http://192.168.1.20:8000").viewer

    assert phone().post("/open/", {"link": f"{link}settled"}).headers["Location"] == urlsplit(link).path


def test_the_link_carries_the_agreed_address(settings):
    settings.PUBLIC_URL = "https://boston.example"
    table = evening()

    assert told(table)[1].startswith(f"https://boston.example/open/{table.public_id}/")


def test_the_card_shows_the_winners_the_standings_and_who_pays_whom():
    table = evening("divide", name="At Anna's")
    tick(table, "Anna", "Boris")

    found = get(table, "settle/card/")

    assert "<bdi>Saturday</bdi>" in found
    assert "<bdi>Boris</bdi>, <bdi>Gleb</bdi>" in found
    assert "win the evening, level with each other" in found
    assert '<b>−16</b></td><td class="num"><b>−€4</b>' in found
    assert "<bdi>Anna</bdi> → <bdi>Boris</bdi> <small>paid</small>" in found
    assert "<path" in found.split("keepsake-foot")[1]


def test_the_card_of_one_evening_names_those_that_are_settled_with_it():
    first = evening("divide", name="At Anna's")
    second = evening("divide", club=first.evening.club, name="At Vera's")
    settle_together(table_id=first.public_id, others=[second.public_id], by="")

    shown, others = get(second, "settle/card/").split("Settled together")

    assert "At Vera&#x27;s" in shown
    assert "At Anna&#x27;s" not in shown
    assert "At Anna&#x27;s · 28 November 2026" in others


def test_the_card_of_an_open_evening_says_who_is_ahead():
    found = get(evening(kitty=None), "settle/card/")

    assert "are ahead, level with each other" in found
    assert "Still being played: 2 of 40 deals." in found
    assert "Who pays whom" not in found


@pytest.mark.parametrize("role", Role)
def test_the_settlement_leads_to_all_of_them(role):
    table = evening()
    found = get(table, "settle/", role=role)

    assert f'class="button" href="/t/{table.public_id}/settle/share/">Share the result' in found
    assert f'href="/t/{table.public_id}/settle/chips/"' in found
    assert f'href="/t/{table.public_id}/settle/card/"' in get(table, "settle/share/", role=role)


def test_where_there_are_no_chips_none_are_checked():
    table = start("german")

    assert "settle/chips/" not in get(table, "settle/")
    assert let_in(table).get(f"/t/{table.public_id}/settle/chips/").status_code == 404


@pytest.mark.parametrize("name", ["settle/share/", "settle/card/", "settle/chips/"])
def test_more_deals_payments_and_evenings_need_no_more_queries(name):
    first = evening(None)
    tables = [evening("carry", club=first.evening.club, opening_kitty=0)]
    tables += [evening("divide", club=first.evening.club, opening_kitty=40)]
    client = let_in(tables[0])

    def queries():
        with CaptureQueriesContext(connection) as found:
            assert client.get(f"/t/{tables[0].public_id}/{name}").status_code == 200
        return len(found)

    settle_together(table_id=tables[0].public_id, others=[tables[1].public_id], by="")
    few = queries()
    for _ in range(3):
        table = start(club=first.evening.club, stake=EUROS)
        record_some(table, 8)
        close_table(table_id=table.public_id, kitty="divide", by="")
        settle_together(table_id=tables[0].public_id, others=[table.public_id], by="")
    row = next(
        r for r in settlement_picture(find_table(tables[0].public_id).settlement).currencies[0].rows if r.can_tick
    )
    tick(tables[0], row.payer.name, row.payee.name, part=1)
    set_stake(table_id=tables[1].public_id, stake=Stake(1, 5000, "EUR"), by="")
    assert queries() == few
