"""How heavy and how late is the table on a slow phone, beside the least page that does the same kind of work?

usage: python tests/bench/bench_phone.py [--floor FOLDER] [--rounds N]

Starts the real server with an evening of 24 deals and opens the table as a phone does: everything that goes over the
wire is counted in between, also what a worker fetches. Paint is measured at a processor four times slower
and a slow connection (150 ms, 1.6 Mbit/s). FOLDER holds a `floorsite.py` (a Django site with such an evening at
`/ref`): it is opened in turn in the same run, and the ratio holds on a busy machine; without it, only sizes are judged.
Exit status 1 where a limit is passed.
"""

import argparse
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from tests.browser.line import Line  # noqa: E402

FIRST_MOST, REQUESTS_MOST, AGAIN_MOST, POLL_MOST = 40_000, 8, 3_000, 300
PAINT_MOST = 2.0
DEALS = 24
PEERS = {
    "ihatemoney, bills and balances": (16, 486_741, 3180),
    "spliit, expenses": (37, 645_750, 2300),
}
"""Requests, bytes of the first load and largest paint in ms of an evening of 24 entries: measured on 2026-11-30 with
the same slow-down (ihatemoney 7.2.1, spliit 0.1.0)."""
PAINT = """() => new Promise((done) => {
  let paint = 0, shift = 0;
  new PerformanceObserver((list) => { for (const e of list.getEntries()) paint = e.startTime; })
    .observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) shift += e.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done([paint, shift]), 1500);
})"""

Carried = tuple[str, str, int, int]
"""Method, path, status and bytes of an answer."""
INSTALL = """async () => {
  const { icons } = await (await fetch(document.querySelector("link[rel=manifest]").href)).json();
  await (await fetch(icons[0].src)).blob();
}"""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def running(command: list[str], address: str, **more: Any) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(address, timeout=5).close()
                break
            except OSError:
                time.sleep(0.25)
        else:
            sys.exit(f"{command[0]} did not start")
        yield
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def our_table() -> Iterator[tuple[Line, str]]:
    """The server with an evening of 24 deals; gives the line to it and the scorer's link through that."""
    port, data = free_port(), tempfile.mkdtemp(prefix="boston-bench-")
    env = {**os.environ, "BOSTON_NO_VENV": "1", "BOSTON_DATA": data}
    manage = [sys.executable, str(ROOT / "manage.py")]
    with running([*manage, "serve", "--port", str(port)], f"http://127.0.0.1:{port}/healthz", env=env):
        sheet = {
            "format": "boston-sheet/1",
            "rules": "kassa",
            "players": ["Анна", "Борис", "Вера", "Глеб"],
            "name": str(uuid.uuid4()),
            "deals": [{"kind": "passed", "turned": "clubs"}, {"contract": "misere", "declarer": 2, "tricks": 0}]
            * (DEALS // 2),
        }
        for deal in sheet["deals"]:  # type: ignore[attr-defined]
            deal["turned"] = "clubs"
        importer = subprocess.run(
            [sys.executable, str(ROOT / "tests" / "browser" / "importer.py")],
            input=json.dumps(sheet) + "\n",
            env={**env, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        wire = Line(f"http://127.0.0.1:{port}")
        yield wire, wire.address + json.loads(importer.stdout)[0]
        wire.close()
    shutil.rmtree(data, ignore_errors=True)


@contextmanager
def floor_page(folder: str | None) -> Iterator[str | None]:
    if folder is None:
        yield None
        return
    port, work = free_port(), tempfile.mkdtemp(prefix="boston-floor-")
    env = {**os.environ, "FLOOR_DB": f"{work}/floor.sqlite3"}
    env.pop("DJANGO_SETTINGS_MODULE", None)
    subprocess.run([sys.executable, "floorsite.py"], cwd=folder, env=env, check=True, stdout=subprocess.DEVNULL)
    gunicorn = [str(Path(sys.executable).with_name("gunicorn")), "-k", "gthread", "-w", "1", "--threads", "4"]
    command = [*gunicorn, "--no-control-socket", "-b", f"127.0.0.1:{port}", "floorsite:application"]
    with running(command, f"http://127.0.0.1:{port}/ref", env=env, cwd=folder):
        yield f"http://127.0.0.1:{port}/ref"


def new_page(browser: Browser, *, slow: bool) -> Page:
    page = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, is_mobile=True, has_touch=True, locale="en-GB"
    ).new_page()
    if slow:
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        conditions = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
        session.send("Network.emulateNetworkConditions", conditions)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return page


def loads(browser: Browser, wire: Line, link: str) -> tuple[list[Carried], list[Carried]]:
    """What the first load of the table fetches in all, and what a repeated one does."""
    page = new_page(browser, slow=False)
    page.goto(link)
    page.wait_for_load_state("networkidle")
    page.context.close()
    wire.carried.clear()
    page = new_page(browser, slow=False)
    # The link lets the phone in and leads to the table: its own answer is no part of the table's page.
    page.goto(link)
    page.wait_for_load_state("networkidle")
    # A browser that could install the app asks for these as well.
    page.evaluate(INSTALL)
    page.wait_for_timeout(2500)
    first = [entry for entry in wire.carried if "/open/" not in entry[1] and "/board/" not in entry[1]]
    wire.carried.clear()
    page.reload()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(2000)
    again = [entry for entry in wire.carried if "/board/" not in entry[1]]
    page.wait_for_timeout(3500)
    page.context.close()
    return first, again


def paints(browser: Browser, address: str, link: str | None = None) -> tuple[float, float]:
    """The largest paint (ms) and the shift of the layout, with nothing in the cache."""
    page = new_page(browser, slow=True)
    if link:
        page.context.request.get(link)
    page.goto(address, wait_until="load")
    paint, shift = page.evaluate(PAINT)
    page.context.close()
    return float(paint), float(shift)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--floor")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    from boston_site import bootstrap

    ok = True

    def line(what: str, value: float, most: float, unit: str) -> None:
        nonlocal ok
        ok &= value <= most
        print(f"{what:44} {value:10,.2f} {unit:9} at most {most:,.2f}{'' if value <= most else '   TOO MUCH'}")

    with our_table() as (wire, link), floor_page(asked.floor) as floor, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=bootstrap.browser(), args=["--no-sandbox", "--disable-gpu"]
        )
        first, again = loads(browser, wire, link)
        for _, path, status, size in first:
            print(f"    {status} {size:7,} {path}")
        line("first load of the table, everything in", sum(size for *_, size in first), FIRST_MOST, "bytes")
        line("  in requests", len(first), REQUESTS_MOST, "")
        line("repeated load", sum(size for *_, size in again), AGAIN_MOST, "bytes")
        polls = [size for _, path, status, size in wire.carried if "/board/" in path and status == 204]
        line("a poll without news", max(polls), POLL_MOST, "bytes")
        table = re.search("/open/([^/]+)/", link)
        assert table
        ours: list[tuple[float, float]] = []
        floors: list[float] = []
        for _ in range(asked.rounds):
            ours.append(
                paints(
                    browser,
                    f"{wire.server}/t/{table[1]}/",
                    wire.server + urlsplit(link).path,
                )
            )
            if floor:
                floors.append(paints(browser, floor)[0])
        paint = statistics.median(p for p, _ in ours)
        print(f"{'largest paint on a slow phone':44} {paint:10,.0f} ms")
        line("shift of the layout", max(shift for _, shift in ours), 0.0, "")
        if floors:
            print(f"{'  of the floor page':44} {statistics.median(floors):10,.0f} ms")
            line("  ratio", paint / statistics.median(floors), PAINT_MOST, "times")
        for name, (requests, size, late) in PEERS.items():
            print(f"  {name:42} {size:10,} bytes, {requests} requests, largest paint {late:,} ms")
        browser.close()
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
