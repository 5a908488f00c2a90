"""Eight phones in processes of their own write at once through the real server: nothing lost, nothing doubled."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection

from boston_site.bootstrap import ROOT
from ledger.access import links_for
from ledger.models import Deal
from tests.site.test_serve import free_port
from tests.stories import again, differences, start

pytestmark = pytest.mark.django_db(transaction=True)

WRITERS, DEALS = 8, 10
WRITER = Path(__file__).parent / "writer.py"


@pytest.fixture
def server(tmp_path, transactional_db):
    """The real server, two processes of it, on the tests' own database; gives its address."""
    port = free_port()
    # The tests' own connection is closed, so that nobody waits for it.
    connection.close()
    environment = {
        "PATH": os.environ["PATH"],
        "BOSTON_NO_VENV": "1",
        "BOSTON_DATA": str(tmp_path / "data"),
        "SECRET_KEY": settings.SECRET_KEY,
        "DATABASE_URL": database_url(connection.settings_dict),
    }
    command = [sys.executable, "manage.py", "serve", "--port", port, "--workers", "2", "--threads", "8"]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
    try:
        wait_for(f"http://localhost:{port}/healthz", process)
        yield f"http://localhost:{port}"
    finally:
        process.terminate()
        process.wait(60)


def database_url(config):
    """The database of the tests as an address for another process."""
    if connection.vendor == "sqlite":
        return f"sqlite:///{Path(config['NAME']).resolve()}"
    who = config["USER"] + (f":{config['PASSWORD']}" if config["PASSWORD"] else "")
    # The tests' server stands on the same host, or behind a socket's folder.
    host = config["HOST"] or "localhost"
    socket = f"?host={host}" if host.startswith("/") else ""
    port = f":{config['PORT']}" if config["PORT"] else ""
    return f"postgres://{who}@{'' if socket else host}{port}/{config['NAME']}{socket}"


def wait_for(address, process, seconds=60):
    until = time.monotonic() + seconds
    while time.monotonic() < until and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=seconds):
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail("The server did not start.")


@pytest.mark.parametrize("tables", [1, WRITERS])
def test_eight_processes_write_as_many_deals_as_they_are_told(server, tables, tmp_path):
    played = [start(players=("Anna", "Boris", "Vera", f"Gleb {n}")) for n in range(tables)]
    paths = [urlsplit(links_for(again(table), "http://x").scorer).path for table in played]
    connection.close()
    writers = [
        subprocess.Popen(
            [sys.executable, str(WRITER), server, paths[n % tables], str(DEALS), str(n)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for n in range(WRITERS)
    ]
    told = [json.loads(writer.communicate(timeout=400)[0]) for writer in writers]
    assert [t["wrong"] for t in told] == [""] * WRITERS, (tmp_path / "log").read_text()
    # At one table they do come in each other's way.
    assert {status for t in told for status in t["statuses"]} == ({"200", "409"} if tables == 1 else {"200"})
    keys = {key for t in told for key in t["keys"]}
    assert len(keys) == WRITERS * DEALS
    stored = [str(key) for key in Deal.objects.values_list("entry_key", flat=True)]
    assert sorted(stored) == sorted(keys)
    for table in played:
        assert differences(table) == []
        assert list(again(table).results.order_by("position").values_list("position", flat=True)) == list(
            range(1, WRITERS * DEALS // tables + 1)
        )
