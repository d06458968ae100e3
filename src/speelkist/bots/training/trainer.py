"""A training run: settings, checkpoints, and the weights that come of it."""

from __future__ import annotations

import io
import json
import math
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from speelkist.bots.training_settings import Settings, features_of
from speelkist.compiled.contract import RngState, Weights
from speelkist.compiled.net import first_weights
from speelkist.compiled.playouts import load_kernel
from speelkist.compiled.weights import WeightsFile, write_weights
from speelkist.core import BadWeights, load
from speelkist.core.atomic_file import write_atomically

from .kernel import duel, first_side, play_and_learn

CHUNK = 50  # games between two looks at the clock, and at the rate


@dataclass(frozen=True)
class Progress:
    """Progress of a run: games played in all, positions learned, and the mean error of its estimates."""

    games: int
    of: int
    seconds: float
    positions: int
    error: float


def evaluation(id: str) -> ModuleType:
    """The module in which a game declares its features."""
    return features_of(id)()


def settings_of(id: str, **changes: Any) -> Settings:
    """How the shipped weights of a game are trained (its own ``TRAINING``), with some settings changed."""
    return Settings(**{**getattr(evaluation(id), "TRAINING", {}), **changes})


class Trainer:
    """One run, which can be saved and resumed."""

    def __init__(self, id: str, settings: Settings) -> None:
        self.id = id
        self.settings = settings
        self.kernel = load_kernel(id)
        module = evaluation(id)
        self.features: int = module.FEATURES
        self.pointers = (module.features, getattr(module, "side", first_side))
        self.options = self.kernel.options(load(id))
        self.first = self.kernel.new_state()
        self.kernel.start(self.options, self.first)
        self.weights = first_weights(self.features, settings.hidden, settings.seed)
        self.mean = np.zeros(len(self.weights), np.float64)
        self.summed = 0
        self.games = 0
        self.rngs = np.zeros((settings.threads, 1), np.uint64)
        self.rngs[:, 0] = np.random.default_rng(settings.seed).integers(2**63, size=settings.threads)

    def run(self, seconds: float | None = None) -> Iterator[Progress]:
        """Play and learn; yields its progress after every chunk, and may be stopped there.

        However short the time, one chunk is played: a run that is resumed again and again comes to its end.
        """
        end = math.inf if seconds is None else time.monotonic() + seconds
        with ThreadPoolExecutor(self.settings.threads) as pool:
            while self.games < self.settings.games:
                begun = time.monotonic()
                games = min(CHUNK * self.settings.threads, self.settings.games - self.games)
                errors = np.zeros((self.settings.threads, 1))
                edges = [games * part // self.settings.threads for part in range(self.settings.threads + 1)]
                shares = [above - under for under, above in pairwise(edges)]
                kept = self.weights.copy(), self.rngs.copy()
                try:
                    positions = sum(pool.map(self.learn, self.rngs, shares, errors))
                except BaseException:
                    pool.shutdown()  # an interrupted run keeps no half chunk, or the rest would differ
                    self.weights[:], self.rngs[:] = kept
                    raise
                self.games += games
                if 2 * self.games > self.settings.games:
                    self.mean += self.weights
                    self.summed += 1
                error = float(np.sqrt(errors.sum() / max(positions, 1)))
                yield Progress(self.games, self.settings.games, time.monotonic() - begun, positions, error)
                if time.monotonic() >= end:
                    return

    def learn(self, rng: RngState, games: int, errors: NDArray[np.float64]) -> int:
        """Play games and learn from each; adds the squared errors, gives the positions learned."""
        plan, kernel = self.settings, self.kernel
        rate = plan.rate * (1 - 0.9 * self.games / plan.games)
        return play_and_learn(
            kernel.legal,
            kernel.apply,
            kernel.draw,
            *self.pointers,
            self.options,
            self.first,
            kernel.most_moves,
            self.features,
            self.weights,
            plan.hidden,
            games,
            rate,
            plan.trace,
            plan.explore,
            rng,
            errors,
        )

    def best(self) -> Weights:
        """The weights so far: the mean of the last half, or before that those of now."""
        return (self.mean / self.summed).astype(np.float32) if self.summed else self.weights.copy()

    def score(self, other: Weights | None, pairs: int, seed: int) -> float:
        """The share of games that the weights so far win against others, one move ahead; None plays at random."""
        kernel = self.kernel
        rival = np.zeros(0, np.float32) if other is None else other
        hidden = self.settings.hidden
        rival_hidden = (len(rival) - 1) // (self.features + 2) if len(rival) > self.features + 1 else 0
        return duel(
            kernel.legal,
            kernel.apply,
            kernel.draw,
            *self.pointers,
            self.options,
            self.first,
            kernel.most_moves,
            self.features,
            self.best(),
            hidden,
            rival,
            rival_hidden,
            pairs,
            np.uint64(seed),
        )

    # On disk

    def save(self, path: Path) -> None:
        """Write a checkpoint: everything needed to go on as if nothing had happened."""
        plan = json.dumps({"game": self.id, "features": self.features, **asdict(self.settings)})
        file = io.BytesIO()
        np.savez(
            file,
            plan=np.frombuffer(plan.encode(), np.uint8),
            weights=self.weights,
            mean=self.mean,
            rngs=self.rngs,
            counts=np.array([self.games, self.summed]),
        )
        write_atomically(path, file.getvalue())

    @classmethod
    def resume(cls, id: str, path: Path, settings: Settings | None = None) -> Trainer:
        """Resume a run from its checkpoint.

        :raises BadWeights: if there is none, it is damaged, or belongs to another run or other settings.
        """
        try:
            with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
                plan = json.loads(bytes(file["plan"]))
                arrays = {name: file[name] for name in ("weights", "mean", "rngs", "counts")}
            game, features = plan.pop("game"), plan.pop("features")
            begun = Settings(**plan)
        except FileNotFoundError:
            raise BadWeights("bots.train.missing", name=path.name) from None
        except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
            raise BadWeights("bots.train.damaged", name=path.name) from None
        trainer = cls(id, begun)
        if game != id or features != trainer.features or settings not in (None, begun):
            raise BadWeights("bots.train.other", name=path.name)
        shapes = {"weights": trainer.weights.shape, "mean": trainer.mean.shape, "rngs": trainer.rngs.shape}
        if any(arrays[name].shape != shape for name, shape in shapes.items()) or arrays["counts"].shape != (2,):
            raise BadWeights("bots.train.damaged", name=path.name)
        trainer.weights[:], trainer.mean[:], trainer.rngs[:] = (arrays[name] for name in shapes)
        trainer.games, trainer.summed = map(int, arrays["counts"])
        return trainer

    def write(self, path: Path, **also: Any) -> None:
        """Write the weights as a file that a game can be shipped with, and how they were trained."""
        trained = {"command": f"speelkist train {self.id}", "played": self.games, **asdict(self.settings), **also}
        write_weights(path, WeightsFile(self.id, self.features, self.settings.hidden, self.best(), trained))
