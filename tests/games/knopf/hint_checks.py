"""Whether what a hint says about a move of Kopf oder Knopf holds, by the second statement of the rules in slow.py."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from speelkist.core import Move, Phrase, State

from . import slow

Says = Mapping[str, Any]
SQUARES = {slow.name((file, rank)): (file, rank) for file in range(10) for rank in range(10)}
SIDES = ("red", "blue")


def slow_game(state: State) -> slow.SlowGame:
    """The position in the second statement."""
    data = state.to_data()
    forbidden = data["groups"] == "forbidden"
    game = slow.SlowGame(tuple(data["holes"]), data["target"], forbidden, state.game.options["taking"] == "choose")
    game.buttons = [{SQUARES[place] for place in data[side]} for side in SIDES]
    game.taken = [data["taken"][side] for side in SIDES]
    game.turn = SIDES.index(data["to_move"])
    game.quiet = data["quiet"]
    game.takes = [SQUARES[place] for place in data.get("takes", [])]
    game.fixed = [{SQUARES[place] for place in group} for group in data["fines"]]
    return game


class Case:
    """A move with the positions before and after it."""

    def __init__(self, state: State, move: Move) -> None:
        self.before = slow_game(state)
        self.move = move.text
        self.me = self.before.turn
        self.after = self.played(self.move)
        self.start, self.end = self.move[:2] if "-" in self.move[1:] else "", self.move.split("-")[-1]
        self.start = self.move.split("-")[0]

    def played(self, text: str) -> slow.SlowGame:
        game = copy.deepcopy(self.before)
        game.play(text)
        return game

    def own(self, game: slow.SlowGame) -> set[slow.Square]:
        return game.buttons[self.me]

    def enemy(self, game: slow.SlowGame) -> set[slow.Square]:
        return game.buttons[1 - self.me]

    def prey(self, game: slow.SlowGame) -> set[str]:
        """What the player threatens."""
        return {slow.name(place) for place in slow.threatened(game.holes, self.own(game), self.enemy(game))}

    def threatened(self, game: slow.SlowGame) -> set[str]:
        """What the other threatens."""
        return {slow.name(place) for place in slow.threatened(game.holes, self.enemy(game), self.own(game))}

    def lost(self, text: str) -> int:
        """How many buttons the other takes and may still take or fine after a move."""
        after = self.played(text)
        at_stake = len(after.takes) + sum(bool(group - set(after.takes)) for group in after.fines)
        return after.taken[1 - self.me] - self.before.taken[1 - self.me] + at_stake

    def in_danger(self) -> int:
        """How many they would get if the move changed nothing."""
        prey = slow.threatened(self.before.holes, self.enemy(self.before), self.own(self.before))
        return len(prey) + sum(bool(group - prey) for group in slow.groups(self.own(self.before)))

    def fewest(self) -> int:
        return min(self.lost(text) for text in self.before.legal())

    def loses(self, text: str) -> bool:
        return self.played(text).winner == 1 - self.me

    def most(self, game: slow.SlowGame, side: int) -> int:
        """How many buttons the best single move of a side would threaten, whether or not it makes a group."""
        own, enemy = game.buttons[side], game.buttons[1 - side]
        steps = slow.moves(game.holes, own, enemy, False)
        return max((len(slow.threatened(game.holes, own - {start} | {end}, enemy)) for start, end in steps), default=0)

    def pairs(self, target: str) -> list[set[str]]:
        """The pairs that threaten a button after the move: without either of them it is not threatened by them."""
        own, enemy = self.own(self.after), self.enemy(self.after)
        pairs = []
        for first in own:
            for way in slow.WAYS:
                second = slow.go(first, way, -1)
                if second in own and SQUARES[target] in _hit(self.after.holes, first, second, way, own, enemy):
                    pairs.append({slow.name(first), slow.name(second)})
        return pairs

    def ways(self, game: slow.SlowGame, place: str) -> int:
        steps = slow.moves(game.holes, self.own(game), self.enemy(game), False)
        return sum(slow.name(start) == place for start, _ in steps)


def _hit(
    holes: tuple[str, ...],
    front: slow.Square,
    back: slow.Square,
    way: slow.Square,
    own: set[slow.Square],
    enemy: set[slow.Square],
) -> set[slow.Square]:
    """The enemy button that a pair meets first in one direction, if any."""
    reach = int(holes[front[1]][front[0]]) + int(holes[back[1]][back[0]])
    for far in range(1, reach + 1):
        place = slow.go(front, way, far)
        if place in own or place in enemy:
            return {place} & enemy
    return set()


def _targets(case: Case, says: Says) -> bool:
    return set(says["targets"]) == case.prey(case.after)


def _missing(case: Case) -> int:
    return case.before.target - case.after.taken[case.me]


def _group_stays(case: Case) -> bool:
    """What stands of the first group that may be fined still hangs together."""
    group = case.before.fines[0]
    return any(group & standing for standing in slow.groups(case.enemy(case.after)))


def _opened(case: Case, says: Says) -> bool:
    return set(says["targets"]) == case.prey(case.after) - case.prey(case.before) != set()


def _relieved(case: Case, says: Says) -> bool:
    return bool(len(case.threatened(case.before) - case.threatened(case.after)) == says["n"] > 0)


def _shield(case: Case, says: Says) -> bool:
    without = copy.deepcopy(case.before)
    without.buttons[1 - case.me] -= {SQUARES[place] for place in says["shields"]}
    opened = case.threatened(without) - case.threatened(case.before)
    return {SQUARES[place] for place in says["shields"]} == set(case.before.takes) and opened == set(says["shielded"])


def _saves(case: Case, says: Says) -> bool:
    lost = case.lost(case.move)
    return bool(says["lost"] == lost > 0 and says["n"] == case.in_danger() - lost > 0)


def _flees(case: Case, says: Says) -> bool:
    return (
        says["square"] == case.start in case.threatened(case.before)
        and case.end not in case.threatened(case.after)
        and SQUARES[case.end] in case.own(case.after)
    )


def _pair(case: Case, says: Says) -> bool:
    first, second = SQUARES[says["one"]], SQUARES[says["other"]]
    holes = case.after.holes
    reach = sum(int(holes[rank][file]) for file, rank in (first, second))
    beside = max(abs(first[0] - second[0]), abs(first[1] - second[1])) == 1
    return beside and {first, second} <= case.own(case.after) and says["other"] == case.end and reach == says["n"]


def _safe(case: Case, says: Says) -> bool:
    return case.lost(case.move) == 0 and not slow.groups(case.own(case.after)) and not case.threatened(case.after)


CHECKS: dict[str, Callable[[Case, Says], bool]] = {
    "win": lambda case, says: case.after.winner == case.me,
    "lost": lambda case, says: all(case.loses(text) for text in case.before.legal()),
    "loses": lambda case, says: case.loses(case.move),
    "pass": lambda case, says: case.before.legal() == ["--"],
    "fine": lambda case, says: case.after.taken[case.me] == case.before.taken[case.me] + 1,
    "fine.relief": _relieved,
    "fine.open": _opened,
    "fine.again": lambda case, says: case.move == f"!{says['square']}" and _group_stays(case),
    "let_be": lambda case, says: (
        {SQUARES[place] for place in says["squares"]} == case.before.fines[0] and _group_stays(case)
    ),
    "let_be.small": lambda case, says: (
        {SQUARES[place] for place in says["squares"]} == case.before.fines[0] and not _group_stays(case)
    ),
    "take": lambda case, says: case.after.taken[case.me] == case.before.taken[case.me] + 1,
    "enough": lambda case, says: {SQUARES[place] for place in says["squares"]} == set(case.before.takes),
    "enough.shield": _shield,
    "last": lambda case, says: _targets(case, says) and len(says["targets"]) >= _missing(case),
    "last.sure": lambda case, says: _targets(case, says) and len(says["targets"]) > _missing(case),
    "trade": lambda case, says: _targets(case, says) and case.lost(case.move) == says["lost"] < says["n"],
    "save": lambda case, says: _saves(case, says) and case.fewest() > 0,
    "least": lambda case, says: case.lost(case.move) == says["n"] == case.fewest() > 0,
    "gives": lambda case, says: case.lost(case.move) == says["n"] > case.fewest(),
    "fork": lambda case, says: _targets(case, says) and len(says["targets"]) == says["n"] > 1,
    "broken": lambda case, says: (
        len(slow.groups(case.own(case.before))) - len(slow.groups(case.own(case.after))) == says["n"] > 0
        and case.lost(case.move) == 0
    ),
    "flee": _flees,
    "flee.threat": lambda case, says: _flees(case, says) and says["target"] in case.prey(case.after),
    "threat": lambda case, says: {says["one"], says["other"]} in case.pairs(says["target"]),
    "threat.pairs": lambda case, says: len(case.pairs(says["target"])) == says["n"] > 1,
    "standing": lambda case, says: len(slow.groups(case.enemy(case.after))) == says["n"] > 0,
    "guard": lambda case, says: case.most(case.before, 1 - case.me) == says["n"] > case.most(case.after, 1 - case.me),
    "prepare": lambda case, says: case.most(case.after, case.me) == says["n"] > case.most(case.before, case.me),
    "pair": _pair,
    "free": lambda case, says: (
        case.ways(case.after, case.end) == says["n"] > says["before"] == case.ways(case.before, case.start)
    ),
    "safe": _safe,
}


def holds(state: State, move: Move, reason: Phrase) -> bool:
    """Whether what a reason says is so."""
    return CHECKS[reason.key.removeprefix("knopf.insight.")](Case(state, move), reason.values)


ALL_LOSE = {"lost"}
SOMETHING_LOST = {"save", "least"}
NOTHING_LOST = {"fork", "broken", "flee", "flee.threat", "threat", "threat.pairs", "standing", "guard", "prepare"}
NOTHING_LOST |= {"pair", "free", "safe"}


def agree(state: State, keys: list[str]) -> bool:
    """Whether all that is said at once can be true."""
    said = {key.removeprefix("knopf.insight.") for key in keys}
    alone = "pass" not in said or len(keys) == 1
    return alone and not (said & ALL_LOSE and said - ALL_LOSE) and not (said & SOMETHING_LOST and said & NOTHING_LOST)
