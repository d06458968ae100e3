"""``python -m tests.support.kernels`` compiles all kernels once, before every test process would do it for itself."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec

from speelkist import games
from speelkist.bots.precompile import compile_game
from speelkist.core.registry import package_of

AT_ONCE = 2


def compile_for_tests(game: str) -> str:
    """Compile what the bots of a game need, and what is shared by playouts and training."""
    lacking = compile_game(game)
    import speelkist.bots.training.kernel
    import speelkist.fast  # noqa: F401  (compiled by being imported)

    encoding = package_of(game).encoding
    if encoding is not None:
        encoding()

    return ", ".join(f"{strength}: {why}" for strength, why in lacking.items()) or "ready"


def compile_all() -> None:
    """Compile the kernels of all games, two at a time."""
    with ProcessPoolExecutor(AT_ONCE) as pool:
        for game, status in zip(games(), pool.map(compile_for_tests, games()), strict=True):
            print(f"{game}: {status}", flush=True)


if __name__ == "__main__" and find_spec("numba") is not None:  # without it the tests say what is left out
    compile_all()
