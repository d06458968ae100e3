"""What is explained in somebody's first game, each thing when it first happens: data in the game's ``guide.json``.

A note is due when all that it names holds: whose turn it is, the phase, a move that is possible now, something that is
marked on the board, a sentence that was told since the learner last moved (that move included), and whose doing it
tells. What somebody did is explained as soon as it is told, whoever is next. A client decides it from what it is shown;
it needs no rules.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files

from speelkist.core import JsonReader
from speelkist.core.registry import package_of
from speelkist.core.view import PhraseData, ViewData

from .lesson import Text
from .lesson_file import MOST, read_file, read_list, read_text

BY = ("own", "other")
TURNS = ("own", "other", "any")


@dataclass(frozen=True)
class Note:
    """Something that is explained once."""

    id: str
    turn: str  # when: on the learner's turn ("own"), on somebody else's ("other"), or at once ("any")
    phase: str  # of the position; empty: any
    choice: str  # a pattern of a move that may be made now; empty: any
    mark: str  # the word for something marked on the board; empty: any
    story: str  # the key of a sentence that has just been told; empty: any
    by: str  # who did what it tells: "own" or "other"; empty: anybody
    before: tuple[str, ...]  # the notes after which it has nothing to tell any more
    text: Text

    def is_due(self, view: ViewData, story: Collection[PhraseData], seat: int) -> bool:
        """Whether it is time for it: what the learner on a seat is shown, and what has just been told."""
        turn = "own" if view["player"] == seat else "other" if view["player"] >= 0 else ""
        if self.turn not in ("any", turn):
            return False
        possible = not self.choice or any(fnmatchcase(choice["move"], self.choice) for choice in view["choices"])
        fits = not self.story or any(self._tells(phrase, seat) for phrase in story)
        marked = not self.mark or bool(view["marks"].get(self.mark))
        return possible and fits and marked and self.phase in ("", view["phase"])

    def _tells(self, phrase: PhraseData, seat: int) -> bool:
        return phrase["key"] == self.story and self.by in ("", _doer(phrase, seat))


def _doer(phrase: PhraseData, seat: int) -> str:
    """Whose doing a sentence tells: the first player it names."""
    players = (value["values"] for value in phrase["values"].values() if isinstance(value, dict))
    first = next((values["seat"] for values in players if "seat" in values), None)
    return "own" if first == seat else "other"


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
    names = ("phase", "choice", "mark", "story")
    phase, choice, mark, story = (entry.text(name) if entry.has(name) else "" for name in names)
    by = entry.choice("by", BY) if entry.has("by") else ""
    turn = entry.choice("turn", TURNS) if entry.has("turn") else "own"
    before = tuple(entry.texts("before", MOST)) if entry.has("before") else ()
    note = Note(entry.text("id"), turn, phase, choice, mark, story, by, before, read_text(entry, "text"))
    entry.done()
    return note
