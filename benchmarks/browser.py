"""How quick the pages are in a real browser, and how heavy; and a new user's way to the first move.

    python benchmarks/browser.py [--repeats N] [--moves N] [--json]
    python benchmarks/browser.py --new-user

The server runs on this machine. "Usable" is from the start of the navigation, with an empty cache, to the first game
card that can be clicked; "on screen" from the arrival of the server's answer to the first frame after the board has
changed. The weight is what the first load takes over the line, packed as the server packs it.

With --new-user a clean clone of the last commit is made in a temporary folder, `python3 run.py` is started there, and a
game against the computer is begun and its first move made; pip's and npm's caches are used as they are.

Needs what the tests need: the environment of ``run.py test``, built pages and a chromium.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import QUIET  # noqa: E402
from tests.browser.person import CREATE, DESK  # noqa: E402
from tests.support.server import TestServer  # noqa: E402
from tests.support.system import CHROMIUM  # noqa: E402

RESULTS = Path(__file__).parent / "results"
USABLE = 1000.0  # milliseconds
ON_SCREEN = 100.0
WEIGHT = 150.0  # kB
GAMES = ("krabcek", "knopf", "kriskras")  # those whose pieces move; a Cubus picture has no travelling pieces

WATCH_CARD = """
new MutationObserver((_, observer) => {
  const card = document.querySelector(".game button.main");
  if (card === null) return;
  observer.disconnect();
  requestAnimationFrame(() => performance.mark("usable"));
}).observe(document, { childList: true, subtree: true });
"""
WATCH_MOVES = """
window.shown = [];
const Original = window.WebSocket;
window.WebSocket = class extends Original {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", ({ data }) => {
      const received = performance.now();
      const message = JSON.parse(data);
      const moves = message.say === "update" && message.changes.some((step) => ["move", "throw"].includes(step.do));
      const board = document.querySelector("#board");
      if (!moves || board === null) return;
      new MutationObserver((_, observer) => {
        observer.disconnect();
        requestAnimationFrame(() => window.shown.push(performance.now() - received));
      }).observe(board, { attributes: true, childList: true, subtree: true });
    });
  }
};
"""
TAKEN = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .reduce((sum, one) => sum + one.encodedBodySize, 0)"""


def first_loads(browser: Browser, url: str, repeats: int) -> tuple[list[float], float]:
    """Milliseconds until the chest can be used, each time with an empty cache; the kilobytes it took."""
    times, weight = [], 0.0
    for _ in range(repeats):
        context = browser.new_context(viewport=DESK, service_workers="block")
        context.add_init_script(WATCH_CARD)
        page = context.new_page()
        page.goto(url)
        page.wait_for_function("() => performance.getEntriesByName('usable').length > 0")
        times.append(page.evaluate("performance.getEntriesByName('usable')[0].startTime"))
        page.wait_for_load_state("networkidle")
        weight = page.evaluate(TAKEN) / 1000
        context.close()
    return times, weight


def moves_on_screen(browser: Browser, url: str, game: str, moves: int) -> list[float]:
    """Milliseconds from the server's answer to the frame that shows it, for moves of both sides."""
    context = browser.new_context(viewport=DESK, service_workers="block")
    context.add_init_script(WATCH_MOVES)
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector(".game")
    page.wait_for_function("() => localStorage.getItem('key') !== null")
    table = page.evaluate(CREATE, {"game": game, "sit": "all", "seed": "5eed" * 16})
    page.goto(f"{url}t/{table}")
    while len(page.evaluate("window.shown")) < moves:
        click_something(page)
    milliseconds: list[float] = page.evaluate("window.shown")
    context.close()
    return milliseconds


def click_something(page: Page) -> None:
    """Whatever lights up: a piece, then where it goes."""
    page.wait_for_selector("[data-cell].target, .now button.main", state="attached")
    page.evaluate(
        "() => { const all = document.querySelectorAll('[data-cell].target, .now button.main, .warning button');"
        " all[Math.floor(Math.random() * all.length)]?.dispatchEvent(new MouseEvent('click', { bubbles: true })); }"
    )
    page.wait_for_timeout(60)


def new_user() -> None:
    """A clean clone, its set-up, and the first move against the computer; the seconds each took."""
    folder = Path(tempfile.mkdtemp())
    began = time.monotonic()
    steps: list[tuple[str, float]] = []

    def done(what: str) -> None:
        steps.append((what, time.monotonic() - began))
        print(f"{steps[-1][1]:7.1f} s  {what}", flush=True)

    environ = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder / "speelkist")], check=True)
    done("cloned")
    command = [shutil.which("python3") or sys.executable, "run.py", "--no-browser"]
    server = subprocess.Popen(
        command, cwd=folder / "speelkist", env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert server.stdout is not None
        url = ""
        for line in server.stdout:
            print(f"           | {line.rstrip()}", flush=True)
            match = re.search(r"http://[\w.\[\]:]+/", line)
            if match:
                url = match[0]
                break
        if not url:
            raise SystemExit("The table did not open.")
        done("the table is open")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=str(CHROMIUM.path()), args=QUIET)
            page = browser.new_page(viewport=DESK)
            page.goto(url)
            page.locator(".game.knopf button.main").click()
            page.locator("dialog button.main").click()
            done("a game against the computer is begun")
            page.wait_for_selector("[data-cell].target", state="attached", timeout=60_000)
            page.locator("[data-cell].target").first.click(force=True)
            page.locator("[data-cell].target").first.click(force=True)
            page.wait_for_selector("section ol li", state="attached")
            done("the first move is made")
            browser.close()
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def measure(repeats: int, moves: int) -> list[dict[str, Any]]:
    """Every figure with its target."""
    home = Path(tempfile.mkdtemp())
    server = TestServer(home / "tables.db")
    server.start()
    url = f"http://127.0.0.1:{server.port}/"
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=str(CHROMIUM.path()), args=QUIET)
            first_loads(browser, url, 1)  # the browser itself gets warm
            times, weight = first_loads(browser, url, repeats)
            figures = [
                {"what": "usable, ms, median", "measured": statistics.median(times), "target": USABLE},
                {"what": "usable, ms, slowest", "measured": max(times), "target": USABLE},
                {"what": "first load, kB packed", "measured": weight, "target": WEIGHT},
            ]
            for game in GAMES:
                shown = sorted(moves_on_screen(browser, url, game, moves))
                middle = statistics.median(shown)
                p95 = shown[int(0.95 * (len(shown) - 1))]
                figures += [
                    {
                        "what": f"{game}: on screen, ms, median",
                        "measured": middle,
                        "target": ON_SCREEN,
                    },
                    {"what": f"{game}: on screen, ms, p95", "measured": p95, "target": ON_SCREEN},
                ]
            browser.close()
    finally:
        server.stop()
        shutil.rmtree(home, ignore_errors=True)
    return figures


def main() -> int:
    """Measure, print, and keep the figures if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=7, help="first loads")
    parser.add_argument("--moves", type=int, default=30, help="moves of each game")
    parser.add_argument("--json", action="store_true", help="keep the figures in benchmarks/results")
    parser.add_argument("--new-user", action="store_true", help="time a new user's way to the first move")
    given = parser.parse_args()
    if given.new_user:
        new_user()
        return 0
    figures = measure(given.repeats, given.moves)
    width = max(len(figure["what"]) for figure in figures)
    print(f"{'what':{width}}  measured  target")
    for figure in figures:
        fine = "ok" if figure["measured"] <= figure["target"] else "MISSED"
        print(f"{figure['what']:{width}}  {figure['measured']:8.1f}  {figure['target']:6.0f}  {fine}")
    if given.json:
        stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H%M%SZ")
        data = {
            "at": stamp,
            "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
            "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
            "figures": figures,
        }
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"browser-{stamp}.json").write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    return 0 if all(figure["measured"] <= figure["target"] for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
