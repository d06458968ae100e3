"""Make the perft tables of the tests anew, after a change that is meant: ``python -m tools.perft [GAME]``.

Rows that are there keep their name, options and depths; a position named in the game's ``examples.py`` is written as it
stands there now, and one that has no row yet gets one. The counts are the rules' own: a game's slow second statement of
them, or a person, has to agree before the table is worth anything.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

import speelkist
from speelkist.core import State, perft

FOLDER = Path(__file__).parents[1] / "tests" / "games"
HEADING = "# name, options, position, and how many sequences of so many actions there are"
MOST = 5_000  # sequences: a new row goes no deeper than this
DEEPEST = 5


def main(names: list[str]) -> None:
    """Write ``perft.txt`` for the named games, or all."""
    for game in names or speelkist.games(listed=False):
        file = FOLDER / game / "perft.txt"
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else [HEADING, "start\t{}\tstart\t"]
        positions = import_module(f"tests.games.{game}.examples").POSITIONS
        file.write_text("\n".join(table(game, lines, positions)) + "\n", encoding="utf-8")


def table(game: str, lines: list[str], positions: dict[str, str]) -> list[str]:
    """The lines of a table, counted anew, with a row for every named position."""
    names = {line.split("\t")[0] for line in lines}
    new = [f"{name}\t{{}}\t{text}\t" for name, text in positions.items() if name not in names]
    return [line if is_comment(line) else row(game, line, positions) for line in [*lines, *new]]


def is_comment(line: str) -> bool:
    """Whether a line of a table holds no counts."""
    return not line.strip() or line.startswith("#")


def row(game: str, line: str, positions: dict[str, str]) -> str:
    """One row, counted anew; without counts yet, to a depth that takes no time."""
    name, options, position, counts = line.split("\t")
    position = positions.get(name, position)
    rules = speelkist.load(game, **json.loads(options))
    state = rules.start() if position == "start" else rules.from_json(position)
    depths = [int(item.partition(":")[0]) for item in counts.split()]
    counted = {depth: perft(state, depth) for depth in depths} if depths else some_depths(state)
    return "\t".join([name, options, position, " ".join(f"{depth}:{count}" for depth, count in counted.items())])


def some_depths(state: State) -> dict[int, int]:
    """Counts from depth 1 on, as long as they are small."""
    counted = {1: perft(state, 1)}
    while counted[len(counted)] > 0 and len(counted) < DEEPEST:
        if counted[len(counted)] * max(1, len(state.legal())) > MOST:
            break
        counted[len(counted) + 1] = perft(state, len(counted) + 1)
    return counted


if __name__ == "__main__":
    main(sys.argv[1:])
