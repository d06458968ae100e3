"""Positions of Cubus made short: say what matters, the rest is filled up."""

from __future__ import annotations

import json
from typing import Any

from speelkist.games.cubus import Cubus, CubusState
from speelkist.games.cubus.build_rules import Counts, picture_counts
from speelkist.games.cubus.notation import read_pile

TILES = (16, 16, 12, 4)


def tiles(text: str) -> dict[str, int]:
    """``"LLT"`` as counts."""
    return {kind: text.count(kind) for kind in "LRTO"}


def data(pile: str = "1@0,0", hands: tuple[str, ...] = ("", ""), stock: bool = True, **changes: Any) -> dict[str, Any]:
    """A position in round 2 of a game; ``stock=False`` takes the tiles that are left from the others' hands."""
    options = {"knocking": True, "young": False, "leftovers": "none", "demolition": False} | changes.pop("options", {})
    lids = changes.get("open", [])
    parsed = read_pile(pile)
    assert parsed is not None
    used: Counts = picture_counts(parsed, len(lids))
    total = (*TILES[:3], 0) if options["young"] else TILES
    in_hands = [tiles(hand) for hand in hands]
    left = {
        kind: total[index] - used[index] - sum(hand[kind] for hand in in_hands) for index, kind in enumerate("LRTO")
    }
    if not stock:  # the last player holds them: it must not matter to the test
        for kind in "LRTO":
            in_hands[-1][kind] += left[kind]
            left[kind] = 0
    return {
        "game": "cubus",
        "players": len(hands),
        "phase": "build",
        "to_move": 0,
        "first": 0,
        "round": 2,
        "passer": None,
        "knocker": None,
        "shown": [],
        "pile": pile,
        "open": [],
        "hands": in_hands,
        "stock": left,
        "scores": [0] * len(hands),
        "demolition_scores": [0] * len(hands),
        "passes": 0,
        "last_builder": None,
        "options": options,
    } | changes


def position(pile: str = "1@0,0", hands: tuple[str, ...] = ("", ""), stock: bool = True, **changes: Any) -> CubusState:
    """The state of such a position."""
    state = Cubus().from_json(json.dumps(data(pile, hands, stock, **changes)))
    assert isinstance(state, CubusState)
    return state


def play(state: CubusState, *moves: str) -> CubusState:
    """The state after some moves."""
    for move in moves:
        after = state.play(move)
        assert isinstance(after, CubusState)
        state = after
    return state


def key(state: CubusState, move: str) -> str | None:
    """The key of the refusal, or None if the move is legal."""
    why = state.why_not(move)
    return None if why is None else why.key
