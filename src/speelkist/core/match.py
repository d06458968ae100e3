"""A game being played: the states so far, with undo, dice and the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .chance import Dice
from .game import CHANCE, Game, State
from .move import Move
from .record import Record, result_of


class Match:
    """The line of states from the first to the present. Undo goes back; the same throws then come again."""

    def __init__(
        self,
        game: Game,
        seats: Mapping[str, str] | None = None,
        tags: Mapping[str, str] | None = None,
        start: State | None = None,
        nonces: Mapping[str, str] | None = None,
    ) -> None:
        if start is not None:
            game = start.game  # a position says itself under which options it is played
        self._record = Record(
            game=game.info.id,
            version=game.info.version,
            options=dict(game.options),
            seats=dict(seats or {}),
            nonces=dict(nonces or {}),
            start=None if start is None else start.to_json(),
            tags=dict(tags or {}),
        )
        self.states: list[State] = [start or game.start()]
        self.moves: list[Move] = []

    @classmethod
    def from_record(cls, record: Record) -> Match:
        """A game taken up where its record ends."""
        states = list(record.replay())
        match = cls(record.load())
        match._record = replace(record, moves=(), result=None, lines=())
        match.states = states
        match.moves = [_found(before, text) for before, text in zip(states, record.moves, strict=False)]
        return match

    @property
    def state(self) -> State:
        """Where the game stands now."""
        return self.states[-1]

    @property
    def events(self) -> int:
        """How many chance events there have been: the number of the next one."""
        return sum(state.player == CHANCE for state in self.states[:-1])

    def play(self, move: Move | str) -> State:
        """Play a move; an illegal one raises and changes nothing."""
        after = self.state.play(move)
        self.moves.append(_found(self.state, move))
        self.states.append(after)
        return after

    def throw(self, dice: Dice) -> Move:
        """Let the dice decide the chance event that is due."""
        move = dice.draw(self.state, self.events)
        self.play(move)
        return move

    def undo(self, player: int | None = None) -> bool:
        """Back to the last decision, or the last one of ``player``; False if there is none."""
        for index in range(len(self.moves) - 1, -1, -1):
            if self.states[index].player == player or (player is None and self.states[index].player >= 0):
                del self.states[index + 1 :], self.moves[index:]
                return True
        return False

    def record(self) -> Record:
        """The record so far; with its result when the game is over."""
        moves = tuple(move.text for move in self.moves)
        outcome = self.state.outcome
        result = None if outcome is None else result_of(self.state.game, outcome)
        return replace(self._record, moves=moves, result=result)


def _found(state: State, move: Move | str) -> Move:
    found = state.find(move)
    assert isinstance(found, Move)  # it has just been played
    return found
