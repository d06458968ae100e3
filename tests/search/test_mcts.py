"""The tree search finds and proves what is there, keeps to its budget, and keeps what it knows from move to move."""

from __future__ import annotations

import subprocess
import sys
import time
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import speelkist
from benchmarks.kernels import breakthrough
from speelkist.bots import Budget, Cancelled, RandomBot
from speelkist.bots.mcts_bot import MctsBot
from speelkist.compiled.contract import StateArray, Weights
from speelkist.core import SeededDice, State
from speelkist.search import chunks, mcts
from speelkist.search.budget import CHUNK_SECONDS
from speelkist.search.mcts import Mcts
from tests.support.samples import sample

from . import race

WEIGHTS: Weights = np.array([0.3], np.float32)
RULES = breakthrough.options()

WIN_IN_ONE = """
    .oo.o.oo
    .x......
    ....o...
    ........
    ...x....
    ........
    x..x..xx
    xx....xx
"""
# Nobody can reach the man on c6: it goes forward, and then through.
WIN_IN_TWO = """
    .....ooo
    ........
    ..x.....
    o......o
    ........
    ........
    x......x
    .x....x.
"""
# Player 1 is about to go through from b2. Only taking that man saves player 0.
ONE_DEFENCE = """
    oo.o.ooo
    o.......
    ........
    ........
    ........
    ........
    .o......
    ..xxxxxx
"""
# They pass each other, and player 0 has three steps to go where player 1 has six.
A_RACE = """
    ........
    .......o
    ........
    x.......
    ........
    ........
    ........
    ........
"""


def tree(seed: int = 1, most_nodes: int = 1 << 20) -> Mcts:
    return Mcts(breakthrough.KERNEL, RULES, seed, most_nodes=most_nodes)


def racing(evaluated: bool, tie: bool = False) -> Mcts:
    return Mcts(race.KERNEL, race.options(tie=tie), 1, 0.5, race.evaluate if evaluated else None, WEIGHTS)


def beginning() -> StateArray:
    state = breakthrough.KERNEL.new_state()
    breakthrough.start(RULES, state)
    return state


def after(state: StateArray, *moves: int) -> StateArray:
    state = state.copy()
    for move in moves:
        breakthrough.apply(RULES, state, move)
    return state


def ways(state: StateArray, plies: int) -> int:
    """How many ways there are to go on for so long."""
    if plies == 0:
        return 1
    buffer = breakthrough.KERNEL.new_move_buffer()
    moves = buffer[: breakthrough.legal(RULES, state, buffer)]
    return sum(ways(after(state, int(move)), plies - 1) for move in moves)


def test_breakthrough_is_the_game_that_others_play() -> None:
    """The counts are OpenSpiel's."""
    assert [ways(beginning(), plies) for plies in (1, 2, 3)] == [22, 484, 11132]


# --- what it finds ----------------------------------------------------------------------------------------------------


def test_it_finds_the_win_in_one_and_stops() -> None:
    state = breakthrough.position(WIN_IN_ONE)
    search = tree()
    best = search.think(state, Budget(100_000).clock())[0]
    assert breakthrough.text(RULES, state, best.move) in ("b7-a8", "b7-c8")
    assert best.proven and best.chance == 1
    assert search.visits < 1000


def test_it_proves_the_win_in_two() -> None:
    state = breakthrough.position(WIN_IN_TWO)
    best = tree().think(state, Budget(20_000).clock())[0]
    assert breakthrough.text(RULES, state, best.move).startswith("c6")
    assert best.proven and best.chance == 1


def test_it_finds_the_only_defence_and_proves_that_all_else_loses() -> None:
    state = breakthrough.position(ONE_DEFENCE)
    best, *others = tree().think(state, Budget(20_000).clock())
    assert breakthrough.text(RULES, state, best.move) == "c1-b2"
    assert not best.proven
    assert others and all(value.proven and value.chance == 0 for value in others)


def test_it_proves_a_won_endgame_and_a_lost_one() -> None:
    first = tree().think(breakthrough.position(A_RACE, 0), Budget(100_000).clock())
    assert first[0].proven and first[0].chance == 1
    second = tree().think(breakthrough.position(A_RACE, 1), Budget(100_000).clock())
    assert second and all(value.proven and value.chance == 0 for value in second)


@pytest.mark.parametrize("evaluated", [False, True])
def test_it_proves_through_throws(evaluated: bool) -> None:
    lost = racing(evaluated)  # player 0 needs one step more and cannot throw less
    assert all(
        value.proven and value.chance == 0 for value in lost.think(race.at((1, 0, 3, 3), 1, 1), Budget(10_000).clock())
    )
    won = racing(evaluated)  # player 1 is too far away
    best = won.think(race.at((2, 0, 9, 9), 0, 1), Budget(10_000).clock())[0]
    assert best.proven and best.chance == 1


@pytest.mark.parametrize("evaluated", [False, True])
def test_it_proves_a_draw_and_takes_it_rather_than_lose(evaluated: bool) -> None:
    search = racing(evaluated, tie=True)
    best, *others = search.think(race.at((9, 9, 1, 0), 0, 1), Budget(10_000).clock())
    assert (best.move, best.proven, best.chance) == (race.MAKE_DRAW, True, 0.5)
    assert all(value.chance == 0 for value in others)
    assert search.chance == 0.5


@pytest.mark.parametrize("evaluated", [False, True])
def test_what_is_not_certain_comes_near_the_truth(evaluated: bool) -> None:
    """Solved exactly, the race tells how far off the search is; a player may act twice in a row there."""
    for steps in ((3, 5, 4, 4), (2, 2, 3, 1), (4, 6, 5, 5), (1, 3, 2, 2)):
        for turn in (0, 1):
            for thrown in (1, 2, 3):
                state = race.at(steps, turn, thrown)
                search = racing(evaluated)
                best = search.think(state, Budget(20_000).clock())[0]
                true = race.value(race.options(), state)
                assert search.chance == pytest.approx(true, abs=0.05)
                reached = race.value(race.options(), race.after(race.options(), state, best.move))
                assert reached == pytest.approx(true, abs=0.02), "the move is as good as the best, or nearly"


def test_a_finished_game_has_no_moves() -> None:
    state = race.after(race.options(), race.at((1, 0, 3, 3), 0, 1), 0)
    search = racing(evaluated=False)
    assert search.think(state, Budget(10).clock()) == []
    assert search.chance == 1


# --- what it may use --------------------------------------------------------------------------------------------------


def test_it_simulates_as_often_as_it_may() -> None:
    search = tree()
    values = search.think(beginning(), Budget(1234).clock())
    assert search.visits == 1234
    assert sum(value.visits for value in values) == 1234
    assert [value.visits for value in values] == sorted((value.visits for value in values), reverse=True)


def test_time_and_cancelling_end_it() -> None:
    """Measured in this thread's own time, so that a busy machine does not spoil it."""
    begun = time.thread_time()
    tree().think(beginning(), Budget(seconds=0.1).clock())
    assert time.thread_time() - begun < 0.1 + 5 * CHUNK_SECONDS
    asked: list[float] = []

    def cancelled() -> bool:
        asked.append(time.thread_time())
        return len(asked) == 25

    with pytest.raises(Cancelled):
        tree().think(beginning(), Budget(10_000_000, cancelled=cancelled).clock())
    assert max(later - earlier for earlier, later in pairwise(asked)) < 5 * CHUNK_SECONDS


def test_a_full_tree_grows_no_more_but_still_finds() -> None:
    small = tree(most_nodes=2000)
    best = small.think(beginning(), Budget(20_000).clock())[0]
    assert small.visits == 20_000
    assert len(small._nodes) == 2000
    assert best.visits > 20_000 / 22


def test_the_same_seed_thinks_the_same_however_large_the_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    once = tree(5).think(beginning(), Budget(5000).clock())
    assert tree(6).think(beginning(), Budget(5000).clock()) != once
    monkeypatch.setattr(chunks, "CHUNK_SECONDS", 0.001)
    monkeypatch.setattr(chunks, "FIRST_CHUNK", 7)
    monkeypatch.setattr(mcts, "FIRST_NODES", 10)
    assert tree(5).think(beginning(), Budget(5000).clock()) == once


# --- what it keeps ----------------------------------------------------------------------------------------------------


def below(nodes: Any, node: int) -> list[Any]:
    """All that is known of a node and what follows, by moves."""
    row = nodes[node]
    children = [below(nodes, child) for child in range(row["first"], row["first"] + row["count"])]
    return [int(row["move"]), int(row["visits"]), float(row["total"]), int(row["actor"]), int(row["proven"]), children]


def child(nodes: Any, node: int, move: int) -> int:
    row = nodes[node]
    return next(at for at in range(row["first"], row["first"] + row["count"]) if nodes[at]["move"] == move)


def test_the_tree_is_kept_from_move_to_move() -> None:
    search = tree()
    state = beginning()
    for _ in range(4):
        mine = search.think(state, Budget(5000).clock())[0].move
        nodes = search._nodes
        answers = nodes[child(nodes, 0, mine)]
        reply = int(
            max(nodes[answers["first"] : answers["first"] + answers["count"]], key=lambda row: row["visits"])["move"]
        )
        node = child(nodes, child(nodes, 0, mine), reply)
        known = below(nodes, node)
        state = after(state, mine, reply)
        search.go_to(state)
        assert search.visits == known[1] > 0
        assert below(search._nodes, 0) == known
        assert sum(1 for _ in flat(known)) == search._used[0], "nothing else is kept"


def flat(known: list[Any]) -> list[Any]:
    return [known, *(below for child in known[-1] for below in flat(child))]


@pytest.mark.parametrize("evaluated", [False, True])
def test_the_tree_is_kept_through_throws(evaluated: bool) -> None:
    search = racing(evaluated)
    options, state = race.options(), race.at((5, 6, 6, 6), 0, 1)
    mine = search.think(state, Budget(5000).clock())[0].move
    state = race.after(options, state, mine, 2, 1, 3)  # their throw, their run, and my throw
    search.go_to(state)
    assert 0 < search.visits < 5000
    kept = search.visits
    search.think(state, Budget(1000).clock())
    assert search.visits == kept + 1000


def test_a_position_from_elsewhere_begins_anew() -> None:
    search = tree()
    search.think(beginning(), Budget(1000).clock())
    search.go_to(breakthrough.position(WIN_IN_TWO))
    assert search.visits == 0


def test_only_the_compiled_searches_need_numba() -> None:
    program = "import sys, speelkist.search.chunks, speelkist.bots.mcts_bot; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)


# --- as a player ------------------------------------------------------------------------------------------------------


def play(seats: list[Any], state: State, seed: bytes, most: int = 10_000) -> list[str]:
    dice = SeededDice(seed)
    moves: list[str] = []
    while state.outcome is None and len(moves) < most:
        move = dice.draw(state) if state.player < 0 else seats[state.player].choose(state)
        assert state.why_not(move) is None
        moves.append(move.text)
        state = state.play(move)
    winners = () if state.outcome is None else state.outcome.winners
    return [*moves, f"won by {winners}"]


@pytest.mark.parametrize("id", ["knopf", "krabcek", "kriskras"])
def test_the_plain_player_follows_from_its_seed(id: str) -> None:
    start = speelkist.load(id).start()
    once, again, other = (
        play([MctsBot(seed, 50), MctsBot(seed + 1, 50)], start, bytes(32), most=60) for seed in (1, 1, 7)
    )
    assert once == again != other


@pytest.mark.parametrize("id", ["knopf", "krabcek", "kriskras"])
def test_the_plain_player_beats_random(id: str) -> None:
    start = speelkist.load(id).start()
    won = 0
    games = sample(3, slow=6)
    for number in range(games):
        seats: list[Any] = [RandomBot(number), RandomBot(number)]
        seats[number % 2] = MctsBot(number, 60)
        won += play(seats, start, bytes([number] * 32))[-1] == f"won by ({number % 2},)"
    assert won >= games - 1
