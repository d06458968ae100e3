"""Games a second of self-play on Ray with one actor and with two, each pinned to a core; the target is 1.7 times.

    python benchmarks/ray_actors.py [--game GAME] [--seconds S] [--repeats N]

The learner is not pinned, so on two cores it shares with the actors. One and two take turns; a run counts from the
moment at which every actor has played its first games, so that starting and compiling are not in it. The median of the
repeats counts.
"""

from __future__ import annotations

import argparse
import os
import time
from statistics import median
from typing import Any

import ray

from speelkist.bots.training import settings_of
from speelkist.research.ray_training import Learned, RayTrainer, SelfPlay

TARGET = 1.7
ENDLESS = 10**9  # games; the clock ends a run


class PinnedSelfPlay(SelfPlay):
    """An actor with a core of its own."""

    def __init__(self, id: str, settings: Any, core: int) -> None:
        os.sched_setaffinity(0, {core})
        super().__init__(id, settings)
        self._core = core

    def learn(self, *arguments: Any) -> Learned:
        """Play a chunk; Ray may do so in another thread than the first."""
        os.sched_setaffinity(0, {self._core})
        return super().learn(*arguments)


class PinnedTrainer(RayTrainer):
    """Actors on the first cores."""

    def __init__(self, id: str, actors: int) -> None:
        super().__init__(id, settings_of(id, games=ENDLESS, threads=1), actors)
        self._kind = ray.remote(num_cpus=1)(PinnedSelfPlay)
        self._cores = sorted(os.sched_getaffinity(0))

    def _new_actor(self) -> Any:
        return self._kind.remote(self.id, self.settings, self._cores.pop(0))


def games_a_second(game: str, actors: int, seconds: float) -> float:
    """One run."""
    trainer = PinnedTrainer(game, actors)
    end, begun, first = None, 0.0, 0
    for number, step in enumerate(trainer.run()):
        now = time.monotonic()
        if end is None and number >= 10 * actors:
            end, begun, first = now + seconds, now, step.games
        elif end is not None and now >= end:
            return (step.games - first) / (now - begun)
    raise RuntimeError("the run ended by itself")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Games a second on Ray with one actor and with two.")
    parser.add_argument("--game", default="kriskras")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(given.repeats):
        for actors, measured in rates.items():
            measured.append(games_a_second(given.game, actors, given.seconds))
            print(
                f"{given.game}, actors {actors}: {measured[-1]:,.0f} games/s, load {os.getloadavg()[0]:.1f}", flush=True
            )
    single, double = (median(measured) for measured in rates.values())
    word = "ok" if double / single >= TARGET else "missed"
    print(f"{given.game}: {single:,.0f} games/s with one actor, {double:,.0f} with two")
    print(f"{double / single:.2f} x; target {TARGET}: {word}")


if __name__ == "__main__":
    main()
