"""Learning by temporal differences: it finds the truth of a small game, and a run can be put down and taken up."""

from __future__ import annotations

from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from speelkist.bots.training import Settings, Trainer, settings_of
from speelkist.bots.training.kernel import duel, play_and_learn
from speelkist.compiled.net import first_weights, forward
from speelkist.compiled.rng import new_rng
from speelkist.compiled.weights import parse_weights
from speelkist.core import BadOption, BadWeights
from speelkist.core.registry import package_of
from tests.search.nim import kernel as nim


def table() -> Any:
    """The game, its beginning, and how large things are."""
    state = np.zeros(4, np.int16)
    nim.start(nim.NO_RULES, state)
    return nim.legal, nim.apply, nim.draw, nim.features, nim.side, nim.NO_RULES, state, 3, nim.FEATURES


def learned(hidden: int, games: int, seed: int = 1) -> Any:
    weights = first_weights(nim.FEATURES, hidden, seed)
    errors = np.zeros(1)
    play: Any = play_and_learn
    play(*table(), weights, hidden, games, 0.3, 0.7, 0.3, new_rng(seed), errors)
    return weights


def score(weights: Any, other: Any, pairs: int) -> float:
    play: Any = duel
    return float(play(*table(), weights, 0, other, 0, pairs, np.uint64(1)))


@pytest.mark.parametrize("hidden", [0, 8])
def test_it_learns_which_heaps_of_nim_are_lost(hidden: int) -> None:
    weights = learned(hidden, 4000)
    for heap in range(1, nim.MOST):
        row = np.zeros(nim.FEATURES, np.float32)
        row[heap] = 1
        chance = forward(weights, row, nim.FEATURES, hidden)
        assert chance < 0.35 if heap % 4 == 0 else chance > 0.65, (heap, chance)


def test_what_has_learned_beats_chance_and_knows_the_first_move() -> None:
    weights = learned(0, 4000)
    nothing = np.zeros(0, np.float32)
    assert score(weights, nothing, 500) > 0.9
    assert score(weights, weights, 50) == 0.5  # who begins wins, and each begins once


def test_the_same_seed_learns_the_same() -> None:
    assert np.array_equal(learned(4, 50), learned(4, 50))
    assert not np.array_equal(learned(4, 50), learned(4, 50, seed=2))


# A run

SHORT = Settings(games=100, hidden=2, seed=5)


def run(trainer: Trainer) -> Trainer:
    for _ in trainer.run():
        pass
    return trainer


def test_a_run_that_is_broken_off_in_the_middle_ends_as_if_it_had_not_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    complete = run(Trainer("kriskras", SHORT))
    broken = Trainer("kriskras", SHORT)
    steps = broken.run()
    next(steps)

    def interrupted(*given: Any) -> int:
        broken.weights += 1
        broken.rngs += np.uint64(1)
        raise KeyboardInterrupt

    monkeypatch.setattr(broken, "learn", interrupted)
    with pytest.raises(KeyboardInterrupt):
        next(steps)
    broken.save(tmp_path / "checkpoint")
    taken_up = Trainer.resume("kriskras", tmp_path / "checkpoint", SHORT)
    assert taken_up.games == 50
    assert np.array_equal(run(taken_up).best(), complete.best())
    assert not np.array_equal(complete.best(), Trainer("kriskras", SHORT).best())


def test_two_threads_learn_together() -> None:
    trainer = run(Trainer("kriskras", Settings(games=100, hidden=0, threads=2)))
    assert trainer.games == 100
    assert trainer.score(None, 20, 1) > 0.8


def test_a_damaged_checkpoint_or_that_of_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    Trainer("kriskras", SHORT).save(path)
    with pytest.raises(BadWeights, match="other settings"):
        Trainer.resume("kriskras", path, Settings(games=100, hidden=3, seed=5))
    with pytest.raises(BadWeights, match="other settings"):
        Trainer.resume("krabcek", path)
    complete = path.read_bytes()
    for damaged in (b"", b"x" * 100, complete[:-50], complete[: len(complete) // 2]):
        path.write_bytes(damaged)
        with pytest.raises(BadWeights, match="damaged"):
            Trainer.resume("kriskras", path)
    with pytest.raises(BadWeights, match="does not exist"):
        Trainer.resume("kriskras", tmp_path / "nothing")


@pytest.mark.parametrize(
    "wrong", [{"games": 0}, {"hidden": -1}, {"rate": 0.0}, {"trace": 1.5}, {"explore": "x"}, {"threads": True}]
)
def test_absurd_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=next(iter(wrong))):
        Settings(**wrong)


def test_a_game_tells_how_it_is_trained() -> None:
    assert settings_of("kriskras", games=7).games == 7
    assert settings_of("kriskras").hidden > 0
    with pytest.raises(BadOption, match="cubus"):
        settings_of("cubus")


@pytest.mark.parametrize("id", ["knopf", "krabcek", "kriskras"])
def test_the_shipped_weights_are_those_of_the_documented_run(id: str) -> None:
    path = files(package_of(id).folder) / "kernel" / "weights.txt"
    trained = parse_weights(path.read_bytes(), id).trained
    assert trained["command"] == f"speelkist train {id}"
    assert trained["played"] == trained["games"]
    assert {name: trained[name] for name in asdict(settings_of(id))} == asdict(settings_of(id))
