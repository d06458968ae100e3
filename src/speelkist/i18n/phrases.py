"""What players read: a phrase is a key with values, said in Dutch or English when it reaches a person.

Phrases live beside what they belong to: ``text/phrases.en.json`` and ``text/phrases.nl.json`` of a package.
The part of a key before the first dot names that package: ``core.end.over``.

A phrase with a value ``seat`` names a player. Whoever says it may know who sits there (``People``): ``{side}`` then is
their name, or "you". Where a sentence needs another form for whoever reads it, both stand in the braces, the one about
somebody else first and ``@`` for the name: ``{side} {side:passes|pass}``, ``{side:@'s|your} tiles``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple, TypeAlias

LANGUAGES = ("en", "nl")

Value: TypeAlias = "str | int | Phrase | tuple[Value, ...]"

_packages: dict[str, str] = {}
_FIRST_VALUE = re.compile(r"\{(\w+)")
_AND = {"en": "and", "nl": "en"}


class Person(NamedTuple):
    """Who sits in a seat, for whoever reads a sentence about them."""

    name: str
    you: bool = False  # the reader: spoken to, and the name is "you"
    stressed: str = ""  # the name among others, if that is another word: "jij" in "Bram en jij"


# Who sits in a seat; None: nobody in particular, and the side is named.
People: TypeAlias = "Callable[[int], Person | None]"


def register_phrases(namespace: str, package: str) -> None:
    """Let keys that begin with ``namespace`` be looked up in the ``text`` folder of ``package``."""
    _packages[namespace] = package


@cache
def phrases_of(namespace: str, lang: str) -> Mapping[str, str | Mapping[str, str]]:
    """All phrases of a namespace in one language, by key without the namespace."""
    folder = files(_packages[namespace]) / "text"
    phrases: dict[str, str | Mapping[str, str]] = json.loads(
        (folder / f"phrases.{lang}.json").read_text(encoding="utf-8")
    )
    return phrases


class Phrase:
    """A key with values, equal by value; it becomes a sentence only when a person reads it."""

    __slots__ = ("key", "values")
    key: str  #: ``core.end.over``: the namespace, then the name of the sentence
    values: Mapping[str, Value]  #: what the sentence names

    def __init__(self, key: str, **values: Value) -> None:
        self.key = key
        self.values = values

    def say(self, lang: str = "en", people: People | None = None) -> str:
        """The sentence in English (``en``) or Dutch (``nl``); values that are phrases are said in that language too."""
        template = self._template(lang)
        sentence = self._fill(template, lang, people)
        first = _FIRST_VALUE.match(template)  # what would have a small letter within a sentence begins with a capital
        if first and isinstance(_first(self.values[first[1]]), Phrase):
            return sentence[:1].upper() + sentence[1:]
        return sentence

    def short(self) -> Phrase:
        """The same in short, without saying who: a title, or a line in a list."""
        return Phrase(f"{self.key}.short", **self.values)

    def _template(self, lang: str) -> str:
        namespace, _, rest = self.key.partition(".")
        template = phrases_of(namespace, lang)[rest]
        if isinstance(template, str):
            return template
        # the number n chooses between the two forms both languages have
        return template["one" if self.values.get("n") == 1 else "other"]

    def _fill(self, template: str, lang: str, people: People | None) -> str:
        return template.format_map({name: _said(value, lang, people) for name, value in self.values.items()})

    def __str__(self) -> str:
        return self.say()

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"{type(self).__name__}({self.key!r}{values})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and self.key == other.key and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.key, tuple(sorted(self.values))))


class _Said(str):
    """A value as it is said, in one of two forms if it names whoever reads the sentence."""

    __slots__ = ("you",)
    you: bool

    def __format__(self, forms: str) -> str:
        if not forms:
            return str(self)
        of_others, _, of_you = forms.partition("|")
        return (of_you if self.you else of_others).replace("@", self)


def _said(value: Value, lang: str, people: People | None, alone: bool = True) -> _Said:
    you = False
    if isinstance(value, Phrase):
        seat = value.values.get("seat")
        person = people(seat) if people is not None and isinstance(seat, int) else None
        you = person is not None and person.you
        if person is None:
            text = value._fill(value._template(lang), lang, people)
        else:
            text = person.name if alone else person.stressed or person.name
    elif isinstance(value, tuple):
        parts = [_said(item, lang, people, alone=len(value) == 1) for item in value]
        text = _enumerated(parts, lang) if all(map(_is_enumerated, value)) else ", ".join(parts)
        you = len(parts) == 1 and parts[0].you
    else:
        text = str(value)
    said = _Said(text)
    said.you = you
    return said


def _is_enumerated(value: Value) -> bool:
    """Whether this is a person or a number of things; squares, scores and such have commas alone."""
    return isinstance(value, Phrase) and ("seat" in value.values or "n" in value.values)


def _enumerated(names: list[_Said], lang: str) -> str:
    """In a row, as a sentence names them: "Anna, Bram and you", "2 left sides and 1 lid"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {_AND[lang]} {names[-1]}"


def _first(value: Value) -> Value:
    return _first(value[0]) if isinstance(value, tuple) and value else value


class Refusal(Phrase):
    """Why a move is not legal. The second part of the key names the rule: a heading of the rules page."""

    __slots__ = ()

    @property
    def rule(self) -> str:
        """The broken rule, as the anchor of its heading; ``notation`` when the text is no move at all."""
        return self.key.split(".")[1]
