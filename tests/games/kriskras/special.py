"""Positions of Kris-kras that random games seldom come to, in many forms."""

from __future__ import annotations

import random

from speelkist.core import PASS, State
from speelkist.games.kriskras import KriskrasState
from speelkist.games.kriskras.notation import END

from .examples import FILES, position, read, swapped

FIELD = [f"{file}{rank}" for rank in range(4, 15) for file in FILES]


def kind_of(state: State) -> str:
    """Which special position it is: ``stuck`` with a trade open, ``pay``, ``retreat`` beside the lapse; or none."""
    if state.phase == "pay":
        return "pay"
    if state.phase == "trade" and state.legal()[-1] == END:
        return "stuck"
    if state.phase == "move" and len(state.legal()) > 1 and state.legal()[-1] == PASS:
        return "retreat"
    return ""


def near(kind: str, rng: random.Random) -> KriskrasState:
    """A position of such a kind, or the trade before it; of white or of black."""
    state = {"stuck": _stuck, "pay": _pay, "retreat": _retreat}[kind](rng)
    return read(swapped(state).to_json()) if rng.random() < 0.5 else state


def _home(rng: random.Random, musketeers: int, soldiers: int) -> tuple[list[str], list[str]]:
    squares = [f"{file}17" for file in rng.sample(FILES, musketeers + soldiers)]
    return squares[:musketeers], squares[musketeers:]


def _enemies(rng: random.Random, in_field: list[str]) -> tuple[str, str]:
    """A black army outside the zones and not on the given squares."""
    squares = rng.sample([square for square in FIELD if square not in in_field], 9)
    return " ".join(squares[: rng.randint(1, 3)]), " ".join(squares[3 : rng.randint(3, 9)])


def _stuck(rng: random.Random) -> KriskrasState:
    """Nobody of white's is left outside the far zone."""
    musketeers, soldiers = _home(rng, rng.randint(1, 2), rng.randint(2, 8))
    idle = rng.randint(0, 199)
    return read(position((" ".join(musketeers), " ".join(soldiers)), _enemies(rng, []), phase="trade", idle=idle))


def _pay(rng: random.Random) -> KriskrasState:
    """White has more soldiers at home than a trade costs, and others in the field."""
    musketeers, soldiers = _home(rng, rng.randint(0, 1), rng.randint(3, 7))
    field = rng.sample(FIELD, 2)
    white = (" ".join([*musketeers, field[0]]), " ".join([*soldiers, field[1]]))
    return read(position(white, _enemies(rng, field), phase="trade", idle=rng.randint(0, 199)))


def _retreat(rng: random.Random) -> KriskrasState:
    """Two soldiers of white's one behind the other, shut in on both sides: the hinder one can only step back."""
    file = rng.randrange(17)
    walls = [f"{FILES[side]}{rank}" for side in (file - 1, file + 1) if 0 <= side < 17 for rank in (2, 3)]
    musketeers, soldiers = _home(rng, rng.randint(1, 2), rng.randint(0, 1))
    column = [f"{FILES[file]}2", f"{FILES[file]}3"]
    black_musketeers, black_soldiers = _enemies(rng, [])
    black = (black_musketeers, " ".join([*walls, *black_soldiers.split()[: 8 - len(walls)]]))
    white = (" ".join(musketeers), " ".join([*soldiers, *column]))
    return read(position(white, black, f"r1g{rng.randint(2, 6)}", idle=rng.randint(0, 199)))
