"""The board drawn for a terminal.

Every box stands there with its name: gates and crossings (Avenues) in capitals, the boxes of tile T12 by their
letter, ``e`` for an Alley, ``[e]`` for a Street. A single line is a link for Skinnyboys only, a double line one that
a Middleman walks too. Black's pieces are ●, White's ○, their gates ■ and □.

A tile is drawn once for each way its paths run, the other ways are half a turn of it. The pictures below are what lies
between the grid lines: 17 columns and 7 rows; gates stand on the corners just outside, crossings in the middle of the
sides, and lines run towards the letters beside their middle one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from speelkist.core import Phrase, paint

from .boxes import BOX, FIRST_INSIDE, GATE_BOXES, GATE_VERTEX, NAMES, SIZE, TILES, tile_name
from .moves import KINDS
from .places import COLUMNS

if TYPE_CHECKING:
    from .rules import KrabcekState

ACROSS, DOWN = 18, 8  # from a grid line to the next
MARGIN = 2  # for the labels on the left edge

PIECE_SIGN: Final = "●○"
GATE_SIGN: Final = "■□"
SIDE_COLOUR: Final = ("bold cyan", "bold yellow")
OTHER_HALF: Final = "▒▒"  # the piece is drawn on the other half of this box

# Open corner north-west: paths run along the top, y from left to right.
_NW: Final = {
    "1": """
└──e───┘
.
.
────────y────────
.
.
     #""",
    "2": """
╚═[e]══╝ └──r───┐
  ║ │           │
  ║ │           t
══╝ └────y───────
.
.
     #""",
    "2 tight": """
╚═[e]══╝
  ║ │
  ║ │
══╝ └────y───────
.
.
     #""",
}
# Open corner north-east: paths run along the right side, y from top to bottom.
_NE: Final = {
    "1": """
        │       │
        │       e
        │       │
    #   y
        │
        │
        │""",
    "2": """
         ╚════╗ ║
        ┌─────[e]
        │       ║
    #   y
        │       │
        │       r
        │┌───t──┘""",
    "2 tight": """
         ╚════╗ ║
        ┌─────[e]
        │       ║
    #   y
        │
        │
        │""",
}
_HALF_TURN: Final = str.maketrans("┌┐└┘╔╗╚╝[]", "┘└┐┌╝╚╗╔][")


def _picture(text: str) -> list[str]:
    return [line.replace(".", " ").ljust(ACROSS - 1) for line in text.split("\n")[1:]]


def _turned(picture: list[str]) -> list[str]:
    return [line[::-1].translate(_HALF_TURN) for line in reversed(picture)]


_PICTURES: Final = {
    (kind, corner): (_turned if turned else list)(_picture(text))
    for pictures, corners in ((_NW, ("NW", "SE")), (_NE, ("NE", "SW")))
    for kind, text in pictures.items()
    for turned, corner in enumerate(corners)
}


class _Canvas:
    """Characters with their inks."""

    def __init__(self, width: int, height: int) -> None:
        self._cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, colour: str = "") -> None:
        for offset, sign in enumerate(text):
            self._cells[row][column + offset] = sign, colour

    def lines(self, colour: bool) -> list[str]:
        return [_coloured(row, colour) for row in self._cells]


def _coloured(cells: list[tuple[str, str]], colour: bool) -> str:
    while cells and cells[-1][0] == " ":
        cells = cells[:-1]
    runs: list[list[str]] = []
    for sign, style in cells:
        if runs and runs[-1][1] == style:
            runs[-1][0] += sign
        else:
            runs.append([sign, style])
    return "".join(paint(text, style, colour and bool(style)) for text, style in runs)


def draw(state: KrabcekState, colour: bool, lang: str) -> str:
    """The whole picture: the board, a key to its signs, each player's pieces by name."""
    canvas = _Canvas(SIZE * ACROSS + 2 * MARGIN + 1, SIZE * DOWN + 1)
    held = {box: (player, kind) for player, own in enumerate(state.pieces) for box, kind in own}
    for index in range(TILES):
        _draw_tile(canvas, state, index, held)
    for row in range(SIZE + 1):
        for column in range(row % 2, SIZE + 1, 2):
            canvas.put(row * DOWN, MARGIN + column * ACROSS, "+", "dim")  # the brown corners
    for box in range(FIRST_INSIDE):
        _draw_avenue(canvas, state, box, held)
    key = paint(Phrase("krabcek.show.key").say(lang), "dim", colour)
    players = [_player_line(state, player, colour, lang) for player in range(2)]
    return "\n".join([*_with_tile_names(canvas.lines(colour)), "", key, *players])


def _with_tile_names(lines: list[str]) -> list[str]:
    """The board with numbers at the right and letters below, by which sentences name its tiles."""
    for row in range(SIZE):
        lines[row * DOWN + DOWN // 2] += f"   {row + 1}"
    letters = "".join(letter.center(ACROSS) for letter in COLUMNS)
    return [*lines, (" " * MARGIN + letters).rstrip()]


def _draw_tile(canvas: _Canvas, state: KrabcekState, index: int, held: dict[int, tuple[int, int]]) -> None:
    row, column = divmod(index, SIZE)
    top, left = row * DOWN + 1, MARGIN + column * ACROSS + 1
    name = tile_name(index)
    if index >= len(state.maze.tiles):
        canvas.put(top + DOWN // 2 - 1, left + ACROSS // 2 - 2, name, "dim")
        return
    kind, corner = state.maze.tiles[index].split("-")
    tight = state.maze.tile_set == "tight" and kind == "2"
    picture = _PICTURES[kind + " tight" * tight, corner]
    letters = []
    for down, line in enumerate(picture):
        for across, sign in enumerate(line):
            if sign == "#":
                canvas.put(top + down, left + across - 1, name, "dim")
            elif sign != " ":
                canvas.put(top + down, left + across, sign)
            if sign.isalpha():
                letters.append((top + down, left + min(max(across - 1, 0), ACROSS - 4), sign))
    for canvas_row, start, letter in letters:  # letter and piece take three characters, inside the tile
        if BOX[name + letter] in held:
            player, piece = held[BOX[name + letter]]
            canvas.put(canvas_row, start, letter)
            canvas.put(canvas_row, start + 1, PIECE_SIGN[player] + KINDS[piece], SIDE_COLOUR[player])


def _draw_avenue(canvas: _Canvas, state: KrabcekState, box: int, held: dict[int, tuple[int, int]]) -> None:
    """A gate or crossing, with its piece; one across the board's edge is there twice, the piece on the larger part."""
    sign, style = NAMES[box], ""
    for player, gates in enumerate(state.gates):
        if box in gates:
            sign, style = GATE_SIGN[player] + sign, SIDE_COLOUR[player].removeprefix("bold ")
    if GATE_BOXES >> box & 1 and not style:
        sign = "·" + sign
    for number, (row, column) in enumerate(_places(box)):
        canvas_row, centre = row, MARGIN + column
        if box not in held:
            canvas.put(canvas_row, centre - 1, sign, style)
            continue
        player, piece = held[box]
        canvas.put(canvas_row, centre - 2, sign, style)
        shown = OTHER_HALF if number else PIECE_SIGN[player] + KINDS[piece]
        canvas.put(canvas_row, centre + 1, shown, "dim" if number else SIDE_COLOUR[player])


def _places(box: int) -> list[tuple[int, int]]:
    """Where a gate or crossing is drawn: row and column of its middle, first where a piece on it stands."""
    name = NAMES[box]
    if name[0] == "G":
        row, column = GATE_VERTEX[box]
        half = 0, 0
        larger_first = True
    else:
        row, column = int(name[1]), int(name[2])
        half = (0, ACROSS // 2) if name[0] == "H" else (DOWN // 2, 0)
        # the larger part lies on the tile whose own top or bottom this side is
        larger_first = (row + column) % 2 == (name[0] == "H")
    rows = (0, SIZE) if row == 0 and half[0] == 0 else (row,)
    columns = (0, SIZE) if column == 0 and half[1] == 0 else (column,)
    places = [(r * DOWN + half[0], c * ACROSS + half[1]) for r in rows for c in columns]
    return places if larger_first else places[::-1]


def _player_line(state: KrabcekState, player: int, colour: bool, lang: str) -> str:
    hand = " ".join(KINDS[kind] * count for kind, count in enumerate(state.hands[player]) if count)
    board = ", ".join(f"{KINDS[kind]} {NAMES[box]}" for box, kind in state.pieces[player])
    line = Phrase(
        "krabcek.show.player",
        side=state.game.side_name(player),
        hand=hand or "–",
        board=board or "–",
    ).say(lang)
    return paint(PIECE_SIGN[player] + GATE_SIGN[player], SIDE_COLOUR[player], colour) + " " + line
