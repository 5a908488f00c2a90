import re
import subprocess
import sys

import pytest

from boston_site import bootstrap


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project whose environment is never really made: what would be installed is only noted down."""
    (tmp_path / "locks").mkdir()
    (tmp_path / "locks" / "base.txt").write_text("django==5.2\n")
    (tmp_path / "locks" / "test.txt").write_text("django==5.2\npytest==9.2\n")
    python = bootstrap.python_of(tmp_path / ".venv")
    python.parent.mkdir(parents=True)
    python.touch()
    installed = []
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "LOCKS", tmp_path / "locks")
    monkeypatch.setattr(bootstrap, "usable", lambda folder: True)
    monkeypatch.setattr(bootstrap, "install", lambda lock: installed.append(lock.stem))
    return tmp_path, installed


def test_a_lock_is_installed_once(project):
    _, installed = project

    assert bootstrap.ensure("base") is True
    assert bootstrap.ensure("base") is False
    assert installed == ["base"]


def test_serve_and_test_in_turn_install_each_lock_once(project):
    _, installed = project

    for lock in ("base", "test", "base", "test"):
        bootstrap.ensure(lock)

    assert installed == ["base", "test"]


def test_a_changed_lock_is_installed_again(project):
    folder, installed = project
    bootstrap.ensure("base")

    (folder / "locks" / "base.txt").write_text("django==5.3\n")

    assert bootstrap.ensure("base") is True
    assert installed == ["base", "base"]


def test_a_lock_that_changes_back_is_installed_a_third_time(project):
    folder, installed = project
    for text in ("django==5.2\n", "django==5.3\n", "django==5.2\n"):
        (folder / "locks" / "base.txt").write_text(text)
        bootstrap.ensure("base")

    assert installed == ["base", "base", "base"]


def test_a_removed_environment_is_made_again(project):
    folder, _ = project
    bootstrap.ensure("base")

    bootstrap.python_of(folder / ".venv").unlink()

    assert bootstrap.ensure("base") is True


@pytest.mark.usefixtures("project")
def test_another_python_is_another_environment(monkeypatch):
    bootstrap.ensure("base")

    monkeypatch.setattr(sys, "version_info", (3, 99, 0))

    assert bootstrap.ensure("base") is True


def test_a_failed_install_says_one_sentence_and_is_tried_again(project, monkeypatch):
    failed = subprocess.CompletedProcess(
        [], 1, "", "WARNING: retrying\nERROR: No matching distribution found for django\n"
    )
    monkeypatch.undo()
    folder, _ = project
    monkeypatch.setattr(bootstrap, "VENV", folder / ".venv")
    monkeypatch.setattr(bootstrap, "LOCKS", folder / "locks")
    monkeypatch.setattr(bootstrap, "usable", lambda folder: True)
    monkeypatch.setattr(bootstrap.subprocess, "run", lambda *args, **kwargs: failed)

    with pytest.raises(SystemExit) as stop:
        bootstrap.ensure("base")

    assert "No matching distribution found for django" in stop.value.code
    assert "\n" not in stop.value.code
    assert bootstrap.stamps(folder / ".venv") == []


def test_python_without_ensurepip_is_told_what_to_install(monkeypatch):
    asked = []
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(bootstrap, "apt_install", lambda *packages: asked.extend(packages))

    with pytest.raises(SystemExit, match="apt install python3-venv"):
        bootstrap.make_venv()

    assert asked == ["python3-venv"]


def test_no_venv_uses_the_environment_as_it_is(monkeypatch):
    monkeypatch.setenv("BOSTON_NO_VENV", "1")
    monkeypatch.setattr(bootstrap, "ensure", lambda lock: pytest.fail("must not touch .venv"))

    bootstrap.rerun("base")


@pytest.mark.parametrize(
    ("known", "asked"),
    [
        ({"chromium-headless-shell", "chromium"}, ["chromium-headless-shell"]),
        ({"chromium"}, ["chromium-headless-shell", "chromium"]),
        (set(), ["chromium-headless-shell", "chromium"]),
    ],
)
def test_a_machine_without_a_browser_gets_the_first_that_there_is(monkeypatch, known, asked):
    wanted, present = [], set()

    def apt_install(package, fonts):
        wanted.append(package)
        present.update({package} & known)

    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: f"/usr/bin/{name}" if name in present else None)
    monkeypatch.setattr(bootstrap, "apt_install", apt_install)

    bootstrap.ensure_browser()

    assert wanted == asked
    assert bootstrap.browser() == (f"/usr/bin/{asked[-1]}" if known else None)


@pytest.mark.parametrize("name", ["base", "test"])
def test_a_lock_names_no_address_and_pins_every_package_with_hashes(name):
    text = (bootstrap.LOCKS / f"{name}.txt").read_text()
    packages = re.findall(r"^\S+==\S+.*(?:\n    --hash=sha256:[0-9a-f]{64}.*)+", text, re.MULTILINE)

    assert "http" not in text
    assert len(packages) == text.count("==") - text.count(" == ") > 10


def test_the_test_lock_holds_the_base_lock_so_that_tests_meet_what_is_served():
    base, test = (set(pins(name)) for name in ("base", "test"))

    assert base <= test


def pins(name):
    return re.findall(r"^[\w.-]+==\S+", (bootstrap.LOCKS / f"{name}.txt").read_text(), re.MULTILINE)


def test_a_command_after_the_tests_has_nothing_to_install(monkeypatch, tmp_path):
    installed = []
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    monkeypatch.setattr(bootstrap, "usable", lambda venv: True)
    monkeypatch.setattr(bootstrap, "python_of", lambda venv: tmp_path)
    monkeypatch.setattr(bootstrap, "install", installed.append)
    assert bootstrap.ensure("test")
    assert not bootstrap.ensure("base")
    assert [lock.stem for lock in installed] == ["test"]
