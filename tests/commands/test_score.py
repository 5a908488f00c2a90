"""`python manage.py score`: what it prints where, and how it ends."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).resolve().parents[2]
CASES = [
    case
    for name in ("examples", "evenings")
    for case in json.loads((ROOT / "tests" / "evenings" / f"{name}.json").read_text("utf-8"))
]
SHEET = {
    "format": "boston-sheet/1",
    "rules": "kassa",
    "name": "Saturday at Anna's",
    "date": "2026-11-28",
    "options": {"single_tours": 2, "double_tours": 1},
    "players": ["Анна", "Борис", "Вера", "Глеб"],
    "stake": {"points": 10, "amount": "0.50", "currency": "EUR"},
    "deals": [
        {
            "turned": "hearts",
            "contract": "simple",
            "trump": "hearts",
            "declarer": 1,
            "helper": 3,
            "tricks": 9,
            "boston_holder": 0,
        },
        {"kind": "passed", "turned": "clubs"},
        {"kind": "misdeal", "fault": True, "forfeit": True},
    ],
    "closing": {"kitty": "divide"},
}
WRONG = {**SHEET, "first_dealer": 9, "extra": 1}


def score(tmp_path, content, *options):
    """Run the command in this process on a file of this content: output, errors, status."""
    path = tmp_path / "sheet"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return run(str(path), *options)


def run(*arguments):
    out, err, status = io.StringIO(), io.StringIO(), 0
    try:
        call_command("score", *arguments, stdout=out, stderr=err)
    except SystemExit as end:
        status = end.code
    return out.getvalue(), err.getvalue(), status


def command(*arguments, **kwargs):
    """Run the real command as people do."""
    return subprocess.run([sys.executable, ROOT / "manage.py", "score", *arguments], capture_output=True, **kwargs)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_golden_evenings(tmp_path, case):
    out, err, status = score(tmp_path, case["sheet"], "--json")
    result = json.loads(out)
    assert ({key: result[key] for key in case["expect"]}, err, status) == (case["expect"], "", 0)


def test_the_example_of_the_format(tmp_path):
    out, _, _ = score(tmp_path, {**SHEET, "deals": SHEET["deals"][:1]}, "--json")
    result = json.loads(out)
    payments = result.pop("payments")
    assert result == {
        "deals": [
            {
                "number": 1,
                "dealer": 0,
                "multiplier": 1,
                "deltas": [-10, 14, -18, 14],
                "kitty": 0,
                "balances": [-10, 14, -18, 14],
            }
        ],
        "closing": {"deltas": [0, 0, 0, 0]},
        "balances": [-10, 14, -18, 14],
        "kitty": 0,
        "net": [-10, 14, -18, 14],
        "next_dealer": 3,
        "money": ["-0.50", "0.70", "-0.90", "0.70"],
        "kitty_money": "0.00",
    }
    assert len(payments) == 3


def test_the_table_for_people(tmp_path):
    out, err, status = score(tmp_path, SHEET)
    assert (err, status) == ("", 0)
    lines = out.splitlines()
    assert lines[0] == "Saturday at Anna's"
    assert "2026-11-28" in lines[1]
    assert "simple in hearts (senior), Борис with Глеб: 9 tricks, boston Анна" in out
    assert "misdeal, the dealer's fault, ante forfeited" in out
    assert "closed, the kitty divided" in out
    assert "Next dealer: Борис." in out
    rows = [line for line in lines[3:] if line.endswith(" kitty") or "all passed" in line or "senior" in line]
    assert len({len(row) for row in rows}) == 1


def test_a_table_of_a_game_without_a_kitty_says_what_was_won_from_each_other(tmp_path):
    (case,) = [c for c in CASES if c["id"].startswith("evening 6:")]
    out, _, _ = score(tmp_path, case["sheet"])
    assert "Won and lost against each other: Анна" in out
    assert "kitty" not in out


def test_faults_are_lines_on_standard_error_and_nothing_is_printed(tmp_path):
    out, err, status = score(tmp_path, WRONG)
    assert (out, status) == ("", 2)
    found = [line.split(": ")[:2] for line in err.splitlines()]
    assert found == [
        ["first_dealer", "unknown-seat"],
        ["extra", "unknown-key"],
    ]


def test_faults_as_one_json_object(tmp_path):
    out, err, status = score(tmp_path, WRONG, "--json")
    assert (out, status) == ("", 2)
    problems = json.loads(err)["problems"]
    assert [(p["where"], p["code"]) for p in problems] == [("first_dealer", "unknown-seat"), ("extra", "unknown-key")]
    assert all(p["message"] for p in problems)


def test_a_key_with_a_line_end_is_still_one_line(tmp_path):
    _, err, _ = score(tmp_path, {**SHEET, "a\nb\x1b[2J": 1})
    assert err.splitlines() == ["a\\nb\\x1b[2J: unknown-key: there is no such key here"]


def test_what_cannot_be_opened_is_a_fault_like_any_other(tmp_path):
    for path in (tmp_path / "none", tmp_path):
        out, err, status = run(str(path), "--json")
        assert (out, status) == ("", 2)
        assert [(p["where"], p["code"]) for p in json.loads(err)["problems"]] == [("", "unreadable")]
        out, err, status = run(str(path), "--json", "--lines")
        assert (err, status) == ("", 2)
        assert [p["code"] for p in json.loads(out)["problems"]] == ["unreadable"]


def test_lines_one_result_a_line_in_order(tmp_path):
    sheets = [json.dumps(SHEET), "", json.dumps(WRONG), "[]", "\ufeff" + json.dumps({**SHEET, "name": "ещё"}) + "\r"]
    out, err, status = score(tmp_path, "\n".join(sheets).encode(), "--json", "--lines")
    assert (err, status) == ("", 2)
    lines = [json.loads(line) for line in out.splitlines()]
    codes = [[p["code"] for p in line.get("problems", ())] for line in lines]
    assert codes == [[], ["unreadable"], ["unknown-seat", "unknown-key"], ["wrong-type"], []]
    assert lines[4] == lines[0]


def test_lines_that_are_all_right(tmp_path):
    out, err, status = score(tmp_path, (json.dumps(SHEET) + "\n").encode() * 3, "--json", "--lines")
    assert (len(out.splitlines()), err, status) == (3, "", 0)


def test_an_empty_file_of_lines_gives_nothing(tmp_path):
    assert score(tmp_path, b"", "--json", "--lines") == ("", "", 0)
    assert score(tmp_path, b"", "--json")[2] == 2


def test_lines_without_json_is_a_wrong_use(tmp_path):
    with pytest.raises(CommandError, match="--json"):
        score(tmp_path, SHEET, "--lines")


def test_the_real_command_reads_a_file_and_standard_input(tmp_path):
    path = tmp_path / "sheet.json"
    path.write_text(json.dumps(SHEET))
    by_path = command(path, "--json")
    by_input = command("-", "--json", input=b"\xef\xbb\xbf" + path.read_bytes())
    assert (by_path.returncode, by_path.stderr) == (0, b"")
    assert by_path.stdout == by_input.stdout
    assert json.loads(by_path.stdout)["kitty"] == 0


def test_the_real_command_says_faults_and_wrong_use_with_status_2(tmp_path):
    faulty = command("-", input=b"nonsense")
    assert (faulty.returncode, faulty.stdout) == (2, b"")
    assert faulty.stderr.startswith(b": unreadable: ")
    misused = command("-", "--lines", input=b"")
    assert (misused.returncode, misused.stdout) == (2, b"")
    assert b"usage:" in misused.stderr
    assert b"Traceback" not in misused.stderr


def test_the_real_command_prints_any_name_anywhere_and_survives_a_reader_who_leaves():
    out = command("-", input=json.dumps(SHEET).encode(), env={"PYTHONIOENCODING": "ascii", "PATH": "/usr/bin:/bin"})
    assert (out.returncode, out.stderr) == (0, b"")
    arguments = [sys.executable, ROOT / "manage.py", "score", "-", "--json", "--lines"]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        line = json.dumps(SHEET).encode() + b"\n"
        process.stdin.write(line)
        process.stdin.flush()
        assert b"balances" in process.stdout.readline(), "a result comes before the next sheet is there"
        process.stdout.close()
        process.stdin.write(line)
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.mark.parametrize(
    ("rules", "deltas", "kitty"),
    [("american", [-160, 30, 40, 50], 40), ("fontainebleau", [-5, 0, 0, 5], 0)],
)
def test_a_passed_deal_that_is_played_out_is_scored_and_told(tmp_path, rules, deltas, kitty):
    sheet = {key: SHEET[key] for key in ("format", "players")} | {"rules": rules}
    sheet["deals"] = [{"kind": "passed", "seat_tricks": [7, 3, 2, 1]}]
    out, err, status = score(tmp_path, sheet, "--json")
    assert (json.loads(out)["deals"][0]["deltas"], json.loads(out)["kitty"], err, status) == (deltas, kitty, "", 0)
    assert "all passed: Анна 7, Борис 3, Вера 2, Глеб 1" in score(tmp_path, sheet)[0]


def test_a_command_before_the_first_start_is_told_what_to_do(tmp_path):
    arguments = [sys.executable, ROOT / "manage.py", "demo_evening"]
    done = subprocess.run(arguments, capture_output=True, text=True, env={**os.environ, "BOSTON_DATA": str(tmp_path)})
    assert done.returncode == 1
    assert done.stderr.startswith("The database is not prepared: start `python manage.py serve` once")
    assert "Traceback" not in done.stderr
