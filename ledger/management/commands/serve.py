import fcntl
import ipaddress
import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connections

from boston_site import network, static_files
from boston_site.translations import compile_translations
from ledger.services.totals import catch_up


class Command(BaseCommand):
    help = "Prepare everything that is not ready yet, then serve Boston."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets phones in the same network in")
        parser.add_argument("--port", default="8000")
        parser.add_argument("--workers", type=int, default=1, help="processes; one is enough for a home or a club")
        parser.add_argument("--threads", type=int, default=16, help="requests a process answers at a time")

    def handle(self, *args: Any, host: str, port: str, workers: int, threads: int, **options: Any) -> None:
        if min(workers, threads) < 1:
            sys.exit("--workers and --threads must be at least 1.")
        try:
            listener = network.listen(host, port)
        except network.CannotListen as error:
            sys.exit(str(error))
        try:
            prepare(settings.DATA_DIR)
        except OSError as error:
            sys.exit(f"Boston cannot write into {settings.DATA_DIR}: {error.strerror}.")
        hosts = reachable_hosts(host)
        self.announce(hosts, int(port))
        os.set_inheritable(listener.fileno(), True)
        os.environ |= environment(hosts, int(port))
        os.execv(sys.executable, gunicorn(listener.fileno(), workers, threads))

    def announce(self, hosts: list[str], port: int) -> None:
        self.stdout.write(f"Boston is running at {network.url(hosts[0], port)}")
        for host in hosts[1:]:
            self.stdout.write(f"Phones in the same network open {network.url(host, port)}")
        self.stdout.write("Ctrl+C stops it.")
        self.stdout.flush()


def prepare(data: Path) -> None:
    """One start at a time: two that migrate one new database together would trip over each other."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (data / "serve.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for folder in settings.LOCALE_PATHS:
            compile_translations(Path(folder))
        try:
            call_command("migrate", interactive=False, verbosity=0)
            # Evenings from before there were standings.
            catch_up()
        except DatabaseError as error:
            sys.exit(f"Boston cannot use its database: {str(error).strip().splitlines()[0]}")
        static_files.collect(Path(settings.STATIC_ROOT))
    connections.close_all()


def reachable_hosts(host: str) -> list[str]:
    """The address for this machine's own browser first, then those for the others."""
    try:
        everywhere = ipaddress.ip_address(host).is_unspecified
    except ValueError:
        everywhere = False
    return ["127.0.0.1", *network.own_addresses()] if everywhere else [host]


def environment(hosts: list[str], port: int) -> dict[str, str]:
    """What the settings of the server need to know about where it listens."""
    served = [*hosts, *network.own_names()] if len(hosts) > 1 else hosts
    found = {"BOSTON_SERVED_HOSTS": ",".join(f"[{host}]" if ":" in host else host for host in served)}
    if len(hosts) > 1 and not settings.PUBLIC_URL:
        # The laptop's own browser says 127.0.0.1, which is no use in a QR code on a phone.
        found["BOSTON_PUBLIC_URL"] = network.url(hosts[1], port)
    return found


def gunicorn(listener: int, workers: int, threads: int) -> list[str]:
    # No access log: addresses hold the tokens that open a club. No control socket: it would lie in the home folder.
    command = [sys.executable, "-m", "gunicorn", "boston_site.wsgi:application", "--bind", f"fd://{listener}"]
    command += ["--worker-class", "gthread", "--workers", str(workers), "--threads", str(threads)]
    command += ["--pythonpath", str(settings.BASE_DIR), "--no-control-socket", "--graceful-timeout", "3"]
    return [*command, "--log-level", "warning"]
