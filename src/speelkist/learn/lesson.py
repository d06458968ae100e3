"""What a lesson is: steps, each with a position, a few sentences, and something to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TypeAlias

from speelkist.core import Move, State

Text: TypeAlias = Mapping[str, str]  # by language


@dataclass(frozen=True)
class Example:
    """A figure or a worked example of a booklet, or another position worth playing on from."""

    id: str
    title: Text
    state: State
    shows: tuple[str, ...]  # the sentences of the booklet that it is about, by their numbers in docs/booklets


@dataclass(frozen=True)
class Remark:
    """What is said of legal moves that are not what the step asks for."""

    moves: tuple[str, ...]  # patterns, where * stands for anything
    text: Text

    def matches(self, move: Move) -> bool:
        """Whether it is about this move."""
        return any(fnmatchcase(move.text, pattern) for pattern in self.moves)


@dataclass(frozen=True)
class Answer:
    """One of the answers that a question offers."""

    text: Text
    right: bool
    remark: Text | None  # why it is wrong; for the right one the step's ``good`` says it


@dataclass(frozen=True)
class Step:
    """A position, what is said about it, and the task: a move, or the answer to a question."""

    state: State
    text: Text
    good: Text  # what is said when the task is done
    typed: Text | None = None  # the text where moves are typed, if it cannot be the same
    look: tuple[str, ...] = ()  # cells that the text is about
    route: tuple[str, ...] = ()  # the way of a piece that the text, or a question's answer, is about
    moves: tuple[str, ...] = ()  # patterns of the moves that do it
    points: int | None = None  # or: whatever gains so many points
    remarks: tuple[Remark, ...] = ()
    wrong: Text | None = None  # of any other legal move
    then: tuple[str, ...] = ()  # what follows by itself: throws, and what the others do
    answers: tuple[Answer, ...] = ()
    shows: tuple[str, ...] = ()
    asked: int | None = None  # the player whom a question is put to; None: whoever is to move

    @property
    def learner(self) -> int:
        """The player whose part the learner has."""
        return max(self.state.player, 0) if self.asked is None else self.asked

    def accepts(self, move: Move) -> bool:
        """Whether a legal move is what the step asks for."""
        if self.points is not None:
            return gain(self.state, move) >= self.points
        return any(fnmatchcase(move.text, pattern) for pattern in self.moves)

    def solution(self) -> Move:
        """A move that does it: the first one that is written out, or else of those that are listed."""
        for pattern in self.moves:
            move = self.state.resolve(pattern)
            if isinstance(move, Move):
                return move
        accepted = [move for move in self.state.legal() if self.accepts(move)]
        return max(accepted, key=lambda move: gain(self.state, move))

    def played(self, move: Move | None) -> tuple[str, ...]:
        """What is played when the task is done: the move, if it asks for one, and what follows."""
        return self.then if move is None else (move.text, *self.then)

    def after(self, move: Move | None) -> State:
        """The position when the task is done and what follows has happened."""
        state = self.state
        for text in self.played(move):
            state = state.play(text)
        return state


def gain(state: State, move: Move) -> int:
    """The points that a legal move brings whoever makes it; 0 in a game without points."""
    before, after = state.points(), state.after(move).points()
    return after[state.player] - before[state.player] if before and after else 0


@dataclass(frozen=True)
class Lesson:
    """Two or three minutes about one thing."""

    id: str
    title: Text
    aim: Text  # what one can do afterwards, in a sentence
    steps: tuple[Step, ...]
