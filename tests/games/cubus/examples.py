"""Examples of Cubus for the laws that every game obeys."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any, cast

from hypothesis import strategies as st

from speelkist.core import Outcome, State
from speelkist.games.cubus import CubusState, Pile
from speelkist.games.cubus.build_rules import Counts
from speelkist.games.cubus.notation import Build, read_build

from .setting import data

# A state takes long to list its builds, so that the laws are tried less often.
TRIES = 3
MOST_ACTIONS = 12
LISTED_IN_PART = ("build", "show", "leftovers")

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "players": st.integers(2, 6),
        "knocking": st.booleans(),
        "young": st.booleans(),
        "leftovers": st.sampled_from(["none", "lowest", "best"]),
        "demolition": st.booleans(),
    },
)

# What games are played in which hints are held against the rules.
HINT_OPTIONS: list[dict[str, Any]] = [
    {},
    {"players": 3, "demolition": True},
    {"young": True},
    {"knocking": False, "leftovers": "best"},
    {"players": 5, "leftovers": "lowest"},
]

_KNOCKED: dict[str, Any] = {"phase": "show", "passer": 0, "knocker": 2, "to_move": 2}
_LIDS = [[-3, -3], [-3, -2], [-2, -3], [-2, -2]]
_DEMOLITION: dict[str, Any] = {"knocking": False, "demolition": True}

POSITIONS: dict[str, str] = {
    name: json.dumps(position)
    for name, position in {
        "corner flip": data("0,2/2,1@0,0", ("L", "R"), last_builder=1),
        "layer under an open lid": data("1,1,1/1,1,1/1,1,1@0,0", ("LR", "LR", ""), open=[[2, 2]], round=9),
        "passed": data("2@0,0", ("TR", "L", ""), phase="knock", passer=0, to_move=1),
        "knocked": data("2@0,0", ("TR", "L", ""), **_KNOCKED),
        "last passes": data("4,4,4,4/4,4,4,4/4,4,4,4/4,4,4,4@0,0", stock=False, open=_LIDS, passes=1),
        "lowest": data("3@0,0", ("L", "R", "T"), stock=False, passes=2, to_move=2, options={"leftovers": "lowest"}),
        "best": data(
            "2@0,0",
            ("LR", "LR"),
            stock=False,
            passes=2,
            phase="leftovers",
            to_move=1,
            shown=["build 3@0,0"],
            options={"leftovers": "best", **_DEMOLITION},
        ),
        "demolition": data("2,2/2,2@0,0", stock=False, phase="demolish", options=_DEMOLITION),
        "demolition of open lids": data(
            "2,1@0,0", stock=False, phase="demolish", open=[[-1, -1], [0, 1]], options=_DEMOLITION
        ),
        "duty": data("0,2/2,1@0,0", ("L", "R"), options={"knocking": False}),
        "young": data("2,1@0,0", ("LRT", "L"), options={"young": True}),
        "first round": data(hands=("L", "", ""), phase="draw", round=1, to_move=1),
        "over": data("1@0,0", stock=False, phase="over", scores=[3, 4]),
    }.items()
}


def _swapped(counts: Counts) -> Counts:
    return counts[1], counts[0], counts[2], counts[3]


def _mirrored_pile(pile: Pile) -> Pile:
    return Pile(tuple(sorted((y, x, height) for x, y, height in pile.columns)))


def mirror(state: State) -> State | None:
    """The picture in a mirror: left sides become right sides.

    The search that decides whether a pass is legal may miss a build here and see its mirror image.
    """
    now = cast("CubusState", state)
    if now.checks_duty() and not now.must_build():
        return None
    return replace(
        now,
        pile=_mirrored_pile(now.pile),
        open=tuple(sorted((b, a) for a, b in now.open)),
        hands=tuple(_swapped(hand) for hand in now.hands),
        stock=_swapped(now.stock),
        shown=tuple(mirror_move(state, text) for text in now.shown),
    )


def mirror_move(state: State, text: str) -> str:
    """A move in the mirror."""
    if text.startswith("build"):
        build = read_build(text)
        assert isinstance(build, Build)
        return Build(_mirrored_pile(build.pile), tuple(sorted((b, a) for a, b in build.open))).text
    if text.startswith("take"):
        x, y = text.removeprefix("take ").split(",")
        return f"take {y},{x}"
    return {"+L": "+R", "+R": "+L"}.get(text, text)


def turn(state: State) -> State:
    """Everybody moves up one seat."""
    now = cast("CubusState", state)
    n = now.game.players

    def seat(player: int | None) -> int | None:
        return None if player is None else (player + 1) % n

    def turned(outcome: Outcome | None) -> Outcome | None:
        if outcome is None:
            return None
        winners = tuple(sorted((winner + 1) % n for winner in outcome.winners))
        points = None if outcome.points is None else (outcome.points[-1], *outcome.points[:-1])
        return Outcome(winners, outcome.reason, points, turned(outcome.earlier))

    return replace(
        now,
        player=now.player if now.player < 0 else (now.player + 1) % n,
        outcome=turned(now.outcome),
        turn=seat(now.turn),
        first=seat(now.first),
        passer=seat(now.passer),
        knocker=seat(now.knocker),
        last_builder=seat(now.last_builder),
        hands=(now.hands[-1], *now.hands[:-1]),
        scores=(now.scores[-1], *now.scores[:-1]),
        demolition_scores=(now.demolition_scores[-1], *now.demolition_scores[:-1]),
    )


def turn_move(state: State, text: str) -> str:
    """A move made one seat further."""
    n = state.game.players
    return re.sub(r"(first|knock):(\d)", lambda match: f"{match[1]}:{(int(match[2]) + 1) % n}", text)


SYMMETRIES = [("mirror", mirror, mirror_move), ("seats", turn, turn_move)]
