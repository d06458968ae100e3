"""The hint: the best moves, how likely they win, and why."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from speelkist.bots import Budget, Choice, hint, hints, make_bot, simple_bot, strengths
from speelkist.core import LANGUAGES, PASS, BadOption, BadWeights, SeededDice, State, games, load
from tests.games.cubus.setting import position
from tests.support.game_packages import change_info, change_package, module


def first_decision(game: str) -> State:
    state: State = load(game).start()
    dice = SeededDice(bytes(32))
    while state.player < 0:
        state = state.play(dice.draw(state))
    return state


@pytest.mark.parametrize("game", games())
def test_a_hint_gives_legal_moves_with_reasons(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves by a made-up judgement, reasons by the game itself."""

    def ranked(state: State, strength: str, seed: int, budget: Budget | None = None) -> list[Choice]:
        return [Choice(move, 0.6) for move in state.legal()]

    change_package(monkeypatch, game, strengths=module(ranked=ranked))
    change_info(monkeypatch, game, kernel_strengths=())
    state = first_decision(game)
    hints = hint(state, count=4)
    assert [advice.move for advice in hints] == list(state.legal()[:4])
    for advice in hints:
        assert advice.chance == 0.6
        assert all(advice.reason.say(lang) for lang in LANGUAGES)


def test_a_pass_is_proposed_beside_a_build_only_if_it_is_clearly_better() -> None:
    state = position("2,2/2,1@0,0", ("LRT", "LRTO"), round=4)
    build = next(move for move in state.legal() if move != PASS)

    def proposed(of_pass: float, *of_build: float) -> list[str]:
        choices = [Choice(PASS, of_pass), *(Choice(build, chance) for chance in of_build)]
        return [advice.move.text for advice in hints.advise(state, choices)]

    assert proposed(0.5, 0.55) == proposed(0.505, 0.5) == [build.text]
    assert proposed(0.6, 0.5) == [PASS.text, build.text]
    assert proposed(0.5) == [PASS.text]


@pytest.mark.parametrize("game", games())
def test_without_strengths_the_simple_player_advises(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    change_package(monkeypatch, game, strengths=None)
    state = first_decision(game)
    hints = hint(state)
    assert hints == simple_bot.best(state)[:3]
    assert all(advice.chance is None for advice in hints)


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What was found out about missing strengths does not last."""
    yield
    strengths._failed.clear()


def test_damaged_weights_do_not_spoil_the_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    def ranked(state: State, strength: str, seed: int, budget: Budget | None = None) -> list[Choice]:
        if strength == "master":
            raise BadWeights("core.weights.damaged", game="knopf")
        return [Choice(state.legal()[0], 0.4)]

    change_package(monkeypatch, "knopf", strengths=module(ranked=ranked))
    change_info(monkeypatch, "knopf", kernel_strengths=())
    (advice,) = hint(load("knopf").start())
    assert advice.chance == 0.4


def test_a_game_without_insight_still_says_something(monkeypatch: pytest.MonkeyPatch) -> None:
    change_package(monkeypatch, "kriskras", hint_reasons=None)
    state = first_decision("kriskras")
    good = simple_bot.best(state)[0]
    assert hints.why(state, good.move) == good.reason
    other = next(move for move in state.legal() if move not in [advice.move for advice in simple_bot.best(state)])
    assert "best" in hints.why(state, other).say()


def test_there_is_no_hint_for_nobody_and_none_for_nothing() -> None:
    with pytest.raises(BadOption, match="nobody"):
        hint(load("kriskras").start())
    for count in (0, -1):
        with pytest.raises(BadOption, match="at least one"):
            hint(load("knopf").start(), count=count)


def test_whole_numbers_of_numpy_are_taken_and_what_is_no_strength_refused() -> None:
    numpy = pytest.importorskip("numpy")
    state = load("knopf").start()
    assert len(hint(state, count=numpy.int64(2), strength="friend")) == 2
    assert type(Budget(simulations=numpy.int64(5)).simulations) is int
    assert make_bot("mcts:20", seed=numpy.int64(3)).choose(state) == make_bot("mcts:20", seed=3).choose(state)
    with pytest.raises(BadOption, match=r"not 1\.5"):
        Budget(simulations=1.5)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="“boss”; choose from: child, family"):
        hint(state, strength="boss")
