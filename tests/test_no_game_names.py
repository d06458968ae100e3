"""No generic file names a game: what a game needs lies in its own folder and is declared there (GamePackage)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import speelkist

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "speelkist"
GAMES = SOURCES / "games"
ENDINGS = {".py", ".json", ".md", ".txt", ".toml"}

ALLOWED = {
    ROOT / "tools" / "pictures": "the pictures of the documents show chosen positions of each game",
}


def generic_files() -> list[Path]:
    """Sources outside the games' folders, the built pages apart."""
    paths = [*SOURCES.rglob("*"), *(ROOT / "tools").rglob("*")]
    return [path for path in paths if path.is_file() and path.suffix in ENDINGS and not _apart(path)]


def _apart(path: Path) -> bool:
    in_a_game = path.is_relative_to(GAMES) and len(path.relative_to(GAMES).parts) > 1
    built = path.is_relative_to(SOURCES / "web")
    return in_a_game or built or any(path.is_relative_to(folder) for folder in ALLOWED)


def lines_naming(pattern: re.Pattern[str], files: list[Path]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]


def test_it_looks_at_the_generic_packages() -> None:
    folders = {path.relative_to(SOURCES).parts[0] for path in generic_files() if path.is_relative_to(SOURCES)}
    assert {"core", "i18n", "compiled", "search", "bots", "testing", "server", "cli"} <= folders


@pytest.mark.parametrize("game", speelkist.games())
def test_no_generic_file_names_a_game(game: str) -> None:
    names = {game, *speelkist.load(game).info.name.values()}
    pattern = re.compile("|".join(rf"(?<![a-z]){re.escape(name)}(?![a-z])" for name in names), re.IGNORECASE)
    assert lines_naming(pattern, generic_files()) == []


@pytest.mark.parametrize("folder", ALLOWED)
def test_what_is_allowed_is_still_needed(folder: Path) -> None:
    pattern = re.compile("|".join(speelkist.games()))
    assert lines_naming(pattern, sorted(folder.rglob("*.py")))
