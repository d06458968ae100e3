"""Kris-kras a second time, straight from the law, slow and plain: to hold the real rules against."""

from __future__ import annotations

import copy
from typing import Any

FILES = "abcdefghijklmnopq"
SIDES = ("white", "black")
FORWARD = {"white": 1, "black": -1}
OWN = {"white": 1, "black": 17}
FAR = {"white": 17, "black": 1}

Square = tuple[int, int]
Data = dict[str, Any]


def square(name: str) -> Square:
    return FILES.index(name[0]) + 1, int(name[1:])


def name(at: Square) -> str:
    return FILES[at[0] - 1] + str(at[1])


def on_board(at: Square) -> bool:
    return 1 <= at[0] <= 17 and 1 <= at[1] <= 17


def pieces(data: Data) -> dict[Square, tuple[str, str]]:
    return {
        square(place): (side, kind)
        for side in SIDES
        for kind in ("musketeers", "soldiers")
        for place in data[side][kind]
    }


def walks(data: Data, red: int, green: int) -> set[str]:
    """Every move with this throw."""
    me = data["to_move"]
    board = pieces(data)
    ahead = FORWARD[me]
    listed: set[str] = set()
    for start, (side, kind) in board.items():
        if side != me or start[1] == FAR[me]:
            continue
        rest = {at: who for at, who in board.items() if at != start}
        reds = [(-1, 0), (1, 0), (0, -ahead)]
        greens = [(0, ahead)]
        if kind == "musketeers":
            reds += [(-1, -ahead), (1, -ahead)]
            greens += [(-1, ahead), (1, ahead)]
        for across, along in reds:
            way = [(start[0] + across * step, start[1] + along * step) for step in range(1, red + 1)]
            if any(at in rest or not on_board(at) for at in way):
                continue
            middle = way[-1]
            if middle[1] == OWN[me] and start[1] != OWN[me]:
                listed.add(f"{name(start)}-{name(middle)}")
            for sideways, forward in greens:
                end = green_end(rest, me, middle, sideways, forward, green)
                if end:
                    listed.add(f"{name(start)}-{name(middle)}{end}")
    return listed


def green_end(
    rest: dict[Square, tuple[str, str]], me: str, middle: Square, across: int, along: int, green: int
) -> str | None:
    at = middle
    for _ in range(green):
        at = at[0] + across, at[1] + along
        if not on_board(at):
            return None
        if at in rest:
            safe = rest[at][0] == me or at[1] in (1, 17)
            return None if safe else f"x{name(at)}"
    return f"-{name(at)}"


def trades(data: Data) -> list[str]:
    me = data["to_move"]
    if data[me]["lost_musketeers"] == 0 or len(far_soldiers(data)) < 2:
        return []
    return [f"={name((file, OWN[me]))}" for file in range(1, 18) if (file, OWN[me]) not in pieces(data)]


def far_soldiers(data: Data) -> list[str]:
    me = data["to_move"]
    return [place for place in data[me]["soldiers"] if square(place)[1] == FAR[me]]


def returned(data: Data, text: str) -> Data:
    """The musketeer is back, and soldiers are owed; exactly two leave by themselves."""
    me = data["to_move"]
    data[me]["musketeers"].append(text[1:])
    data[me]["lost_musketeers"] -= 1
    data["idle"] = 0
    far = far_soldiers(data)
    data |= {"phase": "pay", "owes": 2}
    if len(far) == 2:
        for place in far:
            data = paid(data, place)
    return data


def paid(data: Data, place: str) -> Data:
    """One soldier less; after the second the player may trade again, or may be stuck."""
    data[data["to_move"]]["soldiers"].remove(place)
    data["owes"] -= 1
    if data["owes"]:
        return data
    del data["owes"]
    return begin(data)


def legal(data: Data) -> set[str]:
    if data["phase"] == "over":
        return set()
    if data["phase"] == "lots":
        return set(SIDES)
    if data["phase"] == "throw":
        return {f"r{red}g{green}" for red in range(1, 7) for green in range(1, 7)}
    if data["phase"] == "pay":
        return {f"-{place}" for place in far_soldiers(data)}
    if data["phase"] == "trade":
        return {*trades(data), "throw" if can_move(data) else "end"}
    moves = walks(data, *data["throw"])
    full = {text for text in moves if "x" in text or text.count("-") == 2}
    return moves if full else moves | {"--"}


def play(data: Data, text: str) -> Data:
    """The position after a legal move; with ``result`` when the game is over."""
    data = copy.deepcopy(data)
    me = data["to_move"]
    if text in SIDES:
        return begin({**data, "to_move": text})
    if text == "throw":
        return {**data, "phase": "throw"}
    if text == "end":
        return {**data, "phase": "over", "result": by_points(data, "stuck")}
    if text.startswith("="):
        return returned(data, text)
    if text.startswith("-") and text != "--":
        return paid(data, text[1:])
    if text.startswith("r"):
        return {**data, "phase": "move", "throw": [int(text[1]), int(text[3])]}
    other = SIDES[1 - SIDES.index(me)]
    arrived = False
    if text != "--":
        parts = text.replace("x", "-").split("-")
        start, end = parts[0], parts[-1]
        for kind in "musketeers", "soldiers":
            data[me][kind] = [end if place == start else place for place in data[me][kind]]
            if end in data[other][kind]:
                data[other][kind].remove(end)
                data[other]["lost_musketeers"] += kind == "musketeers"
        arrived = square(end)[1] == FAR[me]
    data["idle"] = 0 if "x" in text or arrived else data["idle"] + 1
    return begin({**data, "to_move": other, "throw": None})


def can_move(data: Data) -> bool:
    return any(walks(data, red, green) for red in range(1, 7) for green in range(1, 7))


def begin(data: Data) -> Data:
    """The start of a turn, or what follows a trade: who has won, the trade, the end by points, or the throw."""
    over = {**data, "phase": "over", "throw": None}
    for side, other in (SIDES, SIDES[::-1]):
        if data[side]["lost_musketeers"] == 3:
            return over | {"result": result([other], None, "musketeers_lost")}
        if sum(square(place)[1] == FAR[side] for place in data[side]["musketeers"]) == 3:
            return over | {"result": result([side], None, "musketeers_home")}
    if data["idle"] == 200:
        return over | {"result": by_points(data, "idle")}
    if trades(data):
        return {**data, "phase": "trade", "throw": None}
    if not can_move(data):
        return over | {"result": by_points(data, "stuck")}
    return {**data, "phase": "throw", "throw": None}


def result(winners: list[str], points: list[int] | None, reason: str) -> Data:
    return {"winners": [SIDES.index(side) for side in winners], "points": points, "reason": reason}


def by_points(data: Data, reason: str) -> Data:
    points, field = [], []
    for side in SIDES:
        home = {
            kind: sum(square(place)[1] == FAR[side] for place in data[side][kind])
            for kind in data[side]
            if kind[0] != "l"
        }
        points.append(4 * home["musketeers"] + 2 * home["soldiers"])
        field.append(len(data[side]["musketeers"]) + len(data[side]["soldiers"]) - sum(home.values()))
    winners: list[str] = []
    if points[0] != points[1]:
        winners = [SIDES[points[1] > points[0]]]
    elif bool(field[0]) != bool(field[1]):
        winners = [SIDES[not field[0]]]
    return result(winners, points, reason)


def tidy(data: Data) -> Data:
    """The fighters in one order, so that two positions can be compared."""
    data = copy.deepcopy(data)
    for side in SIDES:
        for kind in "musketeers", "soldiers":
            data[side][kind].sort()
    return data
