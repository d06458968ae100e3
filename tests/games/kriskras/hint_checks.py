"""Whether what a hint says about a move of Kris-kras holds, by the second statement of the rules in slow.py."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from speelkist.core import Move, Phrase, State

from . import slow

Data = dict[str, Any]
Says = Mapping[str, Any]


class Case:
    """A move with the positions before and after it."""

    def __init__(self, state: State, move: Move) -> None:
        self.before = state.to_data()
        self.move = move.text
        self.me = self.before["to_move"]
        self.other = slow.SIDES[1 - slow.SIDES.index(self.me)]
        self.legal = slow.legal(self.before)
        self.after = slow.play(self.before, self.move)
        places = self.move.replace("x", "-").split("-")
        self.start, self.end = places[0], places[-1]
        self.kind = "musketeer" if self.start in self.before[self.me]["musketeers"] else "soldier"

    def walks(self, data: Data, side: str) -> dict[tuple[int, int], set[str]]:
        """What a side could do with each throw, if it were to throw now."""
        asked = {**copy.deepcopy(data), "to_move": side, "phase": "move"}
        return {throw: slow.walks(asked, *throw) for throw in product(range(1, 7), range(1, 7))}

    def captures(self, data: Data, side: str, place: str) -> int:
        """With how many throws a side captures whoever stands on a square; on any, if it is empty."""
        ending = f"x{place}"
        return sum(
            any(text.endswith(ending) if place else "x" in text for text in texts)
            for texts in self.walks(data, side).values()
        )

    def homes(self, data: Data, place: str = "") -> int:
        """With how many throws the fighter on a square comes home; or anybody."""
        far = slow.FAR[self.me]
        return sum(
            any(
                text.startswith(f"{place}-" if place else "") and slow.square(text.split("-")[-1])[1] == far
                for text in texts
                if "x" not in text
            )
            for texts in self.walks(data, self.me).values()
        )

    def home(self, kind: str) -> int:
        return sum(slow.square(place)[1] == slow.FAR[self.me] for place in self.after[self.me][kind])

    def trades(self, data: Data, side: str) -> bool:
        return bool(slow.trades({**data, "to_move": side}))

    def ahead(self) -> int:
        return (slow.square(self.end)[1] - slow.square(self.start)[1]) * slow.FORWARD[self.me]

    def untouched(self) -> bool:
        """Nobody captures on the end square, not even a musketeer that comes back for it."""
        return not self.trades(self.after, self.other) and not self.captures(self.after, self.other, self.end)

    def won(self, reason: str) -> bool:
        result = self.after.get("result") or {}
        return result.get("winners") == [slow.SIDES.index(self.me)] and result.get("reason") == reason

    def by_points(self) -> list[int]:
        winners: list[int] = slow.by_points(self.before, "stuck")["winners"]
        return winners


def _risk(case: Case, says: Says, place: str) -> bool:
    return not case.trades(case.after, case.other) and case.captures(case.after, case.other, place) == says["n"] > 0


def _safe(case: Case, says: Says, kind: str) -> bool:
    danger = case.captures(case.before, case.other, case.start)
    return case.kind == kind and case.start == says["start"] and danger == says["n"] > 0 and case.untouched()


def _aim(case: Case, says: Says, kind: str) -> bool:
    return (
        says["square"] in case.after[case.other][kind]
        and case.captures(case.after, case.me, says["square"]) == says["n"]
        and says["n"] > case.captures(case.before, case.me, says["square"])
    )


def _past(case: Case, says: Says, in_zone: bool) -> bool:
    """All enemies that are not in their own zone stand behind the musketeer."""
    rank = slow.square(case.end)[1] * slow.FORWARD[case.me]
    ranks = [slow.square(place)[1] for kind in ("musketeers", "soldiers") for place in case.after[case.other][kind]]
    zone = slow.OWN[case.other]
    passed = all(other * slow.FORWARD[case.me] < rank for other in ranks if other != zone)
    return case.kind == "musketeer" and case.end == says["square"] and passed and (zone in ranks) == in_zone


def _guarded(case: Case, says: Says) -> bool:
    """Whoever captures on the square, each can be captured there by at least so many throws."""
    least = 36
    for texts in case.walks(case.after, case.other).values():
        for text in texts:
            if text.endswith(f"x{case.end}"):
                asked = {**copy.deepcopy(case.after), "to_move": case.other, "phase": "move"}
                least = min(least, case.captures(slow.play(asked, text), case.me, case.end))
    return case.end == says["square"] and least >= says["n"] > 0 and not case.trades(case.after, case.other)


def _pay_opens(case: Case, says: Says) -> bool:
    without = copy.deepcopy(case.before)
    without[case.me]["soldiers"].remove(says["square"])
    return bool(case.homes(without) - case.homes(case.before) == says["n"] > 0)


def _end(case: Case, winners: list[int]) -> bool:
    return case.move == "end" and not slow.can_move(case.before) and case.by_points() == winners


def _stuck(case: Case, says: Says) -> bool:
    """No move, lost on points; with the musketeer back there is one."""
    if slow.can_move(case.before) or case.by_points() != [slow.SIDES.index(case.other)]:
        return False
    freed = copy.deepcopy(case.before)
    freed[case.me]["musketeers"].append(says["square"])
    return slow.can_move(freed)


CHECKS: dict[str, Callable[[Case, Says], bool]] = {
    "only": lambda case, says: case.legal == {case.move},
    "trade": lambda case, says: case.move == f"={says['square']}" and len(slow.far_soldiers(case.before)) >= 2,
    "no_trade": lambda case, says: case.move == "throw" and len(slow.far_soldiers(case.before)) == says["n"],
    "trade.stuck": _stuck,
    "pay.opens": _pay_opens,
    "pay": lambda case, says: case.move == f"-{says['square']}",
    "end.win": lambda case, says: _end(case, [slow.SIDES.index(case.me)]),
    "end.draw": lambda case, says: _end(case, []),
    "end.lost": lambda case, says: _end(case, [slow.SIDES.index(case.other)]),
    "stays": lambda case, says: case.move == "--" and len(case.legal) > 1,
    **{
        f"win.{reason}": lambda case, says, reason=reason: case.won(reason)  # type: ignore[misc]
        for reason in ("musketeers_home", "musketeers_lost", "stuck", "idle")
    },
    "draw": lambda case, says: case.after["phase"] == "over" and case.after["result"]["winners"] == [],
    "loses": lambda case, says: case.after["result"]["winners"] == [slow.SIDES.index(case.other)],
    "capture.musketeer": lambda case, says: (
        case.end in case.before[case.other]["musketeers"] and len(case.after[case.other]["musketeers"]) == says["n"]
    ),
    "capture.soldier": lambda case, says: case.end in case.before[case.other]["soldiers"] and case.untouched(),
    "capture.risk": lambda case, says: case.end in case.before[case.other]["soldiers"] and _risk(case, says, case.end),
    "capture.plain": lambda case, says: case.end == says["square"] and case.end in case.before[case.other]["soldiers"],
    "home.musketeer": lambda case, says: case.kind == "musketeer" and case.home("musketeers") == says["n"],
    "home.soldier": lambda case, says: case.kind == "soldier" and case.home("soldiers") == says["n"],
    "home.trade": lambda case, says: (
        case.kind == "soldier" and case.home("soldiers") == 2 and case.trades(case.after, case.me)
    ),
    "safe.musketeer": lambda case, says: _safe(case, says, "musketeer"),
    "safe.soldier": lambda case, says: _safe(case, says, "soldier"),
    "safer": lambda case, says: (
        case.captures(case.before, case.other, case.start) == says["before"] > says["n"] and _risk(case, says, case.end)
    ),
    "near": lambda case, says: case.kind == "musketeer" and case.homes(case.after, says["square"]) == says["n"],
    "past": lambda case, says: _past(case, says, False),
    "past.zone": lambda case, says: _past(case, says, True),
    "aim.musketeer": lambda case, says: _aim(case, says, "musketeers"),
    "aim.soldier": lambda case, says: _aim(case, says, "soldiers"),
    "retreat": lambda case, says: slow.square(case.end)[1] == slow.OWN[case.me] and case.end == says["square"],
    "forward": lambda case, says: case.ahead() == says["n"] > 0 and case.untouched(),
    "forward.risk": lambda case, says: case.ahead() == says["rows"].values["n"] > 0 and _risk(case, says, case.end),
    "forward.plain": lambda case, says: case.ahead() == says["n"] > 0,
    "quiet": lambda case, says: (
        not case.trades(case.after, case.other) and not case.captures(case.after, case.other, "")
    ),
    "risk": lambda case, says: _risk(case, says, ""),
    "aside": lambda case, says: case.end == says["square"],
    "guarded": _guarded,
}
PARTS = {"rows"}  # said inside of others


def holds(state: State, move: Move, reason: Phrase) -> bool:
    """Whether what a reason says is so."""
    return CHECKS[reason.key.removeprefix("kriskras.insight.")](Case(state, move), reason.values)


def agree(state: State, keys: list[str]) -> bool:
    """Whether all that is said at once can be true: the only move is alone."""
    return "kriskras.insight.only" not in keys or len(keys) == 1
