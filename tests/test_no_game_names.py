"""No generic file names a game: what a game needs lies in its own folder and is declared there (GamePackage)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import speelkist

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "speelkist"
GAMES = SOURCES / "games"
# What builds, starts and hosts everything; the sources of the pages have a test of their own in tests/web.
AROUND = ["run.py", "hatch_build.py", "tools", "deploy", ".github"]

ALLOWED = {
    ROOT / "tools" / "pictures": "the pictures of the documents show chosen positions of each game",
    ROOT / "web" / "index.html": "what a search engine shows of the chest",
}


def generic_files() -> list[Path]:
    """Text outside the games' folders, the built pages apart."""
    tops = [SOURCES, ROOT / "web" / "public", *(ROOT / name for name in AROUND if (ROOT / name).exists())]
    tops += [path for path in ROOT.glob("web/*.*") if path.is_file()]
    paths = [path for top in tops for path in ([top] if top.is_file() else top.rglob("*"))]
    return [path for path in paths if path.is_file() and not _apart(path) and is_text(path)]


def is_text(path: Path) -> bool:
    """Whether a file is for reading: a picture, a font or compiled code is not."""
    try:
        path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return False
    return "__pycache__" not in path.parts


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
    names = {path.relative_to(ROOT).as_posix() for path in generic_files()}
    assert {
        "run.py",
        "web/build.py",
        "web/compile.mjs",
        "web/public/sw.js",
        "src/speelkist/local/site_worker.js",
    } <= names


def pattern_of(game: str) -> re.Pattern[str]:
    """A game's id and its names in every spelling: ``kris-kras``, ``KRIS_KRAS``, ``KrisKrasBoard``."""
    names = {game, *speelkist.load(game).info.name.values()}
    return re.compile(
        "|".join("[-_ ]?".join(map(re.escape, re.split(r"[-_ ]", name))) for name in names), re.IGNORECASE
    )


@pytest.mark.parametrize(
    ("game", "text"),
    [("kriskras", "kris_kras"), ("kriskras", "KrisKrasBoard"), ("knopf", "KnopfBoard"), ("knopf", "kopf-oder-knopf")],
)
def test_a_game_is_seen_in_every_spelling(game: str, text: str) -> None:
    assert pattern_of(game).search(text)


@pytest.mark.parametrize("game", speelkist.games())
def test_no_generic_file_names_a_game(game: str) -> None:
    assert lines_naming(pattern_of(game), generic_files()) == []


@pytest.mark.parametrize("allowed", ALLOWED)
def test_what_is_allowed_is_still_needed(allowed: Path) -> None:
    pattern = re.compile("|".join(speelkist.games()), re.IGNORECASE)
    assert lines_naming(pattern, sorted(allowed.rglob("*.py")) if allowed.is_dir() else [allowed])
