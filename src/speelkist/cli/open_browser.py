"""The command ``speelkist`` alone: opens the table in the browser."""

from __future__ import annotations

import json
import os
import sys
import urllib.request
import webbrowser
from importlib.resources import files

from speelkist.core import Phrase

from .menu import menu
from .terminal import Screen


def open_table(screen: Screen, browser: bool = True) -> int:
    """Start the server and show its page; without built pages, the terminal's menu."""
    if not (files("speelkist") / "web" / "index.html").is_file():
        menu(screen)
        return 0
    # late: the terminal's own commands start without the server's packages
    from speelkist.server.main import CannotServe, serve
    from speelkist.server.settings import read_settings

    settings, _ = read_settings({})
    show = browser and _can_show()

    def tell(phrase: Phrase) -> None:
        screen.tell(phrase)
        if phrase.key == "server.start.at":
            screen.tell(Phrase("cli.open.stop"))
            if show:
                webbrowser.open(str(phrase.values["address"]))

    try:
        return serve(settings, tell, quiet=True)
    except CannotServe:
        address = f"http://127.0.0.1:{settings.port}/"
        if not _is_ours(address):
            raise
        screen.tell(Phrase("cli.open.already", address=address))  # it runs already: its page is what was wanted
        if show:
            webbrowser.open(address)
        return 0


def _can_show() -> bool:
    """Whether there is a screen with windows; on a bare console a browser would only get in the way."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _is_ours(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}health", timeout=2) as answer:
            return json.load(answer).get("ok") is True
    except (OSError, ValueError, AttributeError):
        return False
