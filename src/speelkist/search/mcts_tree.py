"""The compiled part of the Monte-Carlo tree search: the tree and all that is done to it; mcts.py explains it."""

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
        ("first", np.int32),  # its children are ``count`` nodes from here; none before it has been expanded
        ("count", np.int32),
        ("move", np.int32),  # that leads to it
        ("actor", np.int8),  # whose action is next there; known once it has been visited
        ("proven", np.int8),  # the winner, DRAW or UNKNOWN
    ],
    align=True,
)
NODES_TYPE = types.Array(numba.from_dtype(NODE), 1, "C")
UNKNOWN: Final = -2

MAX_EXPANDED: Final = 2  # no simulation expands more nodes: a throw, and the position after it
MAX_DEPTH: Final = 1 << 12  # no path goes further down
REUSE_DEPTH: Final = 6  # a kept tree is searched for the new position this many actions below its root,
REUSE_NODES: Final = 1 << 17  # and in no more than this many nodes

compiled = kernel_compiler(__file__)


@compiled(EVALUATE)
def no_evaluation(options: OptionArray, state: StateArray, weights: Weights) -> float:
    """A placeholder where playouts are used instead."""
    return 0.5


@inline_jit
def _result_value(winner: int) -> float:
    """The value of an end for player 0."""
    return 0.5 if winner == DRAW else 1.0 - winner


@inline_jit
def _expand(
    legal: Any, options: OptionArray, state: StateArray, rng: RngState, moves: Moves, nodes: Nodes, node: int, used: int
) -> int:
    """Give a node its children, in random order, so that the board does not decide which of equals comes first."""
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
def _evaluate_children(
    apply: Any,
    evaluate: Any,
    options: OptionArray,
    weights: Weights,
    state: StateArray,
    after: StateArray,
    nodes: Nodes,
    node: int,
) -> float:
    """Evaluate the moves of a player's node that was just expanded; returns the value of the best."""
    actor = nodes[node].actor
    best = -1.0 if actor == 0 else 2.0
    for place in range(nodes[node].count):
        child = nodes[nodes[node].first + place]
        after[:] = state
        apply(options, after, np.int64(child.move))
        child.actor = after[PLAYER]
        if after[PLAYER] == OVER:
            child.proven = after[WINNER]
            child.total = _result_value(after[WINNER])
        else:
            child.total = evaluate(options, after, weights)
        child.visits = 1
        best = max(best, child.total) if actor == 0 else min(best, child.total)
    _prove(nodes, node)
    return best


@inline_jit
def _select(nodes: Nodes, node: int, exploration: float) -> int:
    """UCT: the child to visit next, an unvisited one first; never one that is a proven loss."""
    actor = nodes[node].actor
    log_visits = np.log(nodes[node].visits + 1.0)
    best, best_score = -1, -1.0
    for child in range(nodes[node].first, nodes[node].first + nodes[node].count):
        if nodes[child].proven == 1 - actor:
            continue
        visits = nodes[child].visits
        if visits == 0:
            return child
        mean = 0.5 if nodes[child].proven == DRAW else nodes[child].total / visits
        score = (mean if actor == 0 else 1.0 - mean) + exploration * np.sqrt(log_visits / visits)
        if score > best_score:
            best, best_score = child, score
    return best


@inline_jit
def _outcome_child(nodes: Nodes, node: int, outcome: int) -> int:
    """The child of a chance node for an outcome."""
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
    use_evaluation: bool,
    exploration: float,
    rng: RngState,
    root: StateArray,
    state: StateArray,
    after: StateArray,
    moves: Moves,
    path: NDArray[np.int32],
    nodes: Nodes,
    used: NDArray[np.int64],
    most_nodes: int,
    max_simulations: int,
) -> int:
    """Simulate; stops early when the root is proven or more nodes are needed. Returns how many simulations were run."""
    for done in range(max_simulations):
        has_space = used[0] + MAX_EXPANDED * len(moves) <= len(nodes)
        if nodes[0].proven != UNKNOWN or (not has_space and len(nodes) < most_nodes):
            return done
        state[:] = root
        node, length = 0, 0
        while True:
            path[length] = node
            length += 1
            if nodes[node].proven != UNKNOWN:
                value = _result_value(nodes[node].proven)
                break
            if nodes[node].count == 0:
                evaluates_children = use_evaluation and nodes[node].actor != CHANCE
                unvisited = nodes[node].visits == 0 and node > 0
                if not has_space or length == len(path) or (unvisited and not evaluates_children):
                    if use_evaluation:
                        value = evaluate(options, state, weights)
                    else:
                        playout(options, state, rng)
                        value = _result_value(state[WINNER])
                    break
                used[0] += _expand(legal, options, state, rng, moves, nodes, node, used[0])
                if evaluates_children:
                    value = _evaluate_children(apply, evaluate, options, weights, state, after, nodes, node)
                    break
            if nodes[node].actor == CHANCE:
                node = _outcome_child(nodes, node, draw(options, state, rng))
            else:
                node = _select(nodes, node, exploration)
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
    return max_simulations


@compiled(types.int64(types.FunctionType(APPLY), OPTIONS_TYPE, NODES_TYPE, STATE_TYPE, STATE_TYPE))
def find_node(apply: Any, options: OptionArray, nodes: Nodes, root: StateArray, wanted: StateArray) -> int:
    """The node of a position a few actions below the root, or -1."""
    states = np.empty((REUSE_DEPTH + 1, len(root)), np.int16)
    states[0] = root
    above = np.zeros(REUSE_DEPTH + 1, np.int64)  # the node at each depth, and which child of it comes next
    next_child = np.zeros(REUSE_DEPTH + 1, np.int64)
    next_child[0] = nodes[0].first
    depth, searched = 0, 0
    while depth >= 0 and searched < REUSE_NODES:
        node = above[depth]
        child = next_child[depth]
        if depth == REUSE_DEPTH or child == nodes[node].first + nodes[node].count:
            depth -= 1
            continue
        next_child[depth] += 1
        if nodes[child].visits == 0:
            continue
        searched += 1
        states[depth + 1] = states[depth]
        apply(options, states[depth + 1], np.int64(nodes[child].move))
        if np.array_equal(states[depth + 1], wanted):
            return int(child)
        depth += 1
        above[depth], next_child[depth] = child, nodes[child].first
    return -1


@compiled(types.int64(NODES_TYPE, types.int64, types.int64))
def keep_subtree(nodes: Nodes, used: int, root: int) -> int:
    """Drop all nodes but those below ``root``, which becomes node 0; returns how many are left.

    Children come after their parents in the array, so that everything can move towards the front in one pass.
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
