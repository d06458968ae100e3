"""Self-play by actors: on a cluster of this machine, with an actor that is killed in the middle."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from speelkist.bots.training import settings_of
from speelkist.core import BadOption
from tests.support.samples import sample

ray = pytest.importorskip("ray")
training = pytest.importorskip("speelkist.research.ray_training")

pytestmark = pytest.mark.filterwarnings("ignore")
GAME = "kriskras"
SETTINGS = {"hidden": 4, "seed": 5, "threads": 1}
KILLED = 5  # the number of the chunk, as they are given, whose actor is killed with it


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    """Two processes that play."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def with_noted_actors(trainer: Any, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The actors of a run, as they are made."""
    actors: list[Any] = []
    make = trainer._new_actor

    def noted() -> Any:
        actors.append(make())
        return actors[-1]

    monkeypatch.setattr(trainer, "_new_actor", noted)
    return actors


def test_a_killed_actor_loses_its_chunk_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    games = 100 * sample(12, slow=40)
    trainer = training.RayTrainer(GAME, settings_of(GAME, games=games, **SETTINGS), actors=2)
    actors = with_noted_actors(trainer, monkeypatch)
    given: list[tuple[int, int]] = []  # the processes, and the chunks that they were given
    give = training.Actors.give

    def noted(self: Any, chunk: Any, *rest: Any) -> None:
        pid = ray.get(self.idle[-1].__ray_call__.remote(lambda _: os.getpid()))
        given.append((pid, chunk.number))
        if len(given) == KILLED:
            os.kill(pid, signal.SIGSTOP)  # or it might be done before it is killed
        give(self, chunk, *rest)
        if len(given) == KILLED:
            os.kill(pid, signal.SIGKILL)

    monkeypatch.setattr(training.Actors, "give", noted)
    played = [step.games for step in trainer.run()]
    victim, chunk = given[KILLED - 1]
    assert played == [100 * number for number in range(1, games // 100 + 1)]
    assert trainer.lost == 1
    assert len(actors) == 3
    chunks = sorted(number for _, number in given)
    assert chunks == sorted([*range(games // 100), chunk])
    assert [pid for pid, number in given if number == chunk][1] != victim
    assert trainer.score(None, 50, 1) > 0.7


@pytest.mark.slow
def test_a_run_is_resumed_from_its_checkpoint(tmp_path: Path) -> None:
    settings = settings_of(GAME, games=400, **SETTINGS)
    alone = training.RayTrainer(GAME, settings)
    for _ in alone.run():
        pass
    first = training.RayTrainer(GAME, settings)
    for step in first.run():
        if step.games == 200:
            break
    first.save(tmp_path / "run")
    second = training.RayTrainer.resume(GAME, tmp_path / "run", settings)
    second.set_actors(1)
    for _ in second.run():
        pass
    assert np.array_equal(second.best(), alone.best())


@pytest.mark.slow
def test_tensorboard_gets_its_files(tmp_path: Path) -> None:
    trainer = training.RayTrainer(GAME, settings_of(GAME, games=300, **SETTINGS))
    log = training.TrainingLog(tmp_path)
    for step in trainer.run():
        log.progress(step, trainer.lost)
    share = training.share_against_shipped(trainer, 10)
    assert share is not None
    log.strength(trainer.games, share)
    log.close()
    data = b"".join(path.read_bytes() for path in tmp_path.glob("events.out.*"))
    for name in (b"games_per_second", b"error", b"actors_lost", b"share_against_shipped"):
        assert name in data


def test_wrong_numbers_are_refused() -> None:
    with pytest.raises(BadOption, match="“actors” is a number from 1"):
        training.RayTrainer(GAME, settings_of(GAME, games=300, **SETTINGS), actors=0)


@pytest.mark.slow
def test_actors_that_cannot_be_started_end_the_run() -> None:
    trainer = training.RayTrainer(GAME, settings_of(GAME, games=300, **SETTINGS))

    class Broken:
        def __init__(self, *_: Any) -> None:
            raise OSError("no such library")

    trainer._kind = ray.remote(Broken)
    with pytest.raises(BadOption, match=r"No actor can be started on the Ray cluster: .*no such library"):
        list(trainer.run())
