"""The arena: fair pairs, honest intervals, reports that can be taken up."""

from __future__ import annotations

import json
from dataclasses import replace
from math import log10
from pathlib import Path

import pytest

from speelkist.bots import Bot, Choice, StrengthBot, make_bot, strengths
from speelkist.bots.arena import match
from speelkist.bots.arena.match import Pair, Plan, play_match, play_pair
from speelkist.bots.arena.report import BadReport, Report, read_report, resume
from speelkist.bots.arena.score import error_of, reliability, score
from speelkist.core import BadOption, Move, State, games, load
from tests.support.game_packages import change_package


def untimed(pair: Pair) -> Pair:
    return replace(pair, seconds=(0.0, 0.0), slowest=(0.0, 0.0))


def made(number: int, *scores: float) -> Pair:
    return Pair(number, (scores[0], scores[1]), ("block", "block"), (9, 9), (0.1, 0.2), (5, 4), (0.1, 0.1))


@pytest.mark.parametrize("game", games())
def test_the_same_program_on_both_sides_is_even(game: str) -> None:
    """Both games of a pair are then the same game seen from both sides, whatever the seed."""
    pair = play_pair(Plan(game, "random", "random", 6), 2)
    assert sum(pair.scores) == pytest.approx(1), pair


def test_both_games_of_a_pair_have_the_same_dice_layout_and_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []

    class First:
        """Plays the first move, and keeps what it was shown."""

        def choose(self, state: State) -> Move:
            seen[-1].append(state.to_json())
            return state.legal()[0]

    def seat(name: str, seed: int, strict: bool = False) -> First:
        return First()

    monkeypatch.setattr(match, "make_bot", seat)
    for game in games():
        plan = Plan(game, "simple", "random", 4)
        sides = (match._Side("simple"), match._Side("random"))
        seen.clear()
        for number, swapped in ((0, 0), (0, 1), (1, 0)):
            seen.append([])
            match._play(plan, number, sides, swapped)
        assert seen[0] == seen[1]
        assert seen[0] != seen[2]


def test_sides_are_swapped() -> None:
    plan = Plan("knopf", "simple", "random", 2)
    assert play_pair(plan, 0).scores == (1, 1)
    assert play_pair(replace(plan, a="random", b="simple"), 0).scores == (0, 0)


def test_a_pair_depends_on_the_seed_and_its_number_alone() -> None:
    plan = Plan("kriskras", "simple", "random", 8)
    alone = {pair.number: untimed(pair) for pair in play_match(plan)}
    shared = {pair.number: untimed(pair) for pair in play_match(plan, workers=2)}
    assert alone == shared
    assert sorted(alone) == [0, 1, 2, 3]
    other = play_pair(replace(plan, seed=2), 0)
    assert untimed(other) != alone[0]


def test_cubus_counts_shares_of_the_points_at_tables_of_two_and_four() -> None:
    for players in (2, 4):
        plan = Plan("cubus", "simple", "random", 2, players=players)
        assert plan.start().game.players == players
        pair = play_pair(plan, 0)
        assert all(0 < share <= 1 for share in pair.scores)
        assert pair.share > 0.5


def test_a_missing_strength_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    change_package(monkeypatch, "knopf", strengths=None)
    with pytest.raises(strengths.CannotPlay):
        play_pair(Plan("knopf", "master", "random", 2), 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": 0},
        {"games": 3},
        {"games": 10**9},
        {"a": "genius"},
        {"b": "club@0"},
        {"players": 4},
        {"players": 3},
        {"game": "chess"},
        {"options": {"colour": 1}},
    ],
)
def test_absurd_matches_are_refused(wrong: dict[str, object]) -> None:
    good: dict[str, object] = {"game": "knopf", "a": "simple", "b": "random", "games": 2}
    with pytest.raises(BadOption):
        Plan(**{**good, **wrong})  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="processes"):
        list(play_match(Plan("knopf", "simple", "random", 2), workers=0))


# What it says


def test_the_interval_comes_from_the_pairs() -> None:
    """Pairs that are all one win each are no evidence of a difference, nor of much doubt."""
    even = score([0.5] * 100)
    split = score([0.0, 1.0] * 50)
    assert even.mean == split.mean == 0.5
    assert even.high - even.low < 0.05 < 0.19 < split.high - split.low < 0.21
    assert score([]).low == 0 and score([]).high == 1


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    from random import Random

    rng = Random(3)
    inside = 0
    for _ in range(2000):
        measured = score([(rng.random() < 0.7) / 2 + (rng.random() < 0.7) / 2 for _ in range(50)])
        inside += measured.low <= 0.7 <= measured.high
    assert 0.93 < inside / 2000 < 0.985


def test_the_interval_of_shared_points_holds_the_truth_about_as_often_as_it_says() -> None:
    from random import Random

    rng = Random(4)
    inside = 0
    for _ in range(2000):
        measured = score([rng.gauss(0.6, 0.07) for _ in range(100)], shared=True)
        inside += measured.low <= 0.6 <= measured.high
        assert measured.high - measured.low < 0.04
    assert 0.93 < inside / 2000 < 0.97
    assert score([0.6], shared=True).low == 0  # one pair says nothing


def test_winning_everything_is_not_certainty() -> None:
    measured = score([1.0] * 100)
    assert 0.95 < measured.low < 0.99
    elo, low, high = measured.elo
    assert 0 < low < elo <= high < 1200


def test_elo_is_what_the_formula_says() -> None:
    measured = score([0.75] * 400)
    assert measured.elo[0] == pytest.approx(400 * log10(3))


def test_a_reliability_table_tells_what_came() -> None:
    bins = reliability([(0.05, 0.0), (0.62, 1.0), (0.68, 0.0), (1.0, 1.0)])
    assert [(group.count, group.came) for group in bins] == [(1, 0), (2, 0.5), (1, 1)]
    assert bins[1].said == pytest.approx(0.65)
    assert error_of(bins) == pytest.approx((0.05 + 2 * 0.15 + 0) / 4)
    assert error_of([]) == 0


def test_decisions_are_kept_with_what_came_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sure(StrengthBot):
        def choose(self, state: State) -> Move:
            self.last = Choice(state.legal()[-1], 0.8)
            return self.last.move

    def seat(name: str, seed: int, strict: bool = False) -> Bot:
        return Sure(seed, "master") if name == "master" else make_bot(name, seed)

    monkeypatch.setattr(match, "make_bot", seat)
    pair = play_pair(Plan("kriskras", "master", "random", 2, calibrate=True), 0)
    assert len(pair.chances) == pair.decisions[0] > 0
    assert {chance for chance, _ in pair.chances} == {0.8}
    assert {came for _, came in pair.chances} <= set(pair.scores)
    assert play_pair(Plan("kriskras", "master", "random", 2), 0).chances == ()
    both = play_pair(Plan("kriskras", "master", "master", 2, calibrate=True), 0)
    assert len(both.chances) == sum(both.decisions)
    assert both.actions[0] != both.actions[1]  # not the same game twice


# Reports


def some_report() -> Report:
    plan = Plan("knopf", "simple", "random", 6, options={"target": 4})
    return Report(plan, (made(0, 1, 0), made(1, 1, 1)))


def test_a_report_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    some_report().save(path)
    assert read_report(path) == some_report()
    summary = json.loads(path.read_text())["summary"]
    assert (summary["games"], summary["score"], summary["measure"]) == (4, 0.75, "wins")
    assert [file.name for file in tmp_path.iterdir()] == ["report.json"]


def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    plan = Plan("knopf", "simple", "random", 6)
    complete = Report(plan, tuple(play_match(plan)))
    path = tmp_path / "report.json"
    Report(plan, complete.pairs[1:2]).save(path)
    taken_up = resume(path, plan)
    assert [pair.number for pair in taken_up.pairs] == [1]
    for pair in play_match(plan, taken_up.pairs):
        taken_up = taken_up.with_pair(pair)
    assert [untimed(pair) for pair in taken_up.pairs] == [untimed(pair) for pair in complete.pairs]
    longer = resume(path, replace(plan, games=10))
    assert len(longer.pairs) == 1


def test_another_match_or_a_damaged_report_is_not_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    some_report().save(path)
    with pytest.raises(BadReport, match="another match"):
        resume(path, replace(some_report().plan, b="simple"))
    complete = path.read_bytes()
    for damaged in (complete[:50], b"{}", b"[]", b"\xff", complete.replace(b'"number": 1', b'"number": 99')):
        path.write_bytes(damaged)
        with pytest.raises(BadReport, match="damaged"):
            read_report(path)
    with pytest.raises(BadReport, match="does not exist"):
        read_report(tmp_path / "none.json")


def test_times_are_told() -> None:
    assert some_report().seconds_a_move() == pytest.approx((0.02, 0.05))
    assert some_report().slowest() == (0.1, 0.1)
    assert Report(some_report().plan).slowest() == (0, 0)
    assert load("knopf").info.chance is False  # so that pairs open by lot
