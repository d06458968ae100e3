"""Self-play on Ray: actors on any number of machines play and learn, and a learner puts together what they learned.

Each actor gets the weights, plays a chunk of games with them and learns from these as ``speelkist train`` does, and
sends back by how much the weights have changed. The learner adds that to its own, which have gone on in the meantime,
and hands out the sum. An actor that is lost, with its process or its machine, loses its chunk and nothing else: another
one takes its place and plays that chunk.

What comes of a run depends on which actor is first, so it cannot be repeated exactly; with one actor it can.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import ray
from numpy.typing import NDArray

from speelkist.bots.training.trainer import Progress, Trainer
from speelkist.bots.training_settings import Settings
from speelkist.core import BadOption, BadWeights

CHUNK = 100  # games that an actor plays with the weights it was given
MOST_ACTORS = 4096
SUMMED = 8  # so many actors' changes are added up in full; those of more are scaled down to as much
STRENGTH_PAIRS = 200
STRENGTH_SEED = 21


@dataclass(frozen=True)
class Learned:
    """What an actor sends back."""

    change: NDArray[np.float32]
    games: int
    positions: int
    squared_errors: float


class SelfPlay:
    """What an actor does; a plain class, so that it runs without Ray too."""

    def __init__(self, id: str, settings: Settings) -> None:
        self._trainer = Trainer(id, settings)

    def learn(self, weights: NDArray[np.float32], chunk: int, played: int, games: int) -> Learned:
        """Play chunk number ``chunk``; ``played`` games of the run lie before it."""
        trainer, errors = self._trainer, np.zeros(1)
        trainer.weights[:] = weights
        trainer.games = played  # decides how fast it learns
        rng = np.random.default_rng([trainer.settings.seed, chunk]).integers(2**63, size=1).astype(np.uint64)
        positions = trainer.learn(rng, games, errors)
        return Learned(trainer.weights - weights, games, positions, float(errors[0]))


class RayTrainer(Trainer):
    """A training run whose games are played by actors. Checkpoints and weights are those of ``Trainer``."""

    def __init__(self, id: str, settings: Settings, actors: int = 1) -> None:
        if type(actors) is not int or not 1 <= actors <= MOST_ACTORS:
            raise BadOption("bots.train.number", name="actors", low="1", high=str(MOST_ACTORS), found=str(actors)[:40])
        super().__init__(id, settings)
        self._actors = actors
        self.lost = 0  #: actors that were lost so far
        self._kind: Any = ray.remote(num_cpus=1, max_restarts=0)(SelfPlay)

    def set_actors(self, actors: int) -> None:
        """How many play from now on, for a run that is resumed."""
        self._actors = actors

    def run(self, seconds: float | None = None) -> Iterator[Progress]:
        """Play and learn; yields its progress after every chunk, and may be stopped there."""
        end = None if seconds is None else time.monotonic() + seconds
        busy: dict[Any, tuple[Any, int, int]] = {}  # what each waits for: the actor, its chunk, its games
        lost: list[tuple[int, int]] = []  # chunks to be played again
        given = self.games
        idle = [self._new_actor() for _ in range(self._actors)]
        begun = time.monotonic()
        try:
            while self.games < self.settings.games and (end is None or time.monotonic() < end):
                while idle and (lost or given < self.settings.games):
                    if lost:
                        chunk, games = lost.pop()
                    else:
                        chunk, games = given // CHUNK, min(CHUNK, self.settings.games - given)
                        given += games
                    actor = idle.pop()
                    task = actor.learn.remote(self.weights.copy(), chunk, self.games, games)
                    busy[task] = actor, chunk, games
                ready, _ = ray.wait(list(busy), num_returns=1, timeout=1.0)
                for task in ready:
                    actor, chunk, games = busy.pop(task)
                    try:
                        learned: Learned = ray.get(task)
                    except ray.exceptions.RayActorError:  # its process or its machine is gone
                        self.lost += 1
                        lost.append((chunk, games))
                        idle.append(self._new_actor())
                        continue
                    idle.append(actor)
                    self._take_in(learned)
                    error = float(np.sqrt(learned.squared_errors / max(learned.positions, 1)))
                    now = time.monotonic()
                    yield Progress(self.games, self.settings.games, now - begun, learned.positions, error)
                    begun = now
        finally:
            for actor in [*idle, *(actor for actor, _, _ in busy.values())]:
                ray.kill(actor)

    def _new_actor(self) -> Any:
        return self._kind.remote(self.id, self.settings)

    def _take_in(self, learned: Learned) -> None:
        self.weights += learned.change * np.float32(min(1.0, SUMMED / self._actors))
        self.games += learned.games
        if 2 * self.games > self.settings.games:
            self.mean += self.weights
            self.summed += 1


def connect(address: str | None) -> None:
    """Join the cluster at an address (``auto``: the one this machine belongs to), or start one on this machine.

    :raises BadOption: if there is none at the address.
    """
    if ray.is_initialized():
        return
    try:
        ray.init(address=address, include_dashboard=False if address is None else None, log_to_driver=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise BadOption("research.ray.address", address=str(address)[:80], why=str(error)[:200]) from error


class TrainingLog:
    """TensorBoard's files: games a second, the error of the estimates, the strength against the shipped weights."""

    def __init__(self, folder: Path) -> None:
        from tensorboardX import SummaryWriter

        self._writer = SummaryWriter(str(folder))
        self._begun, self._games = time.monotonic(), -1

    def progress(self, step: Progress, lost: int) -> None:
        """Note a chunk."""
        if self._games >= 0:
            speed = (step.games - self._games) / max(time.monotonic() - self._begun, 1e-9)
            self._writer.add_scalar("games_per_second", speed, step.games)
        self._begun, self._games = time.monotonic(), step.games
        self._writer.add_scalar("error", step.error, step.games)
        self._writer.add_scalar("actors_lost", lost, step.games)

    def strength(self, games: int, share: float) -> None:
        """Note how many of its games it wins against the shipped weights."""
        self._writer.add_scalar("share_against_shipped", share, games)

    def close(self) -> None:
        """Write what is left."""
        self._writer.close()


def share_against_shipped(trainer: Trainer, pairs: int = STRENGTH_PAIRS) -> float | None:
    """The share of games won against the weights that the game is shipped with; None where they have another shape."""
    from speelkist.compiled.weights import read_weights

    try:
        shipped = read_weights(trainer.id, trainer.features)
    except BadWeights:
        return None
    return trainer.score(shipped, pairs, STRENGTH_SEED)
