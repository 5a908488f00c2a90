"""The rules of a club's own on its pages: who may do what, copies, versions, links, and evenings played by them."""

import re
from urllib.parse import urlsplit

import pytest

from ledger.access import Role, rules_token
from ledger.models import ClubEvent, HouseRules, HouseVersion, Table
from ledger.queries.house import house_card, house_cards
from ledger.rules.document import built_in, fingerprint
from ledger.services.clubs import revoke_club_link
from ledger.services.house import lay_aside, save_rules, withdraw_rules
from ledger.services.tables import close_table
from tests.stories import FOUR, PASSED, again, record, start
from tests.views.doors import let_in, member, phone
from tests.views.houses import copied
from tests.views.read import text, where

pytestmark = pytest.mark.django_db

LOOK = ("rules/", "rules/{code}/", "rules/{code}/file/")
POSTS = ("rules/", "rules/{code}/")


@pytest.fixture
def code(club):
    return copied(club)


def next_version(club, code, **changes):
    document = house_card(club, code).newest.document
    return save_rules(club_id=club.public_id, document={**document, **changes}, by="Boris's phone").version


def at(club, code):
    return where(club, f"rules/{code}/")


def numbers(club):
    return [[row.number for row in card.versions] for card in house_cards(club)]


def test_a_copy_tapped_twice_is_one_and_another_name_is_another(club, keeper):
    key = re.search(r'name="key" value="([^"]+)"', keeper.get(where(club, "rules/")).content.decode())[1]
    said = {"do": "copy", "source": "classic", "name": "Ours", "key": key}
    first, second = [keeper.post(where(club, "rules/"), said).headers["Location"] for _ in range(2)]
    assert first == second
    other = keeper.post(where(club, "rules/"), said | {"name": "Theirs"}).headers["Location"]
    assert other != first
    assert numbers(club) == [[1], [1]]


def client_of(club, who):
    client = phone()
    if who in ("viewer", "scorer", "keeper"):
        member(club, Role[who.upper()], client)
    if who == "other":
        member(start(club_name="Another").evening.club, Role.KEEPER, client)
    if who == "revoked":
        member(club, Role.KEEPER, client)
        revoke_club_link(club_id=club.public_id, role="keeper", by="")
    return client


@pytest.mark.parametrize("tail", LOOK)
@pytest.mark.parametrize(
    ("who", "status"),
    [("stranger", 403), ("viewer", 200), ("scorer", 200), ("keeper", 200), ("other", 403), ("revoked", 403)],
)
def test_whoever_is_of_the_club_reads_its_rules(club, code, who, status, tail):
    answer = client_of(club, who).get(where(club, tail.format(code=code)))
    assert answer.status_code == status
    assert ("Our kassa" in answer.content.decode()) is (status == 200)


DOES = {
    "copy": {"do": "copy", "source": "german", "name": "More"},
    "aside": {"do": "aside"},
    "withdraw": {"do": "withdraw"},
}
MAY = {"copy": "rules/", "aside": "rules/{code}/", "withdraw": "rules/{code}/"}


@pytest.mark.parametrize("does", DOES)
@pytest.mark.parametrize(
    ("who", "status"),
    [("stranger", 403), ("viewer", 403), ("scorer", 403), ("keeper", 302), ("other", 403), ("revoked", 403)],
)
def test_only_who_keeps_the_club_changes_its_rules(club, code, who, status, does):
    client = client_of(club, who)
    before = ClubEvent.objects.filter(kind="rules").count()
    assert client.post(where(club, MAY[does].format(code=code)), DOES[does]).status_code == status
    assert (ClubEvent.objects.filter(kind="rules").count() > before) is (status == 302)


@pytest.mark.parametrize("who", ["viewer", "scorer"])
@pytest.mark.parametrize("tail", POSTS)
def test_who_only_reads_finds_nothing_to_change(club, code, who, tail):
    found = client_of(club, who).get(where(club, tail.format(code=code))).content.decode()
    assert 'type="file"' not in found
    assert not re.findall(r'name="do"', found)


def test_a_file_is_only_fetched(club, code, keeper):
    assert keeper.post(at(club, code) + "file/").status_code == 405


@pytest.mark.parametrize("tail", ["rules/{code}/", "rules/{code}/file/"])
def test_rules_that_are_not_there_and_those_of_another_club(club, code, keeper, tail):
    theirs = copied(start(club_name="Another").evening.club)
    for other in ("nothing", "kassa", "%00", theirs):
        assert keeper.get(where(club, tail.format(code=other))).status_code == 404
        if "file" not in tail:
            assert keeper.post(where(club, tail.format(code=other)), {"do": "aside"}).status_code == 404
    for version in ("0", "2", "x", "-1", "\0", "9" * 30):
        assert keeper.get(where(club, tail.format(code=code)), {"version": version}).status_code == 404


def test_a_club_without_rules_of_its_own_says_so(club, keeper):
    assert "No rules of your own yet" in text(keeper.get(where(club, "rules/")))


def test_a_copy_has_the_name_it_was_given_and_is_the_first_version(club, keeper):
    answer = keeper.post(where(club, "rules/"), {"do": "copy", "source": "german", "name": "  Суббота у Глеба "})
    (card,) = house_cards(club)
    assert answer.headers["Location"].startswith(at(club, card.code))
    assert card.newest.document["contracts"] == built_in()["german"]["contracts"]
    page = text(keeper.get(where(club, "rules/")))
    assert "Суббота у Глеба version 1 of" in page
    assert "Суббота у Глеба version 1 of" in text(keeper.get(at(club, card.code)))


def test_a_copy_of_our_own_rules_is_another_set_of_rules(club, code, keeper):
    next_version(club, code, boston={"points": 5})
    keeper.post(where(club, "rules/"), {"do": "copy", "source": code, "name": "Dearer"})
    assert numbers(club) == [[2, 1], [1]]
    assert house_cards(club)[1].newest.document["boston"] == {"points": 5}


@pytest.mark.parametrize("name", ["", "   ", "x" * 51, "a\0b"])
def test_a_copy_without_a_proper_name_is_refused_at_its_field(club, keeper, name):
    answer = keeper.post(where(club, "rules/"), {"do": "copy", "source": "german", "name": name})
    assert answer.status_code == 422
    assert 'id="name-fault"' in answer.content.decode()
    assert not HouseRules.objects.exists()


def test_versions_are_listed_with_who_saved_them_and_how_often_they_were_played(club, code, keeper):
    start(house_card(club, code).newest.document, club=club)
    next_version(club, code, boston={"points": 5})
    page = text(keeper.get(at(club, code)))
    assert "version 2 of" in page
    assert "Boris's phone" in page.replace("&#x27;", "'")
    assert page.index("Version 2") < page.index("0 evenings") < page.index("Version 1") < page.index("1 evening")
    old = text(keeper.get(at(club, code), {"version": "1"}))
    assert "An earlier version; now version 2 holds." in old


def test_a_suit_that_is_turned_on_the_card_keeps_the_version(club, code, keeper):
    next_version(club, code, boston={"points": 5})
    form = keeper.get(at(club, code), {"version": "1"}).content.decode().split('class="beats')[1].split("</form>")[0]
    assert 'name="version" value="1"' in form


def test_laid_aside_they_are_not_offered_until_they_are_played_again(club, code, keeper):
    scorer = member(club, Role.SCORER)
    for does, offered in (("aside", False), ("back", True)):
        assert keeper.post(at(club, code), {"do": does}).status_code == 302
        assert (f'value="{code}"' in scorer.get("/start/").content.decode()) is offered
        assert ("Laid aside" in text(keeper.get(at(club, code)))) is not offered
        assert ("laid aside" in text(keeper.get(where(club, "rules/")))) is not offered


def begin(client, club, code):
    sent = {"rules": code, "club": club.public_id, "player": FOUR, "first_dealer": "0", "do": "start"}
    answer = client.post("/start/", sent)
    assert answer.status_code == 302
    return Table.objects.get(public_id=answer.headers["Location"].split("/")[2])


def test_an_evening_says_by_which_version_it_is_played(club, code):
    next_version(club, code, boston={"points": 5})
    scorer = member(club, Role.SCORER)
    assert re.search(
        r"Our kassa, version 2 Saved on \d+ \w+ \d+ · \w", text(scorer.get("/start/", {"club": club.public_id}))
    )
    table = begin(scorer, club, code)
    record(table, PASSED)
    close_table(table_id=table.public_id, kitty="divide", by="")
    next_version(club, code, boston={"points": 7})
    for page in ("", "sheet/", "settle/"):
        assert "Our kassa, version 2" in text(scorer.get(f"/t/{table.public_id}/{page}")), page


def test_rules_laid_aside_start_no_evening_even_when_asked_for(club, code):
    lay_aside(club_id=club.public_id, code=code, aside=True, by="")
    scorer = member(club, Role.SCORER)
    sent = {"rules": code, "club": club.public_id, "player": FOUR, "first_dealer": "0", "do": "start"}
    scorer.post("/start/", sent)
    assert not Table.objects.filter(rules__code=code).exists()


def test_rules_of_another_club_are_not_offered_where_an_evening_is_started(club, code):
    other = start(club_name="Another").evening.club
    assert code not in member(other, Role.KEEPER).get("/start/").content.decode()


def test_the_set_up_offers_a_newer_version_and_moves_there_only_when_it_is_saved(club, code):
    table = start(house_card(club, code).newest.document, club=club)
    record(table, PASSED)
    kitty = built_in()["kassa"]["kitty"]
    next_version(club, code, kitty={**kitty, "ante": 3, "dealer_ante": 3})
    client, setup = let_in(table), f"/t/{table.public_id}/setup/"
    shown = text(client.get(setup))
    # What the rules say of themselves is the same: the day and the change tell one from the other.
    assert re.search(r"Our kassa, version 1 Saved on \d+ \w+ \d+ [A-Z]", shown)
    assert re.search(r"Our kassa, version 2 Saved on \d+ \w+ \d+ · \w", shown)
    sent = {"order": ["0", "1", "2", "3"], "first_dealer": "0", "rules": code}
    shown = client.post(setup, {**sent, "do": "rules"})
    assert shown.status_code == 200
    assert again(table).kept_state.kitty == 40
    options = {"option-single_tours": "8", "option-double_tours": "2", "option-lone_loss": "stays"}
    assert client.post(setup, {**sent, **options, "do": "save"}).status_code == 302
    assert again(table).kept_state.kitty == 12
    assert "Our kassa, version 2" in text(client.get(f"/t/{table.public_id}/"))


def link_on(page):
    return urlsplit(re.search(r'id="share-link">([^<]+)<', page.content.decode())[1]).path


def test_a_link_opens_a_version_for_anybody(club, code, keeper):
    next_version(club, code, boston={"points": 5})
    links = [link_on(keeper.get(at(club, code), {"version": n})) for n in ("1", "2")]
    assert links[0] != links[1]
    for number, link in enumerate(links, 1):
        answer = phone().get(link)
        assert answer.status_code == 200
        page = text(answer)
        assert f"Our kassa version {number} of" in page
        assert "This phone keeps no club." in page
        for secret in (club.name, club.public_id, "Anna", "Boris"):
            assert secret not in answer.content.decode()
        assert phone().get(link + "file/", {"as": "toml"}).content.decode().startswith("schema = 1")


@pytest.mark.parametrize("who", ["viewer", "scorer", "keeper"])
def test_whoever_reads_the_rules_may_share_them_and_only_the_keeper_withdraws(club, code, who):
    page = client_of(club, who).get(at(club, code))
    assert phone().get(link_on(page)).status_code == 200
    assert ("Withdraw the links" in text(page)) is (who == "keeper")


def test_withdrawn_every_link_to_any_version_is_dead_and_a_new_one_opens(club, code, keeper):
    next_version(club, code, boston={"points": 5})
    other = copied(club, name="Other rules")
    old = [link_on(keeper.get(at(club, code), {"version": n})) for n in ("1", "2")]
    elsewhere = link_on(keeper.get(at(club, other)))
    asked = keeper.post(at(club, code) + "?version=1", {"do": "ask"})
    assert "Yes, withdraw" in text(asked)
    assert phone().get(old[0]).status_code == 200
    assert keeper.post(at(club, code), {"do": "withdraw"}).status_code == 302
    for link in old:
        answer = phone().get(link)
        assert answer.status_code == 404
        assert "This link does not open" in text(answer)
        assert phone().get(link + "file/").status_code == 404
        assert keeper.post(link, {"club": club.public_id}).status_code == 404
    assert phone().get(link_on(keeper.get(at(club, code)))).status_code == 200
    assert phone().get(elsewhere).status_code == 200


def test_a_link_can_not_be_guessed_from_another(club, code):
    first, second = house_card(club, code).newest.key, next_version(club, code, boston={"points": 5}).pk
    signature = rules_token(first, 1).split("-", 1)[1]
    for token in (
        f"{second}-{signature}",
        rules_token(first, 2),
        f"{first}-{signature[:-1]}",
        f"{first}-{'a' * 22}",
        f"{first}-{'я' * 22}",
        f"0{first}-{signature}",
        f"{'9' * 18}-{signature}",
        f"{'9' * 40}-{signature}",
        f"١-{signature}",
        signature,
        "%00",
        "shared",
    ):
        assert phone().get(f"/rules/shared/{token}/").status_code == 404, token
        assert phone().get(f"/rules/shared/{token}/file/").status_code == 404, token
    assert phone().get(f"/rules/shared/{first}-{signature}/").status_code == 200


@pytest.mark.parametrize(
    ("who", "status"), [("stranger", 403), ("viewer", 403), ("scorer", 403), ("keeper", 302), ("revoked", 403)]
)
def test_only_who_keeps_a_club_takes_shared_rules_over_into_it(club, code, who, status):
    theirs = start(club_name="Another").evening.club
    client = client_of(theirs, who)
    link = f"/rules/shared/{rules_token(house_card(club, code).newest.key, 1)}/"
    assert (f'value="{theirs.public_id}"' in client.get(link).content.decode()) is (who == "keeper")
    assert client.post(link, {"club": theirs.public_id}).status_code == status
    assert numbers(theirs) == ([[1]] if status == 302 else [])
    assert client.post(link, {"club": club.public_id}).status_code == 403
    assert client.post(link, {"club": "nothing"}).status_code == 404
    assert client.post(link, {}).status_code == 404
    assert numbers(club) == [[1]]


def test_rules_that_were_taken_over_are_the_same_and_live_on_their_own(club, code):
    next_version(club, code, boston={"points": 5})
    shared = house_card(club, code).newest
    theirs = start(club_name="Another").evening.club
    client, link = member(theirs, Role.KEEPER), f"/rules/shared/{rules_token(shared.key, 1)}/"
    for _ in range(2):
        assert client.post(link, {"club": theirs.public_id}).headers["Location"].startswith(at(theirs, code))
    assert numbers(theirs) == [[2]]
    taken = HouseVersion.objects.get(house__club=theirs)
    assert taken.rules.fingerprint == fingerprint(shared.document)
    next_version(theirs, code, boston={"points": 9})
    withdraw_rules(club_id=club.public_id, code=code, by="")
    assert (numbers(club), numbers(theirs)) == ([[2, 1]], [[3, 2]])
    assert phone().get(f"/rules/shared/{rules_token(house_card(theirs, code).newest.key, 1)}/").status_code == 200


def test_an_evening_starts_by_the_rules_whose_page_led_to_it(club, keeper):
    copied = keeper.post(where(club, "rules/"), {"do": "copy", "source": "classic", "name": "Ours"}).headers["Location"]
    page = keeper.get(copied.replace("edit/", "")).content.decode()
    led = re.search(r'href="(/start/[^"]+)"', page)[1].replace("&amp;", "&")
    picked = re.search(r'name="rules" value="([^"]+)"[^>]*checked', keeper.get(led).content.decode())
    assert picked[1].startswith("classic-")


def test_a_price_card_leads_its_reader_to_rules_of_his_own_club(club, keeper):
    link = f"{where(club, 'rules/')}?source=german#copy"
    assert link in keeper.get("/rules/german/").content.decode()
    assert re.search(r'value="german" selected', keeper.get(link).content.decode())
    assert "Make it ours" not in member(club, Role.SCORER).get("/rules/german/").content.decode()
