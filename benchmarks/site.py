"""The chest without a server: how soon it can be used and played, how heavy it is, and how much memory it takes.

    python benchmarks/site.py [--repeats N]

The folder is written and served from this machine as by any web space, to a page of 390 x 844. "Playable" is from the
start of the navigation to the first cell that can be picked at a table that was begun before; on the second visit the
file server is stopped. Memory is the proportional share (PSS) of the page's own process, its workers included, while a
computer plays; Linux alone tells it. Processor time is that of the same process: on a busy machine it says more.
"""

from __future__ import annotations

import argparse
import gzip
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from speelkist.local.site import write_site  # noqa: E402
from tests.browser.conftest import QUIET  # noqa: E402
from tests.browser.person import PHONE  # noqa: E402
from tests.support.file_server import FileServer  # noqa: E402
from tests.support.system import CHROMIUM  # noqa: E402

TARGET = "[data-cell].target"
PATIENCE = 300_000
CONTROLLED = "async () => { while (!navigator.serviceWorker.controller) await new Promise((d) => setTimeout(d, 50)); }"


def packed(folder: Path) -> float:
    """Megabytes of all files as a web space packs them."""
    return sum(len(gzip.compress(path.read_bytes(), 6)) for path in folder.rglob("*") if path.is_file()) / 1e6


def renderers() -> dict[int, tuple[float, float]]:
    """Of each page's process on this machine: megabytes of memory, and seconds of processor time."""
    known = {}
    for entry in Path("/proc").iterdir():
        try:
            if not entry.name.isdigit() or b"--type=renderer" not in (entry / "cmdline").read_bytes():
                continue
            lines = (entry / "smaps_rollup").read_text().splitlines()
            memory = next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            known[int(entry.name)] = memory, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, StopIteration):
            continue
    return known


def largest() -> tuple[float, float]:
    """Memory and processor time of the page that takes most."""
    return max(renderers().values())


def seconds_until(page: Page, address: str, selector: str) -> float:
    """From the start of a navigation until something is there."""
    began = time.monotonic()
    page.goto(address)
    page.wait_for_selector(selector, state="attached", timeout=PATIENCE)
    return time.monotonic() - began


def visit(browser: Browser, folder: Path) -> dict[str, float]:
    """A first visit, a game against the computer, and a second visit without network."""
    files = FileServer(folder)
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    figures = {"first visit: chest, s": seconds_until(page, files.url, ".game")}
    began = time.monotonic()
    page.wait_for_selector("progress", state="detached")
    figures["first visit: Python, s after the chest"] = time.monotonic() - began
    page.evaluate(CONTROLLED)
    page.locator(".game.kriskras .ways button").first.click()
    page.locator("dialog button[type=submit]").click()
    page.wait_for_selector(TARGET, state="attached")
    peak = 0.0
    for _ in range(20):
        peak = max(peak, largest()[0])
        page.wait_for_timeout(250)
    figures["memory of the page, MB"] = peak
    files.stop()
    table = page.url
    page.close()
    again = context.new_page()
    again.set_default_timeout(PATIENCE)
    figures["second visit without network: playable, s"] = seconds_until(again, table, TARGET)
    figures["second visit: processor, s"] = largest()[1]
    context.close()
    return figures


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        folder = Path(home) / "site"
        size = write_site(folder) / 1e6
        print(f"{'all files, MB':44} {size:8.1f}\n{'packed, MB':44} {packed(folder):8.1f}")
        visits = []
        for _ in range(given.repeats):
            browser = playwright.chromium.launch(executable_path=str(CHROMIUM.path()), args=QUIET)
            visits.append(visit(browser, folder))
            browser.close()
    for name in visits[0]:
        values = [figures[name] for figures in visits]
        print(f"{name:44} {statistics.median(values):8.1f}   ({min(values):.1f} to {max(values):.1f})")
    print(f"load {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
