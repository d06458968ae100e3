"""A board draws and says what a player wants: it knows neither the server nor the table."""

from __future__ import annotations

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "web" / "src"
IMPORTED = re.compile(r"""(?:from|import)\s*\(?\s*["']([^"']+)["']""")
FORBIDDEN = {"net", "table", "pages"}
CONTRACT = SOURCES / "board-kit" / "contract.ts"  # passes the types of the wire on


def drawing_files() -> list[Path]:
    """What boards are made of: their kit and the folders of the games."""
    folders = [SOURCES / "board-kit", *(path for path in (SOURCES / "games").iterdir() if path.is_dir())]
    return [
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in {".ts", ".svelte"} and not path.name.endswith(".test.ts") and path != CONTRACT
    ]


def imports(path: Path) -> set[str]:
    """The folders of the sources that a file imports from."""
    targets = IMPORTED.findall(path.read_text(encoding="utf-8"))
    inside = [(path.parent / target).resolve() for target in targets if target.startswith(".")]
    return {target.relative_to(SOURCES.resolve()).parts[0] for target in inside}


def test_boards_import_neither_the_network_nor_the_table() -> None:
    files = drawing_files()
    assert len(files) > 50
    assert any("board-kit" in imports(path) for path in files)
    wrong = {path.relative_to(SOURCES).as_posix(): imports(path) & FORBIDDEN for path in files}
    assert {name: folders for name, folders in wrong.items() if folders} == {}
