import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from boston_site import network
from boston_site.bootstrap import ROOT
from ledger.management.commands import serve

# Seconds after which something hangs; no test passes or fails by how fast a start is.
PATIENCE = 60


@pytest.fixture
def start(tmp_path):
    """Start `serve` on the data of this test; every process started is stopped at the end."""
    started = []

    def run(*flags):
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", *flags],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "BOSTON_NO_VENV": "1", "BOSTON_DATA": str(tmp_path / "data")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def get(port, host="127.0.0.1", **headers):
    request = urllib.request.Request(f"http://{host}:{port}/healthz", headers=headers)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code
        except OSError:
            time.sleep(0.1)
    return None


def test_a_taken_port_is_told_in_one_sentence_before_the_slow_work(start, tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        process = start("--port", str(port))
        output, _ = process.communicate(timeout=PATIENCE)

    assert process.returncode == 1
    assert output.startswith(f"Port {port} is taken")
    assert len(output.splitlines()) == 1
    assert not (tmp_path / "data" / "boston.sqlite3").exists()


def a_file_for_a_folder(data):
    data.write_text("")


def a_key_of_bytes(data):
    data.mkdir()
    (data / "secret_key").write_bytes(b"\xff\xfe\x00")


def a_folder_for_the_key(data):
    (data / "secret_key").mkdir(parents=True)


def a_folder_for_the_lock(data):
    (data / "serve.lock").mkdir(parents=True)


def a_database_of_noise(data):
    data.mkdir()
    (data / "boston.sqlite3").write_bytes(b"noise" * 5000)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (a_file_for_a_folder, "Boston cannot start: .* is no folder to keep data in: File exists"),
        (a_key_of_bytes, "Boston cannot start: .* holds no key"),
        (a_folder_for_the_key, "Boston cannot start: .* is no folder to keep data in: Is a directory"),
        (a_folder_for_the_lock, "Boston cannot write into .*: Is a directory"),
        (a_database_of_noise, "Boston cannot use its database: file is not a database"),
    ],
)
def test_data_that_cannot_be_used_is_told_in_one_sentence(start, tmp_path, spoil, told):
    spoil(tmp_path / "data")
    process = start("--port", free_port())
    output, _ = process.communicate(timeout=PATIENCE)

    assert process.returncode == 1
    assert re.match(told, output)
    assert len(output.splitlines()) == 1


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--host", "192.0.2.77"), "This machine has no address 192.0.2.77"),
        (("--port", "70000"), "70000 is not a port"),
        (("--port", "eight"), "eight is not a port"),
        (("--workers", "0"), "must be at least 1"),
    ],
    ids=["host", "port too high", "port no number", "no workers"],
)
def test_a_wrong_flag_is_told_in_one_sentence(start, flags, told):
    process = start(*flags)
    output, _ = process.communicate(timeout=PATIENCE)

    assert process.returncode == 1
    assert told in output
    assert len(output.splitlines()) == 1


def test_two_first_starts_at_once_both_serve(start):
    ports = [free_port(), free_port()]
    processes = [start("--port", port) for port in ports]

    assert [get(port) for port in ports] == [200, 200]
    for process in processes:
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=PATIENCE)
        assert "Boston is running at http://127.0.0.1:" in output
        assert "Traceback" not in output


def test_several_workers_serve_and_stop(start):
    port = free_port()
    process = start("--port", port, "--workers", "2")

    assert {get(port) for _ in range(8)} == {200}
    process.terminate()
    assert process.wait(PATIENCE) == 0


def test_the_home_network_gets_in_by_the_address_that_is_printed(start, monkeypatch):
    port = free_port()
    process = start("--port", port, "--host", "0.0.0.0")

    assert get(port, Host=f"localhost:{port}") == 200
    assert get(port, Host="stranger.example") == 400
    process.terminate()
    output, _ = process.communicate(timeout=PATIENCE)
    addresses = re.findall(r"Phones in the same network open http://([\d.]+):", output)
    assert addresses == network.own_addresses()


def test_phones_are_told_the_home_network_address_when_every_address_is_served(monkeypatch, settings):
    monkeypatch.setattr(network, "own_addresses", lambda: ["192.168.1.20"])
    monkeypatch.setattr(network, "own_names", lambda: ["laptop", "laptop.local"])
    settings.PUBLIC_URL = None

    hosts = serve.reachable_hosts("0.0.0.0")
    found = serve.environment(hosts, 8000)

    assert hosts == ["127.0.0.1", "192.168.1.20"]
    assert found["BOSTON_PUBLIC_URL"] == "http://192.168.1.20:8000/"
    assert found["BOSTON_SERVED_HOSTS"].split(",") == ["127.0.0.1", "192.168.1.20", "laptop", "laptop.local"]


def test_an_own_public_address_is_kept(monkeypatch, settings):
    settings.PUBLIC_URL = "https://boston.example"

    assert "BOSTON_PUBLIC_URL" not in serve.environment(["127.0.0.1", "192.168.1.20"], 8000)


def test_without_a_network_only_this_machine_is_named(monkeypatch):
    monkeypatch.setattr(network, "own_addresses", list)

    hosts = serve.reachable_hosts("0.0.0.0")

    assert hosts == ["127.0.0.1"]
    assert "BOSTON_PUBLIC_URL" not in serve.environment(hosts, 8000)


def test_addresses_no_phone_can_reach_are_left_out():
    kept = [ip for ip in ("127.0.0.1", "169.254.3.4", "0.0.0.0", "192.168.1.20") if network.reachable(ip)]

    assert kept == ["192.168.1.20"]
