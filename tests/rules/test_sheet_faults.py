"""The fault table of the sheet format, row by row: the whole list of faults, in order, for sheets that are wrong."""

import json

import pytest

from ledger.rules.document import built_in
from ledger.rules.sheet import parse_sheet, score_bytes
from tests.rules.wrong import KEY, PASSED, PLAYERS, SIMPLE, SIX, STAKE, by_id, deal, faults, sheet

WHOLE = {
    "wrong-type: the whole sheet is a list": ([], [": wrong-type"]),
    "wrong-type: the whole sheet is null": (None, [": wrong-type"]),
    "missing: everything that is required, in the order of the format": (
        {},
        ["format: missing", "rules: missing", "players: missing", "deals: missing"],
    ),
    "missing: null is the same as no key, and goes with the missing": (
        {"deals": None, "format": None, "extra": 1, "rules": "kassa"},
        ["extra: unknown-key", "format: missing", "players: missing", "deals: missing"],
    ),
    "unknown-key: as it is, in the order it stands": (
        {"": 1, "a.b": 2, **sheet(), "ключ": 3, "Format": 4, "null": None},
        [": unknown-key", "a.b: unknown-key", "ключ: unknown-key", "Format: unknown-key"],
    ),
    "wrong-type: format": (sheet(format=1), ["format: wrong-type"]),
    "out-of-range: format": (sheet(format="boston-sheet/2"), ["format: out-of-range"]),
    "wrong-type: rules": (sheet(rules=7), ["rules: wrong-type"]),
    "unknown-rules": (sheet(rules="Kassa"), ["rules: unknown-rules"]),
    "wrong-type: a lone surrogate": (sheet(rules="\ud800", name="\udfff"), ["rules: wrong-type", "name: wrong-type"]),
    "rules: the faults of a document": (
        sheet(
            rules={**built_in()["kassa"], "schema": 2, "colour": "red", "length": {"shape": "deals"}}, options={"x": 1}
        ),
        ["rules.schema: out-of-range", "rules.length.deals: missing", "rules.colour: unknown-key"],
    ),
    # options
    "wrong-type: options": (sheet(options=[]), ["options: wrong-type"]),
    "unknown-key: options": (sheet(options={"antes": 3}), ["options.antes: unknown-key"]),
    "unknown-key: options of unknown rules": (
        sheet(rules="whist", options={"antes": 3, "ante": 3}),
        ["rules: unknown-rules", "options.antes: unknown-key"],
    ),
    "not-in-variant: options.ante in german": (
        sheet(rules="german", options={"ante": "x", "boston": True}),
        ["options.ante: not-in-variant"],
    ),
    "wrong-type: what was agreed": (
        sheet(options={"ante": True, "dealer_ante": 1.0, "lone_loss": 1}),
        ["options.ante: wrong-type", "options.dealer_ante: wrong-type", "options.lone_loss: wrong-type"],
    ),
    "wrong-type: options.boston": (sheet(rules="german", options={"boston": 1}), ["options.boston: wrong-type"]),
    "out-of-range: options": (
        sheet(options={"ante": 10001, "dealer_ante": -1, "single_tours": 100, "lone_loss": "halved"}),
        [f"options.{k}: out-of-range" for k in ("ante", "dealer_ante", "single_tours", "lone_loss")],
    ),
    "out-of-range: prices from 1": (
        sheet(rules="german", options={"price_per_trick": 0, "misere_price": 10001}),
        ["options.price_per_trick: out-of-range", "options.misere_price: out-of-range"],
    ),
    # date and name
    **{
        f"out-of-range: date {value!r}": (sheet(date=value), ["date: out-of-range"])
        for value in ("0001-01-01", "1899-12-31", "3000-01-01", "9999-12-31")
    },
    **{
        f"wrong-type: date {value!r}": (sheet(date=value), ["date: wrong-type"])
        for value in (
            "",
            "2026-02-30",
            "20261128",
            "2026-1-2",
            "2026-11-28T10:00",
            "0000-01-01",
            "２０26-01-01",
            5,
            "2026-11-28\n",
        )
    },
    "out-of-range: name": (sheet(name="a" * 101), ["name: out-of-range"]),
    "out-of-range: name with a control character": (sheet(name="a\x07b"), ["name: out-of-range"]),
    "name: empty, blank or a hundred letters long is right": (sheet(name="  " + "я" * 100 + "\u3000"), []),
    "name: blank is right": (sheet(name=" \t"), []),
    # players
    "wrong-type: players": (sheet(players="Anna"), ["players: wrong-type"]),
    "out-of-range: too few players": (sheet(players=PLAYERS[:3]), ["players: out-of-range"]),
    "out-of-range: seven players, and the names among them": (
        sheet(players=[*SIX, ""]),
        ["players: out-of-range", "players[6]: out-of-range"],
    ),
    "out-of-range: five at a russian table": (sheet(rules="russian", players=SIX[:5]), ["players: out-of-range"]),
    "players: each its own fault": (
        sheet(players=["Anna", None, " \u2003", "x" * 51, "a\x1cb", "ANNA"]),
        [
            "players[1]: wrong-type",
            "players[2]: out-of-range",
            "players[3]: out-of-range",
            "players[4]: out-of-range",
            "players[5]: duplicate",
        ],
    ),
    "duplicate: by full case folding of the normalised name": (
        sheet(players=["Straße", "Ångström", "STRASSE ", "A\u030angstro\u0308m"]),
        ["players[2]: duplicate", "players[3]: duplicate"],
    ),
    "players: a control character at the end is not white space": (
        sheet(players=["Anna\x1f", "Boris\n", "Vera\x85", "Gleb\u200b"]),
        ["players[0]: out-of-range"],
    ),
    "players: fifty letters after trimming are right": (sheet(players=[" " + "x" * 50 + " ", *PLAYERS[1:]]), []),
    # seats, kitty
    **{
        f"first_dealer {value!r}": (sheet(first_dealer=value), [f"first_dealer: {code}"])
        for value, code in (
            (4, "unknown-seat"),
            (-1, "unknown-seat"),
            (10**30, "unknown-seat"),
            (1.0, "wrong-type"),
            (True, "wrong-type"),
        )
    },
    "out-of-range: opening_kitty": (sheet(opening_kitty=1_000_001), ["opening_kitty: out-of-range"]),
    "wrong-type: opening_kitty": (sheet(opening_kitty="3"), ["opening_kitty: wrong-type"]),
    "not-in-variant: opening_kitty, not even 0": (
        sheet(rules="classic", opening_kitty=0),
        ["opening_kitty: not-in-variant"],
    ),
    "not-in-variant: opening_kitty is only that": (
        sheet(rules="german", opening_kitty="x"),
        ["opening_kitty: not-in-variant"],
    ),
    "opening_kitty: null is no key": (sheet(rules="classic", opening_kitty=None), []),
    # stake
    "wrong-type: stake": (sheet(stake="0.50"), ["stake: wrong-type"]),
    "missing: stake": (sheet(stake={}), ["stake.points: missing", "stake.amount: missing", "stake.currency: missing"]),
    "unknown-key: stake": (sheet(stake={"per": 1, **STAKE}), ["stake.per: unknown-key"]),
    **{
        f"stake.points {value!r}": (sheet(stake={**STAKE, "points": value}), [f"stake.points: {code}"])
        for value, code in ((0, "out-of-range"), (1_000_001, "out-of-range"), ("1", "wrong-type"), (1e1, "wrong-type"))
    },
    **{
        f"stake.amount {value!r}": (sheet(stake={**STAKE, "amount": value}), [f"stake.amount: {code}"])
        for value, code in (
            ("0", "out-of-range"),
            ("000.0000", "out-of-range"),
            *((text, "wrong-type") for text in ("1.", ".5", "", "-1", "+1", "1e3", " 1", "1\n", "1,5", "٣", "1.2.3")),
            *((text, "wrong-type") for text in ("1234567890", "1.23456", 0.5, 1)),
        )
    },
    **{
        f"stake.amount {value!r} is right": (sheet(stake={**STAKE, "amount": value}), [])
        for value in ("00.5", "007", "0.0001", "999999999.9999")
    },
    **{
        f"stake.currency {value!r}": (sheet(stake={**STAKE, "currency": value}), [f"stake.currency: {code}"])
        for value, code in (
            ("eur", "out-of-range"),
            ("XAU", "out-of-range"),
            ("XXX", "out-of-range"),
            ("", "out-of-range"),
            (978, "wrong-type"),
        )
    },
    # closing
    "wrong-type: closing": (sheet(closing=True), ["closing: wrong-type"]),
    "wrong-type: closing is false": (sheet(closing=False), ["closing: wrong-type"]),
    "missing: closing.kitty": (sheet(closing={"kitty": None}), ["closing.kitty: missing"]),
    "out-of-range: closing.kitty": (sheet(closing={"kitty": "burn"}), ["closing.kitty: out-of-range"]),
    "unknown-key: closing": (sheet(closing={"how": 1, "kitty": "carry"}), ["closing.how: unknown-key"]),
    "not-in-variant: closing.kitty in classic": (
        sheet(rules="classic", closing={"kitty": 1}),
        ["closing.kitty: not-in-variant"],
    ),
    "closing: an empty one closes a game without a kitty": (sheet(rules="classic", closing={}), []),
    # deals
    "wrong-type: deals": (sheet(deals={}), ["deals: wrong-type"]),
    "wrong-type: a deal is null": (sheet(None, PASSED, []), ["deals[0]: wrong-type", "deals[2]: wrong-type"]),
    "wrong-type: entry_key": (
        sheet(
            *[
                {**PASSED, "entry_key": k}
                for k in (KEY[:-1], KEY.replace("-", ""), "{" + KEY + "}", "urn:uuid:" + KEY, 7, KEY + "\n")
            ]
        ),
        [f"deals[{i}].entry_key: wrong-type" for i in range(6)],
    ),
    "duplicate: entry_key whatever its case, also of a faulty deal": (
        sheet({**PASSED, "entry_key": KEY, "x": 1}, {"kind": "passed", "entry_key": KEY.upper()}),
        ["deals[0].x: unknown-key", "deals[1].entry_key: duplicate"],
    ),
    "order: an entry key stands among the other keys": (
        sheet({"x": 1, "entry_key": 2, "y": 3, "kind": "passed"}),
        [
            "deals[0].x: unknown-key",
            "deals[0].entry_key: wrong-type",
            "deals[0].y: unknown-key",
            "deals[0].turned: missing",
        ],
    ),
    "order: the keys of the sheet as they stand": (
        {"deals": [{"kind": 1}], "players": PLAYERS, "name": 1, "rules": "kassa", "date": 1},
        ["deals[0].kind: wrong-type", "name: wrong-type", "date: wrong-type", "format: missing"],
    ),
}


@pytest.mark.parametrize(("plain", "expected"), by_id(WHOLE))
def test_a_sheet(plain, expected):
    assert faults(plain) == expected


UNREADABLE = {
    "empty": b"",
    "blank": b" \n",
    "not UTF-8": b'{"format": "\xff"}',
    "UTF-16": '{"format": 1}'.encode("utf-16"),
    "a surrogate in UTF-8": b'"\xed\xa0\x80"',
    "not JSON": b"{'format': 1}",
    "a comma too many": b'{"a": 1,}',
    "two objects": b"{}{}",
    "a control character in a text": b'{"a": "\n"}',
    "NaN": b'{"deals": NaN}',
    "Infinity": b"[-Infinity]",
    "a leading zero": b'{"a": 01}',
    "a key twice": b'{"x": {"a": 1, "\\u0061": 2}}',
    "51 open": b'{"a":' + b"[" * 50 + b"]" * 50 + b"}",
    "very deep": b"[" * 200_000,
    "deep objects": b'{"a":' * 100_000,
    "two marks of byte order": b"\xef\xbb\xbf\xef\xbb\xbf{}",
}


@pytest.mark.parametrize("data", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_unreadable(data):
    assert [(p.where, p.code) for p in score_bytes(data)] == [("", "unreadable")]


def test_fifty_open_lists_and_a_mark_of_byte_order_are_readable():
    data = b'\xef\xbb\xbf{"a":' + b"[" * 49 + b"]" * 49 + b"}"
    assert "a: unknown-key" in [f"{p.where}: {p.code}" for p in score_bytes(data)]


@pytest.mark.parametrize("digits", ["9" * 25, "1" + "0" * 6000, "-" + "9" * 5000])
def test_a_whole_number_of_any_length_is_only_out_of_range(digits):
    text = json.dumps(sheet(deal(SIMPLE, tricks=12345), opening_kitty=54321))
    found = score_bytes(text.replace("12345", digits).replace("54321", digits).encode())
    assert [f"{p.where}: {p.code}" for p in found] == ["deals[0].tricks: out-of-range", "opening_kitty: out-of-range"]


@pytest.mark.parametrize("number", ["7.0", "1e1", "1E400", '"7"', "true", "[7]"])
def test_a_number_with_fraction_or_exponent_is_of_the_wrong_type(number):
    text = json.dumps(sheet(deal(SIMPLE, tricks=12345))).replace("12345", number)
    assert [f"{p.where}: {p.code}" for p in score_bytes(text.encode())] == ["deals[0].tricks: wrong-type"]


def test_parsing_gives_an_object_or_its_fault():
    assert parse_sheet(b'{"a": 12}') == {"a": 12}
    assert [p.code for p in parse_sheet(b"[]")] == ["wrong-type"]
