"""The five strengths of Krabcek: what each sees, and what none overlooks."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

import speelkist
from speelkist.games.krabcek.bots.strengths import ranked
from speelkist.search.budget import Budget, Cancelled

from .examples import ISLANDS, POSITIONS, figure9, position, read

STRENGTHS = ("child", "family", "friend", "club", "master")
PLAIN = STRENGTHS[:3]
TURNS = sorted(name for name in POSITIONS if read(POSITIONS[name]).player >= 0)


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("name", TURNS)
def test_every_legal_move_is_ranked_once_and_the_same_again(name: str, strength: str) -> None:
    state = read(POSITIONS[name])
    budget = None if strength in PLAIN else Budget(simulations=1500)
    choices = ranked(state, strength, 5, budget)
    assert sorted(choice.move.text for choice in choices) == sorted(move.text for move in state.legal())
    assert all(0 <= choice.chance <= 1 for choice in choices)
    assert ranked(state, strength, 5, budget) == choices


@pytest.mark.parametrize("strength", STRENGTHS[1:])
@pytest.mark.parametrize(("throw", "move"), [(3, "S@G2+V12"), (2, "T12e+V12"), (4, "T12e+V12")])
def test_a_tower_in_reach_is_built(strength: str, throw: int, move: str) -> None:
    best = ranked(read(figure9(throw)), strength, 1)[0]
    assert (best.move.text, best.chance) == (move, 1.0)


def test_a_child_sees_some_towers_only() -> None:
    moves = {ranked(read(figure9(2)), "child", seed)[0].move.text for seed in range(40)}
    assert "T12e+V12" in moves and len(moves) > 1


@pytest.mark.parametrize("strength", ["friend", "club", "master"])
def test_the_stronger_ones_block(strength: str) -> None:
    """White's gates are islands and none of its pieces is on the board: shutting the last gate always wins."""
    state = read(position(ISLANDS, "G1 S, G2 S, G3 S, G7 S", "", 5, gates=([2, 4, 5, 6], [1, 3, 7, 8])))
    assert ranked(state, strength, 1)[0].move.text.endswith("^G8")


def test_a_master_is_sure_of_a_block_that_no_throw_escapes() -> None:
    state = read(position(ISLANDS, "G1 S, G2 S, G3 S, G7 S", "", 5, gates=([2, 4, 5, 6], [1, 3, 7, 8])))
    assert ranked(state, "master", 1)[0].chance == pytest.approx(1)


def test_the_plain_ones_need_nothing_compiled() -> None:
    code = (
        "import sys, speelkist; from speelkist.games.krabcek.bots.strengths import ranked\n"
        "state = speelkist.load('krabcek', layout='random').start()\n"
        f"for strength in {PLAIN}: ranked(state, strength, 1)\n"
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def test_an_unwanted_thought_ends_at_once() -> None:
    state = read(POSITIONS["black begins on figure 6 with a 2"])
    ranked(state, "master", 1, Budget(simulations=100))  # compiled by now
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    begun = time.thread_time()  # not the wall clock: the machine may be busy
    with pytest.raises(Cancelled):
        ranked(state, "master", 1, Budget(simulations=10_000_000, cancelled=cancelled))
    assert time.thread_time() - begun < 5  # it asks every 20 ms on a machine that has nothing else to do


@pytest.mark.slow
@pytest.mark.parametrize(("stronger", "weaker"), [("family", "child"), ("friend", "family"), ("club", "friend")])
def test_a_strength_beats_the_one_below(stronger: str, weaker: str) -> None:
    won = 0.0
    for game in range(40):
        rng = speelkist.core.SeededRandom("test", game // 2)
        state = speelkist.load("krabcek", layout="random", seed=game // 2).start()
        while state.outcome is None:
            if state.player < 0:
                state = state.play(rng.choice(state.legal()))
            else:
                state = state.play(ranked(state, stronger if state.player == game % 2 else weaker, game)[0].move)
        won += 0.5 if not state.outcome.winners else state.outcome.winners == (game % 2,)
    assert won >= 24
