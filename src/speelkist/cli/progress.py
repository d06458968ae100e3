"""A progress bar: with rich in a terminal where it is installed, otherwise a line of text now and then."""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec
from typing import Protocol

from .terminal import Screen

TERMINAL_SECONDS = 5.0  # between two lines
PIPE_SECONDS = 30.0


class Bar(Protocol):
    """Progress towards a total, with the time it may still take."""

    def show(self, done: int, also: str = "") -> None:
        """Say how far it is; what comes too often is left out."""
        ...

    def line(self, text: str) -> None:
        """Print a line that stays."""
        ...

    def end(self) -> None:
        """Take the bar away."""
        ...


def progress_bar(screen: Screen, total: int, done: int = 0) -> Bar:
    """A bar for work of which ``done`` was done before."""
    if screen.colour and sys.stdout.isatty() and find_spec("rich") is not None:
        return RichBar(screen, total, done)
    return PlainBar(screen, total, done)


class PlainBar:
    """Progress as lines of text, also for a log."""

    def __init__(self, screen: Screen, total: int, done: int) -> None:
        self._screen = screen
        self._total = max(total, 1)
        self._first = done
        self._begun = time.monotonic()
        self._pause = TERMINAL_SECONDS if sys.stdout.isatty() else PIPE_SECONDS
        self._next = self._begun + self._pause

    def show(self, done: int, also: str = "") -> None:
        """Print a line if the last one is old enough."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + self._pause
        text = f"{done}/{self._total}  {also}"
        if done > self._first:
            left = (now - self._begun) * (self._total - done) / (done - self._first)
            text += "  " + self._screen.word("progress.left", time=duration(left))
        self._screen.print(text)

    def line(self, text: str) -> None:
        """Print a line."""
        self._screen.print(text)

    def end(self) -> None:
        """There is nothing to take away."""


class RichBar:
    """Progress as a bar that moves."""

    def __init__(self, screen: Screen, total: int, done: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        also = TextColumn("{task.fields[also]}", markup=False)
        self._progress = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            also,
            TimeRemainingColumn(),
            console=Console(width=screen.width),
            transient=True,
        )
        self._task = self._progress.add_task("", total=total, completed=done, also="")
        self._progress.start()

    def show(self, done: int, also: str = "") -> None:
        """Move the bar."""
        self._progress.update(self._task, completed=done, also=also)

    def line(self, text: str) -> None:
        """Print a line above the bar."""
        self._progress.console.print(text, markup=False, highlight=False)

    def end(self) -> None:
        """Take the bar away."""
        self._progress.stop()


def duration(seconds: float) -> str:
    """Hours, minutes and seconds: 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
