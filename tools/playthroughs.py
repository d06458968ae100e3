"""Make the playthroughs of the tests anew, after a change that is meant: ``python -m tools.playthroughs [GAME]``."""

from __future__ import annotations

import sys
from pathlib import Path

import speelkist
from speelkist.core import Record
from speelkist.core.playthrough import playthrough_digest

FOLDER = Path(__file__).parents[1] / "tests" / "games"


def main(names: list[str]) -> None:
    """Write ``playthrough.txt`` from ``playthrough.record``, for the named games or all."""
    for game in names or speelkist.games(listed=False):
        record = Record.parse((FOLDER / game / "playthrough.record").read_text(encoding="utf-8"))
        text = "\n".join(playthrough_digest(record)) + "\n"
        (FOLDER / game / "playthrough.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
