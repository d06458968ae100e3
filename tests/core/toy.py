"""A toy race, small enough to reckon by heart: the core's tests need no real game.

Two snails start at 0. In turn a die with unequal odds is thrown (1: 1/2, 2: 1/3, 3: 1/6), then the snail creeps that
far (``creep``), or rests (``rest``), which it may not do twice running. A snail that cannot creep because it would
pass the end of the track may only rest; with a rest behind it, it must pass. Who reaches the end exactly wins; after
``patience`` throws it is a draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from speelkist.core import (
    CHANCE,
    OVER,
    PASS,
    BadPosition,
    Game,
    Info,
    JsonReader,
    Move,
    Option,
    Outcome,
    Phrase,
    Refusal,
    State,
    register,
    registry,
)
from speelkist.core.package import GamePackage
from speelkist.i18n import phrases

WEIGHTS = {Move("1"): 3, Move("2"): 2, Move("3"): 1}
CREEP, REST = Move("creep"), Move("rest")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ToyState(State):
    """Where the snails are, and what was thrown."""

    game: Toy
    player: int
    phase: str
    outcome: Outcome | None
    turn: int
    snails: tuple[int, int]
    rested: tuple[bool, bool]
    throw: int
    throws: int

    def prompt(self) -> Phrase:
        return Phrase(f"toy.ask.{self.phase}")

    def draw(self, colour: bool = False, lang: str = "en") -> str:
        return f"snails at {self.snails[0]} and {self.snails[1]}"

    def annotation(self, move: Move, after: State) -> str:
        return "home" if after.outcome is not None and after.outcome.winners else ""

    def _moves(self) -> Sequence[Move]:
        """At chance 1, 2, 3; else creep before rest."""
        if self.player == CHANCE:
            return list(WEIGHTS)
        moves = [CREEP] if self._fits() else []
        if not self.rested[self.turn]:
            moves.append(REST)
        return moves or [PASS]

    def _fits(self) -> bool:
        return self.snails[self.turn] + self.throw <= self.game.options["length"]  # type: ignore[operator]

    def _weights(self) -> Sequence[int] | None:
        return list(WEIGHTS.values())

    def _after(self, move: Move) -> State:
        if self.player == CHANCE:
            return _state(self.game, "move", self.turn, self.snails, self.rested, int(move.text), self.throws + 1)
        snails, rested = list(self.snails), list(self.rested)
        if move == CREEP:
            snails[self.turn] += self.throw
        rested[self.turn] = move == REST
        both = snails[0], snails[1]
        return _state(self.game, "throw", 1 - self.turn, both, (rested[0], rested[1]), 0, self.throws)

    def _explain(self, text: str) -> Move | Refusal:
        if text == "kruip":
            return CREEP if CREEP in self.legal() else self._explain("creep")
        if self.player == CHANCE:
            return Refusal("core.chance.due", text=text, example="2")
        if text == "creep":
            return Refusal("toy.creep.far", n=self.throw)
        if text == "rest":
            return Refusal("toy.rest.twice")
        return Refusal("core.notation.unknown", text=text[:20], example=str(self.legal()[0]))

    def _value(self) -> tuple[Any, ...]:
        return self.game, self.phase, self.turn, self.snails, self.rested, self.throw, self.throws

    def _data(self) -> dict[str, Any]:
        return {
            "game": "toy",
            "options": {name: list(v) if isinstance(v, tuple) else v for name, v in self.game.options.items()},
            "phase": self.phase,
            "turn": self.turn,
            "snails": list(self.snails),
            "rested": {"red": self.rested[0], "blue": self.rested[1]},
            "throw": self.throw,
            "throws": self.throws,
        }


def _state(
    game: Toy,
    phase: str,
    turn: int,
    snails: tuple[int, int],
    rested: tuple[bool, bool],
    throw: int,
    throws: int,
) -> ToyState:
    outcome = None
    if game.options["length"] in snails:
        outcome = Outcome((snails.index(game.options["length"]),), "home", snails)
    elif throws == game.options["patience"] and phase != "move":
        outcome = Outcome((), "tired")
    if outcome is not None:
        return ToyState(game, OVER, "over", outcome, turn, snails, rested, 0, throws)
    player = CHANCE if phase == "throw" else turn
    return ToyState(game, player, phase, None, turn, snails, rested, throw, throws)


class Toy(Game):
    """The race."""

    info = Info(
        id="toy",
        name={"en": "Snails", "nl": "Slakken"},
        designer="Nobody",
        published="never",
        sides=("red", "blue"),
        players=(2, 2),
        chance=True,
        longest=40,
        version=3,
        options=(
            Option("length", 4, low=2, high=9),
            Option("patience", 20, low=1, high=20),
            Option("loud", False),
            Option("weather", "dry", choices=("dry", "wet")),
            Option("names", "usual", choices=("usual",), items=2),
        ),
    )

    def start(self) -> ToyState:
        return _state(self, "throw", 0, (0, 0), (False, False), 0, 0)

    def _read(self, data: JsonReader) -> State:
        options = data.fields("options")
        game = Toy(**{name: options.value(name) for name in options.names()})
        turn = data.number("turn", 0, 1)
        phase = data.choice("phase", ("throw", "move", "over"))
        length = game.options["length"]
        assert isinstance(length, int)
        first, second = data.numbers("snails", 2, 0, length)
        rested = data.fields("rested")
        rests = rested.flag("red"), rested.flag("blue")
        rested.done()
        throw = data.number("throw", 1 if phase == "move" else 0, 3 if phase == "move" else 0)
        throws = data.number("throws", 0, 20)
        state = _state(game, "move" if phase == "move" else "throw", turn, (first, second), rests, throw, throws)
        if state.phase != phase:
            raise BadPosition("core.position.field", field="phase", expected=state.phase, found=phase)
        return state


def _no_view() -> Any:
    raise NotImplementedError("the toy is played in tests only, and not looked at")


@contextmanager
def toy_registered() -> Iterator[type[Toy]]:
    """The toy among the games, for as long as a test lasts."""
    tables = [value for module in (registry, phrases) for name, value in vars(module).items() if _is_table(name, value)]
    before = [dict(table) for table in tables]
    register(GamePackage(__package__ or "tests.core", Toy, view=_no_view))
    try:
        yield Toy
    finally:
        for table, kept in zip(tables, before, strict=True):
            table.clear()
            table.update(kept)
        phrases.phrases_of.cache_clear()


def _is_table(name: str, value: object) -> bool:
    return isinstance(value, dict) and name.startswith("_") and not name.startswith("__")
