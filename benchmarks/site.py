"""The chest without a server: how soon it can be used and played, how heavy it is, and how much memory it takes.

    python benchmarks/site.py [--repeats N] [--browser PROGRAM]

The folder is written and served from this machine as by any web space, to a page of 390 x 844 in a browser with a
profile on disk (bare_browser.py says why not in Playwright's). "Playable" is from the start of the navigation to the
first cell that can be picked at a table that was begun before; on the second visit the file server is stopped. Memory
is the proportional share (PSS) of the page's own process, both workers included, while the computer thinks about a
hint; Linux alone tells it. The browser's program is in it, and less of it where another browser runs on the machine:
--browser takes a copy of the program, of which all is counted. Processor time is that of the same process: on a busy
machine it says more.
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

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.bare_browser import BareBrowser, BarePage  # noqa: E402
from speelkist.local.site import write_site  # noqa: E402
from tests.browser.conftest import QUIET  # noqa: E402
from tests.browser.person import PHONE  # noqa: E402
from tests.support.file_server import FileServer  # noqa: E402
from tests.support.system import CHROMIUM  # noqa: E402

CHEST = 'document.querySelector(".game")'
PYTHON = '!document.querySelector("progress")'
TARGET = 'document.querySelector("[data-cell].target")'
CONTROLLED = "navigator.serviceWorker.controller"
NEW_GAME = 'document.querySelector(".game.kriskras .ways button")'
BEGIN = 'document.querySelector("dialog button[type=submit]")'
HINT = '[...document.querySelectorAll("button:enabled")].find((button) => button.textContent.trim() === "Hint")'
THOUGHT = 'document.querySelector(".hints button")'
SAMPLES = 20  # a quarter of a second apart, after the hint


def packed(folder: Path) -> float:
    """Megabytes of all files as a web space packs them."""
    return sum(len(gzip.compress(path.read_bytes(), 6)) for path in folder.rglob("*") if path.is_file()) / 1e6


def memory_of(process: int) -> float:
    """Megabytes that a process takes, what it shares counted in part."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000


def largest(browser: BareBrowser) -> tuple[float, float]:
    """Memory and processor time of the page that takes most."""
    processes = browser.send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [(info["id"], info["cpuTime"]) for info in processes if info["type"] == "renderer"]
    return max((memory_of(process), seconds) for process, seconds in pages)


def seconds_until(page: BarePage, address: str, condition: str) -> float:
    """From the start of a navigation until something is there."""
    began = time.monotonic()
    page.goto(address)
    page.wait_for(condition)
    return time.monotonic() - began


def peak_memory(browser: BareBrowser, page: BarePage) -> float:
    """While the computer thinks about a hint, and a little later."""
    page.click(HINT)
    peak, samples = 0.0, 0
    while samples < SAMPLES:
        peak = max(peak, largest(browser)[0])
        samples += page.holds(THOUGHT)
        time.sleep(0.25)
    return peak


def visit(browser: BareBrowser, folder: Path) -> dict[str, float]:
    """A first visit, a game against the computer, and a second visit without network."""
    files = FileServer(folder)
    page = browser.page(PHONE["width"], PHONE["height"])
    figures = {"first visit: chest, s": seconds_until(page, files.url, CHEST)}
    began = time.monotonic()
    page.wait_for(PYTHON)
    figures["first visit: Python, s after the chest"] = time.monotonic() - began
    page.wait_for(CONTROLLED)
    page.click(NEW_GAME)
    page.click(BEGIN)
    page.wait_for(TARGET)
    figures["memory of the page, MB"] = peak_memory(browser, page)
    files.stop()
    table = page.evaluate("location.href")
    page.close()
    again = browser.page(PHONE["width"], PHONE["height"])
    figures["second visit without network: playable, s"] = seconds_until(again, table, TARGET)
    figures["second visit: processor, s"] = largest(browser)[1]
    return figures


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--browser", type=Path, help="another Chromium than the one the tests use")
    parser.add_argument("--site", type=Path, help="a folder that was written before")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        folder = given.site or Path(home) / "site"
        if given.site is None:
            write_site(folder)
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
        print(f"{'all files, MB':44} {size:8.1f}\n{'packed, MB':44} {packed(folder):8.1f}", flush=True)
        visits = []
        for number in range(given.repeats):
            browser = BareBrowser(given.browser or CHROMIUM.path(), Path(home) / f"profile{number}", QUIET)
            visits.append(visit(browser, folder))
            browser.close()
    for name in visits[0]:
        values = [figures[name] for figures in visits]
        print(f"{name:44} {statistics.median(values):8.1f}   ({min(values):.1f} to {max(values):.1f})")
    print(f"load {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
