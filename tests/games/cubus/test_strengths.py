"""Cubus in five strengths: what each sees, and that none is lost in any phase of the game."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from speelkist.bots import Budget, Cancelled, RandomBot
from speelkist.core import CHANCE, SeededDice
from speelkist.games.cubus import Cubus, CubusState
from speelkist.games.cubus.bots.strengths import ranked
from speelkist.games.cubus.max_boxes import offers

from .setting import play, position

PLAIN = ("child", "family", "friend", "club")
STRENGTHS = (*PLAIN, "master")
# The booklet's example: a whole layer under a 3x3 floor when the tower behind is taken down.
LAYER = ("3,1,1/1,1,1/1,1,1@0,0", ("LR", ""))


def game_of(names: list[str], seed: int, **options: object) -> CubusState:
    state = Cubus(players=len(names), **options).start()
    dice = SeededDice(seed.to_bytes(32, "big"))
    rng = RandomBot(seed)
    while state.outcome is None:
        if state.player == CHANCE:
            move = dice.draw(state)
        elif names[state.player] == "random":
            move = rng.choose(state)
        else:
            choices = ranked(state, names[state.player], seed)
            assert all(0 <= choice.chance <= 1 for choice in choices)
            move = choices[0].move
        state = play(state, move.text)
    return state


def share(names: list[str], name: str, seeds: range) -> float:
    own = total = 0
    for seed in seeds:
        for seats in (names, names[::-1]):
            scores = game_of(seats, seed).scores
            own += sum(score for score, seat in zip(scores, seats, strict=True) if seat == name)
            total += sum(scores)
    return own / total


def best(state: CubusState, strength: str) -> str:
    return ranked(state, strength, 1)[0].move.text


def test_only_the_stronger_ones_re_lay() -> None:
    state = position(*LAYER)
    points = {}
    for strength in STRENGTHS:
        after = play(state, best(state, strength))
        points[strength] = after.scores[0]
    assert points["child"] <= points["family"] <= points["friend"] <= points["club"] <= points["master"] == 19
    assert points["family"] < points["friend"]


def test_the_master_knocks_for_any_build_and_shows_it() -> None:
    state = play(position(*LAYER), "--")
    assert best(state, "master") == "knock:1"
    assert play(state, "knock:1", best(play(state, "knock:1"), "master")).scores == (0, 19)
    assert best(play(position("1@0,0"), "--"), "master") == "no"


@pytest.mark.parametrize("strength", STRENGTHS)
def test_whoever_knocks_still_sees_the_build_when_it_is_to_be_shown(strength: str) -> None:
    for pile, hand in (("2@0,0", "TR"), ("0,2/2,2@0,0", "T"), ("2,1/1,0@0,0", "LRT"), ("2,2/2,1@0,0", "LLRT")):
        state = play(position(pile, (hand, "")), "--")
        if best(state, strength) == "knock:1":
            assert play(state, "knock:1", best(play(state, "knock:1"), strength)).scores[1] > 0


def test_nothing_to_build_means_to_pass() -> None:
    for strength in STRENGTHS:
        assert [choice.move.text for choice in ranked(position("1@0,0"), strength, 1)] == ["--"]


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("options", [{"leftovers": "best", "demolition": True}, {"leftovers": "lowest", "young": True}])
def test_it_plays_a_game_with_every_option_to_the_end(strength: str, options: dict[str, object]) -> None:
    state = game_of([strength, "child", "family"], 3, **options)
    assert state.outcome is not None


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_same_seed_plays_the_same(strength: str) -> None:
    state = position("2,2/2,1@0,0", ("LLRRT", "LT"))
    assert ranked(state, strength, 7) == ranked(state, strength, 7)


def test_each_is_better_than_the_one_below() -> None:
    """A few games only; benchmarks/results has the proof."""
    assert share(["child", "random"], "child", range(2)) > 0.4  # 0.51 to 0.52 in many games
    assert share(["family", "child"], "family", range(4)) > 0.53
    assert share(["friend", "family"], "friend", range(2)) > 0.5


@pytest.mark.slow
def test_the_upper_ones_are_better_too() -> None:
    assert share(["club", "friend"], "club", range(12)) > 0.53
    assert share(["master", "club"], "master", range(12)) > 0.53


def test_the_master_can_be_stopped() -> None:
    state = position("2,2/2,1@0,0", ("LLRRT", "LT"))
    with pytest.raises(Cancelled):
        ranked(state, "master", 1, Budget(simulations=10_000, cancelled=lambda: True))
    begun = time.thread_time()  # not the wall clock: the machine may be busy
    ranked(state, "master", 1, Budget(seconds=0.2))
    assert time.thread_time() - begun < 2


def test_all_but_the_master_play_without_compiled_code() -> None:
    program = (
        "import sys; sys.modules['numba'] = None\n"
        "from speelkist.games.cubus.bots.strengths import ranked\n"
        "from speelkist.games.cubus import Cubus\n"
        "state = Cubus().start().play('first:0').play('+L').play('+R').play('+L')\n"
        f"for strength in {PLAIN}: print(ranked(state, strength, 1)[0].move)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert len(ran.stdout.splitlines()) == len(PLAIN)


def test_without_a_stock_playing_on_leaves_nothing_to_luck() -> None:
    ahead = pytest.importorskip("speelkist.games.cubus.solver.rollouts")
    state = position("0,2/2,2@0,0", ("T", ""), stock=False, scores=[1000, 500])
    builds = [offers(state.site())[0], None]
    once = ahead.shares_after(state, builds, Budget(simulations=1).clock(), 1)
    assert once == pytest.approx(ahead.shares_after(state, builds, Budget(simulations=7).clock(), 2))
    assert all(0.6 < share < 0.7 for share in once)  # what is left to win is little beside the points they have
