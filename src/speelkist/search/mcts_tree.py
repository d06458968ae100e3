"""The tree of the Monte-Carlo search, and everything done to it in compiled code; mcts.py tells what it means."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from speelkist.compiled.contract import (
    APPLY,
    DRAW,
    DRAW_OUTCOME,
    EVALUATE,
    LEGAL,
    MOVES_TYPE,
    OPTIONS_TYPE,
    PLAYER,
    PLAYOUT,
    RNG_TYPE,
    STATE_TYPE,
    WEIGHTS_TYPE,
    WINNER,
    Moves,
    OptionArray,
    RngState,
    StateArray,
    Weights,
)
from speelkist.compiled.jit import inline_jit, kernel_compiler
from speelkist.compiled.rng import below
from speelkist.core import CHANCE, OVER

Nodes: TypeAlias = NDArray[Any]

NODE: Final = np.dtype(
    [
        ("total", np.float64),  # of the values seen, for player 0
        ("visits", np.int32),
        ("first", np.int32),  # its children are ``count`` nodes from here; none before it has been opened
        ("count", np.int32),
        ("move", np.int32),  # that leads to it
        ("actor", np.int8),  # whose action is next there; known once it has been visited
        ("proven", np.int8),  # the winner, DRAW or UNKNOWN
    ],
    align=True,
)
NODES_TYPE = types.Array(numba.from_dtype(NODE), 1, "C")
UNKNOWN: Final = -2

OPENED: Final = 2  # no simulation opens more nodes: a throw, and the position after it
DEEPEST: Final = 1 << 12  # no path goes further down
AHEAD: Final = 6  # so many actions after its root a kept tree is searched for the position to think about,
LOOKED_AT: Final = 1 << 17  # and no further than so many positions

compiled = kernel_compiler(__file__)


@compiled(EVALUATE)
def no_evaluation(options: OptionArray, state: StateArray, weights: Weights) -> float:
    """What is handed over where playouts judge."""
    return 0.5


@inline_jit
def _worth(winner: int) -> float:
    """What an end is worth to player 0."""
    return 0.5 if winner == DRAW else 1.0 - winner


@inline_jit
def _open(
    legal: Any, options: OptionArray, state: StateArray, rng: RngState, moves: Moves, nodes: Nodes, node: int, used: int
) -> int:
    """Give a node its children, in any order: which of equals comes first must not follow from the board."""
    count = legal(options, state, moves)
    nodes[node].first = used
    nodes[node].count = count
    for place in range(count):
        if state[PLAYER] != CHANCE:
            other = place + below(rng, count - place)
            moves[place], moves[other] = moves[other], moves[place]
        child = nodes[used + place]
        child.total = 0.0
        child.visits = child.first = child.count = 0
        child.move = moves[place]
        child.actor = 0
        child.proven = UNKNOWN
    return count  # type: ignore[no-any-return]


@inline_jit
def _judge_children(
    apply: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    state: StateArray,
    after: StateArray,
    nodes: Nodes,
    node: int,
) -> float:
    """Judge the moves of a player's node that was just opened; the best one's value."""
    actor = nodes[node].actor
    best = -1.0 if actor == 0 else 2.0
    for place in range(nodes[node].count):
        child = nodes[nodes[node].first + place]
        after[:] = state
        apply(options, after, np.int64(child.move))
        child.actor = after[PLAYER]
        if after[PLAYER] == OVER:
            child.proven = after[WINNER]
            child.total = _worth(after[WINNER])
        else:
            child.total = evaluate(options, after, weights)
        child.visits = 1
        best = max(best, child.total) if actor == 0 else min(best, child.total)
    _prove(nodes, node)
    return best


@inline_jit
def _choose(nodes: Nodes, node: int, explore: float) -> int:
    """The child to look at next: one never seen, else by its value and how seldom it was seen; never a lost one."""
    actor = nodes[node].actor
    seen = np.log(nodes[node].visits + 1.0)
    best, best_score = -1, -1.0
    for child in range(nodes[node].first, nodes[node].first + nodes[node].count):
        if nodes[child].proven == 1 - actor:
            continue
        visits = nodes[child].visits
        if visits == 0:
            return child
        mean = 0.5 if nodes[child].proven == DRAW else nodes[child].total / visits
        score = (mean if actor == 0 else 1.0 - mean) + explore * np.sqrt(seen / visits)
        if score > best_score:
            best, best_score = child, score
    return best


@inline_jit
def _fallen(nodes: Nodes, node: int, outcome: int) -> int:
    """The child of a throw or lot."""
    child = nodes[node].first
    while nodes[child].move != outcome:
        child += 1
    return child  # type: ignore[no-any-return]


@inline_jit
def _prove(nodes: Nodes, node: int) -> bool:
    """Whether what is proven of the children proves the node; then it is noted."""
    actor = nodes[node].actor
    first = nodes[node].first
    last = first + nodes[node].count
    if actor == CHANCE:
        proven = nodes[first].proven
        for child in range(first, last):
            if nodes[child].proven == UNKNOWN or nodes[child].proven != proven:
                return False
        nodes[node].proven = proven
        return True
    best = 1 - actor
    known = True
    for child in range(first, last):
        proven = nodes[child].proven
        if proven == actor:
            nodes[node].proven = actor
            return True
        if proven == UNKNOWN:
            known = False
        elif proven == DRAW:
            best = DRAW
    if known:
        nodes[node].proven = best
    return known


@compiled(
    types.int64(
        types.FunctionType(LEGAL),
        types.FunctionType(APPLY),
        types.FunctionType(DRAW_OUTCOME),
        types.FunctionType(PLAYOUT),
        types.FunctionType(EVALUATE),
        OPTIONS_TYPE,
        WEIGHTS_TYPE,
        types.boolean,
        types.float64,
        RNG_TYPE,
        STATE_TYPE,
        STATE_TYPE,
        STATE_TYPE,
        MOVES_TYPE,
        types.int32[::1],
        NODES_TYPE,
        types.int64[::1],
        types.int64,
        types.int64,
    )
)
def simulate(
    legal: Any,
    apply: Any,
    draw: Any,
    playout: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    judging: bool,
    explore: float,
    rng: RngState,
    root: StateArray,
    state: StateArray,
    after: StateArray,
    moves: Moves,
    path: NDArray[np.int32],
    nodes: Nodes,
    used: NDArray[np.int64],
    most_nodes: int,
    most: int,
) -> int:
    """Simulate at most so many times; fewer when the root is proven or more room is needed. Gives how many."""
    for done in range(most):
        room = used[0] + OPENED * len(moves) <= len(nodes)
        if nodes[0].proven != UNKNOWN or (not room and len(nodes) < most_nodes):
            return done
        state[:] = root
        node, length = 0, 0
        while True:
            path[length] = node
            length += 1
            if nodes[node].proven != UNKNOWN:
                value = _worth(nodes[node].proven)
                break
            if nodes[node].count == 0:
                look = judging and nodes[node].actor != CHANCE
                fresh = nodes[node].visits == 0 and node > 0
                if not room or length == len(path) or (fresh and not look):
                    if judging:
                        value = evaluate(options, state, weights)
                    else:
                        playout(options, state, rng)
                        value = _worth(state[WINNER])
                    break
                used[0] += _open(legal, options, state, rng, moves, nodes, node, used[0])
                if look:
                    value = _judge_children(apply, evaluate, options, weights, state, after, nodes, node)
                    break
            if nodes[node].actor == CHANCE:
                node = _fallen(nodes, node, draw(options, state, rng))
            else:
                node = _choose(nodes, node, explore)
            apply(options, state, np.int64(nodes[node].move))
            if nodes[node].visits == 0:
                nodes[node].actor = state[PLAYER]
                if state[PLAYER] == OVER:
                    nodes[node].proven = state[WINNER]
        for place in range(length):
            nodes[path[place]].visits += 1
            nodes[path[place]].total += value
        place = length - 1
        while place > 0 and nodes[path[place]].proven != UNKNOWN and _prove(nodes, path[place - 1]):
            place -= 1
    return most


@compiled(types.int64(types.FunctionType(APPLY), OPTIONS_TYPE, NODES_TYPE, STATE_TYPE, STATE_TYPE))
def look_for(apply: Any, options: OptionArray, nodes: Nodes, root: StateArray, wanted: StateArray) -> int:
    """The node of a position a few actions below the root, or -1."""
    states = np.empty((AHEAD + 1, len(root)), np.int16)
    states[0] = root
    above = np.zeros(AHEAD + 1, np.int64)  # the node at each depth, and which child of it comes next
    following = np.zeros(AHEAD + 1, np.int64)
    following[0] = nodes[0].first
    depth, looked = 0, 0
    while depth >= 0 and looked < LOOKED_AT:
        node = above[depth]
        child = following[depth]
        if depth == AHEAD or child == nodes[node].first + nodes[node].count:
            depth -= 1
            continue
        following[depth] += 1
        if nodes[child].visits == 0:
            continue
        looked += 1
        states[depth + 1] = states[depth]
        apply(options, states[depth + 1], np.int64(nodes[child].move))
        if np.array_equal(states[depth + 1], wanted):
            return int(child)
        depth += 1
        above[depth], following[depth] = child, nodes[child].first
    return -1


@compiled(types.int64(NODES_TYPE, types.int64, types.int64))
def keep(nodes: Nodes, used: int, root: int) -> int:
    """Throw away all but what is below ``root``, which becomes node 0: how many are left.

    Children lie behind their parents, so everything moves towards the front, one after the other.
    """
    parent = np.full(used, -1, np.int32)  # where the parent of a node that is kept has gone
    parent[root] = 0
    kept = 0
    for node in range(root, used):
        if parent[node] < 0:
            continue
        nodes[kept] = nodes[node]
        if node > root and nodes[parent[node]].first == node:
            nodes[parent[node]].first = kept
        for child in range(nodes[kept].first, nodes[kept].first + nodes[kept].count):
            parent[child] = kept
        kept += 1
    return kept
