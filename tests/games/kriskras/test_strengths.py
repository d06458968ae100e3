"""The five strengths: what each sees and overlooks, and that none needs more than it says."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from speelkist.compiled.weights import read_weights_file
from speelkist.core import CHANCE, SeededRandom
from speelkist.games.kriskras import Kriskras
from speelkist.games.kriskras.bots.strengths import ranked
from speelkist.games.kriskras.kernel.features import FEATURES, TRAINING
from speelkist.search.budget import Budget, Cancelled

from .examples import POSITIONS, position, read

STRENGTHS = ("child", "family", "friend", "club", "master")
SHORT = {"master": Budget(10_000)}  # enough for a test
ON_TURN = [name for name in POSITIONS if read(POSITIONS[name]).player != CHANCE]


def first(text: str, strength: str, seed: int = 1) -> str:
    """The move a strength plays."""
    return ranked(read(text), strength, seed)[0].move.text


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("name", ON_TURN)
def test_every_legal_move_is_judged_once(name: str, strength: str) -> None:
    state = read(POSITIONS[name])
    choices = ranked(state, strength, 3, SHORT.get(strength))
    assert sorted(choice.move.text for choice in choices) == sorted(move.text for move in state.legal())
    assert all(0 <= choice.chance <= 1 for choice in choices)
    assert choices == ranked(state, strength, 3, SHORT.get(strength))


@pytest.mark.parametrize("strength", ["friend", "club", "master"])
def test_a_win_is_never_overlooked(strength: str) -> None:
    for name in "white's third musketeer is one square from home", "black can capture white's last musketeer":
        state = read(POSITIONS[name])
        for seed in range(5):
            best = ranked(state, strength, seed, SHORT.get(strength))[0]
            assert best.chance == 1
            assert state.play(best.move).outcome is not None


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_stuck_player_ends_a_game_that_is_won_and_trades_in_one_that_is_lost(strength: str) -> None:
    won_now = POSITIONS["white is stuck, and may trade or end the game"]
    lost_now = position(("a17", "c17 d17"), ("a1 b1 h9", "c1 d1"), phase="trade")
    for seed in range(5):
        assert first(won_now, strength, seed) == "end"
        assert first(lost_now, strength, seed).startswith("=")


def test_friend_gives_the_soldier_that_stands_in_the_way() -> None:
    text = position(("h1 i2 p2", "a15 b17 k17 p17"), ("i16", ""), owes=1)
    opened = [choice.chance for choice in ranked(read(text), "friend", 1) if choice.move.text == "-b17"]
    assert all(choice.chance <= opened[0] for choice in ranked(read(text), "friend", 1))


@pytest.mark.parametrize("strength", ["child", "family", "friend"])
def test_the_price_of_a_trade_is_known_before_it_is_paid(strength: str) -> None:
    exact = {choice.move.text: choice.chance for choice in ranked(read(two_or_three("")), strength, 1)}
    named = {choice.move.text: choice.chance for choice in ranked(read(two_or_three(" k17")), strength, 1)}
    assert (exact["=h1"] < exact["throw"]) == (named["=h1"] < named["throw"])


def two_or_three(third: str) -> str:
    return position(("c2 e2", f"d17 f17{third}"), ("b16 i16 p16", "b15"), phase="trade")


# A musketeer on e2 can capture a soldier at d4, but stands there before two black musketeers.
TEMPTING = position(("e2 i2 p2", "b3"), ("a17 d8 f8", "d4 k15"), "r1g2")


def test_a_child_captures_whatever_it_costs() -> None:
    taken = [first(TEMPTING, "child", seed) for seed in range(30)]
    assert any("x" in text for text in taken)
    assert any("x" not in text for text in taken)  # it does not look at every fighter


def test_family_sees_a_danger_to_the_one_it_moves_only() -> None:
    # black aims at the last musketeer; whoever looks at all in danger takes it away
    text = position(("h8", "b3 d3 n3"), ("a17 g11", "i10 d15"), "r6g1")
    assert all(first(text, "friend", seed).startswith("h8") for seed in range(10))
    assert any(not first(text, "family", seed).startswith("h8") for seed in range(10))


@pytest.mark.parametrize("strength", STRENGTHS)
def test_better_moves_come_first_and_the_seed_decides_the_rest(strength: str) -> None:
    text = POSITIONS["a crowd before the far zone"]
    lists = {
        tuple(choice.move.text for choice in ranked(read(text), strength, seed, SHORT.get(strength)))
        for seed in range(8)
    }
    assert (len(lists) == 1) == (strength == "master")
    if strength in ("friend", "master"):
        chances = [choice.chance for choice in ranked(read(text), strength, 1, SHORT.get(strength))]
        assert chances[0] >= max(chances) - 0.02


def test_a_budget_is_kept_and_more_of_it_looks_further() -> None:
    state = read(POSITIONS["a crowd before the far zone"])
    shallow = {choice.move.text: choice.chance for choice in ranked(state, "club", 1)}
    little = {choice.move.text: choice.chance for choice in ranked(state, "master", 1, Budget(100))}
    enough = {choice.move.text: choice.chance for choice in ranked(state, "master", 1, Budget(20_000))}
    assert little == shallow
    assert sum(enough[text] != shallow[text] for text in enough) >= 8
    begun = time.thread_time()  # not the wall clock: the machine may be busy
    ranked(state, "master", 1, Budget(seconds=0.05))
    assert time.thread_time() - begun < 1


def test_an_unwanted_thought_ends() -> None:
    with pytest.raises(Cancelled):
        ranked(read(POSITIONS["a crowd before the far zone"]), "master", 1, Budget(10_000_000, cancelled=lambda: True))


def test_the_lower_strengths_need_no_compiler() -> None:
    code = (
        "import sys; from speelkist.core import load; from speelkist.games.kriskras.bots.strengths import ranked\n"
        "state = load('kriskras').start().play('white').play('r3g5')\n"
        "for strength in ('child', 'family', 'friend'): ranked(state, strength, 1)\n"
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def test_the_shipped_weights_are_those_of_the_training_that_is_written_down() -> None:
    from importlib.resources import as_file, files

    with as_file(files("speelkist.games.kriskras.kernel") / "weights.txt") as path:
        weights_file = read_weights_file(path, "kriskras", FEATURES)
    assert TRAINING.items() <= weights_file.trained.items()
    assert weights_file.trained["threads"] == 1


def won(strong: str, weak: str, games: int) -> float:
    """The share of games that one strength wins against another, or against random moves."""
    total = 0.0
    for number in range(games):
        dice, state = SeededRandom("test", number // 2), Kriskras().start()
        while state.outcome is None:
            legal = state.legal()
            strength = strong if state.player == number % 2 else weak
            if state.player == CHANCE or strength == "random":
                state = state.play(dice.choice(legal))  # type: ignore[assignment]
            else:
                state = state.play(ranked(state, strength, number)[0].move)  # type: ignore[assignment]
        total += float(number % 2 in state.outcome.winners) if state.outcome.winners else 0.5
    return total / games


def test_a_child_beats_random_moves() -> None:
    assert won("child", "random", 16) >= 0.7


@pytest.mark.slow
@pytest.mark.parametrize(("strong", "weak"), [*zip(STRENGTHS[1:], STRENGTHS, strict=False)])
def test_each_strength_beats_the_one_below(strong: str, weak: str) -> None:
    assert won(strong, weak, 60) >= 0.58
