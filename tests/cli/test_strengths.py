"""The strengths at the terminal: who sits there, what a hint says, how bots are compared and trained."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from speelkist.cli import main
from speelkist.cli.progress import duration
from tests.games.cubus.examples import POSITIONS

from .runner import SEED, command, environ, lines, speelkist


def test_a_person_plays_against_a_strength() -> None:
    out = speelkist("play", "knopf", "--seats", "me,family", "--seed", SEED, typed=lines("1", "1", "quit", "")).out
    assert out.count("The computer moves from") == 2
    dutch = speelkist("--lang", "nl", "play", "knopf", "--seats", "me,family", typed=lines("1", "stop", "")).out
    assert "De computer " in dutch


def test_the_same_seed_plays_the_same_game() -> None:
    once = speelkist("play", "krabcek", "--seats", "child,family", "--seed", SEED).out
    assert speelkist("play", "krabcek", "--seats", "child,family", "--seed", SEED).out == once


def test_a_hint_tells_chances_and_reasons() -> None:
    out = speelkist("play", "knopf", "--seats", "me,me", typed=lines("hint", "quit")).out
    (first,) = [line for line in out.splitlines() if line.startswith("Try ")]
    assert " % to win): " in first
    assert any(line.startswith("Or ") for line in out.splitlines())


def test_a_hint_in_a_game_of_points_tells_a_share_of_them() -> None:
    out = speelkist("play", "cubus", "--seats", "me,me", "--seed", SEED, typed=lines("hint", "quit", "")).out
    (first,) = [line for line in out.splitlines() if "Try " in line]
    assert "(about " in first and " of every 100 points for you): " in first


def test_no_hint_is_given_where_everybody_has_to_look_for_themselves(tmp_path: Path) -> None:
    position = tmp_path / "passed.json"
    position.write_text(POSITIONS["passed"], encoding="utf-8")
    typed = lines("hint", "quit")
    out = speelkist("play", "cubus", "--position", str(position), "--seats", "me,me,me", typed=typed).out
    assert "no hint is given" in out
    assert "Try " not in out


@pytest.mark.parametrize("seat", ["club@0", "club@x", "mcts:0", "mcts:", "master@99999999999"])
def test_an_absurd_budget_is_one_sentence(seat: str) -> None:
    assert "budget" in speelkist("play", "knopf", "--seats", f"me,{seat}", code=2).err


def test_the_menu_seats_a_strength_by_its_number() -> None:
    out = speelkist("menu", typed=lines("2", "", "m", "2", "1", "quit", "", "q")).out
    assert "The computer moves from" in out


# The arena


def test_an_arena_tells_the_score_and_keeps_a_report(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    given = ("arena", "knopf", "simple", "random", "--report", str(path))
    out = speelkist(*given, "--games", "4").out
    assert "simple scores 100.0 % against random in 4 games" in out
    assert "Elo: +" in out
    more = speelkist(*given, "--games", "6", "--resume", "--workers", "2").out
    assert "Going on after 4 games." in more
    assert "in 6 games" in more
    assert json.loads(path.read_text())["summary"]["pairs"] == 3
    dutch = speelkist("--lang", "nl", *given, "--games", "6", "--resume").out
    assert "simple haalt 100.0 % tegen random in 6 spellen" in dutch


def test_an_arena_keeps_how_true_the_chances_were(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    given = ("arena", "knopf", "family", "random", "--games", "2", "--calibration", str(path))
    assert "mean difference" in speelkist(*given).out
    table = json.loads(path.read_text())
    assert table["decisions"] == sum(row["count"] for row in table["bins"]) > 0


def test_an_arena_that_is_broken_off_can_be_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    given = ["arena", "knopf", "simple", "random", "--games", "4000", "--report", str(path), "--workers", "2"]
    running = subprocess.Popen(command(*given), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ())
    end = time.monotonic() + 60
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert b"Traceback" not in err
    assert b"--resume goes on from" in out
    played = json.loads(path.read_text())["summary"]["games"]
    assert 0 < played < 4000
    again = speelkist(*given[:4], "--games", str(played), "--report", str(path), "--resume").out
    assert f"in {played} games" in again


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["chess", "simple", "random"], "no game"),
        (["knopf", "simple", "genius"], "genius"),
        (["knopf", "simple", "random", "--games", "3"], "even number"),
        (["knopf", "simple", "random", "--players", "4"], "seats"),
        (["knopf", "simple", "club@0"], "budget"),
        (["knopf", "club", "random", "--budget", "0"], "budget"),
        (["knopf", "simple", "random", "--resume"], "--report"),
        (["knopf", "simple", "random", "--workers", "0"], "processes"),
        (["knopf", "simple", "random", "--report", "nowhere/here/report.json"], "folder"),
    ],
)
def test_a_wrong_match_is_one_sentence(given: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *given]) == 2
    assert said in capsys.readouterr().err


# Training


def test_a_training_is_put_down_and_taken_up_and_gives_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this process, so that what trains is loaded once."""

    def train(*given: str, code: int = 0) -> str:
        assert main(["train", "kriskras", *given]) == code
        printed = capsys.readouterr()
        return printed.err if code else printed.out

    uninterrupted, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    plan = ("--games", "100", "--hidden", "2", "--seed", "3")
    assert "against random moves" in train(*plan, "--out", str(uninterrupted))
    put_down = train(*plan, "--out", str(parts), "--seconds", "1e-9")
    assert "Stopped after 50 games" in put_down
    assert not parts.exists()
    assert "Resumed after 50 games." in train("--resume", "--out", str(parts))
    assert parts.read_bytes() == uninterrupted.read_bytes()
    refused = train(*plan, "--rate", "0.5", "--out", str(parts), "--resume", code=2)
    assert "other settings" in refused


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["chess"], "no game"),
        (["cubus"], "trained"),
        (["kriskras", "--games", "0"], "games"),
        (["kriskras", "--hidden", "99999"], "hidden"),
        (["kriskras", "--seconds", "0"], "--seconds"),
        (["kriskras", "--resume", "--out", "nothing.txt"], "no run"),
        (["kriskras", "--out", "nowhere/here/weights.txt"], "folder"),
    ],
)
def test_a_wrong_training_is_one_sentence(
    given: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And it is said before what trains is loaded, which takes seconds."""
    monkeypatch.setitem(sys.modules, "speelkist.bots.training", None)
    assert main(["train", *given]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_durations_are_short() -> None:
    assert [duration(seconds) for seconds in (0, 61, 3723.4)] == ["0:00", "1:01", "1:02:03"]
