"""Make the puzzles of a game anew: ``python -m tools.puzzles GAME``. It needs the extra ``fast``.

The same seed and the same net give the same puzzles, however fast the strengths of the computer become; ``solved_by``
tells how these played when the file was made. The file names its seed, its net and the number that was asked for; those
of rare kinds come on top of it. A search that is stopped leaves the beginning of a longer one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from importlib.resources import files
from pathlib import Path

from speelkist.bots.puzzles.search import Puzzle, find_puzzles
from speelkist.bots.strengths import STRENGTHS
from speelkist.core.atomic_file import write_atomically
from speelkist.core.registry import package_of

WANTED = 120
SEED = 2026


def main() -> None:
    """Look for puzzles and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=WANTED, help="without those of rare kinds")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--file", type=Path, help="otherwise puzzles.json in the game's folder")
    given = parser.parse_args()
    path = given.file or Path(str(files(package_of(given.game).folder))) / "puzzles.json"
    begun = time.monotonic()
    puzzles = []
    for puzzle in find_puzzles(given.game, given.count, given.seed):
        puzzles.append(puzzle)
        print(f"{len(puzzles)}, {time.monotonic() - begun:.0f} s", flush=True)
        write_atomically(path, text_of(puzzles, given.seed, given.count, net_of(given.game)).encode())


def net_of(game: str) -> str:
    """By what the net of a game is known: the beginning of a hash; empty if it has none."""
    file = files(package_of(game).folder) / "kernel" / "weights.txt"
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16] if file.is_file() else ""


def text_of(puzzles: list[Puzzle], seed: int, count: int, net: str) -> str:
    """The file: a puzzle a line, those that a weaker player solves first, and of these those that more solve."""
    ordered = sorted(puzzles, key=_difficulty)
    lines = ",\n".join("  " + json.dumps(puzzle.to_data(), separators=(",", ":")) for puzzle in ordered)
    return f'{{"seed": {seed}, "count": {count}, "net": "{net}", "puzzles": [\n{lines}\n]}}\n'


def _difficulty(puzzle: Puzzle) -> tuple[int, int]:
    weakest = STRENGTHS.index(puzzle.solved_by[0]) if puzzle.solved_by else len(STRENGTHS)
    return weakest, -len(puzzle.solved_by)


if __name__ == "__main__":
    main()
