"""``speelkist puzzles``: solved or not at the terminal, listed, and played on from."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

import speelkist as library
from speelkist.core import LANGUAGES
from speelkist.learn.puzzles import Puzzle, puzzle_of, puzzle_of_the_day, puzzles_of

from .runner import lines, speelkist

GAMES = [game for game in library.games() if puzzles_of(game)]
WIDE = {"COLUMNS": "100"}


def wrong_move(puzzle: Puzzle) -> str:
    """A move that is legal and not the best."""
    (step,) = puzzle.lesson().steps
    return next(move.text for move in puzzle.state.legal() if not step.accepts(move))


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_answered_wrong_and_then_solved(game: str) -> None:
    puzzle = puzzle_of(game, "puzzle-2")
    (step,) = puzzle.lesson().steps
    typed = lines(wrong_move(puzzle), step.solution().text, "n")
    out = " ".join(speelkist("puzzles", game, "2", typed=typed, env=WIDE).out.split())
    wrong, good = step.wrong, step.good["en"]
    assert wrong is not None
    assert "Puzzle 2" in out and step.text["en"] in out
    assert out.index(wrong["en"]) < out.index(" ".join(good.split()))


def test_what_breaks_a_rule_is_refused_and_the_puzzle_stays() -> None:
    out = speelkist("puzzles", "knopf", "1", typed=lines("a1-a1", "quit")).out
    refusal = puzzle_of("knopf", "puzzle-1").state.resolve("a1-a1")
    assert isinstance(refusal, library.Refusal) and refusal.say("en") in out
    assert "Another one?" not in out


def test_who_wants_to_see_it_is_shown_and_goes_on_to_the_next() -> None:
    out = speelkist("puzzles", "kriskras", "3", "--lang", "nl", typed=lines("toon", "j", "stop")).out
    assert puzzle_of("kriskras", "puzzle-3").moves[0] in out.splitlines()
    assert "Puzzel 3" in out and "Puzzel 4" in out


def test_after_the_last_puzzle_comes_the_first() -> None:
    last = len(puzzles_of("knopf"))
    out = speelkist("puzzles", "knopf", str(last), typed=lines("show", "y", "quit")).out
    assert f"Puzzle {last}" in out and "Puzzle 1\n" in out


@pytest.mark.parametrize("zone", ["Etc/GMT-14", "Etc/GMT+12"])  # in one of them it is always another day
def test_the_puzzle_of_today_is_the_same_all_over_the_world(zone: str) -> None:
    days = {datetime.now(UTC).date()}
    out = speelkist("puzzles", "krabcek", typed=lines("quit"), env={"TZ": zone}).out
    days.add(datetime.now(UTC).date())  # should midnight have passed meanwhile
    todays = [puzzle_of_the_day("krabcek", day) for day in days]
    assert any(puzzle is not None and f"Puzzle {puzzle.number}\n" in out for puzzle in todays)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_from_a_puzzle_with_the_person_to_move(game: str) -> None:
    puzzle = puzzle_of(game, "puzzle-1")
    out = speelkist("puzzles", game, "1", typed=lines("show", "play", "record", "quit"), env=WIDE).out
    on = out[out.index("Another one?") :]
    assert f"\nSeat {puzzle.state.game.side(puzzle.state.player)}: me\n" in on
    assert puzzle.state.draw(False, "en").splitlines()[0] in on


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_list_has_every_puzzle_with_its_task(game: str, lang: str) -> None:
    rows = speelkist("puzzles", game, "--list", "--lang", lang).out.splitlines()
    puzzles = puzzles_of(game)
    assert len(rows) == len(puzzles)
    for row, puzzle in zip(rows, puzzles, strict=True):
        assert row.split()[0] == str(puzzle.number)
        assert puzzle.task().say(lang) in row and puzzle.rating().say(lang) in row


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("krabcek", "0"), "There is no puzzle “puzzle-0”"),
        (("krabcek", "x"), "There is no puzzle “puzzle-x”"),
        (("krabcek", "3", "--list"), "Either --list or the number of a puzzle."),
        (("chess",), "chess"),
    ],
)
def test_what_is_not_there_is_answered_in_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in speelkist("puzzles", *arguments, code=2).err
