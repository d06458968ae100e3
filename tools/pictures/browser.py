"""Takes the pictures of the browser's pages: the chest and each game in mid-play, desk and phone, light and dark.

    python tools/pictures/browser.py [folder]

Needs what the tests need: the environment of ``run.py test``, built pages and a chromium.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

import speelkist  # noqa: E402
from speelkist.bots import SimpleBot  # noqa: E402
from speelkist.core import CHANCE, SeededDice  # noqa: E402
from tests.browser.conftest import QUIET  # noqa: E402
from tests.browser.person import DESK, PHONE, Person  # noqa: E402
from tests.support.server import TestServer  # noqa: E402
from tests.support.system import CHROMIUM  # noqa: E402

# How many moves into each game the picture is taken, with which seed.
MOMENTS: dict[str, tuple[int, str]] = {
    "krabcek": (26, "a good evening"),
    "knopf": (22, "buttons"),
    "cubus": (34, "crates"),
    "kriskras": (24, "hats"),
}


def mid_game(game: str) -> str:
    """A position from a game between two simple players, with a person's decision due."""
    moves, seed = MOMENTS[game]
    dice = SeededDice(hashlib.sha256(seed.encode()).digest())
    player = SimpleBot(7)
    state = speelkist.load(game).start()
    played = 0
    while played < moves or state.player == CHANCE or state.phase in ("knock", "show"):
        move = dice.draw(state) if state.player == CHANCE else player.choose(state)
        played += state.player != CHANCE
        state = state.play(move)
    return state.to_json()


def take(browser: Browser, server: TestServer, folder: Path, size: str, scheme: str) -> None:
    """All pictures for one size and one light."""
    context = browser.new_context(
        viewport=DESK if size == "desk" else PHONE,
        has_touch=size == "phone",
        color_scheme="dark" if scheme == "dark" else "light",
        locale="en-GB",
        reduced_motion="reduce",
        device_scale_factor=1 if size == "desk" else 2,
    )
    page = context.new_page()
    person = Person(context, page, f"http://127.0.0.1:{server.port}", "mouse")
    person.open()
    page.wait_for_timeout(500)
    page.screenshot(path=folder / f"chest-{size}-{scheme}.jpg", type="jpeg", quality=80, full_page=size == "desk")
    for game in MOMENTS:
        show(person, game)
        page.screenshot(path=folder / f"{game}-{size}-{scheme}.jpg", type="jpeg", quality=80)
    context.close()


def show(person: Person, game: str) -> None:
    """A table of the game, in the middle of it."""
    request: dict[str, Any] = {
        "game": game,
        "start": mid_game(game),
        "sit": "all",
        "names": ["Anna", "Bram"],
    }
    person.open(f"/t/{person.lay(**request)}")
    person.page.wait_for_timeout(1200)


def main(arguments: list[str]) -> None:
    """Take them all."""
    folder = Path(arguments[0]) if arguments else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    home = Path(tempfile.mkdtemp())
    server = TestServer(home / "tables.db")
    server.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=str(CHROMIUM.path()), args=QUIET)
            for size in ("desk", "phone"):
                for scheme in ("light", "dark"):
                    take(browser, server, folder, size, scheme)
            browser.close()
    finally:
        server.stop()
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1:])
