import json
from pathlib import Path
from uuid import UUID

import pytest

from ledger.models import Club, RulesVersion, Table
from ledger.queries.again import start_again
from ledger.queries.payments import settlement_picture
from ledger.queries.settlement import settlement_view
from ledger.queries.sheet import export_sheet, sheet_view
from ledger.rules.document import built_in, fingerprint
from ledger.rules.settlement import Stake, fewest_payments, format_minor
from ledger.rules.sheet import read_sheet, score_sheet, write_sheet
from ledger.services.deals import correct_deal, undo_deal
from ledger.services.setups import change_setup
from ledger.services.sheets import import_sheet
from ledger.services.tables import close_table
from tests.stories import PASSED, SIMPLE, again, counts, differences, record, record_some, start

pytestmark = pytest.mark.django_db

EVENINGS = [
    case
    for file in sorted((Path(__file__).parents[1] / "evenings").glob("*.json"))
    for case in json.loads(file.read_text("utf-8"))
]


def bring(plain, club=None):
    table, created = import_sheet(read_sheet(plain), club=club, by="import")
    return again(table), created


def without_keys(plain):
    return {**plain, "deals": [{k: v for k, v in d.items() if k != "entry_key"} for d in plain["deals"]]}


# A few of them tell whether another database keeps the same.
ALL = [pytest.param(case, id=case["id"], marks=[pytest.mark.long] * (n % 5 > 0)) for n, case in enumerate(EVENINGS)]


@pytest.mark.parametrize("case", ALL)
def test_a_golden_evening_goes_through_the_ledger_without_loss(case):
    table, created = bring(case["sheet"])
    assert created
    assert differences(table) == []
    exported = export_sheet(table)
    assert without_keys(exported) == without_keys(write_sheet(read_sheet(case["sheet"])))
    scored = json.loads(json.dumps(score_sheet(read_sheet(exported))))
    assert {key: scored[key] for key in case["expect"]} == case["expect"]
    rows = sheet_view(table).rows
    assert [list(r.deltas) for r in rows] == [d["deltas"] for d in case["expect"]["deals"]]
    assert [list(r.balances) for r in rows] == [d["balances"] for d in case["expect"]["deals"]]
    settles_alike(table, settlement_view(table), case)


def settles_alike(table, view, case):
    expect = case["expect"]
    assert [s.net for s in view.seats] == expect["net"]
    assert [s.final_balance for s in view.seats] == expect["balances"]
    assert view.kitty == expect["kitty"]
    if "money" in expect:
        currency = view.stake.currency
        assert [format_minor(s.money, currency) for s in view.seats] == expect["money"]
        assert format_minor(view.kitty_money, currency) == expect["kitty_money"]
        plan = fewest_payments([*(s.money for s in view.seats), view.kitty_money])
        assert len(plan.payments) == case["fewest_payments"]
        (asked,) = settlement_picture(table.settlement).currencies if table.closing else (None,)
        assert asked is None or len(asked.open_rows) == case["fewest_payments"]


def test_the_same_file_twice_adds_nothing():
    plain = EVENINGS[0]["sheet"]
    table, _ = bring(plain)
    before = counts(), Club.objects.count()
    assert bring(plain) == (table, False)
    assert bring({**plain, "first_dealer": plain.get("first_dealer", 0)}) == (table, False)
    assert (counts(), Club.objects.count()) == before


def test_each_club_has_its_own_copy():
    club = Club.objects.create(name="Sunday")
    plain = EVENINGS[0]["sheet"]
    first, second = bring(plain)[0], bring(plain, club)[0]
    assert first != second
    assert second.evening.club == club
    assert bring(plain, club) == (second, False)


def test_the_export_of_a_living_evening_adds_nothing():
    table = start()
    empty = export_sheet(again(table))
    assert bring(empty) == (table, False)
    record_some(table, 5)
    early = export_sheet(again(table))
    record_some(table, 2)
    close_table(table_id=table.public_id, kitty="divide", by="")
    assert bring(early) == (table, False)
    assert bring(export_sheet(again(table))) == (table, False)
    assert Table.objects.count() == 1


def test_an_export_is_known_even_after_a_correction_but_not_when_its_facts_were_edited():
    table = start()
    deal = record(table, SIMPLE).deal
    second = record(table, PASSED).deal
    exported = export_sheet(again(table))
    names = {"table_id": table.public_id, "by": ""}
    correct_deal(deal_key=deal.entry_key, entry_key=UUID(int=7), facts=PASSED, **names)
    undo_deal(deal_key=second.entry_key, **names)
    assert bring(exported) == (table, False)
    exported["deals"][1]["turned"] = "spades"
    other, created = bring(exported)
    assert created
    assert other != table


def test_what_was_agreed_named_staked_and_closed_survives():
    table = start(
        options={"ante": 3, "lone_loss": "doubled"}, name="Anna's", stake=Stake(7, 12345, "JPY"), opening_kitty=9
    )
    record(table, {**SIMPLE, "boston_holder": 0, "revoke": 2, "unclaimed": True})
    record(table, {"kind": "misdeal", "fault": True, "forfeit": True, "dealer": 2})
    close_table(table_id=table.public_id, kitty="carry", by="")
    exported = export_sheet(again(table))
    Table.objects.all().delete()
    back, created = bring(exported)
    assert created
    assert export_sheet(back) == exported
    assert exported["stake"] == {"points": 7, "amount": "1.2345", "currency": "JPY"}
    assert exported["closing"] == {"kitty": "carry"}


def test_house_rules_travel_as_a_whole_document():
    table = start({**built_in()["german"], "code": "ours"})
    exported = export_sheet(again(table))
    assert exported["rules"]["code"] == "ours"
    assert read_sheet(json.loads(json.dumps(exported))).variant.code == "ours"


def without_german(value):
    if isinstance(value, list):
        return [without_german(v) for v in value]
    return {k: without_german(v) for k, v in value.items() if k != "de"} if isinstance(value, dict) else value


def pinned_before_german(**more):
    table = start(**more)
    older = without_german(table.rules.document)
    table.rules = RulesVersion.objects.create(code="kassa", document=older, fingerprint=fingerprint(older))
    table.save(update_fields=["rules"])
    return table


def test_an_evening_from_before_a_translation_is_of_the_same_rules_as_one_of_today():
    table = pinned_before_german()
    record(table, SIMPLE)
    exported = export_sheet(again(table))

    assert exported["rules"] == "kassa"
    assert bring(exported) == (table, False)
    assert start_again(again(table)).rules_code == "kassa"


def test_a_set_up_corrected_to_what_it_was_pins_no_other_rules():
    table = pinned_before_german()
    change_setup(table_id=table.public_id, rules_code="kassa", options={}, by="")

    assert again(table).rules == table.rules
    assert not again(table).events.filter(kind="setup").exists()
