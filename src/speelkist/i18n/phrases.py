"""What players read: a phrase is a key with values, said in Dutch or English when it reaches a person.

Phrases live beside what they belong to: ``text/phrases.en.json`` and ``text/phrases.nl.json`` of a package.
The part of a key before the first dot names that package: ``core.end.over``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TypeAlias

LANGUAGES = ("en", "nl")

Value: TypeAlias = "str | int | Phrase | tuple[Value, ...]"

_packages: dict[str, str] = {}


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

    def say(self, lang: str = "en") -> str:
        """The sentence in English (``en``) or Dutch (``nl``); values that are phrases are said in that language too."""
        namespace, _, rest = self.key.partition(".")
        template = phrases_of(namespace, lang)[rest]
        if not isinstance(template, str):  # the number n chooses between the two forms both languages have
            template = template["one" if self.values.get("n") == 1 else "other"]
        return template.format_map({name: _said(value, lang) for name, value in self.values.items()})

    def __str__(self) -> str:
        return self.say()

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"{type(self).__name__}({self.key!r}{values})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and self.key == other.key and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.key, tuple(sorted(self.values))))


def _said(value: Value, lang: str) -> str:
    if isinstance(value, Phrase):
        return value.say(lang)
    if isinstance(value, tuple):
        return ", ".join(_said(item, lang) for item in value)
    return str(value)


class Refusal(Phrase):
    """Why a move is not legal. The second part of the key names the rule: a heading of the rules page."""

    __slots__ = ()

    @property
    def rule(self) -> str:
        """The broken rule, as the anchor of its heading; ``notation`` when the text is no move at all."""
        return self.key.split(".")[1]
