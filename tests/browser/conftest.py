import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from boston_site import bootstrap

# Only what fails waits so long; several tests at once on a busy machine are no fault.
expect.set_options(timeout=15_000)

FLAGS = [
    # Chromium refuses its sandbox to root, and CI is root.
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    path = bootstrap.browser()
    if not path:
        pytest.fail("No Chromium found: install it, or name it in the variable CHROMIUM.")
    return {**browser_type_launch_args, "executable_path": path, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    return {
        **browser_context_args,
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 3,
        "is_mobile": True,
        "has_touch": True,
        "locale": "en-GB",
        "reduced_motion": "reduce",
    }


@pytest.fixture(scope="session")
def server_environment(tmp_path_factory):
    """For commands that work on the server's own data: `subprocess.run(..., env=server_environment)`."""
    ours = {"SECRET_KEY", "DATABASE_URL", "DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE"}
    inherited = {name: value for name, value in os.environ.items() if name not in ours}
    return {**inherited, "BOSTON_NO_VENV": "1", "BOSTON_DATA": str(tmp_path_factory.mktemp("data"))}


@pytest.fixture(scope="session")
def manage(server_environment):
    """Run a management command on the data of the server: `manage("demo_evening")`; gives what it printed."""

    def run(*words):
        command = [sys.executable, str(bootstrap.ROOT / "manage.py"), *words]
        done = subprocess.run(command, env=server_environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def importer(server, server_environment):
    """Take a plain sheet into the server's ledger: gives the links to score and to follow, without the host."""
    command = [sys.executable, str(bootstrap.ROOT / "tests" / "browser" / "importer.py")]
    environment = {**server_environment, "PYTHONPATH": str(bootstrap.ROOT)}
    process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def take(sheet):
        process.stdin.write(json.dumps(sheet) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    yield take
    process.stdin.close()
    process.wait(30)
    process.stdout.close()


@pytest.fixture
def evening(importer):
    """Make an evening of these deals; gives the links to score and to follow, without the host."""

    def make(rules="kassa", deals=(), names=("Анна", "Борис", "Вера", "Глеб"), **more):
        plain = {"format": "boston-sheet/1", "rules": rules, "players": list(names), "deals": list(deals)}
        return importer({**plain, **more, "name": str(uuid.uuid4())})

    return make


@pytest.fixture(scope="session")
def server(server_environment, tmp_path_factory):
    """The real server with hashed files and its security headers; gives its address without a closing slash."""
    with running(bootstrap.ROOT, server_environment, tmp_path_factory.mktemp("server") / "log") as address:
        yield address


@contextmanager
def running(root, environment, log):
    """The server as it stands in a folder, while it is needed; gives its address."""
    port = free_port()
    command = [sys.executable, str(root / "manage.py"), "serve", "--port", str(port)]
    with log.open("w") as output:
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)
    try:
        # localhost, for a browser allows service workers there without HTTPS.
        address = f"http://localhost:{port}"
        wait_for(f"{address}/healthz", process, log)
        yield address
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(address, process, log, seconds=60):
    # The port is open before the server answers, so each try waits for an answer.
    until = time.monotonic() + seconds
    while time.monotonic() < until and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=seconds) as answer:
                assert answer.status == 200
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"The server did not start:\n{log.read_text()}")
