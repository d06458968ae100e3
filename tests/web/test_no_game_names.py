"""Generic files of the pages name no game: what a game needs lies in its own folder and is found there."""

from __future__ import annotations

from pathlib import Path

import pytest

import speelkist
from tests.test_no_game_names import pattern_of

SOURCES = Path(__file__).parents[2] / "web" / "src"
GAMES = SOURCES / "games"


def generic_files() -> list[Path]:
    """All sources outside the folders of the games."""
    return [
        path
        for path in sorted(SOURCES.rglob("*"))
        if path.is_file() and not (path.is_relative_to(GAMES) and len(path.relative_to(GAMES).parts) > 1)
    ]


def test_there_are_generic_files_and_folders_of_games() -> None:
    names = {path.name for path in generic_files()}
    assert {"registry.ts", "app.css", "HomePage.svelte", "en.json"} <= names
    folders = {path.parent.name for path in GAMES.glob("*/index.ts")}
    assert folders
    assert folders <= set(speelkist.games())  # a game may do without one


@pytest.mark.parametrize("game", speelkist.games())
def test_no_generic_file_names_a_game(game: str) -> None:
    named = pattern_of(game)
    lines = [
        f"{path.relative_to(SOURCES)}:{number}: {line.strip()}"
        for path in generic_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if named.search(line)
    ]
    assert lines == []
