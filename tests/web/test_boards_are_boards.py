"""A board draws and says what a player wants: it knows neither the server nor the table, nor does what it imports."""

from __future__ import annotations

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "web" / "src"
IMPORTED = re.compile(r"""(?:from|import)\s*\(?\s*["']([^"']+)["']""")
TYPES_ONLY = re.compile(r"^\s*(?:import|export) type [^;]*;", re.MULTILINE)  # gone once it is built
FORBIDDEN = {"net", "storage", "table", "pages"}


def drawing_files() -> list[Path]:
    """What boards are made of: their kit and the folders of the games."""
    folders = [SOURCES / "board-kit", *(path for path in (SOURCES / "games").iterdir() if path.is_dir())]
    return [
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in {".ts", ".svelte"} and not path.name.endswith(".test.ts")
    ]


def imports(path: Path) -> set[Path]:
    """The files of the sources that a file imports something else from than types."""
    text = TYPES_ONLY.sub("", path.read_text(encoding="utf-8"))
    targets = [path.parent / target for target in IMPORTED.findall(text) if target.startswith(".")]
    return {file.resolve() for target in targets for file in candidates(target) if file.is_file()}


def candidates(target: Path) -> list[Path]:
    """The files that an import may mean."""
    return [target, target.with_name(f"{target.name}.ts"), target / "index.ts"]


def everything_imported(path: Path) -> set[Path]:
    """What a file imports, and what that imports."""
    seen: set[Path] = set()
    ahead = imports(path)
    while ahead:
        seen |= ahead
        ahead = {further for file in ahead for further in imports(file)} - seen
    return seen


def test_every_import_means_a_file() -> None:
    """One that the test does not understand would hide everything behind it."""
    for path in drawing_files():
        text = TYPES_ONLY.sub("", path.read_text(encoding="utf-8"))
        for target in IMPORTED.findall(text):
            if target.startswith("."):
                assert any(file.is_file() for file in candidates(path.parent / target)), f"{path}: {target}"


def test_boards_reach_neither_the_network_nor_the_table() -> None:
    files = drawing_files()
    assert len(files) > 50
    assert any(SOURCES.resolve() / "board-kit" in file.parents for path in files for file in imports(path))
    wrong = {
        path.relative_to(SOURCES).as_posix(): sorted(
            file.relative_to(SOURCES.resolve()).as_posix()
            for file in everything_imported(path)
            if file.is_relative_to(SOURCES.resolve()) and file.relative_to(SOURCES.resolve()).parts[0] in FORBIDDEN
        )
        for path in files
    }
    assert {name: reached for name, reached in wrong.items() if reached} == {}
