"""The base install: rules and terminal in an interpreter that has nothing but the standard library and our package."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import speelkist
from speelkist.cli.no_server import PACKAGES

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
SEED = "5e" * 32
OUTSIDE = "sys.modules.keys() & {'numpy', 'numba', 'msgspec', 'platformdirs', 'sqlalchemy', 'starlette', 'rich'}"


def bare(code: str, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run code without site-packages (-S) and without anything of the environment (-I)."""
    head = f"import sys; sys.path.insert(0, {str(SOURCE)!r})\n"
    command = [sys.executable, "-I", "-S", "-X", "utf8", "-c", head + code, *arguments]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False
    )


def terminal(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command ``speelkist``."""
    return bare("from speelkist.cli import main; sys.exit(main(sys.argv[1:]))", "--lang", "en", *arguments, typed=typed)


def test_nothing_is_required() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == []
    extras = project["optional-dependencies"]
    assert set(extras) == {"server", "fast", "postgres", "research", "ray", "all"}
    for requirement in (text for extra in extras.values() for text in extra if not text.startswith("speelkist[")):
        assert re.search(r",<[0-9]+(;|$)", requirement), f"{requirement} has no upper bound"
    everywhere = [requirement for requirement in extras["server"] if ";" not in requirement]  # others make it faster
    assert list(PACKAGES) == [re.split(r"[\[<>=]", requirement)[0].replace("-", "_") for requirement in everywhere]


def test_every_game_is_played_to_its_end() -> None:
    ended = bare(
        "import speelkist\n"
        "from speelkist.bots import RandomBot\n"
        "for name in speelkist.games():\n"
        "    match, bot = speelkist.Match(speelkist.load(name)), RandomBot(1)\n"
        "    dice = speelkist.SeededDice(bytes(32))\n"
        "    while match.state.outcome is None:\n"
        "        match.throw(dice) if match.state.player == speelkist.CHANCE else match.play(bot.choose(match.state))\n"
        "    print(name, speelkist.Match.from_record(match.record()).state == match.state)\n"
        f"assert not {OUTSIDE}\n"
    )
    assert ended.stderr == ""
    assert ended.stdout.split() == [word for name in speelkist.games() for word in (name, "True")]


def test_a_game_is_played_saved_replayed_and_verified_in_the_terminal(tmp_path: Path) -> None:
    file = str(tmp_path / "saved.record")
    played = terminal("play", "knopf", "--seats", "red=me,blue=child", "--seed", SEED, typed=f"1\nsave {file}\nquit\n")
    assert (played.returncode, played.stderr) == (0, "")
    shown = terminal("replay", file)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert terminal("verify", file, "--seed", SEED).returncode == 0


@pytest.mark.parametrize("command", [["games"], ["rules", "krabcek"], ["perft", "kriskras", "--depth", "1"]])
def test_the_terminal_shows(command: list[str]) -> None:
    shown = terminal(*command)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout


@pytest.mark.parametrize("command", [[], ["--no-browser"], ["serve", "--port", "0"], ["backup", "file"], ["config"]])
def test_what_needs_the_server_says_what_to_install(command: list[str]) -> None:
    ended = terminal(*command)
    assert ended.returncode == 2
    (sentence,) = ended.stderr.splitlines()
    assert 'pip install "speelkist[all]"' in sentence
