"""Krabcek stated a second time, straight from the law and as plainly as it can be said: to hold the rules against.

Nothing here comes from the package. A position is the law's JSON object, a box its name, a move its notation. Places on
the board are counted in half tiles: tile (r, c) has its middle at (2c + 1, 2r + 1), everything modulo 8.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from typing import Any

Data = dict[str, Any]

LINKS = {
    "figures": {"1": "Ge eN Wy yE", "2": "Ge eN eW ey yE Nr rt tE"},
    "tight": {"1": "Ge eN Wy yE", "2": "Ge eN eW ey yE"},
}
PLACE = {"G": (-1, -1), "N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
QUARTERS = {"NW": 0, "NE": 1, "SE": 2, "SW": 3}
GATE = {(2, 1): 1, (1, 2): 2, (2, 3): 3, (3, 2): 4, (3, 0): 5, (1, 0): 6, (0, 1): 7, (0, 3): 8}
NEEDS = {"S": 1, "M": 2, "B": 3, "L": 2, "X": 3}
STACKS = {"SM": "L", "MB": "X", "SX": "K", "LB": "K"}
OTHER = {"black": "white", "white": "black"}


def box_at(x: int, y: int) -> str:
    """The gate or crossing at a place."""
    x, y = x % 8, y % 8
    if x % 2 == 0 and y % 2 == 0:
        return f"G{GATE[y // 2, x // 2]}"
    return f"H{y // 2}{x // 2}" if y % 2 == 0 else f"V{y // 2}{x // 2}"


def turned(place: tuple[int, int], quarters: int) -> tuple[int, int]:
    """A place turned clockwise about the middle."""
    x, y = place
    for _ in range(quarters):
        x, y = -y, x
    return x, y


@cache
def labyrinth(tile_set: str, tiles: tuple[str, ...]) -> tuple[dict[str, set[str]], dict[str, int]]:
    """Which boxes are linked to each, and how wide each is."""
    links: dict[str, set[str]] = {f"G{gate}": set() for gate in range(1, 9)}
    width: dict[str, int] = {}
    for index, tile in enumerate(tiles):
        row, column = divmod(index, 4)
        kind, corner = tile.split("-")
        names = {}
        for sign, place in PLACE.items():
            x, y = turned(place, QUARTERS[corner])
            names[sign] = box_at(2 * column + 1 + x, 2 * row + 1 + y)
        for link in LINKS[tile_set][kind].split():
            first, second = link[0], link[1]
            for sign in link:
                if sign in "eyrt":
                    names[sign] = f"T{row}{column}{sign}"
                    width[names[sign]] = 2 if kind == "2" and sign == "e" else 1
            links.setdefault(names[first], set()).add(names[second])
            links.setdefault(names[second], set()).add(names[first])
        for sign in "NESW":
            links.setdefault(names[sign], set())
    for box in links:
        width.setdefault(box, 3)
    return links, width


def walks(data: Data, kind: str, path: tuple[str, ...], steps: int) -> Iterator[str]:
    """The ends of all walks of so many more boxes, with ``-`` or ``+`` before them."""
    links, width = labyrinth(data["tile_set"], tuple(data["tiles"]))
    pieces = data["pieces"]
    mine = pieces[data["to_move"]]
    for box in links[path[-1]]:
        if width[box] < NEEDS[kind] or box in path:
            continue
        empty = box not in pieces["black"] and box not in pieces["white"]
        if steps > 1:
            if empty:
                yield from walks(data, kind, (*path, box), steps - 1)
        elif empty:
            yield "-" + box
        elif box in mine and kind + mine[box] in STACKS and box[0] != "G":
            yield "+" + box


def moves(data: Data) -> set[str]:
    """All moves of the one to move with their throw."""
    side, throw = data["to_move"], data["throw"]
    mine, pieces = data["pieces"][side], {**data["pieces"]["black"], **data["pieces"]["white"]}
    _, width = labyrinth(data["tile_set"], tuple(data["tiles"]))
    listed = set()
    for box, kind in mine.items():
        listed |= {box + end for end in walks(data, kind, (box,), throw)}
    for kind, count in data["hands"][side].items():
        ends: dict[str, str] = {}
        for gate in sorted(data["gates"][side]):
            if count and f"G{gate}" not in pieces:
                arrivals = [""] if throw == 1 else walks(data, kind, (f"G{gate}",), throw - 1)
                for end in arrivals:
                    ends.setdefault(end or f"G{gate}", f"{kind}@G{gate}{end}")
        listed |= set(ends.values())
    if throw == 6:
        for first in mine:
            for second in mine:
                if first < second and mine[first] != mine[second]:
                    if width[first] >= NEEDS[mine[second]] and width[second] >= NEEDS[mine[first]]:
                        listed.add(f"{first}<>{second}")
    if throw == 5:
        for start in mine:
            for gate in range(1, 9):
                if start[0] == "G" and f"G{gate}" not in pieces:
                    colours = [number in data["gates"]["black"] for number in (int(start[1]), gate)]
                    if colours[0] != colours[1]:
                        listed.add(f"{start}^G{gate}")
    return listed


def throw(data: Data, number: int) -> Data:
    """The position after a throw."""
    after = copy.deepcopy(data)
    after.update(phase="move", throw=number)
    if not moves(after):
        after["phase"] = "over"
        after["result"] = {"winners": [int(data["to_move"] == "black")], "points": None, "reason": "block"}
    return after


def play(data: Data, move: str) -> Data:
    """The position after a move."""
    after = copy.deepcopy(data)
    side = data["to_move"]
    mine = after["pieces"][side]
    after.update(phase="throw", throw=None, to_move=OTHER[side], idle=data["idle"] + 1)
    if "<>" in move:
        first, second = move.split("<>")
        mine[first], mine[second] = mine[second], mine[first]
    else:
        if "@" in move:
            kind, way = move.split("@")
            after["hands"][side][kind] -= 1
            after["idle"] = 0
            end = way.replace("+", "-").split("-")[-1]
        else:
            start, end = move.replace("+", "-").replace("^", "-").split("-")
            kind = mine.pop(start)
        if "+" in move:
            kind = STACKS[kind + mine[end]]
            after["idle"] = 0
        mine[end] = kind
        if kind == "K":
            result = {"winners": [int(side == "white")], "points": None, "reason": "krabcek"}
            after.update(phase="over", to_move=None, result=result)
    if after["idle"] == data.get("idle_limit", 150):
        after.update(phase="over", to_move=None, result={"winners": [], "points": None, "reason": "idle"})
    return after


def perft(data: Data, depth: int) -> int:
    """How many sequences of so many throws and moves there are."""
    if depth == 0 or data["phase"] == "over":
        return int(depth == 0)
    if data["phase"] == "throw":
        return sum(perft(throw(data, number), depth - 1) for number in range(1, 7))
    if depth == 1:
        return len(moves(data))
    return sum(perft(play(data, move), depth - 1) for move in moves(data))
