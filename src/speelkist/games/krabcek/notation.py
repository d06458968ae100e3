"""Moves as text, both ways. The law of the notation stands in ``text/rules.en.md``.

Capitals do not matter when a move is read, the two names of a Switch may stand in either order, and an entry may name
any gate that works; a move is always written in one way.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from speelkist.core import Move, Refusal

from .board import TYPES
from .boxes import BOX, GATE_BOXES, GATES, NAMES
from .moves import KINDS, choose_gate, enter, first_throw, fly, lay, switch, throw, walk

_BOX_OF: Final = {name.lower(): box for name, box in BOX.items()}
_WORD = r"([a-z][a-z0-9]*)"
_PATTERNS: Final = {
    what: re.compile(pattern, re.ASCII | re.IGNORECASE)
    for what, pattern in {
        "lay": r"([0-9]+)-([ns][ew])",
        "gate": r"gate ?([0-9]+)",
        "first": r"b([0-9]+)w([0-9]+)",
        "throw": r"([0-9]+)",
        "walk": rf"{_WORD}([-+]){_WORD}",
        "enter": rf"([smblxk])@{_WORD}(?:([-+]){_WORD})?",
        "switch": rf"{_WORD}<>{_WORD}",
        "fly": rf"{_WORD}\^{_WORD}",
    }.items()
}


def read_move(text: str) -> Move | Refusal | None:
    """The move a text spells, legal or not; a refusal where it names what does not exist; None if it is no move."""
    for what, pattern in _PATTERNS.items():
        match = pattern.fullmatch(text)
        if match is not None:
            return _READ[what](*match.groups())
    return None


def _read_lay(kind: str, corner: str) -> Move | Refusal:
    if kind not in TYPES:
        return Refusal("krabcek.notation.tile", text=kind[:20], types=" / ".join(TYPES))
    return lay(kind, corner.upper())


def _read_gate(number: str) -> Move | Refusal:
    if len(number) > 1 or not 1 <= int(number) <= GATES:
        return Refusal("krabcek.notation.gate", text=number[:20])
    return choose_gate(int(number) - 1)


def _read_first(black: str, white: str) -> Move | Refusal:
    for number in (black, white):
        if number not in "123456" or len(number) > 1:
            return Refusal("krabcek.notation.die", text=number[:20])
    return first_throw(int(black), int(white))


def _read_throw(number: str) -> Move | Refusal:
    if number not in "123456" or len(number) > 1:
        return Refusal("krabcek.notation.die", text=number[:20])
    return throw(int(number))


def _read_walk(start: str, sign: str, end: str) -> Move | Refusal:
    boxes = _boxes(start, end)
    return boxes if isinstance(boxes, Refusal) else walk(*boxes, sign == "+")


def _read_enter(kind: str, gate: str, sign: str | None, end: str | None) -> Move | Refusal:
    boxes = _boxes(gate, end or gate)
    if isinstance(boxes, Refusal):
        return boxes
    if not GATE_BOXES >> boxes[0] & 1:
        return Refusal("krabcek.enter.through", box=NAMES[boxes[0]])
    if sign and boxes[0] == boxes[1]:
        return Refusal("krabcek.loop.back", box=NAMES[boxes[0]])
    return enter(KINDS.index(kind.upper()), *boxes, sign == "+")


def _read_switch(first: str, second: str) -> Move | Refusal:
    boxes = _boxes(first, second)
    return boxes if isinstance(boxes, Refusal) else switch(*boxes)


def _read_fly(start: str, end: str) -> Move | Refusal:
    boxes = _boxes(start, end)
    return boxes if isinstance(boxes, Refusal) else fly(*boxes)


def _boxes(first: str, second: str) -> tuple[int, int] | Refusal:
    for name in (first, second):
        if name.lower() not in _BOX_OF:
            return Refusal("krabcek.notation.box", text=name[:20])
    return _BOX_OF[first.lower()], _BOX_OF[second.lower()]


_READ: Final[dict[str, Callable[..., Move | Refusal]]] = {
    "lay": _read_lay,
    "gate": _read_gate,
    "first": _read_first,
    "throw": _read_throw,
    "walk": _read_walk,
    "enter": _read_enter,
    "switch": _read_switch,
    "fly": _read_fly,
}
