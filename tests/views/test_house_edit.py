"""The editor of a club's own rules: every kind of field, faults at their fields, another keeper."""

import copy
import re

import pytest

from ledger.access import Role
from ledger.models import HouseVersion
from ledger.queries.house import house_card
from ledger.rules.differences import differences
from ledger.rules.document import built_in
from ledger.services.house import copy_rules, save_rules
from tests.views.doors import member, phone
from tests.views.filled import filled
from tests.views.phones import htmx
from tests.views.test_table import text

pytestmark = pytest.mark.django_db


def told(answer):
    """What is to be put right: each place with what is wrong there."""
    found = re.findall(r'<li><a href="#f\.([^"]*)">[^<]*</a>: ([^<]*)</li>', answer.content.decode())
    return dict(found)


FORMS = {}


def opened(client, address, source):
    """What the editor holds of a fresh copy, the same for every copy: a large page, so it is asked for once."""
    if source not in FORMS:
        FORMS[source] = filled(client.get(address), "rules")
    return FORMS[source]


class Editor:
    """Rules of the club, and a keeper's phone that changes them."""

    def __init__(self, club, client, source):
        copied = copy_rules(club_id=club.public_id, document=built_in()[source], name="Ours", by="Anna")
        self.club, self.client, self.code = club, client, copied.house.code
        self.address = f"/c/{club.public_id}/rules/{self.code}/edit/"
        self.fields = dict(opened(client, self.address, source))

    @property
    def versions(self):
        return house_card(self.club, self.code).versions

    @property
    def document(self):
        return self.versions[0].document

    def send(self, does, **fields):
        """Press a button after typing; what the form holds then is what is sent next."""
        self.fields |= {name.replace("__", "."): value for name, value in fields.items()}
        answer = self.client.post(self.address, {**self.fields, "do": does})
        if answer.status_code != 302:
            self.fields = filled(answer, "rules")
        return answer

    def changes(self, **fields):
        """Type, save, and give what the new version says otherwise."""
        before = self.document
        answer = self.send("save", **fields)
        assert answer.status_code == 302, told(answer)
        return {d.path: (d.before, d.after) for d in differences(before, self.document)}


@pytest.fixture
def editing(club, keeper):
    return lambda source: Editor(club, keeper, source)


@pytest.mark.parametrize("code", built_in())
def test_saved_as_they_are_rules_get_no_version_and_the_page_says_so(editing, code):
    editor = editing(code)
    answer = editor.send("save")
    assert answer.status_code == 200
    assert "Nothing was changed: version 1 still holds" in text(answer)
    assert len(editor.versions) == 1


@pytest.mark.parametrize("code", built_in())
def test_one_change_is_all_that_the_next_version_says_otherwise(editing, code):
    editor = editing(code)
    contract = editor.document["contracts"][0]["code"]
    name = editor.document["contracts"][0]["name"]["en"]
    changed = editor.changes(contracts__0__name__en="Something else", version="1")
    assert changed == {("contracts", contract, "name", "en"): (name, "Something else")}
    assert [row.number for row in editor.versions] == [2, 1]
    assert "short" in editor.document


KINDS = [
    ("kassa", "name.de", "Unsere", ("name", "de"), (None, "Unsere")),
    ("kassa", "summary.en", "Two\r\nlines ", ("summary", "en"), "Two\nlines"),
    ("classic", "dealing.0.en", "Cut.", ("dealing",), None),
    ("classic", "seating.least", "5", ("seating", "least"), (4, 5)),
    ("classic", "seating.by_lot", "yes", ("seating", "by_lot"), (None, True)),
    ("kassa", "seating.by_lot", "no", ("seating", "by_lot"), (True, None)),
    ("classic", "seating.direction", "counter-clockwise", ("seating", "direction"), ("clockwise", "counter-clockwise")),
    ("classic", "turn.first_dealer", "lot", ("turn", "first_dealer"), ("highest", "lot")),
    ("classic", "turn.passed", "same", ("turn", "passed"), ("next", "same")),
    ("classic", "turn.passed_counts", "no", ("turn", "passed_counts"), (True, False)),
    ("classic", "turn.fault", "yes", ("turn", "fault"), (None, True)),
    ("kassa", "suits.names.junior.de", "unten", ("suits", "names", "junior", "de"), ("klein", "unten")),
    ("classic", "length.deals", "16", ("length", "deals"), (12, 16)),
    ("german", "length.fixed", "no", ("length", "fixed"), (True, None)),
    ("kassa", "length.factor", "3", ("length", "factor"), (2, 3)),
    ("kassa", "kitty.consolation", "7", ("kitty", "consolation"), (2, 7)),
    ("kassa", "boston", "no", ("boston",), ({"points": 2}, None)),
    ("german", "boston", "yes", ("boston",), (None, {"points": 2})),
    ("kassa", "revoke.lone_kitty", "8", ("revoke", "lone_kitty"), (2, 8)),
    ("german", "slam", "yes", ("slam",), (None, {"factor": 2})),
    ("german", "contracts.0.name.ru", "пять", ("contracts", "5", "name", "ru"), ("5", "пять")),
    ("german", "contracts.0.offered", "no", ("contracts", "5", "offered"), (None, False)),
    ("kassa", "contracts.4.null", "no", ("contracts", "misere", "null"), (True, None)),
    ("kassa", "contracts.3.trump", "any", ("contracts", "nine", "trump"), ("ranked", "any")),
    ("classic", "contracts.2.joint", "10", ("contracts", "7", "joint"), (None, 10)),
    ("classic", "contracts.0.joint", "", ("contracts", "5", "joint"), (8, None)),
    ("classic", "contracts.5.price.third", "24", ("contracts", "9", "price", "third"), (21, 24)),
    ("classic", "contracts.3.price.points", "0", ("contracts", "little-null", "price", "points"), (10, 0)),
    ("classic", "contracts.9.overtrick", "5", ("contracts", "slam", "overtrick"), (None, 5)),
    ("classic", "contracts.0.overtrick", "0", ("contracts", "5", "overtrick"), (2, None)),
    ("classic", "contracts.3.most_tricks", "13", ("contracts", "little-null", "most_tricks"), (12, None)),
    ("kassa", "contracts.0.slam_alone", "", ("contracts", "simple", "slam_alone"), (8, None)),
    ("kassa", "contracts.2.slam_helped", "12", ("contracts", "solo", "slam_helped"), (None, 12)),
    ("kassa", "contracts.2.boston", "no", ("contracts", "solo", "boston"), (True, None)),
    ("kassa", "options.2.default", "25", ("options", "ante", "default"), (10, 25)),
    ("kassa", "options.2.most", "50", ("options", "ante", "most"), (10000, 50)),
    ("kassa", "options.4.default", "doubled", ("options", "lone_loss", "default"), ("stays", "doubled")),
    ("german", "options.3.default", "no", ("options", "boston", "default"), (True, False)),
    (
        "kassa",
        "options.4.words.0.en",
        "is left",
        ("options", "lone_loss", "words", "stays", "en"),
        ("stays", "is left"),
    ),
]


@pytest.mark.parametrize(("source", "field", "value", "path", "change"), KINDS, ids=[f"{k[0]}-{k[1]}" for k in KINDS])
def test_each_kind_of_field_is_saved_at_its_place(editing, source, field, value, path, change):
    editor = editing(source)
    found = editor.changes(**{field: value})
    assert list(found) == [path]
    if isinstance(change, tuple):
        assert found[path] == change
    elif change is not None:
        assert found[path][1] == change


def test_payment_brings_its_way_of_settling(editing):
    editor = editing("german")
    assert editor.changes(payment="account") == {
        ("payment",): ("opponents", "account"),
        ("settling",): ("balances", "pairwise"),
    }


def test_another_length_and_another_scheme_begin_with_something_that_can_be_played(editing):
    editor = editing("classic")
    found = editor.changes(**{"length.shape": "tours", "suits.scheme": "senior"})
    assert editor.document["length"] == {"shape": "tours", "single": 8, "double": 2, "factor": 2}
    assert editor.document["suits"]["names"]["senior"]["ru"] == "старшая"
    nine = next(c for c in editor.document["contracts"] if c["code"] == "9")
    assert nine["price"] == {"shape": "by-rank", "junior": 21, "senior": 21}
    assert ("contracts", "9", "price", "third") in found


def test_a_kitty_can_be_added_and_taken_away(editing):
    editor = editing("german")
    editor.changes(kitty="yes", **{"kitty.ante": "5"})
    kitty = {"ante": 5, "dealer_ante": 10, "consolation": 2, "lone_loss": "stays", "chips": 120}
    assert editor.document["kitty"] == kitty
    editor.fields = filled(editor.client.get(editor.address), "rules")
    assert editor.changes(kitty="no") == {("kitty",): (kitty, None)}


def test_figures_that_changed_are_no_reconstruction_any_more_others_stay_one(editing):
    editor = editing("classic")
    editor.changes(**{"contracts.4.price.third": "20", "contracts.5.price.first": "30"})
    marks = {c["code"]: c.get("reconstructed") for c in editor.document["contracts"]}
    assert marks["8"] == ["price.second", "price.first"]
    assert marks["9"] == ["price.second"]
    assert marks["7"] == ["price.third", "price.second"]
    assert editor.document["seating"]["reconstructed"] == ["most"]


def test_another_proposal_is_the_clubs_own_figure(editing):
    editor = editing("kassa")
    editor.changes(**{"options.3.default": "20"})
    assert "reconstructed" not in editor.document["options"][3]
    assert "dealer_ante" not in editor.document["kitty"]["reconstructed"]
    assert "chips" in editor.document["kitty"]["reconstructed"]


def test_a_contract_is_taken_out_with_its_bids_and_what_was_agreed_about_it(editing):
    kassa = editing("kassa")
    kassa.send("remove:contracts.3")
    found = kassa.changes()
    assert set(found) == {("contracts", "nine"), ("ladder",)}
    assert "nine" not in [step["contract"] for step in kassa.document["ladder"]]
    german = editing("german")
    german.send("remove:contracts.5")
    assert set(german.changes()) == {("contracts", "misere"), ("options", "misere_price")}


def test_a_contract_is_added_and_moved_down_a_place(editing):
    editor = editing("kassa")
    added = editor.send("add:contracts")
    assert 'id="e.contracts.5" open' in added.content.decode()
    new = {"name.en": "ten", "target": "10", "price.shape": "by-rank", "price.junior": "18", "price.senior": "20"}
    editor.send("up:contracts.5", **{f"contracts.5.{key}": value for key, value in new.items()})
    found = editor.changes()
    assert [c["name"]["en"] for c in editor.document["contracts"]][-2:] == ["ten", "misère"]
    assert found == {("contracts", "own-1"): (None, editor.document["contracts"][4])}
    assert editor.document["contracts"][4]["price"] == {"shape": "by-rank", "junior": 18, "senior": 20}
    assert editor.versions[0].variant.ladder[-1] == ("own-1", None)


def test_the_order_of_bids_is_moved_dropped_and_made(editing):
    editor = editing("kassa")
    editor.send("up:ladder.7")
    assert list(editor.changes()) == [("ladder",)]
    assert [s["contract"] for s in editor.document["ladder"]][-2:] == ["misere", "nine"]
    assert "ladder" not in editor.document["reconstructed"]
    editor.fields = filled(editor.client.get(editor.address), "rules")
    editor.send("no-order:ladder")
    editor.changes()
    assert "ladder" not in editor.document
    editor.fields = filled(editor.client.get(editor.address), "rules")
    editor.send("own-order:ladder")
    editor.changes()
    assert [s["contract"] for s in editor.document["ladder"]] == ["simple", "bought", "solo", "nine", "misere"]


def test_paragraphs_are_added_and_removed_with_their_translations(editing):
    editor = editing("classic")
    before = editor.document["notes"]
    editor.send("remove:notes.0")
    editor.send("add:notes")
    last = len(before) - 1
    assert list(editor.changes(**{f"notes.{last}.en": "Smoke outside."})) == [("notes",)]
    assert editor.document["notes"] == [*before[1:], {"en": "Smoke outside."}]


def test_a_figure_is_left_to_the_table_and_fixed_again(editing):
    editor = editing("classic")
    editor.send("agree-one:contracts.5", **{"agree.contracts.5": "contracts.5.price.third"})
    found = editor.changes()
    key = editor.document["contracts"][5]["price"]["third"]["option"]
    option = editor.document["options"][0]
    assert found[("contracts", "9", "price", "third")] == (21, {"option": key})
    assert (option["kind"], option["default"], option["name"]["en"]) == ("integer", 21, "9, price, third")
    assert editor.document["contracts"][5]["reconstructed"] == ["price.second", "price.first"]
    page = editor.client.get(editor.address)
    assert "price, third: 21 Proposed; every table may agree otherwise." in text(page)
    editor.fields = filled(page, "rules")
    editor.send("fix:contracts.5.price.third")
    editor.changes()
    assert editor.document["contracts"][5]["price"]["third"] == 21
    assert "options" not in editor.document


def test_an_overtrick_is_changed_in_all_contracts_at_once(editing):
    editor = editing("fontainebleau")
    codes = [c["code"] for c in editor.document["contracts"] if "overtrick" in c]
    answer = editor.send("all:contracts.1.overtrick", contracts__1__overtrick="7")
    assert '<details class="part" id="e.contracts.1" open>' in answer.content.decode()
    assert editor.changes() == {("contracts", code, "overtrick"): (5, 7) for code in codes} != {}


def test_a_word_is_left_to_the_table_with_all_its_words(editing):
    editor = editing("classic")
    editor.send("agree-one:seats", **{"agree.seats": "turn.passed"})
    editor.changes()
    option = editor.document["options"][0]
    assert [(w["value"], w["en"]) for w in option["words"]] == [
        ("next", "the next one"),
        ("same", "the same one again"),
    ]


WRONG = ["abc", "1.5", "٣", str(10**30), "9" * 5000, "-1", "", "1 2", "0x1", "😀", "option:nothing", "\0"]


@pytest.mark.parametrize("value", WRONG, ids=range(len(WRONG)))
def test_what_is_no_number_is_told_at_its_field_and_stays_as_it_was_typed(editing, value):
    editor = editing("classic")
    wrong = {"contracts.5.price.third": value, "contracts.4.overtrick": value, "seating.most": value}
    answer = editor.send("save", **wrong)
    body = answer.content.decode()
    assert answer.status_code == 422
    assert "3 things to put right" in text(answer)
    for name in wrong:
        assert f'href="#f.{name}"' in body
        assert re.search(rf'id="f\.{re.escape(name)}"[^>]*(aria-invalid="true"|tabindex="-1")', body), name
    assert re.search(r'id="e\.contracts\.5" open', body)
    assert re.search(r'id="s\.seats" open', body)
    assert len(editor.versions) == 1
    if len(value) < 20:
        assert editor.fields["seating.most"] == value.strip("\0")


def test_every_fault_is_named_at_once_in_the_readers_language_and_nothing_is_lost(editing):
    editor = editing("kassa")
    answer = editor.send(
        "save",
        **{
            "name.en": "",
            "contracts.1.quotas.1": "4",
            "contracts.2.joint": "9",
            "options.2.least": "11",
            "notes.0.en": "x" * 2001,
            "summary.de": "Neu",
        },
    )
    assert "5 things to put right" in text(answer)
    named = dict(re.findall(r'href="#f\.([^"]*)">([^<]*)</a>', answer.content.decode()))
    assert named["contracts.1.quotas.0"].startswith("bought, ")
    assert set(named) == {"name.en", "contracts.1.quotas.0", "contracts.2.joint", "options.2.default", "notes.0.en"}
    assert editor.fields["summary.de"] == "Neu"
    assert len(editor.fields["notes.0.en"]) == 2001


def test_a_fault_without_a_field_is_told_on_top(editing):
    editor = editing("german")
    for _ in range(11):
        editor.send("remove:contracts.0")
    answer = editor.send("save")
    assert answer.status_code == 422
    assert "at least one contract" in text(answer)


def test_what_the_form_does_not_know_is_carried_over(club, editing):
    editor = editing("german")
    held = {**editor.document["contracts"][0], "reconstructed": ["trump", "own"]}
    document = {**editor.document, "contracts": [held, *editor.document["contracts"][1:]]}
    save_rules(club_id=club.public_id, document=document, by="")
    editor.fields = filled(editor.client.get(editor.address), "rules")
    editor.send("down:contracts.0")
    editor.changes(**{"contracts.1.target": "4"})
    assert editor.document["contracts"][1]["reconstructed"] == ["trump", "own"]


def test_another_keeper_saved_meanwhile(editing, club):
    editor = editing("classic")
    dearer = copy.deepcopy(editor.document)
    dearer["contracts"][0]["price"]["third"] = 2
    save_rules(club_id=club.public_id, document=dearer, by="Boris")
    answer = editor.send("save", **{"contracts.5.price.third": "24"})
    assert answer.status_code == 409
    shown = text(answer)
    assert "Boris saved version 2 meanwhile" in shown
    assert "5, price, third: 1 → 2" in shown
    assert "9, price, third: 21 → 24" in shown
    assert editor.fields["contracts.5.price.third"] == "24"
    assert len(editor.versions) == 2
    assert editor.send("save").status_code == 302
    assert [row.number for row in editor.versions] == [3, 2, 1]
    assert editor.document["contracts"][5]["price"]["third"] == 24
    assert editor.document["contracts"][0]["price"]["third"] == 2


def test_of_two_keepers_at_one_list_the_later_one_keeps_what_he_sees(editing, club):
    editor = editing("classic")
    shorter = {**editor.document, "contracts": editor.document["contracts"][1:]}
    save_rules(club_id=club.public_id, document=shorter, by="Boris")
    answer = editor.send("save", **{"contracts.5.price.third": "24"})
    assert answer.status_code == 409
    assert "contract 5: gone" in text(answer)
    assert "contract 5: new" in text(answer)
    editor.send("remove:contracts.0")
    assert editor.send("save").status_code == 302
    assert [c["code"] for c in editor.document["contracts"]] == [c["code"] for c in shorter["contracts"]]


def test_what_one_keeper_adds_to_a_list_keeps_what_the_other_changed_elsewhere(editing, club):
    editor = editing("classic")
    dearer = copy.deepcopy(editor.document)
    dearer["contracts"][0]["overtrick"] = 9
    save_rules(club_id=club.public_id, document=dearer, by="Boris")
    editor.send("add:notes")
    place = len(editor.document["notes"])
    assert editor.send("save", **{f"notes.{place}.en": "Nobody talks."}).status_code == 409
    assert editor.send("save").status_code == 302
    assert editor.document["contracts"][0]["overtrick"] == 9
    assert editor.document["notes"][-1]["en"] == "Nobody talks."


def test_sent_twice_one_version_is_made(editing):
    editor = editing("classic")
    assert editor.send("save", **{"contracts.5.price.third": "24"}).status_code == 302
    assert editor.send("save").status_code == 302
    assert [row.number for row in editor.versions] == [2, 1]


def test_show_tells_what_deals_would_pay_and_what_is_changed(editing):
    editor = editing("classic")
    shown = text(editor.send("show", **{"contracts.5.price.third": "24", "contracts.5.overtrick": "3"}))
    assert "9, price, third: 21 → 24" in shown
    assert "9, each overtrick: 2 → 3" in shown
    assert re.search(r"9 ♣\S* alone · 10 made declarer \+27 ", shown)
    editor.send("remove:contracts.3")
    assert "contract little null: gone" in text(editor.send("show"))
    assert len(editor.versions) == 1


def test_the_preview_alone_comes_for_the_script(editing):
    editor = editing("kassa")
    sent = {**editor.fields, "contracts.3.price.junior": "40", "do": "preview"}
    answer = editor.client.post(editor.address, sent, **htmx("preview"))
    assert answer.status_code == 200
    assert "<form" not in answer.content.decode()
    assert "nine, price, junior: 14 → 40" in text(answer)
    wrong = editor.client.post(editor.address, {**sent, "contracts.3.price.junior": "x"}, **htmx("preview"))
    assert "while 1 thing is wrong" in text(wrong)


def test_later_versions_are_also_held_against_what_came_to_the_club(editing):
    editor = editing("classic")
    editor.changes(**{"contracts.5.price.third": "24"})
    shown = text(editor.client.get(editor.address))
    assert "against version 1, as it came to the club 9, price, third: 21 → 24" in shown


def test_a_copy_opens_in_the_editor(club, keeper):
    answer = keeper.post(f"/c/{club.public_id}/rules/", {"do": "copy", "source": "kassa", "name": "Ours"})
    edit = answer.url.partition("?")[0]
    assert edit.endswith("/edit/")
    assert keeper.get(answer.url).status_code == 200
    assert edit in keeper.get(edit.removesuffix("edit/")).content.decode()


def test_only_who_keeps_the_club_edits(club, editing):
    editor = editing("classic")
    for client in (phone(), member(club, Role.VIEWER), member(club, Role.SCORER)):
        assert client.get(editor.address).status_code == 403
        assert client.post(editor.address, {**editor.fields, "name.en": "Mine", "do": "save"}).status_code == 403
        assert "/edit/" not in client.get(editor.address.removesuffix("edit/")).content.decode()
    assert HouseVersion.objects.count() == 1
    for code in ("nothing", "%00", "classic"):
        assert editor.client.get(editor.address.replace(editor.code, code)).status_code == 404


def test_rules_of_sixty_contracts_are_changed_as_well(editing, club):
    editor = editing("classic")
    first = editor.document["contracts"][0]
    more = [{**first, "code": f"more-{n}", "name": {"en": f"more {n}"}} for n in range(50)]
    document = {**editor.document, "contracts": [*more, *editor.document["contracts"]]}
    save_rules(club_id=club.public_id, document=document, by="")
    editor.fields = filled(editor.client.get(editor.address), "rules")
    assert len(editor.fields) > 1000
    assert editor.changes(**{"contracts.59.target": "12"}) == {("contracts", "slam", "target"): (13, 12)}


def test_what_no_form_sends_never_breaks(editing):
    editor = editing("kassa")
    odd = [
        {"do": "save"},
        {"do": "remove:contracts.99"},
        {"do": "remove:"},
        {"do": "up:contracts.x"},
        {"do": "up:ladder.99"},
        {"do": "add:nothing"},
        {"do": "fix:kitty.nothing"},
        {"do": "agree-one:x"},
        {"do": "agree-one:x", "agree.x": "contracts.77.price.third"},
        {"do": "show", "contracts": "listed"},
        {"do": "show", "contracts": "listed", "contracts.5.target": "1"},
        {"do": "show", "suits.scheme": "option:lone_loss", "version": "99"},
        {"do": "show", "options": "none", "ladder": "listed", "ladder.0.contract": "x"},
        {"do": "save", "length.shape": "ages", "kitty": "maybe"},
    ]
    for sent in odd:
        assert editor.client.post(editor.address, sent).status_code in (200, 422), sent
    assert len(editor.versions) == 1


@pytest.mark.parametrize("code", ["kassa", "american"])
def test_the_page_asks_the_database_as_often_for_many_versions(editing, code, django_assert_num_queries):
    editor = editing(code)
    with django_assert_num_queries(4):
        editor.client.get(editor.address)
    for price in range(6, 12):
        editor.fields["version"] = str(price - 5)
        editor.changes(**{"contracts.1.overtrick": str(price)})
    with django_assert_num_queries(4):
        editor.client.get(editor.address)


def test_prices_by_tricks_stand_beside_the_form_as_on_the_price_card(editing):
    editor = editing("american")
    shown = text(editor.send("show", **{"contracts.0.price.short": "10 20 30 40 999"}))
    card = shown[shown.index("Failed: to each, by the tricks short") :]
    assert "4 40" in " ".join(card[:400].split())
    assert "999" in card[:600]
