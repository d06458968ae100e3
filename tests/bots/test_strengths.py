"""Five strengths: every one takes a seat, what is missing is said, and somebody always plays."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from speelkist.bots import STRENGTHS, Budget, CannotPlay, Choice, StrengthBot, make_bot, missing_notice, rank, strengths
from speelkist.bots.arena.match import Plan, play_match
from speelkist.bots.arena.report import Report
from speelkist.bots.factory import BOTS, is_bot, needs_kernel, read_budget
from speelkist.core import LANGUAGES, BadOption, BadWeights, State, games, load
from speelkist.core.registry import package_of
from tests.support.game_packages import change_package, module

START = load("knopf").start()


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What was found out about missing strengths does not last."""
    strengths._failed.clear()
    yield
    strengths._failed.clear()


def lacking(monkeypatch: pytest.MonkeyPatch, error: Exception | None, *weak: str) -> list[tuple[Any, ...]]:
    """A game whose strengths play the first legal move, but some cannot; gives what they were asked."""
    asked: list[tuple[Any, ...]] = []

    def ranked(state: State, strength: str, seed: int, budget: Budget | None = None) -> list[Choice]:
        asked.append((strength, seed, budget))
        if strength in weak and error is not None:
            raise error
        return [Choice(state.legal()[0], 0.75)]

    change_package(monkeypatch, "knopf", strengths=module(ranked=ranked))
    return asked


@pytest.mark.needs("numba")
@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_strength_is_asked_and_tells_its_chance(monkeypatch: pytest.MonkeyPatch, strength: str) -> None:
    asked = lacking(monkeypatch, None)
    seat = StrengthBot(5, strength)
    assert seat.choose(START) is START.legal()[0]
    assert seat.last == Choice(START.legal()[0], 0.75)
    assert seat.by == strength
    assert [question[0] for question in asked] == [strength]


def test_luck_follows_from_the_seed_and_differs_from_move_to_move(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = lacking(monkeypatch, None)
    for seed in (1, 1, 2):
        seat = StrengthBot(seed, "friend")
        seat.choose(START)
        seat.choose(START)
    seeds = [question[1] for question in asked]
    assert seeds[:2] == seeds[2:4]
    assert len(set(seeds)) == 4


@pytest.mark.needs("numba")
@pytest.mark.parametrize(
    ("error", "said"),
    [
        (BadWeights("core.weights.damaged", game="knopf"), "damaged"),
        (ModuleNotFoundError("no numba", name="numba"), "numba is not installed"),
    ],
)
def test_the_next_strength_below_plays_and_it_is_said(
    monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    asked = lacking(monkeypatch, error, "club", "master")
    seat = StrengthBot(5, "master")
    assert seat.choose(START) in START.legal()
    assert seat.by == "friend"
    notice = missing_notice("knopf")
    assert notice is not None
    assert said in notice.say()
    for name in ("club", "master", "friend"):
        assert name in notice.say()
    assert "meester" in notice.say("nl") and "vriend" in notice.say("nl")
    assert "\n" not in notice.say()
    asked.clear()
    seat.choose(START)
    assert [question[0] for question in asked] == ["friend"]  # what cannot play is not tried again


def test_without_any_strength_the_simple_player_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    change_package(monkeypatch, "knopf", strengths=None)
    seat = StrengthBot(5, "master")
    assert seat.choose(START) in START.legal()
    assert (seat.by, seat.last) == ("simple", None)
    notice = missing_notice("knopf")
    assert notice is not None and "simple" in notice.say()


def test_where_all_can_play_there_is_nothing_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking(monkeypatch, None)
    monkeypatch.setattr(strengths, "_needs", lambda _: None)
    assert missing_notice("knopf") is None


def test_without_numba_the_compiled_strengths_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking(monkeypatch, None)
    monkeypatch.setattr(strengths, "find_spec", lambda name: None if name == "numba" else object())
    assert list(strengths.missing("knopf")) == ["club", "master"]


def test_a_game_may_need_the_compiler_less() -> None:
    assert strengths.compiled_strengths("cubus") == ("master",)
    assert strengths.compiled_strengths("kriskras") == ("club", "master")


@pytest.mark.needs("numba")
def test_a_broken_compiler_is_worked_around(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking(monkeypatch, None)
    strengths._check_compiler.cache_clear()

    def broken(_: str) -> object:
        raise SystemError("initialization of _internal failed")

    monkeypatch.setattr(strengths, "import_module", broken)
    assert rank(START, "master", 1).by == "friend"
    notice = missing_notice("knopf")
    assert notice is not None and "initialization" in notice.say()


@pytest.mark.needs("numba")
def test_strict_lets_nobody_else_play(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking(monkeypatch, BadWeights("core.weights.missing", game="knopf"), "master")
    with pytest.raises(CannotPlay, match="not there"):
        make_bot("master", 1, strict=True).choose(START)


def test_a_mistake_in_a_strength_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking(monkeypatch, ZeroDivisionError(), "friend")
    with pytest.raises(ZeroDivisionError):
        rank(START, "friend", 1)


@pytest.mark.parametrize("game", games())
def test_the_weaker_ones_play_without_the_compiler(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    state: State = load(game).start()
    while state.player < 0:
        state = state.play(state.legal()[0])
    for strength in ("child", "family"):
        assert make_bot(strength, 1).choose(state) in state.legal()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["knopf", "krabcek", "kriskras"])
@pytest.mark.parametrize(("stronger", "weaker"), [("child", "random"), *((b, a) for a, b in pairwise(STRENGTHS))])
def test_each_strength_beats_the_one_below(game: str, stronger: str, weaker: str) -> None:
    """A glance at what benchmarks/arena.py proves."""
    plan = Plan(game, stronger, weaker, 24, seed=77)
    assert Report(plan, tuple(play_match(plan))).score.mean > 0.5


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_no_move_takes_more_than_two_seconds(game: str) -> None:
    plan = Plan(game, "master", "club", 2, seed=3)
    (pair,) = play_match(plan)
    assert max(pair.slowest) < 2


# Names


def test_names_with_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = lacking(monkeypatch, None)
    make_bot("club@500", 1).choose(START)
    make_bot("club@0.5s", 1).choose(START)
    assert [question[2] for question in asked] == [Budget(simulations=500), Budget(seconds=0.5)]


@pytest.mark.parametrize("text", ["0", "", "-5", "1e9", "999999999999", "0s", "4000s", "s", "1.5", "5 s", "x", "٣"])
def test_absurd_budgets_get_a_clear_error(text: str) -> None:
    for name in (f"club@{text}", f"mcts:{text}"):
        with pytest.raises(BadOption, match="budget"):
            make_bot(name, 1)
    with pytest.raises(BadOption):
        read_budget(text)


def test_who_is_a_program() -> None:
    assert {"random", "simple", *STRENGTHS} == set(BOTS)
    assert all(map(is_bot, [*BOTS, "mcts:10", "club@7"]))
    assert not any(map(is_bot, ["me", "Clubman", "Jan@home", "mcts"]))
    assert [name for name in (*BOTS, "mcts:5", "master@3") if needs_kernel(name)] == [
        "club",
        "master",
        "mcts:5",
        "master@3",
    ]


def test_strengths_are_named_and_described_in_both_languages() -> None:
    names = {lang: [strengths.name_of(strength).say(lang) for strength in STRENGTHS] for lang in LANGUAGES}
    assert names["nl"] == ["kind", "familie", "vriend", "club", "meester"]
    assert names["en"] == list(STRENGTHS)
    assert all(strengths.about(strength).say(lang) for strength in STRENGTHS for lang in LANGUAGES)


@pytest.mark.needs("numba")
@pytest.mark.parametrize("id", [name for name in games() if package_of(name).features is not None])
def test_a_budget_of_seconds_is_used(id: str) -> None:
    state, rng = load(id).start(), random.Random(5)
    for _ in range(60):
        state = state.play(rng.choice(state.legal()))
    while state.player < 0 or len(state.legal()) < 4:
        state = state.play(rng.choice(state.legal()))
    rank(state, "master", 0)  # compiled by now
    times = []
    for seconds in (0.3, 0.6):
        begun = time.monotonic()
        rank(state, "master", 0, Budget(seconds=seconds), strict=True)
        times.append(time.monotonic() - begun)
    assert times[0] > 0.25
    assert times[1] > 0.5
