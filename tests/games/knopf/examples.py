"""Options, positions and symmetries of Kopf oder Knopf, for its own tests and for those of every game."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, cast

from hypothesis import strategies as st

from speelkist.core import State
from speelkist.games.knopf import Knopf, KnopfState

ONE_HOLES = ("1" * 10,) * 10  # every button moves one square, every pair reaches two
STANDARD = Knopf().board.holes


def position(
    red: str,
    blue: str,
    to_move: str = "red",
    *,
    holes: Sequence[str] = ONE_HOLES,
    target: int = 14,
    groups: str = "fine",
    phase: str = "move",
    fines: Sequence[str] = (),
    quiet: int = 0,
    takes: str | None = None,
    choose: bool = False,
) -> str:
    """A position's JSON; squares as "d4 e5"; what is not on the board has been taken.

    With ``takes`` it is in phase take; with ``choose`` or in that phase the player chooses what to take.
    """
    reds, blues = _listed(red), _listed(blue)
    fields: dict[str, Any] = {
        "game": "knopf",
        "holes": list(holes),
        "target": target,
        "groups": groups,
        "phase": phase if takes is None else "take",
        "to_move": to_move,
        "red": reds,
        "blue": blues,
        "taken": {"red": 14 - len(blues), "blue": 14 - len(reds)},
        "fines": [_listed(group) for group in fines],
        "quiet": quiet,
    }
    if takes is not None:
        fields["takes"] = _listed(takes)
    if takes is not None or choose:
        fields["taking"] = "choose"
    return json.dumps(fields)


def _listed(squares: str) -> list[str]:
    """The squares from a1 to j10, as a position lists them."""
    return sorted(squares.split(), key=lambda name: (int(name[1:]), name[0]))


def read(text: str) -> KnopfState:
    """The state of a position."""
    return cast("KnopfState", Knopf().from_json(text))


def with_holes(**squares: int) -> tuple[str, ...]:
    """A board of single holes, but for these squares: ``with_holes(a1=2)``."""
    rows = [list(row) for row in ONE_HOLES]
    for name, count in squares.items():
        rows[int(name[1:]) - 1]["abcdefghij".index(name[0])] = str(count)
    return tuple("".join(row) for row in rows)


OPTIONS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "target": st.integers(1, 14),
        "groups": st.sampled_from(["fine", "forbidden"]),
        "taking": st.sampled_from(["all", "choose"]),
        "holes": st.one_of(
            st.sampled_from(["standard", "random"]),
            st.lists(st.text("1234", min_size=10, max_size=10), min_size=10, max_size=10),
        ),
        "seed": st.integers(0, 2**53 - 1),
    },
)

# What games are played in which hints are held against the rules.
HINT_OPTIONS: list[dict[str, Any]] = [
    {},
    {"taking": "choose"},
    {"groups": "forbidden"},
    {"holes": "random", "seed": 5, "target": 14},
    {"taking": "choose", "holes": "random", "seed": 8},
]

POSITIONS: dict[str, str] = {
    "red takes the tenth button if blue lets it stand": position(
        "d4 e5 a1 a10 j1", "g7 i9 h3 j5 f1", "blue", target=10, quiet=3, holes=STANDARD
    ),
    "two groups of equal size are to be fined": position(
        "a10 c10 e10 g10 i10", "a1 b1 b2 g1 g2 h2 j5", phase="fine", fines=["a1 b1 b2", "g1 g2 h2"], target=13
    ),
    "the larger group is fined first": position(
        "a10 c10 e10 g10 i10",
        "a1 b1 b2 f1 f2 g2 h2 j5",
        phase="fine",
        fines=["f1 f2 g2 h2", "a1 b1 b2"],
        holes=STANDARD,
    ),
    "one quiet turn before a draw": position("a1 c4 e1 g4 i1", "a9 c9 e9 g9 i9", quiet=99, target=10, holes=STANDARD),
    "one quiet turn before blue has more": position(
        "a1 c4 e1 g4", "a9 c9 e9 g9 i9", "blue", quiet=99, target=11, holes=STANDARD
    ),
    "a hundred quiet turns, but a fine is due": position(
        "a1 c4 e1 g4 i1", "a9 b9 c9 g7 i9", phase="fine", fines=["a9 b9 c9"], quiet=100, target=12
    ),
    "red cannot move": position("a1", "a3 c1 c3 h8", holes=with_holes(a1=2), quiet=7),
    "groups are forbidden, but every move leaves one": position(
        "d4 d5 e4 e5", "a9 c9 e9 g9 i9", groups="forbidden", holes=STANDARD, quiet=2
    ),
    "groups are forbidden, and pairs are about": position(
        "b2 c3 e3 e4 g2 h6 i6", "a9 c9 e9 f9 g7 i9 j2", groups="forbidden", holes=STANDARD, quiet=0
    ),
    "threatened still, for the button in front has just been taken": position(
        "d4 e5 a1 a10 j1", "g7 i9 h3 j5 f1", holes=with_holes(e5=2), quiet=0
    ),
    "a group is fined though the taking has broken it up": position(
        "d4 e5 a1 a10 j1", "g7 h8 f1 j5", phase="fine", fines=["g7 h8"]
    ),
    "three groups, the largest of which was taken down to one button": position(
        "d4 e4 e5 a10 j10",
        "g4 i7 i8 j8 a7 b7 b8",
        phase="fine",
        fines=["g4", "a7 b7 b8", "i7 i8 j8"],
        holes=STANDARD,
    ),
    "red may take, and a group is to be fined then": position(
        "d4 e5 a10 j1", "b2 g7 g9 h8 j5", takes="b2 g7", fines=["g7 h8 g9"], quiet=4
    ),
    "red may still take a later one": position(
        "d4 e5 a10 j1", "g7 g9 h8 j5", takes="g7", fines=["g7 h8 g9"], target=13, holes=STANDARD
    ),
    "red may leave d5, which shields e5": position(
        "d7 d8 e5 j1", "a5 b5 d5 h1", takes="d5", quiet=2, holes=with_holes(a5=2)
    ),
    "a hundred quiet turns, but red may take": position(
        "d4 e5 a10 j1", "b2 g7 j5", takes="b2 g7", quiet=100, holes=STANDARD
    ),
    "the fine wins": position("a1 c4 e1 g4 i1", "a9 b9 c9 g7 i9", phase="fine", fines=["a9 b9 c9"], quiet=0, target=10),
}


def _turned(square: tuple[int, int]) -> tuple[int, int]:
    return 9 - square[1], square[0]


def _mirrored(square: tuple[int, int]) -> tuple[int, int]:
    return 9 - square[0], square[1]


def _square_map(quarters: int, mirror: bool) -> dict[str, str]:
    mapped = {}
    for file in range(10):
        for rank in range(10):
            to = file, rank
            for _ in range(quarters):
                to = _turned(to)
            if mirror:
                to = _mirrored(to)
            mapped[f"{'abcdefghij'[file]}{rank + 1}"] = f"{'abcdefghij'[to[0]]}{to[1] + 1}"
    return mapped


def _mapped(state: State, where: dict[str, str], swap: bool) -> State | None:
    """The state on the turned or mirrored board, holes and all, with colours swapped or not.

    What is taken and fined comes in an order that depends on the squares' names, and no symmetry keeps that; a state
    in which that order would change has no image.
    """
    data = state.to_data()
    data.pop("result", None)
    holes = [[""] * 10 for _ in range(10)]
    for square, to in where.items():
        digit = data["holes"][int(square[1:]) - 1]["abcdefghij".index(square[0])]
        holes[int(to[1:]) - 1]["abcdefghij".index(to[0])] = digit
    data["holes"] = ["".join(row) for row in holes]
    red, blue = ([where[name] for name in data[side]] for side in ("red", "blue"))
    data["fines"] = [sorted(where[name] for name in group) for group in data["fines"]]
    takes = [where[name] for name in data.get("takes", ())]
    if takes != _listed(" ".join(takes)) or _order(data["fines"]) != _order(state.to_data()["fines"]):
        return None
    if takes:
        data["takes"] = takes
    if swap:
        red, blue = blue, red
        data["taken"] = {"red": data["taken"]["blue"], "blue": data["taken"]["red"]}
        data["to_move"] = "blue" if data["to_move"] == "red" else "red"
    data["red"], data["blue"] = red, blue
    return state.game.from_json(json.dumps(data))


def _order(fines: list[list[str]]) -> list[int]:
    """The groups by their lowest squares."""
    lowest = [_listed(" ".join(group))[0] for group in fines]
    return [lowest.index(name) for name in _listed(" ".join(lowest))]


def _mapped_text(text: str, where: dict[str, str]) -> str:
    if text == "--":
        return text
    if text in ("!-", "x-"):
        return text
    if text[0] in "!x":
        return text[0] + where[text[1:]]
    start, end = text.split("-")
    return f"{where[start]}-{where[end]}"


def _symmetry(
    name: str, quarters: int, mirror: bool, swap: bool
) -> tuple[str, Callable[[State], State | None], Callable[[State, str], str]]:
    where = _square_map(quarters, mirror)
    return (
        name,
        lambda state: _mapped(state, where, swap),
        lambda state, text: _mapped_text(text, where),
    )


SYMMETRIES = [
    _symmetry("a quarter turn", 1, False, False),
    _symmetry("a half turn", 2, False, False),
    _symmetry("three quarter turns", 3, False, False),
    _symmetry("mirrored left and right", 0, True, False),
    _symmetry("mirrored top and bottom", 2, True, False),
    _symmetry("mirrored along one diagonal", 1, True, False),
    _symmetry("mirrored along the other diagonal", 3, True, False),
    _symmetry("colours swapped", 0, False, True),
    _symmetry("a quarter turn with colours swapped", 1, False, True),
]
