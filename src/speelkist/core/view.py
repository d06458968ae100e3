"""A position as data for any client that draws it: what a game's ``view.py`` gives, and what holds for all of them.

The client knows no rules. It draws the cells of a ``Board``, puts the pieces of a ``View`` on them, lets a person pick
cells until one choice is left, and sends that choice's notation; it never writes a move itself. ``changes`` tells what
a move did, step by step, with the real path of every piece, so that it can be shown and spoken.

Everything here is plain data: dictionaries, lists, texts and numbers, ready for JSON. A phrase is
``{"key": ..., "values": {...}}``, values being numbers, texts, lists or phrases again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, Protocol, TypedDict, TypeVar, cast

from speelkist.i18n.phrases import Phrase, Value

from .game import State
from .move import Move
from .registry import package_of

Point = tuple[float, float]
PhraseData = dict[str, Any]


class Cell(TypedDict):
    """A place that pieces stand on or that can be picked."""

    id: str  # its name in the notation; places off the board have a colon: "hand:0:S", "button:pass"
    shape: list[Point]  # a polygon in the board's own units, y down; empty for a place off the board
    kind: str  # a word of the game: zone, alley, hole2 ...: the client styles by it
    name: PhraseData  # spoken: "b2", "Street e of tile 1,2"
    also: NotRequired[list[list[Point]]]  # further outlines of the same place, such as across the joined edge


class Board(TypedDict):
    """The drawing that stays the same for many moves."""

    key: str  # changes whenever anything in the drawing does
    size: Point  # width and height in the board's own units
    cells: list[Cell]
    extra: Mapping[str, Any]  # what else the game's own drawing needs (tiles, holes)


# side (-1 nobody's) and kind, a word of the game
PieceData = tuple[int, str]


class ChoiceData(TypedDict):
    """A move that may be made now."""

    move: str  # its notation: what a client sends
    picks: list[str]  # the cells to pick for it, in order; no two choices have the same
    path: NotRequired[list[str]]  # where it begins, turns and ends, or the one cell, or none; absent: the picks
    either: NotRequired[bool]  # whether the first two picks may also come the other way round
    unsure: NotRequired[bool]  # whether only playing it tells if it is legal: the game does not show it beforehand


class ViewData(TypedDict):
    """A position to draw and to choose in."""

    board: str  # the key of the Board it lies on
    phase: str
    player: int  # whose action is next; -1 chance, -2 over
    ask: PhraseData
    pieces: dict[str, PieceData]  # by cell
    choices: list[ChoiceData]
    marks: dict[str, list[str]]  # cells to be marked, by a word of the game: threatened, fine, last
    throw: list[int] | None  # the throw to be played
    scores: list[int] | None
    result: dict[str, Any] | None
    extra: Mapping[str, Any]  # what else the game shows: hands, stock, lost pieces
    asked: NotRequired[list[int]]  # who may answer now, also before their turn; absent: only the player to move
    no_help: NotRequired[PhraseData]  # why nobody is helped now, neither by a hint nor by judging what they try


class Change(TypedDict):
    """One step of what a move did. Played in order, the changes lead from the pieces before to those after it."""

    do: Literal["move", "put", "gone", "swap", "become", "throw", "note"]
    at: NotRequired[str]  # move, swap: from here; put, gone, become: here
    to: NotRequired[str]  # move, swap
    path: NotRequired[list[str]]  # move: all cells on the way, both ends included
    piece: NotRequired[PieceData]  # move, put, become: what stands there afterwards
    throw: NotRequired[list[int]]
    say: NotRequired[PhraseData]  # what is told of it, in one sentence
    unseen: NotRequired[bool]  # whether that is only for those who do not see the board


S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class GameView(Protocol[S_contra]):
    """What the module ``view`` in a game's folder offers."""

    def board(self, state: S_contra, /) -> Board:
        """The drawing that ``state`` lies on."""
        ...

    def view(self, state: S_contra, /) -> ViewData:
        """The position itself."""
        ...

    def changes(self, before: S_contra, move: Move, after: S_contra, /) -> list[Change]:
        """What a move did. The first sentence tells the move itself, and has a short form (``core.story``)."""
        ...

    def route(self, state: S_contra, move: Move, /) -> list[str]:
        """The ``path`` of a legal move's choice."""
        ...

    def spell(self, state: S_contra, picks: Sequence[str], /) -> str | Phrase | None:
        """How the move is written that picks seem to mean, legal or not; or at once why they mean none.

        Asked only of picks that begin no choice. None where nothing in particular can be said.
        """
        ...

    def describe(self, state: S_contra, /) -> list[PhraseData]:
        """The position in sentences, for those who cannot see it."""
        ...


def view_of(game: str) -> GameView[Any]:
    """The view module of a game."""
    return package_of(game).view()


def is_on_board(cell: str) -> bool:
    """Whether a cell is drawn; hands, stocks and buttons lie beside the board."""
    return ":" not in cell


def phrase_data(phrase: Phrase) -> PhraseData:
    """A phrase as plain data."""
    return {"key": phrase.key, "values": {name: _value_data(value) for name, value in phrase.values.items()}}


def _value_data(value: Value) -> Any:
    if isinstance(value, Phrase):
        return phrase_data(value)
    if isinstance(value, tuple):
        return [_value_data(item) for item in value]
    return value


def read_phrase(data: Mapping[str, Any]) -> Phrase:
    """The phrase that plain data holds."""
    return Phrase(data["key"], **{name: _read_value(value) for name, value in data["values"].items()})


def _read_value(value: Any) -> Value:
    if isinstance(value, Mapping):
        return read_phrase(value)
    if isinstance(value, list):
        return tuple(_read_value(item) for item in value)
    return cast("Value", value)


def cells_of(changes: Sequence[Change]) -> list[str]:
    """The cells along which pieces moved, changed places or were put."""
    return [cell for change in changes for cell in _cells_of(change)]


def _cells_of(change: Change) -> list[str]:
    if change["do"] == "move":
        return change["path"]
    if change["do"] == "swap":
        return [change["at"], change["to"]]
    return [change["at"]] if change["do"] == "put" else []


def apply_changes(pieces: Mapping[str, PieceData], changes: Sequence[Change]) -> dict[str, PieceData]:
    """The pieces after some changes: what a client's animation ends with, and what the laws compare with the view."""
    now = dict(pieces)
    for change in changes:
        do = change["do"]
        if do == "move":
            now.pop(change["at"], None)  # from off the board nothing is lifted
            now[change["to"]] = change["piece"]
        elif do == "swap":
            piece_at, there = change["at"], change["to"]
            now[piece_at], now[there] = now[there], now[piece_at]
        elif do in ("put", "become"):
            now[change["at"]] = change["piece"]
        elif do == "gone":
            del now[change["at"]]
    return now
