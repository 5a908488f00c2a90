import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.exceptions import ImproperlyConfigured

from boston_site import env, secret
from boston_site.bootstrap import ROOT


def run_check(tmp_path, *flags, **variables):
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", "check", *flags],
        cwd=ROOT,
        env={**keep, "BOSTON_NO_VENV": "1", "BOSTON_DATA": str(tmp_path / "data"), **variables},
        capture_output=True,
        text=True,
    )


def test_the_first_command_makes_a_key_that_only_its_owner_can_read(tmp_path):
    assert run_check(tmp_path).returncode == 0
    key = tmp_path / "data" / "secret_key"
    first = key.read_text()

    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert len(first) >= 50
    assert run_check(tmp_path).returncode == 0
    assert key.read_text() == first


def test_processes_that_start_together_agree_on_one_key(tmp_path):
    path = tmp_path / "new" / "secret_key"

    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: secret.secret_key(path), range(24)))

    assert keys == {path.read_text()}


def test_an_empty_key_file_is_refused_by_name(tmp_path, monkeypatch):
    monkeypatch.setattr(secret.time, "sleep", lambda seconds: None)
    (tmp_path / "secret_key").touch()

    with pytest.raises(ImproperlyConfigured, match="secret_key is empty"):
        secret.secret_key(tmp_path / "secret_key")


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (lambda name: env.env_bool(name, False), "maybe"),
        (lambda name: env.env_int(name, 1), "4.5"),
        (env.env_url, "a.b"),
    ],
    ids=["bool", "int", "url"],
)
def test_a_value_that_makes_no_sense_names_its_variable(monkeypatch, read, text):
    monkeypatch.setenv("BOSTON_TRIAL", text)

    with pytest.raises(ImproperlyConfigured, match=f"BOSTON_TRIAL .*{text}"):
        read("BOSTON_TRIAL")


@pytest.mark.parametrize("text", ["http://[bad", "https://:8000"])
def test_an_address_without_a_host_is_refused(monkeypatch, text):
    monkeypatch.setenv("BOSTON_TRIAL", text)

    with pytest.raises(ImproperlyConfigured, match="BOSTON_TRIAL must name a host"):
        env.env_url("BOSTON_TRIAL")


def test_empty_and_missing_variables_mean_the_default(monkeypatch):
    monkeypatch.setenv("BOSTON_TRIAL", " ")

    assert env.env_bool("BOSTON_TRIAL", True) is True
    assert env.env_int("BOSTON_TRIAL", 7) == 7
    assert env.env_list("BOSTON_TRIAL", ["a"]) == ["a"]
    assert env.env_url("BOSTON_TRIAL") is None


def test_a_list_is_read_without_its_blanks(monkeypatch):
    monkeypatch.setenv("BOSTON_TRIAL", "a.example, b.example,,")

    assert env.env_list("BOSTON_TRIAL", []) == ["a.example", "b.example"]


def test_a_wrong_database_url_is_refused_without_showing_its_password(tmp_path):
    run = run_check(tmp_path, DATABASE_URL="mysql://boris:pssst@example/boston")

    assert run.returncode != 0
    assert "DATABASE_URL must look like" in run.stderr
    assert "pssst" not in run.stderr + run.stdout


@pytest.mark.parametrize("https", ["0", "1"])
def test_the_deployment_check_is_clean_with_and_without_https(tmp_path, https):
    run = run_check(tmp_path, "--deploy", "--fail-level", "WARNING", BOSTON_HTTPS=https)

    assert run.returncode == 0, run.stderr
