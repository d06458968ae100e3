"""The legal moves as a numbered list, in columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from speelkist.core import Move

from .terminal import columns

_END_OF_PIECE = re.compile(r"[-+<^@x]")


def move_list(moves: Sequence[Move], width: int) -> list[str]:
    """Every move behind its number, those of one piece together where pieces have several."""
    mark = len(str(len(moves)))
    numbered = [(_piece(move.text), f"{number:>{mark}} {move.text}") for number, move in enumerate(moves, 1)]
    cell = max((len(text) for _, text in numbered), default=0) + 3
    groups = [[text for _, text in group] for _, group in groupby(numbered, key=lambda entry: entry[0])]
    if len(groups) > len(moves) // 2 or len(moves) <= width // cell:  # hardly a group: one block reads better
        groups = [[text for _, text in numbered]]
    return ["  " + line for group in groups for line in columns(group, width - 2, cell)]


def _piece(text: str) -> str:
    """What moves: the part before the first mark of the notation."""
    return _END_OF_PIECE.split(text, maxsplit=1)[0]
