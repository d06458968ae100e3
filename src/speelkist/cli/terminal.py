"""What the person sees and types: language, colour, width, prompts."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import wrap
from typing import TextIO, cast

from speelkist.core import LANGUAGES, Phrase, SpeelkistError, paint

from .errors import Leave

WIDEST = 100  # longer lines are hard to read

YES, NO = ("y", "yes", "j", "ja"), ("n", "no", "nee")

_INDENT = re.compile(r" *")
_SECOND_COLUMN = re.compile(r" *\S.*? {2,}(?=\S)")


class Screen:
    """The terminal, or the pipe in its place."""

    def __init__(self, lang: str, colour: bool) -> None:
        self.lang = lang
        self.colour = colour
        self.width = min(shutil.get_terminal_size((80, 24)).columns, WIDEST)

    def print(self, text: str = "") -> None:
        """A text of ours as it is, colours included."""
        print(text, flush=True)

    def say(self, key: str, styles: str = "", **values: str | int | Phrase | tuple[Phrase, ...]) -> None:
        """Print a phrase of this package."""
        text = clean(Phrase(f"cli.{key}", **values).say(self.lang))
        self.print(self.paint(text, styles) if styles else text)

    def tell(self, phrase: Phrase | SpeelkistError) -> None:
        """Print a sentence of another package: a refusal, an error."""
        self.print(clean(phrase.say(self.lang)))

    def wrapped(self, phrase: Phrase) -> None:
        """A text of several lines, each wrapped under its beginning, or under its second column if it has two."""
        for line in phrase.say(self.lang).splitlines():
            beginning = _SECOND_COLUMN.match(line) or _INDENT.match(line)
            indent = " " * (len(beginning[0]) if beginning else 0)
            self.print("\n".join(wrap(line, self.width, subsequent_indent=indent)))

    def word(self, key: str, **values: str | int | Phrase) -> str:
        """A phrase of this package, to be used within a line."""
        return Phrase(f"cli.{key}", **values).say(self.lang)

    def paint(self, text: str, styles: str) -> str:
        """The text in the given styles, where colour is on."""
        return paint(text, styles, self.colour)

    def ask(self, prompt: str) -> str:
        """A line that the person types; at the end of input the person has left."""
        echo = not sys.stdin.isatty()
        try:
            # readline measures the prompt, so it may hold no colour
            line = input(prompt)
        except (EOFError, OSError) as error:  # OSError: the terminal was closed
            self.print()
            raise Leave from error
        if echo:
            self.print(line)  # so that what came from a pipe can be read back
        return line.strip()

    def yes(self, key: str, **values: str | int | Phrase) -> bool:
        """Whether the person says yes; anything that is not yes is no."""
        return self.ask(self.word(key, **values) + " ").lower() in YES


def clean(text: str) -> str:
    """A text from outside, without characters that move the cursor or change colours."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}" for letter in text)


def language(given: str | None, environ: Mapping[str, str]) -> str:
    """The language asked for, else the one of the environment, else English."""
    if given is not None:
        return given
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            code = environ[name][:2].lower()
            return code if code in LANGUAGES else "en"
    return "en"


def wants_colour(no_colour: bool, environ: Mapping[str, str]) -> bool:
    """Colour only where a person looks, and has not declined it."""
    if no_colour or environ.get("NO_COLOR") or environ.get("TERM") == "dumb":
        return False
    return sys.stdout is not None and sys.stdout.isatty()


def prepare_streams(colour: bool) -> None:
    """Make every character printable somehow, whatever the console's encoding is."""
    # a stream that was closed before we started is missing here
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if colour and sys.platform == "win32":
        os.system("")  # wakes up the colours of the Windows console
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  (gives input() history and editing)


def _nowhere(mode: str) -> TextIO:
    return cast("TextIO", Path(os.devnull).open(mode, encoding="utf-8"))


def columns(cells: Sequence[str], width: int, cell: int) -> list[str]:
    """Cells side by side, row by row, in columns ``cell`` wide."""
    across = max(1, width // cell)
    return [
        "".join(text.ljust(cell) for text in cells[at : at + across]).rstrip() for at in range(0, len(cells), across)
    ]
