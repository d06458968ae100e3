"""Self-play by actors: on a cluster of this machine, with an actor that is killed in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from speelkist.bots.training import settings_of
from speelkist.core import BadOption

ray = pytest.importorskip("ray")
training = pytest.importorskip("speelkist.research.ray_training")

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
GAME = "kriskras"
SETTINGS = {"hidden": 4, "seed": 5, "threads": 1}


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    """Two processes that play."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_a_lost_actor_loses_its_chunk_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = training.RayTrainer(GAME, settings_of(GAME, games=1000, **SETTINGS), actors=2)
    actors: list[Any] = []
    make = trainer._new_actor

    def noted() -> Any:
        actors.append(make())
        return actors[-1]

    monkeypatch.setattr(trainer, "_new_actor", noted)
    played = []
    for step in trainer.run():
        played.append(step.games)
        if len(played) == 2:
            ray.kill(actors[0])
    assert played == sorted(played)
    assert played[-1] == trainer.games == 1000
    assert trainer.lost == 1
    assert len(actors) == 3
    assert trainer.score(None, 50, 1) > 0.75


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
