"""Games of bots of all strengths, with some positions in each for which hints are asked.

``hint_positions.jsonl`` beside a game's tests keeps a few of them; they were made by

    python -m tests.laws.hint_positions knopf > tests/games/knopf/hint_positions.jsonl
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import speelkist
from speelkist.bots.strengths import STRENGTHS, StrengthBot
from speelkist.core import CHANCE, SeededDice, State
from speelkist.search.budget import Budget

from .examples import FOLDER, examples

GAMES_KEPT = 15
POSITIONS_A_GAME = 5
QUICK = Budget(simulations=200)  # bots and hints need not be good here, only as they are
RANDOM_MOVES = 0.1  # so many of all moves are any move, so that games differ


def stored(id: str) -> Iterator[State]:
    """The positions that are kept for a game."""
    for line in (FOLDER / id / "hint_positions.jsonl").read_text(encoding="utf-8").splitlines():
        game = json.loads(line)
        yield from _positions(game)


def generated(id: str, count: int) -> Iterator[State]:
    """As many positions of other games."""
    seed = GAMES_KEPT
    while count > 0:
        game = played(id, seed)
        yield from list(_positions(game))[:count]
        count -= len(game["at"])
        seed += 1


def played(id: str, seed: int) -> dict[str, Any]:
    """A game: its options, the strength of each seat, all moves, and after how many of them a hint is asked."""
    rng = random.Random(f"{id} {seed}")
    listed: list[dict[str, Any]] = examples(id).HINT_OPTIONS
    options = listed[seed % len(listed)]
    state = speelkist.load(id, **options).start()
    strengths = [rng.choice(STRENGTHS) for _ in range(state.game.players)]
    bots = [StrengthBot(seed, strength, QUICK) for strength in strengths]
    dice = SeededDice(bytes([seed % 256]) * 32)
    moves: list[str] = []
    asked: list[int] = []
    while state.outcome is None:
        if state.player == CHANCE:
            move = dice.draw(state)
        else:
            asked.append(len(moves))
            move = rng.choice(state.legal()) if rng.random() < RANDOM_MOVES else bots[state.player].choose(state)
        moves.append(move.text)
        state = state.play(move)
    at = sorted(rng.sample(asked, min(POSITIONS_A_GAME, len(asked))))
    return {"game": id, "options": options, "seats": strengths, "at": at, "moves": "|".join(moves[: at[-1]])}


def _positions(game: dict[str, Any]) -> Iterator[State]:
    state = speelkist.load(game["game"], **game["options"]).start()
    for index, move in enumerate([*game["moves"].split("|"), ""]):
        if index in game["at"]:
            yield state
        if move:
            state = state.play(move)


if __name__ == "__main__":
    for number in range(GAMES_KEPT):
        print(json.dumps(played(sys.argv[1], number), separators=(",", ":")))
