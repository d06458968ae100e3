"""A small agent that learns Kopf oder Knopf by playing itself, with nothing but NumPy and a vector environment.

    python examples/train_agent.py [--target 1] [--steps 400] [--out agent.npz]

The policy is linear: a weight for every number of the observation and every action. It learns by policy gradient:
actions that led to a win become likelier, those that led to a loss less so. ``Agent`` plays what was learned; the third
example measures it.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import speelkist
from speelkist.research import Encoder, VectorGames

GAMES = 128
RATE = 0.5
FILE = "agent.npz"


def probabilities(weights: NDArray[np.float32], seen: NDArray[Any], mask: NDArray[np.bool_]) -> NDArray[np.float32]:
    """How likely the policy takes each action; illegal ones never."""
    logits = np.where(mask, seen @ weights, -np.inf)
    likely = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(likely / likely.sum(axis=-1, keepdims=True), np.float32)


def train(target: int, steps: int, seed: int = 1) -> NDArray[np.float32]:
    """The weights after so many steps of all games."""
    games = VectorGames(speelkist.load("knopf", target=target), GAMES, seed)
    rng = np.random.default_rng(seed)
    weights = np.zeros((games.encoder.size, games.encoder.num_actions), np.float32)
    past: list[list[tuple[NDArray[Any], NDArray[Any], int, int]]] = [[] for _ in range(GAMES)]
    for _ in range(steps):
        seen, mask, players = games.observations.copy(), games.mask.copy(), games.players
        likely = probabilities(weights, seen, mask)
        chances = likely.cumsum(axis=1)
        actions = (chances > rng.random((GAMES, 1)) * chances[:, -1:]).argmax(axis=1)
        for number in range(GAMES):
            legal = np.flatnonzero(mask[number])
            past[number].append((seen[number], legal, int(actions[number]), int(players[number])))
        _, rewards, done = games.step(actions)
        for number in np.flatnonzero(done).tolist():
            for row, legal, action, player in past[number]:
                now = np.exp(row @ weights[:, legal])
                change = -now / now.sum()  # of the logarithm of what was done, by each logit
                change[legal == action] += 1
                weights[:, legal] += RATE / GAMES * rewards[number, player] * np.outer(row, change)
            past[number] = []
    return weights


class Agent:
    """Plays by the weights of the file that ``SPEELKIST_AGENT`` names, or ``agent.npz``: the likeliest move."""

    def __init__(self, seed: int) -> None:
        with np.load(os.environ.get("SPEELKIST_AGENT", FILE)) as file:
            self._weights = file["weights"]

    def choose(self, state: speelkist.State) -> speelkist.Move:
        """The move of the player to move."""
        encoder = Encoder(state.game)
        likely = probabilities(self._weights, encoder.observe(state), encoder.mask(state))
        return encoder.decode(state, int(likely.argmax()))


def main(arguments: Sequence[str] | None = None) -> None:
    """Train and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--target", type=int, default=1, help="buttons to take: 1 makes short games")
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--out", default=FILE)
    given = parser.parse_args(arguments)
    np.savez(Path(given.out), weights=train(given.target, given.steps))
    print(f"{given.out}: {given.steps * GAMES:,} actions learned from")


if __name__ == "__main__":
    main()
