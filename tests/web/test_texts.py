"""Files of texts and data: no name stands twice in one object, for then the first is silently lost; apostrophes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = (ROOT / "web" / "src", ROOT / "src" / "speelkist")
BUILT = ROOT / "src" / "speelkist" / "web"
FILES = [file for folder in FOLDERS for file in sorted(folder.rglob("*.json")) if BUILT not in file.parents]


def refuse_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    twice = [name for name, count in Counter(name for name, _ in pairs).items() if count > 1]
    assert twice == []
    return dict(pairs)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_no_name_stands_twice(file: Path) -> None:
    json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=refuse_twins)


def test_a_name_that_stands_twice_is_seen() -> None:
    with pytest.raises(AssertionError):
        json.loads('{"a": {"b": 1, "b": 2}}', object_pairs_hook=refuse_twins)


PAGES = sorted(FOLDERS[1].rglob("rules.*.md"))


@pytest.mark.parametrize("file", FILES + PAGES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_an_apostrophe_is_the_one_of_print(file: Path) -> None:
    """Everything that players read has the same one; the straight one of a typewriter is nowhere."""
    assert [line for line in file.read_text(encoding="utf-8").splitlines() if "'" in line] == []
