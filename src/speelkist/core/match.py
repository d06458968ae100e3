"""A game being played: its moves so far and who made them, with undo, dice and the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from .chance import Dice
from .errors import BadNotation, IllegalMove
from .game import CHANCE, Game, State
from .move import Move
from .record import Record, result_of

CHECKPOINT_EVERY = 16  # moves and throws


class Match:
    """The moves from the first state to the present one. Undo goes back; the same throws then come again.

    Besides the first and the present state every sixteenth is kept. Those between follow from the moves, which need not
    be looked up again: going back is quick, and a server can hold many long games in memory.
    """

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
        self.initial: State = start or game.start()  #: the state before the first move
        self.state: State = self.initial  #: the present state
        self._checkpoints: list[State] = [self.initial]  # the states after 0, 16, 32 ... moves and throws
        self.moves: list[Move] = []  #: every move so far, throws included
        self.actors: list[int] = []  #: who made each move; CHANCE for a throw
        self.throws = 0  #: how many chance events there have been; also the number of the next one

    @classmethod
    def from_record(cls, record: Record) -> Match:
        """A match that continues where a record ends.

        :raises BadRecord: if the record does not replay.
        """
        for _ in record.replay():  # refuses what cannot be, with its line
            pass
        match = cls(record.load(), start=record.first())
        match._record = replace(record, moves=(), result=None, lines=())
        for text in record.moves:
            match.play(text)
        return match

    @property
    def actions(self) -> list[str]:
        """The moves and throws so far in notation."""
        return [move.text for move in self.moves]

    def play(self, move: Move | str) -> State:
        """Play a move for the player to move, and return the state after it.

        :raises IllegalMove: if it breaks a rule here; nothing has changed then.
        :raises BadNotation: if the text is no move of this game; nothing has changed then.
        """
        legal = self.state.resolve(move)
        if not isinstance(legal, Move):
            raise (BadNotation if legal.rule == "notation" else IllegalMove)(legal)
        return self.advance(legal, self.state.after(legal))

    def advance(self, move: Move, after: State) -> State:
        """Play a legal move whose next state is known already; neither is checked again."""
        self.actors.append(self.state.player)
        self.throws += self.state.player == CHANCE
        self.moves.append(move)
        if self.state is self._checkpoints[-1]:
            self.state.forget_legal()
        if len(self.moves) % CHECKPOINT_EVERY == 0:
            self._checkpoints.append(after)
        self.state = after
        return after

    def throw(self, dice: Dice) -> Move:
        """Let the dice decide the chance event that is due, and return its outcome.

        :raises ValueError: if it is not chance's turn.
        """
        move = dice.draw(self.state, self.throws)
        self.advance(move, self.state.after(move))
        return move

    def states(self, actions: int | None = None) -> Iterator[State]:
        """The states from the first to the one after so many moves and throws; to the present one by default."""
        state = self.initial
        yield state
        for move in self.moves[:actions]:
            state = state.after(move)
            yield state

    def state_at(self, actions: int) -> State:
        """The state after so many moves and throws; the present one if there are fewer."""
        nearest = min(actions, len(self.moves)) // CHECKPOINT_EVERY
        state = self._checkpoints[nearest]
        for move in self.moves[nearest * CHECKPOINT_EVERY : actions]:
            state = state.after(move)
        return state

    def undo(self, player: int | None = None) -> bool:
        """Go back to the last decision, or to the last one of ``player``; False if there is none."""
        for index in range(len(self.moves) - 1, -1, -1):
            if self.actors[index] == player or (player is None and self.actors[index] >= 0):
                self.undo_to(index)
                return True
        return False

    def undo_to(self, actions: int) -> None:
        """Keep only so many moves and throws."""
        if actions >= len(self.moves):
            return
        self.state = self.state_at(actions)
        del self.moves[actions:], self.actors[actions:]
        self.throws = self.actors.count(CHANCE)
        del self._checkpoints[len(self.moves) // CHECKPOINT_EVERY + 1 :]

    def record(self) -> Record:
        """The record so far, with its result when the game is over."""
        outcome = self.state.outcome
        result = None if outcome is None else result_of(self.state.game, outcome)
        return replace(self._record, moves=tuple(self.actions), result=result)
