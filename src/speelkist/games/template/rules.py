"""The rules of the race, as docs/games/template.md tells them.

Two snails start at 0. In turn a die is thrown, then the snail creeps that far (``creep``) or rests (``rest``), which it
may not do twice running. A snail never creeps past the end; if it may not rest either, it must pass (``--``). Who
reaches the end first wins; after so many throws as the option ``patience`` says it is a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from speelkist.core import CHANCE, OVER, PASS, Game, Info, JsonReader, Move, Option, Outcome, Phrase, Refusal, State

from . import position, refusals, terminal
from .moves import CREEP, REST, THROWS, WEIGHTS

MOST_PATIENCE = 60


class Template(Game):
    """The race with its options chosen."""

    info: ClassVar[Info] = Info(
        id="template",
        name={"en": "Template", "nl": "Template"},
        designer="nobody",
        published="never",
        sides=("red", "blue"),
        players=(2, 2),
        chance=True,
        longest=2 * MOST_PATIENCE,  # every throw is followed by one move
        version=1,
        kernel_strengths=("club", "master"),
        options=(
            Option("length", 10, low=4, high=20),
            Option("patience", 40, low=4, high=MOST_PATIENCE),
        ),
    )

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.length = int(str(self.options["length"]))
        self.patience = int(str(self.options["patience"]))

    def start(self) -> TemplateState:
        """Both snails at 0, red is to throw."""
        return state_of(self, "throw", 0, (0, 0), (False, False), 0, 0)

    def _read(self, data: JsonReader) -> State:
        return position.read(self, data)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TemplateState(State):
    """Where the snails are, and what was thrown."""

    game: Template
    player: int
    phase: str  # throw, move, over
    outcome: Outcome | None
    turn: int  # whose snail it is about, also while the die rolls
    snails: tuple[int, int]
    rested: tuple[bool, bool]  # whether each rested at its last turn
    throw: int  # 0 before the throw
    throws: int  # so far

    def can_creep(self) -> bool:
        """Whether the throw leads no further than the end."""
        return self.snails[self.turn] + self.throw <= self.game.length

    def prompt(self) -> Phrase:
        """What has to be done now."""
        return Phrase(f"template.ask.{self.phase}", side=self.game.side_name(self.turn), n=self.throw)

    def draw(self, colour: bool = False, lang: str = "en") -> str:
        """Both tracks, for a terminal."""
        return terminal.draw(self, colour, lang)

    def _moves(self) -> Sequence[Move]:
        """At chance 1, 2, 3; else creep before rest, or the pass alone."""
        if self.player == CHANCE:
            return THROWS
        moves = [CREEP] if self.can_creep() else []
        if not self.rested[self.turn]:
            moves.append(REST)
        return moves or [PASS]

    def _weights(self) -> Sequence[int] | None:
        return WEIGHTS

    def _after(self, move: Move) -> TemplateState:
        if self.player == CHANCE:
            return state_of(self.game, "move", self.turn, self.snails, self.rested, int(move.text), self.throws + 1)
        ahead = self.throw if move is CREEP else 0
        snails = _changed(self.snails, self.turn, self.snails[self.turn] + ahead)
        rested = _changed(self.rested, self.turn, move is REST)
        return state_of(self.game, "throw", 1 - self.turn, snails, rested, 0, self.throws)

    def _explain(self, text: str) -> Move | Refusal:
        return refusals.explain(self, text)

    def _value(self) -> tuple[Any, ...]:
        return self.game, self.phase, self.turn, self.snails, self.rested, self.throw, self.throws

    def _data(self) -> dict[str, Any]:
        return position.data(self)


def state_of(
    game: Template,
    phase: str,
    turn: int,
    snails: tuple[int, int],
    rested: tuple[bool, bool],
    throw: int,
    throws: int,
) -> TemplateState:
    """The state with these values; over if a snail is home or patience is at its end."""
    outcome = None
    if game.length in snails:
        outcome = Outcome((snails.index(game.length),), "home")
    elif phase == "throw" and throws == game.patience:
        outcome = Outcome((), "patience")
    if outcome is not None:
        return TemplateState(game, OVER, "over", outcome, turn, snails, rested, 0, throws)
    player = CHANCE if phase == "throw" else turn
    return TemplateState(game, player, phase, None, turn, snails, rested, throw, throws)


def _changed(pair: tuple[Any, Any], index: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if index == 0 else (pair[0], value)
