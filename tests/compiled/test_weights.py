"""Nets and the files their weights are kept in."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path

import numpy as np
import pytest

from speelkist.compiled.contract import Weights
from speelkist.compiled.net import first_weights, forward, hidden_units, learn, weight_count
from speelkist.compiled.weights import WeightsFile, parse_weights, read_weights, read_weights_file, write_weights
from speelkist.core import LANGUAGES, BadWeights

FEATURES = 6


def some_net(hidden: int) -> Weights:
    return np.random.default_rng(5).normal(0, 1, weight_count(FEATURES, hidden)).astype(np.float32)


def some_inputs() -> Weights:
    return np.array([0.5, 0, -1, 0, 2, 0.25], np.float32)


def plainly(weights: Weights, inputs: Weights, hidden: int) -> float:
    """The same net in plain arithmetic."""
    net, x = weights.astype(float), inputs.astype(float)
    if hidden:
        into = x @ net[: FEATURES * hidden].reshape(FEATURES, hidden)
        into += net[FEATURES * hidden : (FEATURES + 1) * hidden]
        total = (into / (1 + abs(into))) @ net[(FEATURES + 1) * hidden : -1] + net[-1]
    else:
        total = x @ net[:-1] + net[-1]
    return 1 / (1 + exp(-total))


@pytest.mark.parametrize("hidden", [0, 1, 5, 16])
def test_a_net_says_what_the_arithmetic_says(hidden: int) -> None:
    weights = some_net(hidden)
    assert hidden_units(weights, FEATURES) == hidden
    assert forward(weights, some_inputs(), FEATURES, hidden) == pytest.approx(
        plainly(weights, some_inputs(), hidden), abs=1e-6
    )


@pytest.mark.parametrize("hidden", [0, 3])
def test_learning_follows_the_slope(hidden: int) -> None:
    """A step against the measured slope of the cross-entropy, weight by weight."""
    weights, inputs, target, rate = some_net(hidden), some_inputs(), 0.9, 1e-2

    def loss(net: Weights) -> float:
        said = plainly(net, inputs, hidden)
        return float(-target * np.log(said) - (1 - target) * np.log(1 - said))

    after = weights.copy()
    said = learn(after, inputs, FEATURES, hidden, target, rate)
    assert said == pytest.approx(plainly(weights, inputs, hidden), abs=1e-6)
    for number in range(len(weights)):
        up, down = weights.copy(), weights.copy()
        up[number] += np.float32(1e-2)
        down[number] -= np.float32(1e-2)
        slope = (loss(up) - loss(down)) / (float(up[number]) - float(down[number]))
        assert after[number] - weights[number] == pytest.approx(-rate * slope, abs=2e-5), number


def test_a_new_net_knows_nothing() -> None:
    for hidden in (0, 7):
        weights = first_weights(FEATURES, hidden, seed=3)
        assert len(weights) == weight_count(FEATURES, hidden)
        assert forward(weights, some_inputs(), FEATURES, hidden) == 0.5
    assert not np.array_equal(first_weights(FEATURES, 7, 1), first_weights(FEATURES, 7, 2))


# Files


def some_file() -> WeightsFile:
    return WeightsFile("knopf", FEATURES, 4, some_net(4), {"games": 7, "command": "speelkist train knopf"})


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "weights.txt"
    write_weights(path, some_file())
    read_back = read_weights_file(path, "knopf", FEATURES)
    assert np.array_equal(read_back.weights, some_file().weights)
    assert (read_back.game, read_back.hidden, read_back.trained) == ("knopf", 4, some_file().trained)
    assert [file.name for file in tmp_path.iterdir()] == ["weights.txt"]
    assert path.read_text(encoding="ascii").isascii()


def test_every_damage_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "weights.txt"
    write_weights(path, some_file())
    intact = path.read_bytes()
    for at in range(0, len(intact) - 1, 3):  # a changed line end is no damage
        damaged = bytearray(intact)
        damaged[at] ^= 1
        if damaged.split() == intact.split():
            continue
        with pytest.raises(BadWeights):
            parse_weights(bytes(damaged), "knopf", FEATURES)
    for cut in (0, 1, 40, len(intact) // 2, len(intact) - 4):
        with pytest.raises(BadWeights, match="damaged"):
            parse_weights(intact[:cut], "knopf", FEATURES)
    for junk in (b"[]", b"{}", b"\xff\xfe", b"null\nabc", b"[" * 100_000):
        with pytest.raises(BadWeights, match="damaged"):
            parse_weights(junk, "knopf")


def test_weights_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.txt"
    weights = some_net(4)
    weights[3] = np.nan
    write_weights(path, WeightsFile("knopf", FEATURES, 4, weights, {}))
    with pytest.raises(BadWeights, match="damaged"):
        read_weights_file(path, "knopf")


def test_weights_of_another_game_or_shape_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.txt"
    write_weights(path, some_file())
    for game, features in (("krabcek", FEATURES), ("knopf", FEATURES + 1)):
        with pytest.raises(BadWeights, match="another") as refused:
            read_weights_file(path, game, features)
        assert all(game in refused.value.say(lang) for lang in LANGUAGES)
    header = json.loads(path.read_bytes().partition(b"\n")[0])
    assert header["features"] == FEATURES


def test_missing_weights_are_said(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="not there"):
        read_weights_file(tmp_path / "weights.txt", "knopf")
    with pytest.raises(BadWeights, match="not there"):
        read_weights("cubus")  # its player needs none
