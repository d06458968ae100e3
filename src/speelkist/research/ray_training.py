"""Self-play on Ray: actors on any number of machines play and learn, and a learner puts together what they learned.

Each actor gets the weights, plays a chunk of games with them and learns from these as ``speelkist train`` does, and
sends back by how much the weights have changed. The learner adds that to its own, which have gone on in the meantime,
and hands out the sum. An actor that is lost, with its process or its machine, loses its chunk and nothing else: another
one takes its place and plays that chunk.

What comes of a run depends on which actor is first, so it cannot be repeated exactly; with one actor it can.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
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
MOST_FAILED_STARTS = 10  # so many in a row, without a game in between, are no bad luck


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


@dataclass(frozen=True)
class Chunk:
    """Games of a run that one actor plays."""

    number: int
    games: int


class Actors:
    """The actors of a run: which are idle, which play what, and which are still being started.

    A new actor gets no games before it runs: where a machine was lost there may be no room for it, and its games would
    wait as long as the others play.
    """

    def __init__(self, make: Callable[[], Any], number: int) -> None:
        self._make = make
        self.idle: list[Any] = []
        self.unplayed: list[Chunk] = []  #: chunks of actors that were lost
        self.lost = 0
        self._busy: dict[Any, tuple[Any, Chunk]] = {}  # by what Ray waits for
        self._starting: dict[Any, Any] = {}
        self._failed_starts = 0
        for _ in range(number):
            self._start()

    def _start(self) -> None:
        actor = self._make()
        self._starting[actor.__ray_ready__.remote()] = actor

    def give(self, chunk: Chunk, weights: NDArray[np.float32], played: int) -> None:
        """Let an idle actor play a chunk."""
        actor = self.idle.pop()
        self._busy[actor.learn.remote(weights, chunk.number, played, chunk.games)] = actor, chunk

    def wait(self) -> Learned | None:
        """What the next actor learned, if one is done soon; a lost one is replaced.

        :raises BadOption: if no actor can be started.
        """
        ready, _ = ray.wait([*self._busy, *self._starting], num_returns=1, timeout=1.0)
        for task in ready:
            try:
                learned: Learned | None = ray.get(task)
            except ray.exceptions.RayActorError as error:  # its process or its machine is gone
                self._replace(task, error)
            else:
                if task in self._starting:
                    self.idle.append(self._starting.pop(task))
                else:
                    self._failed_starts = 0
                    self.idle.append(self._busy.pop(task)[0])
                    return learned
        return None

    def _replace(self, task: Any, error: Exception) -> None:
        self.lost += 1
        if task in self._busy:
            self.unplayed.append(self._busy.pop(task)[1])
        else:
            del self._starting[task]
            self._failed_starts += 1
            if self._failed_starts == MOST_FAILED_STARTS:
                raise BadOption("research.ray.start", why=str(error).strip().splitlines()[-1][:200]) from error
        self._start()

    def dismiss(self) -> None:
        """End them all."""
        for actor in [*self.idle, *self._starting.values(), *(actor for actor, _ in self._busy.values())]:
            ray.kill(actor)


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
        """Play and learn; yields its progress after every chunk, and may be stopped there.

        :raises BadOption: if no actor can be started.
        """
        end = math.inf if seconds is None else time.monotonic() + seconds
        given, lost = self.games, self.lost
        actors = Actors(self._new_actor, self._actors)
        begun = time.monotonic()
        try:
            while self.games < self.settings.games and time.monotonic() < end:
                while actors.idle and (actors.unplayed or given < self.settings.games):
                    if actors.unplayed:
                        chunk = actors.unplayed.pop()
                    else:
                        chunk = Chunk(given // CHUNK, min(CHUNK, self.settings.games - given))
                        given += chunk.games
                    actors.give(chunk, self.weights.copy(), self.games)
                learned = actors.wait()
                self.lost = lost + actors.lost
                if learned is not None:
                    self._take_in(learned)
                    error = float(np.sqrt(learned.squared_errors / max(learned.positions, 1)))
                    now = time.monotonic()
                    yield Progress(self.games, self.settings.games, now - begun, learned.positions, error)
                    begun = now
        finally:
            actors.dismiss()

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
