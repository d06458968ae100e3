"""A move is a value: its notation says all of it."""

from __future__ import annotations

from typing import Any, ClassVar


class Move:
    """An action of a player or of chance. ``str(move)`` is its notation.

    Games add what they need as further slots; equality and hash follow from the notation alone.
    """

    __slots__ = ("text",)
    text: str  #: the notation
    composed: ClassVar[bool] = False  # put together by the player, so that clients are not given a list of all of them

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), {name: getattr(self, name) for name in _slots(type(self))})


def _slots(kind: type) -> list[str]:
    return [name for parent in kind.__mro__ for name in getattr(parent, "__slots__", ())]


def _restore(kind: type[Move], values: dict[str, Any]) -> Move:
    move = kind.__new__(kind)
    for name, value in values.items():
        setattr(move, name, value)
    return move


PASS = Move("--")
