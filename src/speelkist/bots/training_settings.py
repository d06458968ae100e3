"""What decides a training run, checked without loading what trains: that takes seconds, and needs numba."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

from speelkist.core import BadOption
from speelkist.core.registry import package_of

NUMBERS = {
    "games": (1, 10**9),
    "hidden": (0, 1024),
    "seed": (0, 2**63 - 1),
    "threads": (1, 64),
    "rate": (1e-6, 10.0),
    "trace": (0.0, 1.0),
    "explore": (0.0, 1.0),
}


@dataclass(frozen=True)
class Settings:
    """Everything that decides the weights; with one thread the same settings give the same weights.

    The rate falls evenly to a tenth of itself. What is kept is the mean of the weights over the last half of the run.
    """

    games: int = 20_000
    hidden: int = 0
    seed: int = 1
    rate: float = 0.02
    trace: float = 0.7
    explore: float = 0.05
    threads: int = 1  # more threads share the weights without locks: faster, but not reproducible

    def __post_init__(self) -> None:
        for name, (low, high) in NUMBERS.items():
            value = getattr(self, name)
            right = type(value) is int or (type(value) is float and isinstance(low, float))
            if not right or not low <= value <= high:
                raise BadOption("bots.train.number", name=name, low=str(low), high=str(high), found=str(value)[:40])


def features_of(id: str) -> Callable[[], ModuleType]:
    """What loads the module in which a game declares its features.

    :raises BadOption: if it declares none, so that there is nothing to train.
    """
    load_features = package_of(id).features
    if load_features is None:
        raise BadOption("bots.train.none", game=id)
    return load_features
