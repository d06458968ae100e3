"""A kernel's ``playout`` may take a shorter way than its ``legal`` and ``apply``: it must play the same game.

What a playout does on its way cannot be seen; where it ends can. So its ends are compared with those of the rules, from
positions in which the next move can end the game. Needs the extra ``fast``, but only when a check is called.
"""

from __future__ import annotations

from collections import Counter
from math import sqrt

from speelkist.core.game import CHANCE, State

MOST_DRAWS = 2  # of chance in a row that are followed: longer rows only set up a game


def check_playout_ends(state: State, seed: int, times: int = 300) -> set[str]:
    """Check that playouts end before a second move where the rules do, and as often; gives the reasons of such ends.

    A shorter way is most easily wrong in what it does not read from the options, so call it under all their values.

    :raises AssertionError: if a playout ends where no game does, or an end comes too often or too rarely.
    """
    from speelkist.compiled.playouts import load_kernel
    from speelkist.compiled.rng import new_rng

    kernel = load_kernel(state.game.info.id)
    options, array = kernel.pack(state)
    rng = new_rng(seed)
    seen: Counter[State] = Counter()
    for _ in range(times):
        now = array.copy()
        if kernel.playout(options, now, rng) <= 1:
            seen[kernel.unpack(state.game, options, now)] += 1
    return _compare(state, seen, times)


def _compare(state: State, seen: Counter[State], times: int) -> set[str]:
    ends = _ends_after_one_move(state)
    assert set(seen) <= set(ends), f"a playout ends where no game does: {state!r}"
    reasons: dict[str, list[State]] = {}
    for end, odds in ends.items():
        assert _is_close(seen[end], odds, times), f"{end!r} follows too often or too rarely: {state!r}"
        if end.outcome is not None:
            reasons.setdefault(end.outcome.reason, []).append(end)
    for reason, alike in reasons.items():  # of many rare ends each alone proves little
        count, odds = sum(seen[end] for end in alike), sum(ends[end] for end in alike)
        assert _is_close(count, min(odds, 1.0), times), f"an end by {reason} follows too often or too rarely: {state!r}"
    return set(reasons)


def _ends_after_one_move(state: State) -> dict[State, float]:
    """By the rules: the states in which the game can end before a second move, with their odds under random play."""
    ends: dict[State, float] = {}
    waiting = [(state, 1.0, 0, 0)]  # with its odds, the moves made, and how often chance has just acted
    while waiting:
        now, odds, moves, draws = waiting.pop()
        if now.outcome is not None:
            ends[now] = ends.get(now, 0) + odds
        elif now.player == CHANCE and draws < MOST_DRAWS:
            waiting += [(now.play(draw), odds * float(part), moves, draws + 1) for draw, part in now.odds().items()]
        elif now.player != CHANCE and moves == 0:
            legal = now.legal()
            waiting += [(now.play(move), odds / len(legal), 1, 0) for move in legal]
    return ends


def _is_close(count: int, odds: float, times: int) -> bool:
    """Whether something of these odds may happen so often: within five standard deviations."""
    return abs(count - times * odds) <= 5 * sqrt(times * odds * (1 - odds)) + 1
