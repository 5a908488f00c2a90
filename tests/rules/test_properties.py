"""What must hold for every evening, whatever was played."""

import json

from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.postings import BANK, KITTY, Book, Tally
from ledger.rules.sheet import Sheet, parse_sheet, read_sheet, score_sheet, write_sheet
from ledger.rules.table import divided, movements, open_table, replay, score_next
from tests.rules import reference
from tests.rules.strategies import sheets


def read(plain) -> Sheet:
    sheet = read_sheet(plain)
    assert isinstance(sheet, Sheet), [f"{p.where}: {p.code}: {p.message}" for p in sheet]
    return sheet


def opened(sheet):
    return open_table(len(sheet.players), sheet.first_dealer, sheet.opening_kitty)


def facts_of(sheet):
    return [deal.facts for deal in sheet.deals]


@given(sheets())
def test_every_deal_sums_to_zero_over_seats_kitty_and_bank(plain):
    sheet = read(plain)
    state = opened(sheet)
    for facts in facts_of(sheet):
        tally = Tally(state.people)
        scored = score_next(sheet.variant, state, facts, tally)
        assert sum(tally.sums) == 0
        assert sum(scored.deltas) + scored.kitty_change + tally.sums[BANK] == 0
        assert tally.sums[BANK] == 0 or sheet.variant.score_only
        state = scored.state


@given(sheets())
def test_the_kitty_is_never_negative_and_net_and_kitty_sum_to_zero(plain):
    sheet = read(plain)
    for scored in replay(sheet.variant, opened(sheet), facts_of(sheet)):
        assert scored.state.kitty >= 0
        assert sum(scored.state.net) + scored.state.kitty == sheet.opening_kitty


@given(sheets(least_deals=1), st.data())
def test_the_replay_of_a_prefix_is_a_prefix_of_the_replay(plain, data):
    sheet = read(plain)
    cut = data.draw(st.integers(0, len(sheet.deals)))
    whole = list(replay(sheet.variant, opened(sheet), facts_of(sheet)))
    assert list(replay(sheet.variant, opened(sheet), facts_of(sheet)[:cut])) == whole[:cut]


@given(sheets(stakes=False), st.data())
def test_turning_the_table_only_turns_the_balances(plain, data):
    seats = len(plain["players"])
    by = data.draw(st.integers(1, seats - 1))
    turned = turn(plain, by, seats)
    before, after = score_sheet(read(plain)), score_sheet(read(turned))
    for key in ("balances", "net"):
        assert [after[key][(s + by) % seats] for s in range(seats)] == list(before[key])
    assert after["kitty"] == before["kitty"]
    assert after["next_dealer"] == (before["next_dealer"] + by) % seats


def turn(plain, by, seats):
    """The same evening with everybody `by` seats further."""
    seat_keys = ("dealer", "declarer", "helper", "boston_holder", "revoke")
    turned = {**plain, "first_dealer": (plain["first_dealer"] + by) % seats}
    turned["deals"] = [{k: (v + by) % seats if k in seat_keys else v for k, v in d.items()} for d in plain["deals"]]
    for deal in turned["deals"]:
        if "seat_tricks" in deal:
            deal["seat_tricks"] = deal["seat_tricks"][-by:] + deal["seat_tricks"][:-by]
    return turned


@given(sheets())
def test_the_movements_add_up_to_what_changed(plain):
    sheet = read(plain)
    state = opened(sheet)
    for facts in facts_of(sheet):
        scored = score_next(sheet.variant, state, facts)
        sums = dict.fromkeys(range(-2, 6), 0)
        for movement in movements(sheet.variant, state, facts):
            assert movement.points > 0
            sums[movement.giver] -= movement.points
            sums[movement.taker] += movement.points
        assert tuple(sums[s] for s in range(state.seats)) == scored.deltas
        assert sums[KITTY] == scored.kitty_change
        state = scored.state


@given(sheets(codes=("kassa",)))
def test_the_divided_kitty_is_given_out_whole_and_as_evenly_as_can_be(plain):
    sheet = read(plain)
    *_, last = [opened(sheet), *(s.state for s in replay(sheet.variant, opened(sheet), facts_of(sheet)))]
    book = Book(last.people)
    end = divided(last, book)
    shares = [e - b for e, b in zip(end.balances, last.balances, strict=True)]
    assert (sum(shares), end.kitty) == (last.kitty, 0)
    assert max(shares) - min(shares) <= 1
    assert sum(m.points for m in book.movements) == last.kitty


@given(sheets())
def test_a_sheet_that_is_written_and_read_is_the_same_sheet(plain):
    sheet = read(plain)
    written = write_sheet(sheet)
    assert read(written) == sheet
    assert read(parse_sheet(json.dumps(written).encode())) == sheet


@given(sheets())
def test_the_money_sums_to_zero_and_the_payments_settle_it(plain):
    result = score_sheet(read(plain))
    if "money" not in result:
        return
    owed = {i: minor(amount) for i, amount in enumerate(result["money"])} | {"kitty": minor(result["kitty_money"])}
    assert sum(owed.values()) == 0
    for payment in result["payments"]:
        assert minor(payment["amount"]) > 0
        owed[payment["from"]] += minor(payment["amount"])
        owed[payment["to"]] -= minor(payment["amount"])
    assert not any(owed.values())
    assert len(result["payments"]) < len(owed)


def minor(amount):
    return int(amount.replace(".", ""))


@given(sheets(codes=("kassa",), most_deals=30, stakes=False))
def test_a_second_scorer_written_from_the_rules_says_the_same(plain):
    result = score_sheet(read(plain))
    assert json.loads(json.dumps(result)) == json.loads(json.dumps(reference.score(plain)))
