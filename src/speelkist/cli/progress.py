"""A line that tells how far something is: drawn anew in a terminal, now and then a new line in a pipe."""

from __future__ import annotations

import sys
import time

from .terminal import Screen

WIDTH = 24
TERMINAL_EVERY = 0.2  # seconds
PIPE_EVERY = 30.0


class Bar:
    """Progress from ``done`` to ``total``, with the time it may still take."""

    def __init__(self, screen: Screen, total: int, done: int = 0) -> None:
        self._screen = screen
        self._total = max(total, 1)
        self._first = done
        self._begun = time.monotonic()
        self._live = sys.stdout.isatty()
        self._next = 0.0 if self._live else self._begun + PIPE_EVERY
        self._drawn = 0

    def show(self, done: int, also: str = "", always: bool = False) -> None:
        """Tell how far it is; too often is not told."""
        now = time.monotonic()
        if now < self._next and not always:
            return
        self._next = now + (TERMINAL_EVERY if self._live else PIPE_EVERY)
        left = (now - self._begun) * (self._total - done) / (done - self._first) if done > self._first else 0.0
        full = WIDTH * done // self._total
        text = f"[{'#' * full}{'.' * (WIDTH - full)}] {done}/{self._total}  {also}"
        if left > 0:
            text += "  " + self._screen.word("progress.left", time=duration(left))
        if self._live:
            text = text[: self._screen.width - 1]
            print("\r" + text.ljust(self._drawn), end="", flush=True)
            self._drawn = len(text)
        else:
            self._screen.print(text)

    def line(self, text: str) -> None:
        """A line above the bar, which stays."""
        self._wipe()
        self._screen.print(text)

    def end(self) -> None:
        """Take the bar away."""
        self._wipe()

    def _wipe(self) -> None:
        if self._drawn:
            print("\r" + " " * self._drawn + "\r", end="", flush=True)
            self._drawn = 0


def duration(seconds: float) -> str:
    """Hours, minutes and seconds: 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
