"""Own environment from locked packages. Imports the standard library only: it runs before any package is there."""

import contextlib
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCKS = Path(__file__).resolve().parent / "locks"
APT = ["apt-get", "-o", "DPkg::Lock::Timeout=120"]
# How SQLite and PostgreSQL say that the tables of this version are not there.
NO_TABLE = re.compile(r"no such (table|column)|(relation|column) \S+ does not exist")
# The first is the engine without windows and menus, which nobody sees in tests: they take half the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def main(argv: list[str]) -> None:
    verb = argv[1] if len(argv) > 1 else ""
    rerun("test" if verb == "test" else "base")
    if verb == "test":
        ensure_browser()
        # Processes that tests start would inherit it.
        os.environ.pop("DJANGO_SETTINGS_MODULE", None)
        os.chdir(ROOT)
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *argv[2:]])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boston_site.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    try:
        execute_from_command_line(argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Boston cannot start: {error}")
    except DatabaseError as error:
        if verb == "migrate" or not NO_TABLE.search(str(error)):
            raise
        sys.exit(
            "The database is not prepared: start `python manage.py serve` once, or run `python manage.py migrate`."
        )


def rerun(lock: str) -> None:
    """Continue this very command inside `.venv`, with the packages of `lock` installed there."""
    if os.environ.get("BOSTON_NO_VENV", "0") not in ("", "0"):
        return
    installed = ensure(lock)
    if installed or Path(sys.prefix).resolve() != VENV.resolve():
        python = str(python_of(VENV))
        os.execv(python, [python, *sys.argv])


# The packages for the tests are those for serving and more; a command after `test` has nothing to install.
HOLDS = {"test": ("base", "test")}


def ensure(lock: str) -> bool:
    """Make `.venv` hold the packages of `lock`; true when something had to be installed."""
    with one_at_a_time(LOCKS / f"{lock}.txt"):
        wanted = stamp(LOCKS / f"{lock}.txt")
        if wanted in stamps(VENV) and python_of(VENV).exists():
            return False
        print("Installing Boston's packages into .venv, once; this takes up to a minute.", file=sys.stderr, flush=True)
        if not usable(VENV):
            make_venv()
        install(LOCKS / f"{lock}.txt")
        for held in HOLDS.get(lock, (lock,)):
            write_stamp(VENV, stamp(LOCKS / f"{held}.txt"), LOCKS)
    return True


def stamp(lock: Path) -> str:
    """What an installed lock is known by: its name, its content and the Python it was installed for."""
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()[:16]
    return f"{lock.stem} {digest} {sys.version_info[0]}.{sys.version_info[1]}"


def stamps(folder: Path) -> list[str]:
    try:
        return (folder / "boston-locks").read_text().splitlines()
    except OSError:
        return []


def write_stamp(folder: Path, wanted: str, locks: Path) -> None:
    """Remember `wanted`; forget stamps of locks that have changed since, for their packages were just replaced."""
    current = {stamp(lock) for lock in locks.glob("*.txt")}
    kept = [line for line in stamps(folder) if line in current and line != wanted]
    (folder / "boston-locks").write_text("\n".join([*kept, wanted, ""]))


def python_of(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def usable(folder: Path) -> bool:
    """False for what an interrupted start or another Python left behind."""
    probe = "import sys, pip; print(*sys.version_info[:2])"
    try:
        run = subprocess.run([str(python_of(folder)), "-c", probe], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return run.stdout.split() == [str(number) for number in sys.version_info[:2]]


def make_venv() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        apt_install("python3-venv")
        importlib.invalidate_caches()
    if importlib.util.find_spec("ensurepip") is None:
        sys.exit(
            "Boston needs Python's venv module with pip; on Debian or Ubuntu install it with: apt install python3-venv"
        )
    try:
        venv.create(VENV, with_pip=True, clear=True)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"Boston could not make its environment in {VENV.name}: {error}")


def install(lock: Path) -> None:
    command = [str(python_of(VENV)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    # Python compiles what it imports, which is a small part of what is installed.
    command += ["--no-compile", "--no-deps", "--require-hashes", "-r", str(lock)]
    # A person's own pip habit of installing for the user cannot work inside an environment.
    run = subprocess.run(command, env={**os.environ, "PIP_USER": "0"}, capture_output=True, text=True, check=False)
    if run.returncode:
        errors = [line for line in run.stderr.splitlines() if line.startswith("ERROR: ")]
        reason = (errors or ["ERROR: pip gave no reason"])[-1].removeprefix("ERROR: ").rstrip(".")
        sys.exit(f"Boston could not install its packages ({reason}); check the network connection and start it again.")


@contextlib.contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Two first starts at once must not install into one folder together."""
    with path.open("rb") as handle:
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def apt_install(*packages: str) -> None:
    """Install Debian packages where that may be done; whoever needs them checks and says so where it may not."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = [*APT, "install", "-y", "-qq", "--no-install-recommends", *packages]
    for command in ([*APT, "update", "-qq"], install):
        subprocess.run(command, env=env, check=False, stdout=subprocess.DEVNULL)


def browser() -> str | None:
    """The Chromium that browser tests drive; the variable CHROMIUM wins."""
    found = (shutil.which(name) for name in BROWSERS)
    return os.environ.get("CHROMIUM") or next((path for path in found if path), None)


def ensure_browser() -> None:
    if browser() is None:
        print("Installing Chromium for the browser tests.", file=sys.stderr, flush=True)
        apt_install("chromium-headless-shell", "fonts-dejavu-core")
    if browser() is None:
        # Not every Debian, and no Ubuntu, has it as a package of its own.
        apt_install("chromium", "fonts-dejavu-core")
