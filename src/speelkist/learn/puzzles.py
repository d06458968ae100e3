"""The puzzles of a game: positions with one best move, each a lesson of a single step.

They stand in ``games/<id>/puzzles.json``, which ``tools/puzzles.py`` makes; what is said about them follows from their
kind, and from the game's own reasons for a move.
"""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from importlib.resources import files

from speelkist.core import LANGUAGES, JsonReader, Move, SpeelkistError, State, load
from speelkist.core.registry import package_of
from speelkist.i18n.phrases import Phrase

from .lesson import Lesson, Step, Text
from .lesson_file import LONGEST_FILE, BadLesson, lesson_of

KINDS = ("win", "save", "block", "take_two", "build", "trade", "best")
PREFIX = "puzzle-"  # of the lesson that a puzzle is, before its number
MOST = 1000
STRENGTHS = ("child", "family", "friend", "club", "master")  # as the bots call them, which are not below this layer


@dataclass(frozen=True)
class Puzzle:
    """A position with what solves it, and who does."""

    number: int  # from 1, the easy ones first
    kind: str
    state: State
    moves: tuple[str, ...]
    points: int | None  # where the task is to score so many
    lead: float  # of the chance to win over the best other move, proved; in points where those count
    by: str  # how it was proved: "rollouts", "search" or "exact"
    solved_by: tuple[str, ...]  # strengths of the computer

    @property
    def id(self) -> str:
        """The name of its lesson."""
        return f"{PREFIX}{self.number}"

    def lesson(self) -> Lesson:
        """The puzzle as a lesson of one step."""
        step = Step(
            state=self.state,
            text=_said(self._with_side(self.task())),
            good=_said(Phrase("learn.puzzle.right", why=self._reason(), lead=self._lead_phrase())),
            moves=self.moves,
            points=self.points,
            wrong=_said(Phrase("learn.puzzle.wrong")),
        )
        title = _said(Phrase("learn.puzzle.title", n=self.number))
        return Lesson(self.id, title, _said(self.rating()), (step,))

    def task(self) -> Phrase:
        """What it asks for."""
        thrown = self.kind == "win" and self.state.game.info.chance
        return Phrase("learn.puzzle.win.throw" if thrown else f"learn.puzzle.{self.kind}", n=self.points or 0)

    def _with_side(self, task: Phrase) -> Phrase:
        """The task, with whose turn it is where players have a name."""
        info = self.state.game.info
        if not info.sides:
            return task
        side = Phrase(f"{info.id}.side.{info.sides[self.state.player]}")
        return Phrase("learn.puzzle.side", side=side, task=task)

    def rating(self) -> Phrase:
        """Which of the computer's strengths solve it, in words."""
        weakest = next(iter(self.solved_by), None)
        return Phrase("learn.puzzle.nobody") if weakest is None else Phrase(f"learn.puzzle.rated.{weakest}")

    def _reason(self) -> Phrase:
        move = self.state.resolve(self.moves[0])
        assert isinstance(move, Move)
        reasons = package_of(self.state.game.info.id).hint_reasons
        return Phrase("learn.puzzle.because") if reasons is None else reasons().why(self.state, move)

    def _lead_phrase(self) -> Phrase:
        if self.points is not None:
            return Phrase("learn.puzzle.most")
        if self.kind == "win":
            return Phrase("learn.puzzle.only")
        return Phrase(f"learn.puzzle.lead.{self.by}", n=math.floor(100 * self.lead))


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easy ones first; none if it has no file of them.

    :raises BadLesson: the file cannot be read; it names the field.
    """
    file = files(package_of(game).folder) / "puzzles.json"
    if not file.is_file():
        return ()
    try:
        reader = JsonReader.parse(file.read_text(encoding="utf-8"), LONGEST_FILE)
        for made_with in ("seed", "count", "net"):
            reader.value(made_with)
        listed = reader.value("puzzles")
        entries = reader.list_of_fields("puzzles", len(listed) if isinstance(listed, list) else MOST)
        puzzles = tuple(_puzzle(game, number, entry) for number, entry in enumerate(entries, 1))
        reader.done()
    except SpeelkistError as error:
        raise BadLesson("learn.file", file=file.name, game=game, why=error.phrase) from error
    return puzzles


def puzzle_of(game: str, id: str) -> Puzzle:
    """A puzzle by the name of its lesson.

    :raises BadLesson: there is none.
    """
    puzzles = puzzles_of(game)
    number = id.removeprefix(PREFIX)
    if number.isascii() and number.isdecimal() and len(number) < 5 and 1 <= int(number) <= len(puzzles):
        return puzzles[int(number) - 1]
    raise BadLesson("learn.puzzle.unknown", name=id[:40], n=len(puzzles))


def lesson_named(game: str, id: str) -> Lesson:
    """A lesson by its id, or a puzzle as one.

    :raises BadLesson: there is none.
    """
    return puzzle_of(game, id).lesson() if id.startswith(PREFIX) else lesson_of(game, id)


def today() -> date:
    """The day it is in UTC, wherever one plays: the day of a puzzle is the same for everybody."""
    return datetime.now(UTC).date()


def puzzle_of_the_day(game: str, day: date) -> Puzzle | None:
    """The puzzle that everybody gets on a day, if the game has any."""
    puzzles = puzzles_of(game)
    if not puzzles:
        return None
    digest = hashlib.sha256(f"{game} {day.isoformat()}".encode()).digest()
    return puzzles[int.from_bytes(digest[:8]) % len(puzzles)]


def _puzzle(game: str, number: int, entry: JsonReader) -> Puzzle:
    kind = entry.choice("kind", KINDS)
    position = entry.fields("position")
    fields = {name: position.value(name) for name in position.names()}
    puzzle = Puzzle(
        number=number,
        kind=kind,
        state=load(game).from_json(json.dumps({"game": game, **fields})),
        moves=tuple(entry.texts("move", MOST)),
        points=entry.number("points", 1, 99) if entry.has("points") else None,
        lead=_number(entry, "lead"),
        by=entry.choice("by", ("rollouts", "search", "exact")),
        solved_by=tuple(entry.texts("solved_by", len(STRENGTHS))),
    )
    entry.done()
    return puzzle


def _number(entry: JsonReader, name: str) -> float:
    value = entry.value(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise entry.wrong(name, "0.08")
    return float(value)


def _said(phrase: Phrase) -> Text:
    return {lang: phrase.say(lang) for lang in LANGUAGES}
