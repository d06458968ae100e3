"""The compiled rules against the reference rules, move by move. Without the JIT this runs in a process of its own:

NUMBA_DISABLE_JIT=1 python -m tests.laws.kernels GAME SEED GAMES
"""

from __future__ import annotations

import random
import sys

import numpy as np

import speelkist
from speelkist.compiled.contract import DRAW, PLAYER, REASON, WINNER, Kernel, OptionArray, StateArray
from speelkist.compiled.playouts import load_kernel
from speelkist.core import CHANCE, OVER, State
from speelkist.core.registry import package_of

from .examples import GAMES, examples, positions

COMPILED = tuple(game for game in GAMES if package_of(game).kernel is not None)


def check_state(kernel: Kernel, options: OptionArray, array: StateArray, state: State) -> dict[str, int]:
    """Compare one position: value, player, outcome, legal moves by notation. Gives the moves' numbers by notation."""
    assert kernel.unpack(state.game, options, array) == state
    again_rules, again = kernel.pack(state)
    assert np.array_equal(again_rules, options)
    assert np.array_equal(again, array), "pack and apply must give the same numbers"
    assert array[PLAYER] == state.player
    if state.outcome is None:
        assert (array[WINNER], array[REASON]) == (DRAW, -1)
    else:
        winners = state.outcome.winners
        assert array[WINNER] == (winners[0] if winners else DRAW)
        assert kernel.reasons[array[REASON]] == state.outcome.reason
    if state.player == OVER:
        return {}
    buffer = kernel.new_move_buffer()
    count = kernel.legal(options, array, buffer)
    texts = [kernel.text(options, array, int(move)) for move in buffer[:count]]
    assert sorted(texts) == sorted(move.text for move in state.legal())
    return dict(zip(texts, map(int, buffer[:count]), strict=True))


def check_game(state: State, rng: random.Random, most: int = 100_000) -> int:
    """Play a random game on both; gives the number of actions. Moves leave the rules' tables as they were."""
    kernel = load_kernel(state.game.info.id)
    options, array = kernel.pack(state)
    kept = options.copy()
    for action in range(most):
        codes = check_state(kernel, options, array, state)
        if not codes:
            return action
        move = rng.choice(state.legal())
        kernel.apply(options, array, codes[move.text])
        state = state.play(move)
        assert np.array_equal(options, kept)
    return most


def some_start(id: str, rng: random.Random) -> State:
    """The start under random options, or one of the named positions."""
    late = rng.choice([None, None, *positions(id)])
    return late or speelkist.load(id, **random_options(id, rng)).start()


def random_options(id: str, rng: random.Random) -> dict[str, object]:
    """Options by the game's own strategy."""
    drawn: list[dict[str, object]] = []
    from hypothesis import HealthCheck, Phase, given, seed, settings

    @seed(rng.randrange(2**32))
    @settings(
        max_examples=8,
        database=None,
        derandomize=False,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(examples(id).OPTIONS)
    def draw(options: dict[str, object]) -> None:
        drawn.append(options)

    draw()
    return rng.choice(drawn)


def main(id: str, seed: str, games: str) -> None:
    """Some games, for a process without the JIT."""
    rng = random.Random(int(seed))
    actions = sum(check_game(some_start(id, rng), rng, most=60) for _ in range(int(games)))
    print(f"{id}: {actions} actions alike")


def chance_seen(kernel: Kernel, options: OptionArray, array: StateArray, times: int, seed: int) -> dict[str, int]:
    """How often each outcome of chance was drawn."""
    assert array[PLAYER] == CHANCE
    rng = np.array([seed], np.uint64)
    seen: dict[str, int] = {}
    for _ in range(times):
        text = kernel.text(options, array, kernel.draw(options, array, rng))
        seen[text] = seen.get(text, 0) + 1
    return seen


if __name__ == "__main__":
    main(*sys.argv[1:])
