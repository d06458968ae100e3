"""Bots and weights of one's own at the command line, and what is said where something is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from speelkist.core import load

from .runner import speelkist

ROOT = Path(__file__).parents[2]
OWN = "tests.bots.own:LastMove"


def test_a_bot_of_ones_own_plays_in_the_arena_and_at_the_terminal() -> None:
    path = {"PYTHONPATH": str(ROOT)}
    ran = speelkist("arena", "knopf", OWN, "random", "--games", "2", "--option", "target=1", env=path)
    assert OWN in ran.out
    ran = speelkist("play", "knopf", "--seats", f"{OWN},{OWN}", "--option", "target=1", env=path)
    assert f"[{load('knopf').start().legal()[-1]}]" in ran.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("arena", "knopf", "club", "random", "--weights-a", "nowhere.txt"), "are not there"),
        (("arena", "knopf", "club", "random", "--weights-b", "nowhere.txt"), "takes no weights"),
        (("arena", "knopf", "no_such_module:Bot", "random"), "cannot be loaded"),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    ran = speelkist(*arguments, "--lang", "en", code=2)
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_training_on_ray_says_what_it_needs(tmp_path: Path) -> None:
    (tmp_path / "ray.py").write_text("raise ModuleNotFoundError(\"No module named 'ray'\", name='ray')\n")
    env = {"PYTHONPATH": str(tmp_path)}
    ran = speelkist("train", "knopf", "--ray", "--out", str(tmp_path / "out.txt"), "--lang", "en", env=env, code=2)
    assert "--ray needs the extra “ray”: ray is not installed." in ran.err


@pytest.mark.parametrize(("option", "value"), [("--actors", "2"), ("--log", "runs")])
def test_what_belongs_to_ray_is_refused_without(option: str, value: str) -> None:
    ran = speelkist("train", "knopf", option, value, "--lang", "en", code=2)
    assert f"{option} belongs to a run on Ray: give --ray too." in ran.err
