import json
import re

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from ledger.models import Club, DealPosting, DealResult, Table
from ledger.queries.audit import Difference
from ledger.services.tables import close_table
from tests.stories import PASSED, SIMPLE, again, record, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    table = start()
    record(table, {**SIMPLE, "boston_holder": 0})
    record(table, PASSED)
    return again(table)


def run(capsys, *args):
    """Exit status, standard output, standard error."""
    status = 0
    try:
        call_command(*args)
    except SystemExit as stop:
        status = stop.code
    except CommandError as error:
        status = f"{error.returncode}: {error}"
    return status, *capsys.readouterr()


def test_a_ledger_that_is_right_is_one_line(table, capsys):
    assert run(capsys, "audit_ledger") == (0, "1 tables, 2 deals: all right\n", "")


@pytest.mark.parametrize(
    ("break_it", "said"),
    [
        (lambda: DealPosting.objects.filter(account=0, points=-10).update(points=-9), "the sum of the postings"),
        (lambda: DealPosting.objects.filter(account=-2).delete(), "postings"),
        (lambda: DealResult.objects.filter(position=2).update(kitty=41), "position 2: kitty is 41, must be 40"),
        (lambda: DealResult.objects.filter(position=2).delete(), "the number of results is 1, must be 2"),
        (lambda: DealResult.objects.filter(position=1).update(number=None), "position 1: number is None, must be 1"),
        (lambda: Table.objects.update(first_dealer=1), "position 1: dealer is 0, must be 1"),
        (lambda: Table.objects.update(state={**Table.objects.get().state, "kitty": 0}), "the kept state"),
    ],
)
def test_what_differs_is_named_and_fails(table, capsys, break_it, said):
    break_it()
    status, out, err = run(capsys, "audit_ledger")
    assert status == 1
    assert said in out
    assert table.public_id in out
    assert re.search(r"1 tables, 2 deals: \d+ differences", err)


def test_facts_that_the_rules_refuse_are_a_difference(table, capsys):
    table.deals.filter(kind="played").update(turned="clubs")
    status, out, _ = run(capsys, "audit_ledger")
    assert (status, "facts is ['trump: trump-not-allowed']" in out) == (1, True)
    assert str(Difference("t", None, "x", 1, 2)) == "table t: x is 1, must be 2"


def test_an_evening_goes_out_to_a_file_and_comes_back_once(table, capsys, tmp_path):
    close_table(table_id=table.public_id, kitty="divide", by="")
    file = tmp_path / "evening.json"
    assert run(capsys, "export_sheet", table.public_id, "--output", str(file))[0] == 0
    status, out, _ = run(capsys, "export_sheet", table.public_id)
    assert (status, json.loads(out)) == (0, json.loads(file.read_text("utf-8")))
    said = run(capsys, "import_sheet", str(file))[1].splitlines()
    assert said[0] == f"{table.public_id} was there already"
    assert [line.split()[0] for line in said[1:]] == ["score:", "follow:"]
    Table.objects.all().delete()
    assert run(capsys, "import_sheet", str(file), "--club", "Sunday")[1].splitlines()[0].endswith(" added")
    assert run(capsys, "import_sheet", str(file), "--club", "Sunday")[1].splitlines()[0].endswith(" was there already")
    club = Club.objects.get(name="Sunday")
    assert (
        run(capsys, "import_sheet", str(file), "--club", club.public_id)[1]
        .splitlines()[0]
        .endswith(" was there already")
    )
    again_out = run(capsys, "export_sheet", Table.objects.get().public_id)[1]
    assert again_out == out


def test_a_sheet_with_faults_is_refused_with_all_of_them(capsys, tmp_path):
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps({"rules": "whist", "players": ["Anna"], "deals": []}))
    status, out, err = run(capsys, "import_sheet", str(file))
    assert (status, out) == (2, "")
    assert {line.split(": ")[0] for line in err.splitlines()} == {"format", "rules", "players"}
    file.write_bytes(b"\xff\xfe{")
    assert run(capsys, "import_sheet", str(file))[::2] == (
        2,
        ": unreadable: this is not a readable sheet: it is not UTF-8\n",
    )


def test_what_is_not_there_is_said_in_a_sentence(table, capsys, tmp_path):
    nowhere = str(tmp_path / "no" / "file.json")
    assert run(capsys, "import_sheet", nowhere)[0] == f"2: {nowhere}: No such file or directory"
    assert run(capsys, "export_sheet", "nowhere")[0] == "2: there is no table nowhere"
    assert run(capsys, "export_sheet", table.public_id, "--output", nowhere)[0].startswith("2: ")
    assert run(capsys, "import_sheet", __file__, "--club", "x" * 101)[0] == 2


def test_the_demo_is_a_club_with_three_finished_evenings_and_a_running_one(capsys):
    status, out, _ = run(capsys, "demo_evening", "--url", "http://192.0.2.7:8000/")
    assert status == 0
    assert out.count("finished") == 3
    assert out.count("running") == 1
    assert len(re.findall(r"http://192\.0\.2\.7:8000/\S+", out)) == 8
    assert set(Table.objects.values_list("rules__code", "closing")) == {
        ("classic", "plain"), ("german", "plain"), ("kassa", "divide"), ("kassa", None),
    }  # fmt: skip
    assert run(capsys, "demo_evening")[0] == 0
    assert Club.objects.count() == 2
    assert run(capsys, "audit_ledger")[0] == 0


def test_a_keepers_link_that_was_lost_is_printed(table, capsys):
    club = table.evening.club
    status, out, _ = run(capsys, "club_links", "Saturday", "--url", "http://192.0.2.7:8000/")
    assert (status, out.splitlines()[0]) == (0, f"Saturday: {club.public_id}")
    keep = re.search(r"keep:\s+http://192\.0\.2\.7:8000(\S+)", out).group(1)
    phone = Client()
    assert phone.get(keep).status_code == 302
    assert phone.get(f"/c/{club.public_id}/links/").status_code == 200
    assert run(capsys, "club_links")[1].count("look:") == 1
    assert run(capsys, "club_links", "Nobody's")[0] == "2: there is no club Nobody's"
