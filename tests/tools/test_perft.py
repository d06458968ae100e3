"""tools/perft.py: counts a table anew, and adds the positions that have no row."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.template.examples import POSITIONS
from tools import perft

TABLE = (perft.FOLDER / "template" / "perft.txt").read_text(encoding="utf-8").splitlines()


def test_a_table_that_is_right_stays_as_it_is() -> None:
    assert perft.table("template", TABLE, POSITIONS) == TABLE


def test_wrong_counts_and_old_positions_are_replaced_and_depths_kept() -> None:
    name, text = next(iter(POSITIONS.items()))
    (right,) = [line for line in TABLE if line.startswith(name)]
    old = f"{name}\t{{}}\tan old way to write it\t1:99 2:99"
    (_, mended) = perft.table("template", ["# a comment", old], {name: text})
    assert mended.split("\t")[:3] == right.split("\t")[:3]
    assert mended.split("\t")[3].split() == right.split("\t")[3].split()[:2]


def test_a_game_without_a_table_gets_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perft, "FOLDER", tmp_path)
    (tmp_path / "template").mkdir()
    perft.main(["template"])
    lines = (tmp_path / "template" / "perft.txt").read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[0] for line in lines] == [perft.HEADING, "start", *POSITIONS]
    assert lines[1].endswith("\t1:3 2:6 3:18 4:36 5:108")
