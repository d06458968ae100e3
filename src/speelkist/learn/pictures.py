"""The game in one minute, and the pictures of its rules page: positions of its examples, with a move to be shown.

They are data in the game's folder (``pictures.json``), each with the section of the rules page that it belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from speelkist.core import IllegalMove, JsonReader, Move, Refusal, State
from speelkist.core.registry import package_of
from speelkist.core.view import view_of

from .lesson import Text
from .lesson_file import example_of, read_file, read_list, read_text

MOST_MARKED = 40


@dataclass(frozen=True)
class Picture:
    """A position on the game's own board."""

    section: str  # the anchor of the heading under which it stands
    example: str
    state: State
    move: Move | None  # drawn as a route
    look: tuple[str, ...]  # cells that are marked
    caption: Text

    def route(self) -> list[str]:
        """The cells that the move leads along."""
        return [] if self.move is None else view_of(self.state.game.info.id).route(self.state, self.move)


@dataclass(frozen=True)
class Pictures:
    """What the rules page of a game shows besides its text."""

    minute: Text  # the game in one minute
    pictures: tuple[Picture, ...]


@cache
def pictures_of(game: str) -> Pictures | None:
    """The pictures of a game's rules page; None if it has none.

    :raises BadLesson: the file cannot be read; it names the field.
    """
    file = files(package_of(game).folder) / "pictures.json"
    return read_file(game, file, lambda reader: _pictures(game, reader)) if file.is_file() else None


def _pictures(game: str, reader: JsonReader) -> Pictures:
    pictures = tuple(_picture(game, entry) for entry in read_list(reader, "pictures"))
    result = Pictures(read_text(reader, "minute"), pictures)
    reader.done()
    return result


def _picture(game: str, entry: JsonReader) -> Picture:
    example = example_of(game, entry.text("example"))
    move = example.state.resolve(entry.text("move")) if entry.has("move") else None
    if isinstance(move, Refusal):
        raise IllegalMove(move)
    look = tuple(entry.texts("look", MOST_MARKED)) if entry.has("look") else ()
    picture = Picture(entry.text("section"), example.id, example.state, move, look, read_text(entry, "caption"))
    entry.done()
    return picture
