"""The rules against a second statement of them, move by move."""

from __future__ import annotations

import json
import random
from typing import Any, cast

import pytest

from speelkist.core import BadPosition
from speelkist.games.kriskras import Kriskras, KriskrasState

from . import slow
from .examples import FILES, POSITIONS, read

CHECKED = 60  # random positions for a seed
TRIES = 10 * CHECKED  # at finding them: more than every other one can be


def check(state: KriskrasState) -> None:
    """The same moves, and the same positions after each."""
    data = state.to_data()
    if state.outcome is not None:
        assert outcome_of(data) == data["result"]
    moves = [move.text for move in state.legal()]
    assert len(moves) == len(set(moves))
    assert set(moves) == slow.legal(data)
    for move in moves:
        assert slow.tidy(state.play(move).to_data()) == slow.tidy(slow.play(data, move)), move


def outcome_of(data: dict[str, Any]) -> dict[str, Any]:
    """How a finished game ended: at the start of the turn, or because a stuck player said so."""
    begun = slow.begin(data)
    return cast("dict[str, Any]", begun["result"] if begun["phase"] == "over" else slow.play(begun, "end")["result"])


@pytest.mark.parametrize("name", POSITIONS)
def test_the_example_positions(name: str) -> None:
    state = read(POSITIONS[name])
    check(state)
    for move in state.legal():
        check(state.play(move))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(4))
def test_random_games(seed: int) -> None:
    rng = random.Random(seed)
    state = Kriskras().start()
    while state.outcome is None:
        data = state.to_data()
        moves = [move.text for move in state.legal()]
        assert set(moves) == slow.legal(data)
        move = rng.choice(moves)
        state = state.play(move)  # type: ignore[assignment]
        assert slow.tidy(state.to_data()) == slow.tidy(slow.play(data, move))


def some_position(rng: random.Random) -> str:
    """Fighters anywhere, crowded towards the zones, where the special rules are."""
    ranks = rng.choice([range(1, 18), range(1, 6), range(13, 18), (1, 2, 16, 17), (1, 17)])
    squares = [file + str(rank) for file in FILES for rank in ranks]
    rng.shuffle(squares)
    data: dict[str, Any] = {"game": "kriskras", "phase": rng.choice(["move", "move", "trade", "pay", "throw", "over"])}
    data["to_move"] = rng.choice(slow.SIDES)
    data["throw"] = [rng.randint(1, 6), rng.randint(1, 6)] if data["phase"] == "move" else None
    for side in slow.SIDES:
        lost = rng.choice([0, 1, 1, 2, 2])
        soldiers = rng.randint(0, 8)
        data[side] = {
            "musketeers": [squares.pop() for _ in range(3 - lost)],
            "soldiers": [squares.pop() for _ in range(soldiers)],
            "lost_musketeers": lost,
        }
    data["idle"] = 0 if data["phase"] == "pay" else rng.choice([0, 1, 198, 199])
    if data["phase"] == "pay":
        data["owes"] = rng.choice([1, 2])
    return json.dumps(data)


@pytest.mark.parametrize("seed", range(4))
def test_random_positions(seed: int) -> None:
    """The tries are counted: when positions get another field, none can be read, and the test says so."""
    rng = random.Random(seed)
    checked = 0
    for _ in range(TRIES):
        try:
            state = read(some_position(rng))
        except BadPosition:
            continue
        check(state)
        checked += 1
        if checked == CHECKED:
            return
    pytest.fail(f"only {checked} of {TRIES} random positions can be read: is a field missing?")
