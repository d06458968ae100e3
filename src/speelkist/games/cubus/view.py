"""Cubus as data for any client: the pile's columns as cells, hands as pieces, the picture as tiles; and drafts judged.

Everything is drawn in one system that never moves: the lattice point (a, b) is seen at a * A_STEP + b * B_STEP, so that
an open lid stays where it lies. A board's ``extra["frame"]`` (left, top, width, height) says which part the picture
fills. Builds are never listed: a client lays tiles in a draft and asks ``draft`` what they show.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import sqrt
from typing import Any, NamedTuple, TypedDict

from speelkist.core import PASS, Move, Phrase, Refusal
from speelkist.core.view import Board, Cell, Change, PhraseData, PieceData, Point, ViewData, phrase_data

from .board import FURTHEST, KINDS, Pile, Place, Tile, faces, read
from .building import ALL_TILES, Counts, Deal, Site, less, picture_counts
from .notation import Build, Take, counts_data, read_build
from .rules import CubusState

A_STEP: Point = round(sqrt(3) / 2, 6), 0.5  # to the lower right; every edge of a tile is 1 long
B_STEP: Point = round(-sqrt(3) / 2, 6), 0.5  # to the lower left

TileData = tuple[str, int, int]
STOCK = "stock:tiles"
BUILDING = ("build", "show", "leftovers")  # the phases in which a build may come

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
FLIP: dict[str, list[TileData]] = {
    "out": [("L", 0, 0), ("R", 0, 0), ("T", 0, 0)],
    "in": [("L", 0, -1), ("R", -1, 0), ("T", 1, 1)],
}
_HANDS: tuple[tuple[tuple[str, PieceData], ...], ...] = tuple(
    tuple((f"hand:{player}:{kind}", (player, kind)) for kind in KINDS) for player in range(6)
)


class Draft(TypedDict):
    """What a client's draft shows, judged for whoever builds (while a pass is answered: with the passer's tiles)."""

    sound: bool
    boxes: int
    pile: str | None
    points: int  # what it would score, also when it may not be built
    added: dict[str, int]  # tiles by kind that come from the hand; below zero: left over from the picture
    build: str | None  # the move to send, if it is legal now
    why: PhraseData | None  # why it is no build
    spot: list[TileData]  # where it is wrong; these tiles may be ones that lack
    layer: list[TileData]  # the tiles to add so that a whole layer is put under the draft


def _phrase(name: str, **values: Any) -> PhraseData:
    return {"key": f"cubus.{name}", "values": values}


@cache
def _name(player: int) -> PhraseData:
    return phrase_data(Phrase("core.player", number=player + 1))


@cache
def _listed(counts: Counts) -> list[PhraseData]:
    """``2 left sides, 1 open lid``"""
    many = [_phrase(f"view.tiles.{kind}", n=n) for kind, n in zip(KINDS, counts, strict=True) if n]
    return many or [_phrase("view.nothing")]


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
    return {
        "key": _key(pile, players, young),
        "size": frame[2:],
        "cells": [*_columns(pile), *_places(players, young)],
        "extra": {"frame": frame, "shapes": shapes(), "a": A_STEP, "b": B_STEP, "flip": FLIP},
    }


def _key(pile: Pile, players: int, young: bool) -> str:
    return f"{players}{'young' if young else ''}:{_text(pile)}"


_text = lru_cache(2048)(str)  # the notation of a pile


def _frame(pile: Pile) -> tuple[float, float, float, float]:
    tiles = _picture(pile, ()).tiles
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
        name = _phrase("cell.column", place=f"{x},{y}", n=height)
        cells.append({"id": f"{x},{y}", "shape": shape, "kind": "column", "name": name})
    return cells


@cache
def _places(players: int, young: bool) -> list[Cell]:
    """Stock, hands and buttons."""
    cells: list[Cell] = [{"id": STOCK, "shape": [], "kind": "stock", "name": _phrase("cell.stock")}]
    for cell, (player, kind) in (place for hand in _HANDS[:players] for place in hand):
        if not (young and kind == "O"):
            name = _phrase("cell.hand", player=_name(player), tile=_phrase(f"tile.{kind}"))
            cells.append({"id": cell, "shape": [], "kind": "hand", "name": name})
    for button in ("pass", "no", "knock", "giveup"):
        cells.append({"id": f"button:{button}", "shape": [], "kind": "button", "name": _phrase(f"cell.{button}")})
    return cells


# --- the position ---------------------------------------------------------------------------------------------------


class _Picture(NamedTuple):
    """What is seen of a pile: shared by all views of it."""

    tiles: list[TileData]
    counts: Counts
    boxes: int
    open: list[str]  # the columns under open lids


@lru_cache(2048)
def _picture(pile: Pile, lids: tuple[Place, ...]) -> _Picture:
    """The picture of a sound pile shows all its faces, so nothing has to be looked for behind others."""
    tiles = [(kind, x - z, y - z) for kind, x, y, z in faces(pile.heights)]
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
def _counts(counts: Counts) -> dict[str, int]:
    return counts_data(counts)


def view(state: CubusState) -> ViewData:
    """Hands are pieces (one a kind; ``extra["hands"]`` counts them); ``extra["tiles"]`` is the picture."""
    picture = _picture(state.pile, state.open)
    pieces: dict[str, PieceData] = {}
    usable: list[str] = []
    builders = _builders(state)
    for player, hand in enumerate(state.hands):
        for (cell, piece), count in zip(_HANDS[player], hand, strict=True):
            if count:
                pieces[cell] = piece
                if player in builders:
                    usable.append(cell)
    return {
        "board": _key(state.pile, len(state.hands), state.game.young),
        "phase": state.phase,
        "player": state.player,
        "ask": _ask(state),
        "pieces": pieces,
        "choices": _choices(state),
        "marks": {"open": picture.open, "usable": usable},
        "throw": None,
        "scores": list(state.scores),
        "result": None if state.outcome is None else state.outcome.to_data(),
        "extra": {
            "tiles": picture.tiles,
            "open": state.open,
            "pile": _text(state.pile),
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
            "may_knock": [[player, f"knock:{player}"] for player, _ in state.time_up()],
            "shown": _shown(state) if state.shown else [],
        },
    }


def _builders(state: CubusState) -> tuple[int, ...]:
    """Whose tiles may be laid now; while a pass is answered, those that a knock would be about."""
    if state.phase == "leftovers":
        return tuple(range(len(state.hands)))
    owner = state.passer if state.phase in ("knock", "show") else state.turn if state.phase == "build" else None
    return () if owner is None else (owner,)


def _ask(state: CubusState) -> PhraseData:
    if state.turn is None or state.phase not in ("build", "knock", "leftovers"):
        return phrase_data(state.ask())
    # the question of the terminal tells what to write; here something is picked
    passer = state.turn if state.passer is None else state.passer
    return _phrase(f"view.{state.phase}", player=_name(state.turn), passer=_name(passer))


def _choices(state: CubusState) -> list[list[str]]:
    if state.player < 0:
        return []
    if state.phase == "demolish":
        return [[take.text, f"{take.place[0]},{take.place[1]}"] for take in state.takes()]
    if state.phase == "knock":
        return [["no", "button:no"], [f"knock:{state.player}", "button:knock"]]
    return [[state.way_out().text, "button:giveup" if state.phase == "show" else "button:pass"]]


def _shown(state: CubusState) -> list[dict[str, Any]]:
    """The builds that lie open while everybody shows one for the leftovers."""
    begin, players, site = state.first or 0, len(state.hands), state.site()
    found = []
    for step, text in enumerate(state.shown):
        build = _read(text)
        points = 0 if build is None else _points(site, build.pile)
        tiles = None if build is None else _picture(build.pile, build.open).tiles
        found.append({"player": (begin + step) % players, "build": text, "points": points, "tiles": tiles})
    return found


@lru_cache(256)
def _read(text: str) -> Build | None:
    build = read_build(text) if text != PASS.text else None
    return build if isinstance(build, Build) else None


def _points(site: Site, pile: Pile) -> int:
    """What a legal build scores."""
    return site.points(pile.boxes, len(_picture(pile, ()).tiles) - len(_picture(site.pile, ()).tiles))


# --- drafts ---------------------------------------------------------------------------------------------------------


def draft(state: CubusState, tiles: object) -> Draft:
    """The answer to a client that asks what its draft shows. Whatever it sends, there is an answer."""
    picture = _checked(tiles)
    if isinstance(picture, Refusal):
        return _unsound(picture)
    if len(set(picture)) < len(picture):
        double = next(tile for index, tile in enumerate(picture) if tile in picture[:index])
        name = f"{double.kind} {double.a},{double.b}"
        return _unsound(Refusal("cubus.picture.overlap", tile=name, other=name), (double,))
    reading = read(picture)
    if reading.pile is None:
        assert reading.why is not None
        return _unsound(reading.why, reading.spot)
    return _judged(state, reading.pile, tuple(sorted((tile.a, tile.b) for tile in picture if tile.kind == "O")))


def _checked(tiles: object) -> list[Tile] | Refusal:
    if not isinstance(tiles, list | tuple):
        return Refusal("cubus.notation.tile", tile="?", furthest=FURTHEST)
    if len(tiles) > sum(ALL_TILES):
        return Refusal("cubus.build.too_big", n=sum(ALL_TILES))
    found = []
    for number, one in enumerate(tiles, 1):
        if isinstance(one, list | tuple) and len(one) == 3:
            kind, a, b = one
            if isinstance(kind, str) and kind in _CORNERS and type(a) is int and type(b) is int:
                if max(abs(a), abs(b)) <= FURTHEST:
                    found.append(Tile(kind, a, b))
                    continue
        # what it is instead is not repeated: it may be anything, of any length
        return Refusal("cubus.notation.tile", tile=f"#{number}", furthest=FURTHEST)
    return found


def _unsound(why: Refusal, spot: tuple[Tile, ...] = ()) -> Draft:
    return {
        "sound": False,
        "boxes": 0,
        "pile": None,
        "points": 0,
        "added": _counts((0, 0, 0, 0)),
        "build": None,
        "why": phrase_data(why),
        "spot": [(tile.kind, tile.a, tile.b) for tile in spot],
        "layer": [],
    }


def _judged(state: CubusState, pile: Pile, lids: tuple[Place, ...]) -> Draft:
    site = state.site()
    if state.phase == "knock" and state.passer is not None:
        site = Site(state.pile, state.open, state.hands[state.passer], state.game.young)
    added = less(picture_counts(pile, len(lids)), site.lying)
    deal = site.judge(pile, lids)
    legal = state.phase in BUILDING
    spot: list[TileData] = []
    if isinstance(deal, Refusal) and deal.rule == "open":
        spot = [("O", int(str(deal.values["a"])), int(str(deal.values["b"])))]
    return {
        "sound": True,
        "boxes": pile.boxes,
        "pile": str(pile),
        "points": site.points(pile.boxes, sum(added)),
        "added": counts_data(added),
        "build": Build(deal.pile, deal.open).text if isinstance(deal, Deal) and legal else None,
        "why": phrase_data(deal) if isinstance(deal, Refusal) else None,
        "spot": spot,
        "layer": _layer(pile),
    }


def _layer(pile: Pile) -> list[TileData]:
    """The sides of one more box under every column: the picture stays where it lies, the floor sinks."""
    heights = pile.heights
    left = [("L", x + 1, y + 1) for x, y in heights if (x, y + 1) not in heights]
    return left + [("R", x + 1, y + 1) for x, y in heights if (x + 1, y) not in heights]


# --- what a move did ------------------------------------------------------------------------------------------------


def _note(name: str, **values: Any) -> Change:
    return {"do": "note", "say": _phrase(name, **values)}


def changes(before: CubusState, move: Move, after: CubusState) -> list[Change]:
    """What is said, and what comes into hands and leaves them; the picture before and after is in the views."""
    told = _TOLD[before.phase](before, move, after)
    for player, (had, has) in enumerate(zip(before.hands, after.hands, strict=True)):
        if had != has:
            for (cell, _), old, new in zip(_HANDS[player], had, has, strict=True):
                if old and not new:
                    told.append({"do": "gone", "at": cell})
    return told + _ending(before, after) if after.phase in ("leftovers", "demolish", "over") else told


def _lot(before: CubusState, move: Move, after: CubusState) -> list[Change]:
    return [_note("say.first", player=_name(after.first or 0))]


def _draw(before: CubusState, move: Move, after: CubusState) -> list[Change]:
    player, kind = before.turn or 0, move.text[1]
    cell, piece = _HANDS[player][KINDS.index(kind)]
    say = _phrase("say.draw", player=_name(player), tile=_phrase(f"view.one.{kind}"))
    drawn: Change = {"do": "move", "at": STOCK, "to": cell, "path": [STOCK, cell], "piece": piece, "say": say}
    return [drawn] if any(after.stock) else [drawn, _note("view.no_stock")]


def _build(before: CubusState, move: Move, after: CubusState) -> list[Change]:
    player = _name(before.turn or 0)
    return _built(before, after) if isinstance(move, Build) else [_note("say.pass", player=player)]


def _knock(before: CubusState, move: Move, after: CubusState) -> list[Change]:
    return [_note("say.no" if move.text == "no" else "say.knock", player=_name(before.turn or 0))]


def _show(before: CubusState, move: Move, after: CubusState) -> list[Change]:
    knocker = before.knocker or 0
    if isinstance(move, Build):
        found = _note("say.found", player=_name(knocker), passer=_name(before.passer or 0))
        return [found, *_built(before, after)]
    others = [_name(player) for player in range(len(before.hands)) if player != knocker]
    return [_note("say.wrong", player=_name(knocker), others=others, n=len(others))]


def _leftovers(before: CubusState, move: Move, after: CubusState) -> list[Change]:
    if before.game.options["leftovers"] == "lowest":
        return _build(before, move, after)
    told = [_told_shown(before.turn or 0, _points(before.site(), move.pile) if isinstance(move, Build) else 0)]
    if after.phase != "leftovers":
        if after.pile == before.pile:
            told.append(_note("say.none_shown"))
        else:
            told += [_note("say.best", player=_name(after.last_builder or 0)), *_built(before, after)]
    return told


def _told_shown(player: int, points: int) -> Change:
    """What somebody shows for the leftovers; a build is always worth a point."""
    if not points:
        return _note("say.shows_nothing", player=_name(player))
    return _note("say.shows", player=_name(player), points=_phrase("show.points", n=points))


def _built(before: CubusState, after: CubusState) -> list[Change]:
    by = after.last_builder or 0
    now, earlier = _picture(after.pile, after.open), _picture(before.pile, before.open)
    added = less(now.counts, earlier.counts)
    made = {
        "player": _name(by),
        "boxes": _phrase("view.new_boxes", n=now.boxes - earlier.boxes),
        "points": _phrase("show.points", n=after.scores[by] - before.scores[by]),
    }
    told = _note("say.build", tiles=_listed(added), **made) if any(added) else _note("say.build_free", **made)
    return [told, _pile_now(after.pile)]


def _pile_now(pile: Pile) -> Change:
    rows, _, corner = _text(pile).partition("@")
    rows = rows.replace(",", " ").replace("/", "; ")
    return _note("say.pile", n=pile.boxes, corner=corner, rows=rows) if pile.columns else _note("say.gone")


def _take(before: CubusState, move: Move, after: CubusState) -> list[Change]:
    assert isinstance(move, Take)
    freed = less(_picture(before.pile, before.open).counts, _picture(after.pile, after.open).counts)
    values: dict[str, Any] = {"player": _name(before.turn or 0), "place": f"{move.place[0]},{move.place[1]}"}
    told = _note("say.take", tiles=_listed(freed), **values) if any(freed) else _note("say.take_free", **values)
    return [told, _pile_now(after.pile)]


_TOLD = {
    "first": _lot,
    "draw": _draw,
    "build": _build,
    "knock": _knock,
    "show": _show,
    "leftovers": _leftovers,
    "demolish": _take,
}


def _ending(before: CubusState, after: CubusState) -> list[Change]:
    """The parts of the game that a move ended."""
    going_on = after.outcome is None and before.phase in ("build", "knock", "show")
    told = [_note("say.over")] if going_on else []
    if before.phase != "demolish" and after.phase != "leftovers":
        told.append(_note("say.points", scores=_scores(after.scores)))
        if after.phase == "demolish":
            told.append(_note("say.demolition", player=_name(after.turn or 0)))
    return told + [{"do": "note", "say": say} for say in _end(after)]


def _scores(scores: tuple[int, ...]) -> list[PhraseData]:
    return [_phrase("view.score", player=_name(player), points=points) for player, points in enumerate(scores)]


def _end(state: CubusState) -> list[PhraseData]:
    """Who has won and why."""
    if state.outcome is None:
        return []
    winners = [_name(winner) for winner in state.outcome.winners]
    said = _phrase(f"end.{state.outcome.reason}", winners=winners, n=len(winners))
    return [_phrase("say.won", scores=_scores(state.demolition_scores)), said] if state.outcome.earlier else [said]


def route(state: CubusState, move: Move) -> list[str]:
    """The column that a box is taken from; nothing else leads anywhere."""
    return [f"{move.place[0]},{move.place[1]}"] if isinstance(move, Take) else []


# --- in words -------------------------------------------------------------------------------------------------------


def describe(state: CubusState) -> list[PhraseData]:
    """The question, the pile row by row, what everybody has, the stock, and how it ended."""
    told = [_ask(state), *_pile_in_words(state)]
    for player, (hand, score) in enumerate(zip(state.hands, state.scores, strict=True)):
        points = _phrase("show.points", n=score)
        told.append(_phrase("view.player", player=_name(player), points=points, tiles=_listed(hand)))
    if any(state.stock):
        told.append(_phrase("view.stock", n=sum(state.stock), tiles=_listed(state.stock)))
    elif state.phase not in ("demolish", "over"):
        told.append(_phrase("view.no_stock"))
    if state.passes and state.phase in ("build", "knock", "show"):
        told.append(_phrase("view.passes", n=state.passes, last=len(state.hands)))
    told += [_told_shown(one["player"], one["points"])["say"] for one in _shown(state)]
    if state.phase == "demolish":
        told.append(_phrase("say.won", scores=_scores(state.demolition_scores)))
        told.append(_phrase("view.takes", places="; ".join(choice[1] for choice in _choices(state))))
    return told + _end(state)


def _pile_in_words(state: CubusState) -> list[PhraseData]:
    if not state.pile.columns:
        return [_phrase("say.gone")]
    rows: dict[int, list[PhraseData]] = {}
    covered = _picture(state.pile, state.open).open
    for x, y, height in state.pile.columns:
        name = "view.column_open" if f"{x},{y}" in covered else "view.column"
        rows.setdefault(x, []).append(_phrase(name, y=y, height=height))
    told = [_phrase("view.pile", n=state.pile.boxes)]
    told += [_phrase("view.row", x=x, columns=columns) for x, columns in rows.items()]
    if state.open:
        told.append(_phrase("view.open", places="; ".join(f"{a},{b}" for a, b in state.open)))
    return told
