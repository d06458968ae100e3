"""What a page fetches only when it needs it may be gone after an update of the server: then the page says so."""

from __future__ import annotations

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "web" / "src"
LAZY = re.compile(r"""(.*)\bimport\(["']""")
NOTICED = re.compile(r"loadPart\(\(\) => $")
MANIFEST = re.compile(r"  load\w+: \(\) => $")  # the games' folders only say how; others load
REGISTRY = "games/registry.ts"  # hands to loadPart what a manifest says, or a board for any game
TABLE_PAGE = "pages/tablePage.ts"  # begins to fetch it early; the application loads it


def sources() -> list[Path]:
    """All but tests and what helps them."""
    files = [path for path in SOURCES.rglob("*") if path.suffix in {".ts", ".svelte"}]
    return [path for path in files if ".test." not in path.name and not path.name.startswith("test")]


def lazy_imports() -> dict[str, list[str]]:
    """What stands before each lazy import, by file."""
    listed = {path: LAZY.findall(path.read_text(encoding="utf-8")) for path in sources()}
    return {path.relative_to(SOURCES).as_posix(): before for path, before in listed.items() if before}


def test_every_part_that_is_fetched_later_is_missed_when_it_does_not_come() -> None:
    imports = lazy_imports()
    assert len(imports) > 8
    assert "loadPart" in (SOURCES / REGISTRY).read_text(encoding="utf-8")
    assert "loadPart(loadTablePage)" in (SOURCES / "App.svelte").read_text(encoding="utf-8")
    for name, befores in imports.items():
        expected = MANIFEST if re.fullmatch(r"games/\w+/index\.ts", name) else NOTICED
        if name not in {REGISTRY, TABLE_PAGE}:
            assert all(expected.search(before) for before in befores), name


def test_what_a_manifest_loads_is_loaded_as_a_part() -> None:
    calls = re.compile(r"\.load(?:Board|Chance|MoveIcon)\??\.?\(")
    assert [path.name for path in sources() if calls.search(path.read_text(encoding="utf-8"))] == []
