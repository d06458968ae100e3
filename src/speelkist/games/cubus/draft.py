"""Drafts: a client lays tiles as it likes and asks what they show. Builds are never listed for it."""

from __future__ import annotations

from typing import TypedDict

from speelkist.core import Refusal
from speelkist.core.view import PhraseData, phrase_data

from .board import FURTHEST, UNFINISHED, Pile, Place, Tile, read
from .build_rules import ALL_TILES, CheckedBuild, less, picture_counts
from .notation import Build, counts_data
from .position import checked_tile
from .rules import CubusState

TileData = tuple[str, int, int]
BUILDING = ("build", "show", "leftovers")  # the phases in which a build may come


class Draft(TypedDict):
    """What a client's draft shows, judged for whoever builds."""

    sound: bool
    boxes: int
    pile: str | None
    points: int  # what it would score, also when it may not be built
    added: dict[str, int]  # tiles by kind that come from the hand; below zero: left over from the picture
    build: str | None  # the move to send, if it is legal now
    why: PhraseData | None  # why it is no build
    unfinished: bool  # whether nothing is wrong with it but that tiles are still missing
    spot: list[TileData]  # where it is wrong, or what is missing
    layer: list[TileData]  # the tiles to add so that a whole layer is put under the draft


def draft(state: CubusState, tiles: object) -> Draft:
    """The answer to a client that asks what its draft shows. Whatever it sends, there is an answer."""
    picture = _checked(tiles)
    if isinstance(picture, Refusal):
        return _unsound(picture)
    if len(set(picture)) < len(picture):
        double = next(tile for index, tile in enumerate(picture) if tile in picture[:index])
        name = f"{double.kind} {double.a},{double.b}"
        return _unsound(Refusal("cubus.picture.twin", tile=name), (double,))
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
    checked = []
    for given in tiles:
        tile = checked_tile(given)
        if isinstance(tile, Refusal):
            return tile
        checked.append(tile)
    return checked


def _unsound(why: Refusal, spot: tuple[Tile, ...] = ()) -> Draft:
    return {
        "sound": False,
        "boxes": 0,
        "pile": None,
        "points": 0,
        "added": counts_data((0, 0, 0, 0)),
        "build": None,
        "why": phrase_data(why),
        "unfinished": why.key == UNFINISHED,
        "spot": [(tile.kind, tile.a, tile.b) for tile in spot],
        "layer": [],
    }


def _judged(state: CubusState, pile: Pile, lids: tuple[Place, ...]) -> Draft:
    site = state.site()
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
        "build": Build(deal.pile, deal.open).text if isinstance(deal, CheckedBuild) and legal else None,
        "why": phrase_data(deal) if isinstance(deal, Refusal) else None,
        "unfinished": False,
        "spot": spot,
        "layer": _layer(pile),
    }


def _layer(pile: Pile) -> list[TileData]:
    """The sides of one more box under every column: the picture stays where it lies, the floor sinks."""
    heights = pile.heights
    left = [("L", x + 1, y + 1) for x, y in heights if (x, y + 1) not in heights]
    return left + [("R", x + 1, y + 1) for x, y in heights if (x + 1, y) not in heights]
