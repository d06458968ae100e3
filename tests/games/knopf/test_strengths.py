"""The five strengths: what each sees and overlooks, that it plays legally, repeatably and in time."""

from __future__ import annotations

import subprocess
import sys
import time
from itertools import pairwise

import pytest

from speelkist.bots.puzzles.look import STRONGEST_POSITIONS, TurnLook
from speelkist.bots.random_bot import RandomBot
from speelkist.games.knopf import Knopf
from speelkist.games.knopf.bots.strengths import POSITIONS as SEARCHED_POSITIONS
from speelkist.games.knopf.bots.strengths import _surer, ranked
from speelkist.search.budget import Budget, Cancelled
from tests.support.samples import sample

from .examples import POSITIONS, position, read

STRENGTHS = ("child", "family", "friend", "club", "master")
PLAIN = STRENGTHS[:3]
LATE = Budget(2_000)  # enough for a test
SEARCHED = range(sample(3, slow=20))  # seeds with which those think that take long


def played(text: str, strength: str, seeds: range = range(20)) -> list[str]:
    """What a strength plays, for several seeds."""
    return [ranked(read(text), strength, seed)[0].move.text for seed in seeds]


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_every_legal_move_is_ranked_once(name: str, strength: str) -> None:
    state = read(POSITIONS[name])
    if state.outcome is not None:
        return
    choices = ranked(state, strength, 1, LATE)
    assert sorted(choice.move.text for choice in choices) == sorted(move.text for move in state.legal())
    assert all(0 <= choice.chance <= 1 for choice in choices)
    if strength in PLAIN:
        assert all(better.chance >= worse.chance for better, worse in pairwise(choices))


def test_what_is_proved_stays_so_and_the_rest_becomes_surer() -> None:
    chances = [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0]
    sharpened = [_surer(chance) for chance in chances]
    assert (sharpened[0], sharpened[3], sharpened[-1]) == (0.0, 0.5, 1.0)
    assert sharpened == sorted(sharpened)
    assert all(
        abs(surer - 0.5) > abs(chance - 0.5)
        for surer, chance in zip(sharpened, chances, strict=True)
        if 0 < chance < 0.5
    )
    assert [1 - surer for surer in reversed(sharpened)] == pytest.approx(sharpened)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_same_seed_plays_the_same(strength: str) -> None:
    start = Knopf(holes="random", seed=2).start()
    assert ranked(start, strength, 5, LATE) == ranked(start, strength, 5, LATE)
    usual = ranked(start, strength, 5, LATE)[0].move.text
    assert any(ranked(start, strength, seed, LATE)[0].move.text != usual for seed in range(30))


@pytest.mark.parametrize("strength", STRENGTHS[1:])
def test_all_but_the_child_mostly_save_a_threatened_button(strength: str) -> None:
    seeds = range(20) if strength in PLAIN else SEARCHED
    saved = [move.startswith("g7-") for move in played(position("g7 a1", "d4 e5 j1"), strength, seeds)]
    assert sum(saved) >= (8 if strength == "family" else len(seeds))


def test_the_child_does_not_see_that_it_is_threatened() -> None:
    saved = [move.startswith("g7-") for move in played(position("g7 a1 a5 j9", "d4 e5 j1"), "child")]
    assert sum(saved) < 10


def test_the_child_sees_a_threat_it_can_make_if_it_looks_there() -> None:
    text = position("d4 e6 a9 j2 j9 a2", "g7 b2 j1 h4")
    assert 5 <= played(text, "child", range(40)).count("e6-e5") < 40


@pytest.mark.parametrize("strength", ["friend", "club", "master"])
def test_the_better_ones_threaten_two_at_once(strength: str) -> None:
    assert set(played(position("d4 e6 a9", "g7 b2 j1"), strength, range(3))) == {"e6-e5"}


@pytest.mark.parametrize("strength", ["friend", "club", "master"])
def test_the_better_ones_do_not_lose_at_once(strength: str) -> None:
    text = position("g7 b9 b10", "d4 e5 j1 a1", target=12)
    assert all(move.startswith("g7-") for move in played(text, strength, range(3)))


@pytest.mark.parametrize("strength", STRENGTHS)
def test_all_take_and_fine_what_they_can(strength: str) -> None:
    """Nobody leaves a free button, nor passes over the first one for a later one."""
    take = POSITIONS["red may take, and a group is to be fined then"]
    seeds = range(5) if strength in PLAIN else SEARCHED[:5]
    assert set(played(take, strength, seeds)) == {"xb2"}
    fine = POSITIONS["a group is fined though the taking has broken it up"]
    assert "!-" not in played(fine, strength, seeds)


def test_the_searching_ones_see_a_win_and_say_so() -> None:
    state = read(position("e5 f5 a9", "c5 h5 j1", target=12))
    for strength in ("club", "master"):
        assert ranked(state, strength, 1)[0].chance == 1


@pytest.mark.parametrize("strength", STRENGTHS)
def test_none_loses_to_random_moves(strength: str) -> None:
    won = 0
    for game in range(6):
        state = Knopf().start()
        side, other = game % 2, RandomBot(game)
        while state.outcome is None:
            if state.player == side:
                state = state.after(ranked(state, strength, game, None if strength in PLAIN else Budget(300))[0].move)
            else:
                state = state.after(other.choose(state))
        won += state.outcome.winners == (side,)
    assert won >= (4 if strength == "child" else 6)


def test_a_budget_changes_what_is_found_and_a_cancelled_one_ends_it() -> None:
    start = Knopf().start()
    assert ranked(start, "master", 1, Budget(100)) != ranked(start, "master", 1, Budget(20_000))
    end = time.process_time() + 0.1
    with pytest.raises(Cancelled):
        ranked(start, "master", 1, Budget(10**8, cancelled=lambda: time.process_time() > end))
    assert time.process_time() - end < 0.05


def test_the_lower_strengths_need_no_compiler() -> None:
    code = (
        "import sys, speelkist; from speelkist.games.knopf.bots.strengths import _surer, ranked;"
        "start = speelkist.load('knopf').start();"
        "[ranked(start, strength, 1) for strength in ('child', 'family', 'friend')];"
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def test_puzzles_are_proved_beyond_the_depth_of_master() -> None:
    assert SEARCHED_POSITIONS["master"] <= STRONGEST_POSITIONS
    state = Knopf().start()
    look = TurnLook("knopf")
    assert look.strongest_depth(state) >= look.search(state, STRONGEST_POSITIONS, lines=3)[1]
