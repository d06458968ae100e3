"""The rules held against their second statement in slow.py, on random games and on the named positions."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import speelkist
from speelkist.core import State
from speelkist.games.krabcek import KrabcekState
from speelkist.games.krabcek.board import labyrinth
from speelkist.games.krabcek.boxes import NAMES
from tests.support.samples import sample

from . import slow
from .examples import POSITIONS, read, texts


def check(state: State) -> None:
    """Moves and what follows from them are the same in both statements."""
    data = state.to_data()
    if state.phase == "throw":
        for number in range(1, 7):
            assert state.play(str(number)).to_data() == slow.throw(data, number)
    if state.phase == "move":
        assert set(texts(state)) == slow.moves(data)
        for move in state.legal():
            assert state.play(move).to_data() == slow.play(data, move.text)


@pytest.mark.parametrize("name", POSITIONS)
def test_named_positions(name: str) -> None:
    check(read(POSITIONS[name]))


@pytest.mark.parametrize("tiles", ["figures", "tight"])
@pytest.mark.parametrize("seed", range(4))
def test_random_games(tiles: str, seed: int) -> None:
    rng = random.Random(seed)
    state: State = speelkist.load("krabcek", tiles=tiles, layout="random", seed=seed).start()
    while state.outcome is None:
        if state.phase == "move" and rng.random() < 0.4:
            check(state)
        state = state.play(rng.choice(state.legal()))


@pytest.mark.parametrize("tiles", ["figures", "tight"])
def test_crowded_boards(tiles: str) -> None:
    """Positions as a game rarely makes them: stacks and single pieces wherever they fit."""
    rng = random.Random(6)
    for seed in range(sample(25, slow=60)):
        state = crowded(rng, tiles, seed)
        check(state)
        for move in state.legal():
            if state.phase == "throw":
                check(state.play(move))


def crowded(rng: random.Random, tiles: str, seed: int) -> State:
    start = speelkist.load("krabcek", tiles=tiles, layout="random", seed=seed).start()
    while start.phase == "gates":
        start = start.play(rng.choice(start.legal()))
    data = start.to_data()
    _, width = slow.labyrinth(tiles, tuple(data["tiles"]))
    free = rng.sample(sorted(width), len(width))
    for side in "black", "white":
        kinds = rng.choice(["SSSSMMB", "SSSLMB", "SSLLB", "SSSLX", "SSSSMX"])
        for kind in kinds:
            if rng.random() < 0.8 or kind in "LX":
                box = next(box for box in free if width[box] >= slow.NEEDS[kind])
                free.remove(box)
                data["pieces"][side][box] = kind
                for single in {"L": "SM", "X": "MB"}.get(kind, kind):
                    data["hands"][side][single] -= 1
    data.update(phase="throw", to_move=rng.choice(["black", "white"]))
    return start.game.from_json(json.dumps(data))


@pytest.mark.parametrize("tiles", ["figures", "tight"])
def test_the_same_labyrinth(tiles: str) -> None:
    for seed in range(10):
        state = speelkist.load("krabcek", tiles=tiles, layout="random", seed=seed).start()
        assert isinstance(state, KrabcekState)
        links, width = slow.labyrinth(tiles, state.maze.tiles)
        maze = labyrinth(tiles, state.maze.tiles)
        for box, name in enumerate(NAMES):
            assert maze.widths[box] == width.get(name, 0)
            if name in width:
                assert {NAMES[near] for near in maze.neighbours(box)} == links[name]


def test_the_perft_table_holds_in_both_statements() -> None:
    table = (Path(__file__).parent / "perft.txt").read_text(encoding="utf-8")
    checked = 0
    for line in table.splitlines():
        position, counts = line.split("\t")[2:]
        if '"phase": "throw"' in position or '"phase": "move"' in position:
            for item in counts.split():
                depth, count = map(int, item.split(":"))
                if count < sample(1500, slow=4000):
                    assert slow.perft(json.loads(position), depth) == count, line
                    checked += 1
    assert checked >= 20
