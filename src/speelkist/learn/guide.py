"""What is explained in somebody's first game, each thing when it first happens: data in the game's ``guide.json``.

A note is due when it is the learner's turn and all that it names holds: the phase, a move that is possible now, a
sentence that has just been told. A client decides it from what it is shown; it needs no rules.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files

from speelkist.core import JsonReader
from speelkist.core.registry import package_of
from speelkist.core.view import ViewData

from .lesson import Text
from .lesson_file import read_file, read_list, read_text


@dataclass(frozen=True)
class Note:
    """Something that is explained once."""

    id: str
    phase: str  # of the position; empty: any
    choice: str  # a pattern of a move that may be made now; empty: any
    story: str  # the key of a sentence that was told since the learner's last move; empty: any
    text: Text

    def is_due(self, view: ViewData, story: Collection[str]) -> bool:
        """Whether it is time for it: what is shown, and the keys of what has just been told."""
        possible = not self.choice or any(fnmatchcase(choice["move"], self.choice) for choice in view["choices"])
        return possible and self.phase in ("", view["phase"]) and (not self.story or self.story in story)


@cache
def guide_of(game: str) -> tuple[Note, ...]:
    """The notes for a first game, in the order of their importance; none if the game has none.

    :raises BadLesson: the file cannot be read; it names the field.
    """
    file = files(package_of(game).folder) / "guide.json"
    return read_file(game, file, _notes) if file.is_file() else ()


def _notes(reader: JsonReader) -> tuple[Note, ...]:
    notes = tuple(_note(entry) for entry in read_list(reader, "notes"))
    reader.done()
    return notes


def _note(entry: JsonReader) -> Note:
    phase, choice, story = (entry.text(name) if entry.has(name) else "" for name in ("phase", "choice", "story"))
    note = Note(entry.text("id"), phase, choice, story, read_text(entry, "text"))
    entry.done()
    return note
