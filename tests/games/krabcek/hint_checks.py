"""Whether what a hint says about a move of Krabcek holds, by the second statement of the rules in slow.py."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from speelkist.core import Move, Phrase, State

from . import slow

Data = dict[str, Any]
Throws = frozenset[int]


class Case:
    """A move with the positions before and after it, and what both sides' throws would do in either."""

    def __init__(self, state: State, move: Move) -> None:
        self.before = state.to_data()
        self.move = move.text
        self.me = self.before["to_move"]
        self.other = slow.OTHER[self.me]
        self.legal = slow.moves(self.before) if state.phase == "move" else set()
        self.after = slow.play(self.before, self.move) if state.phase == "move" else self.before
        self.end = self.move.replace("+", "-").replace("^", "-").replace("@", "-").split("-")[-1]

    def moves(self, data: Data, side: str) -> dict[int, set[str]]:
        """What a side could do with each throw, if it were to move."""
        asked = {**copy.deepcopy(data), "to_move": side, "phase": "move"}
        return {number: slow.moves({**asked, "throw": number}) for number in range(1, 7)}

    def stuck(self, data: Data, side: str) -> Throws:
        return frozenset(number for number, moves in self.moves(data, side).items() if not moves)

    def makes(self, data: Data, side: str, built: str) -> Throws:
        """The throws with which a side could build something."""
        asked = {**copy.deepcopy(data), "to_move": side, "phase": "move"}
        made = {
            number: any(built in _new(data, slow.play({**asked, "throw": number}, move), side) for move in moves)
            for number, moves in self.moves(data, side).items()
        }
        return frozenset(number for number, does in made.items() if does)

    def count(self, data: Data, side: str) -> int:
        return sum(len(moves) for moves in self.moves(data, side).values())

    def links(self, box: str, least: int = 1) -> list[str]:
        links, width = slow.labyrinth(self.before["tile_set"], tuple(self.before["tiles"]))
        return [other for other in links[box] if width[other] >= least]

    def hand(self, data: Data, side: str) -> int:
        return sum(data["hands"][side].values())

    def big(self, data: Data) -> str | None:
        return next((box for box, kind in data["pieces"][self.me].items() if kind in "BX"), None)

    def way(self, data: Data) -> tuple[int, str] | None:
        """How far from the Bigboy or Big Stack the nearest piece is that it lacks, and which; ring by ring."""
        big = self.big(data)
        mine, theirs = data["pieces"][self.me], data["pieces"][self.other]
        if big is None or big[0] == "G":
            return None
        lacking, least = ("ML", 2) if mine[big] == "B" else ("S", 1)
        ring, seen, far = {big}, {big}, 0
        while ring:
            far += 1
            beside = {box for at in ring for box in self.links(at, least)} - seen
            reached = [mine[box] for box in beside if mine.get(box, "-") in lacking]
            if reached:
                return far, reached[0]
            ring = {box for box in beside if box not in mine and box not in theirs}
            seen |= beside
            gates = {f"G{gate}" for gate in data["gates"][self.me]}
            if ring & gates and data["hands"][self.me][lacking[0]]:
                entering = far + 1
                further = {box for at in ring for box in self.links(at, least)} - seen
                nearer = [mine[box] for box in further if mine.get(box, "-") in lacking]
                return (entering, nearer[0]) if nearer else (entering, lacking[0])
        return None


def _new(before: Data, after: Data, side: str) -> list[str]:
    old = list(before["pieces"][side].values())
    return [kind for kind in after["pieces"][side].values() if kind not in old or kind == "K"]


def _builds(case: Case, kind: str) -> bool:
    return "+" in case.move and bool(case.after["pieces"][case.me].get(case.end) == kind)


def _kind(phrase: Any) -> str:
    return {"skinnyboy": "S", "middleman": "M", "bigboy": "B", "little_stack": "L", "big_stack": "X"}[
        phrase.key.removeprefix("krabcek.piece.")
    ]


def _gate(case: Case, says: Mapping[str, Any], streets: bool, exits: bool) -> bool:
    name = f"G{says['gate']}"
    return (
        case.move == f"gate {says['gate']}"
        and bool(case.links(name, 2)) == streets
        and bool(case.links(name)) == exits
        and says.get("n", 0) == len(case.links(name))
    )


def _guard(case: Case, says: Mapping[str, Any]) -> bool:
    before, after = (case.makes(data, case.other, "K") for data in (case.before, case.after))
    return after < before and says["n"] == len(before - after) and says["left"] == len(after)


def _threat(case: Case, says: Mapping[str, Any]) -> bool:
    return bool(len(case.makes(case.after, case.me, "K")) == says["n"] > 0)


def _nearer(case: Case, says: Mapping[str, Any], beside: bool) -> bool:
    before, after = case.way(case.before), case.way(case.after)
    big = case.big(case.after)
    return (
        before is not None
        and after is not None
        and big is not None
        and after[0] < before[0]
        and after[0] == says["n"]
        and (after[0] == 1) == beside
        and _kind(says["big"]) == case.after["pieces"][case.me][big]
        and (after[1] == _kind(says["piece"]) or after[1] in "ML")
    )


def _names(said: Phrase, box: str) -> bool:
    """Whether a place is this box: the tile it lies on, the two it lies between, or the number of the gate."""
    if box[0] == "G":
        return said.values == {"gate": int(box[1:])}
    row, column = int(box[1]), int(box[2])
    tile = f"{'abcd'[column]}{row + 1}"
    if box[0] == "T":
        return said.values == {"tile": tile}
    before = f"{'abcd'[column - 1]}{row + 1}" if box[0] == "V" else f"{'abcd'[column]}{(row - 1) % 4 + 1}"
    return said.values == {"tile": before, "other": tile}


def _pad(case: Case, says: Mapping[str, Any]) -> bool:
    sixes = case.moves(case.after, case.me)[6]
    big = case.big(case.after)
    return (
        _names(says["box"], case.end)
        and big is not None
        and big[0] == "G"
        and case.end[0] != "G"
        and bool(case.links(case.end, 2))
        and any(set(move.split("<>")) == {case.end, big} for move in sixes if "<>" in move)
    )


def _off(case: Case, says: Mapping[str, Any], street: bool) -> bool:
    was, now = case.big(case.before), case.big(case.after)
    assert was is not None and now is not None
    return was[0] == "G" and now[0] != "G" and _names(says["box"], now) and bool(case.links(now, 2)) == street


def _more(case: Case, says: Mapping[str, Any], side: str) -> bool:
    counts = case.count(case.before, side), case.count(case.after, side)
    return (says["before"], says["n"]) == counts and (counts[1] > counts[0]) == (side == case.me)


CHECKS: dict[str, Callable[[Case, Mapping[str, Any]], bool]] = {
    "only": lambda case, says: case.legal == {case.move},
    "gate.street": lambda case, says: _gate(case, says, True, True),
    "gate.exits": lambda case, says: _gate(case, says, False, True),
    "gate.island": lambda case, says: _gate(case, says, False, False),
    "win": lambda case, says: case.after["phase"] == "over" and case.after["result"]["reason"] == "krabcek",
    "block.all": lambda case, says: len(case.stuck(case.after, case.other)) == 6,
    "guard.all": lambda case, says: _guard(case, says) and says["left"] == 0,
    "guard": lambda case, says: _guard(case, says) and says["left"] > 0,
    "block": lambda case, says: len(case.stuck(case.after, case.other)) == says["n"] > 0,
    "stack.first": lambda case, says: _builds(case, "X"),
    "stack": lambda case, says: _builds(case, "X") and _threat(case, says),
    "threat": _threat,
    "air": lambda case, says: len(case.stuck(case.before, case.me) - case.stuck(case.after, case.me)) == says["n"] > 0,
    "bigboy": lambda case, says: case.move == f"B@G{says['gate']}",
    "off.street": lambda case, says: _off(case, says, True),
    "off": lambda case, says: _off(case, says, False),
    "way": lambda case, says: len(case.makes(case.after, case.me, "X")) == says["n"] > 0,
    "opens": lambda case, says: case.way(case.before) is None and case.way(case.after) is not None,
    "beside": lambda case, says: _nearer(case, says, True),
    "nearer": lambda case, says: _nearer(case, says, False),
    "pad": _pad,
    "little": lambda case, says: (
        _builds(case, "L") and ("B" in case.after["pieces"][case.me].values() or case.after["hands"][case.me]["B"] > 0)
    ),
    "hold": lambda case, says: (
        case.end == f"G{says['gate']}"
        and says["gate"] in case.before["gates"][case.other]
        and case.hand(case.after, case.other) > 0
    ),
    "narrow": lambda case, says: _more(case, says, case.other),
    "enter.last": lambda case, says: case.move[0] == _kind(says["piece"]) and case.hand(case.after, case.me) == 0,
    "enter": lambda case, says: case.move[:2] == _kind(says["piece"]) + "@" and case.hand(case.after, case.me) > 0,
    "clear": lambda case, says: (
        case.move.startswith(f"G{says['gate']}")
        and says["gate"] in case.before["gates"][case.me]
        and f"G{says['gate']}" not in case.after["pieces"][case.me]
        and case.hand(case.after, case.me) > 0
    ),
    "keeps": lambda case, says: _threat(case, says) and bool(case.makes(case.before, case.me, "K")),
    "shut": lambda case, says: len(case.stuck(case.after, case.other)) == says["n"] > 0,
    "room": lambda case, says: _more(case, says, case.me),
    "left": lambda case, says: case.count(case.after, case.me) == says["n"],
}


def holds(state: State, move: Move, reason: Phrase) -> bool:
    """Whether what a reason says is so."""
    return CHECKS[reason.key.removeprefix("krabcek.insight.")](Case(state, move), reason.values)


def agree(state: State, keys: list[str]) -> bool:
    """Whether all that is said at once can be true: the only move is alone."""
    return "krabcek.insight.only" not in keys or len(keys) == 1
