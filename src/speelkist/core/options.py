"""Options of a game: declared once, checked in one place, whether from code, a record or a command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from speelkist.i18n.phrases import LANGUAGES, Phrase, Value, phrases_of

from .errors import BadOption

if TYPE_CHECKING:
    from .game import Info

OptionValue: TypeAlias = "bool | int | str | tuple[str, ...]"

_FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class Option:
    """One option: a flag, a number in a range, one of some words, or (``items``) a list of so many texts.

    One that still matters after the start is ``in_position``: the position's JSON has a field of its name wherever it
    has not its default, and a position without that field has the default. (A game may also write it itself.)
    """

    name: str
    default: OptionValue
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    items: int = 0
    in_position: bool = False

    @property
    def kind(self) -> str:
        """``flag``, ``number``, ``choice``, or ``list`` (which takes the choices too)."""
        if isinstance(self.default, bool):
            return "flag"
        if isinstance(self.default, int):
            return "number"
        return "list" if self.items else "choice"

    def label(self, info: Info) -> Phrase:
        """Its name for people, from the phrases of its game."""
        return self._phrase(info, f"option.{self.name}")

    def help(self, info: Info) -> Phrase:
        """What it does, where the game says more of it than its label does."""
        longer = f"option.{self.name}.help"
        return self._phrase(info, longer) if longer in phrases_of(info.id, LANGUAGES[0]) else self.label(info)

    def _phrase(self, info: Info, key: str) -> Phrase:
        """A sentence with the constants that it names, and this option's ``{usual}``, ``{low}`` and ``{high}``."""
        sentence = str(phrases_of(info.id, LANGUAGES[0])[key])
        usual = self.default if isinstance(self.default, int) else str(self.default)
        known: dict[str, Value] = {**info.constants, "low": self.low, "high": self.high, "usual": usual}
        return Phrase(f"{info.id}.{key}", **{name: value for name, value in known.items() if f"{{{name}}}" in sentence})

    @property
    def range(self) -> str | Phrase:
        """What may be given, for a player to read."""
        if self.kind == "flag":
            return "true, false"
        if self.kind == "number":
            return f"{self.low}..{self.high}"
        choices = ", ".join(self.choices)
        return Phrase("core.option.list", choices=choices, n=self.items) if self.items else choices

    def read(self, value: object) -> OptionValue:
        """The value, checked; lists become tuples.

        :raises BadOption: if it is not allowed.
        """
        kind = self.kind
        if kind == "flag" and isinstance(value, bool):
            return value
        if kind == "number" and (number := integer_or_none(value)) is not None:
            if self.low <= number <= self.high:
                return number
        elif isinstance(value, str) and value in self.choices:
            return value
        elif self.items and isinstance(value, Sequence) and not isinstance(value, str):
            if len(value) == self.items and all(isinstance(item, str) for item in value):
                return tuple(value)
        raise BadOption("core.option.value", name=self.name, range=self.range, found=short(value))

    def read_text(self, text: str) -> OptionValue:
        """The value from a command line: ``8``, ``yes``, ``random``, a list with commas, slashes or spaces.

        :raises BadOption: if it is not allowed.
        """
        text = text.strip()
        if self.kind == "flag":
            return self.read(_FLAGS.get(text.lower(), text))
        if self.kind == "number":
            # isdecimal and a short text: int() itself would take much more, and raise on very long ones
            plain = text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 20
            return self.read(int(text) if plain else text)
        if self.items and text not in self.choices:
            return self.read(text.replace(",", " ").replace("/", " ").split())
        return self.read(text)


def read_options(game: str, declared: Sequence[Option], given: Mapping[str, Any]) -> dict[str, OptionValue]:
    """Defaults filled up with what is given.

    :raises BadOption: if a name is unknown (the sentence lists those that exist), or a value is not allowed.
    """
    names = [option.name for option in declared]
    for name in given:
        if name not in names:
            known = ", ".join(names) or "-"
            raise BadOption("core.option.unknown", game=game, name=short(name), names=known)
    return {option.name: option.read(given.get(option.name, option.default)) for option in declared}


def integer_or_none(value: object) -> int | None:
    """A whole number as Python's own, also one of numpy; None if it is something else."""
    try:
        return None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def short(value: object) -> str:
    """A value as it can be repeated in a sentence, whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # numbers and lists beyond what Python shows
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "..."
