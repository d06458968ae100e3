"""The words all games share: Game, State, Outcome, and what a game declares of itself."""

from __future__ import annotations

import contextlib
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, TypeVar

from speelkist.i18n.phrases import LANGUAGES, Phrase, Refusal, Value, phrases_of

from .errors import BadNotation, BadOption, BadPosition, IllegalMove
from .json_reader import JsonReader
from .move import Move
from .options import Option, OptionValue, read_options

CHANCE: Final = -1
OVER: Final = -2

LONGEST_TEXT = 4000  # no move of any game comes near; longer texts are refused unread


@dataclass(frozen=True)
class Info:
    """What a game is, declared once at the top of its rules."""

    id: str
    name: Mapping[str, str]  #: by language
    designer: str
    published: str
    sides: tuple[str, ...]  #: the players' names in records and positions; () where they are numbered
    players: tuple[int, int]  #: fewest and most
    chance: bool  #: whether anything is thrown or drawn
    longest: int  #: no game has more actions than this, chance included
    version: int  #: of the rules; records name it
    options: tuple[Option, ...] = ()
    constants: Mapping[str, int] = field(default_factory=dict)  #: other numbers of the rules that texts name
    scoring: Literal["win", "points"] = "win"  #: what counts: who wins, or each player's share of the points
    answers_out_of_turn: bool = False  #: whether anybody may answer before their turn (``out_of_turn``, ``on_timeout``)
    answer_seconds: int = 0  #: how long a table gives them by default, where people sit far apart; 0 is for ever
    kernel_strengths: tuple[str, ...] = ()  #: the strengths that play by its compiled kernel


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...]  #: none is a draw, several share the win
    reason: str  #: a word of the game
    points: tuple[int, ...] | None = None  #: by player, where the game counts them
    earlier: Outcome | None = None  #: the result of an earlier part, reported beside this one

    def to_data(self) -> dict[str, Any]:
        """The ``result`` of a position's JSON."""
        points = None if self.points is None else list(self.points)
        data: dict[str, Any] = {"winners": list(self.winners), "points": points, "reason": self.reason}
        if self.earlier is not None:
            data["earlier"] = self.earlier.to_data()
        return data


class State(ABC):
    """A position: an immutable value. Everything that can happen next is in ``legal()``.

    States with equal values are equal. A game implements the methods that begin with an underscore; everybody else uses
    the others.
    """

    __slots__ = ("_legal",)
    _legal: tuple[Move, ...]

    game: Game  #: the game with its options
    player: int  #: whose action is next: 0..n-1, CHANCE or OVER
    phase: str  #: in the game's own word, what kind of action is due
    outcome: Outcome | None  #: None until the game is over

    def legal(self) -> tuple[Move, ...]:
        """The legal moves, or the outcomes at chance, in the order that the game documents; empty when it is over.

        A game with too many moves to list gives a useful selection; there ``why_not`` decides what is legal.
        """
        try:
            return self._legal
        except AttributeError:
            moves = () if self.player == OVER else tuple(self._moves())
            object.__setattr__(self, "_legal", moves)  # a cache: the value does not change
            return moves

    def forget_legal(self) -> None:
        """Give back the memory of ``legal()``; it is made again when somebody asks."""
        with contextlib.suppress(AttributeError):
            object.__delattr__(self, "_legal")

    def odds(self) -> dict[Move, Fraction]:
        """The exact probability of every outcome, in the order of ``legal()``; empty when it is not chance's turn."""
        if self.player != CHANCE:
            return {}
        outcomes = self.legal()
        weights = self.weights() or (1,) * len(outcomes)
        total = sum(weights)
        return {move: Fraction(weight, total) for move, weight in zip(outcomes, weights, strict=True)}

    def weights(self) -> Sequence[int] | None:
        """How often each outcome comes in ``sum(weights)`` times, in the order of ``legal()``; None: all equally."""
        return self._weights() if self.player == CHANCE else None

    def resolve(self, move: Move | str) -> Move | Refusal:
        """The legal move that a move or its notation means, or the refusal that says why there is none."""
        if isinstance(move, Move):
            for listed in self.legal():
                if listed is move:
                    return listed
            move = move.text  # an equal move made by other code may lack what the listed one knows
        if not isinstance(move, str):
            return Refusal("core.notation.text")
        text = " ".join(move.split())
        if len(move) > LONGEST_TEXT:
            return Refusal("core.notation.long", n=LONGEST_TEXT)
        if self.player == OVER:
            return Refusal("core.end.over")
        return self._resolve(text)

    def play(self, move: Move | str) -> State:
        """The state after a move, which is given as a move or as its notation.

        :raises IllegalMove: if it breaks a rule here; the error's ``phrase`` is the refusal.
        :raises BadNotation: if the text is no move of this game.
        """
        resolved = self.resolve(move)
        if isinstance(resolved, Refusal):
            raise (BadNotation if resolved.rule == "notation" else IllegalMove)(resolved)
        return self._after(resolved)

    def after(self, move: Move) -> State:
        """The state after a move that ``resolve`` or ``legal`` gave for this position; it is not looked up again."""
        return self._after(move)

    def why_not(self, move: Move | str) -> Refusal | None:
        """Why a move may not be played here; None if it may. It is None exactly when ``play`` accepts the move."""
        resolved = self.resolve(move)
        return resolved if isinstance(resolved, Refusal) else None

    def to_data(self) -> dict[str, Any]:
        """The position as a JSON object; the game's page documents its fields."""
        data = {**self._data(), **self.game.position_options}
        if self.outcome is not None:
            data["result"] = self.outcome.to_data()
        return data

    def to_json(self) -> str:
        """The position as JSON text; ``Game.from_json`` reads it back to an equal state."""
        return json.dumps(self.to_data(), ensure_ascii=False)

    def points(self) -> tuple[int, ...] | None:
        """The points of every player so far, in a game with ``scoring="points"``."""
        return None

    def annotation(self, move: Move, after: State) -> str:
        """What a record notes for its reader after ``move``; empty in most games."""
        return ""

    def why_no_help(self) -> Refusal | None:
        """Why nobody is helped at a table now, neither by a hint nor by judging what they try; None: they may be."""
        return None

    def out_of_turn(self, player: int, move: str) -> tuple[tuple[int, str], ...]:
        """The actions that follow when ``player`` makes a move before their turn, as (player, move), their own last.

        Usually there are none. Only tables of several browsers use this.
        """
        return ()

    def on_timeout(self) -> tuple[tuple[int, str], ...]:
        """The actions for players who have not answered in time, as (player, move); none where nobody has to hurry."""
        return ()

    def foregone(self) -> str | None:
        """The move that a table makes for the player to move, because nothing else could change anything any more."""
        return None

    def _resolve(self, text: str) -> Move | Refusal:
        for move in self.legal():
            if move.text == text:
                return move
        return self._explain(text)

    @abstractmethod
    def prompt(self) -> Phrase:
        """What the player to move has to do now, in one line."""

    @abstractmethod
    def draw(self, colour: bool = False, lang: str = "en") -> str:
        """The position drawn as text, for a terminal."""

    @abstractmethod
    def _moves(self) -> Sequence[Move]:
        """The legal moves, or the outcomes at chance, in documented order. Never called when the game is over."""

    @abstractmethod
    def _after(self, move: Move) -> State:
        """The state after a move that is known to be legal."""

    @abstractmethod
    def _explain(self, text: str) -> Move | Refusal:
        """For a text that is no listed move: the legal move that it also spells, or the rule that it breaks."""

    @abstractmethod
    def _value(self) -> tuple[Any, ...]:
        """What makes two states equal, beside the options in the position: a hashable tuple."""

    @abstractmethod
    def _data(self) -> dict[str, Any]:
        """The position as a JSON object, without the result and without options that are ``in_position``."""

    def _weights(self) -> Sequence[int] | None:
        """The weights of the outcomes at chance; None, equal ones, unless the game says otherwise."""
        return None

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, State):
            return False
        return self._value() == other._value() and self.game.position_options == other.game.position_options

    def __hash__(self) -> int:
        return hash(self._value())

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        return f"<{self.game.info.id} {self.to_json()}>"

    def _repr_svg_(self) -> str:
        from .picture import svg_of  # notebooks ask for it; nobody else needs the view

        return svg_of(self)

    def _repr_html_(self) -> str:
        from .picture import html_of

        return html_of(self)


AnyState = TypeVar("AnyState", bound=State)


class Game(ABC):
    """A game with its options chosen; ``speelkist.load`` makes one. Games with equal options are equal.

    :raises BadOption: if an option is unknown or its value is not allowed.
    """

    info: ClassVar[Info]  #: what the game is
    options: Mapping[str, OptionValue]  #: every option with its value
    position_options: Mapping[str, OptionValue]  #: those that a position's JSON has as fields of their own

    def __init__(self, **options: object) -> None:
        self.options = MappingProxyType(read_options(self.info.id, self.info.options, options))
        self.position_options = MappingProxyType(
            {
                option.name: self.options[option.name]
                for option in self.info.options
                if option.in_position and self.options[option.name] != option.default
            }
        )

    @property
    def players(self) -> int:
        """How many players take part."""
        return self.info.players[0]

    @property
    def answers_out_of_turn(self) -> bool:
        """Whether with these options anybody may answer before their turn."""
        return self.info.answers_out_of_turn

    @abstractmethod
    def start(self) -> State:
        """The state before the first action."""

    def from_json(self, text: str | bytes) -> State:
        """The state of a position's JSON text.

        A position contains the options under which it is played; these replace the options of this game.

        :raises BadPosition: if the text is no position of this game, or an impossible one; it names the field.
        """
        data = JsonReader.parse(text)
        game = data.value("game")
        if game != self.info.id:
            raise BadPosition("core.position.game", expected=self.info.id, found=str(game)[:40])
        state = self._with_position_options(data)._read(data)
        data.done("result")
        if data.has("result") and (state.outcome is None or data.value("result") != state.outcome.to_data()):
            raise BadPosition("core.position.result")
        return state

    @abstractmethod
    def _read(self, data: JsonReader) -> State:
        """The state of a position's JSON object; raises BadPosition for an impossible one.

        The game already has the options that are ``in_position``; the fields of others are read here.
        """

    def _with_position_options(self, data: JsonReader) -> Game:
        """This game with the options that a position names; one that is ``in_position`` and absent is the usual."""
        named: dict[str, OptionValue] = {}
        for option in self.info.options:
            if option.in_position:
                named[option.name] = option.default
                if data.has(option.name):
                    value = data.value(option.name)
                    try:
                        named[option.name] = option.read(value)
                    except BadOption:
                        raise data.wrong(option.name, str(option.range)) from None
        return type(self)(**{**self.options, **named}) if named else self

    def number(self, name: str) -> int:
        """The value of an option that is a number, or of a constant of the rules.

        :raises KeyError: if there is no number of that name.
        """
        value = self.options.get(name, self.info.constants.get(name))
        if not isinstance(value, int):
            raise KeyError(name)
        return value

    def phrase(self, key: str, **values: Value) -> Phrase:
        """A sentence of this game, with the options and constants that it names: ``after {patience} throws``."""
        sentence = str(phrases_of(self.info.id, LANGUAGES[0])[key])
        known = {**self.info.constants, **self.options}
        named = {name: value for name, value in known.items() if f"{{{name}}}" in sentence}
        return Phrase(f"{self.info.id}.{key}", **{**named, **values})

    def side(self, player: int) -> str:
        """A player's name in records: ``black``, or their number where the sides have no names."""
        return self.info.sides[player] if self.info.sides else str(player)

    def side_name(self, player: int) -> Phrase:
        """A player's name for people to read: the side, or who sits there where whoever says it knows (``People``)."""
        if self.info.sides:
            return Phrase(f"{self.info.id}.side.{self.info.sides[player]}", seat=player)
        return Phrase("core.player", number=player + 1, seat=player)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Game) and self.options == other.options

    def __hash__(self) -> int:
        return hash((type(self), tuple(self.options.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return _with_options, (type(self), dict(self.options))  # games and states travel to worker processes

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"speelkist.load({self.info.id!r}{options})"


def _with_options(kind: type[Game], options: dict[str, OptionValue]) -> Game:
    return kind(**options)
