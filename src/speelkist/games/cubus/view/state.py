"""Where everything of Cubus is drawn: the pile's columns as cells, hands as pieces, the picture as tiles.

Everything is drawn in one system that never moves: the lattice point (a, b) is seen at a * A_STEP + b * B_STEP, so that
an open lid stays where it lies. A board's ``extra["frame"]`` (left, top, width, height) says which part the picture
fills.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import sqrt
from typing import Any, NamedTuple, cast

from speelkist.core import PASS, Phrase
from speelkist.core.view import Board, Cell, ChoiceData, PhraseData, PieceData, Point, ViewData, phrase_data
from speelkist.games.cubus.board import KINDS, Pile, Place, faces
from speelkist.games.cubus.build_rules import BuildContext, Counts
from speelkist.games.cubus.draft import BUILDING
from speelkist.games.cubus.extra import BoardExtra, Flip, ShownBuild, Spot, TileCounts, ViewExtra
from speelkist.games.cubus.notation import Build, counts_data, read_build
from speelkist.games.cubus.rules import CubusState

A_STEP: Point = round(sqrt(3) / 2, 6), 0.5  # to the lower right; every edge of a tile is 1 long
B_STEP: Point = round(-sqrt(3) / 2, 6), 0.5  # to the lower left

STOCK = "stock:tiles"

# The corners of a box around the point that names it, and what is seen of it: its lid with one side, both or none.
_TOP, _RIGHT, _LOW_RIGHT, _LOW, _LOW_LEFT, _LEFT, _MIDDLE = (-1, -1), (0, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, 0)
_CORNERS: dict[str, tuple[Place, ...]] = {
    "L": (_LEFT, _MIDDLE, _LOW, _LOW_LEFT),
    "R": (_MIDDLE, _RIGHT, _LOW_RIGHT, _LOW),
    "T": (_TOP, _RIGHT, _MIDDLE, _LEFT),
    "O": (_TOP, _RIGHT, _MIDDLE, _LEFT),
}
_OUTLINES: dict[tuple[bool, bool], tuple[Place, ...]] = {
    (False, False): _CORNERS["T"],
    (True, False): (_TOP, _RIGHT, _MIDDLE, _LOW, _LOW_LEFT, _LEFT),
    (False, True): (_TOP, _RIGHT, _LOW_RIGHT, _LOW, _MIDDLE, _LEFT),
    (True, True): (_TOP, _RIGHT, _LOW_RIGHT, _LOW, _LOW_LEFT, _LEFT),
}
# A corner that stands out and one that stands in fill the same hexagon: laying one as the other is a corner flip.
FLIP: Flip = {
    "out": [("L", 0, 0), ("R", 0, 0), ("T", 0, 0)],
    "in": [("L", 0, -1), ("R", -1, 0), ("T", 1, 1)],
}
HANDS: tuple[tuple[tuple[str, PieceData], ...], ...] = tuple(
    tuple((f"hand:{player}:{kind}", (player, kind)) for kind in KINDS) for player in range(6)
)


def phrase(name: str, **values: Any) -> PhraseData:
    return {"key": f"cubus.{name}", "values": values}


@cache
def player_name(player: int) -> PhraseData:
    return phrase_data(Phrase("core.player", number=player + 1, seat=player))


@cache
def listed(counts: Counts) -> list[PhraseData]:
    """``2 left sides and 1 open lid``"""
    many = [phrase(f"view.tiles.{kind}", n=n) for kind, n in zip(KINDS, counts, strict=True) if n]
    return many or [phrase("view.nothing")]


# --- the drawing ----------------------------------------------------------------------------------------------------


def _point(a: int, b: int) -> Point:
    return round(a * A_STEP[0] + b * B_STEP[0], 6), a * A_STEP[1] + b * B_STEP[1]


def _polygon(corners: tuple[Place, ...], a: int = 0, b: int = 0) -> list[Point]:
    return [_point(a + da, b + db) for da, db in corners]


@cache
def shapes() -> dict[str, list[Point]]:
    """The polygon of every kind of tile at (0, 0)."""
    return {kind: _polygon(corners) for kind, corners in _CORNERS.items()}


def board(state: CubusState) -> Board:
    """The columns of the pile, with what is seen of their top boxes, and the places around the picture."""
    return _board(state.pile, len(state.hands), state.game.young)


@lru_cache(1024)
def _board(pile: Pile, players: int, young: bool) -> Board:
    frame = _frame(pile)
    extra: BoardExtra = {"frame": frame, "shapes": shapes(), "a": A_STEP, "b": B_STEP, "flip": FLIP}
    return {
        "key": _key(pile, players, young),
        "size": frame[2:],
        "cells": [*_columns(pile), *_places(players, young)],
        "extra": extra,
    }


def _key(pile: Pile, players: int, young: bool) -> str:
    return f"{players}{'young' if young else ''}:{pile_text(pile)}"


pile_text = lru_cache(2048)(str)  # the notation of a pile


def _frame(pile: Pile) -> tuple[float, float, float, float]:
    tiles = seen(pile, ()).tiles
    points = [point for kind, a, b in tiles for point in _polygon(_CORNERS[kind], a, b)] or [(0.0, 0.0)]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, low = max(x for x, _ in points), max(y for _, y in points)
    return left, top, round(right - left, 6) or 1.0, (low - top) or 1.0


def _columns(pile: Pile) -> list[Cell]:
    heights, lids = pile.heights, pile.lids()
    cells: list[Cell] = []
    for x, y, height in pile.columns:
        sides = heights.get((x, y + 1), 0) < height, heights.get((x + 1, y), 0) < height
        shape = _polygon(_OUTLINES[sides], *lids[x, y])
        name = phrase("cell.column", place=f"{x},{y}", n=height)
        cells.append({"id": f"{x},{y}", "shape": shape, "kind": "column", "name": name})
    return cells


@cache
def _places(players: int, young: bool) -> list[Cell]:
    """Stock, hands and buttons."""
    cells: list[Cell] = [{"id": STOCK, "shape": [], "kind": "stock", "name": phrase("cell.stock")}]
    for cell, (player, kind) in (place for hand in HANDS[:players] for place in hand):
        if not (young and kind == "O"):
            name = phrase("cell.hand", player=player_name(player), tile=phrase(f"tile.{kind}"))
            cells.append({"id": cell, "shape": [], "kind": "hand", "name": name})
    for button in ("pass", "no", "knock", "giveup"):
        cells.append({"id": f"button:{button}", "shape": [], "kind": "button", "name": phrase(f"cell.{button}")})
    return cells


# --- the position ---------------------------------------------------------------------------------------------------


class _Picture(NamedTuple):
    """What is seen of a pile: shared by all views of it."""

    tiles: list[Spot]
    counts: Counts
    boxes: int
    open: list[str]  # the columns under open lids


@lru_cache(2048)
def seen(pile: Pile, lids: tuple[Place, ...]) -> _Picture:
    """The picture of a sound pile shows all its faces, so nothing has to be looked for behind others."""
    tiles = cast(list[Spot], [(kind, x - z, y - z) for kind, x, y, z in faces(pile.heights)])
    columns = []
    for x, y, height in pile.columns if lids else ():
        a, b = x - height + 1, y - height + 1
        if (a, b) in lids:
            tiles[tiles.index(("T", a, b))] = "O", a, b
            columns.append(f"{x},{y}")
    tiles.sort()
    kinds = [tile[0] for tile in tiles]
    counts = kinds.count("L"), kinds.count("R"), kinds.count("T"), kinds.count("O")
    return _Picture(tiles, counts, pile.boxes, columns)


@cache
def _counts(counts: Counts) -> TileCounts:
    return cast(TileCounts, counts_data(counts))


def view(state: CubusState) -> ViewData:
    """Hands are pieces (one a kind; ``extra["hands"]`` counts them); ``extra["tiles"]`` is the picture."""
    picture = seen(state.pile, state.open)
    pieces: dict[str, PieceData] = {}
    usable: list[str] = []
    builders = _builders(state)
    for player, hand in enumerate(state.hands):
        for (cell, piece), count in zip(HANDS[player], hand, strict=True):
            if count:
                pieces[cell] = piece
                if player in builders:
                    usable.append(cell)
    asked = [player for player, _ in state.on_timeout()]
    extra: ViewExtra = {
        "tiles": picture.tiles,
        "open": list(state.open),
        "pile": pile_text(state.pile),
        "boxes": picture.boxes,
        "hands": [_counts(hand) for hand in state.hands],
        "stock": _counts(state.stock),
        "drafting": state.phase in BUILDING,
        "demolition_scores": list(state.demolition_scores) if state.game.options["demolition"] else None,
        "round": state.round,
        "turn": state.turn,
        "passer": state.passer,
        "knocker": state.knocker,
        # from afar the first knock counts, whoever's answer is due
        "may_knock": [(player, f"knock:{player}") for player in asked],
        "shown": shown_builds(state) if state.shown else [],
    }
    shown: ViewData = {
        "board": _key(state.pile, len(state.hands), state.game.young),
        "phase": state.phase,
        "player": state.player,
        "ask": ask(state),
        "pieces": pieces,
        "choices": choices(state),
        "marks": {"open": picture.open, "usable": usable},
        "throw": None,
        "scores": list(state.scores),
        "result": None if state.outcome is None else state.outcome.to_data(),
        "extra": extra,
    }
    if asked:
        shown["asked"] = asked
    refusal = state.why_no_help()
    if refusal is not None:
        shown["no_help"] = phrase_data(refusal)
    return shown


def _builders(state: CubusState) -> tuple[int, ...]:
    """Whose tiles may be laid now; while a pass is answered, those that a knock would be about."""
    if state.phase == "leftovers":
        return tuple(range(len(state.hands)))
    owner = state.passer if state.phase in ("knock", "show") else state.turn if state.phase == "build" else None
    return () if owner is None else (owner,)


def ask(state: CubusState) -> PhraseData:
    if state.turn is None or state.phase not in ("build", "knock", "show", "leftovers"):
        return phrase_data(state.prompt())
    # the question of the terminal tells what to write; here something is picked
    passer = state.turn if state.passer is None else state.passer
    return phrase(f"view.{state.phase}", player=player_name(state.turn), passer=player_name(passer))


def choices(state: CubusState) -> list[ChoiceData]:
    """What is not built: boxes to take, answers to a pass, and the way out of building."""
    if state.player < 0:
        return []
    if state.phase == "demolish":
        cells = [f"{take.place[0]},{take.place[1]}" for take in state.takes()]
        return [{**_choice(take.text, cell), "path": [cell]} for take, cell in zip(state.takes(), cells, strict=True)]
    if state.phase == "knock":
        return [_choice("no", "button:no"), _choice(f"knock:{state.player}", "button:knock")]
    way_out = _choice(state.way_out().text, "button:giveup" if state.phase == "show" else "button:pass")
    return [{**way_out, "unsure": True}] if state.checks_duty() else [way_out]


def _choice(move: str, cell: str) -> ChoiceData:
    return {"move": move, "picks": [cell], "path": []}


def spell(state: CubusState, picks: Sequence[str]) -> str | None:
    """A column is meant to lose its top box."""
    return f"take {picks[0]}" if state.phase == "demolish" and len(picks) == 1 else None


def shown_builds(state: CubusState) -> list[ShownBuild]:
    """The builds that lie open while everybody shows one for the leftovers."""
    begin, players, site = state.first or 0, len(state.hands), state.site()
    builds: list[ShownBuild] = []
    for step, text in enumerate(state.shown):
        build = _read(text)
        points = 0 if build is None else points_of(site, build.pile)
        tiles = None if build is None else seen(build.pile, build.open).tiles
        builds.append({"player": (begin + step) % players, "build": text, "points": points, "tiles": tiles})
    return builds


@lru_cache(256)
def _read(text: str) -> Build | None:
    build = read_build(text) if text != PASS.text else None
    return build if isinstance(build, Build) else None


def points_of(site: BuildContext, pile: Pile) -> int:
    """What a legal build scores."""
    return site.points(pile.boxes, len(seen(pile, ()).tiles) - len(seen(site.pile, ()).tiles))
